import { ENTITY_ID } from '../../access/domain.ts';
import { either } from '../../access/either.ts';
import { fewOrWalk } from '../../access/gather-or-scan.ts';
import { indexWalk } from '../../access/index-scan.ts';
import { inRange } from '../../access/range.ts';
import { all, empty, limitOf, PLANNED_FOR_VALUES, raw, type Sql, sql } from '../../access/sql.ts';
import { publicKeyConditions } from '../holdings/account-walk.sql.ts';
import { type BalanceSearch, type BalanceSource, ending, idConditions } from './balance-search.ts';

/**
 * Token balances as of the last block: of the accounts associated with a token, or with any token.
 * `own`: whether the database has our table of balances, in which holders with a balance, or within
 * bounds of it, are found; without it, and while it is not current, they are met on a walk along the ids.
 */
export function currentBalances(search: BalanceSearch, own: boolean): BalanceSource {
  return { from: sql`(select ${COLUMNS} from (${page(search, own)}) ta) b` };
}

const COLUMNS = sql`ta.token_id, ta.account_id, ta.balance, ta.at`;
/** The same of a table. */
const OF_TABLE = sql`ta.token_id, ta.account_id, ta.balance, ta.balance_timestamp as at`;

function page(search: BalanceSearch, own: boolean): Sql {
  if (search.publicKey !== undefined) return pageOfKey(search);
  const { lower, upper, equals } = search.balances;
  const bounded = (lower ?? upper ?? equals) !== undefined;
  if (!bounded || search.accounts.equals !== undefined) return walk(search);
  const { token } = search;
  const along = token === undefined ? walk(search, [IS_KNOWN]) : walk(search);
  if (!own) return along;
  const byBalance = token === undefined ? pageOfEachToken(search) : pageByBalance(search, sql`${token}`);
  return either(ARE_CURRENT, byBalance, along);
}

/** A search token by token finds holders of known ones only; so must the walk in its place. */
const IS_KNOWN = sql`exists (select from token t where t.token_id = ta.token_id)`;

/** Whether the balance index has the balances of the last block. */
const ARE_CURRENT = sql`exists (select from tain.balance_index where is_current)`;

const ASSOCIATED = sql`ta.associated`;

function conditionsOf(search: BalanceSearch): Sql[] {
  return [ASSOCIATED, ...inRange(sql`ta.balance`, search.balances), ...idConditions(search, 'ta')];
}

/** A walk along the ids, testing each balance. */
function walk(search: BalanceSearch, further: readonly Sql[] = []): Sql {
  // Of several accounts that are named each is looked up; of many it is better to walk.
  const planned = (search.accounts.equals?.length ?? 0) > 1 ? PLANNED_FOR_VALUES : empty;
  return sql`${planned}select ${OF_TABLE} from token_account ta where ${all([...conditionsOf(search), ...further])} ${ending(search, 'ta')}`;
}

/** The balances of one token within bounds, or of one value. `token` is SQL of its id. */
function pageByBalance(search: BalanceSearch, token: Sql): Sql {
  const { accounts: range, balances, order, limit } = search;
  const [value] = balances.equals ?? [];
  // Across tokens bounds of the account belong to one token, and are no bounds of this walk.
  if (value !== undefined && search.token !== undefined) {
    const pinned = [
      { column: sql`ta.token_id`, value: token },
      { column: sql`ta.balance`, value: sql`${value}` },
    ];
    const along = indexWalk({ pinned, along: sql`ta.account_id`, range, domain: ENTITY_ID, order });
    return sql`select ${OF_TABLE} from tain.current_token_balance ta where ${all([ASSOCIATED, ...along.conditions])} ${along.orderBy} ${limitOf(limit)}`;
  }
  const conditions = [sql`ta.token_id = ${token}`, ...conditionsOf(search)];
  const ordered = sql`order by ta.account_id ${raw(order)} ${limitOf(limit)}`;
  return fewOrWalk(search.thresholds, {
    gather: sql`select ta.account_id from tain.current_token_balance ta where ${all(conditions)}`,
    ofFew: sql`select ${OF_TABLE} from few cross join lateral (select * from tain.current_token_balance where account_id = few.account_id and token_id = ${token} offset 0) ta ${ordered}`,
    walk: sql`select ${OF_TABLE} from token_account ta where ${all(conditions)} ${ordered}`,
  });
}

/** The same across tokens: token by token, so that each is looked at in the index of its balances. */
function pageOfEachToken(search: BalanceSearch): Sql {
  const tokens = idConditions({ ...search, accounts: { except: [], empty: false } }, 'k');
  const where = tokens.length === 0 ? sql`` : sql` where ${all(tokens)}`;
  return sql`select x.* from (select k.token_id from token k${where}) k cross join lateral (${pageByBalance(search, sql`k.token_id`)}) x order by k.token_id ${raw(search.order)}, x.account_id ${raw(search.order)} ${limitOf(search.limit)}`;
}

/**
 * The balances of accounts that have a public key: where these accounts are few, each is walked along
 * its own tokens; where they are many, the walk along all balances soon meets one.
 */
function pageOfKey(search: BalanceSearch): Sql {
  const { publicKey, order, limit } = search;
  const keyed = [sql`e.type = 'ACCOUNT'`, ...publicKeyConditions(publicKey === undefined ? [] : [publicKey])];
  const ofAccount = [sql`ta.account_id = few.id`, ...conditionsOf(search)];
  const own = sql`select ${OF_TABLE} from token_account ta where ${all(ofAccount)} order by ta.token_id ${raw(order)} ${limitOf(limit)}`;
  return fewOrWalk(search.thresholds, {
    gather: sql`select e.id from entity e where ${all(keyed)}`,
    ofFew: sql`select x.* from few cross join lateral (${own}) x ${ending(search, 'x')}`,
    walk: walk(search, [sql`exists (select from entity e where e.id = ta.account_id and ${all(keyed)})`]),
  });
}
