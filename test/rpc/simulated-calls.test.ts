import { pino } from 'pino';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RpcServices } from '../../src/rpc/method/services.ts';
import { startExecution } from '../calls/call/call-fixture.ts';
import { startTestRpc, type TestRpc } from './rpc-fixture.ts';
import { CODES, EOA, fillContracts, NO, returning, to, word } from './simulated-contracts.ts';

/**
 * The expected shapes and values are those of geth: `callTracer` (eth/tracers/native/call.go), `prestateTracer`
 * (…/prestate.go), the access list tracer (eth/tracers/logger), and execution-apis' tests of eth_createAccessList. Gas
 * follows the yellow paper and EIP-2929.
 */

const services: { -readonly [Name in keyof RpcServices]: RpcServices[Name] } = {};
let rpc: TestRpc;
let execution: Awaited<ReturnType<typeof startExecution>>;

beforeAll(async () => {
  rpc = await startTestRpc({ services });
  await fillContracts(rpc);
  execution = await startExecution(rpc.target, pino({ level: 'silent' }), new Registry(), {
    rules: { stateOverrides: false },
  });
  services.simulate = execution.simulate;
  services.callContract = execution.callContract;
}, 60_000);
afterAll(async () => {
  await execution?.close();
  await rpc?.close();
});

const GAS = '0x186a0';
/** Gas of PUSH1, a cold SLOAD, PUSH1, MSTORE with a word of memory, and two PUSH1. */
const READ_GAS = 21_000 + 2_100 + 4 * 3 + 3 + 3;
const hex = (value: number) => `0x${value.toString(16)}`;

describe('debug_traceCall with callTracer', () => {
  const traced = (call: object, options: object = {}, block = 'latest') =>
    rpc.result('debug_traceCall', { gas: GAS, ...call }, block, { tracer: 'callTracer', ...options });

  it('returns a call without inner calls, and omits empty fields', async () => {
    expect(await traced({ from: EOA, to: to(2001) })).toEqual({
      type: 'CALL',
      from: EOA,
      to: to(2001),
      value: '0x0',
      gas: GAS,
      gasUsed: hex(READ_GAS),
      input: '0x',
      output: `0x${word(7)}`,
    });
  });

  it('returns a transfer in weibars', async () => {
    expect(await traced({ from: EOA, to: to(1501), value: '0x4a817c800' })).toEqual({
      type: 'CALL',
      from: EOA,
      to: to(1501),
      value: '0x4a817c800',
      gas: GAS,
      gasUsed: '0x5208',
      input: '0x',
    });
  });

  const nested = [
    { type: 'CALL', from: to(2102), to: to(2101), value: '0x0', input: `0x${word(5)}` },
    { type: 'STATICCALL', from: to(2102), to: to(2001), input: '0x', output: `0x${word(7)}` },
  ];

  it('nests inner calls', async () => {
    const trace = (await traced({ from: EOA, to: to(2102), data: `0x${word(5)}` })) as { calls: object[] };
    expect(trace).toMatchObject({ type: 'CALL', to: to(2102), output: `0x${word(7)}`, calls: nested });
    expect(trace.calls).toHaveLength(2);
    expect(trace.calls[1]).not.toHaveProperty('value');
  });

  it('returns only the top call with onlyTopCall', async () => {
    const trace = await traced(
      { from: EOA, to: to(2102), data: `0x${word(5)}` },
      { tracerConfig: { onlyTopCall: true } },
    );
    expect(trace).not.toHaveProperty('calls');
  });

  it.each<[string, number, object]>([
    [
      'revert',
      2002,
      { error: 'execution reverted', revertReason: 'no', output: `0x${NO}`, gasUsed: expect.any(String) },
    ],
    ['halt', 2004, { error: 'invalid opcode', gasUsed: GAS }],
  ])('reports a %s', async (_name, id, more) => {
    expect(await traced({ from: EOA, to: to(id) })).toEqual({
      type: 'CALL',
      from: EOA,
      to: to(id),
      value: '0x0',
      gas: GAS,
      input: '0x',
      ...more,
    });
  });

  it('returns a creation with its code', async () => {
    // Code that returns one zero byte: PUSH1 1, PUSH1 0, RETURN.
    expect(await traced({ from: EOA, data: '0x60016000f3' })).toMatchObject({
      type: 'CREATE',
      input: '0x60016000f3',
      output: '0x00',
    });
  });

  it('applies overrides of state and block, and of a past block', async () => {
    const outputOf = async (call: object, options: object, block?: string) =>
      ((await traced(call, options, block)) as { output: string }).output;
    expect(
      await outputOf({ to: to(2001) }, { stateOverrides: { [to(2001)]: { stateDiff: { '0x0': '0x8' } } } }),
    ).toBe(`0x${word(8)}`);
    expect(await outputOf({ to: to(2006) }, { blockOverrides: { number: '0x63' } })).toBe(`0x${word(99)}`);
    expect(await outputOf({ to: to(2007) }, { blockOverrides: { time: '0x64' } })).toBe(`0x${word(100)}`);
    expect(await outputOf({ to: to(2006) }, {}, '0x1')).toBe(`0x${word(1)}`);
    // A sender with an overridden balance is still the sender.
    expect(
      await outputOf({ from: EOA, to: to(2010) }, { stateOverrides: { [EOA]: { balance: '0x1' } } }),
    ).toBe(`0x${word(BigInt(EOA))}`);
  });
});

