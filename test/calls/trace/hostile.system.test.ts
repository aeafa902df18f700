import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { createGunzip } from 'node:zlib';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { forwardTraces } from '../../../src/app/roles/forward-traces.ts';
import { DEFAULT_API_SETTINGS } from '../../../src/rest/route/settings.ts';
import { startApi } from '../../../src/rest/server.ts';
import { at, hashOf, longZero } from '../../rest/contracts/contract-rows.ts';
import { type CallServer, type CallServerOptions, startCallServer } from '../call/call-fixture.ts';
import { insertLedger, insertRecorded, pathOf, prestatePathOf, traceOf, word } from './trace-ledger.ts';

const OPCODES = { kind: 'opcodes', stack: true, memory: false, storage: false } as const;
const MUCH_GAS = 10 ** 14;
/** Consensus seconds of the transactions. */
const SHORT_SECONDS = 150;
const MILLION = 151;
const ENDLESS = 152;
const LARGE = 153;

/** Number of rounds, with seven operations each. */
const ROUNDS = 143_000;
const ROUND = 'JUMPDEST PUSH1 SWAP1 SUB DUP1 PUSH1 JUMPI'.split(' ');

async function started(options: CallServerOptions = {}): Promise<CallServer> {
  const server = await startCallServer({ rules: { maxGas: BigInt(MUCH_GAS) }, ...options });
  await insertLedger(server, {
    2001: '7 0 MSTORE 32 0 RETURN',
    2002: `0x${ROUNDS.toString(16).padStart(6, '0')} JUMPDEST 1 SWAP1 SUB DUP1 4 JUMPI STOP`,
    2003: 'JUMPDEST 0 JUMP',
    // Code that writes a megabyte of memory, and then executes operations whose entries contain it.
    2004: '1 0x0fffe0 MSTORE 0x0007d0 JUMPDEST 1 SWAP1 SUB DUP1 11 JUMPI STOP',
  });
  const gas = { gas_limit: MUCH_GAS };
  await insertRecorded(server, { time: SHORT_SECONDS });
  await insertRecorded(server, { time: MILLION, contract: 2002, result: gas });
  await insertRecorded(server, { time: ENDLESS, contract: 2003, result: gas });
  await insertRecorded(server, { time: LARGE, contract: 2004, result: gas });
  expect((await traceOf(server, SHORT_SECONDS)).return_value).toBe(word(7));
  return server;
}

const call = (server: CallServer) => server.post({ to: `0x${longZero(2001)}` });
const SEVEN = { status: 200, body: { result: word(7) } };

interface Answered {
  readonly status: number;
  readonly body: unknown;
}

async function get(url: string): Promise<Answered> {
  const response = await fetch(url);
  return { status: response.status, body: await response.json() };
}

/** Starts a request whose response is read only on demand. */
function begin(server: CallServer, path: string, method = 'GET') {
  const request = httpRequest(server.url + path, { method, headers: { 'accept-encoding': 'gzip' } });
  request.on('error', () => undefined);
  request.end();
  const response = new Promise<IncomingMessage>((resolve) => request.once('response', resolve));
  return { request, response };
}

/** Starts a server without an engine that forwards to another one. */
async function forwarding(server: CallServer, url: string, timeLimitMs = 10_000) {
  return startApi({
    database: server.database,
    settings: DEFAULT_API_SETTINGS,
    clock: () => 0,
    log: pino({ level: 'silent' }),
    registry: new Registry(),
    host: '127.0.0.1',
    port: 0,
    traceTransaction: forwardTraces({ url, timeLimitMs, enabled: true }),
  });
}

