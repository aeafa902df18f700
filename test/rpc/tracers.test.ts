import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TraceTransaction } from '../../src/calls/contract-call.ts';
import type { TraceOptions } from '../../src/calls/simulation.ts';
import { ADDRESS, longZero } from '../rest/contracts/contract-rows.ts';
import { CONTRACT, fillLedger, hex, PAYER, SENDER, TIMES, TOKEN } from './block-rows.ts';
import { startTestRpc, type TestRpc } from './rpc-fixture.ts';

const CREATED = 1002;
const to = (id: number) => `0x${longZero(id)}`;
const hexOf = (text: string) => `0x${Buffer.from(text).toString('hex')}`;
const REVERT = `08c379a0${'20'.padStart(64, '0')}${'2'.padStart(64, '0')}${'6e6f'.padEnd(64, '0')}`;

const requested: TraceOptions[] = [];
/** Traces by kind, in the format of the REST API. */
const TRACES: Readonly<Record<string, object>> = {
  opcodes: {
    gas: 50_000,
    failed: false,
    return_value: '0x07',
    opcodes: [
      {
        pc: 0,
        op: 'PUSH1',
        gas: 100,
        gas_cost: 3,
        depth: 1,
        stack: ['0x01'],
        memory: ['0x02'],
        storage: { '0x0a': '0x0b' },
        reason: null,
      },
    ],
  },
  prestate: {
    pre: [
      {
        address: '0xaa',
        balance: '0x10',
        nonce: 1,
        code: '0x60',
        storage: { '0x01': `0x${'0'.repeat(64)}`, '0x02': '0x03' },
      },
      { address: '0xbb' },
      { address: '0xcc', balance: '0x0', nonce: 0, code: '0x', storage: {} },
      { address: '0xdd', balance: '0x0', nonce: 0, code: '0x61', storage: {} },
    ],
    post: [
      {
        address: '0xaa',
        balance: '0x0',
        nonce: 1,
        code: '0x60',
        storage: { '0x01': '0x05', '0x02': `0x${'0'.repeat(64)}` },
      },
      { address: '0xbb', balance: '0x10', nonce: 0, storage: {} },
    ],
  },
};

const traceTransaction: TraceTransaction = async ({ options, transaction }) => {
  requested.push(options);
  const isKnown = 'hash' in transaction && `0x${transaction.hash}` === hex(TIMES.call);
  const circumstances = { isRefused: false, isExecuted: true } as const;
  if (!isKnown) return { outcome: 'unknown', entries: [], ...circumstances };
  const bytes = Buffer.from(JSON.stringify(TRACES[options.kind]));
  async function* chunks() {
    yield bytes.subarray(0, 10);
    yield bytes.subarray(10);
  }
  return { outcome: 'done', chunks: chunks(), ...circumstances };
};

let rpc: TestRpc;

beforeAll(async () => {
  rpc = await startTestRpc({ services: { traceTransaction } });
  await fillLedger(rpc);
  const action = (time: bigint, index: number, call_depth: number, more: object = {}) => ({
    consensus_timestamp: time,
    index,
    call_depth,
    call_type: 1,
    call_operation_type: 1,
    caller: CONTRACT,
    caller_type: 'CONTRACT',
    recipient_contract: TOKEN,
    gas: 1_000 + index,
    gas_used: 100 + index,
    input: Buffer.from([index]),
    result_data: Buffer.from([0xf0 + index]),
    result_data_type: 11,
    value: 0,
    payer_account_id: 2000,
    ...more,
  });
  const top = { caller: 2000, caller_type: 'ACCOUNT', recipient_contract: CONTRACT };
  await rpc.insert('contract_action', [
    action(TIMES.call, 0, 0, { ...top, value: 5 }),
    action(TIMES.call, 1, 1, { call_operation_type: 3 }),
    action(TIMES.call, 2, 2, { caller: TOKEN, recipient_contract: null, recipient_account: 2001, value: 7 }),
    action(TIMES.call, 3, 1, { call_operation_type: 6, call_type: 2, recipient_contract: CREATED }),
    action(TIMES.call, 4, 1, { result_data: Buffer.from(REVERT, 'hex'), result_data_type: 12 }),
    action(TIMES.failed, 0, 0, { ...top, result_data: Buffer.from('08c379a0', 'hex'), result_data_type: 12 }),
  ]);
  await rpc.insert('contract', [
    { id: CREATED, initcode: Buffer.from('60aa', 'hex'), runtime_bytecode: Buffer.from('bb', 'hex') },
  ]);
}, 60_000);
afterAll(() => rpc?.close());

