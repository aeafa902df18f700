import type { Filter } from './operator.ts';
import { badRequest } from './problem.ts';

/** What refuses `ne` where times are one interval or one instant. */
export const NO_NE = 'Not equals operator not supported for timestamp param';

/**
 * Checks the timestamps of the routes that take one interval or one instant, one after the other. `ne`
 * is refused unless the route has it. Throws `Problem` (400) with the first rule broken.
 */
export function checkTimestampSet(filters: readonly Filter<bigint>[], ne: 'ne' | 'no ne'): void {
  let lower = 0;
  let upper = 0;
  let named = 0;
  for (const { operator } of filters) {
    if (operator === 'ne' && ne === 'no ne') throw badRequest(NO_NE);
    if (operator === 'eq') named++;
    if ((operator === 'gt' || operator === 'gte') && lower++ > 0) {
      throw badRequest('Multiple gt or gte operators not permitted for timestamp param');
    }
    if ((operator === 'lt' || operator === 'lte') && upper++ > 0) {
      throw badRequest('Multiple lt or lte operators not permitted for timestamp param');
    }
  }
  if (named > 0 && filters.length > named) {
    throw badRequest('Cannot combine eq with ne, gt, gte, lt, or lte for timestamp param');
  }
}
