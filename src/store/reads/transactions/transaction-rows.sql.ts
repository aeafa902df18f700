import { FEE_ACCOUNT } from '@tain/ledger/network';
import { inRange, type Range, TIME } from '../../access/domain.ts';
import { gatherOrScan } from '../../access/gather-or-scan.ts';
import { indexScan } from '../../access/index-scan.ts';
import { type RowsOfKey, sameKey } from '../../access/joined-rows.ts';
import { as, joinedRows } from '../../access/lookup.ts';
import { merge, unionAll } from '../../access/merge.ts';
import { CONDITION_IS_RARER, rarerScan } from '../../access/rarer-scan.ts';
import { join, raw, type Sql, sql } from '../../sql.ts';
import {
  accountOf,
  direction,
  isIndexed,
  oneOf,
  ownConditions,
  TRANSFER_TABLES,
  takesPart,
} from './conditions.sql.ts';
import { timesOfSource, timesOfTypes, transactionsOfType } from './sources.sql.ts';
import { planTransactions, type SourcesPlan, type TransactionPlan } from './transaction-plan.ts';
import type { TransactionSearch } from './transaction-search.ts';

/** Whole transactions as `t`: from their table, or from a scan with the order and limit of the search. */
export type TransactionRows = (PlainRows | ScannedRows) & {
  /** The column that the rows are ordered by. */
  readonly at: Sql;
};

/** The caller adds bounds of the time, order and limit. */
interface PlainRows {
  readonly from: Sql;
  readonly where: readonly Sql[];
}

interface ScannedRows {
  readonly scan: Sql;
  /** Alias of the scan. */
  readonly alias: string;
  /** The transactions that are looked up for the rows of the scan. */
  readonly rowsOfKey?: RowsOfKey;
  /** Whether the scan is known to have no rows. */
  readonly empty?: boolean;
}

/**
 * The whole transaction `t` of each time in `w.consensus_timestamp`. Each is looked up separately, because next to a costly scan
 * the planner estimates about the same cost for every plan of a table.
 */
export const TRANSACTION_OF_TIME: RowsOfKey = {
  select: sql`*`,
  table: sql`transaction`,
  on: sameKey('consensus_timestamp', 'w', 'consensus_timestamp'),
  where: [],
  as: 't',
};

/** Returns the transactions of a search. */
export function transactionRows(search: TransactionSearch): TransactionRows {
  const at = sql`t.consensus_timestamp`;
  const plan = planTransactions(search);
  if (plan.way === 'table') return { at, from: sql`transaction t`, where: ownConditions(search) };
  if (plan.way === 'type') return { at, scan: transactionsOfType(search, plan.type), alias: 't' };
  return {
    at: sql`w.consensus_timestamp`,
    scan: timesOfPage(search, plan),
    alias: 'w',
    rowsOfKey: TRANSACTION_OF_TIME,
    empty: plan.way === 'nothing',
  };
}

const AT = sql`consensus_timestamp`;
const TIME_OF_T = sql`t.consensus_timestamp`;

/** A plan that finds times instead of whole rows. */
type TimesPlan = Exclude<TransactionPlan, { readonly way: 'type' | 'table' }>;

/**
 * Consensus times of a page, as a sub-select with order and limit. Every source is scanned along its own index
 * in the list's order and only as far as the page needs; the scans are then merged, so that an account with millions
 * of transactions costs no more than one with few.
 */
function timesOfPage(search: TransactionSearch, plan: TimesPlan): Sql {
  switch (plan.way) {
    case 'nothing':
      return NO_TIMES;
    case 'sources':
      return timesOfSources(search, plan);
    case 'scan':
      return scanOf(search, plan.takesPart);
    case 'gather or scan':
      return timesOfRange(search, plan.range);
  }
}

const NO_TIMES = sql`
    select null::bigint as consensus_timestamp
    where false`;

