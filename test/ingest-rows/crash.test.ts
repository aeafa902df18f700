import { fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import type { Database } from '../../src/db/database.ts';
import { writeDemo } from '../../src/demo/write-demo.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { differences, dumpTables } from './dump-tables.ts';
import { ingestFolder } from './ingest-folder.ts';

const KILLS = 50;
const CHILD = fileURLToPath(new URL('./ingest-child.ts', import.meta.url));
/** Longest time that a child lives before it is killed, in milliseconds. */
const LONGEST_LIFE = 900;

/** Runs a child and kills it after a while. True when it was done before. */
async function runAndKill(
  test: TestDatabase,
  folder: string,
  addressBook: string,
  life: number,
): Promise<boolean> {
  const child = fork(CHILD, [JSON.stringify({ target: test.target, folder, addressBook })], {
    execArgv: ['--import', 'tsx'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const begun = new Promise<void>((resolve) => child.once('message', () => resolve()));
  await Promise.race([begun, ended]);
  const code = await Promise.race([ended, sleep(life, 'alive' as const)]);
  if (code === 'alive') {
    child.kill('SIGKILL');
    await ended;
    return false;
  }
  expect(code).toBe(0);
  return true;
}

/** Nothing of a block is stored without all of it. Returns how many transactions there are. */
async function expectWholeBlocks(database: Database): Promise<number> {
  const { rows } = await database.pool.query(
    `select (select coalesce(sum(count), 0)::int from record_file) as counted,
            (select count(*)::int from transaction) as stored,
            (select count(*) from transaction t where not exists (
               select from record_file f
               where t.consensus_timestamp between f.consensus_start and f.consensus_end))::int as strays`,
  );
  expect(rows[0].stored).toBe(rows[0].counted);
  expect(rows[0].strays).toBe(0);
  return rows[0].stored;
}

it(`stores every block once and whole, killed ${KILLS} times`, { timeout: 600_000 }, async () => {
  const dir = await mkdtemp(path.join(os.tmpdir(), 'tain-crash-'));
  const book = path.join(dir, 'address_book.bin');
  let test = await createTestDatabase();
  try {
    await writeDemo({ dir, blocks: 60, tps: 60, seed: 5, signInner: false });
    const begun = performance.now();
    await ingestFolder({ database: test.database, folder: dir, addressBook: book });
    // A child's life is measured by what this machine, as busy as it is, needs for the whole stream.
    const longestLife = Math.max(LONGEST_LIFE, 1.5 * (performance.now() - begun));
    const whole = await dumpTables(test.database);
    await test.drop();
    test = await createTestDatabase();
    let completed = 0;
    let stored = 0;
    let inBetween = 0;
    for (let kills = 0; kills < KILLS; ) {
      const done = await runAndKill(test, dir, book, Math.random() * longestLife);
      const now = await expectWholeBlocks(test.database);
      if (!done) {
        kills += 1;
        if (now > stored) inBetween += 1;
        stored = now;
        continue;
      }
      stored = 0;
      expect(differences(await dumpTables(test.database), whole)).toEqual([]);
      completed += 1;
      await test.drop();
      test = await createTestDatabase();
    }
    await ingestFolder({ database: test.database, folder: dir, addressBook: book });
    expect(differences(await dumpTables(test.database), whole)).toEqual([]);
    // A test that kills before anything is stored would prove nothing.
    expect(inBetween).toBeGreaterThan(KILLS / 5);
    console.log(
      `Killed ${KILLS} times, ${inBetween} of them after part of the stream was stored; ${completed + 1} streams were stored to their end`,
    );
  } finally {
    await test.drop();
    await rm(dir, { recursive: true, force: true });
  }
});