const call = (index: number, type: string, from: string, receiver: string, more: object = {}) => ({
  type,
  from,
  to: receiver,
  gas: `0x${(1_000 + index).toString(16)}`,
  gasUsed: `0x${(100 + index).toString(16)}`,
  input: `0x0${index}`,
  output: `0xf${index}`,
  value: '0x0',
  ...more,
});

const TOP = {
  type: 'CALL',
  from: `0x${SENDER}`,
  to: `0x${ADDRESS}`,
  value: '0x11c37937e08000',
  gas: '0x493e0',
  gasUsed: '0xc350',
  input: '0xa9059cbb',
  output: '0x01',
};
const CALLS = [
  call(1, 'DELEGATECALL', `0x${ADDRESS}`, to(TOKEN), {
    calls: [call(2, 'CALL', to(TOKEN), `0x${PAYER}`, { value: '0x104c533c00' })],
  }),
  call(3, 'CREATE2', `0x${ADDRESS}`, to(CREATED), { input: '0x60aa', output: '0xbb' }),
  call(4, 'CALL', `0x${ADDRESS}`, to(TOKEN), {
    output: `0x${REVERT}`,
    error: 'execution reverted',
    revertReason: 'no',
  }),
];
const UNEXECUTED = {
  type: 'CALL',
  gas: '0x61a80',
  gasUsed: '0x0',
  value: '0x0',
  input: '0x',
  output: '0x',
  calls: [],
};

describe('callTracer', () => {
  const trace = (hash: string, config: object = {}) =>
    rpc.result('debug_traceTransaction', hash, { tracer: 'callTracer', ...config });

  it('nests calls, with the code of creations and the reason of reverts', async () => {
    expect(await trace(hex(TIMES.call))).toEqual({ ...TOP, calls: CALLS });
  });

  it('omits inner calls on request', async () => {
    expect(await trace(hex(TIMES.call), { tracerConfig: { onlyTopCall: true } })).toEqual({
      ...TOP,
      calls: [],
    });
  });

  it('writes the error of a failed execution', async () => {
    expect(await trace(hex(TIMES.failed))).toMatchObject({
      error: 'CONTRACT_REVERT_EXECUTED',
      revertReason: '',
      output: '0x08c379a0',
      calls: [],
    });
  });

  it('has only the status without an execution', async () => {
    expect(await trace(hex(TIMES.wrongNonce))).toMatchObject({
      ...UNEXECUTED,
      error: 'WRONG_NONCE',
      revertReason: 'WRONG_NONCE',
      output: hexOf('WRONG_NONCE'),
    });
  });

  it('traces a token transfer as a call without gas', async () => {
    const { from: _from, to: _to, ...rest } = (await trace(hex(TIMES.transfer))) as Record<string, unknown>;
    expect(rest).toEqual(UNEXECUTED);
  });

  it('is the default of blocks, in their order', async () => {
    const byNumber = (await rpc.result('debug_traceBlockByNumber', '0x1')) as {
      txHash: string;
      result: object;
    }[];
    expect(byNumber.map(({ txHash }) => txHash)).toEqual(
      [TIMES.call, TIMES.creation, TIMES.failed, TIMES.hapi, TIMES.transfer].map(hex),
    );
    expect(byNumber[0]?.result).toEqual({ ...TOP, calls: CALLS });
    expect(await rpc.result('debug_traceBlockByHash', `0x${'b'.repeat(64)}`)).toEqual(byNumber);
    expect(await rpc.result('debug_traceBlockByNumber', 'earliest')).toEqual([]);
    expect(await rpc.result('debug_traceBlockByNumber', '0x1', { tracer: 'opcodeLogger' })).toEqual([]);
  });
});

it('logs operations as the relay does', async () => {
  const entry = {
    pc: 0,
    op: 'PUSH1',
    gas: 100,
    gasCost: 3,
    depth: 1,
    stack: ['01'],
    memory: null,
    reason: null,
  };
  const log = { gas: 50_000, failed: false, returnValue: '07' };
  requested.length = 0;
  expect(await rpc.result('debug_traceTransaction', hex(TIMES.call))).toEqual({
    ...log,
    structLogs: [{ ...entry, storage: { '0a': '0b' } }],
  });
  const config = { enableMemory: true, disableStack: true, disableStorage: true };
  expect(await rpc.result('debug_traceTransaction', hex(TIMES.call), config)).toEqual({
    ...log,
    structLogs: [{ ...entry, stack: null, memory: ['02'], storage: null }],
  });
  expect(requested).toEqual([
    { kind: 'opcodes', memory: false, stack: true, storage: true },
    { kind: 'opcodes', memory: true, stack: false, storage: false },
  ]);
  const empty = { gas: 0, failed: false, returnValue: '', structLogs: [] };
  expect(await rpc.result('debug_traceTransaction', hex(TIMES.failed))).toEqual(empty);
  expect(await rpc.result('debug_traceTransaction', hex(TIMES.transfer))).toEqual(empty);
});

