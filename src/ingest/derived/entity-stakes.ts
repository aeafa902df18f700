import { TINYBARS_PER_HBAR } from '@tain/ledger/amounts';
import { NANOS_PER_STAKING_PERIOD, STAKING_PERIODS_RETAINED } from '@tain/ledger/staking';
import { MAX_INT64 } from '@tain/ledger/timestamp';
import { formFor } from '../../store/connections/distributed.ts';
import type { Queryable } from '../../store/writer/writer.ts';
import { bigintArray, UNCHANGED_SINCE } from './changed-keys.ts';
import type { StakeUpdate } from './due.ts';
import { type DerivedJob, firstPosition } from './job.ts';

// Computes the stakes of accounts at the end of a staking period, and the rewards pending since (HIP-406).
//
// State is as of the stake update's consensus time: versions in force then, and balances without the transfers of later
// items of the same block. Stakes are tinybars; rates are tinybars for each whole hbar. The reward of a period depends
// on the stakes at its start, which are those in the rows that these replace. Nothing is computed before 0.0.800
// exists, nor again for a finished period.
//
// The job has two phases: first the states of all stakers are collected (rows that change in the meantime are copied
// before they change), then the stakes are computed from them.

/** FROM item `u`: the stakes that are being computed, if any. */
const JOB = `(
    select at, phase, position[1] as position, (parameters->>'day')::bigint as day,
      (parameters->>'rewardAccount')::bigint as reward_account
    from tain.derived_job where kind = 'entity-stakes') u`;

/**
 * Condition: `e` is a live account or contract that stakes to a node and accepts rewards, or stakes to an account; or
 * it is the reward account.
 */
const STAKES = `(e.id = u.reward_account or (e.staked_node_id <> -1 and not e.decline_reward) or e.staked_account_id <> 0)
  and e.type in ('ACCOUNT', 'CONTRACT') and (e.deleted is not true or e.id = u.reward_account)`;
const STATE =
  'e.id, e.staked_account_id, coalesce(e.staked_node_id, -1) as staked_node_id, e.stake_period_start';
const INTO_STATES =
  'insert into tain.stake_state (id, staked_account_id, staked_node_id, stake_period_start, balance)';

/** A stake update in a stored block. */
export interface StakesCause {
  readonly update: StakeUpdate;
  /** Packed id of 0.0.800. */
  readonly stakingReward: bigint;
  /** All accounts that changed in the block. */
  readonly accounts: readonly bigint[];
}

/** Begins the job of a stake update. Does nothing before 0.0.800 exists, or when the period is already computed. */
async function begin(client: Queryable, { update, stakingReward, accounts }: StakesCause): Promise<void> {
  const { at, movedLater } = update;
  const { rowCount } = await client.query(
    `insert into tain.derived_job (kind, at, phase, position, parameters)
     select 'entity-stakes', $1::bigint, 'states', $3,
       jsonb_build_object('day', max(s.epoch_day), 'rewardAccount', $2::bigint)
     from node_stake s
     join entity e on e.id = $2 and coalesce(e.created_timestamp, 0) <= $1
     where s.consensus_timestamp = $1
       and s.epoch_day > coalesce((select end_stake_period from entity_stake where id = $2), -1)
     having count(*) > 0`,
    [at.toString(), stakingReward.toString(), firstPosition(1)],
  );
  if (!rowCount) return;
  const later = [[...movedLater.keys()], [...movedLater.values()]].map(bigintArray);
  await client.query(CHANGED_SINCE_SQL, [bigintArray(accounts), ...later]);
}

const VERSION =
  'e.id, e.type, e.deleted, e.decline_reward, e.staked_account_id, e.staked_node_id, e.stake_period_start';

/**
 * The earlier states of accounts that the rest of the update's block changed. $1 ids; $2, $3 accounts and the amounts
 * that they received.
 */
