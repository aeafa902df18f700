import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { ReadServer } from '../../../../src/store/reads/servers/read-server.ts';
import { PLANNED_FOR_VALUES } from '../../../../src/store/sql.ts';
import { createTestDatabase, type TestDatabase } from '../../../database.ts';
import { block, insert } from '../../../rest/rows.ts';

/** Timeout that exceeds all lookups here, even on a loaded machine, except one that waits for a lock. */
const LOOKUP_TIMEOUT_MS = 2_000;

let test: TestDatabase;
let server: ReadServer;
/** Connection that holds the lock for which statements wait. */
let holder: pg.PoolClient;
beforeAll(async () => {
  test = await createTestDatabase();
  holder = await test.database.pool.connect();
}, 120_000);
beforeEach(() => {
  server = new ReadServer(test.database, LOOKUP_TIMEOUT_MS);
});
afterEach(async () => {
  await holder.query('select pg_advisory_unlock_all()');
  expect(server.running).toBe(0);
  server.close();
});
afterAll(async () => {
  holder?.release();
  await test?.drop();
});

const named = (text: string) => ({ text, name: text.slice(0, 60) });
/** Statement that returns the backend process id of its connection. */
const PID = named('select pg_backend_pid()::text');
const ROWS = named("select n, repeat('é', n), null from generate_series(1, $1::int) n");
const DIVIDE = named('select 100 / $1::int');
const WAIT = named("select 'waited' from (select pg_advisory_xact_lock_shared($1)) w");
const LOCK = 7;

const lookup = (statement: { text: string; name: string }, ...values: readonly unknown[]) =>
  server.lookup(statement, values).then(({ rows }) => rows);

/** Returns the rows of several lookups made in one turn of the event loop. */
const together = <T>(...lookups: readonly Promise<T>[]) => Promise.all(lookups);
const pids = (count: number) => together(...Array.from({ length: count }, () => lookup(PID)));

/** Returns the number of connections on which `count` concurrent lookups run. */
async function connectionsOf(count: number): Promise<number> {
  return new Set((await pids(count)).flat(2)).size;
}

it('run on one connection, at most eight, and each gets its own rows', async () => {
  expect(await connectionsOf(8)).toBe(1);
  expect(await connectionsOf(9)).toBe(2);
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat({ max: 4 }), { minLength: 1, maxLength: 20 }), async (counts) => {
      const found = await together(...counts.map((count) => lookup(ROWS, count)));
      expect(found).toEqual(
        counts.map((count) =>
          Array.from({ length: count }, (_, index) => [String(index + 1), 'é'.repeat(index + 1), null]),
        ),
      );
    }),
    { numRuns: 50 },
  );
});

it('return their block', async () => {
  const { pool } = test.database;
  await insert(test.database, 'record_file', [block(3, 5)]);
  const seen = await Promise.all([server.lookup(PID, []), server.lookup(ROWS, [1])]);
  expect(seen.map(({ block }) => block?.number)).toEqual([3n, 3n]);
  expect(server.block?.number).toBe(3n);
  await pool.query('delete from record_file');
});

it('fail alone: the others of the batch are answered, and the next batches have no such statement', async () => {
  for (const prepared of [false, true]) {
    const settled = await Promise.allSettled([
      lookup(PID),
      lookup(DIVIDE, 0),
      lookup(DIVIDE, 5),
      lookup(ROWS, 1),
    ]);
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
    expect(settled[1]).toMatchObject({ reason: { code: '22012' } });
    expect(settled[2]).toMatchObject({ value: [['20']] });
    if (prepared) break;
  }
  // Lookups that succeed are still batched.
  expect(await connectionsOf(3)).toBe(1);
});

it('have valid values, each on its own', async () => {
  const settled = await Promise.allSettled([lookup(ROWS, {}), lookup(ROWS, 1)]);
  expect(settled).toMatchObject([{ reason: expect.any(TypeError) }, { value: [['1', 'é', null]] }]);
});

it('wait a short time for a slow one, which continues alone', async () => {
  await pids(2);
  await holder.query('select pg_advisory_lock($1)', [LOCK]);
  let isDone = false;
  const slow = lookup(WAIT, LOCK).finally(() => {
    isDone = true;
  });
  // Lookups before and after it in the batch.
  const [before, , behind] = await together(lookup(PID), lookup(ROWS, 2), lookup(ROWS, 1));
  expect([before?.length, behind]).toEqual([1, [['1', 'é', null]]]);
  expect(isDone).toBe(false);
  // The statement is now excluded from batches: its two lookups wait, each on its own connection, and the others are
  // not repeated.
  const next = lookup(WAIT, LOCK);
  expect(await connectionsOf(4)).toBe(1);
  expect(isDone).toBe(false);
  await holder.query('select pg_advisory_unlock($1)', [LOCK]);
  expect(await together(slow, next)).toEqual([[['waited']], [['waited']]]);
});

it('do not change the timeout of other statements', async () => {
  await pids(3);
  const { rows } = await server.run(named("select current_setting('statement_timeout')"), []);
  const before = await test.database.pool.query('show statement_timeout');
  expect(rows).toEqual([[before.rows[0]?.statement_timeout]]);
});

it('are answered although their session is ended by the server', async () => {
  const END = named('select pg_terminate_backend(pg_backend_pid())');
  const settled = await Promise.allSettled([lookup(ROWS, 1), lookup(END), lookup(ROWS, 2)]);
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(await connectionsOf(3)).toBe(1);
});

it('all fail with their connection', async () => {
  await pids(2);
  const lookups = [lookup(PID), lookup(ROWS, 1), lookup(ROWS, 2)];
  const settled = Promise.allSettled(lookups);
  // The statements are sent, and no result is read yet.
  await turn();
  server.break(new Error('The server is gone'));
  for (const one of await settled) {
    expect(one).toMatchObject({ status: 'rejected', reason: { message: 'The server is gone' } });
  }
  expect(await connectionsOf(3)).toBe(1);
});

it('plan a statement for any values unless it is marked', async () => {
  const mode = "select current_setting('plan_cache_mode'), $1::int";
  const unnamed = (text: string) => server.run({ text, name: undefined }, [1]).then(({ rows }) => rows);
  const modes = [
    await unnamed(mode),
    await unnamed(`${PLANNED_FOR_VALUES.text}${mode}`),
    await lookup(named(mode), 1),
    ...(await together(lookup(named(mode), 1), lookup(named(mode), 2))),
  ];
  expect(modes.map((rows) => rows[0]?.[0])).toEqual([
    'force_generic_plan',
    'force_custom_plan',
    'force_generic_plan',
    'force_generic_plan',
    'force_generic_plan',
  ]);
});
