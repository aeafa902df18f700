import { ENTITY_ID } from '../../access/domain.ts';
import { either } from '../../access/either.ts';
import { fewOrWalk } from '../../access/gather-or-scan.ts';
import { indexWalk, type Pinned } from '../../access/index-scan.ts';
import { keysetConditions } from '../../access/keyset.ts';
import type { Order } from '../../access/order.ts';
import { inRange, type Range } from '../../access/range.ts';
import { all, join, limitOf, raw, type Sql, sql } from '../../access/sql.ts';
import type { Thresholds } from '../../access/thresholds.ts';
import { MAX_INT64 } from '../../kernel/timestamp.ts';
import { TREASURY } from '../../ledger/system-accounts.ts';
import type { Key } from '../../query/key.ts';
import type { Filter } from '../../query/operator.ts';
import { MADE_UP_TREASURY_MEMO } from '../../schema/made-up-treasury.ts';
import { hasOwnTables } from '../own-tables.ts';
import type { ApiContext } from '../route.ts';

/** Which accounts and contracts a list is asked for. */
export interface AccountSearch {
  /** The key `account.id`, with its bounds. */
  readonly ids: Range;
  readonly balances: Range;
  readonly publicKeys: readonly Filter<string>[];
  /** Further conditions on `entity e`. */
  readonly where?: readonly Sql[];
  readonly order: Order;
  readonly limit: number;
}

/**
 * Condition on `entity e`: not the treasury that the public mirror makes up where no record tells
 * of its creation.
 */
export const IS_NOT_MADE_UP: Sql = raw(`not (e.num = ${TREASURY} and e.memo = '${MADE_UP_TREASURY_MEMO}')`);

/** Written as in the indexes `tain__entity_account…`, so that they serve it. */
export const IS_ACCOUNT = sql`e.type in ('ACCOUNT', 'CONTRACT')`;