it('returns the state before a transaction, and with diffMode its changes, as geth does', async () => {
  const trace = (tracerConfig: object) =>
    rpc.result('debug_traceTransaction', hex(TIMES.call), { tracer: 'prestateTracer', tracerConfig });
  expect(await trace({})).toMatchObject({ '0xaa': { balance: '0x10', nonce: 1, code: '0x60' } });
  expect(await trace({ diffMode: true })).toEqual({
    pre: {
      '0xaa': { balance: '0x10', nonce: 1, code: '0x60', storage: { '0x02': '0x03' } },
      '0xdd': { balance: '0x0', nonce: 0, code: '0x61' },
    },
    post: { '0xaa': { balance: '0x0', storage: { '0x01': '0x05' } }, '0xbb': { balance: '0x10', nonce: 0 } },
  });
  for (const [tracerConfig, nothing] of [
    [{}, {}],
    [{ diffMode: true }, { pre: {}, post: {} }],
  ]) {
    const options = { tracer: 'prestateTracer', tracerConfig };
    expect(await rpc.result('debug_traceTransaction', hex(TIMES.transfer), options)).toEqual(nothing);
    expect(await rpc.result('debug_traceBlockByNumber', '0x1', options)).toContainEqual({
      txHash: hex(TIMES.transfer),
      result: nothing,
    });
  }
});

it('leaves out accounts that were empty before, unless includeEmpty is set, whether or not code is shown', async () => {
  const trace = (tracerConfig: object) =>
    rpc.result('debug_traceTransaction', hex(TIMES.call), { tracer: 'prestateTracer', tracerConfig });
  expect(Object.keys((await trace({})) as object)).toEqual(['0xaa', '0xdd']);
  const withoutCode = (await trace({ disableCode: true })) as Record<string, object>;
  expect(Object.keys(withoutCode)).toEqual(['0xaa', '0xdd']);
  expect(withoutCode['0xdd']).toEqual({ balance: '0x0', nonce: 0, storage: {} });
  const all = (await trace({ includeEmpty: true })) as Record<string, object>;
  expect(all).toMatchObject({ '0xaa': {}, '0xcc': { balance: '0x0', nonce: 0, code: '0x' }, '0xdd': {} });
  const options = { tracer: 'prestateTracer', tracerConfig: { includeEmpty: true, diffMode: true } };
  expect(await rpc.error('debug_traceTransaction', hex(TIMES.call), options)).toBe(
    '-32602 Invalid parameter 1: cannot use diffMode with includeEmpty for TracerConfigWrapper',
  );
});

const UNKNOWN = `0x${'f'.repeat(64)}`;

it.each(['debug_traceTransaction', 'debug_traceBlockByNumber', 'debug_traceBlockByHash'])(
  '%s is refused in a batch',
  async (method) => {
    const response = await rpc.post(JSON.stringify([{ jsonrpc: '2.0', id: 1, method, params: [UNKNOWN] }]));
    expect(await response.json()).toMatchObject([{ error: { code: -32_007 } }]);
  },
);

