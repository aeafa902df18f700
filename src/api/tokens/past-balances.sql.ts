import { ENTITY_ID } from '../../access/domain.ts';
import { fewOrWalk } from '../../access/gather-or-scan.ts';
import { indexWalk } from '../../access/index-scan.ts';
import { inRange } from '../../access/range.ts';
import { all, limitOf, raw, type Sql, sql, where } from '../../access/sql.ts';
import { type Snapshot, snapshotTable, upTo } from '../../reads/balance-at.ts';
import { publicKeyConditions } from '../holdings/account-walk.sql.ts';
import { type BalanceSearch, type BalanceSource, ending, idConditions } from './balance-search.ts';

/**
 * Token balances of a snapshot: of each account with the token the newest row between the first day of
 * the snapshot's month and the snapshot. Bounds of the balance are compared with that row.
 */
export function balancesAtSnapshot(search: BalanceSearch, snapshot: Snapshot): BalanceSource {
  const within = inRange(sql`v.balance`, search.balances);
  const source = (newest: Sql) =>
    sql`(select v.token_id, v.account_id, v.balance, ${snapshot.at}::bigint as at from (${newest}) v) b`;
  if (search.publicKey !== undefined) return { from: source(pageOfKey(search, snapshot, within)) };
  if (within.length === 0) {
    return {
      with: sql`with recursive ${steps(search, snapshot, search.limit)}`,
      from: source(sql`select * from page`),
    };
  }
  const newest = newestOfEach(search, snapshot);
  return { from: source(sql`select * from (${newest}) v where ${all(within)} ${ending(search, 'v')}`) };
}

/**
 * `page`: pairs of token and account with their newest rows, by steps from one pair to the next along the
 * index, so that the rows of a pair that changes often are not all read. `most`: how many; undefined for
 * as many as are asked for.
 */
function steps(search: BalanceSearch, snapshot: Snapshot, most?: number): Sql {
  const { token, accounts, order } = search;
  const direction = raw(order);
  const beyond = raw(order === 'asc' ? '>' : '<');
  // One token is held by bounds: held by `=`, accounts might be walked along an index of theirs.
  const walk =
    token === undefined
      ? { conditions: idConditions(search, 's') }
      : indexWalk({
          pinned: [{ column: sql`s.token_id`, value: sql`${token}` }],
          along: sql`s.account_id`,
          range: accounts,
          domain: ENTITY_ID,
          order,
        });
  const rows = [...walk.conditions, ...upTo(snapshot)];
  const first = (further: readonly Sql[]) =>
    sql`(select s.token_id, s.account_id from ${snapshotTable('token_balance', snapshot)} s where ${all([...rows, ...further])} order by s.token_id ${direction}, s.account_id ${direction}, s.consensus_timestamp ${direction} limit 1) k`;
  const newest = sql`(select s.balance from ${snapshotTable('token_balance', snapshot)} s where ${all([sql`s.token_id = k.token_id`, sql`s.account_id = k.account_id`, ...upTo(snapshot)])} order by s.consensus_timestamp desc limit 1) v`;
  const enough = most === undefined ? sql`` : sql` where page.n < ${raw(String(most))}`;
  const next = sql`(s.token_id, s.account_id) ${beyond} (page.token_id, page.account_id)`;
  return sql`page(token_id, account_id, balance, n) as (select k.token_id, k.account_id, v.balance, 1 from ${first([])} cross join lateral ${newest} union all select k.token_id, k.account_id, v.balance, page.n + 1 from page cross join lateral ${first([next])} cross join lateral ${newest}${enough})`;
}

/**
 * The newest row of each pair in order, by reading all rows of the month: for filters that drop rows,
 * so that it is not known how many pairs it takes.
 */
function newestOfEach(search: BalanceSearch, snapshot: Snapshot): Sql {
  const direction = raw(search.order);
  return sql`select distinct on (s.token_id, s.account_id) s.token_id, s.account_id, s.balance from ${snapshotTable('token_balance', snapshot)} s where ${all([...idConditions(search, 's'), ...upTo(snapshot)])} order by s.token_id ${direction}, s.account_id ${direction}, s.consensus_timestamp desc`;
}

/**
 * The page of the accounts that have a public key now: where these are few, each is looked up by its own
 * rows; where they are many, a walk from pair to pair soon meets some.
 */
function pageOfKey(search: BalanceSearch, snapshot: Snapshot, within: readonly Sql[]): Sql {
  const { publicKey, order, limit, thresholds } = search;
  const keyed = [sql`e.type = 'ACCOUNT'`, ...publicKeyConditions(publicKey === undefined ? [] : [publicKey])];
  const own = [...idConditions(search, 's'), ...upTo(snapshot), sql`s.account_id = few.id`];
  const newest = sql`select distinct on (s.token_id) s.token_id, s.account_id, s.balance from ${snapshotTable('token_balance', snapshot)} s where ${all(own)} order by s.token_id ${raw(order)}, s.consensus_timestamp desc`;
  const first = sql`select v.* from (${newest}) v${where(within)} order by v.token_id ${raw(order)} ${limitOf(limit)}`;
  const met = [
    sql`(select true from entity e where ${all([sql`e.id = v.account_id`, ...keyed])} limit 1)`,
    ...within,
  ];
  return fewOrWalk(thresholds, {
    gather: sql`select e.id from entity e where ${all(keyed)}`,
    ofFew: sql`select v.* from few cross join lateral (${first}) v ${ending(search, 'v')}`,
    // The steps are taken one by one, until the page is full.
    walk: sql`with recursive ${steps(search, snapshot)} select v.token_id, v.account_id, v.balance from page v where ${all(met)} ${limitOf(limit)}`,
  });
}
