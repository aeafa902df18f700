/** How long whoever tries again waits, in milliseconds: after the first failure, and at most. */
export interface BackOff {
  readonly first: number;
  readonly most: number;
}

/** More doublings than any wait needs, few enough for a number. */
const MAX_DOUBLINGS = 60;

/** Milliseconds to wait after so many failures in a row (1 or more): twice as long with each, up to the most. */
export function waitAfter(failures: number, { first, most }: BackOff): number {
  return Math.min(first * 2 ** Math.min(failures - 1, MAX_DOUBLINGS), most);
}
