import type { Touches } from './touched-by-block.ts';

/** A statement of its own for a filter costs about as much as so many rows of a statement for all. */
const ROWS_OF_A_STATEMENT = 10;
/** What was found for a block: each of many filters asks. */
const known = new WeakMap<Touches, boolean>();

/** Whether to read a block once for all filters takes less than to read it for each that it has something for. */
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
