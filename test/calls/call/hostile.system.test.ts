import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { forwardCalls } from '../../../src/app/roles/forward-calls.ts';
import type { ContractCall } from '../../../src/calls/contract-call.ts';
import { answerOfCall } from '../../../src/rest/contracts/call/outcomes.ts';
import { readCall } from '../../../src/rest/contracts/call/read-call.ts';
import { entity, longZero } from '../../rest/contracts/contract-rows.ts';
import { block, insert } from '../../rest/rows.ts';
import { type CallServer, type CallServerOptions, PATH, startCallServer } from './call-fixture.ts';

const word = (value: bigint | number): string => value.toString(16).padStart(64, '0');
const to = (id: number) => `0x${longZero(id)}`;
const ALWAYS_SEVEN = '600760005260206000f3';
const CODES: Readonly<Record<number, string>> = {
  2001: ALWAYS_SEVEN,
  // Code with KECCAK256 of a megabyte in a loop. Its gas does not limit it, but its time does.
  2002: '5b61ffff60002050600056',
  // Code that calls itself with all its gas, as deep as possible.
  2003: '60006000600060006000305af1505a60005260206000f3',
  // Code that touches ever higher memory.
  2004: '60005b8080526180000180600257',
  2005: '5b600056',
  // Code that passes its call data to MODEXP.
  2007: '3660006000376000600036600060055afa00',
  // Code with KECCAK256 of 1 GB: one operation that takes twice the time limit of a call on any machine.
  2008: '634000000060002000',
  // Code that returns slots 0 and 1 as two words, with 2,000 rounds of a loop between the reads.
  2006: '5f545f526107d05b60019003806007575060015460205260405ff3',
};

async function started(options: CallServerOptions = {}): Promise<CallServer> {
  const server = await startCallServer(options);
  await insert(server.database, 'record_file', [block(0, 100)]);
  await insert(
    server.database,
    'entity',
    Object.keys(CODES).map((id) => entity(Number(id), { balance: 0, created_timestamp: 1 })),
  );
  await insert(
    server.database,
    'contract',
    Object.entries(CODES).map(([id, code]) => ({ id, runtime_bytecode: Buffer.from(code, 'hex') })),
  );
  return server;
}

const SEVEN = { status: 200, body: { result: `0x${word(7)}` } };

/** Gas for a call that only its time limits, and the limit that allows it. */
const MUCH_GAS = 10 ** 14;
const GAS = { rules: { maxGas: 10n ** 15n } };
/** Time limit of a call that no test reaches, in milliseconds. */
const ENDLESS_MS = 3_600_000;

describe('with a time limit of a second', () => {
  let server: CallServer;
  beforeAll(async () => {
    server = await started({ ...GAS, timeLimitMs: 1_000 });
    // On a busy machine the first call of a thread takes more than a second.
    await vi.waitFor(async () => expect(await server.post({ to: to(2001) })).toEqual(SEVEN), 60_000);
  });
  afterAll(() => server?.close());

  it.each([
    ['an endless loop', 2005],
    ['a loop of hashes', 2002],
  ])('%s ends at its timeout', async (_name, id) => {
    expect((await server.post({ to: to(id), gas: MUCH_GAS })).status).toBe(503);
  });

  it('a power of 131,072 bits ends in time, and its worker survives', async () => {
    const size = 16_384;
    const data = `${word(size).repeat(3)}${'7f'.repeat(size)}${'ff'.repeat(size)}${'fd'.repeat(size)}`;
    expect((await server.post({ to: to(2007), gas: MUCH_GAS, data })).status).toBe(503);
    expect(server.pool.replaced).toBe(0);
    expect(await server.post({ to: to(2001) })).toEqual(SEVEN);
  });

  it('a worker is replaced if one operation exceeds its time, while other calls are served', async () => {
    const hash = server.post({ to: to(2008), gas: MUCH_GAS });
    await expect.poll(() => server.pool.running).toBe(1);
    for (let count = 0; count < 10; count += 1) expect(await server.post({ to: to(2001) })).toEqual(SEVEN);
    expect((await hash).status).toBe(503);
    await expect.poll(() => server.pool.replaced, { timeout: 120_000 }).toBe(1);
    expect(await server.post({ to: to(2001) })).toEqual(SEVEN);
  });
});