it.each<[method: string, params: unknown[], error: string]>([
  [
    'debug_traceTransaction',
    [UNKNOWN],
    `-32001 Requested resource not found. Failed to retrieve transaction information for ${UNKNOWN}`,
  ],
  ['debug_traceBlockByNumber', ['0x9'], '-32001 Requested resource not found. Block 0x9 not found'],
  ['debug_traceBlockByHash', [UNKNOWN], `-32001 Requested resource not found. Block ${UNKNOWN} not found`],
  [
    'debug_traceTransaction',
    [UNKNOWN, { tracer: 'noTracer' }],
    "-32602 Invalid parameter 'tracer' for TracerConfigWrapper: Expected TracerType, value: noTracer",
  ],
  [
    'debug_traceTransaction',
    [UNKNOWN, {}],
    '-32602 Invalid parameter 1: Expected TracerConfigWrapper which contains a valid TracerType and/or TracerConfig, value: {}',
  ],
  [
    'debug_traceTransaction',
    [UNKNOWN, { tracer: 'callTracer', disableStack: true }],
    "-32602 Invalid parameter 1: Cannot specify tracer config properties at top level when 'tracer' is explicitly set for TracerConfigWrapper",
  ],
  [
    'debug_traceTransaction',
    [UNKNOWN, { tracer: 'opcodeLogger', tracerConfig: { onlyTopCall: true } }],
    '-32602 Invalid parameter 1: callTracer config properties for TracerConfigWrapper are only valid when tracer=callTracer',
  ],
  [
    'debug_traceTransaction',
    [UNKNOWN, { tracer: 'callTracer', tracerConfig: { disableStack: true } }],
    '-32602 Invalid parameter 1: opcodeLogger config properties for TracerConfigWrapper are only valid when tracer=opcodeLogger',
  ],
])('%s(%j) fails with %s', async (method, params, error) => {
  expect(await rpc.error(method, ...params)).toBe(error);
});

describe('trace_', () => {
  const position = { blockHash: `0x${'b'.repeat(64)}`, blockNumber: 1 };
  const flat = (index: number, traceAddress: number[], subtraces: number, more: object) => ({
    ...position,
    subtraces,
    traceAddress,
    transactionHash: hex(TIMES.call),
    transactionPosition: 0,
    type: 'call',
    result: { gasUsed: `0x${(100 + index).toString(16)}`, output: `0xf${index}` },
    ...more,
  });
  const action = (index: number, from: string, receiver: string, more: object = {}) => ({
    callType: 'call',
    from,
    gas: `0x${(1_000 + index).toString(16)}`,
    input: `0x0${index}`,
    to: receiver,
    value: '0x0',
    ...more,
  });
  const OF_CALL = [
    flat(0, [], 3, { action: action(0, `0x${SENDER}`, `0x${ADDRESS}`, { value: '0xba43b7400' }) }),
    flat(1, [0], 1, { action: action(1, `0x${ADDRESS}`, to(TOKEN), { callType: 'delegatecall' }) }),
    flat(2, [0, 0], 0, { action: action(2, to(TOKEN), `0x${PAYER}`, { value: '0x104c533c00' }) }),
    flat(3, [1], 0, {
      action: { creationMethod: 'create2', from: `0x${ADDRESS}`, gas: '0x3eb', init: '0x60aa', value: '0x0' },
      result: { address: to(CREATED), code: '0xbb', gasUsed: '0x67' },
      type: 'create',
    }),
    flat(4, [2], 0, { action: action(4, `0x${ADDRESS}`, to(TOKEN)), error: 'Reverted', result: null }),
  ];

  it('lists the calls of a transaction, each with its position in the tree', async () => {
    expect(await rpc.result('trace_transaction', hex(TIMES.call))).toEqual(OF_CALL);
    expect(await rpc.result('trace_transaction', UNKNOWN)).toBe(null);
  });

  it('lists the calls of a block', async () => {
    const all = (await rpc.result('trace_block', 'latest')) as object[];
    expect(all.slice(0, 5)).toEqual(OF_CALL);
    expect(all[6]).toMatchObject({
      ...{ transactionHash: hex(TIMES.failed), transactionPosition: 2, error: 'Reverted' },
    });
    // Those without recorded actions are calls themselves.
    const itself = (time: bigint, transactionPosition: number, more: object) => ({
      ...{ ...position, subtraces: 0, traceAddress: [], transactionHash: hex(time), transactionPosition },
      ...{ type: 'call', ...more },
    });
    const unrecorded = [
      itself(TIMES.creation, 1, {
        action: {
          creationMethod: 'create',
          from: `0x${SENDER}`,
          gas: '0x493e0',
          init: '0x6080',
          value: '0x0',
        },
        result: { address: to(CREATED), code: '0x', gasUsed: '0xc350' },
        type: 'create',
      }),
      itself(TIMES.hapi, 3, {
        action: action(0, `0x${SENDER}`, `0x${ADDRESS}`, {
          gas: '0x186a0',
          input: '0x07',
          value: '0x104c533c00',
        }),
        result: { gasUsed: '0x4e20', output: '0x01' },
      }),
      itself(TIMES.transfer, 4, {
        action: action(0, to(TOKEN), to(TOKEN), { gas: '0x61a80', input: '0x' }),
        result: { gasUsed: '0x0', output: '0x' },
      }),
    ];
    expect([all[5], ...all.slice(7)]).toEqual(unrecorded);
    for (const [index, time] of [TIMES.creation, TIMES.hapi, TIMES.transfer].entries()) {
      expect(await rpc.result('trace_transaction', hex(time))).toEqual([unrecorded[index]]);
    }
    expect(await rpc.result('trace_transaction', hex(TIMES.wrongNonce))).toEqual([]);
    expect(await rpc.result('trace_block', '0x9')).toBe(null);
  });

  it.each<[name: string, filter: object, expected: object[]]>([
    ['receivers', { toAddress: [to(TOKEN)] }, [OF_CALL[1] ?? {}, OF_CALL[4] ?? {}]],
    ['senders', { fromAddress: [to(TOKEN)] }, [OF_CALL[2] ?? {}]],
    ['both', { fromAddress: [`0x${ADDRESS}`], toAddress: [to(CREATED)] }, [OF_CALL[3] ?? {}]],
    ['an unknown receiver', { toAddress: [to(7777)] }, []],
    ['a page', { after: 1, count: 2 }, OF_CALL.slice(1, 3)],
    ['an empty block', { fromBlock: '0x0', toBlock: '0x0' }, []],
    ['null addresses', { fromBlock: '0x1', fromAddress: null, count: 1 }, OF_CALL.slice(0, 1)],
  ])('filters by %s', async (_name, filter, expected) => {
    expect(await rpc.result('trace_filter', filter)).toEqual(expected);
  });

  it('refuses a wrong filter', async () => {
    expect(await rpc.error('trace_filter', { count: -1 })).toBe(
      "-32602 Invalid parameter 'count' for TraceFilter: Expected an integer from 0 to 1000000, value: -1",
    );
    expect(await rpc.error('trace_filter', { mode: 'union' })).toBe(
      "-32602 Invalid parameter 'mode' for TraceFilter: Unknown parameter",
    );
  });
});

