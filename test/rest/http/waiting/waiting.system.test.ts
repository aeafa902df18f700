import { base32OfHex } from '@tain/ledger/base32';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { ReadServer } from '../../../../src/store/reads/servers/read-server.ts';
import { startTestApi, type TestApi } from '../../api-fixture.ts';
import { transaction } from '../../rows.ts';
import { type ExecutedStatement, noteStatements } from '../../statement-work.ts';
import { type BlockRows, storeBlock } from '../../store-block.ts';

// Requests that wait, on a real database whose blocks are announced as by the ingest.

let api: TestApi;
let small: TestApi;
let last = 0;
beforeAll(async () => {
  api = await startTestApi({ settings: { cache: true } });
  small = await startTestApi({
    database: api.database,
    settings: { cache: true, maxWaits: 3, maxWaitsPerClient: 2, trustProxy: true },
  });
  await writeBlock();
});
afterAll(async () => {
  await small?.close();
  await api?.close();
});

/** Stores a block with rows, and returns its number. */
async function writeBlock(rows?: BlockRows): Promise<number> {
  const number = ++last;
  await storeBlock(api.database, number, rows);
  return number;
}

const POLL = { timeout: 120_000, interval: 20 };
const waiting = async (server = api): Promise<number> => {
  const text = await (await server.get('/metrics')).text();
  return Number(/^tain_api_waiting (.*)$/m.exec(text)?.[1]);
};
/** Sends a request, and calls a function when `count` requests wait. */
async function requestWhile(
  paths: readonly (readonly [path: string, init?: RequestInit])[],
  then: () => Promise<unknown>,
  server = api,
): Promise<Response[]> {
  const answers = paths.map(([path, init]) => server.get(path, init));
  await expect.poll(() => waiting(server), POLL).toBe(paths.length);
  await then();
  return Promise.all(answers);
}

const prefer = (seconds: number): RequestInit => ({ headers: { prefer: `wait=${seconds}` } });
const WAIT = prefer(30);
/** Returns a time in nanoseconds within the next block. */
const next = (nanos: bigint) => BigInt(last + 1) * 1_000_000_000n - nanos;
const idOf = (payer: number, start: bigint) =>
  `0.0.${payer}-${start / 1_000_000_000n}-${String(start % 1_000_000_000n).padStart(9, '0')}`;
const messages = async (response: Response) => {
  const { _status } = (await response.json()) as { _status: { messages: unknown } };
  return [response.status, _status.messages];
};
/** Returns the number of names in a value of a statement, which is an array as passed to the driver. */
const sizeOf = (value: unknown) => (Array.isArray(value) ? value.length : 0);
const TOO_MANY = { detail: 'Too many requests are waiting for something that is not visible yet' };

