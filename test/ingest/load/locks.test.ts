import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type IngestLease, takeIngestLock } from '../../../src/ingest/load/locks.ts';
import { connectionConfig } from '../../../src/store/connections/database.ts';
import { LOCK_KEYS } from '../../../src/store/locks/advisory-lock.ts';
import { createTestDatabase, type TestDatabase } from '../../database.ts';

// Lock of the writing session, and the lease.

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());

const { signal } = new AbortController();
const held: IngestLease = { confirm: async () => undefined, lost: signal, onBroken: () => () => undefined };
const lost: IngestLease = {
  ...held,
  confirm: async () => {
    throw new Error('another process has it');
  },
};

const clients: pg.Client[] = [];
afterEach(async () => {
  for (const client of clients.splice(0)) await client.end().catch(() => undefined);
});
async function connect(): Promise<pg.Client> {
  const client = new pg.Client(connectionConfig(db.target));
  client.on('error', () => undefined);
  await client.connect();
  clients.push(client);
  return client;
}
const owners = async () =>
  (
    await db.database.pool.query(
      `select pid from pg_locks
       where database = (select oid from pg_database where datname = current_database()) and objid = $1 and granted`,
      [...LOCK_KEYS.ingest],
    )
  ).rows;

test.each(['session', 'transaction'] as const)(
  'the owner of the lease evicts a writer with the lock of its %s, in the middle of a transaction',
  async (until) => {
    const [old, next] = [await connect(), await connect()];
    await old.query('begin');
    await takeIngestLock(old, signal, held, until);
    await old.query("insert into tain.network (name) values ('stale')");
    await takeIngestLock(next, signal, held);
    await expect(old.query('commit')).rejects.toThrow(/terminat|not queryable/);
    expect((await db.database.pool.query('select name from tain.network')).rows).toEqual([]);
    expect(await owners()).toHaveLength(1);
  },
);

test('a process that lost the lease neither evicts another nor takes a free lock', async () => {
  const [writer, stale] = [await connect(), await connect()];
  await takeIngestLock(writer, signal, held);
  await expect(takeIngestLock(stale, signal, lost)).rejects.toThrow('another process has it');
  await writer.query('select 1');
  await writer.end();
  await expect(takeIngestLock(await connect(), signal, lost)).rejects.toThrow('another process has it');
});

test('without a lease a second ingest is refused in one sentence', async () => {
  await takeIngestLock(await connect(), signal);
  await expect(takeIngestLock(await connect(), signal)).rejects.toThrow(
    'Another ingest already writes to this database.',
  );
});
