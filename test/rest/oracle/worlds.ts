import fc from 'fast-check';
import { DEFAULT_START } from '../../../packages/network-simulator/src/options.ts';
import { KINDS } from '../../../packages/network-simulator/src/transactions/kinds.ts';
import { EFFORT, tries } from '../../effort.ts';
import { fixedSeed } from '../../seeds.ts';
import { makeWorld, type StoredWorld, type WorldOptions } from './world.ts';

/** Seed of a world with record files and blocks, failed transactions, nearly all types, and items in every list. */
const COMPLETE_SEED = 36;
const WORLD_SEED = fixedSeed(COMPLETE_SEED);
/** Whether the worlds begin with the complete one; others may have no items in some lists. */
export const IS_COMPLETE: boolean = WORLD_SEED === COMPLETE_SEED;

const SHRINKS = process.env.TAIN_ORACLE_SHRINK !== 'no';
/** Timeout of the runs of a seed and of the search for a smaller failing history. */
const SHRINK_TIMEOUT_MS = 120_000 * EFFORT;

const DAY = 86_400_000_000_000n;
const NAMES = KINDS.map(({ name }) => name);

/** Parameters that determine a history. */
export const shapes = fc.noBias(
  fc.record({
    seed: fc.nat({ max: 1_000_000 }),
    tps: fc.integer({ min: 5, max: 70 }),
    blocks: fc.integer({ min: 7, max: 12 }),
    without: fc.subarray(NAMES, { maxLength: 6 }),
    failures: fc.constantFrom(0, 0.05, 0.15),
    /** Number of blocks of traffic before the end of the third day. */
    untilMidnight: fc.integer({ min: 1, max: 5 }),
    tokens: fc.integer({ min: 4, max: 14 }),
    moments: fc.array(fc.integer({ min: 0, max: 999 }), { minLength: 2, maxLength: 3 }),
    limit: fc.integer({ min: 7, max: 100 }),
  }),
);
type Shape = typeof shapes extends fc.Arbitrary<infer S> ? S : never;

export function optionsOf({ without, untilMidnight, tokens, ...rest }: Shape): WorldOptions {
  const weight = (kind: (typeof KINDS)[number]) =>
    without.includes(kind.name) ? 0 : 5 + Math.min(kind.weight, 20);
  return {
    ...rest,
    mix: Object.fromEntries(KINDS.map((kind) => [kind.name, weight(kind)])),
    signInner: false,
    steadyFrom: DEFAULT_START + 3n * DAY - BigInt(untilMidnight) * 2_000_000_000n,
    population: { accounts: 60, tokens, topics: 6, contracts: 10 },
  };
}

const made = new Map<string, Promise<StoredWorld>>();

/**
 * Returns the world of some options, written as record files, or, for an even seed, as record files up to its middle and
 * then as blocks. The last few stay open, because checks of different resources share them.
 */
function worldOf(shape: Shape): Promise<StoredWorld> {
  const key = JSON.stringify(shape);
  const known = made.get(key);
  if (known !== undefined) return known;
  // Half of the transactions of other tests, because every check reads them over HTTP.
  const options = optionsOf({ ...shape, tps: Math.ceil(shape.tps / 2) });
  const cutover = Math.floor(options.blocks / 2);
  const world = makeWorld(shape.seed % 2 === 0 ? { ...options, cutover } : options);
  made.set(key, world);
  for (const [oldest, open] of made) {
    if (made.size <= tries(1) + 1) break;
    made.delete(oldest);
    void open.then(({ close }) => close());
  }
  return world;
}

/** Ends all worlds. */
export async function closeWorlds(): Promise<void> {
  for (const world of made.values()) await world.then(({ close }) => close()).catch(() => undefined);
  made.clear();
}

/** Checks some random histories. The message of a failure describes the smallest failing one. */
export async function inEveryWorld(check: (world: StoredWorld) => Promise<void>): Promise<void> {
  await inHistories(
    fc.asyncProperty(shapes, async (shape) => check(await worldOf(shape))),
    [WORLD_SEED],
  );
}

/** Runs a property on a history of each seed. */
export async function inHistories<T>(
  property: fc.IAsyncPropertyWithHooks<[T]>,
  seeds: readonly number[],
): Promise<void> {
  for (const seed of seeds) {
    await fc.assert(property, {
      seed,
      numRuns: tries(1),
      interruptAfterTimeLimit: SHRINK_TIMEOUT_MS,
      endOnFailure: !SHRINKS,
      includeErrorInReport: true,
    });
  }
}

/** Returns the options of a seed's histories, without generating them. */
export function shapesFor(seed: number, count = 5): WorldOptions[] {
  return fc.sample(shapes, { seed, numRuns: count }).map(optionsOf);
}
