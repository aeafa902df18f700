import { joinBlock } from '../../store/reads/blocks.sql.ts';
import { type Sql, sql, where } from '../../store/sql.ts';
import { BLOCK_NUMBER, type NumberedBlock } from '../method/block-parameter.ts';
import type { RpcContext } from '../method/context.ts';
import { nullable } from '../method/json-schema.ts';
import type { JsonText } from '../method/json-text.ts';
import { ADDRESSES } from '../method/log-filter.ts';
import { method } from '../method/method.ts';
import { type ParameterType, required } from '../method/parameter.ts';
import { objectType, TRANSACTION_HASH } from '../method/parameter-types.ts';
import { ERRORS } from '../method/rpc-error.ts';
import { listTexts, writeSliced } from '../method/sliced-json.ts';
import {
  executionTrace,
  FLAT_TRACES,
  type FlatTrace,
  flatTraces,
  flatTransferTrace,
  type TracedTransaction,
} from '../objects/flat-trace.ts';
import {
  actionsBetween,
  actionsByTime,
  idsOfActions,
  selectActions,
  selectCalls,
  type TransactionCalls,
} from '../reads/actions.ts';
import { type Addresses, selectAddresses } from '../reads/addresses.ts';
import { type StoredTransaction, selectTransactions } from '../reads/block-content.ts';
import { selectContracts } from '../reads/filtered-logs.ts';
import { selectLogRange } from '../reads/log-range.ts';
import { type RpcBlock, selectRpcBlock, selectRpcBlockAt } from '../reads/stored-block.ts';
import { selectLogsByHash } from '../reads/stored-logs.ts';
import { isOutermost, selectResultByHash, WRONG_NONCE } from '../reads/stored-results.ts';

/**
 * Methods that return calls of executions as a flat list (`trace_` methods of OpenEthereum and Erigon, which The
 * Graph's call handlers read).
 */

/** Reads the calls of the executions whose actions meet conditions on `a`. */
async function selectTraces(context: RpcContext, conditions: readonly Sql[]): Promise<Iterable<FlatTrace>> {
  const actions = await selectActions(context, conditions);
  const ofTime = actionsByTime(actions);
  const { select, settings } = context;
  const [transactions, addresses] = await Promise.all([
    selectTransactionsAt(context, [...ofTime.keys()]),
    selectAddresses(select, settings, idsOfActions(actions)),
  ]);
  return tracesOfTimes(ofTime, transactions, addresses);
}

function* tracesOfTimes(
  ofTime: ReturnType<typeof actionsByTime>,
  transactions: ReadonlyMap<bigint, TracedTransaction>,
  addresses: Addresses,
): Generator<FlatTrace, void, undefined> {
  for (const [time, own] of ofTime) {
    const transaction = transactions.get(time);
    if (transaction !== undefined) yield* flatTraces(own, transaction, addresses);
  }
}

/** Reads the transactions of executions by their times (nanoseconds), except those that are in no block. */
async function selectTransactionsAt(
  { select, settings }: RpcContext,
  times: readonly bigint[],
): Promise<ReadonlyMap<bigint, TracedTransaction>> {
  if (times.length === 0) return new Map();
  const rows = await select(sql`
    select r.consensus_timestamp, r.transaction_hash, r.transaction_index, b.index, b.hash
    from contract_result r
    ${joinBlock(sql`r.consensus_timestamp`)}${where([
      sql`r.consensus_timestamp = any(${times}::bigint[])`,
      isOutermost(settings),
      sql`r.transaction_result <> ${WRONG_NONCE}`,
      sql`r.transaction_index is not null`,
      sql`b.index is not null`,
    ])}`);
  return new Map(
    rows.map(([time, hash, index, number, blockHash]) => [
      BigInt(time ?? 0),
      {
        hash: hash?.slice(2) ?? '',
        index: BigInt(index ?? 0),
        blockNumber: BigInt(number ?? 0),
        blockHash: blockHash ?? '',
      },
    ]),
  );
}

/** Writes traces in slices. */
function written(context: RpcContext, traces: Iterable<FlatTrace | undefined>): Promise<JsonText> {
  return writeSliced(
    context,
    listTexts(traces, ({ json }) => json),
  );
}

const traceTransaction = method({
  name: 'trace_transaction',
  summary: 'Lists the calls of a transaction; null for an unknown one.',
  parameters: [required('hash', TRANSACTION_HASH, 'Hash of the transaction.')],
  result: nullable(FLAT_TRACES),
  async answer([hash], context) {
    const { head } = context;
    if (head === null) return null;
    const result = await selectResultByHash(context, hash, head.consensusEnd);
    const logs = result === undefined ? await selectLogsByHash(context, hash, head.consensusEnd) : [];
    const time = result?.time ?? logs[0]?.time;
    if (time === undefined) return null;
    const block = await selectRpcBlockAt(context, time);
    // A transaction that was rejected before its execution is in no block.
    if (block === undefined || result?.index === null) return [];
    const index = result?.index ?? logs[0]?.transactionIndex ?? 0n;
    const traced = [{ hash: hash.slice(2), index, result, logs }];
    return written(context, tracesOf(block, await selectCalls(context, traced, time, time)));
  },
});

const traceBlock = method({
  name: 'trace_block',
  summary: 'Lists the calls of all transactions of a block; null for an unknown one.',
  parameters: [required('block', BLOCK_NUMBER, 'Number or tag of the block.')],
  result: nullable(FLAT_TRACES),
  async answer([name], context) {
    const block = await selectRpcBlock(context, name);
    if (block === undefined) return null;
    const traced = selectTransactions(context, block);
    return written(context, tracesOf(block, await selectCalls(context, traced, block.start, block.end)));
  },
});

