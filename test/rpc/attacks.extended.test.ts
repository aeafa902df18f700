import { once } from 'node:events';
import { connect } from 'node:net';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { DEFAULT_CONNECTION_LIMITS } from '../../src/net/connection-limits.ts';
import type { RpcServices } from '../../src/rpc/method/services.ts';
import { startExecution } from '../calls/call/call-fixture.ts';
import { log } from '../rest/contracts/contract-rows.ts';
import { type RpcResponse, startTestRpc, type TestRpc, withoutRequestId } from './rpc-fixture.ts';
import { fillContracts, to, word } from './simulated-contracts.ts';

// The most expensive requests for the server. Each must end with a short error that states the reason, while another
// client is served.

const services: { -readonly [Name in keyof RpcServices]: RpcServices[Name] } = {};
let rpc: TestRpc;
let execution: Awaited<ReturnType<typeof startExecution>>;

beforeAll(async () => {
  rpc = await startTestRpc({
    services,
    trustProxy: true,
    connectionLimits: {
      ...DEFAULT_CONNECTION_LIMITS,
      headTimeoutMs: 500,
      requestTimeoutMs: 1_000,
      stallTimeoutMs: 1_000,
    },
  });
  await fillContracts(rpc);
  // Block 1: more logs than one response may contain. Block 2: the maximum number, a megabyte in all.
  const logs = (time: bigint, count: number, bytes: number) =>
    Array.from({ length: count }, (_, index) => log(time, index, 2001, { data: Buffer.alloc(bytes, 1) }));
  await rpc.insert('contract_log', [
    ...logs(200_000_000_000n, 1_001, 1),
    ...logs(300_000_000_000n, 1_000, 256),
  ]);
  execution = await startExecution(rpc.target, pino({ level: 'silent' }), new Registry(), {
    timeLimitMs: EXECUTION_TIMEOUT_MS,
  });
  services.simulate = execution.simulate;
  services.callContract = execution.callContract;
}, 60_000);
afterAll(async () => {
  await execution?.close();
  await rpc?.close();
});

/** Timeout of an execution, long enough that attacks end by their limits of gas and bytes on a loaded machine. */
const EXECUTION_TIMEOUT_MS = 120_000;
/** Maximum number of characters of an error's message, which limits quoted values of a client. */
const MAX_MESSAGE = 2_000;
const MEGABYTE = 1_000_000;

const request = (method: string, ...params: readonly unknown[]) =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
/** Requests the newest block number, as seen by code, for another client than the attacker. */
async function requestMeanwhile(): Promise<void> {
  const response = await rpc.post(request('eth_call', { to: to(2006) }), { 'x-forwarded-for': '10.0.0.9' });
  expect(await response.json()).toMatchObject({ result: `0x${word(2)}` });
}
/** Returns the value of a metric without labels. */
async function metric(name: string): Promise<number> {
  const text = await rpc.registry.getSingleMetricAsString(name);
  return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1]);
}
/** Returns a word for each number below `count`, by key. */
const slots = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`0x${word(at)}`, `0x${word(1)}`]));
const CALL = { to: to(2001), gas: '0xe4e1c0' };
const withCode = (code: string) => ({ stateOverrides: { [to(2001)]: { code } } });
/** Code with an endless loop: JUMPDEST, PUSH1 0, JUMP. */
const ENDLESS = withCode('0x5b600056');
/** Code that calls itself in a loop. */
const RECURSIVE = withCode('0x5b5f5f5f5f5f305af150600056');
/** Code that calls an account with 32 kB of memory in a loop. */
const WORDY = withCode('0x5b5f5f6180005f5f6105dd5af150600056');

