import { TIME } from '../../access/domain.ts';
import { indexRange } from '../../access/index-scan.ts';
import { as, newestRow } from '../../access/lookup.ts';
import type { Order } from '../../access/order.ts';
import { inRange, type Range } from '../../access/range.ts';
import { type RowOfEach, skipScan } from '../../access/skip-scan.ts';
import { empty, PLANNED_FOR_VALUES, raw, type Sql, sql } from '../../access/sql.ts';
import { encodeEntityId } from '../../kernel/entity-id.ts';
import { MAX_INT64 } from '../../kernel/timestamp.ts';
import type { Filter } from '../../query/operator.ts';
import { rangeOf } from '../../query/range.ts';
import { TOKEN_BALANCE_FIELDS } from '../accounts/account.json.ts';
import { listInSql } from '../answer/objects.ts';
import { hasOwnTables } from '../own-tables.ts';
import type { ApiContext } from '../route.ts';

/*
 * Snapshots of all balances. Every snapshot has a row of the treasury; of other accounts the first
 * one in a month has all, each later one those that changed. So a balance at a snapshot is the
 * newest one between the first day of the snapshot's month and the snapshot. Rows of snapshots never
 * change: an answer may look for its snapshot in one statement and read it in the next. The next one
 * names the partition of that month, so that its plan need not be made again for each time.
 */

/** Times in nanoseconds. */
export interface Snapshot {
  readonly at: bigint;
  /** The first day of its month. */
  readonly month: bigint;
  /** What follows the tables' names in those of the partitions that hold it; empty where that is not known. */
  readonly suffix: string;
}

/** The table of a snapshot's rows. */
export function snapshotTable(table: 'account_balance' | 'token_balance', { suffix }: Snapshot): Sql {
  return raw(`${table}${suffix}`);
}

/** The years before 2019 in which our partitions begin; from 2019 on each year has one. */
const FIRST_YEARS = [1970, 1980] as const;
const FIRST_YEAR_OF_ITS_OWN = 2019;

/** The suffix of our partitions at a time (`tain.ensure_balance_partitions`). */
function suffixAt(time: bigint): string {
  const year = new Date(Number(time / NANOS_PER_MILLISECOND)).getUTCFullYear();
  const [first, second] = FIRST_YEARS;
  return `_p${year >= FIRST_YEAR_OF_ITS_OWN ? year : year >= second ? second : first}`;
}

const TREASURY_NUM = 2n;
const NANOS_PER_MILLISECOND = 1_000_000n;

/** The packed id of the treasury, of which every snapshot has a row. */
export function treasury({ settings }: ApiContext): bigint {
  return encodeEntityId(settings.shard, settings.realm, TREASURY_NUM);
}

/** The first day of the month in which a time lies, or of one so many months away. All in nanoseconds. */
export function firstDayOfMonth(time: bigint, months = 0): bigint {
  const date = new Date(Number(time / NANOS_PER_MILLISECOND));
  return BigInt(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months)) * NANOS_PER_MILLISECOND;
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
  const now = BigInt(context.clock()) * NANOS_PER_MILLISECOND;
  const range = {
    lower: later(lower, firstDayOfMonth(earlier(upper, now), -1)),
    upper,
    except,
    empty: false,
  };
  const { where, by } = indexRange({
    prefix: [{ column: sql`account_id`, value: sql`${treasury(context)}` }],
    column: sql`consensus_timestamp`,
    range,
    domain: TIME,
  });
  // Bounds of the time alone choose the partitions.
  const inTime = inRange(sql`consensus_timestamp`, { ...range, except: [] }, TIME);
  const [row] = await context.select(
    newestRow({
      select: sql`consensus_timestamp`,
      from: sql`account_balance`,
      where: [...where, ...inTime],
      by,
    }),
  );
  const text = row?.[0];
  return text ? snapshotAt(context, BigInt(text)) : undefined;
}

/** The snapshot of a time at which there is one. */
export async function snapshotAt(context: ApiContext, at: bigint): Promise<Snapshot> {
  const suffix = (await hasOwnTables(context)) ? suffixAt(at) : '';
  return { at, month: firstDayOfMonth(at), suffix };
}

/**
 * Conditions on rows of snapshots: those from which a snapshot's balances come. Where partitions are
 * not known by name, a plan made for any times would sort the rows of all of them.
 */
export function upTo({ at, month, suffix }: Snapshot): Sql[] {
  const planned = suffix === '' ? PLANNED_FOR_VALUES : empty;
  return [sql`${planned}consensus_timestamp >= ${month}`, sql`consensus_timestamp <= ${at}`];
}

/** The balance of an account at a snapshot, none or one row, as a sub-select. */
export function balanceAtSnapshot(account: Sql, snapshot: Snapshot, further: readonly Sql[] = []): Sql {
  return sql`(${newestRow({
    select: sql`balance`,
    from: snapshotTable('account_balance', snapshot),
    where: [sql`account_id = ${account}`, ...upTo(snapshot), ...further],
    by: [sql`consensus_timestamp`],
  })})`;
}

/** The balance of an account in a token at a snapshot, none or one row, as a sub-select. */
export function tokenBalanceAtSnapshot(account: Sql, token: Sql, snapshot: Snapshot): Sql {
  return sql`(${newestRow({
    select: sql`balance`,
    from: snapshotTable('token_balance', snapshot),
    where: [sql`account_id = ${account}`, sql`token_id = ${token}`, ...upTo(snapshot)],
    by: [sql`consensus_timestamp`],
  })})`;
}

/** Accounts at a snapshot in the order of ids, with their balances: a SELECT of `account_id` and `balance`. */
export function snapshotAccounts(
  snapshot: Snapshot,
  conditions: readonly Sql[],
  order: Order,
  limit: number,
): Sql {
  return skipScan({
    table: snapshotTable('account_balance', snapshot),
    columns: ['account_id'],
    after: [sql`consensus_timestamp`],
    where: conditions,
    order,
    rowOfEach: newestBalance(conditions),
    limit,
  });
}

/** The newest balance among the rows that meet conditions. */
export function newestBalance(conditions: readonly Sql[]): RowOfEach {
  return { select: sql`balance`, where: conditions, by: [sql`consensus_timestamp`], order: 'desc' };
}

/** The first tokens of an account at a snapshot: a SELECT of `token_id`, and of `balance` if it is wanted. */
export function snapshotTokens(
  account: Sql,
  snapshot: Snapshot,
  order: Order,
  limit: number,
  balances: boolean,
): Sql {
  const conditions = upTo(snapshot);
  return skipScan({
    table: snapshotTable('token_balance', snapshot),
    prefix: { column: sql`account_id`, value: account },
    columns: ['token_id'],
    after: [sql`consensus_timestamp`],
    where: conditions,
    order,
    ...(balances ? { rowOfEach: newestBalance(conditions) } : {}),
    limit,
  });
}

/** JSON of an account's token balances at a snapshot: SQL of one value. */
export function tokensAtSnapshot(account: Sql, snapshot: Snapshot, order: Order, limit: number): Sql {
  return sql`(
    select ${listInSql(TOKEN_BALANCE_FIELDS, sql`token_id ${raw(order)}`)}
    from ${as(snapshotTokens(account, snapshot, order, limit, true), 'held')}
  )`;
}
