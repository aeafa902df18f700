import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { proto } from '@tain/protos/hapi';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NetworkNode } from '../../../packages/network-simulator/src/node/network-node.ts';
import { DemoStream } from '../../../packages/network-simulator/src/stream/demo-stream.ts';
import { demoEngine } from '../../../src/local-network/demo-engine.ts';
import { createTestDatabase, type TestDatabase } from '../../database.ts';
import { ingestFolder } from '../../ingest/ingest-folder.ts';
import { startTestApi, type TestApi } from '../../rest/api-fixture.ts';
import { ACT, HOOK_INITCODE, hookCall, METHOD } from '../contracts/allowance-hook.ts';
import { account, type ClientKey, type Ended, ed25519Key, hbar, TestClient } from './client.ts';
import { long, numOf, RENEW } from './sent/random-client.ts';

/** Executions of hooks, from the client's transaction to the mirror's answers. */

const SECOND = 1_000_000_000n;
const HOOKS = '0.0.365';
const HOOK_ADDRESS = `0x${'16d'.padStart(40, '0')}`;
const ZERO = `0x${'0'.repeat(64)}`;
const word = (value: number): string => `0x${value.toString(16).padStart(64, '0')}`;

type Json = Record<string, unknown>;

describe.each([
  { stream: 'record files', cutover: undefined },
  { stream: 'blocks', cutover: 1 },
])('hooks in $stream', ({ cutover }) => {
  let dir = '';
  let stored: TestDatabase;
  let api: TestApi;
  let client: TestClient;
  const faults: unknown[] = [];
  const key: ClientKey = ed25519Key('7'.repeat(64));
  let contract = 0;
  let owner = 0;
  let payer = 0;
  const sent: Record<string, Ended> = {};

  /** Sends `tinybars` of the owner to the payer, who signs alone. */
  async function pay(name: string, tinybars: number, entry: Partial<proto.IAccountAmount>): Promise<void> {
    const accountAmounts = [
      { accountID: account(owner), amount: long(-tinybars), ...entry },
      { accountID: account(payer), amount: long(tinybars) },
    ];
    sent[name] = await client.run(
      { cryptoTransfer: { transfers: { accountAmounts } } },
      { payer, keys: [client.key] },
    );
  }

  beforeAll(async () => {
    dir = mkdtempSync(join(tmpdir(), 'tain-hooks-'));
    const stream = await DemoStream.open({
      dir,
      seed: 3,
      tps: 1,
      population: { accounts: 20, tokens: 0, topics: 0, contracts: 1 },
      signInner: false,
      runCode: demoEngine,
      ...(cutover !== undefined && { cutover }),
    });
    const { network } = stream;
    while (network.progress.phase !== 'steady') await stream.write();
    const node = new NetworkNode({
      runCode: demoEngine,
      now: () => network.progress.nextStart + SECOND / 2n,
      log: { warn: ({ err }: { err?: unknown }) => void faults.push(err) },
    });
    await node.attach(stream, dir);
    node.ready();
    client = new TestClient(node, 2, undefined, () => node.makeBlock({ own: 0, span: SECOND }));
    const initcode = Buffer.from(HOOK_INITCODE, 'hex');
    const made = await client.run({ contractCreateInstance: { initcode, gas: long(2_000_000), ...RENEW } });
    contract = numOf(made.receipt.contractID?.contractNum);
    const hookCreationDetails = [
      { hookId: long(1), evmHook: { spec: { contractId: { contractNum: long(contract) } } } },
    ];
    const create = (body: proto.ICryptoCreateTransactionBody) =>
      client.run({ cryptoCreateAccount: { ...RENEW, ...body } }, { body: { transactionFee: hbar(200) } });
    const one = await create({ key: key.message, initialBalance: hbar(1), hookCreationDetails });
    owner = numOf(one.receipt.accountID?.accountNum);
    const other = await create({ key: client.key.message, initialBalance: hbar(1_000) });
    payer = numOf(other.receipt.accountID?.accountNum);

    await pay('counted', 10, { prePostTxAllowanceHook: hookCall(ACT.count) });
    await pay('refused', 10, { preTxAllowanceHook: hookCall(ACT.refuse) });
    await pay('refusedFirst', 10, { prePostTxAllowanceHook: hookCall(ACT.refuse) });
    await pay('poor', 10, { preTxAllowanceHook: hookCall(ACT.allow, 1_000) });
    await pay('reverted', 10, { preTxAllowanceHook: hookCall(ACT.revert) });
    await pay('refusedLate', 10, { prePostTxAllowanceHook: hookCall(ACT.refusePost) });
    await pay('created', 10, { preTxAllowanceHook: hookCall(ACT.create) });
    await pay('missing', 10, { preTxAllowanceHook: hookCall(ACT.allow, 100_000, 9) });
    const inner = client.make(
      {
        cryptoTransfer: {
          transfers: {
            accountAmounts: [
              { accountID: account(owner), amount: long(-1), preTxAllowanceHook: hookCall(ACT.allow) },
              { accountID: account(2), amount: long(1) },
            ],
          },
        },
      },
      { body: { batchKey: client.key.message, nodeAccountID: account(0) } },
    );
    const { signedTransactionBytes } = proto.Transaction.decode(inner.bytes);
    sent.batch = await client.run({ atomicBatch: { transactions: [signedTransactionBytes] } });
    await stream.close();
    stored = await createTestDatabase();
    await ingestFolder({
      database: stored.database,
      folder: dir,
      addressBook: join(dir, 'address_book.bin'),
    });
    api = await startTestApi({ database: stored.database });
  }, 120_000);

  afterAll(async () => {
    await api?.close();
    await stored?.drop();
    rmSync(dir, { recursive: true, force: true });
  });

  const timeOf = (record: proto.ITransactionRecord | undefined): string =>
    `${record?.consensusTimestamp?.seconds}.${String(record?.consensusTimestamp?.nanos ?? 0).padStart(9, '0')}`;
  const list = async (path: string, name: string): Promise<Json[]> => (await api.json(path))[name] as Json[];

  /** Returns the transaction and its children as the mirror shows them. */
  async function shown(name: string): Promise<Json[]> {
    const { accountID, transactionValidStart: start } = sent[name]?.record.transactionID ?? {};
    const nanos = String(start?.nanos ?? 0).padStart(9, '0');
    return list(
      `/api/v1/transactions/0.0.${accountID?.accountNum}-${start?.seconds}-${nanos}`,
      'transactions',
    );
  }

  /** Returns the contract result of a child. */
  const resultOf = async (name: string, child = 0): Promise<Json> =>
    (
      await list(
        `/api/v1/contracts/results?internal=true&timestamp=${timeOf(sent[name]?.children[child])}`,
        'results',
      )
    )[0] ?? {};

  test('have the outcomes that the client sees', async () => {
    expect(faults).toEqual([]);
    expect(Object.fromEntries(Object.entries(sent).map(([name, { status }]) => [name, status]))).toEqual({
      counted: 'SUCCESS',
      refused: 'REJECTED_BY_ACCOUNT_ALLOWANCE_HOOK',
      refusedFirst: 'REJECTED_BY_ACCOUNT_ALLOWANCE_HOOK',
      poor: 'INSUFFICIENT_GAS',
      reverted: 'REJECTED_BY_ACCOUNT_ALLOWANCE_HOOK',
      refusedLate: 'REJECTED_BY_ACCOUNT_ALLOWANCE_HOOK',
      created: 'SUCCESS',
      missing: 'REJECTED_BY_ACCOUNT_ALLOWANCE_HOOK',
      batch: 'INNER_TRANSACTION_FAILED',
    });
    const children = async (name: string) =>
      (await shown(name)).map((one) => [one.name, one.result, one.nonce, one.parent_consensus_timestamp]);
    const call = (name: string, result: string, nonce = 1) => [
      'CONTRACTCALL',
      result,
      nonce,
      timeOf(sent[name]?.record),
    ];
    expect(await children('counted')).toEqual([
      ['CRYPTOTRANSFER', 'SUCCESS', 0, null],
      call('counted', 'SUCCESS'),
      call('counted', 'SUCCESS', 2),
    ]);
    expect((await children('refused'))[1]).toEqual(call('refused', 'REVERTED_SUCCESS'));
    expect((await children('reverted'))[1]).toEqual(call('reverted', 'CONTRACT_REVERT_EXECUTED'));
    expect((await children('refusedLate')).slice(1)).toEqual([
      call('refusedLate', 'REVERTED_SUCCESS'),
      call('refusedLate', 'REVERTED_SUCCESS', 2),
    ]);
    expect(
      (
        await list(
          `/api/v1/transactions?timestamp=gt:${timeOf(sent.batch?.record)}&limit=1&order=asc`,
          'transactions',
        )
      )[0],
    ).toMatchObject({ result: 'HOOKS_EXECUTIONS_REQUIRE_TOP_LEVEL_CRYPTO_TRANSFER' });
    expect((await children('missing'))[1]).toEqual(call('missing', 'HOOK_NOT_FOUND'));
  });

  test('are listed with their storage, now and at a time', async () => {
    expect(await list(`/api/v1/accounts/${owner}/hooks`, 'hooks')).toMatchObject([
      { hook_id: 1, owner_id: `0.0.${owner}`, contract_id: `0.0.${contract}`, deleted: false, type: 'EVM' },
    ]);
    const [first, second] = (sent.counted?.children ?? []).map(timeOf);
    const storage = (query = '') => list(`/api/v1/accounts/${owner}/hooks/1/storage${query}`, 'storage');
    expect(await storage()).toEqual([{ key: ZERO, timestamp: second, value: word(2) }]);
    expect(await storage(`?timestamp=${first}`)).toEqual([{ key: ZERO, timestamp: first, value: word(1) }]);
    const { rows } = await stored.database.pool.query(
      `select consensus_timestamp, hook_id, owner_id, encode(value_read, 'hex') as read, encode(value_written, 'hex') as written from hook_storage_change order by 1`,
    );
    expect(rows.map(({ read, written }) => [read, written])).toEqual([
      ['', '01'],
      ['01', '02'],
    ]);
    expect(await list(`/api/v1/contracts/${contract}/state`, 'state')).toEqual([]);
  });

  test('have contract results of 0.0.365', async () => {
    const counted = await resultOf('counted');
    expect(counted).toMatchObject({
      address: HOOK_ADDRESS,
      call_result: word(1),
      contract_id: HOOKS,
      created_contract_ids: [],
      error_message: null,
      from: `0x${payer.toString(16).padStart(40, '0')}`,
      gas_limit: 200_000,
      gas_used: 26_725,
      status: '0x1',
      to: HOOK_ADDRESS,
    });
    expect(String(counted.function_parameters).slice(2, 10)).toBe(METHOD.allowPre);
    expect(String((await resultOf('counted', 1)).function_parameters).slice(2, 10)).toBe(METHOD.allowPost);
    expect(await resultOf('reverted')).toMatchObject({
      contract_id: HOOKS,
      error_message: `0x590a5151${word(2).slice(2)}`,
      gas_limit: 200_000,
      result: 'CONTRACT_REVERT_EXECUTED',
      status: '0x0',
    });
    expect(await resultOf('refused')).toMatchObject({ contract_id: HOOKS, call_result: word(0) });
    const [, , creation] = await shown('created');
    expect(await resultOf('created')).toMatchObject({
      contract_id: HOOKS,
      created_contract_ids: [creation?.entity_id],
    });
    // The creation is a part of the hook's execution, and lists no contracts itself.
    const { transaction_index: index } = await api.json(
      `/api/v1/contracts/0.0.365/results/${timeOf(sent.created?.children[0])}`,
    );
    const [made] = await list(
      `/api/v1/contracts/results?internal=true&timestamp=${timeOf(sent.created?.children[1])}`,
      'results',
    );
    expect(made).toMatchObject({ contract_id: creation?.entity_id, created_contract_ids: [] });
    expect(made?.transaction_index).toBe(index);
  });

  test('have the actions of their code', async () => {
    const { hash } = await resultOf('created');
    const actions = await list(`/api/v1/contracts/results/${hash}/actions`, 'actions');
    const [, , creation] = await shown('created');
    const shownActions = actions.map((one) => [
      one.call_depth,
      one.call_operation_type,
      one.caller,
      one.caller_type,
      one.recipient,
    ]);
    expect(shownActions).toEqual([
      [0, 'CALL', `0.0.${payer}`, 'ACCOUNT', HOOKS],
      [1, 'CREATE', HOOKS, 'CONTRACT', creation?.entity_id],
      [1, 'STATICCALL', HOOKS, 'CONTRACT', creation?.entity_id],
    ]);
    const refused = await resultOf('refused');
    expect(await list(`/api/v1/contracts/results/${refused.hash}/actions`, 'actions')).toMatchObject([
      { caller: `0.0.${payer}`, gas: 200_000, gas_used: 4_177, recipient: HOOKS, result_data: word(0) },
    ]);
  });

  test('cost the price of their calls and gas limits, and nothing for calls that were not attempted', () => {
    // Prices of the schedule in tinycents: a call, and a unit of gas. A dozen tinycents is a tinybar.
    const price = (calls: number): bigint => (BigInt(calls) * (50_000_000n + 852n * 200_000n)) / 12n;
    const fee = (name: string): bigint => BigInt(sent[name]?.record.transactionFee?.toString() ?? 0);
    expect(fee('counted') - fee('refused')).toBe(price(1));
    // The price of the second call was charged in advance.
    expect(fee('counted') - fee('refusedFirst')).toBe(price(1));
    // A limit that is too low is found at consensus: the call is paid, but not attempted.
    expect(fee('refused') - fee('poor')).toBe((852n * 199_000n) / 12n);
    // Both calls were attempted.
    expect(fee('refusedLate')).toBe(fee('counted'));
  });
});