const ATTACKS: readonly (readonly [name: string, body: string, expected: RegExp])[] = [
  [
    'parameters nested deeply',
    request('eth_call', JSON.parse('['.repeat(40) + ']'.repeat(40))),
    /^-32700 Parse error$/,
  ],
  ['half a megabyte of brackets', '['.repeat(MEGABYTE / 2), /^-32700 Parse error$/],
  [
    'a number of a megabyte',
    request('eth_getBalance', to(2001), `0x${'f'.repeat(900_000)}`),
    /^-32602 Invalid parameter 1/,
  ],
  [
    'an address of a megabyte',
    request('eth_getCode', `0x${'f'.repeat(900_000)}`),
    /^-32602 Invalid parameter 0/,
  ],
  ['a method of a megabyte', request('x'.repeat(900_000)), /^-32601 Method x+… not found$/],
  [
    'call data of a megabyte',
    request('eth_call', { ...CALL, data: `0x${'ff'.repeat(450_000)}` }),
    /^-32000 /,
  ],
  [
    'simulated call data of a megabyte',
    request('debug_traceCall', { ...CALL, data: `0x${'ff'.repeat(450_000)}` }),
    /^-32000 .*TRANSACTION_OVERSIZE$/,
  ],
  [
    'overrides of a megabyte',
    request('eth_call', CALL, 'latest', { [to(2001)]: { stateDiff: slots(6_000) } }),
    /^-32000 /,
  ],
  [
    'a trace of each operation of an endless loop',
    request('debug_traceCall', CALL, 'latest', ENDLESS),
    /^-32005 The trace has more than 16777216 bytes: limit exceeded$/,
  ],
  [
    'a trace of each operation with its memory',
    request('debug_traceCall', CALL, 'latest', { ...WORDY, enableMemory: true }),
    /^-32005 The trace has more than 16777216 bytes: limit exceeded$/,
  ],
  [
    'a trace of countless calls',
    request('debug_traceCall', CALL, 'latest', { ...RECURSIVE, tracer: 'callTracer' }),
    /^-32000 .*The trace has more than 8388608 bytes$/,
  ],
  [
    'a trace of calls with long input',
    request('debug_traceCall', CALL, 'latest', { ...WORDY, tracer: 'callTracer' }),
    /^-32000 .*The trace has more than 8388608 bytes$/,
  ],
  [
    'a thousand simulated calls with all gas',
    request('eth_simulateV1', {
      blockStateCalls: [{ stateOverrides: ENDLESS.stateOverrides, calls: Array(1_000).fill(CALL) }],
    }),
    /^-38013 /,
  ],
  [
    'a simulation far ahead',
    request('eth_simulateV1', { blockStateCalls: [{ blockOverrides: { number: '0xffffffffffff' } }] }),
    /^-38026 too many blocks$/,
  ],
];

