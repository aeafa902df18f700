import { proto } from '@tain/protos/hapi';
import fc from 'fast-check';
import Long from 'long';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Database } from '../../../src/store/connections/database.ts';
import { type Select, selectOn } from '../../../src/store/connections/select.ts';
import { selectBalanceAt } from '../../../src/store/reads/balance-at.ts';
import { selectBlock, selectBlockAt } from '../../../src/store/reads/block.ts';
import {
  selectAddressHolders,
  selectGreatestId,
  selectHolder,
  selectIdByAddress,
  selectNamedEntities,
} from '../../../src/store/reads/entity-name.ts';
import { selectFileContent, selectFileContents } from '../../../src/store/reads/file-content.ts';
import { selectExchangeRate, selectGasPrice } from '../../../src/store/reads/rates.ts';
import { selectSystemFile, systemFile } from '../../../src/store/reads/system-file.ts';
import { selectState, selectVersion } from '../../../src/store/reads/version.ts';
import { createTestDatabase, type TestDatabase } from '../../database.ts';
import { tries } from '../../effort.ts';
import { feeScheduleBytes, GENESIS } from '../../rest/network/fee-schedule.ts';
import { block, insert } from '../../rest/rows.ts';

/** The ledger's state as rows, read both on a pool and within a transaction. */

const SECOND = 1_000_000_000n;
const NETWORK = { shard: 0n, realm: 0n };
const address = (digit: string) => Buffer.from(digit.repeat(40), 'hex');

let created: TestDatabase;
let database: Database;
let select: Select;

beforeAll(async () => {
  created = await createTestDatabase();
  database = new Database(created.target, { applicationName: 'test', maxConnections: 2 });
  select = selectOn(database.pool);
  const entity = (id: number, row: object) => ({
    id,
    num: id,
    realm: 0,
    shard: 0,
    type: 'ACCOUNT',
    memo: '',
    decline_reward: false,
    timestamp_range: '[1000000000,)',
    ...row,
  });
  await insert(database, 'entity', [
    entity(2, { balance: 50, created_timestamp: 0 }),
    entity(1001, { evm_address: address('a'), deleted: true, created_timestamp: SECOND, memo: 'gone' }),
    entity(1002, {
      evm_address: address('a'),
      deleted: false,
      created_timestamp: 5n * SECOND,
      memo: 'new',
      timestamp_range: '[7000000000,)',
    }),
    entity(1003, { alias: address('b'), created_timestamp: 2n * SECOND }),
    entity(1004, { evm_address: address('c'), created_timestamp: 2n * SECOND }),
  ]);
  await insert(database, 'entity_history', [
    entity(1002, { memo: 'first', timestamp_range: '[5000000000,6000000000)' }),
    entity(1002, { memo: 'second', timestamp_range: '[6000000000,7000000000)' }),
  ]);
  await insert(database, 'record_file', [block(0, 1), block(1, 10), block(2, 20)]);
  const write = (entity_id: number, second: number, transaction_type: number, file_data: Buffer) => ({
    entity_id,
    consensus_timestamp: BigInt(second * 1e9),
    transaction_type,
    file_data,
  });
  const rates = (cents: number) =>
    Buffer.from(
      proto.ExchangeRateSet.encode({
        currentRate: { hbarEquiv: 1, centEquiv: cents, expirationTime: { seconds: Long.fromNumber(9) } },
        nextRate: { hbarEquiv: 1, centEquiv: cents * 2, expirationTime: { seconds: Long.fromNumber(99) } },
      }).finish(),
    );
  await insert(database, 'file_data', [
    write(1010, 1, 17, Buffer.from('ab')),
    write(1010, 2, 16, Buffer.from('cd')),
    write(1010, 3, 19, Buffer.alloc(0)),
    write(1010, 4, 19, Buffer.from('ef')),
    write(1010, 5, 16, Buffer.from('gh')),
    write(1009, 6, 17, Buffer.from('another')),
    write(1011, 6.5, 16, Buffer.from('never begun')),
    write(112, 0.5, 17, rates(10)),
    write(112, 11, 19, Buffer.from('no rates')),
    write(112, 12, 16, Buffer.from('at all')),
    write(113, 30, 19, feeScheduleBytes({ ...GENESIS, prices: { ...GENESIS.prices, GAS: 1200 } })),
    write(
      111,
      0.6,
      17,
      Buffer.from(
        proto.CurrentAndNextFeeSchedule.encode({
          currentFeeSchedule: {
            transactionFeeSchedule: [
              {
                hederaFunctionality: proto.HederaFunctionality.ContractCall,
                fees: [{ servicedata: { gas: Long.fromNumber(852_000) } }],
              },
            ],
            expiryTime: { seconds: Long.fromNumber(1000) },
          },
        }).finish(),
      ),
    ),
  ]);
  const transfer = (entity_id: number, second: number, amount: number, errata: string | null = null) => ({
    entity_id,
    consensus_timestamp: BigInt(second) * SECOND,
    amount,
    payer_account_id: 2,
    errata,
  });
  await insert(database, 'crypto_transfer', [
    transfer(1003, 2, 100),
    transfer(1003, 3, -30),
    transfer(1003, 3, 7, 'DELETE'),
    transfer(1003, 15, 5),
    transfer(98, 4, 1),
  ]);
});

