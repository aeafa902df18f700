import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../database.ts';
import { expectBalanceIndex } from '../balance-index.ts';
import { type MadeIngest, madeBlock, makeIngest, RESUMING, storedNumbers } from './made-feed.ts';

let db: TestDatabase;
let made: MadeIngest;
beforeEach(async () => {
  db = await createTestDatabase();
});
afterEach(async () => {
  await made.close();
  await db.drop();
});

test('accepted blocks are stored, and the balance index is built', async () => {
  made = await makeIngest(db.database);
  made.setClock(10_000);
  made.feed.give(madeBlock(0), madeBlock(1), madeBlock(2));
  made.feed.end();
  const state = await made.runUntil(RESUMING, 'draining');
  expect(await storedNumbers(db.database)).toEqual([]);
  expect(state && (await made.runUntil(state))).toBeNull();
  expect(made.ingest.last?.number).toBe(2n);
  expect(made.ingest.stored).toMatchObject({ blocks: 3, transactions: 3 });
  expect(await storedNumbers(db.database)).toEqual([0, 1, 2]);
  await expectBalanceIndex(db.database);
});

test('the error of the feed is thrown after everything before it is stored', async () => {
  made = await makeIngest(db.database);
  made.feed.give(madeBlock(0), madeBlock(1));
  made.feed.end(new Error('the third block is forged'));
  await expect(made.runUntil(RESUMING)).rejects.toThrow('the third block is forged');
  expect(await storedNumbers(db.database)).toEqual([0, 1]);
});

test('a stopped ingest writes nothing more', async () => {
  made = await makeIngest(db.database);
  made.setClock(10_000);
  made.feed.give(madeBlock(0), madeBlock(1));
  const draining = made.runUntil(RESUMING, 'draining');
  made.feed.end();
  const state = await draining;
  made.abort();
  expect(state && (await made.runUntil(state))).toBeNull();
  expect(made.ingest.last).toBeNull();
  expect(await storedNumbers(db.database)).toEqual([]);
});
