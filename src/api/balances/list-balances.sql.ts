import { ENTITY_ID } from '../../access/domain.ts';
import { keysetConditions } from '../../access/keyset.ts';
import { inRange, isPinned } from '../../access/range.ts';
import { all, limitOf, raw, type Sql, sql } from '../../access/sql.ts';
import type { Key } from '../../query/key.ts';
import {
  balanceAtSnapshot,
  exactBalance,
  type KnownInstant,
  type Snapshot,
  snapshotTable,
  upTo,
} from '../../reads/balance-at.ts';
import {
  type AccountSearch,
  accountWalk,
  IS_ACCOUNT,
  publicKeyConditions,
} from '../holdings/account-walk.sql.ts';
import { exactTokens } from '../holdings/exact.sql.ts';
import { newestOfEach, tokensAtSnapshot } from '../holdings/snapshot.sql.ts';
import { currentTokens } from '../holdings/token-balances.ts';
import type { ApiContext } from '../route.ts';

/** Where a page of balances comes from: `b` with account_id, balance, balance_timestamp and tokens. */
export interface Source {
  readonly with?: Sql;
  readonly from: Sql;
}

const ACCOUNT = sql`a.account_id`;

function idConditions({ ids }: AccountSearch, column: Sql): Sql[] {
  const id: Key = { parameter: 'account.id', column, domain: ENTITY_ID, range: ids };
  return keysetConditions([id]);
}

function ending({ order, limit }: AccountSearch, column: Sql): Sql {
  return sql`order by ${column} ${raw(order)} ${limitOf(limit)}`;
}

/** Balances as of the last block. */
export async function currentBalances(context: ApiContext, search: AccountSearch): Promise<Source> {
  const tokens = currentTokens(ACCOUNT, search.order, context.settings.tokenBalanceLimitMultiple);
  const accounts = await accountWalk(context, search);
  return {
    from: sql`(select a.*, ${tokens} as tokens from (select e.id as account_id, e.balance, e.balance_timestamp from (${accounts}) e) a) b`,
  };
}

/**
 * Balances of a snapshot: of all accounts in it, of those named, or of those that have a public key
 * now. Bounds of the balance choose among an account's rows of the month, as the public mirror does.
 */
export function balancesAtSnapshot(context: ApiContext, search: AccountSearch, snapshot: Snapshot): Source {
  const { ids, order, limit, balances } = search;
  const within = inRange(sql`balance`, balances);
  const tokens = tokensAtSnapshot(ACCOUNT, snapshot, order, context.settings.tokenBalanceLimitMultiple);
  const source = (accounts: Sql): Sql =>
    sql`(select a.account_id, a.balance, ${snapshot.at}::bigint as balance_timestamp, ${tokens} as tokens from (${accounts}) a) b`;
  const known = (from: Sql): Sql =>
    sql`select e.id as account_id, v.balance from ${from} cross join lateral ${balanceAtSnapshot(sql`e.id`, snapshot, within)} v ${ending(search, sql`e.id`)}`;
  if (search.publicKeys.length > 0) {
    const conditions = [
      IS_ACCOUNT,
      ...publicKeyConditions(search.publicKeys),
      ...idConditions(search, sql`e.id`),
    ];
    return {
      from: source(
        known(sql`(select e.id from entity e where ${all(conditions)} order by e.id ${raw(order)}) e`),
      ),
    };
  }
  if (ids.equals !== undefined) return { from: source(known(sql`unnest(${ids.equals}::bigint[]) e(id)`)) };
  const conditions = [...idConditions(search, sql`account_id`), ...upTo(snapshot), ...within];
  const walk = newestOfEach({
    name: 'page',
    table: snapshotTable('account_balance', snapshot),
    column: sql`account_id`,
    where: conditions,
    order,
    limit,
  });
  if (within.length === 0 || isPinned(balances)) {
    return { with: sql`with recursive ${walk}`, from: source(sql`select account_id, balance from page`) };
  }
  // Few rows within the bounds are gathered by their balance, before any walk meets them.
  const { gathered } = context.settings.thresholds;
  const few = sql`few as materialized (select * from ${snapshotTable('account_balance', snapshot)} where ${all([...upTo(snapshot), ...within])} order by balance ${limitOf(gathered + 1)}), gathered as materialized (select count(*) <= ${raw(String(gathered))} as all_of_them from few)`;
  const ofFew = sql`select distinct on (account_id) account_id, balance from few where ${all([sql`(select all_of_them from gathered)`, ...idConditions(search, sql`account_id`)])} order by account_id ${raw(order)}, consensus_timestamp desc ${limitOf(limit)}`;
  return {
    with: sql`with recursive ${few}, ${walk}`,
    from: source(
      sql`(${ofFew}) union all (select account_id, balance from page where not (select all_of_them from gathered))`,
    ),
  };
}

/**
 * Balances at an instant: of the accounts created until then, and of those that only snapshots know
 * (in a database that has no entities for them). Bounds of the balance are compared with the balance
 * at that instant, and so met on a walk along the accounts.
 */
export function balancesAt(context: ApiContext, search: AccountSearch, known: KnownInstant): Source {
  const { order, limit, balances, publicKeys } = search;
  const conditions = [
    IS_ACCOUNT,
    sql`coalesce(e.created_timestamp, 0) <= ${known.at}`,
    ...publicKeyConditions(publicKeys),
    ...idConditions(search, sql`e.id`),
  ];
  const entities = sql`select e.id as account_id from entity e where ${all(conditions)} order by e.id ${raw(order)}`;
  const balance = exactBalance(ACCOUNT, known);
  const tokens = exactTokens(ACCOUNT, known, order, context.settings.tokenBalanceLimitMultiple);
  const source = (accounts: Sql): Sql =>
    sql`(select a.account_id, ${balance} as balance, ${known.at}::bigint as balance_timestamp, ${tokens} as tokens from (${accounts}) a) b`;
  const within = inRange(balance, balances);
  const { snapshot } = known;
  if (within.length > 0) {
    const inSnapshots =
      publicKeys.length > 0 || snapshot === undefined
        ? sql``
        : sql` union select account_id from ${snapshotTable('account_balance', snapshot)} where ${all([...idConditions(search, sql`account_id`), ...upTo(snapshot)])}`;
    return {
      from: source(
        sql`select a.account_id from (select account_id from (${entities}) e${inSnapshots}) a where ${all(within)} ${ending(search, ACCOUNT)}`,
      ),
    };
  }
  if (publicKeys.length > 0 || snapshot === undefined)
    return { from: source(sql`${entities} ${limitOf(limit)}`) };
  const inSnapshots = newestOfEach({
    name: 'page',
    table: snapshotTable('account_balance', snapshot),
    column: sql`account_id`,
    where: [...idConditions(search, sql`account_id`), ...upTo(snapshot)],
    order,
    limit,
  });
  return {
    with: sql`with recursive ${inSnapshots}`,
    from: source(
      sql`select account_id from ((${entities} ${limitOf(limit)}) union (select account_id from page)) u ${ending(search, sql`account_id`)}`,
    ),
  };
}
