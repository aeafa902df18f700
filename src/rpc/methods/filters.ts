import { blockNumberOf, LATEST } from '../method/block-parameter.ts';
import type { RpcContext } from '../method/context.ts';
import type {
  InstalledBlockFilter,
  InstalledFilter,
  LogsFilter,
  PendingFilter,
} from '../method/installed-filters.ts';
import { arrayOf, BOOLEAN_SCHEMA, HASH, QUANTITY } from '../method/json-schema.ts';
import { JsonText } from '../method/json-text.ts';
import { checkInstalledFilter, LOG_FILTER, type LogFilter } from '../method/log-filter.ts';
import { method } from '../method/method.ts';
import { required } from '../method/parameter.ts';
import { HEX } from '../method/parameter-types.ts';
import { ERRORS } from '../method/rpc-error.ts';
import { answerLogs } from '../reads/filtered-logs.ts';
import { isNewest, type LogRange, selectLogRange } from '../reads/log-range.ts';
import { selectBlockHashes, selectRpcBlock } from '../reads/stored-block.ts';
import { hash32 } from '../values/hex.ts';
import { LOG } from '../values/log.ts';

/** Maximum size of a cached answer, in bytes. */
const MAX_CACHED_BYTES = 4 * 1024 * 1024;

const getLogs = method({
  name: 'eth_getLogs',
  summary:
    'Returns the logs that match a filter, by consensus time; without a range those of the newest block.',
  parameters: [required('filter', LOG_FILTER, 'Range of blocks, addresses and topics.')],
  result: arrayOf(LOG),
  answer: async ([filter], context) => {
    const range = await selectLogRange(context, filter);
    if (range === undefined) return [];
    const key = keyOf(filter, range);
    const known = context.cache.get(key);
    if (known !== undefined) return known;
    const answer = await answerLogs(context, filter, range);
    if (answer.length <= MAX_CACHED_BYTES) context.cache.set(key, new JsonText(answer.text));
    return answer;
  },
});

/** Returns the key of logs that never change because all of their blocks are visible. */
function keyOf({ address = [], topics = [] }: LogFilter, { start, end }: LogRange): string {
  return `logs ${start} ${end} ${address.join()} ${topics.map((alternatives) => alternatives.join()).join(';')}`;
}

/** Filters are stored on the server: a client may request their changes on any connection. */

/** Maximum number of hashes in one response with changes: later blocks are in the next one. */
const MAX_BLOCKS = 1_000;
const FILTER_ID = required('filterId', HEX, 'Id of a filter.');

function headOf({ head }: Pick<RpcContext, 'head'>): NonNullable<RpcContext['head']> {
  if (head === null) throw ERRORS.noLatestBlock();
  return head;
}

function usedFilter({ filters }: RpcContext, id: string): InstalledFilter {
  const filter = filters.use(id);
  if (filter === undefined) throw ERRORS.filterNotFound();
  return filter;
}

/** Checks a filter and resolves its tags. Throws `RpcError`. */
function logsFilterOf(
  { blockHash, fromBlock, toBlock, address, topics }: LogFilter,
  { number: head, consensusEnd }: NonNullable<RpcContext['head']>,
): LogsFilter {
  if (blockHash !== undefined) {
    throw ERRORS.invalidParameter("'blockHash' for FilterObject", 'Unknown parameter');
  }
  checkInstalledFilter({ address, topics }, 0);
  if (fromBlock === undefined && !isNewest(toBlock, head)) throw ERRORS.missingFromBlock();
  const from = blockNumberOf(fromBlock ?? LATEST, head);
  const last = blockNumberOf(toBlock ?? LATEST, head);
  if (from > last) throw ERRORS.invalidBlockRange();
  return {
    kind: 'logs',
    from,
    to: followsHead(toBlock) ? undefined : last,
    address,
    topics,
    // A filter without an own beginning reports what comes after its creation.
    seenEnd: followsHead(fromBlock) ? consensusEnd : undefined,
  };
}

/** Returns whether a bound of a filter is the newest block. */
function followsHead(bound: LogFilter['toBlock']): boolean {
  return bound === undefined || ('tag' in bound && bound.tag !== 'earliest');
}

/** Returns the times of a filter's visible blocks; undefined if there are none yet. */
async function rangeOf(context: RpcContext, { from, to }: LogsFilter): Promise<LogRange | undefined> {
  const head = headOf(context);
  const ends = to === undefined || to >= head.number;
  const [first, last] = await Promise.all([
    selectRpcBlock(context, { number: from }),
    ends ? undefined : selectRpcBlock(context, { number: to }),
  ]);
  const end = ends ? head.consensusEnd : last?.end;
  return first === undefined || end === undefined ? undefined : { start: first.start, end };
}

