import { afterEach, beforeEach, expect, test } from 'vitest';
import { Reading } from '../../../src/ingest/ingest.ts';
import { MODES } from '../../../src/ingest/modes.ts';
import { drain, readToEnd, takeBlock } from '../../../src/ingest/run.ts';
import { createTestDatabase, type TestDatabase } from '../../database.ts';
import { expectBalanceIndex } from '../balance-index.ts';
import { type MadeIngest, madeBlock, makeIngest, storedNumbers } from './made-feed.ts';

let db: TestDatabase;
let made: MadeIngest;
beforeEach(async () => {
  db = await createTestDatabase();
});
afterEach(async () => {
  await made.close();
  await db.drop();
});

/** Takes all blocks of the feed without draining. */
async function takeAll(): Promise<Reading> {
  const reading = await Reading.open(made.ingest);
  while ((await takeBlock(made.ingest, reading, MODES.backfilling)) !== null);
  return reading;
}

test('accepted blocks are stored, and the balance index is built', async () => {
  made = await makeIngest(db.database);
  made.setClock(10_000);
  made.feed.give(madeBlock(0), madeBlock(1), madeBlock(2));
  made.feed.end();
  const reading = await takeAll();
  expect(await storedNumbers(db.database)).toEqual([]);
  await drain(made.ingest, reading, MODES.backfilling, null);
  expect(made.ingest.last?.number).toBe(2n);
  expect(made.ingest.stored).toMatchObject({ blocks: 3, transactions: 3 });
  expect(await storedNumbers(db.database)).toEqual([0, 1, 2]);
  await expectBalanceIndex(db.database);
});

test('the error of the feed is thrown after everything before it is stored', async () => {
  made = await makeIngest(db.database);
  made.feed.give(madeBlock(0), madeBlock(1));
  made.feed.end(new Error('the third block is forged'));
  await expect(readToEnd(made.ingest)).rejects.toThrow('the third block is forged');
  expect(await storedNumbers(db.database)).toEqual([0, 1]);
});

test('a stopped ingest writes nothing more', async () => {
  made = await makeIngest(db.database);
  made.setClock(10_000);
  made.feed.give(madeBlock(0), madeBlock(1));
  made.feed.end();
  const reading = await takeAll();
  made.abort();
  await drain(made.ingest, reading, MODES.backfilling, null);
  expect(made.ingest.last).toBeNull();
  expect(await storedNumbers(db.database)).toEqual([]);
});