describe('debug_traceCall with prestateTracer', () => {
  const SLOT_1 = `0x${word(1)}`;
  const writing = { from: EOA, to: to(2101), data: `0x${word(5)}`, gas: GAS };
  const writer = { balance: '0x0', nonce: 0, code: `0x${CODES[2101]}` };

  it('returns the state before the call', async () => {
    const trace = await rpc.result('debug_traceCall', writing, 'latest', { tracer: 'prestateTracer' });
    expect(trace).toMatchObject({
      [EOA]: { balance: '0x2d79883d2000', nonce: 0 },
      [to(2101)]: { ...writer, storage: { [SLOT_1]: `0x${word(0)}` } },
    });
  });

  it('returns only changes with diffMode', async () => {
    const trace = await rpc.result('debug_traceCall', writing, 'latest', {
      tracer: 'prestateTracer',
      tracerConfig: { diffMode: true },
    });
    expect(trace).toEqual({
      pre: { [EOA]: { balance: '0x2d79883d2000', nonce: 0 }, [to(2101)]: writer },
      post: { [EOA]: { nonce: 1 }, [to(2101)]: { storage: { [SLOT_1]: `0x${word(5)}` } } },
    });
  });

  it('has the code that eth_getCode returns, also of an account that delegates', async () => {
    const delegated = { from: EOA, to: to(1502), gas: GAS };
    const trace = await rpc.result('debug_traceCall', delegated, 'latest', { tracer: 'prestateTracer' });
    expect(trace).toMatchObject({
      [to(1502)]: { code: `0xef0100${to(2001).slice(2)}` },
      [to(2001)]: { code: `0x${CODES[2001]}` },
    });
    for (const [address, account] of Object.entries(trace as object)) {
      expect((account as { code?: string }).code ?? '0x').toBe(await rpc.result('eth_getCode', address));
    }
  });
});

describe('debug_traceCall with the opcode logger', () => {
  it('is the default, and returns each operation', async () => {
    const trace = (await rpc.result('debug_traceCall', { from: EOA, to: to(2001), gas: GAS })) as {
      structLogs: { op: string; pc: number; gasCost: number; stack: string[] }[];
    };
    expect(trace).toMatchObject({ gas: READ_GAS, failed: false, returnValue: word(7) });
    expect(trace.structLogs.map(({ op, pc, gasCost }) => [op, pc, gasCost])).toEqual([
      ['PUSH1', 0, 3],
      ['SLOAD', 2, 2_100],
      ['PUSH1', 3, 3],
      ['MSTORE', 5, 6],
      ['PUSH1', 6, 3],
      ['PUSH1', 8, 3],
      ['RETURN', 10, 0],
    ]);
  });
});