describe('attacks', () => {
  it.each(ATTACKS)('%s', async (_name, body, expected) => {
    const attack = rpc.post(body);
    await requestMeanwhile();
    const { error } = withoutRequestId((await (await attack).json()) as RpcResponse);
    const text = `${error?.code} ${error?.message}`;
    expect(text).toMatch(expected);
    expect(text.length).toBeLessThan(MAX_MESSAGE);
  });

  it.each([
    ['1,001 requests', Array(1_001).fill({ jsonrpc: '2.0', id: 1, method: 'eth_chainId' }), 1_001],
    ['a megabyte of numbers', Array(500_000).fill(1), 500_000],
  ])('a batch of %s', async (_name, batch, length) => {
    const answers = (await (await rpc.post(JSON.stringify(batch))).json()) as RpcResponse[];
    expect(answers).toHaveLength(1);
    expect(answers.at(-1)?.error).toMatchObject({
      code: -32_203,
      message: expect.stringContaining(`Batch request amount ${length} exceeds max 100`),
    });
  });

  it('thousands of overrides are found, each slot by its own value', async () => {
    const overrides = { [to(2001)]: { stateDiff: slots(6_000) } };
    expect(
      await rpc.result('debug_traceCall', CALL, 'latest', {
        tracer: 'callTracer',
        stateOverrides: overrides,
      }),
    ).toMatchObject({ output: `0x${word(1)}` });
  });

  it('filters by thousands', async () => {
    const install = Array(100).fill(JSON.parse(request('eth_newBlockFilter')));
    const refused: number[] = [];
    for (let batch = 0; batch < 6; batch++) {
      const answers = (await (await rpc.post(JSON.stringify(install))).json()) as RpcResponse[];
      refused.push(answers.filter(({ error }) => error?.code === -32_605).length);
    }
    expect(refused).toEqual([0, 0, 0, 0, 0, 100]);
    expect((await rpc.call('eth_newBlockFilter')).error?.code).toBe(-32_605);
  });

  it('a flood of WebSocket messages is answered, and others meanwhile', async () => {
    const socket = new WebSocket(rpc.server.url.replace('http', 'ws'));
    await once(socket, 'open');
    const ids = new Set<unknown>();
    const answered = new Promise<void>((resolve) => {
      socket.on('message', (data: Buffer) => {
        const { id, result } = JSON.parse(data.toString()) as RpcResponse;
        if (result === `0x${word(7)}`) ids.add(id);
        if (ids.size === 2_000) resolve();
      });
    });
    for (let id = 0; id < 2_000; id++) {
      socket.send(JSON.stringify({ jsonrpc: '2.0', id, method: 'eth_call', params: [{ to: to(2001) }] }));
    }
    await requestMeanwhile();
    await answered;
    socket.close();
  });

  it('repeated requests for all logs', async () => {
    const everything = JSON.parse(request('eth_getLogs', { fromBlock: '0x0', toBlock: 'latest' })) as object;
    const attack = rpc.post(JSON.stringify(Array(100).fill(everything)));
    await requestMeanwhile();
    const answers = (await (await attack).json()) as RpcResponse[];
    expect(new Set(answers.map(({ error }) => error?.code))).toEqual(new Set([-32_005]));
  });

  it('thousands of subscriptions on many connections', async () => {
    const url = rpc.server.url.replace('http', 'ws');
    const codes: unknown[] = [];
    const sockets = await Promise.all(
      Array.from({ length: 3 }, async () => {
        const socket = new WebSocket(url);
        await once(socket, 'open');
        return socket;
      }),
    );
    const answered = new Promise<void>((resolve) => {
      const note = (data: Buffer): void => {
        const { error, id } = JSON.parse(data.toString()) as RpcResponse;
        if (typeof id === 'number') codes.push(error?.code);
        if (codes.length === 2_400) resolve();
      };
      for (const socket of sockets) socket.on('message', note);
    });
    for (let id = 0; id < 2_400; id++) {
      const params = ['logs', { topics: [`0x${word(id)}`] }];
      sockets[id % 3]?.send(JSON.stringify({ jsonrpc: '2.0', id, method: 'eth_subscribe', params }));
    }
    const other = new WebSocket(url, { headers: { 'x-forwarded-for': '10.0.0.9' } });
    await once(other, 'open');
    other.send(request('eth_subscribe', 'newHeads'));
    const [first] = (await once(other, 'message')) as [Buffer];
    expect(JSON.parse(first.toString())).toMatchObject({ result: expect.stringMatching(/^0x/) });
    await requestMeanwhile();
    await answered;
    expect(codes.filter((code) => code === undefined)).toHaveLength(2_000);
    expect(codes.filter((code) => code === -32_608)).toHaveLength(400);
    for (const socket of [...sockets, other]) socket.close();
    await expect.poll(() => metric('tain_rpc_subscriptions')).toBe(0);
  });

  it('a client that does not read its responses', async () => {
    const socket = new WebSocket(rpc.server.url.replace('http', 'ws'));
    await once(socket, 'open');
    await expect.poll(() => metric('tain_rpc_websockets')).toBe(1);
    socket.pause();
    socket.on('error', () => undefined);
    for (let id = 0; id < 200; id++) {
      socket.send(request('eth_getLogs', { fromBlock: '0x2', toBlock: '0x2' }));
    }
    await requestMeanwhile();
    await expect.poll(() => metric('tain_rpc_websockets')).toBe(0);
    socket.terminate();
  });

  it('requests sent byte by byte', async () => {
    const { port } = new URL(rpc.server.url);
    const heads = [
      'POST / HTTP/1.1\r\nx: ',
      'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1000\r\n\r\n',
    ] as const;
    const closed = heads.flatMap((head) =>
      Array.from({ length: 20 }, async () => {
        const socket = connect(Number(port), '127.0.0.1');
        socket.on('error', () => undefined).resume();
        socket.write(head);
        const drip = setInterval(() => socket.write('x'), 100);
        // The server may reset the connection, which is an error of the socket before its end.
        await new Promise((resolve) => socket.once('close', resolve));
        clearInterval(drip);
      }),
    );
    await requestMeanwhile();
    await Promise.all(closed);
  });

  it('no request caused an internal error', () => {
    expect(rpc.errors).toEqual([]);
  });
});
