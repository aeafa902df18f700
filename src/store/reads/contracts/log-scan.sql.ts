import { storedForms } from '@tain/ledger/integer-bytes';
import { isNotTrue } from '../../access/condition.ts';
import { inRange, type Range } from '../../access/domain.ts';
import { indexScan } from '../../access/index-scan.ts';
import { type KeysetColumn, keysetConditions } from '../../access/keyset.ts';
import { firstRow } from '../../access/lookup.ts';
import { mergeForEach } from '../../access/merge.ts';
import type { Order } from '../../access/order.ts';
import { empty, join, PLANNED_FOR_VALUES, raw, type Sql, sql } from '../../sql.ts';
import { ofTransactionHash } from '../transactions/by-name.sql.ts';

/** Topic 0 of `Transfer(address,address,uint256)`, the event of ERC-20 and ERC-721. */
const TRANSFER = sql`'\\xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'::bytea`;

/** Topic 3 of the serial number -1, with which a network records that a treasury transferred all NFTs of a token. */
const WILDCARD_SERIAL = sql`'\\xffffffffffffffff'::bytea`;

/**
 * Condition that a log is not the synthetic one of a wildcard NFT transfer. No response shows that log, as in the
 * public mirror since 0.163. A contract's own `Transfer` of the token id 2^64 - 1 has the same topics and is shown.
 */
export function isShownLog(alias: string): Sql {
  const log = raw(alias);
  return sql`(${isNotTrue(sql`${log}.synthetic`)} or ${log}.topic0 is distinct from ${TRANSFER} or ${log}.topic3 is distinct from ${WILDCARD_SERIAL})`;
}

/** Filters of a list of logs. */
export interface LogSearch {
  /** The contract, as an expression, where null excludes every row; ids of several contracts; or undefined for all. */
  readonly contract: Sql | readonly bigint[] | undefined;
  /** Values of topics 0 to 3; an empty list allows every value. */
  readonly topics: readonly (readonly bigint[])[];
  /** Hash of the transaction, 32 or 48 bytes. */
  readonly transactionHash: Buffer | undefined;
  readonly times: Range;
  /** Keys by which the list is ordered and paged, most significant first. */
  readonly keys: readonly KeysetColumn[];
  readonly order: Order;
  readonly limit: number;
}

/** Columns of `contract_log` that fields need. */
const COLUMNS = join(
  [
    'consensus_timestamp',
    'index',
    'bloom',
    'contract_id',
    'data',
    'root_contract_id',
    'topic0',
    'topic1',
    'topic2',
    'topic3',
    'transaction_hash',
    'transaction_index',
  ].map((column) => raw(`cl.${column}`)),
);

/** Consensus time of the transaction with a hash; the first one in the list's order if there are several. */
function timeOfHash(hash: Buffer, times: Range, order: Order): Sql {
  const conditions = [...ofTransactionHash(hash), ...inRange(sql`consensus_timestamp`, times)];
  const at = sql`consensus_timestamp`;
  return sql`(${firstRow({ select: at, from: sql`transaction_hash`, where: conditions, by: [at], order })})`;
}

/** Maximum number of contracts whose scans are merged: each of them may read a whole page. */
const MAX_MERGED_CONTRACTS = 100;

/** A column that must have one of several values. */
interface ColumnValues {
  readonly column: Sql;
  readonly type: 'bigint' | 'bytea';
  readonly values: readonly (bigint | Buffer)[];
}

function meets({ column, type, values }: ColumnValues): Sql {
  const [only, ...more] = values;
  return only !== undefined && more.length === 0
    ? sql`${column} = ${only}`
    : sql`${column} = any(${values}::${raw(type)}[])`;
}

/**
 * One page of logs as `cl`, scanned along an index in the list's order. Several contracts are scanned one by one and
 * merged. For all contracts, the values of the first topic are scanned that way, if each given topic has several values.
 */
export function logScan(search: LogSearch): Sql {
  const { contract, topics, transactionHash, times, keys, order, limit } = search;
  const contracts: ColumnValues | undefined = isList(contract)
    ? { column: raw('cl.contract_id'), type: 'bigint', values: [...new Set(contract)] }
    : undefined;
  const conditions = [
    ...(contract === undefined || isList(contract) ? [] : [sql`cl.contract_id = ${contract}`]),
    ...(transactionHash === undefined
      ? []
      : [sql`cl.consensus_timestamp = ${timeOfHash(transactionHash, times, order)}`]),
    ...keysetConditions(keys),
    isShownLog('cl'),
  ];
  const given = topics
    .map((values, index): ColumnValues => {
      const stored = [...new Set(values)].flatMap(storedForms);
      return { column: raw(`cl.topic${index}`), type: 'bytea', values: stored };
    })
    .filter(({ values }) => values.length > 0);
  const page = { select: COLUMNS, by: keys.map(({ column }) => column), order, limit };
  const filters = [...(contracts === undefined ? [] : [contracts]), ...given];
  // Which of several indexes has fewer logs depends on the values.
  const indexes = filters.length + (contract === undefined || isList(contract) ? 0 : 1);
  const from = sql`${indexes > 1 ? PLANNED_FOR_VALUES : empty}contract_log cl`;
  const scan = (further: readonly Sql[]) => indexScan({ ...page, from, where: [...conditions, ...further] });
  const merged = contract === undefined ? mergedTopic(given) : mergedContracts(contracts);
  if (merged === undefined) return scan(filters.map(meets));
  const others = filters.filter((one) => one !== merged).map(meets);
  const { column, type, values } = merged;
  const ofValue = (value: Sql) => scan([sql`${column} = ${value}`, ...others]);
  return mergeForEach({ ...page, values, type, scan: ofValue, as: 'cl' });
}

function isList(contract: LogSearch['contract']): contract is readonly bigint[] {
  return Array.isArray(contract);
}

function mergedTopic(topics: readonly ColumnValues[]): ColumnValues | undefined {
  return topics.every(({ values }) => values.length > 1) ? topics[0] : undefined;
}

function mergedContracts(contracts: ColumnValues | undefined): ColumnValues | undefined {
  const count = contracts?.values.length ?? 0;
  return count > 1 && count <= MAX_MERGED_CONTRACTS ? contracts : undefined;
}
