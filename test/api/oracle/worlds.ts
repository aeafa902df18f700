import fc from 'fast-check';
import { DEFAULT_START } from '../../../packages/network-simulator/src/options.ts';
import { KINDS } from '../../../packages/network-simulator/src/transactions/kinds.ts';
import { makeWorld, type StoredWorld, type WorldOptions } from './world.ts';

/** Random histories: their number, and the seed that draws them. */
interface Draw {
  readonly seed: number;
  readonly numRuns: number;
}

/** Whether histories are the fixed ones, which have items in every list; others may lack some. */
export const ARE_FIXED: boolean = process.env.TAIN_ORACLE_SEED === undefined;

/** Returns fixed histories, so that a run can be repeated, unless `TAIN_ORACLE_SEED` or `TAIN_ORACLE_RUNS` is set. */
function drawOf(seed: number, numRuns: number): Draw {
  const { TAIN_ORACLE_SEED = seed, TAIN_ORACLE_RUNS = numRuns } = process.env;
  return { seed: Number(TAIN_ORACLE_SEED), numRuns: Number(TAIN_ORACLE_RUNS) };
}

/**
 * Draw of the worlds: one, which has record files and blocks, failed transactions, nearly all types, and items in every
 * list.
 */
const WORLDS = drawOf(36, 1);
const SHRINKS = process.env.TAIN_ORACLE_SHRINK !== 'no';
/** Timeout of all runs and of the search for a smaller failing history. More runs also need `--testTimeout`. */
const SHRINK_TIMEOUT_MS = 120_000 * WORLDS.numRuns;

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
    if (made.size <= WORLDS.numRuns + 1) break;
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
    WORLDS,
  );
}

/** Runs a property on all histories of a draw. */
export async function inHistories<T>(
  property: fc.IAsyncPropertyWithHooks<[T]>,
  draw: Draw = drawOf(3, 2),
): Promise<void> {
  await fc.assert(property, {
    ...draw,
    interruptAfterTimeLimit: SHRINK_TIMEOUT_MS,
    endOnFailure: !SHRINKS,
    includeErrorInReport: true,
  });
}

/** Returns the options of a seed's histories, without generating them. */
export function shapesFor(seed: number, count = 5): WorldOptions[] {
  return fc.sample(shapes, { seed, numRuns: count }).map(optionsOf);
}
