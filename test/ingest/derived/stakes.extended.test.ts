import type { proto } from '@tain/protos/hapi';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Item } from '../../../src/ingest/decode/item.ts';
import { createTestDatabase, type TestDatabase } from '../../database.ts';
import { account, amount, long, makeItem, START, storeBlocks } from '../records/synthetic.ts';

const DAY = 86_400 * 1e9;
const HBAR = 100_000_000;
/** Number of START's day. */
const FIRST = Number(START / 86_400_000_000_000n);

/** Stakes at the ends of staking periods, written by hand. Days are counted from START's. */
describe.each(['live', 'backfilling'] as const)('entity stakes, %s', (mode) => {
  let test: TestDatabase;
  beforeEach(async () => {
    test = await createTestDatabase();
  });
  afterEach(() => test.drop());

  const store = (blocks: readonly (readonly Item[])[]) => storeBlocks(test.database, blocks, { mode });

  const create = (at: number, num: number, body: proto.ICryptoCreateTransactionBody = {}): Item =>
    makeItem({ at, body: { cryptoCreateAccount: body }, record: { receipt: { accountID: account(num) } } });
  const transfer = (at: number, to: number, tinybars: number): Item =>
    makeItem({
      at,
      body: { cryptoTransfer: {} },
      record: { transferList: { accountAmounts: [amount(2, -tinybars), amount(to, tinybars)] } },
    });
  /** Returns the end of a period, reported shortly after the start of day `day`. */
  const update = (day: number, rates: Readonly<Record<number, number>>, status = 22): Item =>
    makeItem({
      at: day * DAY + 1000,
      status,
      body: {
        nodeStakeUpdate: {
          endOfStakingPeriod: { seconds: long(START / 1_000_000_000n + BigInt(day * 86_400) - 1n) },
          nodeStake: Object.entries(rates).map(([node, rate]) => ({
            nodeId: long(Number(node)),
            rewardRate: long(rate),
            stake: long(1),
          })),
        },
      },
    });
  const rows = async (table: 'entity_stake' | 'entity_stake_history', where = 'true'): Promise<string[]> => {
    const result = await test.database.pool.query<{ line: string }>(
      `select concat_ws('|', id, end_stake_period - ${FIRST}, pending_reward, staked_node_id_start, staked_to_me,
         stake_total_start, (lower(timestamp_range) - ${START}) / ${DAY}, (upper(timestamp_range) - ${START}) / ${DAY}) as line
       from ${table} where ${where} order by id, lower(timestamp_range)`,
    );
    return result.rows.map(({ line }) => line);
  };

  const founding = [
    create(1, 2),
    create(2, 800),
    create(3, 1001, { stakedNodeId: long(0) }),
    create(4, 1002, { stakedAccountId: account(1001) }),
    create(5, 1003, { stakedNodeId: long(1), declineReward: true }),
    create(6, 1004, { stakedNodeId: long(1) }),
    transfer(7, 1001, 10 * HBAR),
    transfer(8, 1002, 5 * HBAR + 70),
    transfer(9, 1003, 100 * HBAR),
    transfer(10, 1004, 2 * HBAR),
  ];

  it('are those at the instant of the update; rewards begin with the first whole period', async () => {
    await store([
      founding,
      // Later transactions of the same block belong to the next period.
      [
        update(1, { 0: 0, 1: 0 }),
        transfer(DAY + 2000, 1001, HBAR),
        create(DAY + 3000, 1005, { stakedNodeId: long(0) }),
      ],
      [update(2, { 0: 7, 1: 3 })],
      [update(3, { 0: 2, 1: 3 })],
    ]);
    expect(await rows('entity_stake_history')).toEqual([
      '800|0|0|-1|0|0|1|2',
      '800|1|0|-1|0|0|2|3',
      `1001|0|0|0|${5 * HBAR + 70}|${15 * HBAR + 70}|1|2`,
      `1001|1|${7 * 15}|0|${5 * HBAR + 70}|${16 * HBAR + 70}|2|3`,
      `1004|0|0|1|0|${2 * HBAR}|1|2`,
      `1004|1|${3 * 2}|1|0|${2 * HBAR}|2|3`,
      '1005|1|0|0|0|0|2|3',
    ]);
    expect(await rows('entity_stake')).toEqual([
      '800|2|0|-1|0|0|3',
      `1001|2|${7 * 15 + 2 * 16}|0|${5 * HBAR + 70}|${16 * HBAR + 70}|3`,
      `1004|2|${3 * 2 + 3 * 2}|1|0|${2 * HBAR}|3`,
      '1005|2|0|0|0|0|3',
    ]);
  });

  it('end with the staking, and begin again when it is changed or paid', async () => {
    const paid = makeItem({
      at: 2 * DAY + 5000,
      body: { cryptoTransfer: {} },
      record: { paidStakingRewards: [amount(1001, 105)] },
    });
    const change = (at: number, num: number, body: proto.ICryptoUpdateTransactionBody): Item =>
      makeItem({ at, body: { cryptoUpdateAccount: { accountIDToUpdate: account(num), ...body } } });
    await store([
      founding,
      [update(1, { 0: 0, 1: 0 })],
      [update(2, { 0: 7, 1: 3 }), paid, change(2 * DAY + 6000, 1004, { stakedNodeId: long(0) })],
      // The account was deleted after the time of the update, so it still exists at that time.
      [
        update(3, { 0: 2, 1: 3 }),
        makeItem({ at: 3 * DAY + 2000, body: { cryptoDelete: { deleteAccountID: account(1001) } } }),
      ],
      [update(4, { 0: 2, 1: 3 })],
    ]);
    expect(await rows('entity_stake_history', `id in (1001, 1004) and end_stake_period > ${FIRST}`)).toEqual([
      `1001|1|${7 * 15}|0|${5 * HBAR + 70}|${15 * HBAR + 70}|2|3`,
      // Day 2 pays for all days before it, so only day 2 is pending.
      `1001|2|${2 * 15}|0|${5 * HBAR + 70}|${15 * HBAR + 70}|3|4`,
      `1004|1|${3 * 2}|1|0|${2 * HBAR}|2|3`,
      `1004|2|0|0|0|${2 * HBAR}|3|4`,
    ]);
    expect(await rows('entity_stake')).toEqual(['800|3|0|-1|0|0|4', `1004|3|${2 * 2}|0|0|${2 * HBAR}|4`]);
  });

  it('wait for 0.0.800, and ignore failed updates and repeated periods', async () => {
    await store([founding.filter((_, i) => i !== 1), [update(1, { 0: 5 })]]);
    expect(await rows('entity_stake')).toEqual([]);
    await store([[create(DAY + 5000, 800)], [update(2, { 0: 5 }, 21)]]);
    expect(await rows('entity_stake')).toEqual([]);
    const again = makeItem({ at: 3 * DAY + 9000, body: update(3, { 0: 9 }).body });
    await store([[update(3, { 0: 5 }), again], [makeItem({ at: 3 * DAY + 10_000, body: again.body })]]);
    expect((await rows('entity_stake')).map((line) => line.split('|').slice(0, 2).join())).toEqual([
      '800,2',
      '1001,2',
      '1004,2',
    ]);
    expect(await rows('entity_stake_history')).toEqual([]);
  });
});
