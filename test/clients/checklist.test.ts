import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pick, startDemoApi } from '../client/demo-api.ts';
import { NumberText, parseExactJson } from '../conformance/exact-json.ts';
import type { TestApi } from '../rest/api-fixture.ts';

// Requests of real clients (JSON-RPC relay, explorer, SDKs, agents) and the properties they rely on, one group of tests for each
// requirement.

const ID = (column: string) => `'0.0.' || (${column} & 274877906943)`;
const TIME = (column: string) =>
  `(${column} / 1000000000) || '.' || lpad((${column} % 1000000000)::text, 9, '0')`;
const HASH_RESULT = `contract_result r join contract_log l using (consensus_timestamp) where length(r.transaction_hash) = 32`;

interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: the tests look at fields one by one
  readonly body: any;
  readonly headers: Headers;
}

describe('requirements of clients', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startDemoApi();
  });
  afterAll(() => api?.close());

  const request = async (path: string, init?: RequestInit): Promise<Answer> => {
    const response = await api.get(path, init);
    const text = await response.text();
    return {
      status: response.status,
      body: text === '' ? null : JSON.parse(text),
      headers: response.headers,
    };
  };
  const ok = async (path: string) => {
    const answer = await request(path);
    expect([path, answer.status]).toEqual([path, 200]);
    return answer.body;
  };

  describe('1. links.next', () => {
    test('is a path with every parameter of the first request, and null at the end', async () => {
      const first = await ok('/api/v1/transactions?limit=2&order=asc&result=success&timestamp=gte:1');
      expect(first.links.next).toMatch(/^\/api\/v1\/transactions\?/);
      const next = new URLSearchParams(first.links.next.split('?')[1]);
      expect(Object.fromEntries(next)).toMatchObject({ limit: '2', order: 'asc', result: 'success' });
      expect(next.getAll('timestamp').length).toBeGreaterThan(0);
      const followed = await ok(first.links.next);
      expect(followed.transactions[0].consensus_timestamp > first.transactions[1].consensus_timestamp).toBe(
        true,
      );
      // Joins the link to the base URL without the first `/api/v1/`, as the relay does.
      expect(await ok(`/api/v1/${first.links.next.replace('/api/v1/', '')}`)).toEqual(followed);
      expect((await ok('/api/v1/blocks?block.number=gt:99999999')).links).toEqual({ next: null });
    });

    test('exists for token relationships and the transactions of an account, which clients read unguarded', async () => {
      const [account = ''] = await pick(
        api,
        `select ${ID('account_id')} from token_account where associated and account_id > 1000 group by account_id having count(*) > 1 limit 1`,
      );
      const one = await ok(`/api/v1/accounts/${account}/tokens?limit=1`);
      expect(one.links.next).toContain(`/accounts/${account}/tokens?limit=1&token.id=gt:`);
      expect((await ok(`/api/v1/accounts/${account}/tokens?limit=100`)).links).toEqual({ next: null });
      expect((await ok(`/api/v1/accounts/${account}?limit=1`)).links.next).toMatch(/^\/api\/v1\/accounts\//);
    });

    test('retains hbar=false, so that the unit is the same', async () => {
      const page = await ok('/api/v1/contracts/results?limit=1&hbar=false');
      expect(page.links.next).toContain('hbar=false');
    });
  });

  describe('2. repeated parameters', () => {
    test('bounds in either order, and the bracket form of axios', async () => {
      const { blocks } = await ok('/api/v1/blocks?limit=1&order=desc');
      const { from, to } = blocks[0].timestamp;
      const expected = await ok(`/api/v1/transactions?limit=100&timestamp=gte:${from}&timestamp=lte:${to}`);
      expect(expected.transactions.length).toBe(Math.min(blocks[0].count, 100));
      for (const query of [
        `timestamp=lte:${to}&timestamp=gte:${from}`,
        `timestamp[]=gte:${from}&timestamp[]=lte:${to}`,
        `timestamp%5B%5D=gte%3A${from}&timestamp%5B%5D=lte%3A${to}`,
      ]) {
        expect((await ok(`/api/v1/transactions?limit=100&${query}`)).transactions).toEqual(
          expected.transactions,
        );
      }
    });

    test('block numbers, topics of logs, 25 contract ids, sequence numbers', async () => {
      const { blocks } = await ok('/api/v1/blocks?block.number=gte:1&block.number=lte:3&limit=100&order=asc');
      expect(blocks.map((block: { number: number }) => block.number)).toEqual([1, 2, 3]);
      const [topic = '', time = ''] = await pick(
        api,
        `select encode(topic0, 'hex'), ${TIME('consensus_timestamp')} from contract_log where length(topic0) = 32 order by 2 limit 1`,
      );
      const logs = await ok(
        `/api/v1/contracts/results/logs?timestamp=gte:${time}&timestamp=lte:${time}&topic0=${topic}&topic0=${'ab'.repeat(32)}`,
      );
      expect(logs.logs.length).toBeGreaterThan(0);
      const ids = Array.from({ length: 25 }, (_, index) => `contract.id=0.0.${1000 + index * 10}`).join('&&');
      await ok(`/api/v1/contracts?${ids}`);
      const [topicId = ''] = await pick(
        api,
        `select ${ID('topic_id')} from topic_message group by topic_id order by count(*) desc limit 1`,
      );
      const { messages } = await ok(
        `/api/v1/topics/${topicId}/messages?sequencenumber=gte:1&sequencenumber=lte:3`,
      );
      expect(messages[0].sequence_number).toBe(1);
    });
  });

  test('3. operators percent-encoded and bare', async () => {
    const bare = await ok('/api/v1/blocks?block.number=gt:1&order=asc');
    expect((await ok('/api/v1/blocks?block.number=gt%3A1&order=asc')).blocks).toEqual(bare.blocks);
    expect((await ok('/api/v1/transactions?timestamp=gte%3A1&limit=1')).transactions.length).toBe(1);
  });

  describe('4. odd query strings', () => {
    test.each([
      '/api/v1/transactions?',
      '/api/v1/accounts/0.0.2/tokens?&token.id=0.0.5',
      `/api/v1/accounts/?account.publickey=${'ab'.repeat(32)}&limit=10`,
      '/api/v1/tokens/?name=abc&limit=100',
      '/api/v1/tokens?type=fungible_common',
      '/api/v1/transactions?result=success',
      '/api/v1/accounts/0.0.2/nfts?limit=100&order=ASC',
      '/api/v1/contracts?contract.id=0.0.5&&contract.id=0.0.6',
    ])('%s is 200', async (path) => {
      await ok(path);
    });

    test('a topic with `?&timestamp=`', async () => {
      const [topic = ''] = await pick(api, `select ${ID('id')} from topic limit 1`);
      await ok(`/api/v1/topics/${topic}/messages?&timestamp=gte:1&order=desc&limit=100`);
    });

    test('a name of fewer than three characters is 400', async () => {
      expect((await request('/api/v1/tokens/?name=ab&limit=100')).status).toBe(400);
    });
  });

  describe('5. ids in every form', () => {
    test('accounts by number, EVM address with and without 0x, and alias', async () => {
      const [id = '', number = '', address = ''] = await pick(
        api,
        `select ${ID('id')}, num, encode(evm_address, 'hex') from entity where type = 'ACCOUNT' and length(evm_address) = 20 and deleted is false limit 1`,
      );
      for (const form of [id, number, address, `0x${address}`, `0x${address.toUpperCase()}`]) {
        expect((await ok(`/api/v1/accounts/${form}?transactions=false`)).account).toBe(id);
      }
      const [aliased = ''] = await pick(
        api,
        `select ${ID('id')} from entity where type = 'ACCOUNT' and alias is not null and length(alias) > 20 and deleted is false limit 1`,
      );
      const { alias } = await ok(`/api/v1/accounts/${aliased}?transactions=false`);
      expect((await ok(`/api/v1/accounts/${alias}?transactions=false`)).account).toBe(aliased);
      expect((await ok(`/api/v1/balances?account.id=${alias}`)).balances[0].account).toBe(aliased);
    });

    test('contracts by number and EVM address with and without 0x, results by hash of 32 bytes', async () => {
      const [id = '', number = '', address = ''] = await pick(
        api,
        `select ${ID('id')}, num, encode(evm_address, 'hex') from entity where type = 'CONTRACT' and evm_address is not null and get_byte(evm_address, 0) > 0 and deleted is false limit 1`,
      );
      for (const form of [id, number, address, `0x${address}`]) {
        expect((await ok(`/api/v1/contracts/${form}`)).contract_id).toBe(id);
        await ok(`/api/v1/contracts/${form}/results`);
        await ok(`/api/v1/contracts/${form}/state`);
      }
      const [hash = ''] = await pick(
        api,
        "select encode(hash, 'hex') from ethereum_transaction join contract_result using (consensus_timestamp) where transaction_result = 22 limit 1",
      );
      for (const form of [hash, `0x${hash}`, `0x${hash.toUpperCase()}`]) {
        expect((await ok(`/api/v1/contracts/results/${form}`)).hash).toBe(`0x${hash}`);
      }
    });

    test('transactions by id and by hash', async () => {
      const [id = '', hash = ''] = await pick(
        api,
        `select ${ID('payer_account_id')} || '-' || replace(${TIME('valid_start_ns')}, '.', '-'), encode(transaction_hash, 'hex') from transaction where length(transaction_hash) = 48 and nonce = 0 and not scheduled limit 1`,
      );
      const byId = await ok(`/api/v1/transactions/${id}?nonce=0`);
      expect(byId.transactions[0].transaction_id).toBe(id);
      expect((await ok(`/api/v1/transactions/${hash}`)).transactions[0].transaction_id).toBe(id);
      expect((await ok(`/api/v1/transactions/0x${hash}`)).transactions[0].transaction_id).toBe(id);
    });

    test('a token id made of an invalid address is 400, quickly', async () => {
      const begun = performance.now();
      for (const id of ['4294967295.9223372036854775807.12345678901234567890', '0.0.18446744073709551615']) {
        const { status, body } = await request(`/api/v1/tokens/${id}`);
        expect([status, body]).toEqual([
          400,
          { _status: { messages: [{ message: 'Invalid parameter: tokenid' }] } },
        ]);
      }
      expect(performance.now() - begun).toBeLessThan(10_000);
    });
  });

  test('6. blocks by number, 0, both hashes, and a hexadecimal bound', async () => {
    const { blocks } = await ok('/api/v1/blocks?limit=1&order=desc');
    const [last] = blocks;
    expect(last).toMatchObject({ hash: expect.stringMatching(/^0x[0-9a-f]{96}$/) });
    for (const form of [last.number, last.hash, last.hash.slice(2), last.hash.slice(0, 66)]) {
      expect((await ok(`/api/v1/blocks/${form}`)).number).toBe(last.number);
    }
    expect((await ok('/api/v1/blocks/0')).number).toBe(0);
    const above = await ok(`/api/v1/blocks?block.number=gt:0x${(last.number - 2).toString(16)}&order=asc`);
    expect(above.blocks.map((block: { number: number }) => block.number)).toEqual([
      last.number - 1,
      last.number,
    ]);
    expect(last).toMatchObject({
      hapi_version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      logs_bloom: expect.stringMatching(/^0x/),
      timestamp: { from: expect.stringContaining('.') },
    });
  });

  test('7. topics without 0x and leading zeros', async () => {
    const [topic = '', index = '', time = ''] = await pick(
      api,
      `select encode(t.topic, 'hex'), t.place, ${TIME('consensus_timestamp')} from contract_log
       cross join lateral unnest(array[topic0, topic1, topic2, topic3]) with ordinality t (topic, place)
       where t.topic is not null and length(t.topic) between 1 and 31 limit 1`,
    );
    const short = topic.replace(/^0+/, '');
    for (const form of [short, `0x${short}`, `0x${topic.padStart(64, '0')}`]) {
      const { logs } = await ok(
        `/api/v1/contracts/results/logs?timestamp=gte:${time}&timestamp=lte:${time}&topic${Number(index) - 1}=${form}`,
      );
      expect(logs.length).toBeGreaterThan(0);
      expect(logs[0].topics[Number(index) - 1]).toBe(`0x${topic.padStart(64, '0')}`);
    }
  });

  test('8. hbar=false on the four routes of results', async () => {
    const [contract = '', time = '', hash = ''] = await pick(
      api,
      `select ${ID('r.contract_id')}, ${TIME('r.consensus_timestamp')}, encode(r.transaction_hash, 'hex') from ${HASH_RESULT} and r.contract_id = l.contract_id and exists (select from ethereum_transaction e where e.consensus_timestamp = r.consensus_timestamp and length(e.gas_price) > 0) limit 1`,
    );
    const inTinybars = await ok(`/api/v1/contracts/results/${hash}`);
    const inWeibars = await ok(`/api/v1/contracts/results/0x${hash}?hbar=false`);
    expect(inWeibars.gas_price).toMatch(/^0x[0-9a-f]+$/);
    expect(BigInt(inWeibars.gas_price) / 10n ** 10n).toBe(BigInt(inTinybars.gas_price));
    const [valued = ''] = await pick(
      api,
      "select encode(transaction_hash, 'hex') from contract_result where amount > 0 and transaction_nonce = 0 and transaction_result = 22 limit 1",
    );
    const tinybars = /"amount":(\d+)/.exec(
      await (await api.get(`/api/v1/contracts/results/${valued}`)).text(),
    );
    const weibars = await (await api.get(`/api/v1/contracts/results/${valued}?hbar=false`)).text();
    expect(weibars).toContain(`"amount":${tinybars?.[1]}0000000000,`);
    await ok('/api/v1/contracts/results?hbar=false');
    await ok(`/api/v1/contracts/${contract}/results?timestamp=lte:${time}&limit=5&order=desc&hbar=false`);
    expect((await ok(`/api/v1/contracts/${contract}/results/${time}?hbar=false`)).hash).toBe(`0x${hash}`);
  });

  describe('9. a missing entity is 404 with a body', () => {
    test.each([
      '/api/v1/accounts/0.0.99999999',
      `/api/v1/accounts/0x${'9'.repeat(40)}?transactions=false`,
      `/api/v1/contracts/0x${'9'.repeat(40)}`,
      '/api/v1/contracts/0.0.2',
      '/api/v1/tokens/0.0.99999999',
      '/api/v1/schedules/0.0.99999999',
      '/api/v1/topics/0.0.99999999',
      '/api/v1/blocks/99999999',
      `/api/v1/blocks/0x${'9'.repeat(64)}`,
      `/api/v1/contracts/results/0x${'9'.repeat(64)}?hbar=false`,
      `/api/v1/contracts/results/0x${'9'.repeat(64)}/actions`,
      '/api/v1/transactions/0.0.2-1-1',
      '/api/v1/tokens/0.0.99999999/nfts/1',
    ])('%s', async (path) => {
      const { status, body } = await request(path);
      expect([status, typeof body._status.messages[0].message]).toEqual([404, 'string']);
    });
  });

  test('10. errors have one shape', async () => {
    for (const path of ['/api/v1/accounts/x', '/api/v1/network/nodes?limit=x', '/api/v1/balances?limit=0']) {
      const { status, body } = await request(path);
      expect(status).toBe(400);
      expect(Object.keys(body)).toEqual(['_status']);
      expect(typeof body._status.messages[0].message).toBe('string');
    }
  });

  test('11. readiness is answered on an empty database, too', async () => {
    const { status } = await request('/health/readiness');
    expect(status).toBe(200);
    const { startTestApi } = await import('../rest/api-fixture.ts');
    const empty = await startTestApi();
    try {
      expect((await empty.get('/health/readiness')).status).toBe(200);
      expect((await empty.get('/api/v1/blocks?limit=1&order=desc')).status).toBe(200);
    } finally {
      await empty.close();
    }
  });

  test('12. any origin may send requests, also after an error, and a browser may post JSON', async () => {
    for (const path of [
      '/api/v1/blocks',
      '/api/v1/accounts/x',
      '/nowhere',
      '/api/v1/network/nodes?limit=x',
    ]) {
      const { headers } = await request(path, { headers: { origin: 'https://example.org' } });
      expect([path, headers.get('access-control-allow-origin')]).toEqual([path, '*']);
    }
    const preflight = await request('/api/v1/contracts/call', {
      method: 'OPTIONS',
      headers: {
        origin: 'https://example.org',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type',
      },
    });
    expect(preflight.status).toBeLessThan(300);
    expect(preflight.headers.get('access-control-allow-methods')).toContain('POST');
    expect(preflight.headers.get('access-control-allow-headers')).toContain('content-type');
  });

  test('13. integers beyond 2^53 are exact numbers; supplies and max_fee are texts', async () => {
    const [account = ''] = await pick(
      api,
      `update entity set balance = 9007199254740993 where id = (select min(id) from entity where type = 'ACCOUNT' and num > 1000) returning ${ID('id')}`,
    );
    const text = await (await api.get(`/api/v1/accounts/${account}?transactions=false`)).text();
    const { balance } = parseExactJson(text) as { balance: { balance: NumberText } };
    expect(balance.balance).toEqual(new NumberText('9007199254740993'));
    const supply = await ok('/api/v1/network/supply');
    expect([typeof supply.released_supply, typeof supply.total_supply]).toEqual(['string', 'string']);
    const { transactions } = await ok('/api/v1/transactions?limit=1&transactiontype=CRYPTOTRANSFER');
    expect(typeof transactions[0].max_fee).toBe('string');
    const [token = ''] = await pick(api, `select ${ID('token_id')} from token limit 1`);
    expect(typeof (await ok(`/api/v1/tokens/${token}`)).total_supply).toBe('string');
  });

  test('14. times with fewer than nine decimals, and without any', async () => {
    const { blocks } = await ok('/api/v1/blocks?limit=1&order=desc');
    const seconds = Number(blocks[0].timestamp.to.split('.')[0]) + 1;
    await ok(`/api/v1/network/exchangerate?timestamp=${seconds}.828`);
    await ok(`/api/v1/network/fees?timestamp=${seconds}`);
    await ok(`/api/v1/network/fees?timestamp=lte:${seconds}.5`);
    await ok(`/api/v1/network/supply?timestamp=${seconds}.828`);
    await ok(`/api/v1/transactions?timestamp=lt:${seconds}.8&limit=1`);
  });

  test('fields that the relay polls for are never null: block, index and hash of results and logs', async () => {
    for (
      let path: string | null = '/api/v1/contracts/results?limit=100&hbar=false&internal=true';
      path !== null;
    ) {
      const page: { results: Record<string, unknown>[]; links: { next: string | null } } = await ok(path);
      for (const result of page.results) {
        expect(result).toMatchObject({
          block_number: expect.any(Number),
          transaction_index: expect.any(Number),
          block_hash: expect.stringMatching(/^0x[0-9a-f]{96}$/),
          hash: expect.stringMatching(/^0x[0-9a-f]{64}/),
        });
      }
      path = page.links.next;
    }
    for (let path: string | null = '/api/v1/contracts/results/logs?limit=100'; path !== null; ) {
      const page: { logs: Record<string, unknown>[]; links: { next: string | null } } = await ok(path);
      for (const log of page.logs) {
        expect(log).toMatchObject({
          block_number: expect.any(Number),
          transaction_index: expect.any(Number),
          index: expect.any(Number),
          block_hash: expect.stringMatching(/^0x[0-9a-f]{96}$/),
        });
      }
      path = page.links.next;
    }
    // Lists do not contain transactions that were refused for their nonce, but a wallet requests a transaction that it
    // sent.
    const { rows } = await api.database.pool.query<{ hash: string }>(
      "select encode(transaction_hash, 'hex') as hash from contract_result where transaction_result = 312",
    );
    expect(rows.length).toBeGreaterThan(0);
    for (const { hash } of rows) {
      expect(await ok(`/api/v1/contracts/results/${hash}?hbar=false`)).toMatchObject({
        result: 'WRONG_NONCE',
        transaction_index: expect.any(Number),
        block_number: expect.any(Number),
        block_hash: expect.stringMatching(/^0x[0-9a-f]{96}$/),
      });
    }
  });

  test('no request caused an internal error', () => {
    expect(api.errors).toEqual([]);
  });
});
