import { evmAddressOfKey } from '@tain/ledger/evm-address';
import { proto } from '@tain/protos/hapi';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../database.ts';
import {
  account,
  amount,
  contract,
  long,
  makeItem,
  relativeRows,
  START,
  storeBlocks,
  timestamp,
  token,
} from './synthetic.ts';

/** Rows of transactions that no real file contains, written by hand from the meaning of each type. */
describe('types of transactions', () => {
  let test: TestDatabase;

  beforeEach(async () => {
    test = await createTestDatabase();
  });
  afterEach(() => test.drop());

  const rows = (sql: string) => relativeRows(test.database, sql);

  const key = (byte: number): proto.IKey => ({ ed25519: Buffer.alloc(32, byte) });
  const createAccount = (at: number, num: number, body: proto.ICryptoCreateTransactionBody = {}) =>
    makeItem({ at, body: { cryptoCreateAccount: body }, record: { receipt: { accountID: account(num) } } });

  it('an account from creation to deletion, with history and balances', async () => {
    const transfer = (at: number, tinybars: number) =>
      makeItem({
        at,
        body: { cryptoTransfer: { transfers: { accountAmounts: [] } } },
        record: { transferList: { accountAmounts: [amount(2, -tinybars), amount(1001, tinybars)] } },
      });
    await storeBlocks(test.database, [
      [
        createAccount(1, 1001, { key: key(1), memo: 'first', maxAutomaticTokenAssociations: 3 }),
        transfer(2, 100),
      ],
      [
        makeItem({
          at: 3,
          body: {
            cryptoUpdateAccount: {
              accountIDToUpdate: account(1001),
              key: key(2),
              memo: { value: 'second' },
              stakedNodeId: long(4),
              declineReward: { value: true },
              expirationTime: { seconds: long(2 ** 62), nanos: 0 },
            },
          },
        }),
        transfer(4, 11),
      ],
      [
        makeItem({
          at: 5,
          body: { cryptoDelete: { deleteAccountID: account(1001), transferAccountID: account(7) } },
        }),
      ],
    ]);
    const columns =
      'timestamp_range, memo, balance, balance_timestamp, deleted, public_key, staked_node_id, staked_account_id, decline_reward, stake_period_start, created_timestamp, obtainer_id, ethereum_nonce';
    expect(
      await rows(`select ${columns} from entity_history where id = 1001 order by timestamp_range`),
    ).toEqual([
      {
        timestamp_range: '[1,3)',
        memo: 'first',
        balance: 100,
        balance_timestamp: 2,
        deleted: false,
        public_key: '01'.repeat(32),
        staked_node_id: -1,
        staked_account_id: null,
        decline_reward: false,
        stake_period_start: -1,
        created_timestamp: 1,
        obtainer_id: null,
        ethereum_nonce: 0,
      },
      {
        timestamp_range: '[3,5)',
        memo: 'second',
        balance: 111,
        balance_timestamp: 4,
        deleted: false,
        public_key: '02'.repeat(32),
        staked_node_id: 4,
        staked_account_id: 0,
        decline_reward: true,
        stake_period_start: 20_454,
        created_timestamp: 1,
        obtainer_id: null,
        ethereum_nonce: 0,
      },
    ]);
    expect(await rows(`select ${columns} from entity where id = 1001`)).toMatchObject([
      {
        timestamp_range: '[5,)',
        memo: 'second',
        balance: 111,
        deleted: true,
        obtainer_id: 7,
        created_timestamp: 1,
      },
    ]);
    expect(await rows('select expiration_timestamp::text as expires from entity where id = 1001')).toEqual([
      { expires: '9223372036854775807' },
    ]);
  });

  it('an account with an ECDSA alias, found by its alias in later blocks', async () => {
    const compressed = Buffer.from(
      '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798',
      'hex',
    );
    const alias = Buffer.from(proto.Key.encode({ ECDSASecp256k1: compressed }).finish());
    // Public point of private key 1, whose address is well known.
    const address = '7e5f4552091a69125d5dfcb7b8c2659029395bdf';
    expect(Buffer.from(evmAddressOfKey(compressed) ?? []).toString('hex')).toBe(address);
    const rename = (at: number, id: proto.IAccountID, memo: string) =>
      makeItem({ at, body: { cryptoUpdateAccount: { accountIDToUpdate: id, memo: { value: memo } } } });
    const problems = await storeBlocks(test.database, [
      [
        makeItem({
          at: 1,
          body: { cryptoCreateAccount: {} },
          record: { receipt: { accountID: account(1002) }, alias },
        }),
        rename(2, { alias }, 'in the same block'),
      ],
    ]);
    expect(problems).toEqual([]);
    // A new process has only the state in the database.
    const later = await storeBlocks(test.database, [
      [rename(3, { alias: Buffer.from(address, 'hex') }, 'by its address')],
      [rename(4, { alias }, 'by its alias'), rename(5, { alias: Buffer.from([0x12, 1, 7]) }, 'unknown')],
    ]);
    expect(later).toEqual(['unknown alias 0x120107']);
    expect(
      await rows('select id, memo, evm_address, alias, key, public_key, timestamp_range from entity'),
    ).toEqual([
      {
        id: 1002,
        memo: 'by its alias',
        evm_address: `\\x${address}`,
        alias: `\\x${alias.toString('hex')}`,
        key: `\\x${alias.toString('hex')}`,
        public_key: compressed.toString('hex'),
        timestamp_range: '[4,)',
      },
    ]);
    expect(await rows('select entity_id from transaction order by consensus_timestamp')).toEqual(
      [1002, 1002, 1002, 1002, null].map((entity_id) => ({ entity_id })),
    );
  });

  it('an alias of a deleted account, found equally before and after a restart', async () => {
    const alias = Buffer.from(proto.Key.encode(key(5)).finish());
    const create = (at: number, num: number) =>
      makeItem({
        at,
        body: { cryptoCreateAccount: { alias } },
        record: { receipt: { accountID: account(num) } },
      });
    const touch = (at: number, status = 22) =>
      makeItem({ at, status, body: { cryptoUpdateAccount: { accountIDToUpdate: { alias } } } });
    const remove = makeItem({ at: 2, body: { cryptoDelete: { deleteAccountID: account(1001) } } });
    await storeBlocks(test.database, [[create(1, 1001), remove, touch(3, 72)], [touch(4, 72)]]);
    await storeBlocks(test.database, [[touch(5, 72)], [create(6, 1002), touch(7)]]);
    await storeBlocks(test.database, [[touch(8)]]);
    expect(
      await rows('select entity_id from transaction where type = 15 order by consensus_timestamp'),
    ).toEqual([1001, 1001, 1001, 1002, 1002].map((entity_id) => ({ entity_id })));
  });

  it('a failed transaction: fees, but nothing else', async () => {
    await storeBlocks(test.database, [
      [
        createAccount(1, 1001),
        makeItem({
          at: 2,
          status: 10,
          body: { cryptoCreateAccount: { initialBalance: long(77) } },
          record: { transferList: { accountAmounts: [amount(1001, -5), amount(98, 5)] } },
        }),
      ],
    ]);
    expect(
      await rows(
        'select result, initial_balance, entity_id from transaction where consensus_timestamp % 10 = 2',
      ),
    ).toEqual([{ result: 10, initial_balance: 77, entity_id: null }]);
    expect(await rows('select id, balance from entity')).toEqual([{ id: 1001, balance: -5 }]);
  });

  it('approvals of a transfer, and allowances that it spends', async () => {
    const approve = makeItem({
      at: 1,
      payer: 1001,
      body: {
        cryptoApproveAllowance: {
          cryptoAllowances: [
            { spender: account(5), amount: long(100) },
            { owner: account(1001), spender: account(5), amount: long(300) },
          ],
          tokenAllowances: [
            { tokenId: token(9), owner: account(1001), spender: account(5), amount: long(50) },
          ],
        },
      },
    });
    const spend = makeItem({
      at: 2,
      payer: 5,
      body: {
        cryptoTransfer: {
          transfers: { accountAmounts: [{ ...amount(1001, -40), isApproval: true }, amount(6, 40)] },
          tokenTransfers: [
            { token: token(9), transfers: [{ ...amount(1001, -8), isApproval: true }, amount(6, 8)] },
          ],
        },
      },
      record: {
        transferList: { accountAmounts: [amount(5, -1), amount(98, 1), amount(1001, -40), amount(6, 40)] },
        tokenTransferLists: [{ token: token(9), transfers: [amount(1001, -9), amount(6, 8), amount(7, 1)] }],
      },
    });
    const revoke = makeItem({
      at: 3,
      payer: 1001,
      body: { cryptoApproveAllowance: { cryptoAllowances: [{ spender: account(5), amount: long(0) }] } },
    });
    await storeBlocks(test.database, [[approve, spend], [revoke]]);
    expect(await rows('select amount, entity_id, is_approval from crypto_transfer order by amount')).toEqual([
      { amount: -40, entity_id: 1001, is_approval: true },
      { amount: -1, entity_id: 5, is_approval: false },
      { amount: 1, entity_id: 98, is_approval: false },
      { amount: 40, entity_id: 6, is_approval: false },
    ]);
    // A fee changed the amount. The approval flag of the account's own entry applies.
    expect(await rows('select amount, is_approval from token_transfer order by amount')).toEqual([
      { amount: -9, is_approval: true },
      { amount: 1, is_approval: false },
      { amount: 8, is_approval: false },
    ]);
    const columns = 'owner, spender, amount, amount_granted, payer_account_id, timestamp_range';
    expect(await rows(`select ${columns} from crypto_allowance_history`)).toEqual([
      {
        owner: 1001,
        spender: 5,
        amount: 260,
        amount_granted: 300,
        payer_account_id: 1001,
        timestamp_range: '[1,3)',
      },
    ]);
    expect(await rows(`select ${columns} from crypto_allowance`)).toMatchObject([
      { amount: 0, amount_granted: 0, timestamp_range: '[3,)' },
    ]);
    expect(await rows('select amount, amount_granted, token_id from token_allowance')).toEqual([
      { amount: 42, amount_granted: 50, token_id: 9 },
    ]);
  });

  describe('tokens', () => {
    const createToken = (
      at: number,
      body: proto.ITokenCreateTransactionBody,
      record: proto.ITransactionRecord = {},
    ) =>
      makeItem({
        at,
        body: { tokenCreation: { name: 'Name', symbol: 'SYM', treasury: account(1001), ...body } },
        record: { ...record, receipt: { tokenID: token(2001) } },
      });

    it('a fungible token: creation, association, freeze, transfer, supply, pause, deletion', async () => {
      await storeBlocks(test.database, [
        [
          createToken(
            1,
            {
              decimals: 2,
              initialSupply: long(1000),
              adminKey: key(1),
              freezeKey: key(2),
              kycKey: key(3),
              supplyKey: key(4),
              pauseKey: key(5),
              customFees: [
                {
                  fixedFee: { amount: long(3), denominatingTokenId: token(0) },
                  feeCollectorAccountId: account(1005),
                },
                {
                  fractionalFee: {
                    fractionalAmount: { numerator: long(1), denominator: long(10) },
                    minimumAmount: long(1),
                  },
                  feeCollectorAccountId: account(1001),
                  allCollectorsAreExempt: true,
                },
              ],
            },
            { tokenTransferLists: [{ token: token(2001), transfers: [amount(1001, 1000)] }] },
          ),
          makeItem({ at: 2, body: { tokenAssociate: { account: account(1002), tokens: [token(2001)] } } }),
          makeItem({ at: 3, body: { tokenGrantKyc: { account: account(1002), token: token(2001) } } }),
          makeItem({ at: 4, body: { tokenFreeze: { account: account(1002), token: token(2001) } } }),
          makeItem({
            at: 5,
            body: { cryptoTransfer: {} },
            record: {
              tokenTransferLists: [{ token: token(2001), transfers: [amount(1001, -30), amount(1002, 30)] }],
              assessedCustomFees: [
                {
                  amount: long(3),
                  tokenId: token(2001),
                  feeCollectorAccountId: account(1005),
                  effectivePayerAccountId: [account(1001), account(1002)],
                },
              ],
            },
          }),
          makeItem({
            at: 6,
            body: { tokenMint: { token: token(2001), amount: long(500) } },
            record: {
              receipt: { newTotalSupply: long(1500) },
              tokenTransferLists: [{ token: token(2001), transfers: [amount(1001, 500)] }],
            },
          }),
          makeItem({ at: 7, body: { tokenPause: { token: token(2001) } } }),
        ],
        [
          makeItem({
            at: 8,
            body: { tokenUpdate: { token: token(2001), name: 'Other', treasury: account(1001) } },
          }),
          makeItem({ at: 9, body: { tokenFeeScheduleUpdate: { tokenId: token(2001), customFees: [] } } }),
          makeItem({ at: 10, body: { tokenDeletion: { token: token(2001) } } }),
        ],
      ]);
      const columns =
        'name, total_supply, initial_supply, pause_status, freeze_status, kyc_status, supply_type, type, timestamp_range, decimals';
      expect(await rows(`select ${columns} from token_history order by timestamp_range`)).toMatchObject([
        { name: 'Name', total_supply: 1500, pause_status: 'UNPAUSED', timestamp_range: '[1,7)' },
        { name: 'Name', total_supply: 1500, pause_status: 'PAUSED', timestamp_range: '[7,8)' },
      ]);
      expect(await rows(`select ${columns} from token`)).toEqual([
        {
          name: 'Other',
          total_supply: 1500,
          initial_supply: 1000,
          pause_status: 'PAUSED',
          freeze_status: 2,
          kyc_status: 2,
          supply_type: 'INFINITE',
          type: 'FUNGIBLE_COMMON',
          timestamp_range: '[8,)',
          decimals: 2,
        },
      ]);
      const relation =
        'account_id, associated, balance, freeze_status, kyc_status, created_timestamp, timestamp_range';
      expect(await rows(`select ${relation} from token_account order by account_id`)).toEqual([
        {
          account_id: 1001,
          associated: true,
          balance: 1470,
          freeze_status: 2,
          kyc_status: 1,
          created_timestamp: 1,
          timestamp_range: '[1,)',
        },
        {
          account_id: 1002,
          associated: true,
          balance: 30,
          freeze_status: 1,
          kyc_status: 1,
          created_timestamp: 2,
          timestamp_range: '[4,)',
        },
        {
          account_id: 1005,
          associated: true,
          balance: 0,
          freeze_status: 2,
          kyc_status: 1,
          created_timestamp: 1,
          timestamp_range: '[1,)',
        },
      ]);
      expect(
        await rows(`select ${relation} from token_account_history order by timestamp_range`),
      ).toMatchObject([
        { account_id: 1002, freeze_status: null, kyc_status: null, timestamp_range: '[2,3)' },
        { account_id: 1002, freeze_status: null, kyc_status: 1, timestamp_range: '[3,4)' },
      ]);
      expect(
        await rows(
          'select fixed_fees, fractional_fees, royalty_fees, timestamp_range from custom_fee_history',
        ),
      ).toEqual([
        {
          fixed_fees: [
            {
              amount: 3,
              collector_account_id: 1005,
              denominating_token_id: 2001,
              all_collectors_are_exempt: false,
            },
          ],
          fractional_fees: [
            {
              numerator: 1,
              denominator: 10,
              minimum_amount: 1,
              maximum_amount: null,
              net_of_transfers: false,
              collector_account_id: 1001,
              all_collectors_are_exempt: true,
            },
          ],
          royalty_fees: null,
          timestamp_range: '[1,9)',
        },
      ]);
      expect(await rows('select fixed_fees, fractional_fees, royalty_fees from custom_fee')).toEqual([
        { fixed_fees: null, fractional_fees: null, royalty_fees: null },
      ]);
      expect(
        await rows(
          'select amount, collector_account_id, token_id, effective_payer_account_ids from assessed_custom_fee',
        ),
      ).toEqual([
        { amount: 3, collector_account_id: 1005, token_id: 2001, effective_payer_account_ids: [1001, 1002] },
      ]);
      expect(await rows('select type, deleted, public_key from entity where id = 2001')).toEqual([
        { type: 'TOKEN', deleted: true, public_key: '01'.repeat(32) },
      ]);
    });

    it('NFTs: mint, transfer, approval, burn, and a treasury that changes', async () => {
      const nft = (serial: number, from: number, to: number): proto.INftTransfer => ({
        serialNumber: long(serial),
        ...(from && { senderAccountID: account(from) }),
        ...(to && { receiverAccountID: account(to) }),
      });
      await storeBlocks(test.database, [
        [
          createToken(0, { tokenType: 1, supplyType: 1, maxSupply: long(10), supplyKey: key(4) }),
          makeItem({ at: 1, body: { tokenAssociate: { account: account(1002), tokens: [token(2001)] } } }),
          makeItem({ at: 2, body: { tokenAssociate: { account: account(1003), tokens: [token(2001)] } } }),
          makeItem({
            at: 3,
            body: {
              tokenMint: { token: token(2001), metadata: ['a', 'b', 'c'].map((text) => Buffer.from(text)) },
            },
            record: {
              receipt: { newTotalSupply: long(3), serialNumbers: [long(1), long(2), long(3)] },
              tokenTransferLists: [
                { token: token(2001), nftTransfers: [1, 2, 3].map((n) => nft(n, 0, 1001)) },
              ],
            },
          }),
          makeItem({
            at: 4,
            payer: 1001,
            body: {
              cryptoApproveAllowance: {
                nftAllowances: [
                  { tokenId: token(2001), spender: account(5), serialNumbers: [long(2)] },
                  { tokenId: token(2001), spender: account(6), approvedForAll: { value: true } },
                ],
              },
            },
          }),
          makeItem({
            at: 5,
            body: { cryptoTransfer: {} },
            record: { tokenTransferLists: [{ token: token(2001), nftTransfers: [nft(1, 1001, 1002)] }] },
          }),
        ],
        [
          makeItem({
            at: 6,
            body: { tokenUpdate: { token: token(2001), treasury: account(1003) } },
            record: { tokenTransferLists: [{ token: token(2001), nftTransfers: [nft(-1, 1001, 1003)] }] },
          }),
          makeItem({
            at: 7,
            body: { tokenBurn: { token: token(2001), serialNumbers: [long(3)] } },
            record: {
              receipt: { newTotalSupply: long(2) },
              tokenTransferLists: [{ token: token(2001), nftTransfers: [nft(3, 1003, 0)] }],
            },
          }),
        ],
      ]);
      const columns =
        'serial_number, account_id, spender, deleted, metadata, created_timestamp, timestamp_range';
      const minted = { created_timestamp: 3, deleted: false, spender: null };
      expect(await rows(`select ${columns} from nft order by serial_number`)).toEqual([
        { ...minted, serial_number: 1, account_id: 1002, metadata: '\\x61', timestamp_range: '[5,)' },
        { ...minted, serial_number: 2, account_id: 1003, metadata: '\\x62', timestamp_range: '[6,)' },
        {
          ...minted,
          serial_number: 3,
          account_id: null,
          deleted: true,
          metadata: '\\x63',
          timestamp_range: '[7,)',
        },
      ]);
      expect(
        await rows(`select ${columns} from nft_history order by serial_number, timestamp_range`),
      ).toMatchObject([
        { serial_number: 1, account_id: 1001, timestamp_range: '[3,5)' },
        { serial_number: 2, account_id: 1001, spender: null, timestamp_range: '[3,4)' },
        { serial_number: 2, account_id: 1001, spender: 5, timestamp_range: '[4,6)' },
        { serial_number: 3, account_id: 1001, timestamp_range: '[3,6)' },
        { serial_number: 3, account_id: 1003, timestamp_range: '[6,7)' },
      ]);
      expect(await rows('select account_id, balance from token_account order by account_id')).toEqual([
        { account_id: 1001, balance: 0 },
        { account_id: 1002, balance: 1 },
        { account_id: 1003, balance: 1 },
      ]);
      expect(await rows('select owner, spender, approved_for_all from nft_allowance')).toEqual([
        { owner: 1001, spender: 6, approved_for_all: true },
      ]);
      expect(
        await rows(
          'select nft_transfer from transaction where nft_transfer is not null order by consensus_timestamp limit 1 offset 1',
        ),
      ).toEqual([
        {
          nft_transfer: [
            {
              is_approval: false,
              receiver_account_id: 1002,
              sender_account_id: 1001,
              serial_number: 1,
              token_id: 2001,
            },
          ],
        },
      ]);
      expect(await rows('select supply_type, type, total_supply, treasury_account_id from token')).toEqual([
        { supply_type: 'FINITE', type: 'NON_FUNGIBLE_UNIQUE', total_supply: 2, treasury_account_id: 1003 },
      ]);
    });

    it('a holder who dissociates from a deleted token', async () => {
      await storeBlocks(test.database, [
        [
          createToken(
            1,
            { initialSupply: long(10) },
            {
              tokenTransferLists: [{ token: token(2001), transfers: [amount(1001, 10)] }],
            },
          ),
          makeItem({ at: 2, body: { tokenAssociate: { account: account(1002), tokens: [token(2001)] } } }),
          makeItem({
            at: 3,
            body: { cryptoTransfer: {} },
            record: {
              tokenTransferLists: [{ token: token(2001), transfers: [amount(1001, -4), amount(1002, 4)] }],
            },
          }),
        ],
        [
          makeItem({
            at: 4,
            body: { tokenDissociate: { account: account(1002), tokens: [token(2001)] } },
            record: { tokenTransferLists: [{ token: token(2001), transfers: [amount(1002, -4)] }] },
          }),
        ],
      ]);
      expect(await rows('select total_supply from token')).toEqual([{ total_supply: 6 }]);
      expect(
        await rows(
          'select account_id, amount from token_transfer order by consensus_timestamp desc, amount limit 1',
        ),
      ).toEqual([{ account_id: 1002, amount: -4 }]);
      expect(await rows('select associated, balance from token_account where account_id = 1002')).toEqual([
        { associated: false, balance: 0 },
      ]);
    });

    it('airdrops: pending, claimed, cancelled', async () => {
      const pending = (serial: number): proto.IPendingAirdropId => ({
        senderId: account(1001),
        receiverId: account(1002),
        ...(serial
          ? { nonFungibleToken: { token_ID: token(2002), serialNumber: long(serial) } }
          : { fungibleTokenType: token(2001) }),
      });
      await storeBlocks(test.database, [
        [
          makeItem({
            at: 1,
            body: { tokenAirdrop: {} },
            record: {
              newPendingAirdrops: [
                { pendingAirdropId: pending(0), pendingAirdropValue: { amount: long(9) } },
                { pendingAirdropId: pending(5) },
              ],
            },
          }),
        ],
        [
          makeItem({ at: 2, body: { tokenClaimAirdrop: { pendingAirdrops: [pending(0)] } } }),
          makeItem({ at: 3, body: { tokenCancelAirdrop: { pendingAirdrops: [pending(5)] } } }),
        ],
      ]);
      expect(
        await rows(
          'select token_id, serial_number, amount, state, timestamp_range from token_airdrop order by token_id',
        ),
      ).toEqual([
        { token_id: 2001, serial_number: 0, amount: 9, state: 'CLAIMED', timestamp_range: '[2,)' },
        { token_id: 2002, serial_number: 5, amount: null, state: 'CANCELLED', timestamp_range: '[3,)' },
      ]);
      expect(
        await rows('select account_id, token_id, associated, automatic_association from token_account'),
      ).toEqual([{ account_id: 1002, token_id: 2001, associated: true, automatic_association: false }]);
    });
  });

  it('a topic with fees, and its update', async () => {
    const topic: proto.ITopicID = { topicNum: long(3001) };
    await storeBlocks(test.database, [
      [
        makeItem({
          at: 1,
          body: {
            consensusCreateTopic: {
              memo: 'topic',
              adminKey: key(1),
              feeExemptKeyList: [key(8), key(9)],
              customFees: [{ fixedFee: { amount: long(7) }, feeCollectorAccountId: account(1001) }],
            },
          },
          record: { receipt: { topicID: topic } },
        }),
        makeItem({
          at: 2,
          body: { consensusSubmitMessage: { topicID: topic, message: Buffer.from('hello') } },
          record: {
            receipt: {
              topicRunningHash: Buffer.alloc(48, 5),
              topicSequenceNumber: long(1),
              topicRunningHashVersion: long(2),
            },
          },
        }),
      ],
      [
        makeItem({
          at: 3,
          body: { consensusUpdateTopic: { topicID: topic, submitKey: key(2), autoRenewAccount: account(0) } },
        }),
      ],
      [makeItem({ at: 4, body: { consensusDeleteTopic: { topicID: topic } } })],
    ]);
    const exempt = Buffer.from(proto.FeeExemptKeyList.encode({ keys: [key(8), key(9)] }).finish()).toString(
      'hex',
    );
    const bytesOf = (byte: number) => `\\x1220${Buffer.alloc(32, byte).toString('hex')}`;
    expect(await rows('select * from topic')).toEqual([
      {
        id: 3001,
        admin_key: bytesOf(1),
        submit_key: bytesOf(2),
        fee_schedule_key: null,
        fee_exempt_key_list: `\\x${exempt}`,
        created_timestamp: 1,
        timestamp_range: '[3,)',
      },
    ]);
    expect(await rows('select fixed_fees, fractional_fees, timestamp_range from custom_fee')).toEqual([
      {
        fixed_fees: [
          {
            amount: 7,
            collector_account_id: 1001,
            denominating_token_id: null,
            all_collectors_are_exempt: false,
          },
        ],
        fractional_fees: null,
        timestamp_range: '[1,)',
      },
    ]);
    expect(
      await rows('select message, running_hash_version, chunk_num, sequence_number from topic_message'),
    ).toEqual([
      {
        message: `\\x${Buffer.from('hello').toString('hex')}`,
        running_hash_version: 2,
        chunk_num: null,
        sequence_number: 1,
      },
    ]);
    expect(await rows('select deleted, auto_renew_account_id, memo, timestamp_range from entity')).toEqual([
      { deleted: true, auto_renew_account_id: 0, memo: 'topic', timestamp_range: '[4,)' },
    ]);
  });

  it('a schedule that is executed', async () => {
    const scheduled: proto.ISchedulableTransactionBody = {
      memo: 'later',
      cryptoDelete: { deleteAccountID: account(9) },
    };
    await storeBlocks(test.database, [
      [
        makeItem({
          at: 1,
          payer: 1001,
          body: {
            scheduleCreate: {
              scheduledTransactionBody: scheduled,
              memo: 'schedule',
              payerAccountID: account(1002),
              expirationTime: timestamp(START + 99n),
              waitForExpiry: true,
            },
          },
          record: { receipt: { scheduleID: { scheduleNum: long(4001) } } },
        }),
      ],
      [
        makeItem({
          at: 2,
          status: 7,
          body: { cryptoDelete: { deleteAccountID: account(9) } },
          record: { scheduleRef: { scheduleNum: long(4001) } },
        }),
      ],
    ]);
    const body = Buffer.from(proto.SchedulableTransactionBody.encode(scheduled).finish()).toString('hex');
    expect(await rows('select * from schedule')).toEqual([
      {
        schedule_id: 4001,
        consensus_timestamp: 1,
        creator_account_id: 1001,
        payer_account_id: 1002,
        executed_timestamp: 2,
        expiration_time: 99,
        wait_for_expiry: true,
        transaction_body: `\\x${body}`,
      },
    ]);
    expect(await rows('select scheduled from transaction order by consensus_timestamp')).toEqual([
      { scheduled: false },
      { scheduled: true },
    ]);
  });

  it('a batch and its inner transactions', async () => {
    const batch = makeItem({ at: 1, body: { atomicBatch: {} } });
    const inner = (at: number, nonce: number) =>
      makeItem({ at, parent: batch, nonce, payer: 1001, body: { cryptoTransfer: {}, batchKey: key(1) } });
    await storeBlocks(test.database, [[batch, inner(2, 0), inner(3, 1), inner(4, 0)]]);
    const validStart = (at: bigint) => Number(START + at - 5_000_000_000n);
    const [row] = await rows('select inner_transactions::text as inner from transaction where type = 74');
    expect(String(row?.inner).replace(/[{}]/g, '').split(',').map(Number)).toEqual([
      1001,
      validStart(2n),
      1001,
      validStart(4n),
    ]);
    expect(await rows('select batch_key from transaction where type = 14 limit 1')).toEqual([
      { batch_key: `\\x1220${'01'.repeat(32)}` },
    ]);
  });

  it('nodes and their stakes', async () => {
    await storeBlocks(test.database, [
      [
        makeItem({
          at: 1,
          body: {
            nodeCreate: {
              accountId: account(1001),
              adminKey: key(1),
              declineReward: true,
              grpcProxyEndpoint: { domainName: 'node.example', port: 443 },
              associatedRegisteredNode: [long(4)],
            },
          },
          record: { receipt: { nodeId: long(6) } },
        }),
        makeItem({
          at: 2,
          body: {
            nodeStakeUpdate: {
              endOfStakingPeriod: { seconds: long(1_767_225_599), nanos: 999_999_999 },
              nodeStake: [
                {
                  nodeId: long(6),
                  stake: long(30),
                  stakeRewarded: long(20),
                  stakeNotRewarded: long(10),
                  rewardRate: long(2),
                },
              ],
              stakingPeriod: long(1440),
            },
          },
        }),
      ],
      [
        makeItem({ at: 3, body: { nodeUpdate: { nodeId: long(6), grpcProxyEndpoint: {} } } }),
        makeItem({ at: 4, body: { nodeDelete: { nodeId: long(6) } } }),
      ],
    ]);
    expect(
      await rows(
        'select grpc_proxy_endpoint, deleted, timestamp_range from node_history order by timestamp_range',
      ),
    ).toEqual([
      {
        grpc_proxy_endpoint: { domain_name: 'node.example', ip_address_v4: '', port: 443 },
        deleted: false,
        timestamp_range: '[1,3)',
      },
      { grpc_proxy_endpoint: null, deleted: false, timestamp_range: '[3,4)' },
    ]);
    expect(
      await rows(
        'select account_id, decline_reward, deleted, associated_registered_nodes, created_timestamp from node',
      ),
    ).toEqual([
      {
        account_id: 1001,
        decline_reward: true,
        deleted: true,
        associated_registered_nodes: [4],
        created_timestamp: 1,
      },
    ]);
    expect(
      await rows('select node_id, stake, stake_rewarded, epoch_day, reward_rate from node_stake'),
    ).toEqual([{ node_id: 6, stake: 30, stake_rewarded: 20, epoch_day: 20_453, reward_rate: 2 }]);
    expect(await rows('select stake_total, staking_period_duration, epoch_day from network_stake')).toEqual([
      { stake_total: 30, staking_period_duration: 1440, epoch_day: 20_453 },
    ]);
    // The bytes of these transactions are stored, so that everyone can verify them.
    expect(
      await rows('select count(*) as kept from transaction where transaction_bytes is not null'),
    ).toEqual([{ kept: 3 }]);
  });

  it('files, and their deletion and restoration', async () => {
    const file: proto.IFileID = { fileNum: long(5001) };
    await storeBlocks(test.database, [
      [
        makeItem({
          at: 1,
          body: { fileCreate: { contents: Buffer.from('one'), memo: 'file', keys: { keys: [key(1)] } } },
          record: { receipt: { fileID: file } },
        }),
        makeItem({ at: 2, body: { fileAppend: { fileID: file, contents: Buffer.from('two') } } }),
        makeItem({ at: 3, body: { fileUpdate: { fileID: file, memo: { value: 'renamed' } } } }),
        makeItem({ at: 4, body: { systemDelete: { fileID: file } } }),
        makeItem({ at: 5, body: { systemUndelete: { fileID: file } } }),
        makeItem({ at: 6, body: { fileDelete: { fileID: file } } }),
      ],
    ]);
    expect(
      await rows(
        'select consensus_timestamp, transaction_type, length(file_data) as bytes from file_data order by 1',
      ),
    ).toEqual([
      { consensus_timestamp: 1, transaction_type: 17, bytes: 3 },
      { consensus_timestamp: 2, transaction_type: 16, bytes: 3 },
      { consensus_timestamp: 3, transaction_type: 19, bytes: 0 },
    ]);
    expect(
      await rows('select deleted, memo, timestamp_range from entity_history order by timestamp_range'),
    ).toEqual([
      { deleted: false, memo: 'file', timestamp_range: '[1,3)' },
      { deleted: false, memo: 'renamed', timestamp_range: '[3,4)' },
      { deleted: true, memo: 'renamed', timestamp_range: '[4,5)' },
      { deleted: false, memo: 'renamed', timestamp_range: '[5,6)' },
    ]);
    expect(await rows('select deleted, type from entity')).toEqual([{ deleted: true, type: 'FILE' }]);
  });

  it('a contract call with logs, nonces and a token transfer beneath it', async () => {
    const bloom = Buffer.alloc(256);
    bloom[3] = 4;
    const call = makeItem({
      at: 1,
      hapi: { major: 0, minor: 63, patch: 0 },
      body: {
        contractCall: {
          contractID: contract(6001),
          gas: long(50_000),
          functionParameters: Buffer.from([1, 0]),
        },
      },
      record: {
        receipt: { contractID: contract(6001) },
        contractCallResult: {
          contractID: contract(6001),
          gasUsed: long(40_000),
          bloom,
          contractCallResult: Buffer.from([9]),
          logInfo: [
            {
              contractID: contract(6002),
              bloom,
              data: Buffer.from([7]),
              topic: [Buffer.from([0, 0, 5]), Buffer.alloc(32)],
            },
          ],
          contractNonces: [{ contractId: contract(6001), nonce: long(3) }],
        },
      },
      sidecars: [
        {
          actions: {
            contractActions: [
              {
                callDepth: 0,
                gasUsed: long(1000),
                callingAccount: account(2),
                recipientContract: contract(6001),
                output: Buffer.from([9]),
              },
            ],
          },
        },
      ],
    });
    const child = makeItem({
      at: 2,
      hapi: { major: 0, minor: 63, patch: 0 },
      parent: call,
      nonce: 1,
      body: { cryptoTransfer: {} },
      record: {
        contractCallResult: { contractID: contract(359), gasUsed: long(10) },
        tokenTransferLists: [{ token: token(2001), transfers: [amount(1001, -300), amount(1002, 300)] }],
      },
    });
    await storeBlocks(test.database, [
      [
        makeItem({
          at: 0,
          body: { contractCreateInstance: {} },
          record: { receipt: { contractID: contract(6001) } },
        }),
        call,
        child,
      ],
    ]);
    expect(
      await rows(
        'select consensus_timestamp, contract_id, index, data, topic0, topic1, topic2, synthetic, transaction_index from contract_log order by index',
      ),
    ).toEqual([
      {
        consensus_timestamp: 1,
        contract_id: 6002,
        index: 0,
        data: '\\x07',
        topic0: '\\x05',
        topic1: '\\x00',
        topic2: null,
        synthetic: false,
        transaction_index: 0,
      },
      {
        consensus_timestamp: 1,
        contract_id: 6001,
        index: 1,
        data: '\\x012c',
        topic0: '\\xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
        topic1: '\\x03e9',
        topic2: '\\x03ea',
        synthetic: true,
        transaction_index: 0,
      },
    ]);
    // Gas: 21000 + 16 for the non-zero byte, 4 for the zero byte of input, and the gas of the call itself.
    expect(
      await rows(
        'select gas_used, gas_consumed, transaction_index, length(bloom) as bloom from contract_result where consensus_timestamp % 10 = 1',
      ),
    ).toEqual([{ gas_used: 40_000, gas_consumed: 22_020, transaction_index: 0, bloom: 256 }]);
    expect(await rows('select gas_used, length(logs_bloom) as bloom from record_file')).toEqual([
      { gas_used: 40_000, bloom: 256 },
    ]);
    expect(await rows('select ethereum_nonce, type, key from entity where id = 6001')).toEqual([
      { ethereum_nonce: 3, type: 'CONTRACT', key: '\\x0a0318f12e' },
    ]);
    expect(
      await rows(
        'select index, caller, caller_type, recipient_contract, result_data_type from contract_action',
      ),
    ).toEqual([
      { index: 0, caller: 2, caller_type: 'ACCOUNT', recipient_contract: 6001, result_data_type: 11 },
    ]);
  });

  it('an unknown type: its transaction and transfers', async () => {
    const item = makeItem({
      at: 1,
      body: { cryptoTransfer: {} },
      record: { transferList: { accountAmounts: [amount(2, -1), amount(98, 1)] } },
    });
    await storeBlocks(test.database, [[{ ...item, type: 999, body: {} }]]);
    expect(await rows('select type, entity_id from transaction')).toEqual([{ type: 999, entity_id: null }]);
    expect(await rows('select count(*) as n from crypto_transfer')).toEqual([{ n: 2 }]);
  });

  it('hooks: creation, storage, deletion', async () => {
    const storage = (value: number[]) => ({
      storageSlot: { key: Buffer.from([1]), value: Buffer.from(value) },
    });
    await storeBlocks(test.database, [
      [
        createAccount(1, 1001, {
          hookCreationDetails: [
            {
              hookId: long(7),
              adminKey: key(1),
              evmHook: { spec: { contractId: contract(6001) }, storageUpdates: [storage([0, 5])] },
            },
          ],
        }),
      ],
      [
        makeItem({
          at: 2,
          body: {
            hookStore: {
              hookId: { entityId: { accountId: account(1001) }, hookId: long(7) },
              storageUpdates: [storage([8]), storage([])],
            },
          },
        }),
        makeItem({
          at: 3,
          body: { cryptoUpdateAccount: { accountIDToUpdate: account(1001), hookIdsToDelete: [long(7)] } },
        }),
      ],
    ]);
    const slot = `\\x${'00'.repeat(31)}01`;
    expect(
      await rows('select owner_id, hook_id, contract_id, deleted, admin_key, timestamp_range from hook'),
    ).toEqual([
      {
        owner_id: 1001,
        hook_id: 7,
        contract_id: 6001,
        deleted: true,
        admin_key: `\\x1220${'01'.repeat(32)}`,
        timestamp_range: '[3,)',
      },
    ]);
    expect(
      await rows('select key, value, deleted, created_timestamp, modified_timestamp from hook_storage'),
    ).toEqual([{ key: slot, value: '\\x', deleted: true, created_timestamp: 1, modified_timestamp: 2 }]);
    expect(
      await rows('select key, value_written, deleted from hook_storage_change order by consensus_timestamp'),
    ).toEqual([
      { key: slot, value_written: '\\x05', deleted: false },
      { key: slot, value_written: '\\x', deleted: true },
    ]);
  });
});