describe('without a time limit', () => {
  let server: CallServer;
  beforeAll(async () => {
    server = await started({ ...GAS, timeLimitMs: ENDLESS_MS });
    expect(await server.post({ to: to(2001) })).toEqual(SEVEN);
  });
  afterAll(() => server?.close());

  it('gas bounds memory and depth', async () => {
    expect(await server.post({ to: to(2004), gas: 15_000_000 })).toMatchObject({ status: 400 });
    expect(await server.post({ to: to(2003), gas: 15_000_000 })).toMatchObject({ status: 200 });
  });

  it('at most 128 KB of call data are accepted', async () => {
    expect(await server.post({ to: to(2001), data: '01'.repeat(131_072) })).toEqual(SEVEN);
    const more = await server.post({ to: to(2001), data: '01'.repeat(131_600) });
    expect(more.status).toBe(400);
    const much = await server.post(JSON.stringify({ to: to(2001), data: '01'.repeat(700_000) }));
    expect(much.status).toBe(413);
  });

  it('a long call does not delay others', async () => {
    const controller = new AbortController();
    const loop = server
      .post({ to: to(2005), gas: MUCH_GAS }, { signal: controller.signal })
      .catch(() => null);
    await expect.poll(() => server.pool.running).toBe(1);
    const others = await Promise.all(Array.from({ length: 20 }, () => server.post({ to: to(2001) })));
    expect(others).toEqual(others.map(() => SEVEN));
    controller.abort();
    // The loop ran for the whole time.
    expect(await loop).toBeNull();
  });

  it('one call sees one state while blocks arrive', async () => {
    const slot = (last: number) => Buffer.from(word(last), 'hex');
    const store = async (value: number) => {
      const client = await server.database.pool.connect();
      try {
        await client.query('begin');
        for (const which of [0, 1]) {
          await client.query(
            'insert into contract_state values ($1, 1, 1, $2, $3) on conflict (contract_id, slot) do update set value = excluded.value',
            [2006, slot(which), slot(value)],
          );
        }
        await client.query('commit');
      } finally {
        client.release();
      }
      server.pool.renew();
    };
    await store(1);
    let stop = false;
    const writing = (async () => {
      for (let value = 2; !stop; value += 1) await store(value);
    })();
    const seen = new Set<string>();
    for (let round = 0; round < 15; round += 1) {
      const answers = await Promise.all(Array.from({ length: 5 }, () => server.post({ to: to(2006) })));
      for (const { status, body } of answers) {
        expect(status).toBe(200);
        const { result } = body as { result: string };
        expect(result.slice(2, 66)).toBe(result.slice(66));
        seen.add(result);
      }
    }
    stop = true;
    await writing;
    expect(seen.size).toBeGreaterThan(5);
    expect(server.log).toEqual([]);
  });

  it('no call remains after all of them', async () => {
    for (let count = 0; count < 50; count += 1) expect(await server.post({ to: to(2001) })).toEqual(SEVEN);
    expect(server.pool.running).toBe(0);
  });

  it('a worker survives the loss of its connection', async () => {
    // A killed connection fails only its call.
    await server.database.pool.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'tain evm worker' and datname = current_database()",
    );
    const after = await Promise.all(Array.from({ length: 10 }, () => server.post({ to: to(2001) })));
    expect(after.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(8);
    await sleep(100);
    expect(await server.post({ to: to(2001) })).toEqual(SEVEN);
  });
});

