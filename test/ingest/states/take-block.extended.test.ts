import { afterEach, beforeEach, expect, test } from 'vitest';
import type { BatchLimits } from '../../../src/ingest/options.ts';
import type { Reading } from '../../../src/ingest/states/reading.ts';
import type { ModeName, RunState } from '../../../src/ingest/states/state.ts';
import { runState } from '../../../src/ingest/states/states.ts';
import { createTestDatabase, type TestDatabase } from '../../database.ts';
import { type MadeIngest, madeBlock, makeIngest, RESUMING, storedNumbers } from './made-feed.ts';

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
  const next = await made.runUntil(RESUMING, 'backfilling');
  if (next?.name !== 'backfilling') throw new Error(`it is ${next?.name}`);
  reading = next.data;
}
const runIn = (name: ModeName): Promise<RunState | null> => runState(made.ingest, { name, data: reading });

/** Takes a block in a mode. Returns the next state. */
function take(mode: ModeName, number: number): Promise<RunState | null> {
  made.feed.give(madeBlock(number));
  return runIn(mode);
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
    expect(next?.name, `block ${number}, ${behind} s behind`).toBe(expected);
    if (expected !== mode) logged.push(`The ingest is ${expected}`);
    mode = expected;
  }
  expect(made.logged).toEqual(logged);
});

test('live, a block is stored as soon as it arrives', async () => {
  await begin();
  expect((await take('backfilling', 0))?.name).toBe('live');
  const next = runIn('live');
  await made.stored(1);
  expect(await storedNumbers(db.database)).toEqual([0]);
  made.feed.give(madeBlock(1));
  expect((await next)?.name).toBe('live');
});

test.each(['backfilling', 'near the head'] as const)('%s, blocks wait for more', async (mode) => {
  await begin();
  made.setClock(mode === 'backfilling' ? 10_000 : 100);
  expect((await take('backfilling', 0))?.name).toBe(mode);
  const next = runIn(mode);
  await reading.writes.drained();
  made.feed.give(madeBlock(1));
  expect((await next)?.name).toBe(mode);
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

test('the end of the feed, and the signal, drain the open batch', async () => {
  await begin();
  await take('backfilling', 0);
  const waiting = runIn('backfilling');
  made.abort();
  const aborted = await waiting;
  expect(aborted).toMatchObject({ name: 'draining', data: { problem: null } });
  made.feed.end();
  expect(await runIn('backfilling')).toMatchObject({ name: 'draining', data: { problem: null } });
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
  const next = await runIn('backfilling');
  expect(next?.name).toBe('draining');
  expect(reading.batch.state.name).toBe('lost');
  if (next === null) return;
  await expect(runState(made.ingest, next)).rejects.toThrow('Block 2 (2.rcd) cannot be turned into rows.');
  expect(await storedNumbers(db.database)).toEqual([]);
});
