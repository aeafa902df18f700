import { ENTITY_ID, inRange } from '../../store/access/domain.ts';
import { gatherOrScan } from '../../store/access/gather-or-scan.ts';
import { indexScan } from '../../store/access/index-scan.ts';
import { as, hasRow } from '../../store/access/lookup.ts';
import { skipScan } from '../../store/access/skip-scan.ts';
import { type BalanceSnapshot, ofSnapshot, snapshotTable } from '../../store/reads/balance-at.ts';
import { raw, type Sql, sql, where } from '../../store/sql.ts';
import { publicKeyConditions } from '../holdings/account-scan.sql.ts';
import { isKnownHolding, newestBalance } from '../holdings/snapshot.sql.ts';
import { type BalanceSearch, idConditions, pageOf } from './balance-search.ts';

/**
 * Token balances at a snapshot: for each account with the token the newest row between the first day of the
 * snapshot's month and the snapshot. Bounds of the balance apply to that row. A SELECT of token_id, account_id,
 * balance and at.
 */
export function tokenBalancesAtSnapshot(search: BalanceSearch, snapshot: BalanceSnapshot): Sql {
  return sql`
    select p.token_id, p.account_id, p.balance, ${snapshot.at}::bigint as at
    from ${as(pairsAtSnapshot(search, snapshot), 'p')}`;
}

function pairsAtSnapshot(search: BalanceSearch, snapshot: BalanceSnapshot): Sql {
  const within = inRange(sql`n.balance`, search.balances);
  if (search.publicKey !== undefined) return pairsOfKey(search, snapshot, within);
  if (within.length === 0) return scanOfPairs(search, snapshot, []);
  const newest = newestOfAllPairs(search, snapshot);
  return indexScan({ select: sql`*`, from: as(newest, 'n'), where: within, ...pageOf(search, 'n') });
}

/** The page of pairs of token and account with their newest rows `n` that meet conditions. */
function scanOfPairs(search: BalanceSearch, snapshot: BalanceSnapshot, filter: readonly Sql[]): Sql {
  const { token, accounts, order, limit } = search;
  const ofRows = [...ofSnapshot(snapshot), ...isKnownHolding(snapshot)];
  const common = {
    table: sql`${snapshotTable('token_balance', snapshot)} s`,
    alias: 's',
    after: [sql`s.consensus_timestamp`],
    order,
    rowOfEach: newestBalance(ofSnapshot(snapshot)),
    filter,
    limit,
  };
  if (token === undefined) {
    return skipScan({
      ...common,
      columns: ['token_id', 'account_id'],
      where: [...idConditions(search, 's'), ...ofRows],
      following: [...idConditions(search, 's', [order === 'asc' ? 'upper' : 'lower']), ...ofRows],
    });
  }
  const ofToken = skipScan({
    ...common,
    prefix: { column: sql`s.token_id`, value: sql`${token}` },
    columns: ['account_id'],
    where: [...inRange(sql`s.account_id`, accounts, ENTITY_ID), ...ofRows],
  });
  return sql`
    select ${token}::bigint as token_id, w.account_id, w.balance
    from ${as(ofToken, 'w')}`;
}

/**
 * The newest row of each pair in order, by reading all rows of the month: for filters that drop rows, so that the
 * number of pairs needed is unknown.
 */
function newestOfAllPairs(search: BalanceSearch, snapshot: BalanceSnapshot): Sql {
  return indexScan({
    select: sql`s.token_id, s.account_id, s.balance`,
    distinctOn: [sql`s.token_id`, sql`s.account_id`],
    from: sql`${snapshotTable('token_balance', snapshot)} s`,
    where: [...idConditions(search, 's'), ...ofSnapshot(snapshot), ...isKnownHolding(snapshot)],
    by: [sql`s.token_id`, sql`s.account_id`, [sql`s.consensus_timestamp`, 'desc']],
    order: search.order,
  });
}

/**
 * The page of the accounts that have a public key now: if these are few, each is looked up by its own rows; if they
 * are many, a scan from pair to pair soon meets some.
 */
function pairsOfKey(search: BalanceSearch, snapshot: BalanceSnapshot, within: readonly Sql[]): Sql {
  const { publicKey, order, limit, thresholds } = search;
  const keyed = [sql`e.type = 'ACCOUNT'`, ...publicKeyConditions(publicKey === undefined ? [] : [publicKey])];
  const newest = indexScan({
    select: sql`s.token_id, s.account_id, s.balance`,
    distinctOn: [sql`s.token_id`],
    from: sql`${snapshotTable('token_balance', snapshot)} s`,
    where: [
      ...idConditions(search, 's'),
      ...ofSnapshot(snapshot),
      ...isKnownHolding(snapshot),
      sql`s.account_id = few.id`,
    ],
    by: [sql`s.token_id`, [sql`s.consensus_timestamp`, 'desc']],
    order,
  });
  const first = indexScan({
    select: sql`n.*`,
    from: as(newest, 'n'),
    where: within,
    by: [sql`n.token_id`],
    order,
    limit,
  });
  return gatherOrScan({
    max: thresholds.gathered,
    gather: sql`
    select e.id
    from entity e${where(keyed)}`,
    ofFew: indexScan({
      select: sql`x.*`,
      from: sql`few cross join lateral (${first}) x`,
      where: [],
      ...pageOf(search, 'x'),
    }),
    // The scan proceeds step by step, until the page is full.
    scan: scanOfPairs(search, snapshot, [
      hasRow(sql`entity e`, [sql`e.id = ${raw('v.account_id')}`, ...keyed]),
      ...within,
    ]),
  });
}
