import { sign } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { stream } from '@tain/protos/block-stream';
import { proto } from '@tain/protos/hapi';
import Long from 'long';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { UnsignedOptions } from '../../../src/ingest/decode/block/wrapped-block.ts';
import { isKnownGenesis } from '../../../src/ingest/verify/network-trust.ts';
import { createTestDatabase, type TestDatabase } from '../../database.ts';
import { sharedDir } from '../../shared.ts';
import { makeBlock } from '../block-writer.ts';
import { ingestFolder } from '../ingest-folder.ts';
import {
  encodeBook,
  makeFolder,
  makeItem,
  makeNode,
  START,
  timestamp,
  writeV6,
  ZERO_HASH,
} from '../stream-writer.ts';

const node = makeNode(0);
const KEY = { ed25519: Buffer.alloc(32, 7) };
/** Public key of private key 1. */
const SECP = {
  ECDSASecp256k1: Buffer.from('0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798', 'hex'),
};
const long = Long.fromNumber;

let test: TestDatabase;
let folder: { path: string; remove: () => Promise<void> };
beforeEach(async () => {
  test = await createTestDatabase();
  folder = await makeFolder();
});
afterEach(async () => {
  await test.drop();
  await folder.remove();
});

async function query<Row extends object>(sql: string): Promise<Row[]> {
  const { rows } = await test.database.pool.query<Row>(sql);
  return rows;
}

type Changes = readonly stream.IStateChange[];

const accountState = (num: number, account: proto.IAccount): stream.IStateChange => {
  const accountId = { accountNum: long(num) };
  return {
    stateId: 2,
    mapUpdate: {
      key: { accountIdKey: proto.AccountID.encode(accountId).finish() },
      value: { accountValue: proto.Account.encode({ accountId, ...account }).finish() },
    },
  };
};
const fileState = (num: number, file: proto.IFile): stream.IStateChange => {
  const fileId = { fileNum: long(num) };
  return {
    stateId: 6,
    mapUpdate: {
      key: { fileIdKey: proto.FileID.encode(fileId).finish() },
      value: { fileValue: proto.File.encode({ fileId, ...file }).finish() },
    },
  };
};
const codeState = (num: number, code: Uint8Array): stream.IStateChange => ({
  stateId: 5,
  mapUpdate: {
    key: { contractIdKey: proto.ContractID.encode({ contractNum: long(num) }).finish() },
    value: { bytecodeValue: proto.Bytecode.encode({ code }).finish() },
  },
});

/** Imports a block with a record file of one transfer from 0.0.1001 to 0.0.1002, and with this state. */
async function importBlock(number: number, state: Changes, unsigned: UnsignedOptions, at = START - 5n) {
  const transfer = (num: number, amount: number) => ({
    accountID: { accountNum: long(num) },
    amount: long(amount),
  });
  const item = makeItem({
    time: START,
    record: { transferList: { accountAmounts: [transfer(1001, -30), transfer(1002, 30)] } },
  });
  const file = writeV6([item], ZERO_HASH, { number: BigInt(number) });
  const stateChanges = {
    consensusTimestamp: proto.Timestamp.encode(timestamp(at)).finish(),
    stateChanges: [...state],
  };
  const recordFile = {
    creationTime: proto.Timestamp.encode(timestamp(START)).finish(),
    recordFileContents: file.bytes.subarray(4),
  };
  const signatures = [{ nodeId: long(0), signaturesBytes: sign('sha384', file.fileHash, node.privateKey) }];
  const proof = {
    block: long(number, true),
    signedRecordFileProof: { version: 6, recordFileSignatures: signatures },
  };
  const items = [...(state.length > 0 ? [{ stateChanges }] : []), { recordFile }];
  const { bytes } = makeBlock({ number: BigInt(number), time: START, items, proof });
  await writeFile(path.join(folder.path, `${number}.blk`), bytes);
  const addressBook = path.join(folder.path, 'book');
  await writeFile(addressBook, encodeBook([node]));
  return ingestFolder({ database: test.database, folder: folder.path, addressBook, unsigned });
}