const CHANGED_SINCE_SQL = `
with later as (
  select id, amount
  from unnest($2::bigint[], $3::bigint[]) as m (id, amount)
), touched as materialized (
  select e.*, u.at
  from ${JOB}
  cross join unnest($1::bigint[]) as k (id)
  join entity e on e.id = k.id
  where not (${UNCHANGED_SINCE})
), version as (
  select ${VERSION}, e.balance
  from touched e
  where lower(timestamp_range) <= at
  union all
  select ${VERSION}, t.balance
  from touched t
  join entity_history e on e.id = t.id and lower(e.timestamp_range) <= t.at and e.timestamp_range @> t.at
  where lower(t.timestamp_range) > t.at
), state as (
  select ${STATE}, coalesce(e.balance, 0) as balance, true as stakes
  from ${JOB}
  cross join version e
  where ${STAKES}
  union all
  -- Not a join, which would compare all with all: the session has no hash joins.
  select id, null, null, null, -amount, false
  from later
)
${INTO_STATES}
select id, max(staked_account_id), max(staked_node_id), max(stake_period_start), sum(balance)
from state
group by id
having bool_or(stakes)`;

/** Collects the states of accounts whose rows are about to change. */
function storeStates(client: Queryable, accounts: readonly bigint[]): Promise<unknown> {
  return client.query(
    `${INTO_STATES}
     select ${STATE}, coalesce(e.balance, 0)
     from ${JOB}
     cross join unnest($1::bigint[]) as k (id)
     join entity e on e.id = k.id
     where u.phase = 'states' and ${UNCHANGED_SINCE} and ${STAKES}
     on conflict do nothing`,
    [bigintArray(accounts)],
  );
}

interface Chunk {
  readonly seen: number;
  /** The last id seen; null when there was none. */
  readonly last: string | null;
}

async function step(client: Queryable, rows: number): Promise<boolean> {
  const { rows: found } = await client.query<{ phase: 'states' | 'stakes' }>(
    "select phase from tain.derived_job where kind = 'entity-stakes'",
  );
  const phase = found[0]?.phase;
  if (!phase) return true;
  const { rows: chunks } = await client.query<Chunk>(phase === 'states' ? STATES_CHUNK : IDS_CHUNK, [rows]);
  const { seen = 0, last = null } = chunks[0] ?? {};
  const ended = seen < rows;
  if (phase === 'stakes') {
    const upTo = String(ended || last === null ? MAX_INT64 : last);
    await formFor(client, { one: stakesOnOne, several: stakesDistributed })(client, upTo);
    if (ended) {
      await client.query("delete from tain.derived_job where kind = 'entity-stakes'");
      await client.query('truncate tain.stake_state');
      return true;
    }
  }
  await client.query("update tain.derived_job set phase = $1, position = $2 where kind = 'entity-stakes'", [
    ended ? 'stakes' : phase,
    ended || last === null ? firstPosition(1) : `{${last}}`,
  ]);
  return false;
}

async function stakesOnOne(client: Queryable, upTo: string): Promise<void> {
  await client.query(STAKES_CHUNK, [upTo]);
}

export const entityStakesJob: DerivedJob<StakesCause> = {
  begin,
  step,
  beforeChange: (client, keys) => storeStates(client, keys.accounts),
};

const POSITION = `(select position from ${JOB})`;

/** $1: number of rows to read. */
const STATES_CHUNK = `
with page as materialized (
  select *
  from entity
  where id > ${POSITION}
  order by id limit $1
), stored as (
  ${INTO_STATES}
  select ${STATE}, coalesce(e.balance, 0)
  from ${JOB}
  cross join page e
  where ${UNCHANGED_SINCE} and ${STAKES}
  on conflict do nothing
)
select count(*)::int as seen, max(id)::text as last
from page`;

/** $1: number of rows to read. */
const IDS_CHUNK = `
select count(*)::int as seen, max(id)::text as last
from (
  select id
  from tain.stake_state
  where id > ${POSITION}
  order by id limit $1
) page`;

