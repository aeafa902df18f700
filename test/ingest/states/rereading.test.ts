import { afterEach, beforeEach, expect, test } from 'vitest';
import type { RunState } from '../../../src/ingest/states/state.ts';
import { runState } from '../../../src/ingest/states/states.ts';
import { createTestDatabase, type TestDatabase } from '../../database.ts';
import { type MadeIngest, madeBlock, makeIngest, RESUMING, storedNumbers } from './made-feed.ts';

let db: TestDatabase;
let made: MadeIngest;
beforeEach(async () => {
  db = await createTestDatabase();
  // Rows of every block are sent ahead.
  made = await makeIngest(db.database, { maxBytes: 1 });
  made.setClock(10_000);
});
afterEach(async () => {
  await made.close();
  await db.drop();
});

/** Takes four blocks, the rows of three sent ahead, and cuts the connection that has them. */
async function loseRows(): Promise<RunState> {
  made.feed.give(...[0, 1, 2, 3].map(madeBlock));
  let state = await made.runUntil(RESUMING, 'backfilling');
  for (let taken = 0; taken < 4; taken += 1) state = state && (await runState(made.ingest, state));
  if (state?.name !== 'backfilling') throw new Error(`it is ${state?.name}`);
  await state.data.writes.drained();
  expect(state.data.batch.state).toEqual({ name: 'sent ahead', parts: 3 });
  const { rows } = await db.database.pool.query(
    `select pg_terminate_backend(pid, 60000) as ended from pg_stat_activity
     where application_name = 'tain ingest writer' and datname = current_database()`,
  );
  expect(rows).toEqual([{ ended: true }]);
  made.feed.end();
  return state;
}

test('rows that were sent ahead are lost with their connection, and the blocks are read again', async () => {
  const lost = await loseRows();
  const state = await made.runUntil(lost, 'rereading');
  expect(state).toMatchObject({ name: 'rereading', data: { upTo: madeBlock(3).block.consensusEnd } });
  expect(await storedNumbers(db.database)).toEqual([]);
  expect(made.ingest.stored.blocks).toBe(0);
  expect(state && (await made.runUntil(state))).toBeNull();
  expect(await storedNumbers(db.database)).toEqual([0, 1, 2, 3]);
  expect(made.ingest.stored.blocks).toBe(4);
  expect(made.feed.opened).toHaveLength(2);
  expect(made.said.filter((line) => line.startsWith('Blocks that were not stored yet'))).toHaveLength(1);
});

test('what is read again is kept in memory until it is stored; what comes after it is sent ahead', async () => {
  const lost = await loseRows();
  let state = await made.runUntil(lost, 'rereading');
  made.feed.give(...[4, 5, 6].map(madeBlock));
  state = state && (await runState(made.ingest, state));
  const parts: number[] = [];
  while (state && state.name !== 'draining') {
    state = await runState(made.ingest, state);
    if (state?.name === 'backfilling') parts.push(state.data.batch.parts);
  }
  expect(parts).toEqual([0, 0, 0, 0, 1, 2, 3]);
  expect(state && (await made.runUntil(state))).toBeNull();
  expect(await storedNumbers(db.database)).toEqual([0, 1, 2, 3, 4, 5, 6]);
});
