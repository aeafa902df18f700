import {
  AnswerError,
  type BlocksPage,
  type Client,
  createClient,
  type Transaction,
} from '@tain/client/client';
import { OPERATIONS } from '@tain/client/operations';
import { afterAll, beforeAll, describe, expect, expectTypeOf, test } from 'vitest';
import { openApiDocument } from '../../src/rest/openapi/document.ts';
import { ROUTES } from '../../src/rest/routes.ts';
import type { TestApi } from '../rest/api-fixture.ts';
import { AnswerValidator } from '../rest/openapi/answer-validator.ts';
import { pick, startDemoApi } from './demo-api.ts';

test('every operation has a method, except four duplicates under another path', () => {
  const paths = new Set(OPERATIONS.map(([, , method, where]) => `${method} ${where}`));
  const without = ROUTES.map(({ method, path }) => `${method} ${path}`).filter((one) => !paths.has(one));
  expect(without.sort()).toEqual([
    'GET /api/v1/contracts/logs',
    'GET /api/v1/contracts/{transactionIdOrHash}/results/opcodes',
    'GET /api/v1/tokens/nfts/{id}/transactions',
    'GET /api/v1/tokens/nfts/{serialNumber}',
  ]);
  const methods = OPERATIONS.map(([group, method]) => `${group}.${method}`);
  expect(new Set(methods).size).toBe(methods.length);
});

const ID = (column: string) => `'0.0.' || (${column} & 274877906943)`;