describe('a trace of a million operations', () => {
  let server: CallServer;
  beforeAll(async () => {
    // The time limit is high, because a loaded machine needs more than a minute for the trace.
    server = await started({ traces: { timeLimitMs: 280_000 } });
  });
  afterAll(() => server?.close());

  it('is streamed in little memory while calls are served', async () => {
    const before = process.memoryUsage.rss();
    let max = 0;
    const { response } = begin(server, pathOf(MILLION));
    const { statusCode, headers } = await response;
    expect([statusCode, headers['content-encoding']]).toEqual([200, 'gzip']);
    expect(headers['content-length']).toBeUndefined();
    let entries = 0;
    let bytes = 0;
    let begun = '';
    let last = '';
    let calls = 0;
    let isDone = false;
    const calling = (async () => {
      while (!isDone) {
        expect(await call(server)).toEqual(SEVEN);
        calls += 1;
        await sleep(100);
      }
    })();
    const answer = createGunzip();
    // Aborting the response also ends the reading.
    pipeline(await response, answer, () => undefined);
    for await (const chunk of answer) {
      const text = last.slice(-5) + (chunk as Buffer).toString();
      bytes += (chunk as Buffer).length;
      entries += text.split('"op":"').length - 1;
      if (begun === '') begun = text;
      last = text;
      max = Math.max(max, process.memoryUsage.rss() - before);
    }
    isDone = true;
    await calling;
    expect(entries).toBe(7 * ROUNDS + 2);
    const gas = 21_000 + 3 + 26 * ROUNDS;
    expect(begun.slice(0, 200)).toContain(
      `{"address":"0x${longZero(2002)}","contract_id":"0.0.2002","failed":false,"gas":${gas},"opcodes":[{`,
    );
    expect(last.slice(-100)).toMatch(/\}\],"return_value":"0x"\}$/);
    expect(bytes).toBeGreaterThan(200_000_000);
    expect(max).toBeLessThan(150_000_000);
    expect(calls).toBeGreaterThan(5);
  });

  it('is valid JSON across chunks', async () => {
    const { opcodes, failed } = await traceOf(server, LARGE);
    expect([opcodes.length, failed]).toEqual([7 * 2_000 + 5, false]);
    const rounds = opcodes.slice(4, -1).map(({ op }) => op);
    expect(rounds).toEqual(Array.from({ length: 2_000 }, () => ROUND).flat());
  });

  it('waits for a client that does not read, until its time ends', async () => {
    const chunks: number[] = [];
    const begun = performance.now();
    const transaction = { hash: hashOf(at(MILLION)).toString('hex') };
    const answer = await server.pool.run({
      class: 'trace',
      job: { kind: 'trace', request: { transaction, options: OPCODES } },
      client: 'slow',
      timeLimitMs: 2_500,
      onChunk: ({ length }) => chunks.push(length),
    });
    expect(answer.outcome).toBe('unavailable');
    expect(performance.now() - begun).toBeGreaterThan(2_300);
    expect(chunks.length).toBe(4);
    expect(Math.max(...chunks)).toBeLessThan(100_000);
    expect(server.pool.replaced).toBe(0);
  });

  it.each([
    ['before the answer begins', ENDLESS, ''],
    ['in the middle of it', LARGE, '?memory=true'],
  ])('is aborted when the client disconnects %s', async (_, time, query) => {
    const { request, response } = begin(server, pathOf(time, query));
    if (time === LARGE) expect((await response).statusCode).toBe(200);
    await expect.poll(() => server.pool.running).toBe(1);
    request.destroy();
    await expect.poll(() => server.pool.running, { timeout: 120_000 }).toBe(0);
    expect(server.pool.replaced).toBe(0);
    expect(server.log).toEqual([]);
  });

  it('is not created for a HEAD request', async () => {
    const { response } = begin(server, pathOf(LARGE, '?memory=true'), 'HEAD');
    expect((await response).statusCode).toBe(200);
    await expect.poll(() => server.pool.running, { timeout: 120_000 }).toBe(0);
  });
});

describe('the time of a trace', () => {
  let server: CallServer;
  beforeAll(async () => {
    server = await started({ traces: { timeLimitMs: 2_000 } });
  });
  afterAll(() => server?.close());

  it('ends with 503 if nothing was sent, and leaves a worker for calls meanwhile', async () => {
    const begun = performance.now();
    const traces = Promise.all(Array.from({ length: 2 }, () => get(server.url + pathOf(ENDLESS))));
    await expect.poll(() => server.pool.running).toBe(1);
    for (let count = 0; count < 20; count += 1) expect(await call(server)).toEqual(SEVEN);
    expect(performance.now() - begun).toBeLessThan(10_000);
    const body = { _status: { messages: [{ message: 'Service Unavailable', detail: '', data: '' }] } };
    expect(await traces).toEqual(Array.from({ length: 2 }, () => ({ status: 503, body })));
  });

  it('aborts the connection if it was begun: no client mistakes a part for the whole', async () => {
    const response = await fetch(server.url + pathOf(LARGE, '?memory=true'));
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow();
    expect(server.pool.replaced).toBe(0);
  });

  it('aborts the connection of a server that forwards it', async () => {
    const front = await forwarding(server, server.url, 60_000);
    try {
      const response = await fetch(front.url + pathOf(LARGE, '?memory=true'));
      expect(response.status).toBe(200);
      await expect(response.text()).rejects.toThrow();
    } finally {
      await front.close();
    }
  });
});

