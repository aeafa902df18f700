import { TIME } from '../../access/domain.ts';
import { type EqualityPrefix, indexRange, indexScan } from '../../access/index-scan.ts';
import { as, met } from '../../access/lookup.ts';
import { eachValue, merge, mergeForEach } from '../../access/merge.ts';
import { type Order, reverse } from '../../access/order.ts';
import { inRange, type Range } from '../../access/range.ts';
import { CONDITION_IS_RARER, rarerScan } from '../../access/rarer-scan.ts';
import { all, join, raw, type Sql, sql } from '../../access/sql.ts';
import { TYPE } from '../../kernel/transaction-type.ts';
import { LAST_SYSTEM_ENTITY } from '../../ledger/network.ts';
import { collectsFees, FEE_ACCOUNT, FEE_COLLECTORS, NODE_ACCOUNTS } from '../../ledger/system-accounts.ts';
import { SUCCESSES } from './successes.sql.ts';

/** Which transactions a list is asked for. */
export interface TransactionSearch {
  readonly accounts: AccountChoice;
  /** Accounts that must take no part: not pay, not be in a transfer. */
  readonly without: readonly bigint[];
  readonly times: Range;
  /** Any of these types; none means all. */
  readonly types: readonly number[];
  readonly result: 'success' | 'fail' | undefined;
  /** Only transactions with a transfer (of a chosen account) in this direction. */
  readonly transfers: 'credit' | 'debit' | undefined;
  readonly order: Order;
  readonly limit: number;
  /** How many rows are looked at to see which of two conditions is the rarer one. */
  readonly sampled: number;
  /** More entries than this of accounts within bounds are not gathered and sorted, but met on a scan. */
  readonly gathered: number;
}

/** Every transaction, those of some accounts, or those of all accounts within bounds. */
export type AccountChoice = 'all' | { readonly ids: readonly bigint[] } | { readonly range: Range };

/*
 * Transfers of the fee account are in no index by account, since nearly every transaction pays it fees; only its debits,
 * which hardly exist, have an index of their own. The index of credits leaves out all accounts that collect fees.
 * Debits of payers, which are nearly all, are not in the index of debits: they are found by the payer. The network's own
 * accounts need not pay fees, so theirs are all in it.
 */

/** The conditions of the partial indexes of `crypto_transfer` on the account, as these are written. */
export const isIndexed = (alias: 's' | 'x'): Sql => raw(`${alias}.entity_id <> ${FEE_ACCOUNT}`);
const IS_BY_OTHERS = sql`s.entity_id <> s.payer_account_id`;
const IS_OF_NETWORK = raw(`s.entity_id <= ${LAST_SYSTEM_ENTITY}`);
const IS_INDEXED_CREDIT = raw(
  `s.entity_id not in (${FEE_COLLECTORS.join(', ')}) and (s.entity_id < ${NODE_ACCOUNTS.first} or s.entity_id > ${NODE_ACCOUNTS.last})`,
);

const AT = sql`consensus_timestamp`;
const TIME_OF_T = sql`t.consensus_timestamp`;

/** Whether a list needs only the transactions' own columns, and so scans their table as it is. */
export function isPlain({ accounts, transfers, types }: TransactionSearch): boolean {
  return accounts === 'all' && transfers === undefined && types.length === 0;
}

/**
 * Conditions on `transaction t` that do not depend on who takes part. `not in` is written as in the
 * indexes `tain__transaction_failed…`, so that they serve it.
 */
export function ownConditions({ types, result, without }: TransactionSearch): Sql[] {
  const conditions: Sql[] = [];
  const [type] = types;
  if (types.length === 1 && type !== undefined) conditions.push(sql`t.type = ${type}`);
  else if (types.length > 1) conditions.push(sql`t.type = any(${types}::smallint[])`);
  if (result === 'success') conditions.push(sql`t.result in (${SUCCESSES})`);
  if (result === 'fail') conditions.push(sql`t.result not in (${SUCCESSES})`);
  if (without.length > 0) {
    conditions.push(sql`t.payer_account_id <> all(${without}::bigint[])`);
    conditions.push(sql`${oneOf('crypto_transfer', [sql`x.entity_id = any(${without}::bigint[])`])} is null`);
    conditions.push(sql`${oneOf('token_transfer', [sql`x.account_id = any(${without}::bigint[])`])} is null`);
  }
  return conditions;
}

