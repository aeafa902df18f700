import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assemble } from '../../../packages/evm/test/assembly.ts';
import { at, entity, longZero } from '../../rest/contracts/contract-rows.ts';
import { insert, transaction } from '../../rest/rows.ts';
import { type CallServer, startCallServer } from '../call/call-fixture.ts';
import {
  insertLedger,
  insertRecorded,
  type PrestateAccount,
  pathOf,
  prestateOf,
  prestatePathOf,
  word,
} from './trace-ledger.ts';

/** Balance of accounts 2 and 2000 before every transaction, in tinybars; contracts have none. */
const BALANCE = 5_000;
const ALIAS = 'a1'.repeat(20);
const CREATED = 2900;

const CODES = {
  2001: 'STOP',
  // Code that reads slot 0, which has 4, and writes 9 to it; writes 5 to slot 1, and its current value to slot 2.
  2002: '0 SLOAD POP 9 0 SSTORE 5 1 SSTORE 0 2 SSTORE STOP',
  // Code that reads and writes slot 0, and reverts.
  2003: '0 SLOAD POP 9 0 SSTORE 0 0 REVERT',
  // Code that creates a contract without code, which receives the sent amount.
  2004: '0 0 CALLVALUE CREATE STOP',
  // Code that sends its balance to 2001.
  2005: '2001 SELFDESTRUCT',
  // Code that creates a contract that destroys itself in favour of 2000.
  2006: '0x6107d0ff 0 MSTORE 4 28 0 CREATE STOP',
  // Code that calls 2002, and then reads 2001's code size.
  2007: '0 0 0 0 0 2002 60000 CALL POP 2001 EXTCODESIZE POP 0x0b54 BALANCE STOP',
  // Code that sends 7 of the received amount to a new address.
  2008: `0 0 0 0 7 0x${ALIAS} 700000 CALL STOP`,
  // Code that calls 2100, and then reads 2101's balance.
  2009: '0 0 0 0 0 2100 60000 CALL POP 2101 BALANCE STOP',
  // Code that writes its own balance to slot 0.
  2010: 'SELFBALANCE 0 SSTORE STOP',
} as const;

let server: CallServer;

const hexOf = (id: keyof typeof CODES): string => `0x${Buffer.from(assemble(CODES[id])).toString('hex')}`;

async function insertHistory(to: CallServer): Promise<void> {
  await insertLedger(to, CODES);
  const balance = (id: number) => ({ consensus_timestamp: at(120), account_id: id, balance: BALANCE });
  await insert(to.database, 'account_balance', [balance(2), balance(2000)]);
  const change = (contract: number, time: number) => ({
    consensus_timestamp: at(time),
    contract_id: contract,
    slot: Buffer.alloc(0),
    value_read: Buffer.from([0]),
    value_written: Buffer.from([4]),
    payer_account_id: 2,
    migration: false,
  });
  const state = (contract: number) => ({
    contract_id: contract,
    slot: Buffer.alloc(32),
    value: Buffer.from([4]),
    created_timestamp: at(110),
    modified_timestamp: at(110),
  });
  await insert(to.database, 'contract_state', [state(2002), state(2003)]);
  await insert(to.database, 'contract_state_change', [change(2002, 110), change(2003, 110)]);
}

beforeAll(async () => {
  server = await startCallServer();
  await insertHistory(server);
  await insertRecorded(server, { time: 150, result: { amount: 50 } });
  await insertRecorded(server, { time: 151, contract: 2002 });
});
afterAll(() => server?.close());

/** Returns an account in the format of an answer, with its balance in tinybars. */
function account(id: number, tinybars: number, more: Partial<PrestateAccount> = {}): PrestateAccount {
  return {
    address: `0x${longZero(id)}`,
    balance: `0x${(BigInt(tinybars) * 10n ** 10n).toString(16)}`,
    nonce: 0,
    storage: {},
    ...more,
  };
}

/** Returns slots by number, in the format of an answer. */
const slots = (values: Readonly<Record<number, number>>) =>
  Object.fromEntries(Object.entries(values).map(([slot, value]) => [word(Number(slot)), word(value)]));

