import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { entityStakesJob } from '../../../src/ingest/derived/entity-stakes.ts';
import { connectionConfig } from '../../../src/store/connections/database.ts';
import { detectServers } from '../../../src/store/connections/distributed.ts';
import { selectOn } from '../../../src/store/connections/select.ts';
import type { Queryable } from '../../../src/store/writer/writer.ts';
import { createTestDatabase, type TestDatabase } from '../../database.ts';
import { tries } from '../../effort.ts';
import { startTestApi, type TestApi } from '../../rest/api-fixture.ts';
import { policyOf, removeAll } from '../retention/remove.ts';
import { type History, type ModelRows, REWARDS, rowsOf, STAKERS } from './staking-model.ts';

/**
 * Pending rewards of random staking histories of more than 400 days. A model (HIP-406) makes the rows of every day. For
 * some days, the rows up to the day before are stored, retention removes old ones, and the job computes the day.
 */
const DAYS = 420;

const change = fc.record({
  day: fc.nat(DAYS - 1),
  account: fc.nat(STAKERS.length - 1),
  kind: fc.constantFrom(
    ...(['balance', 'balance', 'node', 'node', 'account', 'decline', 'accept', 'stop', 'delete'] as const),
  ),
  value: fc.nat(1_000_000),
});
const rates = fc.record({
  day: fc.nat(DAYS - 1),
  node: fc.nat(2),
  /** Tinybars for each whole hbar; null: the stake update does not list the node. */
  rate: fc.constantFrom(null, 0, 0, 50, 700, 3000),
});
/** Few changes, because an account that changes seldom has rewards that are lost. */
const history: fc.Arbitrary<History> = fc.record({
  days: fc.constant(DAYS),
  changes: fc.array(change, { maxLength: 24 }),
  rates: fc.array(rates, { maxLength: 10 }),
  jitters: fc.array(fc.nat(20_000), { minLength: 1, maxLength: 7 }),
});
/** Days soon after a change, or on which its rewards are lost, and any others. */
const computedDay = fc.record({
  change: fc.nat(100),
  after: fc.constantFrom(0, 0, 1, 1, 2, 365, 366, 367, null),
  any: fc.integer({ min: 1, max: DAYS - 2 }),
  /** Days for which retention keeps former versions; null: forever. */
  retained: fc.oneof(fc.constant(null), fc.integer({ min: 1, max: 400 })),
});

const on = (day: number, retained: number | null = null) => ({ change: 0, after: null, any: day, retained });
const credit = { account: 0, kind: 'balance', value: 999_995 } as const;
/** Histories that were once computed wrongly, and their days. */
const EXAMPLES: [History, (typeof computedDay extends fc.Arbitrary<infer D> ? D : never)[]][] = [
  // A payment while the stake updates do not list the node (account 1003).
  [
    {
      days: DAYS,
      changes: [{ ...credit, day: 376, account: 2 }],
      rates: [{ day: 50, node: 2, rate: null }],
      jitters: [19_986],
    },
    [on(375), on(376, 30), on(377)],
  ],
  // The lost days have less stake than the later ones (public mirror node, issue 13689).
  [
    { days: DAYS, changes: [{ ...credit, day: 3 }], rates: [{ day: 0, node: 0, rate: 700 }], jitters: [1] },
    [on(366), on(367, 1), on(368), on(369, 300)],
  ],
];

let test: TestDatabase;
let api: TestApi;
let client: pg.Client;
beforeAll(async () => {
  test = await createTestDatabase();
  api = await startTestApi({ database: test.database });
  client = new pg.Client(connectionConfig(test.target));
  await client.connect();
  await detectServers(client, selectOn(client));
  await client.query(`
    create schema staged;
    create table staged.entity (like entity including defaults);
    create table staged.entity_stake (like entity_stake including defaults);
    create table staged.node_stake (like node_stake including defaults)`);
});
afterAll(async () => {
  await client?.end();
  await api?.close();
  await test?.drop();
});

/** Stores all rows of a history in the staged tables. */
async function stage({ versions, stakes, nodes }: ModelRows): Promise<void> {
  await client.query('truncate staged.entity, staged.entity_stake, staged.node_stake');
  for (const [table, rows] of Object.entries({ entity: versions, entity_stake: stakes, node_stake: nodes })) {
    const columns = Object.keys(rows[0] ?? {}).join(', ');
    await client.query(
      `insert into staged.${table} (${columns})
       select ${columns} from json_populate_recordset(null::staged.${table}, $1)`,
      [JSON.stringify(rows)],
    );
  }
}