/**
 * True if `transaction t` has a row in a table, else null. A scalar sub-select is looked up for each
 * transaction that the scan meets; `exists` may be turned into a hash of every row of an account.
 */
function oneOf(table: TransferTable | 'entity_transaction', conditions: readonly Sql[]): Sql {
  return met(sql`${raw(table)} x`, [sql`x.consensus_timestamp = t.consensus_timestamp`, ...conditions]);
}

type TransferTable = 'crypto_transfer' | 'token_transfer';

/** The column that names the account. */
function accountOf(table: TransferTable | 'entity_transaction', alias: 's' | 'x'): Sql {
  return raw(`${alias}.${table === 'token_transfer' ? 'account_id' : 'entity_id'}`);
}

/** A scan along an index of transactions: their times in order, or other columns, up to the limit. */
function scanOf(
  search: TransactionSearch,
  prefix: readonly EqualityPrefix[],
  further: readonly Sql[],
  select = TIME_OF_T,
): Sql {
  const { times: range, order, limit } = search;
  const bounds = indexRange({ prefix, column: TIME_OF_T, range, domain: TIME });
  return indexScan({
    ...bounds,
    select,
    from: sql`transaction t`,
    where: [...bounds.where, ...further],
    order,
    limit,
  });
}

/** The page of a search for one type and nothing of accounts, as a sub-select of whole transactions. */
export function transactionsOfType(search: TransactionSearch, type: number): Sql {
  const own = ownConditions({ ...search, types: [] });
  return scanOf(search, [{ column: sql`t.type`, value: sql`${type}` }], own, sql`t.*`);
}

/**
 * A scan of transactions of some types, or of all, that meet conditions besides: of several types the
 * first of each, merged.
 */
export function timesOfTypes(
  search: TransactionSearch,
  prefix: readonly EqualityPrefix[] = [],
  further: readonly Sql[] = [],
): Sql {
  const { types, order, limit } = search;
  const own = [...ownConditions({ ...search, types: [] }), ...further];
  const [only] = types;
  if (only === undefined) return scanOf(search, prefix, own);
  const ofType = (value: Sql) => scanOf(search, [...prefix, { column: sql`t.type`, value }], own);
  if (types.length === 1) return ofType(sql`${only}`);
  const at = sql`x.consensus_timestamp`;
  return mergeForEach({
    values: types,
    type: 'smallint',
    scan: ofType(eachValue('x')),
    as: 'x',
    select: at,
    by: [at],
    order,
    limit,
  });
}

/**
 * Whether some account (within bounds) takes part in `transaction t`. Bounds are on `account + 0`, which is in
 * no index: an index of accounts would be read for all within the bounds, at each transaction, and the
 * planner takes it because it overrates what skipping the tokens in the index of times costs.
 */
export function takesPart(search: TransactionSearch, range: Range | undefined): Sql {
  const within = (column: Sql) => (range === undefined ? [] : inRange(sql`(${column} + 0)`, range));
  const transferred = TRANSFER_TABLES.map((table) =>
    oneOf(table, [...within(accountOf(table, 'x')), ...direction(search, sql`x.amount`)]),
  );
  if (search.transfers !== undefined) return sql`(${join(transferred, ' or ')})`;
  const pays = all([...(range === undefined ? [] : inRange(sql`t.payer_account_id`, range)), IS_OWN]);
  const listed = oneOf('entity_transaction', within(sql`x.entity_id`));
  return sql`(${pays} or ${join([...transferred, listed], ' or ')})`;
}

