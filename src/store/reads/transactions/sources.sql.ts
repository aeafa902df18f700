import { FEE_ACCOUNT, FEE_COLLECTORS, LAST_SYSTEM_ENTITY, NODE_ACCOUNTS } from '@tain/ledger/network';
import { inRange, TIME } from '../../access/domain.ts';
import { type EqualityPrefix, indexRange, indexScan } from '../../access/index-scan.ts';
import { as } from '../../access/lookup.ts';
import { mergeForEach, timesForEach } from '../../access/merge.ts';
import { reverse } from '../../access/order.ts';
import { raw, type Sql, sql } from '../../sql.ts';
import { accountOf, direction, IS_OWN, isIndexed, lookedUp, oneOf, ownConditions } from './conditions.sql.ts';
import type { Source, SourceKind } from './transaction-plan.ts';
import type { TransactionSearch } from './transaction-search.ts';

/** Conditions of the partial indexes of `crypto_transfer`, written as in the indexes. */
const IS_BY_OTHERS = sql`s.entity_id <> s.payer_account_id`;
const IS_OF_NETWORK = raw(`s.entity_id <= ${LAST_SYSTEM_ENTITY}`);
const IS_INDEXED_CREDIT = raw(
  `s.entity_id not in (${FEE_COLLECTORS.join(', ')}) and (s.entity_id < ${NODE_ACCOUNTS.first} or s.entity_id > ${NODE_ACCOUNTS.last})`,
);

const TIME_OF_T = sql`t.consensus_timestamp`;

/** A scan along an index of transactions: their times in order, or other columns, up to the limit. */
function scanOf(
  search: TransactionSearch,
  prefix: readonly EqualityPrefix[],
  further: readonly Sql[],
  { select = TIME_OF_T, otherwise }: { readonly select?: Sql; readonly otherwise?: Sql | undefined } = {},
): Sql {
  const { times: range, order, limit } = search;
  const bounds = indexRange({ prefix, column: TIME_OF_T, range, domain: TIME });
  return indexScan({
    ...bounds,
    select,
    from: sql`transaction t`,
    scanned: 't',
    ...(otherwise && { otherwise }),
    where: [...bounds.where, ...further],
    order,
    limit,
  });
}

/** The page of a search for one type without accounts, as a sub-select of whole transactions. */
export function transactionsOfType(search: TransactionSearch, type: number): Sql {
  const own = ownConditions({ ...search, types: [] });
  return scanOf(search, [{ column: sql`t.type`, value: sql`${type}` }], own, { select: sql`t.*` });
}

/**
 * A scan of transactions of some types, or of all, that meet further conditions; for several types a merge of one
 * scan for each. `otherwise`: as of an `IndexScan`, for all types.
 */
export function timesOfTypes(
  search: TransactionSearch,
  prefix: readonly EqualityPrefix[] = [],
  further: readonly Sql[] = [],
  otherwise?: Sql,
): Sql {
  const { types, order, limit } = search;
  const own = [...ownConditions({ ...search, types: [] }), ...further];
  if (types.length === 0) return scanOf(search, prefix, own, { otherwise });
  const at = sql`x.consensus_timestamp`;
  return mergeForEach({
    values: types,
    type: 'smallint',
    scan: (value) => scanOf(search, [...prefix, { column: sql`t.type`, value }], own),
    as: 'x',
    select: at,
    by: [at],
    order,
    limit,
  });
}

/**
 * Times of a source's transactions that meet the conditions, up to the limit of the search: one scan for one account,
 * or a merge of one scan for each of several.
 */
export function timesOfSource(
  search: TransactionSearch,
  { of, ids }: Source,
  conditions: readonly Sql[],
): Sql {
  return timesForEach(ids, (id) => SCANS[of](search, id, conditions), search);
}

type ScanOfAccount = (search: TransactionSearch, id: Sql, conditions: readonly Sql[]) => Sql;

