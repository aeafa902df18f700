import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assemble } from '../../../packages/evm/test/assembly.ts';
import { tries } from '../../effort.ts';
import { at, entity, hashOf, longZero } from '../../rest/contracts/contract-rows.ts';
import { insert } from '../../rest/rows.ts';
import { type CallServer, startCallServer } from '../call/call-fixture.ts';
import { type Entry, insertLedger, insertRecorded, pathOf, traceOf, word } from './trace-ledger.ts';

const INTRINSIC = 21_000;
const LIMIT = 100_000;
const ADD_AND_RETURN = '5 7 ADD 0 MSTORE 32 0 RETURN';
const CREATED = 2900;
const WRONG_NONCE = 312;

/** Outcome of a call of a system contract: `result_data_type` and `result_data`. */
type Outcome = readonly [type: 'output' | 'revert' | 'error', text: string];
/** Calls of a contract: of system contracts, and of contracts with calls of their own. */
type Tree = readonly (Outcome | { readonly calls: Tree })[];
const RESULT_TYPES = { output: 11, revert: 12, error: 13 } as const;
const isOutcome = (item: Tree[number]): item is Outcome => Array.isArray(item);

const outcome = fc.tuple(
  fc.constantFrom('output' as const, 'revert' as const, 'error' as const),
  fc.stringMatching(/^[a-z]{5,9}$/),
);
const trees = fc.letrec<{ tree: Tree; item: Tree[number] }>((tie) => ({
  tree: fc.array(tie('item'), { minLength: 1, maxLength: 4 }),
  item: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    outcome,
    tie('tree').map((calls) => ({ calls })),
  ),
}));
/** Random trees; the calls of the first begin with a success before a failure. */
const TREES: readonly Tree[] = [
  [
    ['output', 'ok'],
    ['revert', 'failed'],
  ],
  ...fc.sample(trees.tree, Math.min(tries(12), 38)),
];
/** Second of the transaction of a tree. */
const treeTime = (index: number) => 260 + index;
/** Returns the code of a tree's contracts by number, the root's first. */
function codesOf(tree: Tree, first: number): string[] {
  const codes = [''];
  const parts = tree.map((item) => {
    if (isOutcome(item)) return '0x618dc65e 0 MSTORE 0 0 4 28 0 359 20000 CALL POP';
    const number = first + codes.length;
    codes.push(...codesOf(item.calls, number));
    return `0 0 0 0 0 ${number} GAS CALL POP`;
  });
  codes[0] = `${parts.join(' ')} STOP`;
  return codes;
}
/** Returns the outcomes of a tree's calls of system contracts, with their depth. */
function outcomesOf(tree: Tree, depth = 1): { readonly depth: number; readonly outcome: Outcome }[] {
  return tree.flatMap((item) =>
    isOutcome(item) ? [{ depth, outcome: item }] : outcomesOf(item.calls, depth + 1),
  );
}
const CODES_OF_TREES = TREES.map((tree, index) => codesOf(tree, 3000 + 200 * index));

let server: CallServer;