/** Posts a call from an address of this machine. Resolves to the status. */
function statusFrom(localAddress: string, url: string): Promise<number | undefined> {
  const body = JSON.stringify({ to: to(2001) });
  const headers = { 'content-type': 'application/json', 'content-length': body.length };
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(url, { method: 'POST', headers, localAddress }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

describe('with one worker', () => {
  let server: CallServer;
  beforeAll(async () => {
    server = await started({ ...GAS, workers: 1, maxWaiting: 10, timeLimitMs: ENDLESS_MS });
    expect(await server.post({ to: to(2001) })).toEqual(SEVEN);
  });
  afterAll(() => server?.close());

  it('a client that disconnects ends its call, and releases the worker', async () => {
    const body = JSON.stringify({ to: to(2005), gas: MUCH_GAS });
    const controller = httpRequest(`${server.url}${PATH}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-length': body.length },
    });
    controller.on('error', () => undefined);
    controller.end(body);
    await expect.poll(() => server.pool.running).toBe(1);
    controller.destroy();
    expect(await server.post({ to: to(2001) })).toEqual(SEVEN);
    expect(server.pool.replaced).toBe(0);
  });

  it('too many concurrent calls from one client are refused, and calls of other clients are not', async () => {
    const controller = new AbortController();
    const loop = server
      .post({ to: to(2005), gas: MUCH_GAS }, { signal: controller.signal })
      .catch(() => null);
    await expect.poll(() => server.pool.running).toBe(1);
    const statuses: number[] = [];
    const flood = Array.from({ length: 30 }, async () => {
      const { status } = await server.post({ to: to(2001) });
      statuses.push(status);
    });
    // A single client may use all ten slots of the queue; further calls are refused.
    await expect.poll(() => statuses).toEqual(Array.from({ length: 20 }, () => 429));
    expect(server.pool.waiting).toBe(10);
    const other = statusFrom('127.0.0.2', `${server.url}${PATH}`);
    // The other client gets one of the slots.
    await expect.poll(() => statuses).toEqual(Array.from({ length: 21 }, () => 429));
    controller.abort();
    expect(await other).toBe(200);
    await Promise.all([...flood, loop]);
    expect(statuses.slice(21)).toEqual(Array.from({ length: 9 }, () => 200));
  });
});

it('too many calls per second are throttled, by requests and by gas', async () => {
  const server = await started({ rates: { requestsPerSecond: 5, gasPerSecond: 40_000_000 } });
  try {
    const answers = await Promise.all(Array.from({ length: 12 }, () => server.post({ to: to(2001) })));
    const details = answers.flatMap(({ status, body }) =>
      status === 429
        ? [(body as { _status: { messages: { detail: string }[] } })._status.messages[0]?.detail]
        : [],
    );
    expect(details).toContain('Requests per second rate limit exceeded');
    await sleep(1_100);
    // Each call reserves 15,000,000 gas and uses little of it.
    for (let count = 0; count < 4; count += 1) expect(await server.post({ to: to(2001) })).toEqual(SEVEN);
    await sleep(1_100);
    const greedy = await Promise.all(Array.from({ length: 4 }, () => server.post({ to: to(2005) })));
    expect(greedy.map(({ status }) => status)).toContain(429);
  } finally {
    await server.close();
  }
});

const hexOf = (bytes: number) =>
  fc.uint8Array({ minLength: bytes, maxLength: bytes }).map((raw) => Buffer.from(raw).toString('hex'));
const MAX_INT64 = 2n ** 63n - 1n;

/** Any call that a client may send by REST. */
function anyCall(): fc.Arbitrary<ContractCall> {
  const address = hexOf(20).filter((digits) => /[^0]/.test(digits));
  const slots = fc.array(fc.record({ key: hexOf(32), value: hexOf(32) }), { minLength: 1, maxLength: 2 });
  const int64 = fc.bigInt(0n, MAX_INT64);
  const override = fc.record({
    address,
    balance: fc.option(int64, { nil: undefined }),
    nonce: fc.option(int64, { nil: undefined }),
    code: fc.option(fc.constantFrom('', '60', '6001'), { nil: undefined }),
    state: slots,
    stateDiff: fc.constant([]),
  });
  const authorization = fc.record({
    address: hexOf(20).map((digits) => `0x${digits}`),
    chain_id: fc.bigInt(0n, 2n ** 256n - 1n).map((id) => `0x${id.toString(16)}`),
    nonce: fc.bigInt(0n, 2n ** 64n - 1n),
    r: hexOf(32).map((digits) => `0x${digits}`),
    s: hexOf(32).map((digits) => `0x${digits}`),
    y_parity: fc.constantFrom('0x0', '0x1'),
  });
  return fc.record(
    {
      block: fc.oneof(
        fc.constantFrom({ kind: 'latest' } as const, { kind: 'earliest' } as const),
        int64.map((number) => ({ kind: 'number', number }) as const),
        hexOf(48).map((hash) => ({ kind: 'hash', hash }) as const),
      ),
      data: fc.constantFrom('', 'a9059cbb', '123'),
      estimate: fc.boolean(),
      from: address,
      gas: fc.bigInt(21_000n, MAX_INT64),
      gasPrice: int64,
      to: address,
      value: int64,
      // One of each, because the body has at most 100 tokens.
      overrides: fc.array(override, { maxLength: 1 }),
      authorizations: fc.array(authorization, { minLength: 1, maxLength: 1 }),
    },
    {
      requiredKeys: ['block', 'data', 'estimate', 'from', 'gas', 'gasPrice', 'to', 'value', 'overrides'],
    },
  );
}

describe('forwardCalls', () => {
  const call = readCall(Buffer.from('{}'), 'application/json');
  const caller = { client: 'a', signal: undefined };

  it('forwards only the call, and the refusal', async () => {
    const requested: unknown[] = [];
    const messages = [{ message: 'CONTRACT_REVERT_EXECUTED', detail: 'no', data: '0x12' }];
    const upstream = createServer((request, response) => {
      requested.push([request.method, request.url, request.headers['content-type'], request.headers.cookie]);
      const body = JSON.stringify({ _status: { messages } });
      response.writeHead(400, { 'content-type': 'application/json' }).end(body);
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => upstream.once('listening', resolve));
    const url = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}/`;
    try {
      const forward = forwardCalls({ url, timeLimitMs: 1_000 });
      const refused = await forward(call, caller);
      expect(refused).toEqual({
        outcome: 'failed',
        entries: [{ status: 'CONTRACT_REVERT_EXECUTED', detail: 'no', data: '0x12' }],
        isRefused: false,
        isExecuted: true,
      });
      expect(JSON.parse(String(answerOfCall(refused).body))).toEqual({ _status: { messages } });
      expect(requested).toEqual([['POST', PATH, 'application/json', undefined]]);
    } finally {
      upstream.close();
    }
  });

  it('writes each call so that the REST operation reads the same call', async () => {
    const received: ContractCall[] = [];
    const upstream = createServer(async (request, response) => {
      received.push(readCall(await buffer(request), request.headers['content-type']));
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"result":"0x2a"}');
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => upstream.once('listening', resolve));
    const forward = forwardCalls({
      url: `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`,
      timeLimitMs: 60_000,
    });
    try {
      await fc.assert(
        fc.asyncProperty(anyCall(), async (sent) => {
          expect(await forward(sent, caller)).toMatchObject({ outcome: 'done', result: '0x2a' });
          expect(received.pop()).toEqual(sent);
        }),
      );
    } finally {
      upstream.closeAllConnections();
      upstream.close();
    }
  });

  for (const [name, answer] of [
    ['nothing', () => undefined],
    ['a redirect', (response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()],
    ['no JSON', (response) => response.end('<html>')],
    ['too many bytes', (response) => response.end(`"${'x'.repeat(2_000)}"`)],
  ] as readonly [string, (response: import('node:http').ServerResponse) => unknown][]) {
    it(`is unavailable if the other server sends ${name}`, async () => {
      const upstream = createServer((_request, response) => void answer(response)).listen(0, '127.0.0.1');
      await new Promise((resolve) => upstream.once('listening', resolve));
      const url = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`;
      try {
        const response = await forwardCalls({ url, timeLimitMs: 500, maxBytes: 1_000 })(call, caller);
        expect(response).toMatchObject({ outcome: 'unavailable' });
      } finally {
        upstream.closeAllConnections();
        upstream.close();
      }
    });
  }
});
