import { isTrue } from '../../access/condition.ts';
import { inRange, type Range, TIME } from '../../access/domain.ts';
import { indexScan } from '../../access/index-scan.ts';
import { sameKey } from '../../access/joined-rows.ts';
import { hasRow, joinedRows } from '../../access/lookup.ts';
import { mergeForEach, mergeWithin } from '../../access/merge.ts';
import { type Order, type SortKey, upTo } from '../../access/order.ts';
import { join, raw, type Sql, sql } from '../../sql.ts';
import { type BlockFilter, withinBlock } from '../blocks.sql.ts';
import { isShownLog } from './log-scan.sql.ts';

/** Filters of a list of results. */
export interface ResultSearch {
  /** The contract, as an expression, where null excludes every row; undefined for all contracts. */
  readonly contract: Sql | undefined;
  readonly senders: Senders;
  readonly times: Range;
  readonly block: BlockFilter | undefined;
  /** Allowed indexes in the block; an empty list allows every index. */
  readonly indexes: readonly bigint[];
  /** Whether results of child transactions are included. */
  readonly internal: boolean;
  readonly order: Order;
  readonly limit: number;
}

/** All senders, some of them, or those within bounds. */
export type Senders = 'all' | { readonly ids: readonly bigint[] } | { readonly range: Range };

/** Columns of `contract_result` that fields need. */
const COLUMNS = [
  'consensus_timestamp',
  'amount',
  'bloom',
  'call_result',
  'contract_id',
  'created_contract_ids',
  'error_message',
  'failed_initcode',
  'function_parameters',
  'function_result',
  'gas_consumed',
  'gas_limit',
  'gas_used',
  'payer_account_id',
  'sender_id',
  'transaction_hash',
  'transaction_index',
  'transaction_result',
] as const;

const RESULT_COLUMNS = join(COLUMNS.map((column) => raw(`cr.${column}`)));

/** Names the columns of `contract_result` that fields need, with the given alias. */
export function resultColumns(alias: string): Sql {
  return join(COLUMNS.map((column) => raw(`${alias}.${column}`)));
}

/** A result made from the first log of a token transfer that ran no contract, column for column as in `COLUMNS`. */
const SYNTHETIC_VALUES: Readonly<Record<(typeof COLUMNS)[number], string>> = {
  consensus_timestamp: 'cl.consensus_timestamp',
  amount: 'null::bigint',
  bloom: 'null::bytea',
  call_result: 'null::bytea',
  contract_id: 'coalesce(cl.root_contract_id, cl.contract_id)',
  created_contract_ids: 'null::bigint[]',
  error_message: 'null::text',
  failed_initcode: 'null::bytea',
  function_parameters: "''::bytea",
  function_result: 'null::bytea',
  gas_consumed: 'null::bigint',
  gas_limit: '0::bigint',
  gas_used: 'null::bigint',
  payer_account_id: 'cl.payer_account_id',
  sender_id: 'cl.payer_account_id',
  transaction_hash: 'cl.transaction_hash',
  transaction_index: 'cl.transaction_index',
  transaction_result: '22::smallint',
};

const SYNTHETIC_COLUMNS = join(COLUMNS.map((column) => raw(`${SYNTHETIC_VALUES[column]} as ${column}`)));

/**
 * Condition that no contract ran at the time of `alias`. It is a lookup for each row, because the planner would join
 * `not exists` to the whole table.
 */
export function ranNothing(alias: string): Sql {
  const sameTime = sameKey('x.consensus_timestamp', alias, 'consensus_timestamp');
  return sql`${hasRow(sql`contract_result x`, [sameTime])} is null`;
}

/**
 * Synthetic results, one for each `consensus_timestamp` that `times` selects, made from the first shown log (of
 * `contract`, if given).
 */
function syntheticResults(times: Sql, contract: Sql | undefined): Sql {
  const ofContract = contract === undefined ? [] : [sql`l.contract_id = ${contract}`];
  return ofLog(times, [...ofContract, isShownLog('l')], [sql`l.index`]);
}

/**
 * Single synthetic results, each made from the first shown log that meets conditions on `l`, or else from the first
 * shown log.
 */
