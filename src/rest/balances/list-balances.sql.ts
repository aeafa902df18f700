import { ENTITY_ID, inRange, isOneValue } from '../../store/access/domain.ts';
import { gatherOrScan } from '../../store/access/gather-or-scan.ts';
import { indexScan } from '../../store/access/index-scan.ts';
import { joinTable, sameKey } from '../../store/access/joined-rows.ts';
import { keysetConditions } from '../../store/access/keyset.ts';
import { as, exists, rowByKey } from '../../store/access/lookup.ts';
import {
  type BalanceSnapshot,
  balanceAtSnapshot,
  exactBalance,
  type KnownInstant,
  ofSnapshot,
  snapshotTable,
} from '../../store/reads/balance-at.ts';
import { empty, type Sql, sql, where } from '../../store/sql.ts';
import {
  type AccountSearch,
  accountScan,
  IS_ACCOUNT,
  publicKeyConditions,
} from '../holdings/account-scan.sql.ts';
import { exactTokens } from '../holdings/exact.sql.ts';
import { snapshotAccounts, tokensAtSnapshot } from '../holdings/snapshot.sql.ts';
import { currentTokens } from '../holdings/token-balances.ts';
import type { Adding } from '../route/page.ts';
import { balancesKnownSince, knownSince } from '../route/require-retained.ts';
import type { ApiContext } from '../route/route.ts';

const ACCOUNT = sql`a.account_id`;
const OF_ACCOUNT = sameKey('account_id', 'a', 'account_id');

function idConditions({ ids }: AccountSearch, column: Sql): Sql[] {
  return keysetConditions([{ column, domain: ENTITY_ID, range: ids }]);
}

/** Balances as of the last block: account_id, balance, balance_timestamp; tokens are added later. */
export async function currentBalances(context: ApiContext, search: AccountSearch): Promise<Adding> {
  const tokens = currentTokens(OF_ACCOUNT, search.order, context.settings.tokenBalanceLimitMultiple);
  const since = await balancesKnownSince(context);
  const balance =
    since === undefined
      ? sql`e.balance`
      : sql`${knownSince(since, sql`e.created_timestamp`, sql`e.balance`)} as balance`;
  const found = sql`
      select e.id as account_id, ${balance}, e.balance_timestamp
      from ${as(await accountScan(context, search), 'e')}`;
  const scan = (from: Sql): Sql => sql`
    select a.*, ${tokens} as tokens
    from ${from}`;
  return { found, alias: 'a', scan };
}

/**
 * Balances at a snapshot: of all accounts in it, of the given ones, or of those that have a public key at present.
 * Bounds of the balance filter an account's rows of the month, as in the public mirror.
 */
export function balancesAtSnapshot(
  context: ApiContext,
  search: AccountSearch,
  snapshot: BalanceSnapshot,
): Adding {
  const { order, tokenBalanceLimitMultiple: limit } = { ...search, ...context.settings };
  const tokens = tokensAtSnapshot(ACCOUNT, snapshot, order, limit, OF_ACCOUNT);
  const found = accountsAtSnapshot(context, search, snapshot);
  const { knownSince: since } = snapshot;
  const entity = rowByKey({
    select: sql`created_timestamp`,
    from: sql`entity`,
    where: [sql`id = a.account_id`],
  });
  const balance =
    since === undefined ? sql`a.balance` : knownSince(since, sql`k.created_timestamp`, sql`a.balance`);
  const joins =
    since === undefined
      ? empty
      : sql`
    left join ${entity} k on true`;
  const scan = (from: Sql): Sql => sql`
    select a.account_id, ${balance} as balance, ${snapshot.at}::bigint as balance_timestamp, ${tokens} as tokens
    from ${from}${joins}`;
  return { found, alias: 'a', scan };
}

