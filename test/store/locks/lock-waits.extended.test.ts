import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectionConfig } from '../../../src/store/connections/database.ts';
import {
  holdersText,
  type LockWait,
  LockWatch,
  selectLockWaits,
} from '../../../src/store/locks/lock-waits.ts';
import { migrate } from '../../../src/store/migrate/migrate.ts';
import { createTestDatabase, type TestDatabase } from '../../database.ts';

/** Milliseconds of a wait before it is reported in these tests. */
const AFTER_MS = 200;
const TIMEOUT_MS = 90_000;

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());

async function withClient<T>(
  name: string,
  work: (client: pg.Client) => Promise<T>,
  user?: string,
): Promise<T> {
  const target = { ...db.target, ...(user && { user }) } as never;
  const client = new pg.Client({ ...connectionConfig(target), application_name: name });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

test('a session that waits for a lock is logged once, with the holder, and at its end', async () => {
  const lines: { level: string; fields: object; message: string }[] = [];
  const reported: (readonly LockWait[])[] = [];
  const watch = new LockWatch({
    target: db.target,
    sessions: ['tain waits'],
    afterMs: AFTER_MS,
    log: {
      info: (fields, message) => void lines.push({ level: 'info', fields, message }),
      warn: (fields, message) => void lines.push({ level: 'warn', fields, message }),
    },
    onWaits: (waits) => void reported.push(waits),
  });
  try {
    await withClient('a console', async (holder) => {
      await holder.query("begin; lock table tain.network in access exclusive mode; select 'secret'");
      const { rows } = await holder.query<{ pid: number; since: string }>(
        `select pg_backend_pid() as pid, to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as since`,
      );
      const { pid, since } = rows[0] ?? { pid: 0, since: '' };
      await withClient('tain waits', async (waiter) => {
        const waiting = waiter.query('insert into tain.network (name) values ($1)', ['other']);
        // Several polls do not repeat the line.
        await expect.poll(() => reported.length, { timeout: TIMEOUT_MS }).toBeGreaterThan(2);
        expect(lines).toEqual([
          {
            level: 'warn',
            fields: {
              session: 'tain waits',
              lock: 'a lock of table tain.network',
              seconds: expect.any(Number),
              holders: [pid],
            },
            message: `tain waits waits for a lock of table tain.network, blocked by process ${pid} (a console, idle in transaction since ${since})`,
          },
        ]);
        await holder.query('commit');
        await waiting;
      });
    });
    await expect.poll(() => reported.at(-1), { timeout: TIMEOUT_MS }).toEqual([]);
    expect(lines.slice(1).map(({ level, message }) => `${level} ${message}`)).toEqual([
      'info tain waits no longer waits for a lock of table tain.network',
    ]);
  } finally {
    await watch.stop();
  }
});

test('waits for rows and transactions are named, also where a user may not see the holder', async () => {
  const name = `waits_${process.pid}_${Date.now()}`;
  const { pool } = db.database;
  await pool.query(`create role ${name} login; grant all on all tables in schema public to ${name}`);
  await pool.query('create table owned (id int primary key); insert into owned values (1)');
  await pool.query(`grant all on owned to ${name}`);
  try {
    await withClient('a console', async (holder) => {
      await holder.query('begin; update owned set id = 1; select pg_advisory_lock(77)');
      const waits = (text: string) =>
        withClient(
          'tain waits',
          async (waiter) => {
            const waiting = waiter.query(text).catch(() => undefined);
            const seen = () =>
              withClient('tain looks', (client) => selectLockWaits(client as never, ['tain waits'], 0), name);
            await expect.poll(async () => (await seen()).length, { timeout: TIMEOUT_MS }).toBe(1);
            const [wait] = await seen();
            await pool.query(
              "select pg_cancel_backend(pid) from pg_stat_activity where application_name = 'tain waits'",
            );
            await waiting;
            return [wait?.lock, wait?.holders.map(({ pid: _, ...rest }) => rest)];
          },
          name,
        );
      const hidden = [{ application: 'a console', state: null, since: null }];
      expect(await waits('update owned set id = 1')).toEqual(['a row of table owned', hidden]);
      expect(await waits('insert into owned values (2) on conflict do nothing; truncate owned')).toEqual([
        'a lock of table owned',
        hidden,
      ]);
      expect(await waits('select pg_advisory_lock(77)')).toEqual(['an advisory lock', hidden]);
    });
  } finally {
    await pool.query(`drop table owned; drop owned by ${name}; drop role ${name}`);
  }
});

test('holders are described without what a user may not see', () => {
  const holders = [
    { pid: 0, application: null, state: null, since: null },
    { pid: 7, application: 'psql', state: null, since: null },
    { pid: 8, application: 'autovacuum worker', state: 'active', since: '2026-11-28T07:00:00Z' },
  ];
  expect(holdersText(holders)).toBe(
    'a prepared transaction (pg_prepared_xacts), process 7 (psql, state not visible), process 8 (autovacuum worker, active since 2026-11-28T07:00:00Z)',
  );
});

test('a partitioning that gets no lock names the holders', async () => {
  const made = await createTestDatabase();
  const holder = await made.database.pool.connect();
  try {
    await holder.query("set application_name = 'a backup'; begin; select from topic_message");
    const told: string[] = [];
    const partitioning = {
      tables: ['topic_message'],
      column: 'consensus_timestamp',
      size: 'month' as const,
      onLocked: (table: string, holders: Parameters<typeof holdersText>[0]) => {
        told.push(`${table}: ${holdersText(holders)}`);
        void holder.query('commit');
      },
    };
    await migrate(made.target, { partitioning });
    expect(told).toEqual([
      expect.stringMatching(/^topic_message: process \d+ \(a backup, idle in transaction since \S+Z\)$/),
    ]);
  } finally {
    holder.release();
    await made.drop();
  }
});