/**
 * Returns the logs of blocks that became visible since the last response; in the first response, since the filter's
 * creation, or from its first block on if it names one.
 */
async function logChanges(context: RpcContext, filter: LogsFilter): Promise<JsonText | readonly []> {
  const { consensusEnd } = headOf(context);
  const range = await rangeOf(context, filter);
  if (range === undefined) return [];
  const start = filter.seenEnd === undefined ? range.start : filter.seenEnd + 1n;
  const answer =
    start > range.end ? ([] as const) : await answerLogs(context, filter, { start, end: range.end });
  if (context.hasReturned()) return answer;
  if (filter.seenEnd === undefined || consensusEnd > filter.seenEnd) filter.seenEnd = consensusEnd;
  return answer;
}

/** Returns the hashes of blocks that became visible since the last response. */
async function blockChanges(context: RpcContext, filter: InstalledBlockFilter): Promise<string[]> {
  const blocks = await selectBlockHashes(context, filter.seen, headOf(context).number, MAX_BLOCKS);
  const newest = blocks.at(-1)?.number;
  if (newest !== undefined && newest > filter.seen && !context.hasReturned()) filter.seen = newest;
  return blocks.map(({ hash }) => hash32(hash));
}

const newFilter = method({
  name: 'eth_newFilter',
  summary: 'Installs a filter of logs and returns its id. It is removed five minutes after its last use.',
  parameters: [required('filter', LOG_FILTER, 'Range of blocks, addresses and topics.')],
  result: QUANTITY,
  answer: ([filter], context) =>
    context.filters.install(context.client, logsFilterOf(filter, headOf(context))),
});

const newBlockFilter = method({
  name: 'eth_newBlockFilter',
  summary:
    'Installs a filter of new blocks and returns its id. It is removed five minutes after its last use.',
  result: QUANTITY,
  answer: (_values, context) =>
    context.filters.install(context.client, { kind: 'blocks', seen: headOf(context).number }),
});

const newPendingTransactionFilter = method({
  name: 'eth_newPendingTransactionFilter',
  summary:
    'Installs a filter of transactions that this process sends and returns its id. Refused where none are sent.',
  result: QUANTITY,
  answer: (_values, { client, filters, pending, services }) => {
    // A mirror receives no transaction before its block, except those that it sends itself.
    if (services.sender === undefined) throw ERRORS.unsupportedMethod();
    return filters.install(client, { kind: 'pending', seen: pending.accepted });
  },
});

/** Returns the hashes of transactions that were accepted since the last response. */
function pendingChanges({ pending }: RpcContext, filter: PendingFilter): string[] {
  const hashes = pending.acceptedAfter(filter.seen);
  filter.seen = pending.accepted;
  return hashes;
}

const getFilterChanges = method({
  name: 'eth_getFilterChanges',
  summary: 'Returns the logs, or the hashes of blocks or transactions, that are new since the last answer.',
  parameters: [FILTER_ID],
  result: { oneOf: [arrayOf(HASH), arrayOf(LOG)] },
  answer: ([id], context) => {
    const filter = usedFilter(context, id);
    if (filter.kind === 'pending') return pendingChanges(context, filter);
    return filter.kind === 'logs' ? logChanges(context, filter) : blockChanges(context, filter);
  },
});

const getFilterLogs = method({
  name: 'eth_getFilterLogs',
  summary: 'Returns all logs of a filter of logs.',
  parameters: [FILTER_ID],
  result: arrayOf(LOG),
  answer: async ([id], context) => {
    const filter = usedFilter(context, id);
    if (filter.kind !== 'logs') throw ERRORS.filterNotFound();
    const range = await rangeOf(context, filter);
    return range === undefined ? [] : answerLogs(context, filter, range);
  },
});

const uninstallFilter = method({
  name: 'eth_uninstallFilter',
  summary: 'Removes a filter and returns whether there was one.',
  parameters: [FILTER_ID],
  result: BOOLEAN_SCHEMA,
  answer: ([id], { filters }) => filters.uninstall(id),
});

export const FILTER_METHODS = [
  getLogs,
  newFilter,
  newBlockFilter,
  newPendingTransactionFilter,
  getFilterChanges,
  getFilterLogs,
  uninstallFilter,
];
