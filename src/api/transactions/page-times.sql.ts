import { TIME } from '../../access/domain.ts';
import { either } from '../../access/either.ts';
import { inRange, type Range } from '../../access/range.ts';
import { all, join, limitOf, raw, type Sql, sql, where } from '../../access/sql.ts';
import { FEE_ACCOUNT } from '../../ledger/system-accounts.ts';
import {
  ending,
  isIndexed,
  ownConditions,
  type TransactionSearch,
  takesPart,
  timesOfAccounts,
  timesOfTypes,
} from './transaction.sql.ts';

/**
 * The consensus times of a page, as a sub-select with order and limit. Every source is walked along
 * an index of its own in the order of the answer and only as far as the page needs; the walks are
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
  const walk = timesOfTypes(search, [], [takesPart(search, range)]);
  return includes(range, FEE_ACCOUNT) ? walk : fewOrWalk(search, range, walk);
}

function includes({ lower, upper }: Range, id: bigint): boolean {
  return (lower === undefined || lower <= id) && (upper === undefined || id <= upper);
}

/**
 * Many accounts within bounds may all have been active long ago, or hardly ever: if they have few entries
 * in all, these are gathered and sorted; otherwise a walk by time soon meets some.
 */
function fewOrWalk(search: TransactionSearch, range: Range, walk: Sql): Sql {
  const entries = (table: string, column: string, further: readonly Sql[] = []): Sql => {
    const account = raw(`s.${column}`);
    // Accounts left out are not: one of them may have millions of entries to be passed over.
    const within = inRange(account, { ...range, except: [] });
    return sql`(select s.consensus_timestamp from ${raw(table)} s${where([...within, ...further])} order by ${account} ${limitOf(search.gathered + 1)})`;
  };
  const sources = [
    entries('crypto_transfer', 'entity_id', [isIndexed('s')]),
    entries('token_transfer', 'account_id'),
    ...(search.transfers === undefined
      ? [entries('transaction', 'payer_account_id'), entries('entity_transaction', 'entity_id')]
      : []),
  ];
  const met = all([
    sql`t.consensus_timestamp = e.consensus_timestamp`,
    ...ownConditions(search),
    takesPart(search, range),
  ]);
  const times = where(inRange(sql`consensus_timestamp`, search.times, TIME));
  const ofFew = sql`select e.consensus_timestamp from (select distinct consensus_timestamp from entries${times} order by consensus_timestamp ${raw(search.order)}) e cross join lateral (select from transaction t where ${met} offset 0) m ${ending(search, sql`e.consensus_timestamp`)}`;
  return sql`with entries as materialized (select * from (${join(sources, ' union all ')}) s ${limitOf(search.gathered + 1)}), few as materialized (select count(*) <= ${raw(String(search.gathered))} as all_of_them from entries) ${either(sql`(select all_of_them from few)`, ofFew, walk)}`;
}