/** Returns an expression: the whole hbars of a row's stake at the start of a period. */
const wholeHbar = (row: string): string => `(${row}.stake_total_start / ${TINYBARS_PER_HBAR})`;

/** Tables of the rows that stakes are computed from. */
interface StakeSources {
  readonly states: string;
  readonly stakes: string;
  readonly history: string;
  readonly rates: string;
}

const STORED: StakeSources = {
  states: 'tain.stake_state',
  stakes: 'entity_stake',
  history: 'entity_stake_history',
  rates: 'node_stake',
};

/** Returns a query of the stakes of the ids after the position up to `upTo` (SQL). `u`: the job. */
function computedSql({ states, stakes, history, rates }: StakeSources, upTo: string): string {
  return `select s.id, s.staked_node_id, coalesce(p.amount, 0) as staked_to_me,
    case when s.staked_node_id = -1 then 0 else s.balance + coalesce(p.amount, 0) end as stake_total,
    case
      when coalesce(f.staked_node_id_start, -1) = -1 then 0
      when s.stake_period_start > u.day - 1 then 0
      when s.stake_period_start = u.day - 1 then e.earned
      when s.stake_period_start < u.day - ${STAKING_PERIODS_RETAINED} then
        f.pending_reward + e.earned - coalesce((
          select r.reward_rate::numeric * ${wholeHbar('h')}
          from (
            select stake_total_start, staked_node_id_start
            from ${history}
            where id = s.id
              and lower(timestamp_range) < (u.day - ${STAKING_PERIODS_RETAINED} + 1) * ${NANOS_PER_STAKING_PERIOD}
            order by lower(timestamp_range) desc limit 1
          ) h
          join ${rates} r
            on r.epoch_day = u.day - ${STAKING_PERIODS_RETAINED} and r.node_id = h.staked_node_id_start
          order by r.consensus_timestamp limit 1
        ), 0)
      else f.pending_reward + e.earned
    end as pending
  from u
  join ${states} s on s.id > u.position and s.id <= ${upTo}
  cross join lateral (
    select sum(balance) as amount
    from ${states}
    where staked_account_id = s.id and staked_account_id <> 0
  ) p
  left join ${stakes} f on f.id = s.id
  left join ${rates} n on n.consensus_timestamp = u.at and n.node_id = f.staked_node_id_start
  -- A node that the update does not list has no rate.
  cross join lateral (select coalesce(n.reward_rate, 0)::numeric * ${wholeHbar('f')} as earned) e
  where s.id = u.reward_account or s.staked_node_id <> -1`;
}

const INTO_STAKES = `insert into entity_stake (end_stake_period, id, pending_reward, staked_node_id_start, staked_to_me,
  stake_total_start, timestamp_range)`;
/** Returns the stored values of computed stakes. `job`: its day and instant, as SQL. */
const stakeValues = (job: Readonly<Record<'day' | 'at', string>>): string => `${job.day}, id,
  least(greatest(pending, 0), ${MAX_INT64}), staked_node_id, least(greatest(staked_to_me, 0), ${MAX_INT64}),
  least(greatest(stake_total, 0), ${MAX_INT64}), int8range(${job.at}, null)`;
const OR_REPLACE = `on conflict (id) do update
set end_stake_period = excluded.end_stake_period,
  pending_reward = excluded.pending_reward, staked_node_id_start = excluded.staked_node_id_start,
  staked_to_me = excluded.staked_to_me, stake_total_start = excluded.stake_total_start,
  timestamp_range = excluded.timestamp_range`;

/**
 * Replaces the stakes of the ids after the position up to $1. Sums and products are numeric, so that no number in the
 * stream can overflow them.
 */
