import type { Queryable } from '../../db/writer.ts';
import { printEntityId } from '../../kernel/entity-id.ts';
import { type Difference, earliest } from './difference.ts';
import { HOLDINGS, type Holding, keyOf, lastSnapshot, sameKey } from './holdings.ts';

/*
 * Balances against transfers. Between two snapshots of an account lies what was moved, so each known balance follows
 * from the one before it. The first one is 0 for what the stored stream created, else that of the balance file with
 * which balances began, else that of the first snapshot: of what was before that nothing is known.
 */

export interface BalanceContext {
  readonly client: Queryable;
  /** Consensus start of the first block in the database: what was created from then on began with 0. */
  readonly begin: bigint;
  /** Consensus time of the balance file with which balances began; null when there was none. */
  readonly seed: bigint | null;
}

/** The balance file with which balances began, by its time; null where they began otherwise. */
export async function selectSeed(client: Queryable): Promise<bigint | null> {
  const { rows } = await client.query<{ at: string }>(
    'select consensus_timestamp::text as at from tain.balance_seed',
  );
  return rows[0] ? BigInt(rows[0].at) : null;
}

/** The times of completed snapshots after a time up to another one, in order, at most so many. */
export async function selectSnapshots(
  client: Queryable,
  after: bigint,
  upTo: bigint,
  limit: number,
): Promise<bigint[]> {
  const { rows } = await client.query<{ at: string }>(
    `select consensus_timestamp::text as at
     from account_balance_file
     where synthetic and consensus_timestamp > $1 and consensus_timestamp <= $2
     order by consensus_timestamp limit ${limit}`,
    [after.toString(), upTo.toString()],
  );
  return rows.map(({ at }) => BigInt(at));
}

/** The last completed snapshot up to a time; null when there is none. */
export async function selectLastSnapshot(client: Queryable, upTo: bigint): Promise<bigint | null> {
  const { rows } = await client.query<{ at: string }>(
    `select consensus_timestamp::text as at
     from account_balance_file
     where synthetic and consensus_timestamp <= $1
     order by consensus_timestamp desc limit 1`,
    [upTo.toString()],
  );
  return rows[0] ? BigInt(rows[0].at) : null;
}

/**
 * Compares snapshots that follow one another with what was moved since `after`, the time of the snapshot before the
 * first of them; null when it is the first of all.
 */
export async function compareSnapshots(
  { client, begin, seed }: BalanceContext,
  after: bigint | null,
  snapshots: readonly bigint[],
): Promise<Difference | null> {
  let first: Difference | null = null;
  for (const holding of HOLDINGS) {
    const { rows } = await client.query<Row>(snapshotsSql(holding), [
      ...[after ?? BEFORE_ALL, snapshots.at(-1) ?? BEFORE_ALL].map(String),
      `{${snapshots.join(',')}}`,
      ...[begin, seed ?? BEFORE_ALL].map(String),
    ]);
    first = earliest(first, differenceOf(rows[0], 'in the snapshot of all balances'));
  }
  return first;
}

/** Compares current balances with what was moved since the last snapshot; null: there is none. */
export async function compareCurrent(
  { client, begin, seed }: BalanceContext,
  after: bigint | null,
  upTo: bigint,
): Promise<Difference | null> {
  let first: Difference | null = null;
  for (const holding of HOLDINGS) {
    const { rows } = await client.query<Row>(
      currentSql(holding),
      [after ?? BEFORE_ALL, upTo, begin, seed ?? BEFORE_ALL].map(String),
    );
    first = earliest(first, differenceOf(rows[0], 'now'));
  }
  return first;
}

const BEFORE_ALL = -1n;

interface Row {
  readonly holder: string;
  readonly token: string | null;
  readonly at: string;
  readonly expected: string;
  readonly found: string | null;
}

function differenceOf(row: Row | undefined, when: string): Difference | null {
  if (row === undefined) return null;
  const account = printEntityId(BigInt(row.holder));
  const unit = row.token === null ? 'tinybars' : `units of token ${printEntityId(BigInt(row.token))}`;
  return {
    at: BigInt(row.at),
    subject: `the balance of account ${account} in ${unit} ${when}`,
    expected: row.expected,
    found: row.found ?? 'none',
  };
}