/** Replaces the entities by those at a time. */
async function storeEntities(at: bigint): Promise<void> {
  const range = 'timestamp_range';
  const columns =
    'id, num, shard, realm, type, created_timestamp, balance, deleted, decline_reward, staked_node_id';
  const list = `${columns}, staked_account_id, stake_period_start`;
  await client.query(`
    truncate entity, entity_history;
    insert into entity (${list}, ${range})
    select ${list}, int8range(lower(${range}), null) from staged.entity where ${range} @> ${at}::bigint;
    insert into entity_history (${list}, ${range})
    select ${list}, ${range} from staged.entity where upper(${range}) <= ${at}`);
}

/** Stores the rows as they are when the stake update at `at` arrives. */
async function storeUntil(at: bigint, retained: number | null): Promise<void> {
  const stakes = 'select * from staged.entity_stake where';
  await client.query(`
    truncate entity_stake, entity_stake_history, node_stake, record_file, tain.first_block, tain.retention,
      tain.derived_job, tain.stake_state;
    update tain.kept set kept_from = 0, whole_from = 0;
    insert into record_file (name, load_start, load_end, hash, prev_hash, consensus_start, consensus_end, count,
      digest_algorithm, version, file_hash, index)
    values ('a', 0, 0, 'a', '', ${at}, ${at}, 1, 0, 6, '', 1);
    insert into node_stake select * from staged.node_stake where consensus_timestamp < ${at};
    insert into entity_stake_history ${stakes} upper(timestamp_range) < ${at};
    insert into entity_stake ${stakes} upper(timestamp_range) = ${at};
    update entity_stake set timestamp_range = int8range(lower(timestamp_range), null)`);
  await storeEntities(at);
  if (retained !== null) {
    await removeAll(test.target, policyOf({ history: BigInt(retained) * 86_400_000_000_000n }), 10_000);
  }
  await client.query(
    `insert into node_stake select * from staged.node_stake where consensus_timestamp = ${at}`,
  );
}

const STAKE =
  'id, end_stake_period, pending_reward, staked_node_id_start, staked_to_me, stake_total_start, lower(timestamp_range) as since';

async function select(sql: string): Promise<unknown[]> {
  const { rows } = await client.query(sql);
  return rows;
}

it('equal HIP-406 over 420 days of changes, for any retention', async () => {
  const seen = { lost: 0, unlisted: 0, paid: 0 };
  await fc.assert(
    fc.asyncProperty(
      history,
      fc.array(computedDay, { minLength: 5, maxLength: 5 }),
      async (drawn, computed) => {
        const model = rowsOf(drawn);
        seen.lost += model.lost;
        seen.unlisted += model.unlisted;
        seen.paid += model.paid;
        await stage(model);
        const days = [...drawn.changes, ...drawn.rates].map(({ day }) => day);
        for (const { change, after, any, retained } of computed) {
          const near = (days[change % Math.max(1, days.length)] ?? 0) + (after ?? 0);
          const day = after === null || near < 1 || near >= DAYS - 1 ? any : near;
          const at = model.updateAt(day);
          await storeUntil(at, retained);
          const cause = {
            update: { at, movedLater: new Map<bigint, bigint>() },
            stakingReward: BigInt(REWARDS),
            accounts: [],
          };
          await entityStakesJob.begin(client as Queryable, cause);
          while (!(await entityStakesJob.step(client as Queryable, 3)));
          expect(await select(`select ${STAKE} from entity_stake order by id`), `day ${day}`).toEqual(
            await select(
              `select ${STAKE} from staged.entity_stake where lower(timestamp_range) = ${at} order by id`,
            ),
          );
          // The changes of the next day have an effect immediately.
          await storeEntities(model.updateAt(day + 1) - 1n);
          const { accounts } = (await api.json(
            `/api/v1/accounts?account.id=gte:${STAKERS[0]}&balance=false&limit=100`,
          )) as { accounts: { account: string; pending_reward: number }[] };
          expect(
            Object.fromEntries(accounts.map(({ account, pending_reward }) => [account, pending_reward])),
            `after the changes of day ${day + 1}`,
          ).toEqual(model.shownAfter(day));
        }
      },
    ),
    { numRuns: tries(4), endOnFailure: true, examples: EXAMPLES },
  );
  expect(Object.values(seen).filter((count) => count === 0)).toEqual([]);
}, 120_000);
