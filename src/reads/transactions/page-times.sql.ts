import { TIME } from '../../access/domain.ts';
import { gatherOrScan } from '../../access/gather-or-scan.ts';
import { indexScan } from '../../access/index-scan.ts';
import { as, rowsByKey } from '../../access/lookup.ts';
import { unionAll } from '../../access/merge.ts';
import { inRange, type Range } from '../../access/range.ts';
import { raw, type Sql, sql } from '../../access/sql.ts';
import { FEE_ACCOUNT } from '../../ledger/system-accounts.ts';
import {
  isIndexed,
  ownConditions,
  type TransactionSearch,
  takesPart,
  timesOfAccounts,
  timesOfTypes,
} from './transaction.sql.ts';

/**
 * The consensus times of a page, as a sub-select with order and limit. Every source is scanned along
 * an index of its own in the order of the answer and only as far as the page needs; the scans are
 * then merged, so that an account with millions of transactions costs no more than one with few.
 */
export function timesOfPage(search: TransactionSearch): Sql {
  const { accounts, transfers } = search;
  if (accounts !== 'all' && 'ids' in accounts) return timesOfAccounts(search, accounts.ids);
  if (accounts === 'all') {
    return transfers === undefined
      ? timesOfTypes(search)
      : timesOfTypes(search, [], [takesPart(search, undefined)]);
  }
  const { range } = accounts;
  const scan = timesOfTypes(search, [], [takesPart(search, range)]);
  return includes(range, FEE_ACCOUNT) ? scan : timesOfRange(search, range, scan);
}

function includes({ lower, upper }: Range, id: bigint): boolean {
  return (lower === undefined || lower <= id) && (upper === undefined || id <= upper);
}

/**
 * Many accounts within bounds may all have been active long ago, or hardly ever: if they have few entries
 * in all, these are gathered and sorted; otherwise a scan by time soon meets some.
 */
function timesOfRange(search: TransactionSearch, range: Range, scan: Sql): Sql {
  const { order, limit, gathered } = search;
  const entries = (table: string, column: string, further: readonly Sql[] = []): Sql => {
    const account = raw(`s.${column}`);
    // Accounts left out are not: one of them may have millions of entries to be passed over.
    const within = inRange(account, { ...range, except: [] });
    return indexScan({
      select: sql`s.consensus_timestamp`,
      from: raw(`${table} s`),
      where: [...within, ...further],
      by: [account],
      order: 'asc',
      limit: gathered + 1,
    });
  };
  const sources = [
    entries('crypto_transfer', 'entity_id', [isIndexed('s')]),
    entries('token_transfer', 'account_id'),
    ...(search.transfers === undefined
      ? [entries('transaction', 'payer_account_id'), entries('entity_transaction', 'entity_id')]
      : []),
  ];
  const found = indexScan({
    select: sql`consensus_timestamp`,
    distinct: true,
    from: sql`few`,
    where: inRange(sql`consensus_timestamp`, search.times, TIME),
    by: [sql`consensus_timestamp`],
    order,
  });
  const meets = rowsByKey({
    select: sql`true`,
    from: sql`transaction t`,
    where: [
      sql`t.consensus_timestamp = e.consensus_timestamp`,
      ...ownConditions(search),
      takesPart(search, range),
    ],
  });
  return gatherOrScan({
    most: gathered,
    gather: sql`
    select *
    from ${as(unionAll(sources), 's')}`,
    ofFew: indexScan({
      select: sql`e.consensus_timestamp`,
      from: sql`${as(found, 'e')} cross join ${meets} m`,
      where: [],
      by: [sql`e.consensus_timestamp`],
      order,
      limit,
    }),
    scan,
    anyValues: true,
  });
}