const STATE: Changes = [
  accountState(1001, {
    key: KEY,
    tinybarBalance: long(1000),
    expirationSecond: long(1_800_000_000),
    autoRenewSeconds: long(7_776_000),
    autoRenewAccountId: { accountNum: long(1002) },
    memo: 'old',
    receiverSigRequired: true,
    maxAutoAssociations: -1,
    ethereumNonce: long(4),
    stakedNodeId: long(3),
    stakePeriodStart: long(19_000),
    declineReward: true,
  }),
  accountState(1002, { alias: proto.Key.encode(SECP).finish(), tinybarBalance: long(0), deleted: true }),
  accountState(1003, {
    smartContract: true,
    key: { contractID: { contractNum: long(1003) } },
    alias: Buffer.alloc(20, 9),
    expirationSecond: Long.MAX_VALUE,
    stakedAccountId: { accountNum: long(1001) },
    stakePeriodStart: long(18_999),
  }),
  codeState(1003, Buffer.from('6001', 'hex')),
  fileState(112, {
    contents: Buffer.from('rates'),
    keys: { keys: [KEY] },
    memo: 'r',
    expirationSecond: long(5),
  }),
  fileState(1004, { deleted: true }),
  // A part of the network's address books.
  fileState(102, { contents: Buffer.from('book') }),
  // No account has number 0.
  accountState(0, { tinybarBalance: long(7) }),
];
const AT = START - 5n;

it('is stored as of right before the first transaction', async () => {
  await importBlock(0, STATE, { acceptsUnsigned: true });
  const entities = await query<Record<string, unknown>>(
    `select id, type::text, deleted, balance, balance_timestamp, encode(key, 'hex') as key, public_key, memo,
       encode(alias, 'hex') as alias, encode(evm_address, 'hex') as evm_address, auto_renew_period, auto_renew_account_id,
       expiration_timestamp, ethereum_nonce, receiver_sig_required, max_automatic_token_associations, decline_reward,
       staked_node_id, staked_account_id, stake_period_start, created_timestamp, lower(timestamp_range) as since
     from entity where id in (0, 102, 112, 1001, 1002, 1003, 1004) order by id`,
  );
  const key = Buffer.from(proto.Key.encode(KEY).finish()).toString('hex');
  const nothing = {
    alias: null,
    auto_renew_account_id: null,
    auto_renew_period: null,
    balance: null,
    balance_timestamp: null,
    created_timestamp: null,
    decline_reward: false,
    deleted: false,
    ethereum_nonce: null,
    evm_address: null,
    expiration_timestamp: null,
    key: null,
    max_automatic_token_associations: null,
    memo: '',
    public_key: null,
    receiver_sig_required: null,
    stake_period_start: -1n,
    staked_account_id: null,
    staked_node_id: -1n,
    since: AT,
  };
  const account = {
    ...nothing,
    type: 'ACCOUNT',
    ethereum_nonce: 0n,
    max_automatic_token_associations: 0,
    receiver_sig_required: false,
  };
  expect(entities).toEqual(
    [
      { ...nothing, id: 102n, type: 'FILE', since: AT - 2n },
      {
        ...nothing,
        id: 112n,
        type: 'FILE',
        key: Buffer.from(proto.KeyList.encode({ keys: [KEY] }).finish()).toString('hex'),
        memo: 'r',
        expiration_timestamp: 5_000_000_000n,
      },
      {
        ...account,
        id: 1001n,
        balance: 970n,
        balance_timestamp: START,
        key,
        public_key: KEY.ed25519.toString('hex'),
        memo: 'old',
        auto_renew_period: 7_776_000n,
        auto_renew_account_id: 1002n,
        expiration_timestamp: 1_800_000_000_000_000_000n,
        ethereum_nonce: 4n,
        receiver_sig_required: true,
        max_automatic_token_associations: -1,
        decline_reward: true,
        staked_node_id: 3n,
        stake_period_start: 19_000n,
      },
      {
        ...account,
        id: 1002n,
        balance: 30n,
        balance_timestamp: START,
        alias: Buffer.from(proto.Key.encode(SECP).finish()).toString('hex'),
        evm_address: '7e5f4552091a69125d5dfcb7b8c2659029395bdf',
        deleted: true,
      },
      {
        ...account,
        id: 1003n,
        type: 'CONTRACT',
        ethereum_nonce: null,
        balance: 0n,
        balance_timestamp: AT,
        key: Buffer.from(proto.Key.encode({ contractID: { contractNum: long(1003) } }).finish()).toString(
          'hex',
        ),
        alias: '09'.repeat(20),
        evm_address: '09'.repeat(20),
        expiration_timestamp: 9_223_372_036_854_775_807n,
        staked_account_id: 1001n,
        stake_period_start: 18_999n,
      },
      { ...nothing, id: 1004n, type: 'FILE', deleted: true, since: AT - 1n },
    ].map((row) =>
      Object.fromEntries(
        Object.entries(row).map(([name, value]) => [name, typeof value === 'bigint' ? String(value) : value]),
      ),
    ),
  );
  expect(
    await query(`select id, file_id, initcode, encode(runtime_bytecode, 'hex') as code from contract`),
  ).toEqual([{ id: '1003', file_id: null, initcode: null, code: '6001' }]);
  expect(
    await query(
      `select entity_id as id, consensus_timestamp as at, transaction_type as type, encode(file_data, 'escape') as data
       from file_data order by 1`,
    ),
  ).toEqual([
    { id: '112', at: `${AT}`, type: 19, data: 'rates' },
    { id: '1004', at: `${AT - 1n}`, type: 19, data: '' },
  ]);
});

