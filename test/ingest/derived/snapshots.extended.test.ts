import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Item } from '../../../src/ingest/decode/item.ts';
import { shortInstant } from '../../../src/ingest/derived/balance-snapshot.ts';
import { createTestDatabase, type TestDatabase } from '../../database.ts';
import { account, amount, makeItem, START, storeBlocks, token } from '../records/synthetic.ts';

const SECOND = 1e9;
const MINUTE = 60 * SECOND;
const DAY = 86_400 * SECOND;

/** Balance snapshots, written by hand. START is the first instant of a month. */
describe.each(['live', 'backfilling'] as const)('balance snapshots, %s', (mode) => {
  let test: TestDatabase;
  beforeEach(async () => {
    test = await createTestDatabase();
  });
  afterEach(() => test.drop());

  const store = (blocks: readonly (readonly Item[])[]) => storeBlocks(test.database, blocks, { mode });

  const lines = async (sql: string): Promise<string[]> => {
    const { rows } = await test.database.pool.query<{ line: string }>(sql);
    return rows.map(({ line }) => line);
  };
  const snapshots = () =>
    lines(`select concat_ws('|', consensus_timestamp - ${START}, account_id, balance) as line
      from account_balance order by consensus_timestamp, account_id`);
  const tokenSnapshots = () =>
    lines(`select concat_ws('|', consensus_timestamp - ${START}, account_id, token_id, balance) as line
      from token_balance order by consensus_timestamp, account_id, token_id`);

  const create = (at: number, num: number): Item =>
    makeItem({ at, body: { cryptoCreateAccount: {} }, record: { receipt: { accountID: account(num) } } });
  const transfer = (at: number, from: number, to: number, tinybars: number): Item =>
    makeItem({
      at,
      body: { cryptoTransfer: {} },
      record: { transferList: { accountAmounts: [amount(from, -tinybars), amount(to, tinybars)] } },
    });

  it('has all accounts first, then those that changed, and always the treasury', async () => {
    const blocks = [
      [create(1, 2), create(2, 1001), create(3, 1002), create(4, 1003), transfer(5, 2, 1001, 700)],
      // The block that reaches the quarter of an hour, including its own transfers.
      [transfer(15 * MINUTE - 1, 1001, 1002, 100), transfer(15 * MINUTE + 5, 1001, 1002, 10)],
      [transfer(16 * MINUTE, 1001, 1003, 1)],
      // Only one account changed in between, and the gap is longer than an interval.
      [transfer(55 * MINUTE, 1003, 1003, 0)],
      // No quarter of an hour has passed.
      [transfer(59 * MINUTE, 1002, 1003, 3)],
    ];
    await store(blocks);
    expect(await snapshots()).toEqual([
      `${15 * MINUTE + 5}|2|-700`,
      `${15 * MINUTE + 5}|1001|590`,
      `${15 * MINUTE + 5}|1002|110`,
      `${15 * MINUTE + 5}|1003|0`,
      `${55 * MINUTE}|2|-700`,
      `${55 * MINUTE}|1001|589`,
      `${55 * MINUTE}|1003|1`,
    ]);
    expect(
      await lines(
        `select concat_ws('|', consensus_timestamp - ${START}, name, count, synthetic, time_offset, load_end > 0 or load_end = 0) as line from account_balance_file order by 1`,
      ),
    ).toEqual(
      [
        `${55 * MINUTE}|2026-01-01T00_55_00Z_Balances.csv|3|t|0|t`,
        `${15 * MINUTE + 5}|2026-01-01T00_15_00.000000005Z_Balances.csv|4|t|0|t`,
      ].sort(),
    );
  });

  it('has all again in a new month, without those deleted long ago', async () => {
    const remove = (at: number, num: number): Item =>
      makeItem({
        at,
        body: { cryptoDelete: { deleteAccountID: account(num), transferAccountID: account(2) } },
        record: { transferList: { accountAmounts: [amount(num, 0)] } },
      });
    await store([
      [create(1, 2), create(2, 1001), create(3, 1002), create(4, 1003)],
      [remove(10 * MINUTE, 1001)],
      [transfer(20 * MINUTE, 2, 1003, 5)],
      [remove(31 * DAY - MINUTE, 1002)],
      [transfer(31 * DAY + 5 * SECOND, 2, 1003, 5)],
    ]);
    expect(await snapshots()).toEqual([
      // The account was deleted after the start of the month, so its last balance is still stored.
      ...[`${20 * MINUTE}|2|-5`, `${20 * MINUTE}|1001|0`, `${20 * MINUTE}|1002|0`, `${20 * MINUTE}|1003|5`],
      ...[`${31 * DAY - MINUTE}|2|-5`, `${31 * DAY - MINUTE}|1002|0`],
      ...[`${31 * DAY + 5 * SECOND}|2|-10`, `${31 * DAY + 5 * SECOND}|1003|10`],
    ]);
  });

  it('has accounts known only from a balance file, when they changed', async () => {
    await test.database.pool.query(
      `insert into entity (id, num, realm, shard, type, balance, balance_timestamp, timestamp_range)
       select id, id, 0, 0, 'UNKNOWN', 50, ${START}, '[0,)' from unnest(array[1005, 1006]) id`,
    );
    await store([
      [create(1, 2), transfer(2, 2, 1006, 1)],
      [transfer(15 * MINUTE, 2, 1005, 5)],
      [transfer(16 * MINUTE, 2, 1005, 5)],
      [transfer(30 * MINUTE, 2, 1005, 5)],
      [transfer(31 * MINUTE, 2, 1006, 3)],
      [transfer(45 * MINUTE, 2, 2, 0)],
      [transfer(60 * MINUTE, 2, 2, 0)],
    ]);
    expect(await snapshots()).toEqual([
      ...[`${15 * MINUTE}|2|-6`, `${15 * MINUTE}|1005|55`, `${15 * MINUTE}|1006|51`],
      ...[`${30 * MINUTE}|2|-16`, `${30 * MINUTE}|1005|65`],
      ...[`${45 * MINUTE}|2|-19`, `${45 * MINUTE}|1006|54`],
      `${60 * MINUTE}|2|-19`,
    ]);
    expect(
      await lines('select count::text as line from account_balance_file order by consensus_timestamp'),
    ).toEqual(['3', '2', '2', '1']);
  });

  it('continues in a new year', async () => {
    await store([
      [create(1, 2), create(2, 1001), transfer(3, 2, 1001, 700)],
      [transfer(365 * DAY - 10 * MINUTE, 2, 1001, 10)],
      [transfer(365 * DAY, 1001, 2, 1)],
      [transfer(365 * DAY + MINUTE, 1001, 2, 100)],
    ]);
    expect(await snapshots()).toEqual([
      `${365 * DAY - 10 * MINUTE}|2|-710`,
      `${365 * DAY - 10 * MINUTE}|1001|710`,
      `${365 * DAY}|2|-709`,
      `${365 * DAY}|1001|709`,
    ]);
  });

  it('has tokens: all holdings at first, then those that moved', async () => {
    const associate = (at: number, num: number): Item =>
      makeItem({ at, body: { tokenAssociate: { account: account(num), tokens: [token(2001)] } } });
    const move = (at: number, units: number): Item =>
      makeItem({
        at,
        body: { cryptoTransfer: {} },
        record: {
          tokenTransferLists: [
            { token: token(2001), transfers: [amount(1001, -units), amount(1002, units)] },
          ],
        },
      });
    const mint = makeItem({
      at: 3,
      body: { tokenMint: { token: token(2001) } },
      record: { tokenTransferLists: [{ token: token(2001), transfers: [amount(1001, 100)] }] },
    });
    await store([
      [associate(1, 1001), associate(2, 1002), mint, associate(4, 1003)],
      [move(15 * MINUTE, 30)],
      [move(30 * MINUTE, 1)],
      [
        makeItem({
          at: 31 * MINUTE,
          body: { tokenDissociate: { account: account(1003), tokens: [token(2001)] } },
        }),
      ],
      [makeItem({ at: 45 * MINUTE, body: {} })],
    ]);
    expect(await tokenSnapshots()).toEqual([
      `${15 * MINUTE}|1001|2001|70`,
      `${15 * MINUTE}|1002|2001|30`,
      `${15 * MINUTE}|1003|2001|0`,
      `${30 * MINUTE}|1001|2001|69`,
      `${30 * MINUTE}|1002|2001|31`,
    ]);
    // The stream began after the treasury was created.
    expect((await snapshots()).slice(0, 1)).toEqual([`${15 * MINUTE}|2|0`]);
    expect(await lines('select memo as line from entity where id = 2')).toEqual([
      'Mirror node created synthetic treasury account',
    ]);
  });

  it('retains the balances of a balance file of the network for the same instant', async () => {
    await test.database.pool.query('select tain.ensure_balance_partitions($1)', [START.toString()]);
    await test.database.pool.query(
      `insert into account_balance (consensus_timestamp, account_id, balance) values (${START} + ${15 * MINUTE}, 1001, 42)`,
    );
    await store([
      [create(1, 2), create(2, 1001), create(3, 1002), transfer(4, 2, 1001, 700)],
      [transfer(15 * MINUTE, 1001, 1002, 100)],
    ]);
    expect(await snapshots()).toEqual([
      `${15 * MINUTE}|2|-700`,
      `${15 * MINUTE}|1001|42`,
      `${15 * MINUTE}|1002|100`,
    ]);
  });

  it('names its files as the network names its own', () => {
    expect(shortInstant(1_615_414_376_075_092_000n)).toBe('2021-03-10T22_12_56.075092Z');
    expect(shortInstant(1_615_414_376_000_000_001n)).toBe('2021-03-10T22_12_56.000000001Z');
    expect(shortInstant(1_615_414_376_100_000_000n)).toBe('2021-03-10T22_12_56.100Z');
    expect(shortInstant(1_615_414_376_000_000_000n)).toBe('2021-03-10T22_12_56Z');
  });
});
