import type { Filter } from '../../query/operator.ts';
import type { Values } from '../../query/parameter.ts';
import type { Position } from '../route/cursor.ts';
import type { Span, Window } from '../route/stream.ts';
import { isInstant, type LOG_PARAMETERS } from './log-parameters.ts';

/** Logs by time and place, whose bounds are compared together: (5, 7) comes before (6, 0). */
type LogValues = Pick<Values<typeof LOG_PARAMETERS>, 'timestamp' | 'index'>;

type Bound = Filter<bigint> | undefined;

function bound(filters: readonly Filter<bigint>[], ...operators: readonly string[]): Bound {
  return filters.find(({ operator }) => operators.includes(operator));
}

/** Where the logs of a request are. Its parameters are checked. */
export function spanOfLogs({ timestamp, index }: LogValues): Span {
  const instant = bound(timestamp, 'eq');
  const lower = instant ?? bound(timestamp, 'gt', 'gte');
  const upper = instant ?? bound(timestamp, 'lt', 'lte');
  return {
    after: lower && behind(lower, bound(index, 'eq', 'gt', 'gte')),
    to: upper && (upper.operator === 'lt' ? upper.value - 1n : upper.value),
  };
}

/** The position right before the first log that lower bounds leave. */
function behind(time: Filter<bigint>, place: Bound): Position {
  if (time.operator === 'gt') return { time: time.value };
  if (place === undefined) return { time: time.value - 1n };
  const last = place.operator === 'gt' ? place.value : place.value - 1n;
  return last < 0n ? { time: time.value - 1n } : { time: time.value, place: last };
}

/**
 * The values that ask for the logs of a window. Its position takes the place of lower bounds, which it is never before;
 * an upper bound of the place counts once the window reaches the time that it belongs to.
 */
export function logsWithin<V extends LogValues>(values: V, { after, upTo }: Window): V {
  const { timestamp, index } = values;
  const { to } = spanOfLogs(values);
  const last = to !== undefined && to <= upTo ? to : upTo;
  const times: Filter<bigint>[] = [
    { operator: after.place === undefined ? 'gt' : 'gte', value: after.time },
    { operator: 'lte', value: last },
  ];
  const places: Filter<bigint>[] = [];
  if (after.place !== undefined) places.push({ operator: 'gt', value: after.place });
  const instant = bound(timestamp, 'eq') ?? isInstant(timestamp);
  const upper = bound(index, 'lt', 'lte') ?? (instant ? bound(index, 'eq') : undefined);
  if (upper !== undefined && last === to) {
    places.push({ operator: upper.operator === 'lt' ? 'lt' : 'lte', value: upper.value });
  }
  return { ...values, timestamp: times, index: places };
}