afterAll(async () => {
  await database?.end();
  await created?.drop();
});

test('an entity is read by its key, at present or in the past', async () => {
  const memoAt = async (at?: bigint) => (await selectState(select, 'entity', { id: 1002n }, at))?.memo;
  expect(await memoAt()).toBe('new');
  expect(await memoAt(7n * SECOND)).toBe('new');
  expect(await memoAt(7n * SECOND - 1n)).toBe('second');
  expect(await memoAt(5n * SECOND)).toBe('first');
  expect(await memoAt(5n * SECOND - 1n)).toBeUndefined();
  expect(await selectState(select, 'entity', { id: 9999n }, undefined)).toBeUndefined();
  const now = await selectVersion(select, 'entity', { id: 1002n }, 8n * SECOND);
  expect(now).toMatchObject({
    id: 1002n,
    deleted: false,
    evm_address: address('a'),
    timestamp_range: { from: 7n * SECOND, to: null },
  });
});

test('an entity is found by its names', async () => {
  const holder = (digit: string, holders: Parameters<typeof selectHolder>[2]) =>
    selectHolder(select, { evmAddress: address(digit) }, holders);
  expect(await holder('a', 'known to live')).toBe(1002n);
  expect(await holder('c', 'known to live')).toBeUndefined();
  expect(await holder('c', 'not known to be deleted')).toBe(1004n);
  expect(await selectHolder(select, { alias: address('b') }, 'not known to be deleted')).toBe(1003n);
  expect(await selectAddressHolders(select, ['a'.repeat(40), 'c'.repeat(40)])).toEqual(
    new Map([['a'.repeat(40), 1002n]]),
  );
  expect(await selectIdByAddress(select, address('a'))).toBe(1002n);
  expect(await selectIdByAddress(select, address('a'), 4n * SECOND)).toBe(1001n);
  expect(await selectIdByAddress(select, address('b'))).toBe(1003n);
  expect(await selectIdByAddress(select, address('d'))).toBeUndefined();
  expect(await selectGreatestId(select)).toBe(1004n);
  const named = await selectNamedEntities(select, {
    aliases: [address('b'), address('d')],
    evmAddresses: [address('a')],
    ids: [1003n, 1004n, 5n],
  });
  expect(named.aliases).toEqual([{ id: 1003n, name: address('b') }]);
  expect(named.evmAddresses).toEqual([{ id: 1002n, name: address('a') }]);
  expect(named.ids).toEqual(
    expect.arrayContaining([
      { id: 1003n, name: null },
      { id: 1004n, name: address('c') },
    ]),
  );
});

test('a file has the content since its last creation or update with content', async () => {
  const at = async (second?: number) => {
    const file = await selectFileContent(
      select,
      1010n,
      second === undefined ? undefined : BigInt(second) * SECOND,
    );
    return file && [file.content.toString(), Number(file.timestamp / SECOND)];
  };
  expect(await at()).toEqual(['efgh', 5]);
  expect(await at(4)).toEqual(['ef', 4]);
  expect(await at(3)).toEqual(['abcd', 2]);
  expect(await at(1)).toEqual(['ab', 1]);
  expect(await at(0)).toBeUndefined();
  expect(await selectFileContent(select, 1011n)).toBeUndefined();
  expect(await selectFileContents(select, [1009n, 1010n, 1011n, 1012n], 4)).toEqual(
    new Map([[1010n, Buffer.from('efgh')]]),
  );
});

test('the newest version of a file that parses is found, in any history of its writes', async () => {
  const ID = 1020;
  const writes = fc.array(
    fc.record({
      type: fc.constantFrom(16, 16, 16, 19, 17),
      content: fc.oneof(fc.constantFrom('', '.'), fc.stringMatching(/^[a-c]{1,3}\.?$/)),
    }),
    { maxLength: 40 },
  );
  const file = systemFile(BigInt(ID), (bytes) => {
    const text = Buffer.from(bytes).toString();
    // Only a version with one full stop, at its end, is complete.
    if (!/^[^.]*\.$/.test(text)) throw new Error('incomplete');
    return text;
  });
  const run = async (history: { type: number; content: string }[], upper: number, lower: number) => {
    const expected = newestComplete(history, upper, lower);
    await database.pool.query(`delete from file_data where entity_id = ${ID}`);
    await insert(
      database,
      'file_data',
      history.map(({ type, content }, index) => ({
        entity_id: ID,
        consensus_timestamp: index + 1,
        transaction_type: type,
        file_data: Buffer.from(content),
      })),
    );
    // The second reading has a warm cache.
    for (const times of [1, 2]) {
      const bounds = { lower: BigInt(lower), upper: BigInt(upper) };
      const version = await selectSystemFile(select, NETWORK, file, bounds);
      expect(version && [version.value, Number(version.timestamp)], `reading ${times}`).toEqual(expected);
    }
  };
  await fc.assert(fc.asyncProperty(writes, fc.nat(50), fc.oneof(fc.constant(0), fc.nat(40)), run), {
    numRuns: tries(60),
  });
});

