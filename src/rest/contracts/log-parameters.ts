import { NANOS_PER_SECOND } from '@tain/ledger/timestamp';
import { HASH, WORD } from '../query/common-types.ts';
import type { ReadQuery } from '../query/dialects/dialect.ts';
import { LEDGER } from '../query/dialects/ledger.ts';
import { EQ, type Filter, list, type ParameterType, type Values } from '../query/parameter.ts';
import { badRequest, invalidParameters, Problem } from '../query/problem.ts';
import type { RequestParameter } from '../query/query-string.ts';
import { checkKey, checkTogether, type KeyFilters } from '../query/two-keys.ts';

const { integer, TIMESTAMP } = LEDGER.types;
const { limit, order } = LEDGER;

const PLAIN_INDEX = integer(0n);
/** Value of an index that has no plain form: none that a row has. */
const NO_INDEX = 1n << 63n;

/**
 * An index in a block or execution. As in the public mirror node, any number that JavaScript reads passes the check of the
 * query, so that other problems are reported first; what is not plain digits up to int64 becomes `NO_INDEX`, which
 * `checkIndexes` refuses.
 */
export const INDEX: ParameterType<bigint> = {
  ...PLAIN_INDEX,
  parse(text, context, operator) {
    const isNumber = Number.isFinite(Number.parseFloat(text)) && Number.isFinite(Number(text));
    return (
      PLAIN_INDEX.parse(text, context, operator) ?? (isNumber && Number(text) >= 0 ? NO_INDEX : undefined)
    );
  },
};

/** Refuses indexes without a plain form. Throws `Problem` (400). */
export function checkIndexes(indexes: readonly Filter<bigint>[]): void {
  const refused = indexes.filter(({ value }) => value === NO_INDEX);
  if (refused.length > 0) throw invalidParameters(...refused.map(() => 'index'));
}

const topic = (index: number) =>
  list(WORD, `Topic ${index} of the log, with or without leading zeros; repeated: any of them.`, {
    operators: EQ,
  });

/** Parameters of lists of logs. */
export const LOG_PARAMETERS = {
  index: list(INDEX, 'Index of the log in its block; requires a time.'),
  limit,
  order: order('desc'),
  timestamp: list(TIMESTAMP, 'Consensus time; with topics one instant or a range of at most seven days.'),
  topic0: topic(0),
  topic1: topic(1),
  topic2: topic(2),
  topic3: topic(3),
};

/** Parameters of lists of logs of all contracts. */
export const ALL_LOG_PARAMETERS = {
  ...LOG_PARAMETERS,
  'transaction.hash': list(HASH, 'Hash of the transaction, 48 bytes or the first 32 of them.', {
    operators: EQ,
  }),
};

/** Returns whether the times are `gte:x` and `lte:x`, which together count as `eq:x`. */
export function isInstant(times: readonly Filter<bigint>[]): boolean {
  const [first, second] = times;
  const operators = new Set(times.map(({ operator }) => operator));
  return times.length === 2 && first?.value === second?.value && operators.has('gte') && operators.has('lte');
}

/** Returns the times as the rules count them: `gte:x` and `lte:x` become `eq:x`. */
function countedTimes(times: readonly Filter<bigint>[]): readonly Filter<bigint>[] {
  const [first] = times;
  return first !== undefined && isInstant(times) ? [{ operator: 'eq', value: first.value }] : times;
}

/** Checks that topics are searched within a short time range. Throws `Problem` (400). */
export function checkTopics({ values }: Pick<ReadQuery<typeof LOG_PARAMETERS>, 'values'>): void {
  const topics = [values.topic0, values.topic1, values.topic2, values.topic3];
  if (topics.every(({ length }) => length === 0)) return;
  try {
    checkInstantsOrSpan(countedTimes(values.timestamp));
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    throw badRequest(`Cannot search topics without a valid timestamp range: ${error.message}`);
  }
}

/**
 * Checks the combination of times, indexes and hashes. Throws `Problem` (400) with the first broken rule: no time is
 * excluded, an index needs a time, then the rules of each parameter, in the order of the request (`given`).
 */
export function checkLogParameters(
  values: Values<typeof LOG_PARAMETERS>,
  given: readonly RequestParameter[],
  hashes: readonly Filter<string>[],
): void {
  const times: KeyFilters = { name: 'timestamp', filters: countedTimes(values.timestamp) };
  const indexes: KeyFilters = { name: 'index', filters: values.index };
  if (times.filters.some(({ operator }) => operator === 'ne')) checkKey(times);
  const isEq = ({ operator }: Filter<bigint>) => operator === 'eq';
  if (indexes.filters.some(isEq) && !times.filters.some(isEq)) {
    throw badRequest('timestamp must have eq operator');
  }
  for (const { name } of given) {
    if (name === times.name) checkKey(times);
    if (name === indexes.name) checkKey(indexes);
    if (name === 'transaction.hash' && hashes.length > 1) {
      throw badRequest('Only one transaction.hash filter is allowed');
    }
  }
  checkTogether(times, indexes);
  checkIndexes(values.index);
}

/** Maximum range of times where a search requires one. */
const MAX_DAYS = 7n;
const MAX_NANOS = MAX_DAYS * 24n * 3600n * NANOS_PER_SECOND;

/**
 * Checks times that must be instants or one closed span of limited length. Throws `Problem` (400) with the first
 * broken rule; rules are checked in a fixed order, whatever the order of the times.
 */
function checkInstantsOrSpan(filters: readonly Filter<bigint>[]): void {
  const of = (...operators: readonly string[]) =>
    filters.filter(({ operator }) => operators.includes(operator));
  const [lower, ...lowers] = of('gt', 'gte');
  const [upper, ...uppers] = of('lt', 'lte');
  const hasInstant = of('eq').length > 0;
  if (filters.length === 0) throw badRequest('No timestamp range or eq operator provided');
  if (of('ne').length > 0) throw badRequest('Not equals operator not supported for timestamp param');
  if (lowers.length > 0) throw badRequest('Multiple gt or gte operators not permitted for timestamp param');
  if (uppers.length > 0) throw badRequest('Multiple lt or lte operators not permitted for timestamp param');
  if (hasInstant) {
    if (lower === undefined && upper === undefined) return;
    throw badRequest('Cannot combine eq with ne, gt, gte, lt, or lte for timestamp param');
  }
  if (lower === undefined || upper === undefined) {
    throw badRequest('Timestamp range must have gt (or gte) and lt (or lte), or eq operator');
  }
  const earliest = lower.operator === 'gt' ? lower.value + 1n : lower.value;
  const latest = upper.operator === 'lt' ? upper.value - 1n : upper.value;
  const span = latest - earliest + 1n;
  if (span > MAX_NANOS || span <= 0n) {
    throw badRequest(
      `Timestamp range by the lower and upper bounds must be positive and within ${MAX_DAYS}d`,
    );
  }
}