/** The accounts of a page at a snapshot, with `balance`. */
function accountsAtSnapshot({ settings }: ApiContext, search: AccountSearch, snapshot: BalanceSnapshot): Sql {
  const { ids, order, limit, balances } = search;
  const bounds = inRange(sql`balance`, balances);
  const { knownSince: since } = snapshot;
  const isKnown = exists(
    sql`(select account_id as holder) x
      ${joinTable('entity', 'k', [sql`k.id = x.holder`])}`,
    [sql`k.created_timestamp >= ${since ?? 0n}`],
  );
  const within = since === undefined || bounds.length === 0 ? bounds : [...bounds, isKnown];
  const known = (from: Sql): Sql =>
    indexScan({
      select: sql`e.id as account_id, n.balance`,
      from: sql`${from}
    cross join lateral ${balanceAtSnapshot(sql`e.id`, snapshot, within)} n`,
      where: [],
      by: [sql`e.id`],
      order,
      limit,
    });
  if (search.publicKeys.length > 0) {
    const conditions = [
      IS_ACCOUNT,
      ...publicKeyConditions(search.publicKeys),
      ...idConditions(search, sql`e.id`),
    ];
    const keyed = { select: sql`e.id`, from: sql`entity e`, where: conditions, by: [sql`e.id`], order };
    return known(as(indexScan(keyed), 'e'));
  }
  if (ids.equals !== undefined) return known(sql`unnest(${ids.equals}::bigint[]) e(id)`);
  const ofPage = idConditions(search, sql`account_id`);
  const scan = snapshotAccounts(snapshot, [...ofPage, ...ofSnapshot(snapshot), ...within], order, limit);
  if (within.length === 0 || isOneValue(balances)) return scan;
  // Few rows within the bounds are gathered by their balance, because a scan would take long to find one.
  return gatherOrScan({
    max: settings.thresholds.gathered,
    gather: indexScan({
      select: sql`*`,
      from: snapshotTable('account_balance', snapshot),
      where: [...ofSnapshot(snapshot), ...within],
      by: [sql`balance`],
      order: 'asc',
    }),
    ofFew: indexScan({
      select: sql`account_id, balance`,
      distinctOn: [sql`account_id`],
      from: sql`few`,
      where: ofPage,
      by: [sql`account_id`, [sql`consensus_timestamp`, 'desc']],
      order,
      limit,
    }),
    scan,
  });
}

/**
 * Balances at an instant: of the accounts created by then, and of those that only snapshots contain (in a database
 * that has no entities for them). Bounds of the balance apply to the balance at that instant, so a scan along the
 * accounts tests them.
 */
export function balancesAt(context: ApiContext, search: AccountSearch, known: KnownInstant): Sql {
  const { order } = search;
  const balance = exactBalance(ACCOUNT, known);
  const tokens = exactTokens(ACCOUNT, known, order, context.settings.tokenBalanceLimitMultiple);
  return sql`
    select a.account_id, ${balance} as balance, ${known.at}::bigint as balance_timestamp, ${tokens} as tokens
    from ${as(accountsAt(search, known, inRange(balance, search.balances)), 'a')}`;
}

/** The accounts of a page at an instant; `within`: bounds of the balance of account `a`. */
function accountsAt(search: AccountSearch, { at, snapshot }: KnownInstant, within: readonly Sql[]): Sql {
  const { order, limit, publicKeys } = search;
  const entities = {
    select: sql`e.id as account_id`,
    from: sql`entity e`,
    where: [
      IS_ACCOUNT,
      sql`coalesce(e.created_timestamp, 0) <= ${at}`,
      ...publicKeyConditions(publicKeys),
      ...idConditions(search, sql`e.id`),
    ],
    by: [sql`e.id`],
    order,
  };
  const page = { select: ACCOUNT, by: [ACCOUNT], order, limit };
  const fromSnapshot = publicKeys.length > 0 ? undefined : snapshot;
  const inSnapshot = [...idConditions(search, sql`account_id`), ...(snapshot ? ofSnapshot(snapshot) : [])];
  if (within.length > 0) {
    const ofSnapshot =
      fromSnapshot === undefined
        ? sql``
        : sql`
    union
    select account_id
    from ${snapshotTable('account_balance', fromSnapshot)}${where(inSnapshot)}`;
    const found = sql`
    select account_id
    from ${as(indexScan(entities), 'e')}${ofSnapshot}`;
    return indexScan({ ...page, from: as(found, 'a'), where: within });
  }
  if (fromSnapshot === undefined) return indexScan({ ...entities, limit });
  const found = sql`
    (${indexScan({ ...entities, limit })})
    union
    select account_id
    from ${as(snapshotAccounts(fromSnapshot, inSnapshot, order, limit), 's')}`;
  return indexScan({ ...page, from: as(found, 'a'), where: [] });
}
