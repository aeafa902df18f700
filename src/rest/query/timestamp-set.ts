import { NANOS_PER_SECOND } from '@tain/ledger/timestamp';
import type { Filter } from './parameter.ts';
import { badRequest } from './problem.ts';

/** Maximum range of times where a search requires one. */
const MAX_DAYS = 7n;
const MAX_NANOS = MAX_DAYS * 24n * 3600n * NANOS_PER_SECOND;

/**
 * Checks times that must be instants or one closed span of limited length. Throws `Problem` (400) with the first
 * broken rule; rules are checked in a fixed order, whatever the order of the times.
 */
export function checkInstantsOrSpan(filters: readonly Filter<bigint>[]): void {
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
