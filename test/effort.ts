/**
 * How much tests try that draw at random: 1 in `npm test`; a nightly run sets `TAIN_TEST_EFFORT` to try as many times more.
 */
export const EFFORT = Number(process.env.TAIN_TEST_EFFORT ?? 1);

/** So many tries, times the effort of this run. At least one. */
export function tries(count: number): number {
  return Math.max(1, Math.round(count * EFFORT));
}

/** So many of all, times the effort of this run, drawn at random. */
export function drawn<T>(all: readonly T[], count: number): readonly T[] {
  const left = [...all];
  const wanted = Math.min(tries(count), left.length);
  return Array.from({ length: wanted }, () => left.splice(Math.floor(Math.random() * left.length), 1)).flat();
}
