import { once } from 'node:events';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import type { RpcServices } from '../../src/rpc/method/services.ts';
import { startExecution } from '../evm/call/call-fixture.ts';
import { type RpcResponse, startTestRpc, type TestRpc, withoutRequestId } from './rpc-fixture.ts';
import { fillContracts, to, word } from './simulated-contracts.ts';

// Requests that cost the server most. Each ends with a short error that tells why, and another client is answered meanwhile.

const services: { -readonly [Name in keyof RpcServices]: RpcServices[Name] } = {};
let rpc: TestRpc;
let execution: Awaited<ReturnType<typeof startExecution>>;

beforeAll(async () => {
  rpc = await startTestRpc({ services, trustProxy: true });
  await fillContracts(rpc);
  execution = await startExecution(rpc.target, pino({ level: 'silent' }), new Registry());
  services.simulate = execution.simulate;
  services.callContract = execution.callContract;
}, 60_000);
afterAll(async () => {
  await execution?.close();
  await rpc?.close();
});

/** Maximum characters of an error's message: about what it repeats of a client's value. */
const MAX_MESSAGE = 2_000;
const MEGABYTE = 1_000_000;

const request = (method: string, ...params: readonly unknown[]) =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
/** The number of the newest block, as code sees it, for another client than the attacker. */
async function askMeanwhile(): Promise<void> {
  const response = await rpc.post(request('eth_call', { to: to(2006) }), { 'x-forwarded-for': '10.0.0.9' });
  expect(await response.json()).toMatchObject({ result: `0x${word(2)}` });
}
/** A word for each number below `count`, by key. */
const slots = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`0x${word(at)}`, `0x${word(1)}`]));
const CALL = { to: to(2001), gas: '0xe4e1c0' };
const withCode = (code: string) => ({ stateOverrides: { [to(2001)]: { code } } });
/** JUMPDEST, PUSH1 0, JUMP. */
const ENDLESS = withCode('0x5b600056');
/** Calls itself again and again. */
const RECURSIVE = withCode('0x5b5f5f5f5f5f305af150600056');
/** Calls an account with 32 kB of memory again and again. */
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
    /^-32603 .*The trace has more than 16777216 bytes$/,
  ],
  [
    'a trace of each operation with its memory',
    request('debug_traceCall', CALL, 'latest', { ...WORDY, enableMemory: true }),
    /^-32603 .*The trace has more than 16777216 bytes$/,
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
    await askMeanwhile();
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
    expect(answers).toHaveLength(1_000);
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
    const texts: string[] = [];
    for (let batch = 0; batch < 6; batch++) {
      // A batch must not install filters.
      const answers = (await (await rpc.post(JSON.stringify(install))).json()) as RpcResponse[];
      expect(answers.every(({ error }) => error?.code === -32_007)).toBe(true);
    }
    for (let count = 0; count < 501; count++) {
      const { error } = await rpc.call('eth_newBlockFilter');
      if (error !== undefined) texts.push(`${count} ${error.code}`);
    }
    expect(texts).toEqual(['500 -32605']);
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
    await askMeanwhile();
    await answered;
    socket.close();
  });

  it('none of them is an error of the server', () => {
    expect(rpc.errors).toEqual([]);
  });
});