describe('the client against the real server', () => {
  let api: TestApi;
  let client: Client;
  /** Path and query of each request, in order. */
  const requested: string[] = [];
  const recording: typeof fetch = (input, init) => {
    requested.push(String(input).slice(api.url.length));
    return fetch(input, init);
  };
  beforeAll(async () => {
    api = await startDemoApi({ settings: { users: [{ username: 'ü', password: 'p:w', limit: 500 }] } });
    client = createClient({ url: `${api.url}/`, fetch: recording });
  });
  afterAll(() => api?.close());

  test('iterates over a list item by item, page by page, and requests only the needed pages', async () => {
    const first = await client.transactions.list({ limit: 5 }).first();
    expect(first.transactions.length).toBe(5);
    requested.length = 0;
    const seen: Transaction[] = [];
    for await (const transaction of client.transactions.list({ limit: 5, order: 'asc' })) {
      seen.push(transaction);
      if (seen.length === 12) break;
    }
    expect(requested.length).toBe(3);
    expect(requested[0]).toBe('/api/v1/transactions?limit=5&order=asc');
    const times = seen.map(({ consensus_timestamp }) => consensus_timestamp);
    expect(new Set(times).size).toBe(12);
    expect([...times].sort()).toEqual(times);
    expect(await client.transactions.list({ limit: 5, order: 'asc' }).all(12)).toEqual(seen);
    expect(await client.transactions.list().all(0)).toEqual([]);
  });

  test('a list is read as CSV, which other lists do not have', async () => {
    const list = { limit: 5, order: 'asc' } as const;
    const transactions = await client.transactions.list(list).all();
    let text = '';
    for await (const part of client.transactions.list(list).csv()) text += part;
    const ids = text
      .trim()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(',')[1]);
    expect([...new Set(ids)]).toEqual([...new Set(transactions.map((one) => one.transaction_id))]);
    await expect(client.blocks.list().csv().next()).rejects.toThrow(TypeError);
    await expect(client.transactions.list({ limit: 0 }).csv().next()).rejects.toThrow(AnswerError);
  });

  test('the iteration ends with the list and covers all its pages', async () => {
    const [{ count } = { count: 0 }] = (
      await api.database.pool.query<{ count: number }>('select count(*)::int as count from record_file')
    ).rows;
    const pages: BlocksPage[] = [];
    for await (const page of client.blocks.list({ limit: 4, order: 'asc' }).pages()) pages.push(page);
    expect(pages.flatMap(({ blocks }) => blocks.map(({ number }) => number))).toEqual(
      Array.from({ length: count }, (_, index) => index),
    );
    expect(pages.at(-1)?.links.next).toBe(null);
    expect(await client.blocks.list({ limit: 4, order: 'asc' }).all()).toHaveLength(count);
  });

  test('writes comparisons, several values, and values of every kind', async () => {
    requested.length = 0;
    await client.transactions
      .list({
        'account.id': { gte: '0.0.2', lt: 2000n },
        timestamp: [{ gte: '1.000000001' }, { lte: '9999999999' }],
        transactiontype: ['CRYPTOTRANSFER', 'CRYPTOCREATEACCOUNT'],
        result: 'success',
        limit: undefined,
      })
      .first();
    await client.accounts.get('0.0.2', { transactions: false });
    await client.tokens.list({ name: 'a b&c' }).first();
    expect(requested).toEqual([
      '/api/v1/transactions?account.id=gte:0.0.2&account.id=lt:2000&timestamp=gte:1.000000001&timestamp=lte:9999999999&transactiontype=CRYPTOTRANSFER&transactiontype=CRYPTOCREATEACCOUNT&result=success',
      '/api/v1/accounts/0.0.2?transactions=false',
      '/api/v1/tokens?name=a%20b%26c',
    ]);
  });

  test('an error has the status and the message of the service', async () => {
    const missing = await client.accounts.get('0.0.99999999').catch((error: unknown) => error);
    expect(missing).toBeInstanceOf(AnswerError);
    expect(missing).toMatchObject({ name: 'AnswerError', status: 404, messages: [{ message: 'Not found' }] });
    const wrong = await client.transactions
      .list({ limit: 0, timestamp: 'never' })
      .first()
      .catch((error: unknown) => error);
    expect(wrong).toMatchObject({
      status: 400,
      message: 'Invalid parameter: limit; Invalid parameter: timestamp',
      url: `${api.url}/api/v1/transactions?limit=0&timestamp=never`,
    });
    const detailed = await client.topics.get('0.0.99999999').catch((error: unknown) => error);
    expect((detailed as AnswerError).message).toMatch(/^Not Found: /);
  });

  test('a body that is not JSON is an error, too', async () => {
    const proxy = createClient({
      url: api.url,
      fetch: async () => new Response('<html>', { status: 502, headers: { 'retry-after': '7' } }),
    });
    const error = await proxy.network.stake().catch((one: unknown) => one);
    expect(error).toMatchObject({ status: 502, messages: [], message: 'status 502', retryAfter: 7 });
    const odd = createClient({
      url: api.url,
      fetch: async () => new Response('{"_status":null}', { status: 500 }),
    });
    await expect(odd.network.stake()).rejects.toMatchObject({
      status: 500,
      messages: [],
      retryAfter: undefined,
    });
  });

  test('a signal ends a call, and an iteration between two pages', async () => {
    await expect(
      client.blocks.get(0, undefined, { signal: AbortSignal.abort(new Error('no more')) }),
    ).rejects.toThrow('no more');
    const controller = new AbortController();
    let items = 0;
    await expect(
      (async () => {
        for await (const _ of client.transactions.list({ limit: 2 }, { signal: controller.signal })) {
          items += 1;
          if (items === 2) controller.abort();
        }
      })(),
    ).rejects.toThrow(/abort/i);
    expect(items).toBe(2);
  });

  test('integers beyond 2^53 are exact on request', async () => {
    const amount = 9_007_199_254_740_993n;
    const [account = ''] = await pick(
      api,
      `update entity set balance = ${amount} where id = (select min(id) from entity where type = 'ACCOUNT' and num > 1000) returning ${ID('id')}`,
    );
    const exact = createClient({ url: api.url, bigIntegers: true });
    const { balance } = await exact.accounts.get(account, { transactions: false });
    expect(balance.balance).toBe(amount);
    expectTypeOf(balance.balance).toEqualTypeOf<number | bigint | null>();
    const plain = await client.accounts.get(account, { transactions: false });
    expect(plain.balance.balance).toBe(Number(amount));
    expectTypeOf(plain.balance.balance).toEqualTypeOf<number | null>();
  });

  test('a user with a larger page', async () => {
    const user = createClient({ url: api.url, user: { username: 'ü', password: 'p:w' } });
    expect((await user.transactions.list({ limit: 300 }).first()).transactions.length).toBe(300);
    expect((await client.transactions.list({ limit: 300 }).first()).transactions.length).toBe(100);
    const wrong = createClient({ url: api.url, user: { username: 'ü', password: 'no' } });
    await expect(wrong.transactions.list().first()).rejects.toMatchObject({ status: 401 });
  });

  test('bodies: bytes and JSON', async () => {
    await expect(client.network.estimateFees(new Uint8Array([1, 2, 3]))).rejects.toMatchObject({
      status: 400,
    });
    await expect(
      client.contracts.call({ to: `0x${'0'.repeat(40)}`, data: '0x', gas: 5 }),
    ).rejects.toBeInstanceOf(AnswerError);
  });

  test('refuses invalid values, and links to other servers', async () => {
    expect(() => client.accounts.get('')).toThrow(TypeError);
    expect(() => client.accounts.get('..')).toThrow('idOrAliasOrEvmAddress is not a valid value');
    expect(() => client.blocks.get(undefined as unknown as string)).toThrow(TypeError);
    expect(() => createClient({ url: 'nowhere' })).toThrow(TypeError);
    requested.length = 0;
    await client.blocks.get('a/b?c').catch(() => undefined);
    expect(requested).toEqual(['/api/v1/blocks/a%2Fb%3Fc']);
    const evil = createClient({
      url: api.url,
      user: { username: 'a', password: 'b' },
      fetch: async () => new Response('{"blocks":[],"links":{"next":"//evil.example/x"}}'),
    });
    await expect(evil.blocks.list().all()).rejects.toThrow('not a path of the service');
    const round = createClient({
      url: api.url,
      fetch: async () => new Response('{"blocks":[1],"links":{"next":"/api/v1/blocks"}}'),
    });
    expect(await round.blocks.list().all()).toEqual([1]);
  });

  test('every operation exists, requests its path, and returns the described type', async () => {
    const validator = new AnswerValidator(openApiDocument(ROUTES));
    const [account = ''] = await pick(
      api,
      `select ${ID('account_id')} from token_account where associated and account_id > 1000 limit 1`,
    );
    const [token = '', serial = ''] = await pick(
      api,
      `select ${ID('token_id')}, serial_number from nft limit 1`,
    );
    const [contract = ''] = await pick(
      api,
      `select ${ID('l.contract_id')} from contract_log l join contract_result r on r.contract_id = l.contract_id join contract c on c.id = l.contract_id limit 1`,
    );
    const [topic = '', number = '', time = ''] = await pick(
      api,
      `select ${ID('topic_id')}, sequence_number, (consensus_timestamp / 1000000000) || '.' || lpad((consensus_timestamp % 1000000000)::text, 9, '0') from topic_message limit 1`,
    );
    const [hash = ''] = await pick(
      api,
      "select '0x' || encode(r.transaction_hash, 'hex') from contract_result r join contract_action a using (consensus_timestamp) where length(r.transaction_hash) = 32 limit 1",
    );
    const [owner = '', hook = ''] = await pick(api, `select ${ID('owner_id')}, hook_id from hook limit 1`);
    const [schedule = ''] = await pick(api, `select ${ID('schedule_id')} from schedule limit 1`);
    const { results } = await client.contracts.results(contract, { limit: 1 }).first();
    const { transactions } = await client.transactions
      .list({ limit: 1, transactiontype: 'CRYPTOTRANSFER' })
      .first();
    const calls: Record<string, (() => PromiseLike<unknown>)[]> = {
      accounts: [
        () => client.accounts.list({ 'account.publickey': 'ab'.repeat(32) }).first(),
        () => client.accounts.get(account),
        () => client.accounts.cryptoAllowances(account).first(),
        () => client.accounts.tokenAllowances(account).first(),
        () => client.accounts.nftAllowances(account, { owner: false }).first(),
        () => client.accounts.rewards(account).first(),
        () => client.accounts.transfers(account).first(),
        () => client.accounts.nfts(account).first(),
        () => client.accounts.tokens(account).first(),
        () => client.accounts.outstandingAirdrops(account).first(),
        () => client.accounts.pendingAirdrops(account).first(),
        () => client.accounts.hooks(owner).first(),
        () => client.accounts.hookStorage(owner, hook).first(),
      ],
      balances: [() => client.balances.list({ 'account.id': account }).first()],
      blocks: [() => client.blocks.list().first(), () => client.blocks.get(1)],
      contracts: [
        () => client.contracts.list().first(),
        () => client.contracts.get(contract),
        () => client.contracts.allResults({ hbar: false }).first(),
        () => client.contracts.results(contract).first(),
        () => client.contracts.resultOf(hash),
        () => client.contracts.result(contract, results[0]?.timestamp ?? ''),
        () => client.contracts.actions(hash).first(),
        () => client.contracts.allLogs().first(),
        () => client.contracts.logs(contract).first(),
        () => client.contracts.state(contract).first(),
        () => client.contracts.search({ query: 'a' }).first(),
      ],
      network: [
        () => client.network.capabilities(),
        () => client.network.exchangeRate(),
        () => client.network.gasPrices(),
        () => client.network.nodes().first(),
        () => client.network.registeredNodes().first(),
        () => client.network.stake(),
        () => client.network.supply(),
      ],
      schedules: [() => client.schedules.list().first(), () => client.schedules.get(schedule)],
      tokens: [
        () => client.tokens.list({ type: 'NON_FUNGIBLE_UNIQUE' }).first(),
        () => client.tokens.get(token),
        () => client.tokens.balances(token).first(),
        () => client.tokens.holders(token).first(),
        () => client.tokens.nfts(token).first(),
        () => client.tokens.nft(token, serial),
        () => client.tokens.nftTransactions(token, serial).first(),
        () => client.tokens.allBalances().first(),
        () => client.tokens.search({ query: 'a' }).first(),
        () => client.tokens.transfers(token).first(),
        () => client.tokens.allNfts().first(),
      ],
      topics: [
        () => client.topics.search({ query: 'a' }).first(),
        () => client.topics.get(topic),
        () => client.topics.messages(topic, { encoding: 'utf-8' }).first(),
        () => client.topics.message(topic, number),
        () => client.topics.messageAt(time),
      ],
      transactions: [
        () => client.transactions.list({ type: 'credit' }).first(),
        () => client.transactions.get(transactions[0]?.transaction_id ?? ''),
      ],
    };
    // Contract calls fail without a configured engine.
    const without: Record<string, string[]> = {
      contracts: ['call', 'opcodes', 'prestate'],
      network: ['estimateFees'],
    };
    for (const [group, methods] of Object.entries(client)) {
      expect([group, calls[group]?.length]).toEqual([
        group,
        Object.keys(methods).length - (without[group]?.length ?? 0),
      ]);
      for (const call of calls[group] ?? []) {
        requested.length = 0;
        const answer = await call().then(undefined, (error: unknown) => error);
        const [url = ''] = requested;
        expect([url, validator.check('get', url, 200, answer)]).toEqual([url, []]);
      }
    }
  });
});
