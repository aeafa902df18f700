import type { proto } from '@tain/protos/hapi';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Item } from '../../../src/ingest/decode/item.ts';
import { createTestDatabase, type TestDatabase } from '../../database.ts';
import { dumpTables } from '../dump-tables.ts';
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

/** The day 2026-01-01, in days since 1970. */
const TODAY = 20_454;
const APPROVAL = '\\x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925';

/** Rows of rare transaction types, written by hand from the meaning of each type. */
describe('rare types of transactions', () => {
  let test: TestDatabase;
  beforeEach(async () => {
    test = await createTestDatabase();
  });
  afterEach(() => test.drop());

  const rows = (sql: string) => relativeRows(test.database, sql);

  const key = (byte: number): proto.IKey => ({ ed25519: Buffer.alloc(32, byte) });
  const hexKey = (byte: number): string => `\\x1220${byte.toString(16).padStart(2, '0').repeat(32)}`;
  const createAccount = (at: number, num: number): Item =>
    makeItem({ at, body: { cryptoCreateAccount: {} }, record: { receipt: { accountID: account(num) } } });

  it('a contract from creation to deletion', async () => {
    const create = makeItem({
      at: 1,
      body: {
        contractCreateInstance: {
          fileID: { fileNum: long(1500) },
          adminKey: key(1),
          memo: 'first',
          autoRenewPeriod: { seconds: long(90) },
          initialBalance: long(77),
          maxAutomaticTokenAssociations: 4,
          stakedNodeId: long(3),
          declineReward: true,
        },
      },
      record: {
        receipt: { contractID: contract(6001) },
        contractCreateResult: {
          contractID: contract(6001),
          evmAddress: { value: Buffer.alloc(20, 0xab) },
        },
      },
      sidecars: [
        {
          bytecode: {
            contractId: contract(6001),
            initcode: Buffer.from([1]),
            runtimeBytecode: Buffer.from([2]),
          },
        },
      ],
    });
    const child = makeItem({
      at: 2,
      parent: create,
      nonce: 1,
      body: { contractCreateInstance: {} },
      record: {
        receipt: { contractID: contract(6002) },
        contractCreateResult: { contractID: contract(6002) },
      },
    });
    await storeBlocks(test.database, [
      [create, child],
      [
        makeItem({
          at: 3,
          body: {
            contractUpdateInstance: {
              contractID: contract(6001),
              adminKey: key(2),
              memoWrapper: { value: 'second' },
              expirationTime: timestamp(START + 9n),
              autoRenewAccountId: account(1001),
              maxAutomaticTokenAssociations: { value: 0 },
              stakedAccountId: account(1002),
              fileID: { fileNum: long(1501) },
            },
          },
          record: { receipt: { contractID: contract(6001) } },
        }),
        // The former memo field, in an update of no other field.
        makeItem({
          at: 4,
          body: {
            contractUpdateInstance: { contractID: { evmAddress: Buffer.alloc(20, 0xab) }, memo: 'third' },
          },
        }),
        makeItem({
          at: 5,
          body: {
            contractDeleteInstance: {
              contractID: contract(6001),
              transferContractID: contract(6002),
              permanentRemoval: true,
            },
          },
        }),
        makeItem({
          at: 6,
          body: { contractDeleteInstance: { contractID: contract(6002), transferAccountID: account(1001) } },
        }),
      ],
    ]);
    const columns = `id, memo, key, auto_renew_account_id as renewer, auto_renew_period as period,
      max_automatic_token_associations as slots, staked_node_id as node, staked_account_id as staked,
      stake_period_start as since, decline_reward as declines, expiration_timestamp as expires, obtainer_id as heir,
      permanent_removal as gone, deleted, evm_address as address, type, created_timestamp as born, timestamp_range`;
    const first = {
      id: 6001,
      memo: 'first',
      key: hexKey(1),
      renewer: null,
      period: 90,
      slots: 4,
      node: 3,
      staked: null,
      since: TODAY,
      declines: true,
      expires: null,
      heir: null,
      gone: null,
      deleted: false,
      address: `\\x${'ab'.repeat(20)}`,
      type: 'CONTRACT',
      born: 1,
      timestamp_range: '[1,3)',
    };
    const second = {
      ...first,
      memo: 'second',
      key: hexKey(2),
      renewer: 1001,
      slots: 0,
      node: -1,
      staked: 1002,
      expires: 9,
      timestamp_range: '[3,4)',
    };
    const third = { ...second, memo: 'third', timestamp_range: '[4,5)' };
    expect(
      await rows(`select ${columns} from entity_history where id = 6001 order by timestamp_range`),
    ).toEqual([first, second, third]);
    expect(await rows(`select ${columns} from entity where id = 6001`)).toEqual([
      { ...third, heir: 6002, gone: true, deleted: true, timestamp_range: '[5,)' },
    ]);
    expect(
      await rows(
        'select id, obtainer_id as heir, permanent_removal as gone, deleted, key from entity where id = 6002',
      ),
    ).toEqual([
      // The contract is its own administrator.
      { id: 6002, heir: 1001, gone: false, deleted: true, key: '\\x0a0318f22e' },
    ]);
    // A contract created by a contract has the source of the submitted transaction.
    expect(await rows('select * from contract order by id')).toEqual([
      { id: 6001, file_id: 1500, initcode: '\\x01', runtime_bytecode: '\\x02' },
      { id: 6002, file_id: 1500, initcode: null, runtime_bytecode: null },
    ]);
    expect(
      await rows(
        'select type, entity_id, initial_balance as initial from transaction order by consensus_timestamp',
      ),
    ).toEqual([
      { type: 8, entity_id: 6001, initial: 77 },
      { type: 8, entity_id: 6002, initial: 0 },
      { type: 9, entity_id: 6001, initial: 0 },
      { type: 9, entity_id: 6001, initial: 0 },
      { type: 22, entity_id: 6001, initial: 0 },
      { type: 22, entity_id: 6002, initial: 0 },
    ]);
  });

  it('relations to tokens: unfrozen, KYC revoked, unpaused, wiped, rejected', async () => {
    const relation = { token: token(2001), account: account(1001) };
    await storeBlocks(test.database, [
      [
        createAccount(1, 1000),
        createAccount(2, 1001),
        makeItem({
          at: 3,
          body: {
            tokenCreation: {
              treasury: account(1000),
              initialSupply: long(500),
              freezeKey: key(1),
              kycKey: key(2),
              pauseKey: key(3),
              wipeKey: key(4),
            },
          },
          record: { receipt: { tokenID: token(2001) } },
        }),
        makeItem({ at: 4, body: { tokenAssociate: { account: account(1001), tokens: [token(2001)] } } }),
        makeItem({ at: 5, body: { tokenUnfreeze: relation } }),
        makeItem({ at: 6, body: { tokenRevokeKyc: relation } }),
        makeItem({ at: 7, body: { tokenPause: { token: token(2001) } } }),
        makeItem({ at: 8, body: { tokenUnpause: { token: token(2001) } } }),
        makeItem({
          at: 9,
          body: { cryptoTransfer: {} },
          record: {
            tokenTransferLists: [{ token: token(2001), transfers: [amount(1000, -60), amount(1001, 60)] }],
          },
        }),
        makeItem({
          at: 10,
          body: { tokenWipe: { token: token(2001), account: account(1001), amount: long(20) } },
          record: {
            receipt: { newTotalSupply: long(480) },
            tokenTransferLists: [{ token: token(2001), transfers: [amount(1001, -20)] }],
          },
        }),
        makeItem({
          at: 11,
          payer: 1001,
          body: { tokenReject: { rejections: [{ fungibleToken: token(2001) }] } },
          record: {
            tokenTransferLists: [{ token: token(2001), transfers: [amount(1000, 40), amount(1001, -40)] }],
          },
        }),
        makeItem({ at: 12, body: { tokenReject: { owner: account(1001) } } }),
      ],
    ]);
    const columns = 'freeze_status as frozen, kyc_status as kyc, balance, associated, timestamp_range';
    const relations = (table: string) =>
      rows(`select ${columns} from ${table} where account_id = 1001 order by timestamp_range`);
    expect(await relations('token_account_history')).toEqual([
      { frozen: null, kyc: null, balance: 0, associated: true, timestamp_range: '[4,5)' },
      { frozen: 2, kyc: null, balance: 0, associated: true, timestamp_range: '[5,6)' },
    ]);
    expect(await relations('token_account')).toEqual([
      { frozen: 2, kyc: 2, balance: 0, associated: true, timestamp_range: '[6,)' },
    ]);
    expect(
      await rows(
        `select pause_status as paused, total_supply as supply, timestamp_range from token
         union all select pause_status, total_supply, timestamp_range from token_history order by timestamp_range`,
      ),
    ).toEqual([
      { paused: 'UNPAUSED', supply: 500, timestamp_range: '[3,7)' },
      { paused: 'PAUSED', supply: 500, timestamp_range: '[7,8)' },
      { paused: 'UNPAUSED', supply: 480, timestamp_range: '[8,)' },
    ]);
    expect(
      await rows(
        'select type, entity_id from transaction where type in (32, 34, 46, 47, 39, 57) order by consensus_timestamp',
      ),
    ).toEqual([
      { type: 32, entity_id: 1001 },
      { type: 34, entity_id: 1001 },
      { type: 46, entity_id: 2001 },
      { type: 47, entity_id: 2001 },
      { type: 39, entity_id: 2001 },
      // Without an owner, the payer rejects its own tokens.
      { type: 57, entity_id: 1001 },
      { type: 57, entity_id: 1001 },
    ]);
    expect(
      await rows(
        'select consensus_timestamp as at, topic1, topic2, data from contract_log where index > 0 order by index',
      ),
    ).toEqual([
      { at: 10, topic1: '\\x03e9', topic2: '\\x', data: '\\x14' },
      { at: 11, topic1: '\\x03e9', topic2: '\\x03e8', data: '\\x28' },
    ]);
  });

  it('NFTs: new metadata, revoked approvals', async () => {
    await storeBlocks(test.database, [
      [
        makeItem({
          at: 1,
          body: { tokenMint: { token: token(2002), metadata: [Buffer.from('a'), Buffer.from('b')] } },
          record: {
            receipt: { newTotalSupply: long(2), serialNumbers: [long(1), long(2)] },
            tokenTransferLists: [
              {
                token: token(2002),
                nftTransfers: [1, 2].map((serial) => ({
                  receiverAccountID: account(1000),
                  serialNumber: long(serial),
                })),
              },
            ],
          },
        }),
        makeItem({
          at: 2,
          payer: 1000,
          body: {
            cryptoApproveAllowance: {
              nftAllowances: [
                { tokenId: token(2002), spender: account(1001), serialNumbers: [long(1), long(2)] },
                { tokenId: token(2002), spender: account(1002), approvedForAll: { value: true } },
              ],
            },
          },
        }),
        makeItem({
          at: 3,
          body: {
            tokenUpdateNfts: {
              token: token(2002),
              serialNumbers: [long(1)],
              metadata: { value: Buffer.from('c') },
            },
          },
        }),
        // Without metadata no new version is created.
        makeItem({ at: 4, body: { tokenUpdateNfts: { token: token(2002), serialNumbers: [long(2)] } } }),
        makeItem({
          at: 5,
          payer: 1000,
          body: {
            cryptoDeleteAllowance: { nftAllowances: [{ tokenId: token(2002), serialNumbers: [long(1)] }] },
          },
        }),
      ],
    ]);
    const columns = 'serial_number as serial, account_id as owner, spender, metadata, timestamp_range';
    expect(await rows(`select ${columns} from nft order by serial_number`)).toEqual([
      { serial: 1, owner: 1000, spender: null, metadata: '\\x63', timestamp_range: '[5,)' },
      { serial: 2, owner: 1000, spender: 1001, metadata: '\\x62', timestamp_range: '[2,)' },
    ]);
    expect(await rows(`select ${columns} from nft_history order by serial_number, timestamp_range`)).toEqual([
      { serial: 1, owner: 1000, spender: null, metadata: '\\x61', timestamp_range: '[1,2)' },
      // An approval survives a change of the metadata.
      { serial: 1, owner: 1000, spender: 1001, metadata: '\\x61', timestamp_range: '[2,3)' },
      { serial: 1, owner: 1000, spender: 1001, metadata: '\\x63', timestamp_range: '[3,5)' },
      { serial: 2, owner: 1000, spender: null, metadata: '\\x62', timestamp_range: '[1,2)' },
    ]);
    expect(
      await rows(
        `select contract_id as token, topic0, topic1, topic2, topic3, data, synthetic from contract_log
         where consensus_timestamp = ${START} + 5`,
      ),
    ).toEqual([
      {
        token: 2002,
        topic0: APPROVAL,
        topic1: '\\x03e8',
        topic2: '\\x',
        topic3: '\\x01',
        data: '\\x00',
        synthetic: true,
      },
    ]);
    expect(await rows('select type, entity_id from transaction order by consensus_timestamp')).toEqual([
      { type: 37, entity_id: 2002 },
      { type: 48, entity_id: null },
      { type: 53, entity_id: 2002 },
      { type: 53, entity_id: 2002 },
      { type: 49, entity_id: null },
    ]);
  });

  it('schedules: signed, deleted, and a duplicate', async () => {
    const schedule = { scheduleNum: long(7001) };
    const signed = makeItem({ at: 2, payer: 1001, body: { scheduleSign: { scheduleID: schedule } } });
    await storeBlocks(test.database, [
      [
        makeItem({
          at: 1,
          body: { scheduleCreate: { memo: 's', adminKey: key(1), waitForExpiry: true } },
          record: { receipt: { scheduleID: schedule } },
        }),
        {
          ...signed,
          signatureMap: {
            sigPair: [
              { pubKeyPrefix: Buffer.from([1]), ed25519: Buffer.from([11]) },
              { pubKeyPrefix: Buffer.from([1]), ECDSASecp256k1: Buffer.from([12]) },
              { pubKeyPrefix: Buffer.from([2]), ECDSASecp256k1: Buffer.from([13]) },
            ],
          },
        },
        makeItem({ at: 3, body: { scheduleDelete: { scheduleID: schedule } } }),
        // IDENTICAL_SCHEDULE_ALREADY_CREATED: the record names the existing schedule.
        makeItem({
          at: 4,
          status: 210,
          body: { scheduleCreate: {} },
          record: { receipt: { scheduleID: { scheduleNum: long(7002) } } },
        }),
      ],
    ]);
    expect(
      await rows(
        'select public_key_prefix as prefix, signature, type, entity_id from transaction_signature order by 1',
      ),
    ).toEqual([
      { prefix: '\\x01', signature: '\\x0b', type: 3, entity_id: 7001 },
      { prefix: '\\x02', signature: '\\x0d', type: 6, entity_id: 7001 },
    ]);
    expect(await rows('select id, type, memo, key, deleted, timestamp_range from entity')).toEqual([
      { id: 7001, type: 'SCHEDULE', memo: 's', key: hexKey(1), deleted: true, timestamp_range: '[3,)' },
    ]);
    expect(
      await rows(
        'select schedule_id, creator_account_id as creator, payer_account_id as payer, wait_for_expiry, executed_timestamp from schedule',
      ),
    ).toEqual([{ schedule_id: 7001, creator: 2, payer: 2, wait_for_expiry: true, executed_timestamp: null }]);
    expect(await rows('select type, entity_id from transaction order by consensus_timestamp')).toEqual([
      { type: 42, entity_id: 7001 },
      { type: 44, entity_id: 7001 },
      { type: 43, entity_id: 7001 },
      { type: 42, entity_id: 7002 },
    ]);
  });

  it('freezes: by the hours of a day, over midnight, and from an instant', async () => {
    const hour = 3_600_000_000_000;
    await storeBlocks(test.database, [
      [
        makeItem({
          at: 5 * hour,
          body: {
            freeze: {
              startHour: 23,
              startMin: 30,
              endHour: 1,
              endMin: 15,
              updateFile: { fileNum: long(150) },
              fileHash: Buffer.from([9]),
              freezeType: 2,
            },
          },
        }),
        makeItem({ at: 5 * hour + 1, body: { freeze: { startHour: 6, endHour: 7 } } }),
        makeItem({
          at: 5 * hour + 2,
          body: { freeze: { startTime: timestamp(START + 42n), startHour: 6, endHour: 7, freezeType: 3 } },
        }),
      ],
    ]);
    const found = await test.database.pool.query(
      `select (start_time - ${START})::text as start, (end_time - ${START})::text as end, file_id::int as file,
         encode(file_hash, 'hex') as hash, type, payer_account_id::int as payer from network_freeze order by consensus_timestamp`,
    );
    expect(found.rows).toEqual([
      { start: String(23.5 * hour), end: String(25.25 * hour), file: 150, hash: '09', type: 2, payer: 2 },
      { start: String(6 * hour), end: String(7 * hour), file: null, hash: '', type: 0, payer: 2 },
      { start: '42', end: null, file: null, hash: '', type: 3, payer: 2 },
    ]);
    expect(await rows('select entity_id from transaction order by consensus_timestamp')).toEqual([
      { entity_id: 150 },
      { entity_id: null },
      { entity_id: null },
    ]);
  });

  it('registered nodes from creation to deletion', async () => {
    const endpoints = [
      { domainName: 'rpc.example', port: 443, requiresTls: true, rpcRelay: {} },
      { ipAddress: Buffer.from([10, 0, 0, 1]), port: 80, blockNode: { endpointApi: [1, 3] } },
      {
        ipAddress: Buffer.from([32, 1, 13, 184, ...Buffer.alloc(11), 1]),
        generalService: { description: 'x' },
      },
      { domainName: 'rpc2.example', rpcRelay: {} },
    ];
    await storeBlocks(test.database, [
      [
        makeItem({
          at: 1,
          body: {
            registeredNodeCreate: { adminKey: key(1), description: 'first', serviceEndpoint: endpoints },
          },
          record: { receipt: { registeredNodeId: long(8) } },
        }),
      ],
      [
        makeItem({
          at: 2,
          body: { registeredNodeUpdate: { registeredNodeId: long(8), description: { value: '' } } },
        }),
        makeItem({
          at: 3,
          body: {
            registeredNodeUpdate: {
              registeredNodeId: long(8),
              adminKey: key(2),
              serviceEndpoint: [{ mirrorNode: {} }],
            },
          },
        }),
        makeItem({ at: 4, body: { registeredNodeDelete: { registeredNodeId: long(8) } } }),
      ],
    ]);
    const columns =
      'registered_node_id as id, admin_key as key, description, type, deleted, created_timestamp as born, timestamp_range, service_endpoints as endpoints';
    const given = [
      { domain_name: 'rpc.example', port: 443, requires_tls: true, rpc_relay: {} },
      {
        block_node: { endpoint_apis: ['STATUS', 'SUBSCRIBE_STREAM'] },
        ip_address: '10.0.0.1',
        port: 80,
        requires_tls: false,
      },
      {
        general_service: { description: 'x' },
        ip_address: '2001:db8:0:0:0:0:0:1',
        port: 0,
        requires_tls: false,
      },
      { domain_name: 'rpc2.example', port: 0, requires_tls: false, rpc_relay: {} },
    ];
    const first = {
      id: 8,
      key: hexKey(1),
      description: 'first',
      type: [1, 2, 4],
      deleted: false,
      born: 1,
      timestamp_range: '[1,2)',
      endpoints: given,
    };
    const second = { ...first, description: '', timestamp_range: '[2,3)' };
    const third = {
      ...second,
      key: hexKey(2),
      type: [3],
      endpoints: [{ mirror_node: {}, port: 0, requires_tls: false }],
      timestamp_range: '[3,4)',
    };
    expect(await rows(`select ${columns} from registered_node_history order by timestamp_range`)).toEqual([
      first,
      second,
      third,
    ]);
    expect(await rows(`select ${columns} from registered_node`)).toEqual([
      { ...third, deleted: true, timestamp_range: '[4,)' },
    ]);
  });

  it("the ledger's id, published again", async () => {
    const publish = (at: number, weight: number) =>
      makeItem({
        at,
        body: {
          ledgerIdPublication: {
            ledgerId: Buffer.from([1, 2]),
            historyProofVerificationKey: Buffer.from([at]),
            nodeContributions: [
              { nodeId: long(0), weight: long(weight), historyProofKey: Buffer.from([0xff]) },
            ],
          },
        },
      });
    await storeBlocks(test.database, [[publish(1, 5)], [publish(2, 6)]]);
    expect(await rows('select * from ledger')).toEqual([
      {
        ledger_id: '\\x0102',
        consensus_timestamp: 2,
        history_proof_verification_key: '\\x02',
        node_contributions: [{ node_id: 0, weight: 6, history_proof_key: 'ff' }],
      },
    ]);
  });

  it('live hashes and actions of the network itself store only their transaction', async () => {
    const bodies: [number, number | null, proto.ITransactionBody][] = [
      [10, 1001, { cryptoAddLiveHash: { liveHash: { accountId: account(1001), hash: Buffer.from([1]) } } }],
      [13, 1001, { cryptoDeleteLiveHash: { accountOfLiveHash: account(1001) } }],
      [28, null, { uncheckedSubmit: { transactionBytes: Buffer.from([1]) } }],
      [65, null, { stateSignatureTransaction: { round: long(1) } }],
      [66, null, { hintsPreprocessingVote: {} }],
      [67, null, { hintsKeyPublication: {} }],
      [68, null, { hintsPartialSignature: {} }],
      [69, null, { historyProofSignature: {} }],
      [70, null, { historyProofKeyPublication: {} }],
      [71, null, { historyProofVote: {} }],
      [72, null, { crsPublication: { newCrs: Buffer.from([1]) } }],
      [76, null, { hookDispatch: {} }],
      [81, null, { migrationRootHashVote: {} }],
    ];
    await storeBlocks(test.database, [bodies.map(([, , body], i) => makeItem({ at: i + 1, body }))]);
    expect(
      await rows('select type, entity_id, result from transaction order by consensus_timestamp'),
    ).toEqual(bodies.map(([type, id]) => ({ type, entity_id: id, result: 22 })));
    const tables = Object.keys(await dumpTables(test.database));
    expect(tables).toEqual(['record_file', 'transaction', 'transaction_hash']);
  });
});