/**
 * Lists the calls of transactions of a block. One without recorded actions, which ran no contract or is older than its network's
 * records of them, is a call itself, because readers expect one of each transaction.
 */
function* tracesOf(
  block: RpcBlock,
  { transactions, actions, outputs, addresses }: TransactionCalls<StoredTransaction>,
): Generator<FlatTrace, void, undefined> {
  for (const { hash, result, logs, index } of transactions) {
    const transaction = { hash, index, blockNumber: block.number, blockHash: block.hash };
    const [log] = logs;
    const own = result && actions.get(result.time);
    if (own !== undefined) yield* flatTraces(own, transaction, addresses);
    else if (result !== undefined)
      yield executionTrace(result, outputs.get(result.time) ?? null, transaction, addresses);
    else if (log !== undefined) yield flatTransferTrace(log, transaction, addresses);
  }
}

/** Maximum number of calls to skip or to return. */
const MAX_COUNT = 1_000_000;

const COUNT: ParameterType<number> = {
  expected: `Expected an integer from 0 to ${MAX_COUNT}`,
  parse: (value) =>
    typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MAX_COUNT
      ? value
      : undefined,
  schema: { type: 'integer', minimum: 0, maximum: MAX_COUNT },
};

const TRACE_FILTER = objectType({
  name: 'TraceFilter',
  closed: true,
  properties: {
    fromBlock: { type: BLOCK_NUMBER },
    toBlock: { type: BLOCK_NUMBER },
    fromAddress: { type: ADDRESSES, nullable: true },
    toAddress: { type: ADDRESSES, nullable: true },
    after: { type: COUNT },
    count: { type: COUNT },
  },
});

const EARLIEST: NumberedBlock = { tag: 'earliest' };

const traceFilter = method({
  name: 'trace_filter',
  summary: 'Lists the calls between two blocks, all or those of given senders and receivers.',
  parameters: [required('filter', TRACE_FILTER, 'Blocks, addresses, calls to skip, and calls to return.')],
  result: FLAT_TRACES,
  async answer([{ fromBlock = EARLIEST, toBlock, fromAddress, toAddress, after = 0, count }], context) {
    const range = await selectLogRange(context, { fromBlock, toBlock, blockHash: undefined });
    if (range === undefined) return [];
    const [senders, receivers] = await Promise.all([
      fromAddress?.length ? selectContracts(context, fromAddress) : undefined,
      toAddress?.length ? selectContracts(context, toAddress) : undefined,
    ]);
    const between = actionsBetween(range.start, range.end);
    const parties = [
      ...(senders === undefined ? [] : [sql`a.caller = any(${senders}::bigint[])`]),
      ...(receivers === undefined
        ? []
        : [
            sql`(a.recipient_contract = any(${receivers}::bigint[]) or a.recipient_account = any(${receivers}::bigint[]))`,
          ]),
    ];
    if (parties.length === 0)
      return written(context, page(await selectTraces(context, between), after, count));
    const times = await selectTimes(context, [...between, ...parties]);
    const traces = await selectTraces(context, [sql`a.consensus_timestamp = any(${times}::bigint[])`]);
    const { select, settings } = context;
    const addresses = await selectAddresses(select, settings, [...(senders ?? []), ...(receivers ?? [])]);
    const froms = senders && new Set(senders.map((id) => addresses.of(id)));
    const tos = receivers && new Set(receivers.map((id) => addresses.of(id)));
    return written(context, page(matching(traces, froms, tos), after, count));
  },
});

/** Yields the traces of given senders and receivers, and undefined for others. */
function* matching(
  traces: Iterable<FlatTrace>,
  froms: ReadonlySet<string> | undefined,
  tos: ReadonlySet<string> | undefined,
): Generator<FlatTrace | undefined, void, undefined> {
  for (const trace of traces) {
    const { from, to } = trace;
    const isMeant = froms?.has(from) !== false && (tos === undefined || (to !== null && tos.has(to)));
    yield isMeant ? trace : undefined;
  }
}

/** Yields `count` traces after the first ones, and undefined for those that are skipped. */
function* page(
  traces: Iterable<FlatTrace | undefined>,
  after: number,
  count = Number.POSITIVE_INFINITY,
): Generator<FlatTrace | undefined, void, undefined> {
  let index = 0;
  for (const trace of traces) {
    if (index >= after + count) return;
    yield index >= after ? trace : undefined;
    if (trace !== undefined) index += 1;
  }
}

/** Maximum number of executions of one response. */
const MAX_EXECUTIONS = 10_000;

/**
 * Returns the times of the executions whose actions meet conditions on `a`. Throws `RpcError` (-32005) when there are
 * too many.
 */
async function selectTimes({ select }: RpcContext, conditions: readonly Sql[]): Promise<bigint[]> {
  const rows = await select(sql`
    select distinct a.consensus_timestamp from contract_action a${where(conditions)}
    order by a.consensus_timestamp limit ${MAX_EXECUTIONS + 1}`);
  if (rows.length > MAX_EXECUTIONS) {
    throw ERRORS.tooManyLogs(`Exceeded maximum number of transactions ${MAX_EXECUTIONS}`);
  }
  return rows.map(([time]) => BigInt(time ?? 0));
}

export const TRACE_METHODS = [traceTransaction, traceBlock, traceFilter];
