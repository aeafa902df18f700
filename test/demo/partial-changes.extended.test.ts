import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { stream } from '@tain/protos/block-stream';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BlockFolder } from '../../packages/network-simulator/src/stream/block-folder.ts';
import { type DemoOptions, writeDemo } from '../../packages/network-simulator/src/write-demo.ts';
import { demoEngine } from '../../src/local-network/demo-engine.ts';
import { tries } from '../effort.ts';
import { removeFolder } from '../remove-folder.ts';
import { type AppliedChange, StateTracker } from '../state-tracker.ts';
import { SMALL_POPULATION } from './populations.ts';

const TIMEOUT_MS = 180_000;
const BLOCKS = 8;
/** Default minimum saving of a consensus node, in bytes. */
const DEFAULT_SAVING = 64;
/**
 * Singletons that depend on the bytes of the changes through hashes of blocks: running hashes, and the stream's own
 * state.
 */
const HASHED: readonly number[] = [18, 24];

type Order = Partial<DemoOptions>;

const SMALL = {
  seed: 5,
  signInner: false,
  population: SMALL_POPULATION,
};

/** Returns the state changes of a history's blocks, as applied by a reader that retains the state. */
async function historyOf(order: Order): Promise<AppliedChange[]> {
  return inFolder(async (dir) => {
    await writeDemo({ ...SMALL, tps: 30, blocks: BLOCKS, cutover: 0, runCode: demoEngine, dir, ...order });
    return changesIn(dir);
  });
}

async function inFolder<T>(use: (dir: string) => Promise<T>): Promise<T> {
  const dir = await mkdtemp(path.join(tmpdir(), 'tain-'));
  try {
    return await use(dir);
  } finally {
    await removeFolder(dir);
  }
}

async function changesIn(dir: string, tracker = new StateTracker()): Promise<AppliedChange[]> {
  const folder = new BlockFolder(dir);
  const range = await folder.range();
  const changes: AppliedChange[] = [];
  for (let number = range?.first ?? 0n; number <= (range?.last ?? -1n); number++) {
    for (const item of stream.Block.decode(await folder.read(number)).items) {
      changes.push(...tracker.apply(item, number));
    }
  }
  return changes;
}

function valuesOf(changes: readonly AppliedChange[]) {
  return changes.map(({ name, stateId, value }) => [name, HASHED.includes(stateId) ? null : value]);
}

/** Draws the minimum saving in bytes for each block, or null for whole values. */
const savings = fc.array(fc.option(fc.integer({ min: 0, max: 150 }), { nil: null }), {
  minLength: BLOCKS,
  maxLength: BLOCKS,
});

describe('state changes as differences', () => {
  test(
    'lead to the same values as whole ones, in any mix of blocks',
    async () => {
      const property = fc.asyncProperty(fc.integer({ min: 0, max: 1_000 }), savings, async (seed, modes) => {
        const savingOf = (block: bigint) => modes[Number(block)] ?? null;
        const whole = await historyOf({ seed });
        const mixed = await historyOf({ seed, partialChanges: savingOf });
        expect(whole.filter(({ isPartial }) => isPartial)).toEqual([]);
        expect(valuesOf(mixed)).toEqual(valuesOf(whole));
        for (const { block, isPartial, saving } of mixed) {
          const min = savingOf(block);
          expect(isPartial).toBe(min !== null && saving !== null && saving >= min);
        }
      });
      await fc.assert(property, { numRuns: tries(1) });
    },
    TIMEOUT_MS,
  );

  test(
    'are of every kind: without any field, to zero, to another member of a oneof, of a singleton',
    async () => {
      const changes = await historyOf({
        seed: 6,
        tps: 150,
        blocks: 10,
        population: {},
        partialChanges: () => 0,
      });
      const partial = changes.filter(({ isPartial }) => isPartial);
      const count = (is: (change: AppliedChange) => boolean) => partial.filter(is).length;
      expect(count(({ carried, cleared }) => carried.length + cleared.length === 0)).toBeGreaterThan(0);
      expect(count(({ carried, cleared }) => carried.length === 0 && cleared.length > 0)).toBeGreaterThan(0);
      expect(count(({ name }) => !name.includes('/'))).toBeGreaterThan(0);
      // Fields 10 and 11 of an account are the members of a oneof.
      const switched = ({ stateId, carried, cleared }: AppliedChange) =>
        stateId === 2 &&
        ((carried.includes(10) && cleared.includes(11)) || (carried.includes(11) && cleared.includes(10)));
      expect(count(switched)).toBeGreaterThan(0);
      // Returns whether only the neighbours of a slot or airdrop changed, so that its value is missing.
      const relinked = (state: number) =>
        count((change) => change.stateId === state && !change.carried.includes(1));
      expect([relinked(4) > 0, relinked(25) > 0]).toEqual([true, true]);
      const states = new Set(partial.map(({ stateId }) => stateId));
      expect([...states].sort((a, b) => a - b)).toEqual(expect.arrayContaining([2, 4, 6, 7, 9, 21, 25]));
    },
    TIMEOUT_MS,
  );

  test(
    'save at least 64 bytes, and are the same over restarts and from record files on',
    async () => {
      await inFolder(async (dir) => {
        await inFolder(async (other) => {
          const options = { ...SMALL, tps: 20, cutover: 3, runCode: demoEngine, partialChanges: true };
          for (const blocks of [2, 5, 7]) await writeDemo({ ...options, dir, blocks });
          await writeDemo({ ...options, dir: other, blocks: 7 });
          const changes = await changesIn(dir, new StateTracker({ lenient: true }));
          expect(changes).toEqual(await changesIn(other, new StateTracker({ lenient: true })));
          const partial = changes.filter(({ isPartial }) => isPartial);
          for (const { saving } of partial) {
            if (saving !== null) expect(saving).toBeGreaterThanOrEqual(DEFAULT_SAVING);
          }
          // Some base values are from record files, so the node has them, but no block does.
          expect(partial.filter(({ value }) => value === null).length).toBeGreaterThan(0);
        });
      });
    },
    TIMEOUT_MS,
  );

  test(
    'are not relative to values before blocks without them',
    async () => {
      await inFolder(async (dir) => {
        const options = { ...SMALL, tps: 30, cutover: 0, runCode: demoEngine, dir };
        await writeDemo({ ...options, blocks: 4, partialChanges: true });
        await writeDemo({ ...options, blocks: 6 });
        await writeDemo({ ...options, blocks: 8, partialChanges: true });
        expect(valuesOf(await changesIn(dir))).toEqual(valuesOf(await historyOf({})));
      });
    },
    TIMEOUT_MS,
  );
});