const STAKES_CHUNK = `
with u as materialized (
  -- There is at most one row; the limit says so to the planner.
  select *
  from ${JOB} limit 1
), computed as materialized (
  ${computedSql(STORED, '$1')}
), former as materialized (
  select f.*
  from u
  join entity_stake f on f.id > u.position and f.id <= $1
), kept as (
  insert into entity_stake_history (end_stake_period, id, pending_reward, staked_node_id_start, staked_to_me,
    stake_total_start, timestamp_range)
  select end_stake_period, id, pending_reward, staked_node_id_start, staked_to_me, stake_total_start,
    int8range(lower(timestamp_range), u.at)
  from former
  cross join u
), ended as (
  delete from entity_stake e using former f
  -- Not an anti join, which would compare all with all: the session has no hash joins.
  where e.id = f.id and f.id not in (select id from computed)
)
${INTO_STAKES}
select ${stakeValues({ day: 'u.day', at: 'u.at' })}
from computed
cross join u
${OR_REPLACE}`;

/**
 * Copies on this connection of the rows that stakes are computed from: several servers can join these by their
 * distribution columns only.
 */
const COPIES: StakeSources = {
  states: 'tain_stake_states',
  stakes: 'tain_stakes',
  history: 'tain_stakes_before',
  rates: 'tain_stake_rates',
};

/**
 * Does the work of `STAKES_CHUNK` when tables are on several servers, on copies: the stakes are computed here and sent
 * to the servers where the rows belong.
 */
async function stakesDistributed(client: Queryable, end: string): Promise<void> {
  const upTo = BigInt(end).toString();
  const { rows } = await client.query<Record<'at' | 'day' | 'position', string>>(
    `select at::text, day::text, position::text from ${JOB}`,
  );
  const [job] = rows;
  if (job === undefined) return;
  const { at, day, position } = job;
  const within = (column: string) => `${column} > ${position} and ${column} <= ${upTo}`;
  const lost = BigInt(day) - BigInt(STAKING_PERIODS_RETAINED);
  await client.query(`
    create temp table ${COPIES.states} as select * from tain.stake_state
      where ${within('id')} or (${within('staked_account_id')} and staked_account_id <> 0);
    create index on ${COPIES.states} (id);
    create index on ${COPIES.states} (staked_account_id);
    create temp table ${COPIES.stakes} as select * from entity_stake where ${within('id')};
    create index on ${COPIES.stakes} (id);
    create temp table ${COPIES.history} as
      select distinct on (id) id, timestamp_range, stake_total_start, staked_node_id_start from entity_stake_history
      where ${within('id')} and lower(timestamp_range) < ${(lost + 1n) * NANOS_PER_STAKING_PERIOD}
      order by id, lower(timestamp_range) desc;
    create index on ${COPIES.history} (id);
    create temp table ${COPIES.rates} as select * from node_stake
      where consensus_timestamp = ${at} or epoch_day = ${lost};
    create temp table tain_stakes_computed as
      with u as materialized (select * from ${JOB} limit 1)
      ${computedSql(COPIES, upTo)};
    create index on tain_stakes_computed (id)`);
  await client.query(
    `insert into entity_stake_history (end_stake_period, id, pending_reward, staked_node_id_start, staked_to_me,
       stake_total_start, timestamp_range)
     select end_stake_period, id, pending_reward, staked_node_id_start, staked_to_me, stake_total_start,
       int8range(lower(timestamp_range), ${at})
     from ${COPIES.stakes}`,
  );
  const { rows: removed } = await client.query<{ ids: string | null }>(
    `select array_agg(id)::text as ids from ${COPIES.stakes} where id not in (select id from tain_stakes_computed)`,
  );
  await client.query('delete from entity_stake where id = any($1::bigint[])', [removed[0]?.ids ?? '{}']);
  await client.query(
    `${INTO_STAKES}
     select ${stakeValues(job)}
     from tain_stakes_computed
     ${OR_REPLACE}`,
  );
  await client.query(`drop table ${Object.values(COPIES).join(', ')}, tain_stakes_computed`);
}
