import type { Queryable } from '../../db/writer.ts';

/** Rewards are kept for this many staking periods; those before them are lost. */
const PERIODS_KEPT = 365;

/**
 * Who staked what when a staking period ended, and what rewards are pending since (HIP-406). Runs on
 * a connection with an open transaction, right after the block with the stake update is stored;
 * `at` is the update's consensus time, `stakingReward` the packed id of 0.0.800.
 *
 * State is as of `at`: versions in force then, and balances without what later items of the same
 * block moved. Stakes are tinybars; rates are tinybars for each whole hbar. What a period earns
 * depends on the stakes at its start, which are those in the rows that these replace. Nothing is
 * computed before 0.0.800 exists, nor again for a period that is done.
 */
export async function storeEntityStakes(client: Queryable, at: bigint, stakingReward: bigint): Promise<void> {
  const values = [at, stakingReward].map(String);
  const { rows } = await client.query<{ day: string }>(
    `select max(s.epoch_day)::text as day from node_stake s
     join entity e on e.id = $2 and coalesce(e.created_timestamp, 0) <= $1
     where s.consensus_timestamp = $1
       and s.epoch_day > coalesce((select end_stake_period from entity_stake where id = $2), -1)`,
    values,
  );
  const day = rows[0]?.day ?? null;
  if (day === null) return;
  await client.query(REPLACE_SQL, [...values, day]);
}

/** Stakes something to a node and wants rewards, or stakes to an account. */
const STAKES = `(id = $2 or (staked_node_id <> -1 and not decline_reward) or staked_account_id <> 0)
  and type in ('ACCOUNT', 'CONTRACT') and (deleted is not true or id = $2)`;
const VERSION = 'id, staked_account_id, coalesce(staked_node_id, -1) as staked_node_id, stake_period_start';
const MAX_BIGINT = '9223372036854775807';
/** Hbar that a row of a period's start counts for. */
const wholeHbar = (row: string): string => `(${row}.stake_total_start / 100000000)`;

/**
 * $1 time of the update, $2 0.0.800, $3 the day that ended. Sums and products are numeric, so that
 * no number in the stream can overflow them.
 */
const REPLACE_SQL = `
with later as (
  select entity_id as id, sum(amount) as amount from crypto_transfer
  where consensus_timestamp > $1 and errata is distinct from 'DELETE'
  group by entity_id
), version as (
  select ${VERSION} from entity where lower(timestamp_range) <= $1 and ${STAKES}
  union all
  select ${VERSION} from entity_history where timestamp_range @> $1::bigint and ${STAKES}
), state as materialized (
  select v.*, coalesce(e.balance, 0) - coalesce(l.amount, 0) as balance
  from version v join entity e using (id) left join later l using (id)
), proxied as (
  select staked_account_id as id, sum(balance) as amount from state
  where staked_account_id <> 0 group by staked_account_id
), computed as (
  select s.id, s.staked_node_id, coalesce(p.amount, 0) as staked_to_me,
    case when s.staked_node_id = -1 then 0 else s.balance + coalesce(p.amount, 0) end as stake_total,
    case
      when coalesce(f.staked_node_id_start, -1) = -1 then 0
      when n.reward_rate is null then f.pending_reward
      when s.stake_period_start > $3::bigint - 1 then 0
      when s.stake_period_start = $3::bigint - 1 then n.reward_rate::numeric * ${wholeHbar('f')}
      when s.stake_period_start < $3::bigint - ${PERIODS_KEPT} then
        f.pending_reward + n.reward_rate::numeric * ${wholeHbar('f')} - coalesce((
          select r.reward_rate::numeric * ${wholeHbar('h')}
          from (
            select stake_total_start, staked_node_id_start from entity_stake_history
            where id = s.id and lower(timestamp_range) < ($3::bigint - ${PERIODS_KEPT} + 1) * 86400000000000
            order by lower(timestamp_range) desc limit 1
          ) h
          join node_stake r on r.epoch_day = $3::bigint - ${PERIODS_KEPT} and r.node_id = h.staked_node_id_start
          order by r.consensus_timestamp limit 1), 0)
      else f.pending_reward + n.reward_rate::numeric * ${wholeHbar('f')}
    end as pending
  from state s
  left join proxied p using (id)
  left join entity_stake f using (id)
  left join node_stake n on n.consensus_timestamp = $1 and n.node_id = f.staked_node_id_start
  where s.id = $2 or s.staked_node_id <> -1
), kept as (
  insert into entity_stake_history (end_stake_period, id, pending_reward, staked_node_id_start, staked_to_me,
    stake_total_start, timestamp_range)
  select end_stake_period, id, pending_reward, staked_node_id_start, staked_to_me, stake_total_start,
    int8range(lower(timestamp_range), $1)
  from entity_stake
), ended as (
  delete from entity_stake where id not in (select id from computed)
)
insert into entity_stake (end_stake_period, id, pending_reward, staked_node_id_start, staked_to_me,
  stake_total_start, timestamp_range)
select $3::bigint, id, least(greatest(pending, 0), ${MAX_BIGINT}), staked_node_id,
  least(greatest(staked_to_me, 0), ${MAX_BIGINT}), least(greatest(stake_total, 0), ${MAX_BIGINT}), int8range($1, null)
from computed
on conflict (id) do update set end_stake_period = excluded.end_stake_period,
  pending_reward = excluded.pending_reward, staked_node_id_start = excluded.staked_node_id_start,
  staked_to_me = excluded.staked_to_me, stake_total_start = excluded.stake_total_start,
  timestamp_range = excluded.timestamp_range`;
