import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/**
 * Seeds of all randomized tests: fixed ones of each suite, and one that is drawn from the tested contents. It is drawn from
 * git's hash of the tree rather than of the commit, so that the same files have the same seed in every clone, whatever
 * their commit is called. `TAIN_SEEDS` sets other seeds by hand: numbers, separated by commas.
 */

/** Seed without git and without `TAIN_SEEDS`. */
const SEED_WITHOUT_GIT = 1;
const SEED_BOUND = 1_000_000;

const byHand = (process.env.TAIN_SEEDS ?? '').split(',').filter(Boolean).map(Number);
if (!byHand.every(Number.isSafeInteger)) throw new Error('TAIN_SEEDS must be integers, separated by commas');

/** Returns the seed that is drawn from the tree of the last commit; null outside of a git checkout. */
function drawSeed(): number | null {
  try {
    const tree = execFileSync('git', ['rev-parse', 'HEAD^{tree}'], {
      cwd: fileURLToPath(new URL('.', import.meta.url)),
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return Number.parseInt(tree.slice(0, 12), 16) % SEED_BOUND;
  } catch {
    return null;
  }
}

// Processes of tests inherit the seed, so that git runs once.
process.env.TAIN_DRAWN_SEED ??= String(drawSeed() ?? '');
const drawn = process.env.TAIN_DRAWN_SEED === '' ? [] : [Number(process.env.TAIN_DRAWN_SEED)];

/** Seed of tests that have a single one. */
export const SEED: number = byHand[0] ?? drawn[0] ?? SEED_WITHOUT_GIT;

/** Returns the seed of a suite that takes too long for a drawn one: its fixed seed, or the one set by hand. */
export function fixedSeed(seed: number): number {
  return byHand[0] ?? seed;
}

/** Returns the seeds of a suite: its fixed ones and the drawn one, or those set by hand. At least one. */
export function seedsOf(fixed: readonly number[]): readonly number[] {
  if (byHand.length > 0) return byHand;
  const seeds = [...new Set([...fixed, ...drawn])];
  return seeds.length > 0 ? seeds : [SEED];
}
