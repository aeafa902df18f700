import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  reportProcess,
  SILENT_AFTER_SECONDS,
  selectProcesses,
  silenceOthers,
} from '../../../src/app/lease/ingest-processes.ts';
import { createTestDatabase, type TestDatabase } from '../../database.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());

test('a killed writer is silent as soon as another process has its role; one that lives is shown again', async () => {
  const { pool } = db.database;
  const report = (name: string, state: 'writing' | 'standby') => ({
    instance: randomUUID(),
    name,
    state,
    since: new Date(0),
    taken: null,
    ahead: null,
  });
  const [killed, next, standby] = [report('a', 'writing'), report('b', 'writing'), report('c', 'standby')];
  for (const each of [killed, next, standby]) await reportProcess(pool, each);
  const alive = async () =>
    (await selectProcesses(pool))
      .filter(({ silentFor }) => silentFor < SILENT_AFTER_SECONDS)
      .map(({ name, state }) => `${name} ${state}`);
  await silenceOthers(pool, next.instance);
  expect(await alive()).toEqual(['b writing', 'c standby']);
  await reportProcess(pool, killed);
  expect((await alive()).toSorted()).toEqual(['a writing', 'b writing', 'c standby']);
});
