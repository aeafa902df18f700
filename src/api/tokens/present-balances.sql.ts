import { all, empty, inRange, limitOf, PLANNED_FOR_VALUES, raw, type Sql, sql } from '../../query/sql.ts';
import { publicKeyConditions } from '../accounts/account-walk.sql.ts';
import { fewOrWalk } from '../few-or-walk.sql.ts';
import { type BalanceSearch, type BalanceSource, ending, idConditions } from './balance-search.ts';

/** Token balances as of the last block: of the accounts associated with a token, or with any token. */
export function presentBalances(search: BalanceSearch): BalanceSource {
  return {
    from: sql`(select p.token_id, p.account_id, p.balance, p.balance_timestamp as at from (${page(search)}) p) b`,
  };
}

function page(search: BalanceSearch): Sql {
  if (search.publicKey !== undefined) return pageOfKey(search);
  const { lower, upper, equals } = search.balances;
  const bounded = (lower ?? upper) !== undefined && equals === undefined;
  if (!bounded || search.accounts.equals !== undefined) return walk(search);
  return search.token === undefined ? pageOfEachToken(search) : pageWithin(search, sql`${search.token}`);
}

const ASSOCIATED = sql`ta.associated`;

function conditionsOf(search: BalanceSearch): Sql[] {
  return [ASSOCIATED, ...inRange(sql`ta.balance`, search.balances), ...idConditions(search, 'ta')];
}

/** A walk along the ids, testing each balance. */
function walk(search: BalanceSearch, further: readonly Sql[] = []): Sql {
  // Of several accounts that are named each is looked up; of many it is better to walk.
  const planned = (search.accounts.equals?.length ?? 0) > 1 ? PLANNED_FOR_VALUES : empty;
  return sql`${planned}select ta.* from token_account ta where ${all([...conditionsOf(search), ...further])} ${ending(search, 'ta')}`;
}

/** The balances of one token within bounds. `token` is SQL of its id. */
function pageWithin(search: BalanceSearch, token: Sql): Sql {
  const conditions = [sql`ta.token_id = ${token}`, ...conditionsOf(search)];
  const order = sql`order by ta.account_id ${raw(search.order)} ${limitOf(search.limit)}`;
  return fewOrWalk({
    gather: sql`select ta.account_id from token_account ta where ${all(conditions)}`,
    ofFew: sql`select ta.* from few cross join lateral (select ta.* from token_account ta where ta.account_id = few.account_id and ta.token_id = ${token} offset 0) ta ${order}`,
    walk: sql`select ta.* from token_account ta where ${all(conditions)} ${order}`,
  });
}

/** The same across tokens: token by token, so that each is looked at in the index of its balances. */
function pageOfEachToken(search: BalanceSearch): Sql {
  const tokens = idConditions({ ...search, accounts: { except: [], empty: false } }, 'k');
  const where = tokens.length === 0 ? sql`` : sql` where ${all(tokens)}`;
  return sql`select x.* from (select k.token_id from token k${where}) k cross join lateral (${pageWithin(search, sql`k.token_id`)}) x order by k.token_id ${raw(search.order)}, x.account_id ${raw(search.order)} ${limitOf(search.limit)}`;
}

/**
 * The balances of accounts that have a public key: where these accounts are few, each is walked along
 * its own tokens; where they are many, the walk along all balances soon meets one.
 */
function pageOfKey(search: BalanceSearch): Sql {
  const { publicKey, order, limit } = search;
  const keyed = [sql`e.type = 'ACCOUNT'`, ...publicKeyConditions(publicKey === undefined ? [] : [publicKey])];
  const ofAccount = [sql`ta.account_id = few.id`, ...conditionsOf(search)];
  const own = sql`select ta.* from token_account ta where ${all(ofAccount)} order by ta.token_id ${raw(order)} ${limitOf(limit)}`;
  return fewOrWalk({
    gather: sql`select e.id from entity e where ${all(keyed)}`,
    ofFew: sql`select x.* from few cross join lateral (${own}) x ${ending(search, 'x')}`,
    walk: walk(search, [sql`exists (select from entity e where e.id = ta.account_id and ${all(keyed)})`]),
  });
}