beforeAll(async () => {
  server = await startCallServer();
  const { database } = server;
  await insertLedger(server, {
    ...Object.fromEntries(
      CODES_OF_TREES.flatMap((codes, tree) => codes.map((code, index) => [3000 + 200 * tree + index, code])),
    ),
    2001: ADD_AND_RETURN,
    // Code that writes 9 to slot 0 and returns its previous value.
    2002: '0 SLOAD 9 0 SSTORE 0 MSTORE 32 0 RETURN',
    // Code that reverts with two bytes.
    2003: '0xabcd 0 MSTORE 2 30 REVERT',
    // Code that calls 2003, an account, a missing address, identity with a word, and 2002.
    2004: '0 0 0 0 0 2003 9000 CALL 0 0 0 0 0 2000 9000 CALL 0 0 32 0 4 9000 STATICCALL 0 0 0 0 0 2002 30000 CALL STOP',
    2005: '5 1 SSTORE 7 2 SSTORE 8 3 SSTORE 0 0 REVERT',
    2006: '6 1 SSTORE 0 0 0 0 0 2005 70000 CALL 2 SLOAD STOP',
    2012: '5 7 ADD',
    2007: 'INVALID',
    2008: 'PREVRANDAO POP 0 0 0 CREATE POP 0 0 0 0 CREATE2 STOP',
    2009: 'NUMBER 0 MSTORE TIMESTAMP 32 MSTORE CALLER 64 MSTORE 96 0 RETURN',
    // Code that calls the token service, which refuses the call.
    2010: '0x618dc65e 0 MSTORE 0 0 4 28 0 359 20000 CALL 0 0 4 28 0 359 20000 CALL STOP',
    2011: 'CALLDATASIZE 0 0 CALLDATACOPY CALLDATASIZE 0 RETURN',
  });
  await insert(database, 'contract_state', [
    {
      contract_id: 2002,
      slot: Buffer.alloc(32),
      value: Buffer.from([9]),
      created_timestamp: at(110),
      modified_timestamp: at(250),
    },
  ]);
  const change = (time: number, read: number, written: number) => ({
    consensus_timestamp: at(time),
    contract_id: 2002,
    slot: Buffer.alloc(0),
    value_read: Buffer.from([read]),
    value_written: Buffer.from([written]),
    payer_account_id: 2,
    migration: false,
  });
  await insert(database, 'contract_state_change', [change(110, 3, 4), change(250, 4, 9)]);
  await insertRecorded(server, { time: 150 });
  await insertRecorded(server, { time: 250, contract: 2002 });
  await insertRecorded(server, { time: 251, contract: 2002 });
  await insertRecorded(server, { time: 151, contract: 2003, result: { transaction_result: 33 } });
  await insertRecorded(server, { time: 152, contract: 2004 });
  await insertRecorded(server, { time: 153, contract: 2006, result: { gas_limit: 200_000 } });
  await insertRecorded(server, { time: 154, contract: 2007, result: { transaction_result: 34 } });
  await insertRecorded(server, { time: 155, contract: 2008, result: { gas_limit: 200_000 } });
  await insertRecorded(server, { time: 156, contract: 2009 });
  await insertRecorded(server, { time: 157, contract: 2010 });
  await insertRecorded(server, { time: 159, contract: 2012 });
  await insertRecorded(server, { time: 350, contract: 2009 });
  await insertRecorded(server, {
    time: 158,
    contract: 2011,
    result: { function_parameters: Buffer.from('c0ffee', 'hex') },
  });
  for (const index of TREES.keys()) {
    const result = { gas_limit: 10_000_000 };
    await insertRecorded(server, { time: treeTime(index), contract: 3000 + 200 * index, result });
  }
  const reason = (index: number, data: Buffer, more = {}) => ({
    consensus_timestamp: at(157),
    index,
    call_depth: 1,
    call_type: 4,
    call_operation_type: 1,
    gas: 1,
    gas_used: 1,
    payer_account_id: 2000,
    result_data_type: 12,
    result_data: data,
    value: 0,
    ...more,
  });
  // INVALID_TOKEN_ID as a number, then as text. Only actions of system contracts count.
  await insert(database, 'contract_action', [
    reason(1, Buffer.from('9999', 'hex'), { call_type: 1 }),
    reason(2, Buffer.from(word(167).slice(2), 'hex')),
    reason(3, Buffer.from('no token')),
    ...TREES.flatMap((calls, tree) =>
      outcomesOf(calls).map(({ depth, outcome: [type, text] }, index) =>
        reason(index + 1, Buffer.from(text), {
          consensus_timestamp: at(treeTime(tree)),
          call_depth: depth,
          result_data_type: RESULT_TYPES[type],
        }),
      ),
    ),
  ]);
});
afterAll(() => server?.close());

const shortly = (entries: readonly Entry[]) => entries.map(({ depth, op }) => `${depth} ${op}`);
const errorString = (text: string): string =>
  `0x08c379a0${word(32).slice(2)}${word(text.length).slice(2)}${Buffer.from(text).toString('hex').padEnd(64, '0')}`;

