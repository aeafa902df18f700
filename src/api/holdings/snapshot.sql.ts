import { TIME } from '../../access/domain.ts';
import { indexWalk, type Pinned } from '../../access/index-scan.ts';
import type { Order } from '../../access/order.ts';
import { inRange, type Range } from '../../access/range.ts';
import { all, join, raw, type Sql, sql } from '../../access/sql.ts';
import { earlier, firstDayOfMonth, later, MAX_INT64 } from '../../kernel/timestamp.ts';
import { idInNetwork } from '../../ledger/network.ts';
import { TREASURY } from '../../ledger/system-accounts.ts';
import type { Filter } from '../../query/operator.ts';
import { rangeOf } from '../../query/range.ts';
import { type Snapshot, snapshotAt, snapshotTable, upTo } from '../../reads/balance-at.ts';
import { listInSql } from '../answer/objects.ts';
import { hasOwnTables } from '../own-tables.ts';
import type { ApiContext } from '../route.ts';
import { TOKEN_BALANCE_FIELDS } from './token-balances.ts';

/** The times that filters leave for a state: a plain time means at or before it. */
export function timesOfState(filters: readonly Filter<bigint>[]): Range {
  return rangeOf(
    filters.map(({ operator, value }) => ({ operator: operator === 'eq' ? 'lte' : operator, value })),
    'all',
  );
}

/** The newest snapshot within times, looked for back to the first day of the month before. */
export async function selectSnapshot(context: ApiContext, times: Range): Promise<Snapshot | undefined> {
  const { lower = 0n, upper = MAX_INT64, except } = times;
  const now = BigInt(context.clock()) * 1_000_000n;
  const range = {
    lower: later(lower, firstDayOfMonth(earlier(upper, now), -1)),
    upper,
    except,
    empty: false,
  };
  const walk = indexWalk({
    pinned: [{ column: sql`account_id`, value: sql`${idInNetwork(context.settings, TREASURY)}` }],
    along: sql`consensus_timestamp`,
    range,
    domain: TIME,
    order: 'desc',
  });
  // Bounds of the time alone choose the partitions.
  const conditions = [
    ...walk.conditions,
    ...inRange(sql`consensus_timestamp`, { ...range, except: [] }, TIME),
  ];
  const [row] = await context.select(
    sql`select consensus_timestamp from account_balance where ${all(conditions)} ${walk.orderBy} limit 1`,
  );
  const text = row?.[0];
  return text ? snapshotAt(BigInt(text), await hasOwnTables(context)) : undefined;
}

/** `held`: the first tokens of an account at a snapshot with their balances, as `newestOfEach` has them. */
export function snapshotTokens(account: Sql, snapshot: Snapshot, order: Order, limit: number): Sql {
  return newestOfEach({
    name: 'held',
    table: snapshotTable('token_balance', snapshot),
    pinned: { column: sql`account_id`, value: account },
    column: sql`token_id`,
    where: upTo(snapshot),
    order,
    limit,
  });
}

/** JSON of an account's token balances at a snapshot: SQL of one value. */
export function tokensAtSnapshot(account: Sql, snapshot: Snapshot, order: Order, limit: number): Sql {
  return sql`(with recursive ${snapshotTokens(account, snapshot, order, limit)} select ${listInSql(TOKEN_BALANCE_FIELDS, sql`n`)} from held)`;
}

interface Walk {
  readonly name: 'held' | 'page';
  readonly table: Sql;
  /** The column before it in the index, and what it must be. */
  readonly pinned?: Pinned;
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
 * What is pinned is held by bounds and part of the order, as `indexWalk` has it.
 */
export function newestOfEach({ name, table, pinned, column, where, order, limit }: Walk): Sql {
  const [walk, direction, beyond] = [raw(name), raw(order), raw(order === 'asc' ? '>' : '<')];
  const [before, end] = order === 'asc' ? [raw('>='), raw('<=')] : [raw('<='), raw('>=')];
  const key = pinned === undefined ? [column] : [pinned.column, column];
  const ordered = [...key, sql`consensus_timestamp`].map((each) => sql`${each} ${direction}`);
  const first = (bounds: readonly Sql[]) =>
    sql`(select ${column} from ${table} where ${all([...bounds, ...where])} order by ${join(ordered)} limit 1) k`;
  const ended = pinned === undefined ? [] : [sql`${pinned.column} ${end} ${pinned.value}`];
  const begin = pinned === undefined ? [] : [...ended, sql`${pinned.column} ${before} ${pinned.value}`];
  const last = pinned === undefined ? [sql`${walk}.${column}`] : [pinned.value, sql`${walk}.${column}`];
  const next = [...ended, sql`(${join(key)}) ${beyond} (${join(last)})`];
  const own = pinned === undefined ? [] : [sql`s.${pinned.column} = ${pinned.value}`];
  const newest = sql`(select balance from ${table} s where ${all([...own, sql`s.${column} = k.${column}`, ...where])} order by consensus_timestamp desc limit 1) v`;
  return sql`${walk}(${column}, balance, n) as (select k.${column}, v.balance, 1 from ${first(begin)} cross join lateral ${newest} union all select k.${column}, v.balance, ${walk}.n + 1 from ${walk} cross join lateral ${first(next)} cross join lateral ${newest} where ${walk}.n < ${raw(String(limit))})`;
}
