import { NUMBER, TIME } from '../../store/access/domain.ts';
import { joinBlock } from '../../store/reads/blocks.sql.ts';
import { logScan } from '../../store/reads/contracts/log-scan.sql.ts';
import { contractsOfLogs } from '../../store/reads/touched-ids.sql.ts';
import { type Sql, sql } from '../../store/sql.ts';
import { LEDGER } from '../query/dialects/ledger.ts';
import type { Filter, ParameterTable, Values } from '../query/parameter.ts';
import type { RequestParameter } from '../query/query-string.ts';
import { rangeOf } from '../query/range.ts';
import type { Position } from '../route/cursor.ts';
import { referencedId } from '../route/entity-reference.ts';
import { type ListRoute, listRoute } from '../route/list-route.ts';
import { type Page, pageKey } from '../route/page.ts';
import type { Span, Window } from '../route/stream.ts';
import { joinAddress } from './addresses.sql.ts';
import { contractName, isContractZero, OWNER_PATH } from './contract-id.ts';
import { LISTED_LOG_FIELDS } from './log.json.ts';
import {
  ALL_LOG_PARAMETERS,
  checkLogParameters,
  checkTopics,
  isInstant,
  LOG_PARAMETERS,
} from './log-parameters.ts';

const MAX_INT32 = 2_147_483_647n;

interface LogRequest<Table extends ParameterTable> {
  readonly values: Values<Table>;
  readonly given: readonly RequestParameter[];
}

function logsPage(
  { values, given }: LogRequest<typeof LOG_PARAMETERS>,
  contract: Sql | undefined,
  hashes: readonly Filter<string>[] = [],
): Page {
  checkLogParameters(values, given, hashes);
  const [hash] = hashes;
  const transactionHash = hash === undefined ? undefined : Buffer.from(hash.value, 'hex');
  const times = rangeOf(values.timestamp);
  const keys = [
    {
      ...pageKey('timestamp', sql`cl.consensus_timestamp`, TIME, times),
      fixedByBounds: isInstant(values.timestamp),
    },
    pageKey('index', sql`cl.index`, { ...NUMBER, max: MAX_INT32 }, values.index),
  ];
  const { topic0, topic1, topic2, topic3, order, limit } = values;
  const topics = [topic0, topic1, topic2, topic3].map((filters) => filters.map(({ value }) => value));
  return {
    scan: logScan({ contract, topics, transactionHash, times, keys, order, limit }),
    alias: 'cl',
    joins: sql`${joinAddress('le', 'cl')}
    ${joinBlock(sql`cl.consensus_timestamp`)}`,
    keys,
    order,
    limit,
  };
}

/** Topics are accepted without a short time range here, because a stream reads window by window. */
const FOLLOWED = {
  time: sql`cl.consensus_timestamp`,
  ordinal: sql`cl.index`,
  family: 'contracts',
  span: ({ values, given }: LogRequest<typeof LOG_PARAMETERS>): Span => {
    checkLogParameters(values, given, []);
    return spanOfLogs(values);
  },
  within: logsWithin,
} as const;

const OF_ALL = {
  dialect: LEDGER,
  maxAgeSeconds: 10,
  tag: 'contracts',
  summary: 'List logs of all contracts',
  description:
    'Logs by consensus time and index. Topics can be searched within seven days; `index` needs a bound of `timestamp` that names its time.',
  parameters: ALL_LOG_PARAMETERS,
  items: 'logs',
  fields: LISTED_LOG_FIELDS,
  checkQuery: checkTopics,
  page: (request: LogRequest<typeof ALL_LOG_PARAMETERS>): Page =>
    logsPage(request, undefined, request.values['transaction.hash']),
  stream: FOLLOWED,
} as const;

/** GET /contracts/results/logs: logs of all contracts. */
export const listLogs: ListRoute = listRoute({ ...OF_ALL, path: '/api/v1/contracts/results/logs' });

/** GET /contracts/logs: another path of the same list. */
export const listLogsShortly: ListRoute = listRoute({ ...OF_ALL, path: '/api/v1/contracts/logs' });

/** GET /contracts/{contractIdOrAddress}/results/logs: logs that one contract emitted. */
export const listContractLogs: ListRoute = listRoute({
  path: '/api/v1/contracts/{contractIdOrAddress}/results/logs',
  dialect: LEDGER,
  maxAgeSeconds: 1,
  tag: 'contracts',
  summary: 'List logs of a contract',
  description: OF_ALL.description,
  pathParameters: { contractIdOrAddress: OWNER_PATH },
  parameters: LOG_PARAMETERS,
  checkQuery: checkTopics,
  items: 'logs',
  fields: LISTED_LOG_FIELDS,
  stream: {
    ...FOLLOWED,
    touched: {
      kind: 'contracts of logs',
      select: contractsOfLogs,
      names: ({ pathValues }) => [contractName(pathValues.contractIdOrAddress)],
    },
  },
  page(request) {
    const reference = request.pathValues.contractIdOrAddress;
    // As in the public mirror node, contract 0 has no logs.
    return { ...logsPage(request, referencedId(reference, LEDGER)), empty: isContractZero(reference) };
  },
});

/** Logs by time and index, whose bounds are compared together: (5, 7) is before (6, 0). */
type LogValues = Pick<Values<typeof LOG_PARAMETERS>, 'timestamp' | 'index'>;

type Bound = Filter<bigint> | undefined;

function bound(filters: readonly Filter<bigint>[], ...operators: readonly string[]): Bound {
  return filters.find(({ operator }) => operators.includes(operator));
}

/** Span of the logs of a request whose parameters were checked. */
function spanOfLogs({ timestamp, index }: LogValues): Span {
  const instant = bound(timestamp, 'eq');
  const lower = instant ?? bound(timestamp, 'gt', 'gte');
  const upper = instant ?? bound(timestamp, 'lt', 'lte');
  return {
    after: lower && behind(lower, bound(index, 'eq', 'gt', 'gte')),
    to: upper && (upper.operator === 'lt' ? upper.value - 1n : upper.value),
  };
}

/** Returns the position directly before the first log within the lower bounds. */
function behind(time: Filter<bigint>, ordinal: Bound): Position {
  if (time.operator === 'gt') return { time: time.value };
  if (ordinal === undefined) return { time: time.value - 1n };
  const last = ordinal.operator === 'gt' ? ordinal.value : ordinal.value - 1n;
  return last < 0n ? { time: time.value - 1n } : { time: time.value, ordinal: last };
}

/**
 * Returns the values that select the logs of a window. Its position replaces the lower bounds, because it is never
 * before them; an upper bound of the index counts once the window reaches the time that it belongs to.
 */
function logsWithin<V extends LogValues>(values: V, { after, upTo }: Window): V {
  const { timestamp, index } = values;
  const { to } = spanOfLogs(values);
  const last = to !== undefined && to <= upTo ? to : upTo;
  const times: Filter<bigint>[] = [
    { operator: after.ordinal === undefined ? 'gt' : 'gte', value: after.time },
    { operator: 'lte', value: last },
  ];
  const indexes: Filter<bigint>[] = [];
  if (after.ordinal !== undefined) indexes.push({ operator: 'gt', value: after.ordinal });
  const instant = bound(timestamp, 'eq') ?? isInstant(timestamp);
  const upper = bound(index, 'lt', 'lte') ?? (instant ? bound(index, 'eq') : undefined);
  if (upper !== undefined && last === to) {
    indexes.push({ operator: upper.operator === 'lt' ? 'lt' : 'lte', value: upper.value });
  }
  return { ...values, timestamp: times, index: indexes };
}
