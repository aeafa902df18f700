import type { Filter } from './operator.ts';
import { badRequest } from './problem.ts';

/**
 * Checks the timestamps of the routes that take one interval or one instant. `ne` is refused
 * unless the route has it. Throws `Problem` (400) with the first rule broken.
 */
export function checkTimestampSet(filters: readonly Filter<bigint>[], ne: 'ne' | 'no ne'): void {
  const count = (...operators: string[]) =>
    filters.filter(({ operator }) => operators.includes(operator)).length;
  if (ne === 'no ne' && count('ne') > 0) {
    throw badRequest('Not equals operator not supported for timestamp param');
  }
  if (count('gt', 'gte') > 1) {
    throw badRequest('Multiple gt or gte operators not permitted for timestamp param');
  }
  if (count('lt', 'lte') > 1) {
    throw badRequest('Multiple lt or lte operators not permitted for timestamp param');
  }
  if (count('eq') > 0 && filters.length > count('eq')) {
    throw badRequest('Cannot combine eq with ne, gt, gte, lt, or lte for timestamp param');
  }
}
