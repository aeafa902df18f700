import { afterEach, beforeEach, expect, test } from 'vitest';
import { Reading } from '../../../src/ingest/ingest.ts';
import { readToEnd } from '../../../src/ingest/run.ts';
import { createTestDatabase, type TestDatabase } from '../../database.ts';
import { type MadeIngest, madeBlock, makeIngest } from './made-feed.ts';

let db: TestDatabase;
let made: MadeIngest;
beforeEach(async () => {
  db = await createTestDatabase();
  made = await makeIngest(db.database);
});
afterEach(async () => {
  await made.close();
  await db.drop();
});

test('an empty database is filled from the beginning', async () => {
  (await Reading.open(made.ingest)).close();
  expect(made.feed.opened.map(({ lastBlock }) => lastBlock)).toEqual([null]);
  expect(made.ingest.last).toBeNull();
});

test('the feed is opened after the last block that is stored', async () => {
  made.feed.give(madeBlock(0), madeBlock(1));
  made.feed.end();
  await readToEnd(made.ingest);
  await made.close();
  made = await makeIngest(db.database);
  (await Reading.open(made.ingest)).close();
  expect(made.feed.opened.map(({ lastBlock }) => lastBlock?.number)).toEqual([1n]);
  expect(made.ingest.last?.number).toBe(1n);
  // Blocks stored by an earlier ingest do not count.
  expect(made.ingest.stored.blocks).toBe(0);
});