it('precedes the first transaction, regardless of its time', async () => {
  await importBlock(0, STATE.slice(0, 1), { acceptsUnsigned: true }, START + 1_000n);
  const rows = await query('select balance, lower(timestamp_range) as since from entity where id = 1001');
  expect(rows).toEqual([{ balance: '970', since: `${START - 1n}` }]);
});

describe('is not stored', () => {
  it('if the nodes signed only the record file, which is logged', async () => {
    const leftOut: string[] = [];
    await importBlock(0, STATE, { onLeftOut: (sentence) => leftOut.push(sentence) });
    expect(leftOut).toEqual([
      '0.blk: left out the unsigned state from before the stream (4 accounts, 3 files and the code of 1 contracts; TAIN_TRUST=chain stores it)',
    ]);
    expect(await query('select from entity where balance is not null')).toEqual([]);
    expect(await query('select from file_data')).toEqual([]);
  });

  it('with a later record file', async () => {
    await importBlock(1, STATE, { acceptsUnsigned: true });
    expect(await query('select from entity where balance is not null')).toEqual([]);
  });
});

it.skipIf(sharedDir === null)('mainnet has its whole supply in it, which is built in', async () => {
  const streams = path.join(sharedDir ?? '', 'streams');
  await ingestFolder({
    database: test.database,
    folder: path.join(streams, 'wrapped-record-blocks/mainnet/genesis'),
    addressBook: path.join(streams, 'addressbook/network/mainnet'),
    unsigned: { isKnown: (root) => isKnownGenesis('mainnet', root) },
  });
  expect(
    await query(
      `select type::text, count(*)::int, sum(balance)::text as balance, count(*) filter (where deleted)::int as deleted
       from entity where type <> 'UNKNOWN' group by 1 order by 1`,
    ),
  ).toEqual([
    { type: 'ACCOUNT', count: 15_267, balance: '5000000000000000000', deleted: 1 },
    { type: 'CONTRACT', count: 101, balance: '0', deleted: 0 },
    { type: 'FILE', count: 130, balance: null, deleted: expect.any(Number) },
  ]);
  expect(await query('select count(runtime_bytecode)::int as codes from contract')).toEqual([{ codes: 101 }]);
  expect(await query('select count(*)::int as files from file_data')).toEqual([{ files: 128 }]);
});
