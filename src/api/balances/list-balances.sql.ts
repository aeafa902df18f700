import { ENTITY_ID } from '../../query/domain.ts';
import { type Key, keysetConditions } from '../../query/keyset.ts';
import type { Range } from '../../query/range.ts';
import { all, inRange, limitOf, raw, type Sql, sql } from '../../query/sql.ts';
import {
  type AccountSearch,
  accountWalk,
  IS_ACCOUNT,
  publicKeyConditions,
} from '../accounts/account-walk.sql.ts';
import { presentTokens } from '../accounts/present-tokens.sql.ts';
import type { ApiContext } from '../route.ts';
import { exactBalance, exactTokens, type KnownInstant } from './exact.sql.ts';
import {
  balanceAtSnapshot,
  IN_MONTH,
  newestOfEach,
  snapshotWithin,
  tokensAtSnapshot,
} from './snapshot.sql.ts';

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
export function presentBalances({ settings }: ApiContext, search: AccountSearch): Source {
  const tokens = presentTokens(ACCOUNT, search.order, settings.tokenBalanceLimitMultiple);
  return {
    from: sql`(select a.*, ${tokens} as tokens from (select e.id as account_id, e.balance, e.balance_timestamp from (${accountWalk(search)}) e) a) b`,
  };
}

/**
 * Balances of a snapshot: of all accounts in it, of those named, or of those that have a public key
 * now. Bounds of the balance choose among an account's rows of the month, as the public mirror does.
 */
export function balancesAtSnapshot(context: ApiContext, search: AccountSearch, times: Range): Source {
  const { ids, order, limit } = search;
  const snapshot = snapshotWithin(context, times);
  const within = inRange(sql`balance`, search.balances);
  const tokens = tokensAtSnapshot(ACCOUNT, order, context.settings.tokenBalanceLimitMultiple);
  const source = (accounts: Sql): Sql =>
    sql`(select a.account_id, a.balance, (select at from snapshot) as balance_timestamp, ${tokens} as tokens from (${accounts}) a) b`;
  const known = (from: Sql, id: Sql): Sql =>
    sql`select ${id} as account_id, v.balance from ${from} cross join lateral ${balanceAtSnapshot(id, within)} v`;
  if (search.publicKeys.length > 0) {
    const conditions = [
      IS_ACCOUNT,
      ...publicKeyConditions(search.publicKeys),
      ...idConditions(search, sql`e.id`),
    ];
    const keyed = sql`(select e.id from entity e where ${all(conditions)} order by e.id ${raw(order)}) e`;
    return {
      with: sql`with ${snapshot}`,
      from: source(sql`${known(keyed, sql`e.id`)} ${ending(search, sql`e.id`)}`),
    };
  }
  if (ids.equals !== undefined) {
    const named = sql`unnest(${ids.equals}::bigint[]) e(id)`;
    return {
      with: sql`with ${snapshot}`,
      from: source(sql`${known(named, sql`e.id`)} ${ending(search, sql`e.id`)}`),
    };
  }
  const walk = newestOfEach({
    name: 'page',
    table: sql`account_balance`,
    column: sql`account_id`,
    where: [...idConditions(search, sql`account_id`), ...IN_MONTH, ...within],
    order,
    limit,
  });
  return { with: sql`with recursive ${snapshot}, ${walk}`, from: source(sql`select * from page`) };
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
  if (within.length > 0) {
    return {
      from: source(
        sql`select a.account_id from (${entities}) a where ${all(within)} ${ending(search, ACCOUNT)}`,
      ),
    };
  }
  if (publicKeys.length > 0 || known.since < 0n) return { from: source(sql`${entities} ${limitOf(limit)}`) };
  const inSnapshots = newestOfEach({
    name: 'page',
    table: sql`account_balance`,
    column: sql`account_id`,
    where: [...idConditions(search, sql`account_id`), sql`consensus_timestamp <= ${known.since}`],
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
