import type { Touches } from './touched-by-block.ts';

/** Number of rows in a shared statement that cost about as much as a filter's own statement. */
const ROWS_OF_A_STATEMENT = 10;
/** Cache of the results by block, because many filters need them. */
const known = new WeakMap<Touches, boolean>();

/** Returns whether reading a block once for all filters costs less than reading it for each filter with a match. */
export function isSharedRead(
  touches: Touches,
  filters: ReadonlySet<{ isTouchedBy(touches: Touches): boolean }>,
): boolean {
  let isShared = known.get(touches);
  if (isShared === undefined) {
    let touched = 0;
    for (const filter of filters) if (filter.isTouchedBy(touches)) touched += 1;
    const rows = new Set<bigint>();
    for (const times of touches.values()) for (const time of times) rows.add(time);
    isShared = rows.size <= touched * ROWS_OF_A_STATEMENT;
    known.set(touches, isShared);
  }
  return isShared;
}
