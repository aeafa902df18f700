import { encodeEntityId } from '../../kernel/entity-id.ts';
import { MAX_INT64 } from '../../kernel/timestamp.ts';
import type { Filter, Order } from '../../query/operator.ts';
import { type Range, rangeOf } from '../../query/range.ts';
import { all, raw, type Sql, sql } from '../../query/sql.ts';
import { TOKEN_BALANCE_FIELDS } from '../accounts/account.json.ts';
import { listInSql } from '../answer/objects.ts';
import type { ApiContext } from '../route.ts';

/*
 * Snapshots of all balances. Every snapshot has a row of the treasury; of other accounts the first
 * one in a month has all, each later one those that changed. So a balance at a snapshot is the
 * newest one between the first day of the snapshot's month and the snapshot.
 */

const TREASURY_NUM = 2n;
const NANOS_PER_MILLISECOND = 1_000_000n;

/** The packed id of the treasury, of which every snapshot has a row. */
export function treasury({ settings }: Pick<ApiContext, 'settings'>): bigint {
  return encodeEntityId(settings.shard, settings.realm, TREASURY_NUM);
}

/** The earlier of two times. */
export function earlier(a: bigint, b: bigint): bigint {
  if (a < b) return a;
  return b;
}

/** The later of two times. */
export function later(a: bigint, b: bigint): bigint {
  if (a > b) return a;
  return b;
}

/** The first day of the month in which a time lies, or of one so many months away. All in nanoseconds. */
export function firstDayOfMonth(time: bigint, months = 0): bigint {
  const date = new Date(Number(time / NANOS_PER_MILLISECOND));
  return BigInt(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months)) * NANOS_PER_MILLISECOND;
}

/** The times that filters leave for a state: a plain time means at or before it. */
export function timesOfState(filters: readonly Filter<bigint>[]): Range {
  return rangeOf(
    filters.map(({ operator, value }) => ({ operator: operator === 'eq' ? 'lte' : operator, value })),
    'all',
  );
}

/**
 * The common table expression `snapshot`: the newest snapshot within times, looked for back to the
 * first day of the month before; `at` is its time, `since` the first day of its month. Without one
 * it has no row, and everything compared with it is unknown.
 */
export function snapshotWithin(context: Pick<ApiContext, 'settings' | 'clock'>, times: Range): Sql {
  const { lower = 0n, upper = MAX_INT64, except } = times;
  const now = BigInt(context.clock()) * NANOS_PER_MILLISECOND;
  const earliest = firstDayOfMonth(earlier(upper, now), -1);
  const conditions = [
    sql`account_id = ${treasury(context)}`,
    sql`consensus_timestamp >= ${later(lower, earliest)}`,
    sql`consensus_timestamp <= ${upper}`,
    ...(except.length === 0 ? [] : [sql`consensus_timestamp <> all(${except}::bigint[])`]),
  ];
  return sql`snapshot as materialized (select consensus_timestamp as at, extract(epoch from date_trunc('month', to_timestamp(consensus_timestamp / 1000000000) at time zone 'UTC'))::bigint * 1000000000 as since from account_balance where ${all(conditions)} order by consensus_timestamp desc limit 1)`;
}

/** Conditions on rows: between the first day of the snapshot's month and the snapshot. */
export const IN_MONTH = [
  sql`consensus_timestamp >= (select since from snapshot)`,
  sql`consensus_timestamp <= (select at from snapshot)`,
];

/** The newest row of an account up to the snapshot, as a sub-select of its balance. */
export function balanceAtSnapshot(account: Sql, further: readonly Sql[] = []): Sql {
  return sql`(select balance from account_balance where ${all([sql`account_id = ${account}`, ...IN_MONTH, ...further])} order by consensus_timestamp desc limit 1)`;
}

/** JSON of an account's token balances at the snapshot: SQL of one value. */
export function tokensAtSnapshot(account: Sql, order: Order, limit: number): Sql {
  const tokens = newestOfEach({
    name: 'held',
    table: sql`token_balance`,
    column: sql`token_id`,
    where: [sql`account_id = ${account}`, ...IN_MONTH],
    order,
    limit,
  });
  return sql`(with recursive ${tokens} select ${listInSql(TOKEN_BALANCE_FIELDS, sql`n`)} from held)`;
}

interface Walk {
  readonly name: 'held' | 'page';
  readonly table: Sql;
  /** What differs from row to row: an account's id, a token's id. */
  readonly column: Sql;
  readonly where: readonly Sql[];
  readonly order: Order;
  readonly limit: number;
}

/**
 * A common table expression (recursive) with the newest balance for each of the first `limit` values
 * of a column, among the rows that meet the conditions. It steps from one value to the next along the
 * index instead of reading all rows. Columns: that column, `balance`, and `n` by which they are ordered.
 */
export function newestOfEach({ name, table, column, where, order, limit }: Walk): Sql {
  const [walk, direction, beyond] = [raw(name), raw(order), raw(order === 'asc' ? '>' : '<')];
  const first = (further: readonly Sql[]) =>
    sql`(select ${column} from ${table} where ${all([...where, ...further])} order by ${column} ${direction}, consensus_timestamp ${direction} limit 1) k`;
  const newest = sql`(select balance from ${table} s where ${all([sql`s.${column} = k.${column}`, ...where])} order by consensus_timestamp desc limit 1) v`;
  return sql`${walk}(${column}, balance, n) as (select k.${column}, v.balance, 1 from ${first([])} cross join lateral ${newest} union all select k.${column}, v.balance, ${walk}.n + 1 from ${walk} cross join lateral ${first([sql`${column} ${beyond} ${walk}.${column}`])} cross join lateral ${newest} where ${walk}.n < ${raw(String(limit))})`;
}