const COMPARISONS = { eq: '=', ne: '<>', gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;

/** Conditions on the public key of `entity e`; those of several filters hold all at once. */
export function publicKeyConditions(filters: readonly Filter<string>[]): Sql[] {
  return filters.map(({ operator, value }) =>
    operator === 'eq'
      ? sql`e.public_key = ${value}`
      : sql`e.public_key collate "C" ${raw(COMPARISONS[operator])} ${value}`,
  );
}

/** Whether the balance index has the balances of the last block. */
const IS_CURRENT = sql`exists (select from tain.balance_index where is_current)`;

/**
 * The entities of a page, as a sub-select with order and limit: a walk along the ids of accounts, or
 * of those with a public key. Where the database has our table of balances, accounts with a balance, or
 * within bounds of it, are found in it; without it, and while it is not current, they are met on that walk.
 */
export async function accountWalk(context: ApiContext, search: AccountSearch): Promise<Sql> {
  const { ids, balances } = search;
  const unbounded =
    balances.lower === undefined && balances.upper === undefined && balances.except.length === 0;
  if (ids.equals !== undefined || (unbounded && balances.equals === undefined)) return walkById(search);
  if (!(await hasOwnTables(context))) return walkById(search);
  return either(IS_CURRENT, walkByBalance(search, context.settings.thresholds), walkById(search));
}

function walkByBalance(search: AccountSearch, thresholds: Thresholds): Sql {
  if (search.publicKeys.length > 0) return walkOfKey(search, thresholds);
  return search.balances.equals === undefined ? walkWithin(search, thresholds) : walkOfBalance(search);
}

function conditions({ ids, publicKeys, where = [] }: AccountSearch): Sql[] {
  const id: Key = { parameter: 'account.id', column: sql`e.id`, domain: ENTITY_ID, range: ids };
  return [IS_ACCOUNT, ...keysetConditions([id]), ...publicKeyConditions(publicKeys), ...where];
}

function ending({ order, limit }: AccountSearch): Sql {
  return sql`order by e.id ${raw(order)} ${limitOf(limit)}`;
}

function walkById(search: AccountSearch): Sql {
  const own = [...conditions(search), ...inRange(sql`e.balance`, search.balances)];
  return sql`select e.* from entity e where ${all(own)} ${ending(search)}`;
}

/** FROM item: the entity of each row of another one, looked up by its `id`. */
function entityOf(of: 'few' | 'found'): Sql {
  return sql`cross join lateral (select * from entity where id = ${raw(of)}.id offset 0) e`;
}

/** A key and a balance: if few accounts are within the bounds of the balance, the key is looked at in these. */
function walkOfKey(search: AccountSearch, thresholds: Thresholds): Sql {
  const within = inRange(sql`b.balance`, search.balances);
  return fewOrWalk(thresholds, {
    gather: sql`select b.account_id as id from tain.current_balance b where ${all(within)} order by b.balance`,
    ofFew: sql`select e.* from few ${entityOf('few')} where ${all(conditions(search))} ${ending(search)}`,
    walk: walkById(search),
  });
}

/** A walk of accounts in our table of balances: their `id` in order, up to the limit. */
function balanceWalk(
  search: AccountSearch,
  pinned: readonly Pinned[],
  within: readonly Sql[],
  limit: number,
): Sql {
  const { ids: range, order } = search;
  const walk = indexWalk({ pinned, along: sql`b.account_id`, range, domain: ENTITY_ID, order });
  return sql`select b.account_id as id, b.balance from tain.current_balance b where ${all([...walk.conditions, ...within])} ${walk.orderBy} ${limitOf(limit)}`;
}

/** The entities of accounts found by their balance. One more is found than shown: one may be made up. */
function entitiesOf(found: Sql, search: AccountSearch): Sql {
  return sql`select e.* from (select id from (${found}) c order by id ${raw(search.order)} ${limitOf(search.limit + 1)}) found ${entityOf('found')} where ${all([IS_ACCOUNT, ...(search.where ?? [])])} ${ending(search)}`;
}

function walkOfBalance(search: AccountSearch): Sql {
  const [value = 0n] = search.balances.equals ?? [];
  const pinned = [{ column: sql`b.balance`, value: sql`${value}` }];
  return entitiesOf(balanceWalk(search, pinned, [], search.limit + 1), search);
}

/**
 * Accounts within bounds of the balance, in the order of ids, which no index has. Where nearly all are
 * within, the first ones soon make a page. Where few are, they are gathered by their balance. Else they
 * are walked by id for each number of binary digits that a balance can have, and merged. Only the
 * first and the last of these hold balances beyond a bound: there, too, few are gathered.
 */
function walkWithin(search: AccountSearch, thresholds: Thresholds): Sql {
  const { ids, limit } = search;
  const balances = withoutZero(search.balances);
  const within = inRange(sql`b.balance`, balances);
  const enough = limit + 1;
  const { gathered, gatheredAccounts, probedPages } = thresholds;
  const probed = probedPages * enough;
  const dense = sql`select b.id from probe b where ${all(within)}`;
  const inBounds = (of: string) => inRange(raw(`${of}.id`), ids, ENTITY_ID);
  const gather = (name: string, most: number, condition: Sql, conditions: readonly Sql[]) =>
    sql`${raw(name)} as materialized (select b.account_id as id from tain.current_balance b where ${all([condition, ...conditions])} order by b.balance ${limitOf(most + 1)}), ${raw(`all_${name}`)} as materialized (select count(*) <= ${raw(String(most))} as here from ${raw(name)})`;
  const octave = (n: Sql, conditions: readonly Sql[]) =>
    balanceWalk(search, [{ column: sql`b.octave`, value: n }], conditions, enough);

  const many = sql`not (select suffices from dense) and not (select here from all_few)`;
  const [first, last] = [digits(balances.lower ?? 0n), digits(balances.upper ?? MAX_INT64)];
  const edges = [...new Set([first, last])];
  // What `ne` leaves out may have any number of digits.
  const left = inRange(sql`b.balance`, { except: balances.except, empty: false });
  const inner = Array.from({ length: Math.max(0, last - first - 1) }, (_, index) => first + 1 + index);
  const heads = [
    sql`probe as materialized (${balanceWalk(search, [], [], probed)})`,
    sql`dense as materialized (select count(*) >= ${raw(String(enough))} or (select count(*) from probe) < ${raw(String(probed))} as suffices from (${dense}) d)`,
    gather('few', gatheredAccounts, sql`not (select suffices from dense)`, within),
  ];
  const found = [
    sql`${dense} and (select suffices from dense)`,
    sql`select few.id from few where ${all([sql`(select here from all_few)`, ...inBounds('few')])}`,
    sql`select w.id from (select n from unnest(${inner}::smallint[]) n where ${many}) o cross join lateral (${octave(sql`o.n`, left)}) w`,
  ];
  for (const [index, n] of edges.entries()) {
    const name = `edge${index}`;
    const own = sql`b.balance >= ${n === 0 ? 0n : 1n << BigInt(n - 1)} and b.balance <= ${(1n << BigInt(n)) - 1n}`;
    heads.push(gather(name, gathered, many, [own, ...within]));
    found.push(
      sql`select ${raw(name)}.id from ${raw(name)} where ${all([sql`(select here from ${raw(`all_${name}`)})`, ...inBounds(name)])}`,
      sql`select w.id from (select ${n}::smallint as n where not (select here from ${raw(`all_${name}`)})) o cross join lateral (${octave(sql`o.n`, within)}) w`,
    );
  }
  const merged = join(
    found.map((each) => sql`(${each})`),
    ' union all ',
  );
  return sql`with ${join(heads)} ${entitiesOf(merged, search)}`;
}

/** Many accounts have nothing: `ne:0` becomes a bound, so that they are not passed over one by one. */
function withoutZero(range: Range): Range {
  if (!range.except.includes(0n) || (range.lower ?? 0n) > 0n) return range;
  return { ...range, lower: 1n, except: range.except.filter((value) => value !== 0n) };
}

/** Digits of a balance in base 2; 0 for none. */
function digits(balance: bigint): number {
  return balance <= 0n ? 0 : balance.toString(2).length;
}
