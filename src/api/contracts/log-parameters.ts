import { NANOS_PER_SECOND } from '../../kernel/timestamp.ts';
import { HASH, WORD } from '../../query/common-types.ts';
import { LEDGER } from '../../query/dialects/ledger.ts';
import type { Filter } from '../../query/operator.ts';
import { EQ, list, type Values } from '../../query/parameter.ts';
import { badRequest, Problem } from '../../query/problem.ts';
import type { GivenParameter } from '../../query/query-string.ts';
import { checkTimestampSet, NO_NE } from '../../query/timestamp-set.ts';
import { checkTwoKeys } from '../../query/two-keys.ts';

const { integer, TIMESTAMP } = LEDGER.types;
const { limit, order } = LEDGER;

const topic = (place: number) =>
  list(WORD, `Topic ${place} of the log, with or without leading zeros; repeated: any of them.`, {
    operators: EQ,
  });

/** Parameters of lists of logs. */
export const LOG_PARAMETERS = {
  index: list(integer(0n), 'Place of the log in its block; needs a time.'),
  limit,
  order: order('desc'),
  timestamp: list(TIMESTAMP, 'Consensus time; with topics an instant or at most seven days.'),
  topic0: topic(0),
  topic1: topic(1),
  topic2: topic(2),
  topic3: topic(3),
};

/** Those of logs of all contracts. */
export const ALL_LOG_PARAMETERS = {
  ...LOG_PARAMETERS,
  'transaction.hash': list(HASH, 'Hash of the transaction, 48 bytes or the first 32 of them.', {
    operators: EQ,
  }),
};

/** Longest span that topics can be searched in. */
const MOST_DAYS = 7n;
const MOST_NANOS = MOST_DAYS * 24n * 3600n * NANOS_PER_SECOND;

/** Throws `Problem` (400) unless the times are instants or one closed span that is not too long. */
function checkTimesOfTopics(times: readonly Filter<bigint>[]): void {
  if (times.length === 0) throw badRequest('No timestamp range or eq operator provided');
  checkTimestampSet(times, 'no ne');
  if (times.some(({ operator }) => operator === 'eq')) return;
  const bound = (inclusive: string, exclusive: string, step: bigint) => {
    const found = times.find(({ operator }) => operator === inclusive || operator === exclusive);
    return found?.operator === exclusive ? found.value + step : found?.value;
  };
  const earliest = bound('gte', 'gt', 1n);
  const latest = bound('lte', 'lt', -1n);
  if (earliest === undefined || latest === undefined) {
    throw badRequest('Timestamp range must have gt (or gte) and lt (or lte), or eq operator');
  }
  const span = latest - earliest + 1n;
  if (span > MOST_NANOS || span <= 0n) {
    throw badRequest(
      `Timestamp range by the lower and upper bounds must be positive and within ${MOST_DAYS}d`,
    );
  }
}

/** Whether the times are `gte:x` and `lte:x`, which counts as `eq:x`. */
export function isInstant(times: readonly Filter<bigint>[]): boolean {
  const [first, second] = times;
  const operators = new Set(times.map(({ operator }) => operator));
  return times.length === 2 && first?.value === second?.value && operators.has('gte') && operators.has('lte');
}

/** Checks what times, places and topics mean together. Throws `Problem` (400) with the first rule broken. */
export function checkLogParameters(
  values: Values<typeof LOG_PARAMETERS>,
  given: readonly GivenParameter[],
): void {
  const [first] = values.timestamp;
  const timestamps: readonly Filter<bigint>[] =
    first !== undefined && isInstant(values.timestamp)
      ? [{ operator: 'eq', value: first.value }]
      : values.timestamp;
  if ([values.topic0, values.topic1, values.topic2, values.topic3].some(({ length }) => length > 0)) {
    try {
      checkTimesOfTopics(timestamps);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      throw badRequest(`Cannot search topics without a valid timestamp range: ${error.message}`);
    }
  }
  const isEq = ({ operator }: Filter<bigint>) => operator === 'eq';
  if (values.index.some(isEq) && !timestamps.some(isEq)) throw badRequest('timestamp must have eq operator');
  checkTwoKeys(
    { name: 'timestamp', filters: timestamps, refusal: NO_NE },
    { name: 'index', filters: values.index },
    given,
  );
}