const ALL = '?diff=true&code=true&storage=true';

/** Returns the row of an account without hbars. */
const wallet = (id: number, more: Readonly<Record<string, unknown>>) =>
  entity(id, { type: 'ACCOUNT', balance: 0, created_timestamp: 1, ...more });

/** Returns the code of an account that delegates to a contract (EIP-7702). */
const designatorOf = (contract: number): string => `0xef0100${longZero(contract)}`;

describe('the accounts of a transaction', () => {
  it('are those of a transfer of value, before and after', async () => {
    expect(await prestateOf(server, 150)).toEqual({
      pre: [account(2000, BALANCE), account(2001, 0)],
      post: [],
    });
    expect(await prestateOf(server, 150, '?diff=true')).toEqual({
      pre: [account(2000, BALANCE), account(2001, 0)],
      post: [account(2000, BALANCE - 50), account(2001, 50)],
    });
  });

  it.each([
    ['', {}],
    ['?code=true', { code: hexOf(2002) }],
    ['?storage=true', { storage: slots({ 0: 4, 1: 0, 2: 0 }) }],
    ['?code=true&storage=true', { code: hexOf(2002), storage: slots({ 0: 4, 1: 0, 2: 0 }) }],
  ] as readonly (readonly [string, Partial<PrestateAccount>])[])(
    'contain the requested parts of a contract: %j',
    async (query, contract) => {
      expect(await prestateOf(server, 151, query)).toEqual({
        pre: [account(2000, BALANCE), account(2002, 0, contract)],
        post: [],
      });
    },
  );

  it.each([
    // Only storage changed, which is not part of the answer.
    ['?diff=true', undefined],
    ['?diff=true&code=true', undefined],
    ['?diff=true&storage=true', {}],
    [ALL, { code: hexOf(2002) }],
  ])('are only the changed ones if the difference is requested: %j', async (query, more) => {
    expect(await prestateOf(server, 151, query)).toEqual(
      more === undefined
        ? { pre: [], post: [] }
        : {
            pre: [account(2002, 0, { ...more, storage: slots({ 0: 4, 1: 0 }) })],
            post: [account(2002, 0, { ...more, storage: slots({ 0: 9, 1: 5 }) })],
          },
    );
  });

  it('include accounts that code called or read', async () => {
    await insertRecorded(server, { time: 153, contract: 2007, result: { gas_limit: 200_000 } });
    expect(await prestateOf(server, 153, '?code=true&storage=true')).toEqual({
      pre: [
        account(2000, BALANCE),
        account(2001, 0, { code: hexOf(2001) }),
        account(2002, 0, { code: hexOf(2002), storage: slots({ 0: 4, 1: 0, 2: 0 }) }),
        account(2007, 0, { code: hexOf(2007) }),
      ],
      post: [],
    });
  });

  // The network pays staking rewards after the execution, when it completes the record (its `FinalizeRecordHandler`).
  it('have the staking reward of an earlier transaction, but not of their own', async () => {
    const transfer = (time: number, entity_id: number, amount: number) => ({
      consensus_timestamp: at(time),
      entity_id,
      amount,
      payer_account_id: 2000,
    });
    await insert(server.database, 'crypto_transfer', [
      transfer(148, 2010, 20 + 77),
      transfer(148, 2000, -20),
      transfer(148, 800, -77),
      transfer(149, 2000, 20),
      transfer(149, 2010, -20),
    ]);
    await insert(server.database, 'staking_reward_transfer', [
      { account_id: 2010, amount: 77, consensus_timestamp: at(148), payer_account_id: 2000 },
    ]);
    await insertRecorded(server, { time: 148, contract: 2010, result: { amount: 20 } });
    await insertRecorded(server, { time: 149, contract: 2010, result: { amount: 3 } });
    expect(await prestateOf(server, 148, '?diff=true&storage=true')).toEqual({
      pre: [account(2000, BALANCE), account(2010, 0, { storage: slots({ 0: 0 }) })],
      post: [account(2000, BALANCE - 20), account(2010, 20, { storage: slots({ 0: 20 }) })],
    });
    expect(await prestateOf(server, 149, '?diff=true&storage=true')).toEqual({
      pre: [account(2000, BALANCE - 20), account(2010, 97, { storage: slots({ 0: 0 }) })],
      post: [account(2000, BALANCE - 23), account(2010, 100, { storage: slots({ 0: 100 }) })],
    });
  });

  it('are unchanged if the transaction reverted', async () => {
    await insertRecorded(server, {
      time: 154,
      contract: 2003,
      result: { transaction_result: 33, amount: 50 },
    });
    expect(await prestateOf(server, 154, '?storage=true')).toEqual({
      pre: [account(2000, BALANCE), account(2003, 0, { storage: slots({ 0: 4 }) })],
      post: [],
    });
    expect(await prestateOf(server, 154, ALL)).toEqual({ pre: [], post: [] });
  });

  it('have only their address before if they were created', async () => {
    await insertRecorded(server, {
      time: 155,
      contract: 2004,
      result: { amount: 30, gas_limit: 200_000 },
    });
    const { pre, post } = await prestateOf(server, 155, ALL);
    const { address } = post.find(({ balance }) => BigInt(balance ?? 0) === 30n * 10n ** 10n) ?? {};
    const code = hexOf(2004);
    const sorted = (accounts: PrestateAccount[]) => accounts.sort((a, b) => (a.address < b.address ? -1 : 1));
    expect(pre).toEqual(
      sorted([account(2000, BALANCE), account(2004, 0, { code }), { address: address ?? '' }]),
    );
    expect(post).toEqual(
      sorted([
        account(2000, BALANCE - 30),
        account(2004, 0, { code, nonce: 1 }),
        { ...account(0, 30, { code: '0x', nonce: 1 }), address: address ?? '' },
      ]),
    );
    expect(await prestateOf(server, 155)).toEqual({
      pre: [account(2000, BALANCE), account(2004, 0)],
      post: [],
    });
  });

  it('have only their address before if a transfer created them', async () => {
    await insertRecorded(server, {
      time: 156,
      contract: 2008,
      result: { amount: 10, gas_limit: 1_000_000 },
    });
    const hollow = `0x${ALIAS}`;
    expect(await prestateOf(server, 156, '?diff=true')).toEqual({
      pre: [account(2000, BALANCE), account(2008, 0), { address: hollow }],
      post: [account(2000, BALANCE - 10), account(2008, 3), { ...account(0, 7), address: hollow }],
    });
  });

  it('include a created contract with its code', async () => {
    const runtime = Buffer.from(assemble('1 0 MSTORE STOP'));
    const init = assemble(
      `3 2 SSTORE 0x${runtime.toString('hex')} 0 MSTORE ${runtime.length} ${32 - runtime.length} RETURN`,
    );
    await insert(server.database, 'entity', [
      entity(CREATED, { created_timestamp: at(160), timestamp_range: `[${at(160)},)` }),
    ]);
    await insert(server.database, 'contract', [
      { id: CREATED, initcode: Buffer.from(init), runtime_bytecode: runtime },
    ]);
    await insertRecorded(server, { time: 160, contract: CREATED, transaction: { type: 8 } });
    const response = await fetch(
      `${server.url}/api/v1/contracts/results/0.0.2000-159-999999999/prestate${ALL}`,
    );
    expect(await response.json()).toEqual({
      pre: [{ address: `0x${longZero(CREATED)}` }],
      post: [
        account(CREATED, 0, {
          code: `0x${runtime.toString('hex')}`,
          nonce: 1,
          storage: slots({ 2: 3 }),
        }),
      ],
    });
  });

  it('are omitted if they were created and destroyed', async () => {
    await insertRecorded(server, { time: 157, contract: 2006, result: { gas_limit: 200_000 } });
    expect(await prestateOf(server, 157, '?diff=true')).toEqual({
      pre: [account(2006, 0)],
      post: [account(2006, 0, { nonce: 1 })],
    });
  });

  it('keep a contract that destroys itself, since EVM v0.50', async () => {
    await insertRecorded(server, { time: 158, contract: 2005, result: { amount: 20 } });
    expect(await prestateOf(server, 158, '?diff=true')).toEqual({
      pre: [account(2000, BALANCE), account(2001, 0)],
      post: [account(2000, BALANCE - 20), account(2001, 20)],
    });
  });

  it('lose a contract that destroys itself, before EVM v0.50', async () => {
    const old = await startCallServer({ network: { versions: [{ firstBlock: 0n, version: 'v0.46' }] } });
    try {
      await insertHistory(old);
      await insertRecorded(old, { time: 158, contract: 2005, result: { amount: 20 } });
      expect(await prestateOf(old, 158, ALL)).toEqual({
        pre: [
          account(2000, BALANCE),
          account(2001, 0, { code: hexOf(2001) }),
          account(2005, 0, { code: hexOf(2005) }),
        ],
        post: [account(2000, BALANCE - 20), account(2001, 20, { code: hexOf(2001) })],
      });
    } finally {
      await old.close();
    }
  });

  it('have the designator of a delegation as code, and none after its end', async () => {
    await insert(server.database, 'entity', [
      wallet(2100, { delegation_address: Buffer.from(longZero(2001), 'hex') }),
      wallet(2101, { delegation_address: Buffer.alloc(20) }),
    ]);
    await insertRecorded(server, { time: 159, contract: 2009, result: { gas_limit: 200_000 } });
    expect(await prestateOf(server, 159, '?code=true')).toEqual({
      pre: [
        account(2000, BALANCE),
        account(2001, 0, { code: hexOf(2001) }),
        account(2009, 0, { code: hexOf(2009) }),
        account(2100, 0, { code: designatorOf(2001) }),
        account(2101, 0),
      ],
      post: [],
    });
    expect((await prestateOf(server, 159)).pre).toContainEqual(account(2100, 0));
  });

  it('have the nonces of an Ethereum transaction, also if it reverted', async () => {
    const to = (contract: number) => Buffer.from(longZero(contract), 'hex');
    await insertRecorded(server, { time: 161, ethereum: { nonce: 7, to_address: to(2001) } });
    await insertRecorded(server, {
      time: 162,
      contract: 2003,
      result: { transaction_result: 33 },
      ethereum: { nonce: 8, to_address: to(2003) },
    });
    const changed = (nonce: number) => ({
      pre: [account(2000, BALANCE, { nonce })],
      post: [account(2000, BALANCE, { nonce: nonce + 1 })],
    });
    expect(await prestateOf(server, 161, ALL)).toEqual(changed(7));
    expect(await prestateOf(server, 162, ALL)).toEqual(changed(8));
    expect((await prestateOf(server, 162)).pre).toEqual([
      account(2000, BALANCE, { nonce: 8 }),
      account(2003, 0),
    ]);
  });

  it('have the delegation of a preceding child only after the transaction', async () => {
    const [first, second] = [at(165) - 2n, at(165) - 1n];
    const delegation_address = Buffer.from(longZero(2001), 'hex');
    await insert(server.database, 'entity', [
      wallet(2102, { delegation_address, timestamp_range: `[${first},)` }),
      wallet(2103, { timestamp_range: `[${second},)` }),
    ]);
    await insert(server.database, 'entity_history', [
      wallet(2102, { timestamp_range: `[1,${first})` }),
      wallet(2103, { delegation_address, timestamp_range: `[1,${second})` }),
    ]);
    // As on a local network whose time is an hour ahead of its clients.
    const validStart = at(165) - 3_600_000_000_000n;
    const child = (time: bigint, nonce: number, entity_id: number) =>
      transaction(time, 2000, { type: 15, valid_start_ns: validStart, nonce, entity_id });
    await insert(server.database, 'transaction', [child(first, 1, 2102), child(second, 2, 2103)]);
    await insertRecorded(server, {
      time: 165,
      transaction: { valid_start_ns: validStart },
      ethereum: { nonce: 9, to_address: Buffer.from(longZero(2001), 'hex') },
    });
    const code = designatorOf(2001);
    expect(await prestateOf(server, 165, '?diff=true&code=true')).toEqual({
      pre: [account(2000, BALANCE, { nonce: 9 }), account(2102, 0), account(2103, 0, { code })],
      post: [account(2000, BALANCE, { nonce: 10 }), account(2102, 0, { code }), account(2103, 0)],
    });
  });

  it('are empty if the network refused the transaction before execution', async () => {
    await insertRecorded(server, {
      time: 163,
      result: { transaction_result: 312, gas_used: null },
      ethereum: { nonce: 9_999, to_address: Buffer.from(longZero(2001), 'hex') },
    });
    expect(await prestateOf(server, 163)).toEqual({ pre: [], post: [] });
    expect(await prestateOf(server, 163, ALL)).toEqual({ pre: [], post: [] });
  });
});