/** A scan of `crypto_transfer` along a partial index. */
const ofTransfers =
  (...indexed: readonly Sql[]): ScanOfAccount =>
  (search, id, conditions) =>
    entriesScan(search, 'crypto_transfer', id, conditions, indexed);

const SCANS: Readonly<Record<SourceKind, ScanOfAccount>> = {
  payer: (search, id) => timesOfTypes(search, [{ column: sql`t.payer_account_id`, value: id }], [IS_OWN]),
  listed: (search, id, conditions) => entriesScan(search, 'entity_transaction', id, conditions),
  'fee account': (search, _id, conditions) => feeScan(search, conditions),
  transfers: ofTransfers(isIndexed('s')),
  credits: ofTransfers(IS_INDEXED_CREDIT),
  "network's debits": ofTransfers(isIndexed('s'), IS_OF_NETWORK),
  'debits by others': ofTransfers(isIndexed('s'), IS_BY_OTHERS),
  'debits by themselves': debitsOfPayer,
  tokens: (search, id, conditions) => entriesScan(search, 'token_transfer', id, conditions),
};

function feeScan(search: TransactionSearch, conditions: readonly Sql[]): Sql {
  const { order, limit } = search;
  const at = sql`s.consensus_timestamp`;
  return indexScan({
    select: at,
    distinct: [at],
    scanned: 's',
    from: sql`crypto_transfer s`,
    // The condition is written as in the index `tain__crypto_transfer_fee_account_debit`, so that it serves the fee
    // account's debits.
    where: [
      raw(`s.entity_id = ${FEE_ACCOUNT}`),
      ...direction(search, sql`s.amount`),
      ...inRange(at, search.times, TIME),
      ...lookedUp(conditions),
    ],
    by: [at],
    order,
    limit,
  });
}

/** Transactions that an account paid for and is debited in: all of them, or those that meet the search's own conditions. */
function debitsOfPayer(search: TransactionSearch, id: Sql, conditions: readonly Sql[]): Sql {
  const requested = conditions.length > 0 ? search : { ...search, types: [], result: undefined, without: [] };
  const isDebited = oneOf('crypto_transfer', [
    sql`x.entity_id = ${id}`,
    isIndexed('x'),
    ...direction(search, sql`x.amount`),
  ]);
  return timesOfTypes(requested, [{ column: sql`t.payer_account_id`, value: id }], [isDebited]);
}

/** Distinct times of an account in one table, of transactions that meet the conditions. */
function entriesScan(
  search: TransactionSearch,
  table: 'crypto_transfer' | 'token_transfer' | 'entity_transaction',
  id: Sql,
  conditions: readonly Sql[],
  indexed: readonly Sql[] = [],
): Sql {
  const account = accountOf(table, 's');
  const time = sql`s.consensus_timestamp`;
  const { times: range, order, limit } = search;
  const directed = search.transfers !== undefined && table !== 'entity_transaction';
  // The index of token transfers is in descending order of time. By two bounds of the account, any value of which is estimated at
  // 0.5 %, the planner would prefer the index of times where the times have two bounds as well.
  const bounds =
    table === 'token_transfer' && !directed
      ? {
          where: [sql`${account} = ${id}`, ...inRange(time, range, TIME)],
          by: [[account, reverse(order)], time] as const,
          held: [account],
        }
      : indexRange({ prefix: [{ column: account, value: id }], column: time, range, domain: TIME });
  const directions = directed ? direction(search, sql`s.amount`) : [];
  const entries = indexScan({
    ...bounds,
    select: sql`${account}, ${time}`,
    distinct: [account, time],
    scanned: 's',
    from: raw(`${table} s`),
    where: [...bounds.where, ...indexed, ...directions, ...lookedUp(conditions)],
    order,
    limit,
  });
  return sql`
    select k.consensus_timestamp
    from ${as(entries, 'k')}`;
}
