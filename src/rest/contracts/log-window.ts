import type { Filter, Values } from '../query/parameter.ts';
import type { Position } from '../route/cursor.ts';
import type { Span, Window } from '../route/stream.ts';
import { isInstant, type LOG_PARAMETERS } from './log-parameters.ts';

/** Logs by time and index, whose bounds are compared together: (5, 7) is before (6, 0). */
type LogValues = Pick<Values<typeof LOG_PARAMETERS>, 'timestamp' | 'index'>;

type Bound = Filter<bigint> | undefined;

function bound(filters: readonly Filter<bigint>[], ...operators: readonly string[]): Bound {
  return filters.find(({ operator }) => operators.includes(operator));
}

/** Span of the logs of a request whose parameters were checked. */
export function spanOfLogs({ timestamp, index }: LogValues): Span {
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
export function logsWithin<V extends LogValues>(values: V, { after, upTo }: Window): V {
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