function scanOf(
  search: TransactionSearch,
  accounts: 'any account' | 'any account with transfers' | Range,
  further: readonly Sql[] = [],
  otherwise?: Sql,
): Sql {
  if (accounts === 'any account') return timesOfTypes(search);
  return timesOfTypes(
    search,
    [],
    [...further, takesPart(search, accounts === 'any account with transfers' ? undefined : accounts)],
    otherwise,
  );
}

function timesOfSources(search: TransactionSearch, plan: SourcesPlan): Sql {
  const { order, limit } = search;
  const conditions = ownConditions(search);
  const always = plan.always.map((source) => timesOfSource(search, source, conditions));
  const transfers = plan.transfers.map((source) => timesOfSource(search, source, conditions));
  const merged = (scans: readonly Sql[]) =>
    merge({ scans, as: 'w', select: AT, distinct: true, by: [AT], order, limit });
  if (!plan.eitherWay) return merged([...always, ...transfers]);
  const unlessRarer = transfers.map(
    (scan) => sql`
    select *
    from ${as(scan, 'k')}
    where not ${CONDITION_IS_RARER}`,
  );
  const scans = [...always, ...unlessRarer, conditionScan(search, plan.involved)];
  return sql`${rarerCondition(search, plan)}${merged(scans)}`;
}

/**
 * Condition that the search's conditions are rarer than the accounts' transfers. If so, transactions that meet the
 * conditions are scanned, and the accounts looked up in each, instead of the reverse.
 */
function rarerCondition(search: TransactionSearch, { transfers }: SourcesPlan): Sql {
  const { order, sampled: size } = search;
  const sampled = { ...search, limit: size };
  const scans = transfers.map((source) => timesOfSource(sampled, source, []));
  const others = merge({ scans, as: 's', select: AT, by: [AT], order, limit: size });
  return rarerScan({ condition: timesOfTypes(sampled), others, by: AT, order, size });
}

/** Transactions that meet the conditions, in which one of the accounts has a transfer. */
function conditionScan(search: TransactionSearch, ids: readonly bigint[]): Sql {
  const transferred = TRANSFER_TABLES.map((table) =>
    oneOf(table, [
      sql`${accountOf(table, 'x')} = any(${ids}::bigint[])`,
      ...(table === 'token_transfer' || ids.includes(FEE_ACCOUNT) ? [] : [isIndexed('x')]),
      ...direction(search, sql`x.amount`),
    ]),
  );
  return timesOfTypes(search, [], [CONDITION_IS_RARER, sql`(${join(transferred, ' or ')})`]);
}

/**
 * Many accounts within bounds may all have been active long ago, or rarely. If they have few entries in all, these
 * are gathered and sorted; otherwise a scan by time soon meets some.
 */
function timesOfRange(search: TransactionSearch, range: Range): Sql {
  const { order, limit, gathered } = search;
  const entries = (table: string, column: string, further: readonly Sql[] = []): Sql => {
    const account = raw(`s.${column}`);
    // Excluded accounts are not excluded here, because one of them may have millions of entries to be skipped.
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
  const meeting = joinedRows(found, {
    select: sql`true`,
    table: sql`transaction`,
    alias: 't',
    on: sameKey('t.consensus_timestamp', 'e', 'consensus_timestamp'),
    where: [...ownConditions(search), takesPart(search, range)],
    as: 'm',
  });
  const ofFew = indexScan({
    select: sql`e.consensus_timestamp`,
    from: meeting,
    where: [],
    by: [sql`e.consensus_timestamp`],
    order,
    limit,
  });
  return gatherOrScan({
    max: gathered,
    gather: sql`
    select *
    from ${as(unionAll(sources), 's')}`,
    ofFew,
    scan: scanOf(search, range),
    tested: {
      column: TIME_OF_T,
      scan: (further, otherwise) => scanOf(search, range, further, otherwise),
      soonMeets: search.types.length === 0,
    },
    anyValues: true,
  });
}
