import { describe, expect, it } from 'vitest';
import { tries } from '../../../test/effort.ts';
import { seedsOf } from '../../../test/seeds.ts';
import { sharedDir } from '../../../test/shared.ts';
import { createEngine } from '../src/engine.ts';
import { runStateCase, type StateCase, stateCases, stateTestFiles, TRACED } from './state-test.ts';

/** Number of files per folder, and of cases per file. `npm run test:evm -- FOLDER` runs all. */
const FILES = tries(2);
const CASES = 1;

/** Cases that take minutes in total. The full run includes them. */
const LONG = /stTimeConsuming|stQuadraticComplexity|stStaticCall|VMTests\/vmPerformance|stMemoryStress/;

const official = sharedDir === null ? null : `${sharedDir}/evm/state-tests`;

describe.skipIf(official === null)('official state tests, a sample (absent without ../shared)', () => {
  it.each(seedsOf([]))(
    'has the state root and logs of Ethereum (seed %i)',
    { timeout: 180_000 },
    async (seed) => {
      const engine = createEngine('ethereum');
      const failures: string[] = [];
      let run = 0;
      for (const each of sample(official ?? '', seed)) {
        const problem = await runStateCase(engine, each);
        if (problem !== undefined) failures.push(`${each.name}: ${problem}`);
        // A sample also runs in the loop of traces, which takes longer.
        if (run % 3 === 0) {
          const traced = await runStateCase(engine, each, TRACED);
          if (traced !== undefined) failures.push(`traced ${each.name}: ${traced}`);
        }
        run += 1;
      }
      expect(failures).toEqual([]);
      expect(run).toBeGreaterThan(80);
    },
  );
});

function sample(folder: string, seed: number): StateCase[] {
  const random = generator(seed);
  const draw = <Item>(items: readonly Item[], count: number): Item[] =>
    items
      .map((item) => ({ item, order: random() }))
      .sort((a, b) => a.order - b.order)
      .slice(0, count)
      .map(({ item }) => item);
  const folders = new Map<string, string[]>();
  for (const file of stateTestFiles(folder)) {
    if (LONG.test(file)) continue;
    const parent = file.slice(0, file.lastIndexOf('/'));
    folders.set(parent, [...(folders.get(parent) ?? []), file]);
  }
  return [...folders.values()].flatMap((files) =>
    draw(files, FILES).flatMap((file) => draw(stateCases(file), CASES)),
  );
}

/** Returns a generator of numbers from 0 to below 1, the same for a seed (mulberry32). */
function generator(from: number): () => number {
  let state = from;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