const TRANSFER_TABLES = ['crypto_transfer', 'token_transfer'] as const;

/** Which of a payer's transactions are shown as the payer's: not the children of a contract call. */
const ACCOUNT_TYPES = raw(`${TYPE.cryptoCreateAccount}, ${TYPE.cryptoUpdateAccount}`);
const IS_OWN = sql`(t.nonce = 0 or t.parent_consensus_timestamp is not null or t.type in (${ACCOUNT_TYPES}))`;

function direction({ transfers }: TransactionSearch, amount: Sql): Sql[] {
  if (transfers === undefined) return [];
  return [transfers === 'credit' ? sql`${amount} > 0` : sql`${amount} < 0`];
}

/** The times of a page of some accounts: each of their sources is scanned along an index of its own. */
export function timesOfAccounts(search: TransactionSearch, ids: readonly bigint[]): Sql {
  const conditions = ownConditions(search);
  // Who must take no part neither pays nor has a transfer: every transaction would be passed over.
  const involved = ids.filter((id) => !search.without.includes(id));
  const scans: Sql[] = [];
  if (search.transfers === undefined) {
    scans.push(...perAccount(search, involved, (id) => [payerScan(search, id)]));
    scans.push(
      ...perAccount(search, ids, (id) => [sourceScan(search, 'entity_transaction', id, conditions)]),
    );
  }
  const transfers = perAccount(search, involved, (id, kind) => [
    ...cryptoScans(search, id, conditions, kind),
    sourceScan(search, 'token_transfer', id, conditions),
  ]);
  // Hardly any transaction is without one who collects fees: to look for the first of these may take all of them.
  const meetsSoon = !search.without.some((id) => FEE_COLLECTORS.includes(id));
  const indexed = search.types.length > 0 || search.result !== undefined;
  const bothWays = conditions.length > 0 && (indexed || meetsSoon) && involved.length > 0;
  if (!bothWays) scans.push(...transfers);
  else {
    scans.push(
      ...transfers.map(
        (scan) => sql`
    select *
    from ${as(scan, 'k')}
    where not ${CONDITION_IS_RARER}`,
      ),
    );
    scans.push(conditionScan(search, involved));
  }
  if (scans.length === 0) return NO_TIMES;
  const { order, limit } = search;
  const merged = merge({ scans, as: 'w', select: AT, distinct: true, by: [AT], order, limit });
  return bothWays ? sql`${rarerCondition(search, involved)}${merged}` : merged;
}

const NO_TIMES = sql`
    select null::bigint as consensus_timestamp
    where false`;

/**
 * By which index of `crypto_transfer` an account's transfers are found: that of its debits alone (`fee`),
 * that of all (`collector`), that of their direction (`network`), or the last one and, for debits, by the payer.
 */
const KINDS = ['fee', 'collector', 'network', 'other'] as const;
type AccountKind = (typeof KINDS)[number];

function kindOf({ transfers }: TransactionSearch, id: bigint): AccountKind {
  if (id === FEE_ACCOUNT) return 'fee';
  if (transfers === 'credit' && collectsFees(id)) return 'collector';
  return transfers === 'debit' && id <= LAST_SYSTEM_ENTITY ? 'network' : 'other';
}

/** Scans for each kind of account: written out for one account, for each of several and merged. */
function perAccount(
  search: TransactionSearch,
  ids: readonly bigint[],
  scansOf: (id: Sql, kind: AccountKind) => readonly Sql[],
): Sql[] {
  const { order, limit } = search;
  const at = sql`k.consensus_timestamp`;
  return KINDS.flatMap((kind) => {
    const own = ids.filter((id) => kindOf(search, id) === kind);
    const [only] = own;
    if (only === undefined) return [];
    if (own.length === 1) return scansOf(sql`${only}`, kind);
    const merged = { values: own, type: 'bigint', as: 'k', select: at, distinct: true, by: [at] } as const;
    return scansOf(eachValue('k'), kind).map((scan) => mergeForEach({ ...merged, scan, order, limit }));
  });
}