describe('waitFor', () => {
  test('a block: the answer contains it, and reports its arrival', async () => {
    const wanted = last + 2;
    const path = `/api/v1/blocks?limit=1&WAITFOR=${wanted}`;
    const [response] = await requestWhile([[path, WAIT]], async () => {
      await writeBlock();
      expect(await waiting()).toBe(1);
      await writeBlock();
    });
    if (response === undefined) throw new Error('no answer');
    const { headers } = response;
    expect(headers.get('tain-wait')).toMatch(/^met;ms=\d+$/);
    expect(headers.get('tain-block')).toBe(String(wanted));
    expect(headers.get('preference-applied')).toBe('wait=30');
    expect(headers.get('vary')).toContain('prefer');
    expect(headers.get('cache-control')).toBe('public, max-age=1');
    expect(headers.get('access-control-expose-headers')).toBe('tain-block, tain-wait, preference-applied');
    const { blocks, links } = (await response.json()) as {
      blocks: { number: number }[];
      links: { next: string };
    };
    expect(blocks[0]?.number).toBe(wanted);
    expect(links.next).toBe(`/api/v1/blocks?limit=1&block.number=lt:${wanted}`);
    // The answer is cached under the same key as the answer without `waitFor`.
    expect(await api.json('/api/v1/blocks?limit=1')).toEqual({ blocks, links });
  });

  test('a visible entity is answered immediately', async () => {
    const response = await api.get(`/api/v1/network/capabilities?waitFor=${last}`);
    expect([response.status, response.headers.get('tain-wait')]).toEqual([200, 'met;ms=0']);
    expect(response.headers.get('preference-applied')).toBe(null);
  });

  test('a transaction, by its id and by each form of its hash', async () => {
    const hash = Buffer.from(Array.from({ length: 48 }, (_, index) => 255 - index));
    const ethereum = Buffer.alloc(32, 7);
    const at = next(5n);
    const row = transaction(at, 98, { transaction_hash: hash });
    const paths = [
      idOf(98, at - 1n),
      hash.toString('hex'),
      encodeURIComponent(hash.toString('base64')),
      `0x${hash.subarray(0, 32).toString('hex')}`,
      `0x${ethereum.toString('hex')}`,
    ].map((name) => [`/api/v1/transactions?limit=1&waitFor=${name}`, WAIT] as const);
    const answers = await requestWhile(paths, async () => {
      await writeBlock();
      expect(await waiting()).toBe(paths.length);
      await writeBlock({
        transaction: [row],
        transaction_hash: [
          {
            consensus_timestamp: at,
            hash: hash.subarray(0, 32),
            hash_suffix: hash.subarray(32),
            payer_account_id: 98,
          },
        ],
        contract_transaction_hash: [
          {
            consensus_timestamp: at,
            hash: ethereum,
            payer_account_id: 98,
            entity_id: 98,
            transaction_result: 22,
          },
        ],
      });
    });
    for (const answer of answers) {
      expect(answer.headers.get('tain-wait')).toMatch(/^met/);
      const { transactions } = (await answer.json()) as { transactions: { transaction_id: string }[] };
      expect(transactions[0]?.transaction_id).toBe(idOf(98, at - 1n));
    }
  });

  test('a transaction whose network is an hour ahead of its clients', async () => {
    const start = next(5n);
    last += 3_600;
    const [answer] = await requestWhile([[`/api/v1/blocks?waitFor=${idOf(98, start)}`, WAIT]], () =>
      writeBlock({ transaction: [transaction(next(5n), 98, { valid_start_ns: start })] }),
    );
    expect(answer?.headers.get('tain-wait')).toMatch(/^met/);
  });

  test('a block that does not arrive: the usual answer after the timeout, not cached', async () => {
    for (const [name, status] of [
      ['99999999', 200],
      [idOf(98, 5_000_000_000n), 200],
    ] as const) {
      const response = await api.get(`/api/v1/blocks?limit=1&waitFor=${name}`, prefer(1));
      expect(response.status).toBe(status);
      expect(response.headers.get('tain-wait')).toMatch(/^expired;ms=\d{3,}$/);
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(response.headers.get('preference-applied')).toBe('wait=1');
    }
  });

  test.each([
    ['/api/v1/blocks?waitFor=latest', 'Invalid parameter: waitFor'],
    ['/api/v1/blocks?waitFor=', 'Invalid parameter: waitFor'],
    ['/api/v1/blocks?waitFor=1&waitFor=2', 'Invalid parameter: waitFor'],
    ['/api/v1/blocks?waitFor[a]=1', 'Invalid parameter: waitFor'],
    ['/api/v1/network/nodes?waitFor=gt:1', 'Invalid parameter: waitFor'],
    // Other errors of the request are reported immediately.
    ['/api/v1/blocks?waitFor=99999999&limit=x', 'Invalid parameter: limit'],
    ['/api/v1/blocks/x?waitFor=99999999', 'Invalid parameter: hashOrNumber'],
  ])('%s is 400', async (path, message) => {
    expect(await messages(await api.get(path))).toEqual([400, [{ message }]]);
  });

  test('is not a parameter of a POST', async () => {
    const response = await api.get('/api/v1/network/fees?waitFor=x', { method: 'POST' });
    expect(JSON.stringify(await messages(response))).not.toContain('waitFor');
  });

  test('waits for a HEAD as for a GET', async () => {
    const wanted = last + 1;
    const init = { method: 'HEAD', ...WAIT };
    const [response] = await requestWhile([[`/api/v1/blocks?waitFor=${wanted}`, init]], () => writeBlock());
    expect([response?.status, response?.headers.get('tain-block')]).toEqual([200, String(wanted)]);
  });
});