describe('eth_createAccessList', () => {
  it.each<[string, object, object]>([
    ['transfer', { from: EOA, to: to(1501), value: '0x4a817c800' }, { accessList: [], gasUsed: '0x5208' }],
    [
      'slot of the receiver',
      { from: EOA, to: to(2001) },
      { accessList: [{ address: to(2001), storageKeys: [`0x${word(0)}`] }], gasUsed: hex(READ_GAS) },
    ],
    [
      'contracts that are called',
      { from: EOA, to: to(2102), data: `0x${word(5)}` },
      {
        accessList: [
          { address: to(2001), storageKeys: [`0x${word(0)}`] },
          { address: to(2101), storageKeys: [`0x${word(1)}`] },
        ],
        gasUsed: expect.any(String),
      },
    ],
    [
      'address whose balance is read',
      { from: to(1501), to: to(2016) },
      { accessList: [{ address: EOA, storageKeys: [] }], gasUsed: expect.any(String) },
    ],
    [
      'call that reverts',
      { from: EOA, to: to(2103) },
      {
        accessList: [{ address: to(2103), storageKeys: [`0x${word(0x42)}`] }],
        error: 'execution reverted',
        gasUsed: expect.any(String),
      },
    ],
    ['precompiled contract', { from: EOA, to: to(2104) }, { accessList: [], gasUsed: expect.any(String) }],
  ])('contains: %s', async (_name, call, expected) => {
    expect(await rpc.result('eth_createAccessList', { gas: GAS, ...call })).toEqual(expected);
  });

  it('applies overrides', async () => {
    const overrides = { [to(2001)]: { code: `0x${returning('600954')}` } };
    expect(
      await rpc.result('eth_createAccessList', { to: to(2001), gas: GAS }, 'latest', overrides),
    ).toMatchObject({
      accessList: [{ address: to(2001), storageKeys: [`0x${word(9)}`] }],
    });
  });
});

describe('refusals', () => {
  it.each<[string, unknown[], RegExp]>([
    ['debug_traceCall', [], /^-32602 Missing value for required parameter 0$/],
    ['eth_createAccessList', [], /^-32602 Missing value for required parameter 0$/],
    [
      'debug_traceCall',
      [{}, 'latest', { tracer: 'x' }],
      /^-32602 Invalid parameter 'tracer' for TracerConfigWrapper/,
    ],
    [
      'debug_traceCall',
      [{}, 'latest', { blockOverrides: { beaconRoot: '0x' } }],
      /^-32602 Invalid parameter 'blockOverrides' for TracerConfigWrapper/,
    ],
    [
      'debug_traceCall',
      [{}, 'latest', { tracer: 'callTracer', enableMemory: true }],
      /^-32602 Invalid parameter 2: Cannot specify tracer config/,
    ],
    ['debug_traceCall', [{ to: to(2001), gas: '0x1' }], /^-32000 .*: INSUFFICIENT_GAS$/],
    [
      'debug_traceCall',
      [
        { from: `0x${'f'.repeat(16).padStart(40, '0')}`, to: to(2001) },
        'latest',
        { tracer: 'prestateTracer' },
      ],
      /^-32000 .*: Sender account not found\.$/,
    ],
    ['debug_traceCall', [{ to: to(2001) }, '0x99'], /^-32000 .*: Unknown block number$/],
    [
      'eth_createAccessList',
      [{ from: to(9_999_999), to: to(2001) }],
      /^-32000 .*: Sender account not found\.$/,
    ],
  ])('%s(%j)', async (method, params, expected) => {
    expect(await rpc.error(method, ...params)).toMatch(expected);
  });

  it('refuses if this process has no engine', async () => {
    const { simulate } = services;
    delete services.simulate;
    expect(await rpc.error('debug_traceCall', { to: to(2001) })).toBe('-32601 Unsupported JSON-RPC method');
    services.simulate = simulate;
  });
});
