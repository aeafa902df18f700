import { TIME } from '../../access/domain.ts';
import type { Order } from '../../access/order.ts';
import { inRange, type Range } from '../../access/range.ts';
import { join, limitOf, raw, type Sql, sql, where } from '../../access/sql.ts';
import { type BlockFilter, withinBlock } from './blocks.sql.ts';

/** Which results a list is of. */
export interface ResultSearch {
  /** The contract, or undefined for all; an expression that may be null, which leaves nothing. */
  readonly contract: Sql | undefined;
  readonly senders: Senders;
  readonly times: Range;
  readonly block: BlockFilter | undefined;
  /** Any of these places in the block; none means all. */
  readonly indexes: readonly bigint[];
  /** Whether results of transactions that others caused are wanted, too. */
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

/** Names the columns of `contract_result` that fields need, of the alias given. */
export function resultColumns(alias: string): Sql {
  return join(COLUMNS.map((column) => raw(`${alias}.${column}`)));
}

/**
 * A result made of the first log of a token transfer that ran no contract, column for column as in
 * `RESULT_COLUMNS`.
 */
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

/** Whether no contract ran at the time of `alias`. Looked up row by row: as "not exists" it would be joined to the whole table. */
export function ranNothing(alias: string): Sql {
  return sql`(select true from contract_result x where x.consensus_timestamp = ${raw(alias)}.consensus_timestamp limit 1) is null`;
}

/** What stands for results: of the first log of each of `times`, a SELECT of `consensus_timestamp`. */
export function syntheticResults(times: Sql): Sql {
  return sql`select ${SYNTHETIC_COLUMNS} from (${times}) t cross join lateral (select * from contract_log l where l.consensus_timestamp = t.consensus_timestamp and l.synthetic is true order by l.index limit 1) cl`;
}

/**
 * Written as in the indexes `tain__contract_result__…`, so that they serve it. Ethereum
 * transactions refused for their nonce (312) are no results that Ethereum would show.
 */
const SHOWN = sql`cr.transaction_result <> 312`;
const TOP_LEVEL = sql`cr.transaction_nonce = 0`;

function ending({ order, limit }: ResultSearch, column: Sql): Sql {
  return sql`order by ${column} ${raw(order)} ${limitOf(limit)}`;
}

/** Conditions that results and synthetic ones have in common, on the columns of `alias`. */
function placed({ times, block, indexes }: ResultSearch, alias: string): Sql[] {
  const time = raw(`${alias}.consensus_timestamp`);
  return [
    ...inRange(time, times, TIME),
    ...(block === undefined ? [] : withinBlock(time, block)),
    ...(indexes.length === 0 ? [] : [sql`${raw(alias)}.transaction_index = any(${indexes}::bigint[])`]),
  ];
}

/** One page of results, each walk along an index in the order of the answer. */
export function resultWalk(search: ResultSearch): Sql {
  const { contract, senders, internal } = search;
  const conditions = [
    ...(contract === undefined ? [] : [sql`cr.contract_id = ${contract}`]),
    ...placed(search, 'cr'),
    SHOWN,
    ...(internal ? [] : [TOP_LEVEL]),
  ];
  const end = ending(search, sql`cr.consensus_timestamp`);
  const walk = (further: readonly Sql[]) =>
    sql`select ${RESULT_COLUMNS} from contract_result cr${where([...conditions, ...further])} ${end}`;
  if (senders === 'all') return walk([]);
  if ('range' in senders) return walk(inRange(sql`cr.sender_id`, senders.range));
  const [only] = senders.ids;
  if (senders.ids.length === 1) return walk([sql`cr.sender_id = ${only}`]);
  // Several senders: the first of each, merged.
  return sql`select ${RESULT_COLUMNS} from unnest(${senders.ids}::bigint[]) s(id) cross join lateral (${walk([sql`cr.sender_id = s.id`])}) cr ${end}`;
}

/**
 * One page of results and, where tokens moved without a contract, of what stands for them. The
 * second walk goes no further than the first one's page, so that it is short even where such logs
 * are many and nearly all belong to results.
 */
export function resultWalkWithSynthetic(search: ResultSearch): Sql {
  const { order, limit } = search;
  const farthest = raw(order === 'desc' ? 'min' : 'max');
  const within = raw(order === 'desc' ? '>=' : '<=');
  const unbounded = raw(order === 'desc' ? '0' : '9223372036854775807');
  const logs = [
    sql`cl.synthetic is true`,
    ...placed(search, 'cl'),
    sql`cl.consensus_timestamp ${within} coalesce((select case when count(*) = ${raw(String(limit))} then ${farthest}(consensus_timestamp) end from results), ${unbounded})`,
    ranNothing('cl'),
  ];
  const times = sql`select distinct cl.consensus_timestamp from contract_log cl${where(logs)} ${ending(search, sql`cl.consensus_timestamp`)}`;
  return sql`with results as materialized (${resultWalk(search)}) select * from results union all ${syntheticResults(times)} ${ending(search, sql`consensus_timestamp`)}`;
}