describe('a request for accounts', () => {
  const failed = (message: string, detail: string) => ({
    _status: { messages: [{ message, detail, data: '' }] },
  });
  const MISSING = `0x${'77'.repeat(32)}`;

  it.each([
    ['an id', '0.0.2000-1', 400, failed('Bad Request', "Unsupported ID format: '0.0.2000-1'")],
    ['nothing', '%20', 400, failed('Bad Request', 'Missing transaction ID or hash')],
    ['code', `${MISSING}?code=maybe`, 400, failed('Bad Request', "Failed to convert 'code'")],
    ['diff', `${MISSING}?diff=2`, 400, failed('Bad Request', "Failed to convert 'diff'")],
    ['storage', `${MISSING}?storage=eq:true`, 400, failed('Bad Request', "Failed to convert 'storage'")],
    ['a hash', MISSING, 404, failed('Not Found', `Contract transaction hash not found: ${MISSING}`)],
    [
      'an id of no transaction',
      '0.0.2000-5-6',
      404,
      failed('Not Found', 'Transaction not found: 0.0.2000-5-6'),
    ],
  ])('is refused for %s', async (_, reference, status, body) => {
    const [id = '', query] = reference.split('?');
    const search = query === undefined ? '' : `?${query}`;
    const response = await fetch(`${server.url}/api/v1/contracts/results/${id}/prestate${search}`);
    expect([response.status, await response.json()]).toEqual([status, body]);
  });

  it('is refused for an execution of a hook', async () => {
    await insertRecorded(server, { time: 170, contract: 0x16d });
    const response = await fetch(server.url + prestatePathOf(170));
    expect([response.status, await response.json()]).toEqual([
      404,
      failed('Not Found', 'Executions of hooks (0x16d) are not traced.'),
    ]);
  });

  it('is refused if the outcome differs from the record', async () => {
    await insertRecorded(server, { time: 171, result: { call_result: Buffer.of(0x16) } });
    const response = await fetch(server.url + prestatePathOf(171));
    const detail =
      'It was recorded with output 0x16, but ends with output 0x when it is executed again: a trace would contradict the record.';
    expect([response.status, await response.json()]).toEqual([501, failed('Not Implemented', detail)]);
  });

  it.each(['identity', 'br'])('is refused if it accepts %j', async (encoding) => {
    const response = await fetch(server.url + prestatePathOf(150), {
      headers: { 'accept-encoding': encoding },
    });
    expect([response.status, await response.json()]).toEqual([
      406,
      failed('Not Acceptable', 'Accept-Encoding: gzip header is required'),
    ]);
  });

  it('is refused if traces are disabled, and limited together with those of opcodes', async () => {
    const off = await startCallServer({ traces: { enabled: false } });
    const one = await startCallServer({ traces: { tracesPerSecond: 1 } });
    try {
      const disabled = await fetch(off.url + prestatePathOf(150), {
        headers: { 'accept-encoding': 'identity' },
      });
      expect([disabled.status, await disabled.json()]).toEqual([501, failed('Not Implemented', '')]);
      await insertHistory(one);
      await insertRecorded(one, { time: 150 });
      const both = await Promise.all([pathOf(150), prestatePathOf(150)].map((path) => fetch(one.url + path)));
      expect(both.map(({ status }) => status).sort()).toEqual([200, 429]);
      expect(await both.find(({ status }) => status === 429)?.json()).toEqual(
        failed('Too Many Requests', 'Requests per second rate limit exceeded'),
      );
    } finally {
      await off.close();
      await one.close();
    }
  });
});