it('lists the init code and the code of a creation by a transaction', async () => {
  const creation = {
    consensus_timestamp: TIMES.creation,
    index: 0,
    call_depth: 0,
    call_type: 2,
    call_operation_type: 5,
    caller: 2000,
    caller_type: 'ACCOUNT',
    recipient_contract: CREATED,
    gas: 1_000,
    gas_used: 100,
    result_data: Buffer.from('dd', 'hex'),
    result_data_type: 11,
    value: 0,
    payer_account_id: 2000,
  };
  await rpc.insert('contract_action', [creation]);
  expect(await rpc.result('trace_transaction', hex(TIMES.creation))).toMatchObject([
    {
      type: 'create',
      action: { creationMethod: 'create', init: '0x60aa' },
      result: { address: to(CREATED), code: '0xbb' },
    },
  ]);
});

it('reads the calls of an execution in pages, and refuses more than 50,000', async () => {
  const actions = (time: bigint, count: number) =>
    Array.from({ length: count }, (_, index) => ({
      consensus_timestamp: time,
      index,
      call_depth: Math.min(index, 1),
      call_type: 1,
      call_operation_type: 1,
      caller: CONTRACT,
      caller_type: 'CONTRACT',
      recipient_contract: TOKEN,
      gas: index,
      gas_used: 0,
      result_data_type: 11,
      value: 0,
      payer_account_id: 2000,
    }));
  await rpc.insert('contract_action', actions(TIMES.hapi, 4_001));
  const listed = (await rpc.result('trace_transaction', hex(TIMES.hapi))) as { action: { gas: string } }[];
  expect(listed.map(({ action }) => Number(action.gas))).toEqual(
    Array.from({ length: 4_001 }, (_, at) => at),
  );
  const filter = { fromAddress: [`0x${ADDRESS}`], toAddress: [to(TOKEN)], after: 4_000, count: 1 };
  expect(await rpc.result('trace_filter', filter)).toMatchObject([{ transactionHash: hex(TIMES.hapi) }]);
  const nested = (await rpc.result('debug_traceTransaction', hex(TIMES.hapi), { tracer: 'callTracer' })) as {
    calls: object[];
  };
  expect(nested.calls.length).toBe(4_000);
  await rpc.insert('contract_action', actions(TIMES.hapi, 50_001).slice(4_001));
  expect(await rpc.error('trace_transaction', hex(TIMES.hapi))).toMatch(
    /^-32005 Exceeded maximum number of calls 50000/,
  );
}, 60_000);