describe('a trace', () => {
  it('contains the state after each operation', async () => {
    const begin = LIMIT - INTRINSIC;
    const entry = (pc: number, op: string, left: number, cost: number, stack: readonly number[]) => ({
      depth: 0,
      gas: begin - left,
      gas_cost: cost,
      memory: [],
      op,
      pc,
      reason: null,
      stack: stack.map(word),
      storage: {},
    });
    expect(await traceOf(server, 150)).toEqual({
      address: `0x${longZero(2001)}`,
      contract_id: '0.0.2001',
      failed: false,
      gas: INTRINSIC + 24,
      opcodes: [
        entry(0, 'PUSH1', 3, 3, [5]),
        entry(2, 'PUSH1', 6, 3, [5, 7]),
        entry(4, 'ADD', 9, 3, [12]),
        entry(5, 'PUSH1', 12, 3, [12, 0]),
        entry(7, 'MSTORE', 18, 6, []),
        entry(8, 'PUSH1', 21, 3, [32]),
        entry(10, 'PUSH1', 24, 3, [32, 0]),
        entry(12, 'RETURN', 24, 0, []),
      ],
      return_value: word(12),
    });
  });

  it('contains stack, memory and storage as requested', async () => {
    const shown = async (query: string) => {
      const { opcodes } = await traceOf(server, 250, query);
      return opcodes.map(({ op, stack, memory, storage }) => [op, stack.length, memory, storage]).slice(1, 6);
    };
    const slot = (value: number) => ({ [word(0)]: word(value) });
    expect(await shown('?stack=false&memory=true&storage=true')).toEqual([
      ['SLOAD', 0, [], slot(4)],
      ['PUSH1', 0, [], slot(4)],
      ['PUSH1', 0, [], slot(4)],
      ['SSTORE', 0, [], slot(9)],
      ['PUSH1', 0, [], slot(9)],
    ]);
    expect(await shown('')).toEqual([
      ['SLOAD', 1, [], {}],
      ['PUSH1', 2, [], {}],
      ['PUSH1', 3, [], {}],
      ['SSTORE', 1, [], {}],
      ['PUSH1', 2, [], {}],
    ]);
    const { opcodes } = await traceOf(server, 250, '?memory=true');
    expect(opcodes.at(-1)).toMatchObject({ op: 'RETURN', memory: [word(4)] });
  });

  it('sees the ledger just before the transaction', async () => {
    expect((await traceOf(server, 250)).return_value).toBe(word(4));
    expect((await traceOf(server, 251)).return_value).toBe(word(9));
  });

  it('has the original call data, block and sender', async () => {
    expect((await traceOf(server, 158)).return_value).toBe('0xc0ffee');
    const contextWords = (number: number, seconds: number) =>
      word(number) + word(seconds).slice(2) + word(2000).slice(2);
    expect((await traceOf(server, 156)).return_value).toBe(contextWords(1, 199));
    // The block is not stored yet, so the newest one applies.
    expect((await traceOf(server, 350)).return_value).toBe(contextWords(2, 299));
  });

  it('exists for a failed transaction, too', async () => {
    const { failed, return_value: value, opcodes, gas } = await traceOf(server, 151);
    expect([failed, value, gas]).toEqual([true, '0xabcd', INTRINSIC + 18]);
    expect(opcodes.map(({ reason }) => reason)).toEqual([null, null, null, null, null, '0xabcd']);
    const halted = await traceOf(server, 154);
    expect(halted).toMatchObject({ failed: true, return_value: '0x', gas: LIMIT });
    expect(halted.opcodes).toMatchObject([{ op: 'INVALID', pc: 0, reason: null }]);
  });

  it('follows calls into contracts, accounts and addresses without code', async () => {
    const { opcodes } = await traceOf(server, 152);
    const isCall = ({ op, depth }: Entry) => depth > 0 || op.endsWith('CALL');
    expect(shortly(opcodes.filter(isCall))).toEqual([
      '0 CALL',
      ...['PUSH2', 'PUSH1', 'MSTORE', 'PUSH1', 'PUSH1', 'REVERT'].map((op) => `1 ${op}`),
      '0 CALL',
      '1 STOP',
      '0 STATICCALL',
      '1 ',
      '0 CALL',
      ...'PUSH1 SLOAD PUSH1 PUSH1 SSTORE PUSH1 MSTORE PUSH1 PUSH1 RETURN'.split(' ').map((op) => `1 ${op}`),
    ]);
    const identity = opcodes.find(({ op }) => op === '');
    // Gas of identity: 15, and 3 for a word.
    expect(identity).toEqual({
      depth: 1,
      gas: 9_000 - 18,
      gas_cost: 18,
      memory: [],
      op: '',
      pc: 0,
      reason: null,
      stack: [],
      storage: {},
    });
  });

  it('rolls back storage of a failed call', async () => {
    const { opcodes } = await traceOf(server, 153, '?storage=true');
    const storage = (op: string, depth: number) =>
      opcodes.find((entry) => entry.op === op && entry.depth === depth)?.storage;
    expect(storage('SSTORE', 0)).toEqual({ [word(1)]: word(6) });
    // Two contracts have slot 1. The one that was accessed first comes first.
    expect(storage('REVERT', 1)).toEqual({ [word(1)]: word(6), [word(2)]: word(7), [word(3)]: word(8) });
    expect(storage('SLOAD', 0)).toEqual({ [word(1)]: word(6), [word(2)]: word(0) });
  });

  it('ends with STOP at the end of code', async () => {
    const { opcodes } = await traceOf(server, 159);
    expect(opcodes.map(({ pc, op }) => [pc, op])).toEqual([
      [0, 'PUSH1'],
      [2, 'PUSH1'],
      [4, 'ADD'],
      [5, 'STOP'],
    ]);
  });

  it('names operations as the ledger does', async () => {
    const { opcodes } = await traceOf(server, 155);
    const names = opcodes.map(({ op }) => op).filter((op) => !op.startsWith('P') || op === 'PRNGSEED');
    expect(names).toEqual(['PRNGSEED', 'ħCREATE', 'ħCREATE2', 'STOP']);
  });

  it('has the recorded reasons of calls of system contracts', async () => {
    const { opcodes } = await traceOf(server, 157);
    const system = opcodes.filter(({ depth }) => depth === 1);
    expect(system.map(({ op, reason }) => [op, reason])).toEqual([
      ['', errorString('INVALID_TOKEN_ID')],
      ['', errorString('no token')],
    ]);
  });

  it('has for each call of a system contract the reason of its own action', async () => {
    for (const [index, tree] of TREES.entries()) {
      const { opcodes } = await traceOf(server, treeTime(index));
      const found = opcodes.filter(({ op }) => op === '').map(({ depth, reason }) => ({ depth, reason }));
      const expected = outcomesOf(tree).map(({ depth, outcome: [type, text] }) => ({
        depth,
        reason: type === 'revert' ? errorString(text) : null,
      }));
      expect(found, JSON.stringify(tree)).toEqual(expected);
    }
  });
});