/** The balance of holder `k` before the first one that is compared: $`begin`, $`seed` are values of the statement. */
function baseSql(begin: string, balance: string, given: string): string {
  return `coalesce(${balance}, case when k.created_timestamp >= ${begin} then 0 else ${given} end)`;
}

/**
 * $1 time of the snapshot before, $2 of the last one, $3 of all of them, $4 begin, $5 seed. The file with which balances
 * begin may have come after some snapshots: what it gave may be missing at first, and be added once later.
 */
function snapshotsSql(holding: Holding): string {
  const { key, snapshots, current, currentKey, moves, counts } = holding;
  const place = (at: string): string => `width_bucket(${at} - 1, $3::bigint[])`;
  const columns = key.join(', ');
  return `
with moved as (
  select ${columns}, ${place('at')} as place, sum(amount) as amount
  from (${moves}) x
  group by ${columns}, ${place('at')}
), held as (
  select ${columns}, ${place('consensus_timestamp')} as place, balance
  from ${snapshots}
  where consensus_timestamp > $1 and consensus_timestamp <= $2
    and consensus_timestamp = ($3::bigint[])[1 + ${place('consensus_timestamp')}]
), steps as (
  select ${columns}, place, coalesce(m.amount, 0) as amount, h.balance
  from moved m
  full join held h using (${columns}, place)
), follows as (
  select *, lag(balance) over w as prior, row_number() over w = 1 as begins
  from steps
  window w as (partition by ${columns} order by place)
), bases as (
  select ${keyOf(key, 'd')}, ${baseSql('$4', 'b.balance', 'f.balance')} as base, coalesce(f.balance, 0) as given,
    b.balance is null as is_first
  from (select distinct ${columns} from follows) d
  join (select e.*, ${counts} as counts from ${current} e) k on ${sameKey('k', currentKey, 'd', key)} and k.counts
  left join ${lastSnapshot(holding, currentKey, '$1')} on true
  left join ${snapshots} f on ${sameKey('f', key, 'd', key)} and f.consensus_timestamp = $5
), compared as (
  select ${columns}, s.place, s.balance, s.amount + case when s.begins then g.base else s.prior end as expected,
    case when s.begins and g.is_first then -g.given else g.given end as other
  from follows s
  join bases g using (${columns})
)
select account_id::text as holder, ${tokenOf(key)} as token, ($3::bigint[])[1 + place]::text as at,
  expected::text, balance::text as found
from compared
where expected is not null and (balance is null or balance <> expected and balance <> expected + other)
order by place limit 1`;
}

/** $1 time of the last snapshot, $2 up to, $3 begin, $4 seed. */
function currentSql(holding: Holding): string {
  const { key, snapshots, current, currentKey, moves, counts } = holding;
  const columns = key.join(', ');
  return `
with moved as (
  select ${columns}, sum(amount) as amount
  from (${moves}) x
  group by ${columns}
), compared as (
  select k.*, coalesce(m.amount, 0) + ${baseSql('$3', 'b.balance', 'f.balance')} as expected,
    case when b.balance is null then 0 else coalesce(f.balance, 0) end as other
  from (select e.*, ${counts} as counts from ${current} e) k
  left join moved m on ${sameKey('m', key, 'k', currentKey)}
  left join ${lastSnapshot(holding, currentKey, '$1')} on true
  left join ${snapshots} f on ${sameKey('f', key, 'k', currentKey)} and f.consensus_timestamp = $4
  where k.counts
)
select ${currentKey[0]}::text as holder, ${tokenOf(key)} as token,
  greatest(coalesce(balance_timestamp, 0), lower(timestamp_range))::text as at, expected::text, balance::text as found
from compared
where balance <> expected and balance <> expected + other
order by greatest(coalesce(balance_timestamp, 0), lower(timestamp_range)) limit 1`;
}

function tokenOf(key: readonly string[]): string {
  return key.includes('token_id') ? 'token_id::text' : 'null';
}
