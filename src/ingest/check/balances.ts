import { printEntityId } from '@tain/ledger/entity-id';
import type { BalanceContext, Snapshots } from './balance-context.ts';
import { type Difference, Differences, LIMIT, TOTAL } from './difference.ts';
import { equalKeys, type Holding, keyOf, lastKnown } from './holdings.ts';

// Compares balances with transfers. Between two snapshots of an account there are only its transfers, so each known
// balance follows from the previous one. The first balance is 0 for an account or association created in the stored
// stream (each new one begins with 0), else that of the balance file from which initial balances came, else that of the
// first snapshot, before which nothing is known.

/** Compares consecutive snapshots with the transfers since the snapshot before the first one. */
export async function compareSnapshots(context: BalanceContext, snapshots: Snapshots): Promise<Differences> {
  const found = new Differences();
  for (const holding of context.holdings) {
    const { rows } = await context.client.query<Row>(
      `select ${holderOf(holding, 'account_id')}, at::text, expected::text, balance::text as found, ${TOTAL}
       from (${wrongSnapshotsSql(holding)}) w
       order by w.at ${LIMIT}`,
      wrongSnapshotsValues(context, snapshots),
    );
    found.addRows(rows, (row) => differenceOf(holding.snapshots, row, 'in the snapshot of all balances'));
  }
  return found;
}

/**
 * Returns a condition: the time of a balance is not that of its last change (`at`). A balance file with initial balances sets
 * its own time on balances whose last transfer is older.
 */
const hasOtherTime = (at: string): string => `balance_timestamp is distinct from ${at}
  and (${at} > coalesce(balance_timestamp, 0) or not exists (select from tain.balance_seed))`;

/** Condition on a row of `expectedSql`: the balance is not the expected one, or there is one where none may be. */
export const WRONG_BALANCE = `case
    when not may_hold then balance is not null
    when balance is null then expected is not null
    else balance <> expected and balance <> expected + other
  end`;

/** Condition on a row of `expectedSql`: the time of the last transfer is not that of its balance. */
const WRONG_TIME = `moved_at >= created_timestamp and ${hasOtherTime('moved_at')}`;

/**
 * Compares current balances with the transfers since the last snapshot, or since the beginning when there is none.
 * `isOurs`: a public mirror sets the times of balances by other rules.
 */
export async function compareCurrent(
  context: BalanceContext,
  after: bigint | null,
  upTo: bigint,
  isOurs: boolean,
): Promise<Differences> {
  const found = new Differences();
  for (const holding of context.holdings) {
    const { rows } = await context.client.query<Row>(
      `with known as (${expectedSql(holding)})
       select ${holderOf(holding)}, known.at::text, c.*, ${TOTAL}
       from known
       cross join lateral (
         select 'balance' as "column", expected::text as expected, balance::text as found
         where ${WRONG_BALANCE}
         union all
         select 'balance_timestamp', moved_at::text, balance_timestamp::text
         where ${isOurs ? WRONG_TIME : 'false'}
       ) c
       order by known.at ${LIMIT}`,
      currentValues(context, after, upTo),
    );
    found.addRows(rows, (row) => differenceOf(holding.current, row, 'now'));
  }
  return found;
}

/** The values of `wrongSnapshotsSql`. */
export function wrongSnapshotsValues(
  { begin, seed }: BalanceContext,
  { previous, times, last }: Snapshots,
): string[] {
  return [
    ...[previous ?? BEFORE_ALL, last].map(String),
    `{${times.join(',')}}`,
    ...[begin, seed ?? BEFORE_ALL].map(String),
  ];
}

/** The values of `expectedSql`. */
export function currentValues({ begin, seed }: BalanceContext, after: bigint | null, upTo: bigint): string[] {
  return [after ?? BEFORE_ALL, upTo, begin, seed ?? BEFORE_ALL].map(String);
}

const BEFORE_ALL = -1n;

interface Row {
  readonly holder: string;
  readonly token: string | null;
  readonly at: string;
  /** Null: none. */
  readonly expected: string | null;
  readonly found: string | null;
  /** Compared column; default: `balance`. */
  readonly column?: 'balance' | 'balance_timestamp';
  readonly total: string;
}

function differenceOf(table: string, row: Row, when: string): Difference {
  const account = printEntityId(BigInt(row.holder));
  const unit = row.token === null ? 'tinybars' : `units of token ${printEntityId(BigInt(row.token))}`;
  return {
    at: BigInt(row.at),
    table,
    column: row.column ?? 'balance',
    subject: `the ${row.column === 'balance_timestamp' ? 'time of the ' : ''}balance of account ${account} in ${unit} ${when}`,
    expected: row.expected ?? 'none',
    found: row.found ?? 'none',
  };
}

/**
 * FROM items with the state of holder `k` before its first compared balance: `b`, `f` (its balance in the file with
 * initial balances) and `z.since`, the time from which its transfers count. `values` are parameters such as `$1`.
 */
function knownSql(
  holding: Holding,
  keyOfK: readonly string[],
  values: Record<'after' | 'begin' | 'seed', string>,
): string {
  const { key, snapshots } = holding;
  return `${lastKnown(holding, keyOfK, values)}
  left join ${snapshots} f on ${equalKeys('f', key, 'k', keyOfK)} and f.consensus_timestamp = ${values.seed}`;
}