describe('a server with a rate of traces and a timeout of other requests', () => {
  let server: CallServer;
  beforeAll(async () => {
    server = await started({ traces: { tracesPerSecond: 3 }, requestTimeout: 1 });
  });
  afterAll(() => server?.close());

  it('sends a trace for longer than the timeout', async () => {
    const { request, response } = begin(server, pathOf(MILLION));
    expect((await response).statusCode).toBe(200);
    request.destroy();
  });

  it('throttles traces, while calls are served', async () => {
    await sleep(1_000);
    const [traces, calls] = await Promise.all([
      Promise.all(Array.from({ length: 20 }, () => get(server.url + pathOf(SHORT_SECONDS)))),
      Promise.all(Array.from({ length: 20 }, () => call(server))),
    ]);
    const refused = traces.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThanOrEqual(10);
    expect(refused.length).toBeLessThanOrEqual(17);
    expect(traces.filter(({ status }) => status === 200).length).toBe(20 - refused.length);
    const detail = 'Requests per second rate limit exceeded';
    expect(refused[0]?.body).toEqual({
      _status: { messages: [{ message: 'Too Many Requests', detail, data: '' }] },
    });
    expect(calls).toEqual(calls.map(() => SEVEN));
  });
});

describe('forwarded traces', () => {
  const GIVEN = [
    { transaction: { hash: 'ab'.repeat(32) }, options: OPCODES },
    { client: 'a', signal: undefined },
  ] as const;

  it('are those of the other server, errors too, and end with the client', async () => {
    const server = await started({ workers: 1 });
    const front = await forwarding(server, server.url);
    try {
      for (const path of [
        pathOf(SHORT_SECONDS),
        pathOf(SHORT_SECONDS, '?memory=true&stack=false&storage=true'),
        '/api/v1/contracts/0.0.2000-149-999999999/results/opcodes',
        prestatePathOf(SHORT_SECONDS),
        prestatePathOf(SHORT_SECONDS, '?diff=true&code=true&storage=true'),
        prestatePathOf(99),
        pathOf(99),
        '/api/v1/contracts/results/0.0.2000-1-1/opcodes',
      ]) {
        expect(await get(front.url + path)).toEqual(await get(server.url + path));
      }
      const { request, response } = begin({ ...server, url: front.url }, pathOf(LARGE, '?memory=true'));
      expect((await response).statusCode).toBe(200);
      expect(server.pool.running).toBe(1);
      request.destroy();
      await expect.poll(() => server.pool.running, { timeout: 120_000 }).toBe(0);
    } finally {
      await front.close();
      await server.close();
    }
  });

  it('are unknown if traces are disabled', async () => {
    const forward = forwardTraces({ url: 'http://127.0.0.1:1', timeLimitMs: 500, enabled: false });
    expect(await forward(...GIVEN)).toMatchObject({
      outcome: 'unknown',
      entries: [{ detail: '', data: '' }],
    });
  });

  it.each([
    ['nothing', () => undefined],
    [
      'a redirect',
      (response: ServerResponse) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
    ],
    ['invalid JSON', (response: ServerResponse) => response.end('<html>')],
    [
      'a long error',
      (response: ServerResponse) =>
        response.writeHead(400, { 'content-type': 'application/json' }).end(`"${'x'.repeat(100_000)}"`),
    ],
  ])('are unavailable if the other server sends %s', async (_, answer) => {
    const upstream = createServer((_request, response) => void answer(response)).listen(0, '127.0.0.1');
    await new Promise((resolve) => upstream.once('listening', resolve));
    try {
      const url = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`;
      const forward = forwardTraces({ url, timeLimitMs: 500, enabled: true });
      expect(await forward(...GIVEN)).toMatchObject({ outcome: 'unavailable' });
    } finally {
      upstream.closeAllConnections();
      upstream.close();
    }
  });
});
