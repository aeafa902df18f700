import type { proto } from '@tain/protos/hapi';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Item } from '../../../src/ingest/decode/item.ts';
import { createTestDatabase, type TestDatabase } from '../../database.ts';
import { account, amount, contract, long, makeItem, START, storeBlocks, token } from './synthetic.ts';

const BEFORE_TRANSFER_LOGS = { major: 0, minor: 63, patch: 0 };
const WRONG_NONCE = 312;
const TRANSFER = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

/** Rows of contract executions that are rare in real files, written by hand from their rules. */
describe('contract executions', () => {
  let test: TestDatabase;
  beforeEach(async () => {
    test = await createTestDatabase();
  });
  afterEach(() => test.drop());

  async function rows(sql: string): Promise<Record<string, unknown>[]> {
    const { rows: found } = await test.database.pool.query<{ row: Record<string, unknown> }>(
      `select to_jsonb(t) as row from (${sql.replaceAll('$at', `(consensus_timestamp - ${START})::int as at`)}) t`,
    );
    return found.map(({ row }) => row);
  }

  const call = (at: number, num: number, more: Partial<Parameters<typeof makeItem>[0]> = {}): Item =>
    makeItem({
      at,
      hapi: BEFORE_TRANSFER_LOGS,
      body: { contractCall: { contractID: contract(num), gas: long(50_000) } },
      ...more,
      record: {
        receipt: { contractID: contract(num) },
        contractCallResult: { contractID: contract(num), gasUsed: long(10 * num) },
        ...more.record,
      },
    });
  const moved = (from: number, to: number, units: number): proto.ITokenTransferList => ({
    token: token(2001),
    transfers: [amount(from, -units), amount(to, units)],
  });

  it('have an index each; parts of one have its index, with or without a result', async () => {
    const first = call(1, 6001);
    const second = call(6, 6002);
    await storeBlocks(test.database, [
      [
        first,
        call(2, 6003, { parent: first, nonce: 1 }),
        // A creation that failed without a result.
        makeItem({
          at: 3,
          parent: first,
          nonce: 2,
          status: 33,
          body: { contractCreateInstance: { gas: long(9) } },
        }),
        // A transfer without its own result. Its log is its own, with the index of the call.
        makeItem({
          at: 4,
          parent: first,
          nonce: 3,
          hapi: BEFORE_TRANSFER_LOGS,
          body: { cryptoTransfer: {} },
          record: { tokenTransferLists: [moved(1001, 1002, 5)] },
        }),
        // A transaction not submitted to a contract, which gets the next index because of its log.
        makeItem({
          at: 5,
          body: { cryptoTransfer: {} },
          record: { tokenTransferLists: [moved(1001, 1002, 7)] },
        }),
        second,
        call(7, 6004, { status: WRONG_NONCE }),
        call(8, 6005, { parent: second, nonce: 1, status: WRONG_NONCE }),
        makeItem({ at: 9, body: { cryptoTransfer: {} } }),
      ],
    ]);
    expect(await rows('select $at, transaction_index as i from contract_result order by 1')).toEqual([
      { at: 1, i: 0 },
      { at: 2, i: 0 },
      { at: 3, i: 0 },
      { at: 6, i: 2 },
      { at: 7, i: null },
      { at: 8, i: null },
    ]);
    expect(
      await rows(
        "select $at, index, transaction_index as i, contract_id as c, encode(bloom, 'hex') as bloom from contract_log order by index",
      ),
    ).toEqual([
      { at: 4, index: 0, i: 0, c: 2001, bloom: '00' },
      { at: 5, index: 1, i: 1, c: 2001, bloom: '00' },
    ]);
  });

  it('log tokens that are minted, burned or moved inside them, as the contract', async () => {
    const parent = call(2, 6001);
    const inside = (
      at: number,
      nonce: number,
      body: proto.ITransactionBody,
      list: proto.ITokenTransferList,
    ) =>
      makeItem({
        at,
        nonce,
        parent,
        hapi: BEFORE_TRANSFER_LOGS,
        body,
        record: {
          contractCallResult: { contractID: contract(359), gasUsed: long(1) },
          tokenTransferLists: [list],
        },
      });
    const supply = (num: number, units: number) => ({ token: token(2001), transfers: [amount(num, units)] });
    await storeBlocks(test.database, [
      [
        makeItem({
          at: 1,
          body: { contractCreateInstance: {} },
          record: {
            receipt: { contractID: contract(6001) },
            contractCreateResult: { evmAddress: { value: Buffer.alloc(20, 0xcc) } },
          },
        }),
      ],
      [
        parent,
        inside(3, 1, { tokenMint: { token: token(2001) } }, supply(1001, 40)),
        inside(4, 2, { tokenBurn: { token: token(2001) } }, supply(1001, -10)),
        inside(5, 3, { cryptoTransfer: {} }, moved(1001, 1002, 3)),
        // The contract itself logs NFTs.
        inside(
          6,
          4,
          { cryptoTransfer: {} },
          {
            token: token(2002),
            nftTransfers: [
              { senderAccountID: account(1001), receiverAccountID: account(1002), serialNumber: long(1) },
            ],
          },
        ),
        // Newer networks log transfers themselves.
        {
          ...inside(7, 5, { cryptoTransfer: {} }, moved(1001, 1002, 3)),
          hapiVersion: { major: 0, minor: 71, patch: 0 },
        },
      ],
    ]);
    const hex = (name: string): string => `encode(${name}, 'hex') as ${name}`;
    const logs = await rows(
      `select $at, index, contract_id, root_contract_id, transaction_index, synthetic,
         ${['topic0', 'topic1', 'topic2', 'data'].map(hex).join(', ')} from contract_log order by index`,
    );
    const common = {
      at: 2,
      contract_id: 6001,
      root_contract_id: 6001,
      transaction_index: 0,
      synthetic: true,
      topic0: TRANSFER,
    };
    expect(logs).toEqual([
      { ...common, index: 0, topic1: '', topic2: '03e9', data: '28' },
      { ...common, index: 1, topic1: '03e9', topic2: '', data: '0a' },
      { ...common, index: 2, topic1: '03e9', topic2: '03ea', data: '03' },
    ]);
    // Bits of the contract's address 0xcccc…, of the topics and of an empty address (32 zero bytes), computed
    // independently.
    const [bloom] = await rows(
      `select ${hex('bloom')} from contract_result where consensus_timestamp = ${START} + 2`,
    );
    const [block] = await rows(`select ${hex('logs_bloom')} from record_file where index = 1`);
    expect(block?.logs_bloom).toBe(bloom?.bloom);
    expect(bitsOf(String(bloom?.bloom))).toEqual(BLOOM_BITS);
  });

  it('contain their request if they failed before they had a result', async () => {
    await storeBlocks(test.database, [
      [
        makeItem({
          at: 1,
          status: 10,
          body: {
            contractCall: { contractID: contract(6001), gas: long(7), functionParameters: Buffer.from([1]) },
          },
        }),
        // An empty result is ignored.
        makeItem({
          at: 2,
          status: 33,
          body: { contractCall: { contractID: contract(6001), gas: long(8), amount: long(3) } },
          record: { contractCallResult: {} },
        }),
        makeItem({ at: 3, body: { tokenMint: { token: token(2001) } }, record: { contractCallResult: {} } }),
      ],
    ]);
    expect(
      await rows(
        `select $at, gas_limit, gas_used, gas_consumed, amount, bloom, call_result, created_contract_ids as created,
           error_message, function_result, encode(function_parameters, 'hex') as input from contract_result order by 1`,
      ),
    ).toEqual(
      [
        { at: 1, gas_limit: 7, amount: 0, input: '01' },
        { at: 2, gas_limit: 8, amount: 3, input: '' },
      ].map((row) => ({
        ...row,
        gas_used: null,
        gas_consumed: null,
        bloom: null,
        call_result: null,
        created: null,
        error_message: null,
        function_result: null,
      })),
    );
  });

  it('before HAPI 0.69 consumed the gas of the first action and of the input', async () => {
    const actions = (callType: number) => ({
      actions: {
        contractActions: [{ callDepth: 0, callType, gasUsed: long(1000), callingAccount: account(2) }],
      },
    });
    const create = (at: number, sidecars: proto.ITransactionSidecarRecord[]) =>
      makeItem({
        at,
        hapi: BEFORE_TRANSFER_LOGS,
        body: { contractCreateInstance: { constructorParameters: Buffer.from([1, 0]) } },
        record: {
          receipt: { contractID: contract(6001 + at) },
          contractCreateResult: { contractID: contract(6001 + at), gasUsed: long(99) },
        },
        sidecars,
      });
    await storeBlocks(test.database, [
      [
        // Gas: 21000 + 32000 for a creation, 16 for a byte and 4 for a zero, of the constructor's parameters…
        create(1, [actions(2)]),
        // …or of the code in the sidecar, which also indicates a creation.
        create(2, [
          actions(1),
          { bytecode: { contractId: contract(6003), initcode: Buffer.from([5, 5, 5]) } },
        ]),
        create(3, [actions(1)]),
        create(4, []),
      ],
    ]);
    expect(await rows('select $at, gas_consumed as gas from contract_result order by 1')).toEqual([
      { at: 1, gas: 1000 + 21_000 + 32_000 + 20 },
      { at: 2, gas: 1000 + 21_000 + 32_000 + 48 },
      { at: 3, gas: 1000 + 21_000 + 20 },
      { at: 4, gas: null },
    ]);
  });

  it('before HAPI 0.23 created contracts without records of their own', async () => {
    await storeBlocks(test.database, [
      [
        makeItem({
          at: 1,
          hapi: { major: 0, minor: 22, patch: 0 },
          body: {
            contractCreateInstance: {
              fileID: { fileNum: long(1500) },
              memo: 'family',
              autoRenewPeriod: { seconds: long(9) },
            },
          },
          record: {
            receipt: { contractID: contract(6001) },
            contractCreateResult: {
              contractID: contract(6001),
              createdContractIDs: [contract(6001), contract(6002)],
            },
          },
        }),
        makeItem({
          at: 2,
          hapi: { major: 0, minor: 22, patch: 0 },
          body: { contractCall: { contractID: contract(6001) } },
          record: {
            receipt: { contractID: contract(6001) },
            contractCallResult: { contractID: contract(6001), createdContractIDs: [contract(6003)] },
          },
        }),
      ],
    ]);
    expect(
      await rows(
        `select id, type, memo, auto_renew_period as period, balance, max_automatic_token_associations as slots,
           (created_timestamp - ${START})::int as created from entity order by id`,
      ),
    ).toEqual([
      { id: 6001, type: 'CONTRACT', memo: 'family', period: 9, balance: 0, slots: 0, created: 1 },
      { id: 6002, type: 'CONTRACT', memo: 'family', period: 9, balance: 0, slots: 0, created: 1 },
      { id: 6003, type: 'CONTRACT', memo: '', period: null, balance: 0, slots: 0, created: 2 },
    ]);
    expect(await rows('select id, file_id from contract order by id')).toEqual([
      { id: 6001, file_id: 1500 },
      { id: 6002, file_id: 1500 },
    ]);
  });

  it('have actions whose caller or outcome may be missing', async () => {
    const problems = await storeBlocks(test.database, [
      [
        call(1, 6001, {
          sidecars: [
            {
              actions: {
                contractActions: [
                  {
                    callingContract: contract(6001),
                    recipientAccount: account(1001),
                    output: Buffer.alloc(0),
                  },
                  {
                    callingAccount: account(2),
                    targetedAddress: Buffer.alloc(20, 1),
                    revertReason: Buffer.from([8]),
                  },
                  { recipientContract: contract(6002), error: Buffer.from('OUT') },
                  { callingAccount: account(-5) },
                ],
              },
            },
          ],
        }),
      ],
    ]);
    expect(
      await rows(
        `select index, caller, caller_type as of, recipient_account as a, recipient_contract as c,
           encode(recipient_address, 'hex') as address, result_data_type as type, encode(result_data, 'hex') as data
         from contract_action order by index`,
      ),
    ).toEqual([
      { index: 0, caller: 6001, of: 'CONTRACT', a: 1001, c: null, address: null, type: 11, data: '' },
      {
        index: 1,
        caller: 2,
        of: 'ACCOUNT',
        a: null,
        c: null,
        address: '01'.repeat(20),
        type: 12,
        data: '08',
      },
      { index: 2, caller: null, of: 'CONTRACT', a: null, c: 6002, address: null, type: 13, data: '4f5554' },
      { index: 3, caller: null, of: 'ACCOUNT', a: null, c: null, address: null, type: 0, data: null },
    ]);
    expect(problems).toEqual(['an account id out of range']);
  });

  it('for hooks change the storage of the hooks that a transfer named, in order', async () => {
    const transfer = makeItem({
      at: 1,
      body: {
        cryptoTransfer: {
          transfers: {
            accountAmounts: [
              { ...amount(1001, -1), prePostTxAllowanceHook: { hookId: long(2) } },
              { ...amount(1002, 1), preTxAllowanceHook: { hookId: long(1) } },
            ],
          },
        },
      },
    });
    const slot = (byte: number, value: number[]): proto.IContractStateChange => ({
      contractId: contract(365),
      storageChanges: [{ slot: Buffer.from([byte]), valueWritten: { value: Buffer.from(value) } }],
    });
    const run = (at: number, num: number, ...changes: proto.IContractStateChange[]) =>
      call(at, num, {
        parent: transfer,
        nonce: at,
        sidecars: [{ stateChanges: { contractStateChanges: changes } }],
      });
    const problems = await storeBlocks(test.database, [
      [
        transfer,
        run(2, 365, slot(1, [0, 7])),
        run(3, 365, slot(2, [8])),
        // The slots are changed by the contract itself, not by a hook's call.
        run(4, 6001, slot(3, [9])),
        run(5, 365, slot(4, [])),
        run(6, 365, slot(5, [1])),
      ],
    ]);
    expect(
      await rows(
        "select $at, owner_id, hook_id, right(encode(key, 'hex'), 2) as key, encode(value_written, 'hex') as value, deleted from hook_storage_change order by 1",
      ),
    ).toEqual([
      { at: 2, owner_id: 1002, hook_id: 1, key: '01', value: '07', deleted: false },
      { at: 3, owner_id: 1001, hook_id: 2, key: '02', value: '08', deleted: false },
      { at: 5, owner_id: 1001, hook_id: 2, key: '04', value: '', deleted: true },
    ]);
    expect(await rows('select $at, contract_id from contract_state_change')).toEqual([
      { at: 4, contract_id: 365 },
    ]);
    expect(problems).toEqual(['storage of a hook that was not to be executed']);
  });

  it('for hooks count calls that write nothing, and call the hooks of each NFT one after the other', async () => {
    const nft = (serial: number, sender: number, receiver: number): proto.INftTransfer => ({
      senderAccountID: account(sender),
      receiverAccountID: account(receiver),
      serialNumber: long(serial),
      preTxSenderAllowanceHook: { hookId: long(serial) },
      preTxReceiverAllowanceHook: { hookId: long(serial + 10) },
    });
    const transfer = makeItem({
      at: 1,
      body: {
        cryptoTransfer: {
          tokenTransfers: [
            { token: { tokenNum: long(900) }, nftTransfers: [nft(1, 1001, 1002), nft(2, 1003, 1004)] },
          ],
        },
      },
    });
    const run = (at: number, slot?: number) =>
      call(at, 365, {
        parent: transfer,
        nonce: at,
        sidecars:
          slot === undefined
            ? []
            : [
                {
                  stateChanges: {
                    contractStateChanges: [
                      {
                        contractId: contract(365),
                        storageChanges: [{ slot: Buffer.of(slot), valueWritten: { value: Buffer.of(slot) } }],
                      },
                    ],
                  },
                },
              ],
      });
    const problems = await storeBlocks(test.database, [[transfer, run(2), run(3, 1), run(4), run(5, 2)]]);
    expect(problems).toEqual([]);
    expect(
      await rows(
        "select $at, owner_id, hook_id, right(encode(key, 'hex'), 2) as key from hook_storage_change order by 1",
      ),
    ).toEqual([
      { at: 3, owner_id: 1002, hook_id: 11, key: '01' },
      { at: 5, owner_id: 1004, hook_id: 12, key: '02' },
    ]);
  });
});

/** Returns the positions of a bloom's bits, counted from its end. */
function bitsOf(hex: string): number[] {
  const value = BigInt(`0x${hex}`);
  return Array.from({ length: 2048 }, (_, i) => i).filter((i) => (value >> BigInt(i)) & 1n);
}

const BLOOM_BITS = [87, 229, 237, 269, 481, 921, 923, 1049, 1060, 1163, 1180, 1241, 1388, 1443, 1820];