/**
 * The content of the newest of twelve uploads, begun within times, that was complete, and the time of its last write,
 * by trying every content that the file had. An upload is complete once it parses, or if no later part of it parses.
 */
function newestComplete(history: readonly { type: number; content: string }[], upper: number, lower: number) {
  const uploads: { begun: number; contents: [content: string, time: number][] }[] = [];
  history.forEach(({ type, content }, index) => {
    const time = index + 1;
    if (type === 19 && content === '') return;
    if (type !== 16) uploads.push({ begun: time, contents: [[content, time]] });
    else uploads.at(-1)?.contents.push([`${uploads.at(-1)?.contents.at(-1)?.[0]}${content}`, time]);
  });
  const parses = ([content]: [content: string, time: number]) => /^[^.]*\.$/.test(content);
  return uploads
    .filter(({ begun }) => begun >= lower && begun <= upper)
    .slice(-12)
    .map(({ contents }) => {
      const last = contents.findLast(([, time]) => time <= upper);
      if (last && parses(last)) return last;
      const readable = contents.findLast(parses);
      return readable && readable[1] <= upper ? readable : undefined;
    })
    .findLast((version) => version !== undefined);
}

test('the rate and the price of gas are those in force at an instant', async () => {
  const centsAt = async (second: bigint) =>
    (await selectExchangeRate(select, NETWORK, second * SECOND))?.cents;
  expect(await centsAt(0n)).toBeUndefined();
  expect(await centsAt(9n)).toBe(10n);
  expect(await centsAt(10n)).toBe(20n);
  expect(await centsAt(15n)).toBe(20n);
  expect(await selectGasPrice(select, NETWORK, 'ContractCall', 9n * SECOND)).toBe(85n);
  expect(await selectGasPrice(select, NETWORK, 'ContractCall', 15n * SECOND)).toBe(42n);
  expect(await selectGasPrice(select, NETWORK, 'ContractCreate', 9n * SECOND)).toBeUndefined();
  // After the start of the simple fee schedule, it alone determines the price.
  expect(await selectGasPrice(select, NETWORK, 'ContractCall', 30n * SECOND - 1n)).toBe(42n);
  expect(await selectGasPrice(select, NETWORK, 'ContractCall', 30n * SECOND)).toBe(60n);
  expect(await selectGasPrice(select, NETWORK, 'ContractCreate', 30n * SECOND)).toBe(60n);
});

test('a balance at an instant is the sum of transfers until then, from a snapshot if there is one', async () => {
  const at = (second: bigint, account = 1003n) => selectBalanceAt(select, NETWORK, account, second * SECOND);
  expect(await at(1n)).toBe(0n);
  expect(await at(2n)).toBe(100n);
  expect(await at(14n)).toBe(70n);
  expect(await at(99n)).toBe(75n);
  expect(await at(4n, 98n)).toBe(1n);
  await database.transaction(async (client) => {
    await client.query(`insert into account_balance (account_id, balance, consensus_timestamp)
      values (2, 1, 12000000000), (1003, 1000, 12000000000)`);
    // The same reader, on a connection with an open transaction.
    const within = selectOn(client);
    expect(await selectBalanceAt(within, NETWORK, 1003n, 14n * SECOND)).toBe(1000n);
    expect(await selectBalanceAt(within, NETWORK, 1003n, 16n * SECOND)).toBe(1005n);
    await client.query('update record_file set index = index + 5');
    expect(await selectBalanceAt(within, NETWORK, 98n, 5n * SECOND)).toBeUndefined();
    await client.query('delete from account_balance');
    await client.query('update record_file set index = index - 5');
  });
});

test('a block is found by number, hash, position or time', async () => {
  const number = async (name: Parameters<typeof selectBlock>[1]) => (await selectBlock(select, name))?.number;
  expect(await number('earliest')).toBe(0n);
  expect(await number('latest')).toBe(2n);
  expect(await number({ number: 1n })).toBe(1n);
  expect(await number({ number: 7n })).toBeUndefined();
  expect(await number({ hash: '1'.repeat(64) })).toBe(1n);
  expect(await number({ hash: '2'.repeat(96) })).toBe(2n);
  expect(await number({ hash: `2${'1'.repeat(95)}` })).toBeUndefined();
  expect((await selectBlockAt(select, 10n * SECOND))?.number).toBe(1n);
  expect((await selectBlockAt(select, 10n * SECOND + 1n))?.number).toBe(2n);
  expect(await selectBlockAt(select, 21n * SECOND)).toBeUndefined();
});
