import { TREASURY } from '@tain/ledger/network';
import { MAX_INT64 } from '@tain/ledger/timestamp';
import { byBalanceIndex, ownTable } from '../../store/access/abilities.ts';
import { bandScan } from '../../store/access/band-scan.ts';
import { isOneWord, unindexed } from '../../store/access/condition.ts';
import { ENTITY_ID, inRange, type Range } from '../../store/access/domain.ts';
import { gatherOrScan } from '../../store/access/gather-or-scan.ts';
import { indexRange, indexScan } from '../../store/access/index-scan.ts';
import { sameKey } from '../../store/access/joined-rows.ts';
import { keysetConditions } from '../../store/access/keyset.ts';
import { joinedRows } from '../../store/access/lookup.ts';
import type { Order, SortKey } from '../../store/access/order.ts';
import type { Thresholds } from '../../store/access/thresholds.ts';
import { MADE_UP_TREASURY_MEMO } from '../../store/schema/made-up-treasury.ts';
import { raw, type Sql, sql } from '../../store/sql.ts';
import type { Filter } from '../query/parameter.ts';
import { balancesKnownSince } from '../route/require-retained.ts';
import type { ApiContext } from '../route/route.ts';

/** Filters of a list of accounts and contracts. */
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

/** Condition on `entity e` that excludes the treasury that the public mirror inserts when no record has its creation. */
export const IS_NOT_MADE_UP: Sql = raw(`not (e.num = ${TREASURY} and e.memo = '${MADE_UP_TREASURY_MEMO}')`);

/** The condition is written as in the indexes `tain__entity_account…`, so that they serve it. */
export const IS_ACCOUNT = isOneWord(sql`e.type`, ['ACCOUNT', 'CONTRACT']);

const COMPARISONS = { eq: '=', ne: '<>', gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;

/** Conditions on the public key of `entity e`; it has to meet all filters. */
export function publicKeyConditions(filters: readonly Filter<string>[]): Sql[] {
  return filters.map(({ operator, value }) =>
    operator === 'eq'
      ? sql`e.public_key = ${value}`
      : sql`e.public_key collate "C" ${raw(COMPARISONS[operator])} ${value}`,
  );
}

/**
 * The entities of a page, as a sub-select with order and limit: a scan along the ids of accounts, or of those with a
 * public key. Accounts within bounds of the balance are found by the balance index; without it the scan tests each
 * account's balance.
 */
export async function accountScan(context: ApiContext, search: AccountSearch): Promise<Sql> {
  const { ids, balances, where = [] } = search;
  const unbounded =
    balances.lower === undefined && balances.upper === undefined && balances.except.length === 0;
  const since = unbounded && balances.equals === undefined ? undefined : await balancesKnownSince(context);
  if (since !== undefined) {
    return scanById({ ...search, where: [...where, sql`e.created_timestamp >= ${since}`] });
  }
  if (ids.equals !== undefined || (unbounded && balances.equals === undefined)) return scanById(search);
  const abilities = await context.shared.abilities.get();
  return byBalanceIndex(
    abilities,
    () => scanByBalance(search, context.settings.thresholds),
    scanById(search),
  );
}

function scanByBalance(search: AccountSearch, thresholds: Thresholds): Sql {
  if (search.publicKeys.length > 0) return scanOfKey(search, thresholds);
  return search.balances.equals === undefined ? scanWithin(search, thresholds) : scanOfBalance(search);
}

function conditions({ ids, publicKeys, where = [] }: AccountSearch): Sql[] {
  const id = { column: sql`e.id`, domain: ENTITY_ID, range: ids };
  const keys = publicKeyConditions(publicKeys);
  // Named accounts are few, while one key may have many.
  const tested = ids.equals === undefined ? keys : keys.map(unindexed);
  return [IS_ACCOUNT, ...keysetConditions([id]), ...tested, ...where];
}

/** The page of entities from FROM items that have them as `e`. */
function pageOf(
  { order, limit }: AccountSearch,
  from: Sql,
  conditions: readonly Sql[],
  by: readonly SortKey[] = [sql`e.id`],
): Sql {
  return indexScan({ select: sql`e.*`, from, where: conditions, by, order, limit });
}

function scanById(search: AccountSearch): Sql {
  const { ids, balances, publicKeys, where = [] } = search;
  const within = inRange(sql`e.balance`, balances);
  const [key, ...others] = publicKeys;
  if (key?.operator !== 'eq' || others.length > 0 || ids.equals !== undefined)
    return pageOf(search, sql`entity e`, [...conditions(search), ...within]);
  const bounds = indexRange({
    prefix: [{ column: sql`e.public_key`, value: sql`${key.value}` }],
    column: sql`e.id`,
    range: ids,
    domain: ENTITY_ID,
  });
  return pageOf(search, sql`entity e`, [IS_ACCOUNT, ...bounds.where, ...where, ...within], bounds.by);
}

/** FROM items: the entity of each row, looked up by its `id`. `rows`: as in `joinedRows`. */
function entitiesOf(rows: Sql | undefined, alias: 'few' | 'found'): Sql {
  return joinedRows(rows, {
    select: sql`*`,
    table: sql`entity`,
    on: sameKey('id', alias, 'id'),
    where: [],
    as: 'e',
  });
}

/** Scan for a public key and bounds of the balance: if few accounts are within the bounds, their keys are tested. */
function scanOfKey(search: AccountSearch, { gathered }: Thresholds): Sql {
  return gatherOrScan({
    max: gathered,
    gather: indexScan({
      select: sql`b.account_id as id`,
      from: BALANCES,
      where: inRange(sql`b.balance`, search.balances),
      by: [sql`b.balance`],
      order: 'asc',
    }),
    ofFew: pageOf(search, entitiesOf(undefined, 'few'), conditions(search)),
    scan: scanById(search),
  });
}

const BALANCES = sql`${ownTable('current_balance')} b`;

/**
 * The entities of accounts found by their balance. The limit is one higher, because one of them may be the inserted
 * treasury.
 */
function foundEntities(search: AccountSearch, found: Sql): Sql {
  return pageOf(search, entitiesOf(found, 'found'), [IS_ACCOUNT, ...(search.where ?? [])]);
}

function scanOfBalance(search: AccountSearch): Sql {
  const { ids: range, order, limit } = search;
  const [value = 0n] = search.balances.equals ?? [];
  const bounds = indexRange({
    prefix: [{ column: sql`b.balance`, value: sql`${value}` }],
    column: sql`b.account_id`,
    range,
    domain: ENTITY_ID,
  });
  const found = indexScan({
    ...bounds,
    select: sql`b.account_id as id`,
    from: BALANCES,
    order,
    limit: limit + 1,
  });
  return foundEntities(search, found);
}

function scanWithin(search: AccountSearch, thresholds: Thresholds): Sql {
  const { ids, balances, order } = search;
  const limit = search.limit + 1;
  const found = bandScan({
    table: BALANCES,
    id: sql`b.account_id`,
    ids,
    idDomain: ENTITY_ID,
    value: sql`b.balance`,
    values: balances,
    band: sql`b.octave`,
    maxValue: MAX_INT64,
    order,
    limit,
    probed: thresholds.probedPages * limit,
    gathered: thresholds.gatheredAccounts,
    gatheredInBand: thresholds.gathered,
  });
  return foundEntities(search, found);
}
