import { ENTITY_ID } from '../../query/domain.ts';
import { type Key, keysetConditions } from '../../query/keyset.ts';
import type { Filter, Order } from '../../query/operator.ts';
import { isPinned, type Range } from '../../query/range.ts';
import { all, inRange, limitOf, PLANNED_FOR_VALUES, raw, type Sql, sql } from '../../query/sql.ts';

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
export const IS_NOT_MADE_UP: Sql = sql`not (e.num = 2 and e.memo = 'Mirror node created synthetic treasury account')`;

/** Written as in the indexes `tain__entity_account…`, so that they serve it. */
export const IS_ACCOUNT = sql`e.type in ('ACCOUNT', 'CONTRACT')`;

/** More accounts than this within bounds of the balance are not gathered and sorted, but met on a walk. */
const FEW = 1000;

const COMPARISONS = { eq: '=', ne: '<>', gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;

/** Conditions on the public key of `entity e`; those of several filters hold all at once. */
export function publicKeyConditions(filters: readonly Filter<string>[]): Sql[] {
  return filters.map(({ operator, value }) =>
    operator === 'eq'
      ? sql`e.public_key = ${value}`
      : sql`e.public_key collate "C" ${raw(COMPARISONS[operator])} ${value}`,
  );
}

/**
 * The entities of a page, as a sub-select with order and limit: a walk along the ids of accounts,
 * those of a public key, or those with one balance. Bounds of the balance cannot be walked in the
 * order of ids: where few accounts are within them, these are gathered by their balance; where they
 * are many, the walk along the ids soon meets one.
 */
export function accountWalk(search: AccountSearch): Sql {
  const { ids, balances, publicKeys, where = [], order, limit } = search;
  const id: Key = { parameter: 'account.id', column: sql`e.id`, domain: ENTITY_ID, range: ids };
  const others = [...keysetConditions([id]), ...publicKeyConditions(publicKeys), ...where];
  const within = inRange(sql`e.balance`, balances);
  const ending = sql`order by e.id ${raw(order)} ${limitOf(limit)}`;
  const walk = sql`select e.* from entity e where ${all([IS_ACCOUNT, ...within, ...others])} ${ending}`;
  const bounded = (balances.lower ?? balances.upper) !== undefined && !isPinned(balances);
  if (!bounded || ids.equals !== undefined) return walk;
  return sql`${PLANNED_FOR_VALUES}with few as materialized (select e.id from entity e where ${all([IS_ACCOUNT, ...within])} order by e.balance ${limitOf(FEW + 1)}), gathered as materialized (select count(*) <= ${raw(String(FEW))} as all_of_them from few) (select e.* from few cross join lateral (select * from entity where id = few.id offset 0) e where ${all([sql`(select all_of_them from gathered)`, ...others])} ${ending}) union all (select w.* from (${walk}) w where not (select all_of_them from gathered))`;
}
