import { afterEach, beforeEach, expect, test } from 'vitest';
import { Reading } from '../../../src/ingest/ingest.ts';
import { MODES, type ModeName } from '../../../src/ingest/modes.ts';
import type { BatchLimits } from '../../../src/ingest/options.ts';
import { drain, takeBlock } from '../../../src/ingest/run.ts';
import { createTestDatabase, type TestDatabase } from '../../database.ts';
import { type MadeIngest, madeBlock, makeIngest, storedNumbers } from './made-feed.ts';

// The three modes: backfilling, near the head and live.

let db: TestDatabase;
let made: MadeIngest;
let reading: Reading;
beforeEach(async () => {
  db = await createTestDatabase();
});
afterEach(async () => {
  reading.close();
  await made.close();
  await db.drop();
});

async function begin(limits: Partial<BatchLimits> = {}): Promise<void> {
  made = await makeIngest(db.database, limits);
  reading = await Reading.open(made.ingest);
}
/** Takes the next block in a mode. Returns the mode after it; null at the end. */
const takeIn = async (mode: ModeName): Promise<ModeName | null> =>
  (await takeBlock(made.ingest, reading, MODES[mode]))?.name ?? null;

/** Takes a made block in a mode. Returns the mode after it. */
function take(mode: ModeName, number: number): Promise<ModeName | null> {
  made.feed.give(madeBlock(number));
  return takeIn(mode);
}

test('each block determines the mode, with hysteresis', async () => {
  await begin();
  const course: [behind: number, mode: ModeName][] = [
    [700, 'backfilling'],
    [301, 'backfilling'],
    [299, 'near the head'],
    [599, 'near the head'],
    [31, 'near the head'],
    [29, 'live'],
    [59, 'live'],
    [61, 'near the head'],
    [601, 'backfilling'],
    [29, 'live'],
    [599, 'near the head'],
    [20, 'live'],
    [601, 'backfilling'],
  ];
  let mode: ModeName = 'backfilling';
  const logged: string[] = [];
  for (const [number, [behind, expected]] of course.entries()) {
    made.setClock(2 * number + behind);
    const next = await take(mode, number);
    expect(next, `block ${number}, ${behind} s behind`).toBe(expected);
    if (expected !== mode) logged.push(`The ingest is ${expected}`);
    mode = expected;
  }
  expect(made.logged).toEqual(logged);
});

test('the mode is determined by the clock of the network, where it has one that tests set', async () => {
  await begin();
  made.setClock(86_400);
  made.setStreamClock(1);
  expect(await take('live', 0)).toBe('live');
  made.setStreamClock(2 + 61);
  expect(await take('live', 1)).toBe('near the head');
});

test('live, a block is stored as soon as it arrives', async () => {
  await begin();
  expect(await take('backfilling', 0)).toBe('live');
  const next = takeIn('live');
  await made.stored(1);
  expect(await storedNumbers(db.database)).toEqual([0]);
  made.feed.give(madeBlock(1));
  expect(await next).toBe('live');
});

test.each(['backfilling', 'near the head'] as const)('%s, blocks wait for more', async (mode) => {
  await begin();
  made.setClock(mode === 'backfilling' ? 10_000 : 100);
  expect(await take('backfilling', 0)).toBe(mode);
  const next = takeIn(mode);
  await reading.writes.drained();
  made.feed.give(madeBlock(1));
  expect(await next).toBe(mode);
  expect(reading.batch.state.name).toBe('building');
  expect(reading.batch.rows.blocks).toBe(2);
  expect(await storedNumbers(db.database)).toEqual([]);
});

test.each([{ maxItems: 1 }, { maxChanges: 1 }, { maxBytes: 1 }])(
  'a batch that is full (%o) is stored before the next block is added',
  async (limits) => {
    await begin(limits);
    made.setClock(10_000);
    await take('backfilling', 0);
    const first = reading.batch;
    await take('backfilling', 1);
    await made.stored(1);
    expect(first.state).toEqual({ name: 'stored' });
    expect(reading.batch.rows.blocks).toBe(1);
    expect(await storedNumbers(db.database)).toEqual([0]);
  },
);

test('a batch to which blocks are added cannot be stored', async () => {
  await begin();
  made.setClock(10_000);
  await take('backfilling', 0);
  const { loader, options } = made.ingest;
  const rules = { finishesJobsFirst: false, maintainsBalanceIndex: false };
  await expect(loader.store(reading.batch, rules, options.signal)).rejects.toThrow(
    'A batch that is building is not stored',
  );
  expect(await storedNumbers(db.database)).toEqual([]);
});

test('the end of the feed, and the signal, end the taking of blocks', async () => {
  await begin();
  await take('backfilling', 0);
  const waiting = takeIn('backfilling');
  made.abort();
  expect(await waiting).toBeNull();
  made.feed.end();
  expect(await takeIn('backfilling')).toBeNull();
});

test('a block that cannot be turned into rows discards its batch, and is reported', async () => {
  await begin();
  made.setClock(10_000);
  await take('backfilling', 0);
  await take('backfilling', 1);
  const bad = madeBlock(2);
  Object.defineProperty(bad, 'signatures', {
    get() {
      throw new Error('damaged');
    },
  });
  made.feed.give(bad);
  const problem = { error: await takeIn('backfilling').catch((error: unknown) => error) };
  expect(reading.batch.state.name).toBe('lost');
  const draining = drain(made.ingest, reading, MODES.backfilling, problem);
  await expect(draining).rejects.toThrow('Block 2 (2.rcd) cannot be turned into rows.');
  expect(await storedNumbers(db.database)).toEqual([]);
});
