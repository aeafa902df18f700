import { createHash } from 'node:crypto';
import { SEED } from './seeds.ts';

/** Effort of randomized tests: 1 in `npm test`; a nightly run sets `TAIN_TEST_EFFORT` to multiply the number of tries. */
export const EFFORT = Number(process.env.TAIN_TEST_EFFORT ?? 1);

/** Returns `count` scaled by the effort of this run, at least 1. */
export function tries(count: number): number {
  return Math.max(1, Math.round(count * EFFORT));
}

/** Draws `count` of the values at random, scaled by the effort of this run. */
export function drawn<T>(all: readonly T[], count: number): readonly T[] {
  const left = [...all];
  const size = Math.min(tries(count), left.length);
  return Array.from({ length: size }, (_, index) => {
    const hash = createHash('sha256').update(`${SEED} ${all.length} ${index}`).digest();
    return left.splice(hash.readUInt32BE() % left.length, 1);
  }).flat();
}