/** The balance before the first compared one; null when it is not known. */
const BASE = 'coalesce(b.balance, case when z.since is not null then 0 else f.balance end)';

/**
 * A SELECT of the key, `at`, `expected` and `balance` (null: no row) of wrong balances in snapshots. $1 time of the
 * snapshot before, $2 of the last one, $3 of all of them, $4 begin, $5 seed. The file with initial balances may have
 * been stored after some snapshots: its balances may be missing at first, and be added once later.
 */
export function wrongSnapshotsSql(holding: Holding): string {
  const { key, snapshots, current, currentKey, moves, counts } = holding;
  const place = (at: string): string => `width_bucket(${at} - 1, $3::bigint[])`;
  const columns = key.join(', ');
  return `
with moves as materialized (${moves}
), held as (
  select ${columns}, ${place('consensus_timestamp')} as place, balance
  from ${snapshots}
  where consensus_timestamp > $1 and consensus_timestamp <= $2
    and consensus_timestamp = ($3::bigint[])[1 + ${place('consensus_timestamp')}]
), bases as materialized (
  select ${keyOf(key, 'd')}, ${BASE} as base, coalesce(f.balance, 0) as given, b.balance is null as is_first, z.since
  from (
    select ${columns} from moves
    union
    select ${columns} from held
  ) d
  join (select e.*, ${counts('$4')} as counts from ${current} e) k on ${equalKeys('k', currentKey, 'd', key)} and k.counts
  ${knownSql(holding, currentKey, { after: '$1', begin: '$4', seed: '$5' })}
), moved as (
  select ${columns}, ${place('at')} as place, sum(amount) as amount
  from moves
  join bases using (${columns})
  where since is null or at >= since
  group by ${columns}, ${place('at')}
), steps as (
  select ${columns}, place, coalesce(m.amount, 0) as amount, h.balance
  from moved m
  full join (
    select h.*
    from held h
    join bases using (${columns})
    where since is null or ($3::bigint[])[1 + place] >= since
  ) h using (${columns}, place)
), follows as (
  select *, lag(balance) over w as prior, row_number() over w = 1 as begins
  from steps
  window w as (partition by ${columns} order by place)
), compared as (
  select ${columns}, s.place, s.balance, s.amount + case when s.begins then g.base else s.prior end as expected,
    case when s.begins and g.is_first then -g.given else g.given end as other
  from follows s
  join bases g using (${columns})
)
select ${columns}, ($3::bigint[])[1 + place] as at, expected, balance
from compared
where expected is not null and (balance is null or balance <> expected and balance <> expected + other)`;
}

/**
 * A SELECT of all current rows that have or must have a balance, whether they may have one (`may_hold`), the expected
 * balance (`expected`, null when there is none or it is not known), the time since which it holds (`at`), and the time of
 * the last transfer (`moved_at`). $1 time of the last snapshot, $2 up to, $3 begin, $4 seed.
 */
export function expectedSql(holding: Holding): string {
  const { key, current, currentKey, moves, counts, mayHold } = holding;
  return `
with known as materialized (
  select k.*, ${BASE} as base, z.since, case when b.balance is null then 0 else coalesce(f.balance, 0) end as other
  from (select e.*, ${counts('$3')} as counts, ${mayHold('$3')} as may_hold from ${current} e) k
  ${knownSql(holding, currentKey, { after: '$1', begin: '$3', seed: '$4' })}
  where k.counts
), moved as (
  select ${keyOf(key, 'x')}, sum(amount) as amount, max(at) as moved_at
  from (${moves}) x
  join known k on ${equalKeys('k', currentKey, 'x', key)} and (k.since is null or x.at >= k.since)
  group by ${keyOf(key, 'x')}
)
select k.*, case when k.may_hold then coalesce(m.amount, 0) + k.base end as expected, m.moved_at,
  greatest(coalesce(k.balance_timestamp, 0), lower(k.timestamp_range)) as at
from known k
left join moved m on ${equalKeys('m', key, 'k', currentKey)}`;
}

/**
 * A SELECT of the key of current rows whose time is not that of their last transfer, and `last_at`, that time; of their
 * creation if they have no later transfer; null if they may have no balance. $1, $2: bounds of the stored transfers
 * (after, up to).
 */
export function wrongTimesSql({ current, currentKey, moves, counts, mayHold, key }: Holding): string {
  const begin = '$1::bigint + 1';
  return `
select k.*
from (
  select ${keyOf(currentKey, 'e')}, e.balance_timestamp, e.may_hold,
    case
      when not e.may_hold then null
      when e.created_timestamp > $1 then greatest(e.created_timestamp, m.last_at)
      else m.last_at
    end as last_at
  from (select e.*, ${counts(begin)} as counts, ${mayHold(begin)} as may_hold from ${current} e) e
  left join (select ${keyOf(key, 'x')}, max(at) as last_at from (${moves}) x group by ${keyOf(key, 'x')}) m
    on ${equalKeys('m', key, 'e', currentKey)}
  where e.counts or not e.may_hold
) k
where case when may_hold then last_at is not null and ${hasOtherTime('last_at')} else balance_timestamp is not null end`;
}

function holderOf({ key, currentKey }: Holding, account: string | undefined = currentKey[0]): string {
  return `${account}::text as holder, ${key.includes('token_id') ? 'token_id::text' : 'null'} as token`;
}