function payerScan(search: TransactionSearch, id: Sql): Sql {
  return timesOfTypes(search, [{ column: sql`t.payer_account_id`, value: id }], [IS_OWN]);
}

function cryptoScans(
  search: TransactionSearch,
  id: Sql,
  conditions: readonly Sql[],
  kind: AccountKind,
): Sql[] {
  if (kind === 'fee') return [feeScan(search, conditions)];
  const scan = (...indexed: readonly Sql[]) => sourceScan(search, 'crypto_transfer', id, conditions, indexed);
  if (search.transfers === undefined || kind === 'collector') return [scan(isIndexed('s'))];
  if (search.transfers === 'credit') return [scan(IS_INDEXED_CREDIT)];
  if (kind === 'network') return [scan(isIndexed('s'), IS_OF_NETWORK)];
  return [scan(isIndexed('s'), IS_BY_OTHERS), debitsOfPayer(search, id, conditions)];
}

function feeScan(search: TransactionSearch, conditions: readonly Sql[]): Sql {
  const { order, limit } = search;
  const at = sql`s.consensus_timestamp`;
  return indexScan({
    select: at,
    distinct: true,
    from: sql`crypto_transfer s`,
    // Written out as in the index `tain__crypto_transfer_fee_account_debit`, so that this serves its debits.
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

/** What an account paid for and is debited in: of all transactions, or of those that meet the search's own conditions. */
function debitsOfPayer(search: TransactionSearch, id: Sql, conditions: readonly Sql[]): Sql {
  const asked = conditions.length > 0 ? search : { ...search, types: [], result: undefined, without: [] };
  const isDebited = oneOf('crypto_transfer', [
    sql`x.entity_id = ${id}`,
    isIndexed('x'),
    ...direction(search, sql`x.amount`),
  ]);
  return timesOfTypes(asked, [{ column: sql`t.payer_account_id`, value: id }], [isDebited]);
}

/**
 * Whether the transaction of a transfer meets conditions: looked up for each as the scan comes to it.
 * A join would let the planner read and sort all transfers of the account instead.
 */
function lookedUp(conditions: readonly Sql[]): Sql[] {
  if (conditions.length === 0) return [];
  return [met(sql`transaction t`, [sql`t.consensus_timestamp = s.consensus_timestamp`, ...conditions])];
}

/** The times of an account in one table, each once; of those whose transaction meets the conditions. */
function sourceScan(
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
  let bounds = indexRange({ prefix: [{ column: account, value: id }], column: time, range, domain: TIME });
  if (table === 'token_transfer' && !directed) {
    // The index of this table holds times from the newest on.
    bounds = {
      where: [sql`${account} >= ${id}`, sql`${account} <= ${id}`, ...inRange(time, range, TIME)],
      by: [[account, reverse(order)], time],
    };
  }
  const directions = directed ? direction(search, sql`s.amount`) : [];
  const entries = indexScan({
    select: sql`${account}, ${time}`,
    distinct: true,
    from: raw(`${table} s`),
    where: [...bounds.where, ...indexed, ...directions, ...lookedUp(conditions)],
    by: bounds.by,
    order,
    limit,
  });
  return sql`
    select k.consensus_timestamp
    from ${as(entries, 'k')}`;
}

/**
 * Whether the conditions are rarer than the accounts' transfers: then those that meet them are scanned,
 * and the accounts looked up in each, instead of the other way round.
 */
function rarerCondition(search: TransactionSearch, ids: readonly bigint[]): Sql {
  const { order, sampled: size } = search;
  const sampled = { ...search, limit: size };
  const transfers = perAccount(sampled, ids, (id, kind) => [
    ...cryptoScans(sampled, id, [], kind),
    sourceScan(sampled, 'token_transfer', id, []),
  ]);
  const others = merge({ scans: transfers, as: 's', select: AT, by: [AT], order, limit: size });
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