describe('Prefer: wait', () => {
  test('waits until the entity of the path is visible', async () => {
    const at = next(7n);
    const entity = { type: 'ACCOUNT', memo: '', max_automatic_token_associations: 0, realm: 0, shard: 0 };
    const answers = await requestWhile(
      [
        [`/api/v1/blocks/${last + 2}`, WAIT],
        [`/api/v1/transactions/${idOf(77, at - 1n)}`, WAIT],
        ['/api/v1/accounts/0.0.7001', WAIT],
      ],
      async () => {
        await writeBlock();
        await expect.poll(waiting, POLL).toBe(3);
        await writeBlock({
          transaction: [transaction(at, 77)],
          entity: [{ ...entity, id: 7001, num: 7001, created_timestamp: at, timestamp_range: `[${at},)` }],
        });
      },
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    for (const { headers } of answers) {
      expect(headers.get('tain-wait')).toMatch(/^met;ms=/);
      expect(headers.get('preference-applied')).toBe('wait=30');
    }
  });

  test('requests that wait for entities share one statement for each block', async () => {
    const address = 'cd'.repeat(20);
    const alias = `1220${'ab'.repeat(32)}`;
    const named = [
      { id: 7101 },
      { id: 7102, evm_address: Buffer.from(address, 'hex') },
      { id: 7103, alias: Buffer.from(alias, 'hex') },
      { id: 7104, type: 'CONTRACT' },
    ];
    const paths = [
      'accounts/0.0.7101',
      'accounts/7101/tokens',
      `accounts/0x${address}`,
      `accounts/${base32OfHex(alias)}`,
      'contracts/0.0.7104',
    ].map((path) => [`/api/v1/${path}`, WAIT] as const);
    const statements = noteStatements();
    const isPoll = ({ text }: ExecutedStatement) => text.includes('with ordinality');
    /** Returns the number of names looked up by each poll. */
    const lookups = () =>
      statements
        .filter(isPoll)
        .map(({ values }) => values.reduce<number>((sum, one) => sum + sizeOf(one), 0));
    try {
      const answers = await requestWhile(paths, async () => {
        const lookedUp = () => lookups().reduce((sum, names) => sum + names, 0);
        await expect.poll(lookedUp, POLL).toBeGreaterThanOrEqual(named.length);
        statements.length = 0;
        await writeBlock();
        await expect.poll(lookups, POLL).toEqual([named.length]);
        await writeBlock();
        await expect.poll(lookups, POLL).toEqual([named.length, named.length]);
        // No request is executed again before its named item exists.
        expect(statements).toHaveLength(2);
        const at = next(3n);
        const row = { type: 'ACCOUNT', memo: '', max_automatic_token_associations: 0, realm: 0, shard: 0 };
        await writeBlock({
          entity: named.map((one) => ({
            ...{ alias: null, evm_address: null, ...row, ...one, num: one.id, deleted: false },
            ...{ created_timestamp: at, timestamp_range: `[${at},)` },
          })),
          contract: [{ id: 7104 }],
        });
      });
      expect(answers.map(({ status }) => status)).toEqual(paths.map(() => 200));
      for (const { headers } of answers) expect(headers.get('tain-wait')).toMatch(/^met;ms=/);
    } finally {
      vi.restoreAllMocks();
    }
  });

  const writeTopic = (id: number) => {
    const at = next(3n);
    const row = { type: 'TOPIC', memo: '', max_automatic_token_associations: 0, realm: 0, shard: 0 };
    const topic = { id, num: id, created_timestamp: at, timestamp_range: `[${at},)` };
    return writeBlock({ entity: [{ ...row, ...topic }] });
  };
  const writeMessage = (topic: number) => {
    const bytes = Buffer.from([1]);
    const message = { topic_id: topic, sequence_number: 1, message: bytes, running_hash: bytes };
    return writeBlock({ topic_message: [{ ...message, consensus_timestamp: next(3n) }] });
  };

  test('a missing item of an entity is waited for, although the entity exists', async () => {
    await writeTopic(7201);
    const path = ['/api/v1/topics/0.0.7201/messages/1', WAIT] as const;
    const [answer] = await requestWhile([path], async () => {
      await writeBlock();
      expect(await waiting()).toBe(1);
      await writeMessage(7201);
    });
    expect([answer?.status, answer?.headers.get('tain-wait')?.slice(0, 3)]).toEqual([200, 'met']);
  });

  test('an item that appears after the statement of an answer is not missed', async () => {
    await writeTopic(7202);
    const { lookup } = ReadServer.prototype;
    let misses = 0;
    vi.spyOn(ReadServer.prototype, 'lookup').mockImplementation(async function (
      this: ReadServer,
      statement,
      values,
    ) {
      const seen = await lookup.call(this, statement, values);
      if (!statement.text.includes('topic_message') || seen.rows.length > 0) return seen;
      misses++;
      // The second answer has looked for the message, which comes before the answer is made.
      if (misses === 2) await writeMessage(7202);
      return seen;
    });
    try {
      const answer = await api.get('/api/v1/topics/0.0.7202/messages/1', WAIT);
      expect(misses).toBe(2);
      expect([answer.status, answer.headers.get('tain-wait')?.slice(0, 3)]).toEqual([200, 'met']);
    } finally {
      vi.restoreAllMocks();
    }
  });

  test('an entity that does not appear is 404 after the time', async () => {
    const response = await api.get('/api/v1/accounts/0.0.7002', prefer(1));
    expect([response.status, response.headers.get('cache-control')]).toEqual([404, 'no-store']);
    expect(response.headers.get('tain-wait')).toMatch(/^expired;ms=/);
    expect(response.headers.get('tain-block')).toBe(String(last));
  });

  test('changes nothing if no entity can be missing, or if it is malformed', async () => {
    for (const [path, header] of [
      ['/api/v1/blocks?limit=1', 'wait=5'],
      [`/api/v1/blocks/${last + 50}`, 'wait=soon'],
      [`/api/v1/blocks/${last + 50}`, 'return=minimal'],
    ] as const) {
      const [plain, response] = await Promise.all([
        api.get(path),
        api.get(path, { headers: { prefer: header } }),
      ]);
      expect(response.status).toBe(plain.status);
      expect([...response.headers.keys()]).toEqual([...plain.headers.keys()]);
      expect(await response.text()).toBe(await plain.text());
    }
  });
});

describe('bounds', () => {
  const from = (address: string) => ({ headers: { 'x-forwarded-for': address, prefer: 'wait=30' } });
  const path = '/api/v1/blocks?waitFor=99999999';

  test('apply per client and in total; a disconnect frees its slot', async () => {
    const controller = new AbortController();
    const request = (address: string) => small.get(path, { ...from(address), signal: controller.signal });
    const disconnected = Promise.allSettled([request('10.0.0.1'), request('10.0.0.1'), request('10.0.0.2')]);
    await expect.poll(() => waiting(small), POLL).toBe(3);
    const own = await small.get(path, from('10.0.0.1'));
    expect([own.headers.get('retry-after'), own.headers.get('cache-control')]).toEqual(['1', 'no-store']);
    expect(await messages(own)).toEqual([429, [{ message: 'Too many requests', ...TOO_MANY }]]);
    const other = await small.get('/api/v1/accounts/0.0.7002', from('10.0.0.3'));
    expect(await messages(other)).toEqual([503, [{ message: 'Service unavailable', ...TOO_MANY }]]);
    // A request without a wait does not count.
    expect((await small.get('/api/v1/blocks?limit=1', from('10.0.0.1'))).status).toBe(200);
    controller.abort();
    await disconnected;
    await expect.poll(() => waiting(small), POLL).toBe(0);
    const ends = await (await small.get('/metrics')).text();
    expect(ends).toContain('tain_api_waits_total{end="left"} 3');
    expect(ends).toContain('tain_api_waits_total{end="refused"} 2');
  });

  test('a service that shuts down answers the waiting requests', async () => {
    const ending = await startTestApi({ database: api.database });
    const [response] = await requestWhile([[path, WAIT]], () => ending.close(), ending);
    expect(response?.status).toBe(200);
    expect(response?.headers.get('tain-wait')).toMatch(/^expired;ms=/);
  });
});