describe('a transaction', () => {
  it('is found by its hash with or without prefix, in any case, and by its id', async () => {
    const paths = [
      pathOf(150),
      pathOf(150).replace('0x', ''),
      pathOf(150).replace(/0x(\w+)/, (_, digits: string) => `0x${digits.toUpperCase()}`),
      '/api/v1/contracts/results/0.0.2000-149-999999999/opcodes',
      `/api/v1/contracts/0x${hashOf(at(150)).toString('hex')}/results/opcodes`,
      '/api/v1/contracts/0.0.2000-149-999999999/results/opcodes?memory=false&stack=true&storage=true',
    ];
    const gas = await Promise.all(
      paths.map(async (path) => ((await (await fetch(server.url + path)).json()) as { gas: number }).gas),
    );
    expect(gas).toEqual(paths.map(() => INTRINSIC + 24));
  });

  it('is traced by the id of the contract that it created', async () => {
    const runtime = Buffer.from(assemble('1 0 MSTORE STOP'));
    const init = assemble(
      `0x${runtime.toString('hex')} 0 MSTORE ${runtime.length} ${32 - runtime.length} RETURN`,
    );
    await insert(server.database, 'entity', [
      entity(CREATED, { created_timestamp: at(160), timestamp_range: `[${at(160)},)` }),
    ]);
    await insert(server.database, 'contract', [
      { id: CREATED, initcode: Buffer.from(init), runtime_bytecode: runtime },
    ]);
    // Records of creations may omit the code.
    const recorded = { call_result: Buffer.alloc(0) };
    await insertRecorded(server, {
      time: 160,
      contract: CREATED,
      transaction: { type: 8 },
      result: recorded,
    });
    const response = await fetch(`${server.url}/api/v1/contracts/results/0.0.2000-159-999999999/opcodes`);
    const { opcodes, ...rest } = (await response.json()) as { opcodes: Entry[] };
    expect(rest).toMatchObject({
      address: `0x${'0'.repeat(40)}`,
      contract_id: null,
      failed: false,
      return_value: `0x${runtime.toString('hex')}`,
    });
    expect(shortly(opcodes)).toEqual(['0 PUSH6', '0 PUSH1', '0 MSTORE', '0 PUSH1', '0 PUSH1', '0 RETURN']);
  });

  it("runs the code of an account's delegate, and pays for authorizations", async () => {
    await insert(server.database, 'entity', [
      entity(2100, {
        type: 'ACCOUNT',
        created_timestamp: 1,
        balance: 0,
        delegation_address: Buffer.from(longZero(2001), 'hex'),
      }),
    ]);
    const authorizations = [1, 2].map((nonce) => ({
      nonce,
      address: `0x${longZero(2001)}`,
      chain_id: '0x12a',
    }));
    await insertRecorded(server, {
      time: 163,
      contract: 2100,
      ethereum: {
        type: 4,
        gas_limit: LIMIT,
        to_address: Buffer.from(longZero(2100), 'hex'),
        authorization_list: JSON.stringify(authorizations),
      },
    });
    const { return_value: value, gas } = await traceOf(server, 163);
    expect([value, gas]).toEqual([word(12), INTRINSIC + 2 * 25_000 + 24]);
  });

  const REVERT = 'CONTRACT_REVERT_EXECUTED';
  const bytes = (...words: number[]) =>
    Buffer.from(words.map((value) => word(value).slice(2)).join(''), 'hex');

  it.each([
    [170, 2001, { transaction_result: 33 }, `${REVERT}, but ends with SUCCESS`],
    [171, 2003, {}, `SUCCESS, but ends with ${REVERT}`],
    [172, 9_999, { transaction_result: 33 }, `${REVERT}, but ends with SUCCESS`],
    [173, 2007, { transaction_result: 33 }, `${REVERT}, but ends with CONTRACT_EXECUTION_EXCEPTION`],
    [174, 2003, { transaction_result: 34 }, `CONTRACT_EXECUTION_EXCEPTION, but ends with ${REVERT}`],
    [175, 2001, { call_result: bytes(0x146) }, `output ${word(0x146)}, but ends with output ${word(12)}`],
    [176, 2001, { call_result: Buffer.alloc(0) }, `output 0x, but ends with output ${word(12)}`],
    [177, 2012, { call_result: Buffer.of(1) }, 'output 0x01, but ends with output 0x'],
    [
      178,
      2001,
      { call_result: bytes(12, 0, 0) },
      `output ${word(12)}${word(0).slice(2)}…, but ends with output ${word(12)}`,
    ],
    [
      179,
      2003,
      { transaction_result: 33, error_message: '0xABCE' },
      'output 0xabce, but ends with output 0xabcd',
    ],
  ])('is refused if its outcome differs from the record, at %i s', async (time, contract, recorded, how) => {
    await insertRecorded(server, { time, contract, result: recorded });
    const response = await fetch(server.url + pathOf(time));
    const detail = `It was recorded with ${how} when it is executed again: a trace would contradict the record.`;
    expect([response.status, await response.json()]).toEqual([
      501,
      { _status: { messages: [{ message: 'Not Implemented', detail, data: '' }] } },
    ]);
  });

  it.each([
    [180, 2001, { call_result: bytes(12) }, word(12)],
    [181, 2012, { call_result: Buffer.alloc(0) }, '0x'],
    [182, 2003, { transaction_result: 33, error_message: '0xABCD' }, '0xabcd'],
    [183, 2003, { transaction_result: 33, error_message: 'no bytes' }, '0xabcd'],
  ])('is traced if its outcome equals the record, at %i s', async (time, contract, recorded, value) => {
    await insertRecorded(server, { time, contract, result: recorded });
    expect((await traceOf(server, time)).return_value).toBe(value);
  });

  it('is refused for hooks', async () => {
    await insertRecorded(server, { time: 167, contract: 0x16d });
    const response = await fetch(server.url + pathOf(167));
    const detail = 'Executions of hooks (0x16d) are not traced.';
    expect([response.status, await response.json()]).toEqual([
      501,
      { _status: { messages: [{ message: 'Not Implemented', detail, data: '' }] } },
    ]);
  });

  it('has no entries if the network refused it before execution', async () => {
    const nonce = 9_999;
    await insertRecorded(server, {
      time: 161,
      result: { transaction_result: WRONG_NONCE, gas_used: null },
      ethereum: { nonce, to_address: Buffer.from(longZero(2001), 'hex') },
    });
    expect(await traceOf(server, 161)).toEqual({
      address: `0x${longZero(2001)}`,
      contract_id: '0.0.2001',
      failed: true,
      gas: 0,
      opcodes: [],
      return_value: '0x',
    });
  });

  it('does not hide another one of the same id with an execution', async () => {
    await insertRecorded(server, { time: 162, transaction: { valid_start_ns: at(140) } });
    const { rows } = await server.database.pool.query(
      'select * from transaction where consensus_timestamp = $1',
      [at(162)],
    );
    await insert(server.database, 'transaction', [
      { ...rows[0], consensus_timestamp: at(162) - 1n, nonce: 1, type: 11 },
    ]);
    server.pool.renew();
    const response = await fetch(`${server.url}/api/v1/contracts/results/0.0.2000-140-0/opcodes`);
    expect(response.status).toBe(200);
  });
});