export function singleSyntheticResults(times: Sql, conditions: readonly Sql[]): Sql {
  return ofLog(times, conditions, [[isShownLog('l'), 'desc'], sql`l.index`]);
}

function ofLog(times: Sql, conditions: readonly Sql[], by: readonly SortKey[]): Sql {
  const from = joinedRows(times, {
    select: sql`*`,
    table: sql`contract_log`,
    alias: 'l',
    on: sameKey('l.consensus_timestamp', 't', 'consensus_timestamp'),
    where: [isTrue(sql`l.synthetic`), ...conditions],
    first: { by, order: 'asc' },
    as: 'cl',
  });
  return indexScan({ select: SYNTHETIC_COLUMNS, from, where: [], by: [], order: 'asc' });
}

/**
 * The condition is written as in the indexes `tain__contract_result__…`, so that they serve it. Ethereum transactions
 * refused for their nonce (312) have no results in Ethereum.
 */
const SHOWN = sql`cr.transaction_result <> 312`;
const TOP_LEVEL = sql`cr.transaction_nonce = 0`;

/** The list of all contracts excludes transactions that were not executed, as the public mirror does since 0.161.2. */
const IN_BLOCK = sql`cr.transaction_index is not null`;

/** Conditions common to results and synthetic ones, on the columns of `alias`. */
function conditionsOf({ times, block, indexes }: ResultSearch, alias: string): Sql[] {
  const time = raw(`${alias}.consensus_timestamp`);
  return [
    ...inRange(time, times, TIME),
    ...(block === undefined ? [] : withinBlock(time, block)),
    ...(indexes.length === 0 ? [] : [sql`${raw(alias)}.transaction_index = any(${indexes}::bigint[])`]),
  ];
}

/** One page of results, each scan along an index in the list's order. */
function resultScan(search: ResultSearch): Sql {
  const { contract, senders, internal, order, limit } = search;
  const conditions = [
    ...(contract === undefined ? [IN_BLOCK] : [sql`cr.contract_id = ${contract}`]),
    ...conditionsOf(search, 'cr'),
    SHOWN,
    ...(internal ? [] : [TOP_LEVEL]),
  ];
  const page = { select: RESULT_COLUMNS, by: [sql`cr.consensus_timestamp`], order, limit };
  const scan = (further: readonly Sql[]) =>
    indexScan({ ...page, from: sql`contract_result cr`, where: [...conditions, ...further] });
  if (senders === 'all') return scan([]);
  if ('range' in senders) {
    // Not in a form that an index serves: by the index of senders, all their results would be read and sorted.
    const ofSenders = inRange(sql`cr.sender_id`, senders.range);
    return scan(ofSenders.map((condition) => isTrue(sql`(${condition})`)));
  }
  const ofSender = (id: Sql) => scan([sql`cr.sender_id = ${id}`]);
  return mergeForEach({ ...page, values: senders.ids, type: 'bigint', scan: ofSender, as: 'cr' });
}

/**
 * One page of results, including synthetic ones for tokens transferred without a contract. The second scan ends at
 * the end of the first one's page, so that it is short even where such logs are many and nearly all belong to
 * results.
 */
export function resultScanWithSynthetic(search: ResultSearch): Sql {
  const { contract, senders, order, limit } = search;
  // A synthetic result has no stored sender.
  if (senders !== 'all') return resultScan(search);
  const at = sql`cl.consensus_timestamp`;
  const times = (end: Sql) =>
    indexScan({
      select: at,
      distinct: [at],
      scanned: 'cl',
      from: sql`contract_log cl`,
      where: [
        ...(contract === undefined ? [] : [sql`cl.contract_id = ${contract}`]),
        isTrue(sql`cl.synthetic`),
        ...conditionsOf(search, 'cl'),
        isShownLog('cl'),
        sql`${at} ${upTo(order)} ${end}`,
        ranNothing('cl'),
      ],
      by: [at],
      order,
      limit,
    });
  return mergeWithin({
    first: resultScan(search),
    by: sql`consensus_timestamp`,
    order,
    limit,
    second: (end) => syntheticResults(times(end), contract),
  });
}