describe('transactions that cannot be traced', () => {
  const failed = (message: string, detail: string) => ({
    _status: { messages: [{ message, detail, data: '' }] },
  });
  const MISSING = `0x${'77'.repeat(32)}`;
  const REQUIRED = failed('Not Acceptable', 'Accept-Encoding: gzip header is required');

  it.each([
    ['an id', '0.0.2000-1', 400, failed('Bad Request', "Unsupported ID format: '0.0.2000-1'")],
    [
      'a hash of 48 bytes',
      `0x${'ab'.repeat(48)}`,
      400,
      failed('Bad Request', `Unsupported ID format: '0x${'ab'.repeat(48)}'`),
    ],
    ['nothing', '%20', 400, failed('Bad Request', 'Missing transaction ID or hash')],
    ['a boolean', `${MISSING}?stack=maybe`, 400, failed('Bad Request', "Failed to convert 'stack'")],
    ['a hash', MISSING, 404, failed('Not Found', `Contract transaction hash not found: ${MISSING}`)],
    [
      'an id of no transaction',
      '0.0.2000-5-6',
      404,
      failed('Not Found', 'Transaction not found: 0.0.2000-5-6'),
    ],
  ])('%s', async (_, reference, status, body) => {
    const [id = '', query] = reference.split('?');
    const search = query === undefined ? '' : `?${query}`;
    for (const path of [`results/${id}/opcodes`, `${id}/results/opcodes`]) {
      const response = await fetch(`${server.url}/api/v1/contracts/${path}${search}`);
      expect([response.status, await response.json()]).toEqual([status, body]);
    }
  });

  it('a transaction without a contract', async () => {
    await insert(server.database, 'contract_transaction_hash', [
      {
        consensus_timestamp: at(190),
        hash: hashOf(at(190)),
        payer_account_id: 2000,
        entity_id: 0,
        transaction_result: 22,
      },
    ]);
    server.pool.renew();
    const response = await fetch(server.url + pathOf(190));
    expect([response.status, await response.json()]).toEqual([
      404,
      failed('Not Found', `Contract result not found: ${at(190)}`),
    ]);
  });

  it.each(['identity', '', 'br', 'deflate'])('a request that accepts %j', async (encoding) => {
    const response = await fetch(server.url + pathOf(150), { headers: { 'accept-encoding': encoding } });
    expect([response.status, await response.json()]).toEqual([406, REQUIRED]);
  });

  it.each(['gzip', 'GZIP', 'deflate, gzip;q=0.5'])('a request that also accepts %j', async (encoding) => {
    const response = await fetch(server.url + pathOf(150), { headers: { 'accept-encoding': encoding } });
    expect(response.status).toBe(200);
    expect(((await response.json()) as { gas: number }).gas).toBe(INTRINSIC + 24);
    expect(response.headers.get('cache-control')).toBe('public, max-age=1');
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
  });

  it('another method', async () => {
    const response = await fetch(server.url + pathOf(150), { method: 'POST' });
    expect(response.status).toBe(405);
  });
});
