import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { connectionConfig } from '../../../src/store/connections/database.ts';
import { LOCK_KEYS, takeAdvisoryLock } from '../../../src/store/locks/advisory-lock.ts';
import { createTestDatabase, type TestDatabase } from '../../database.ts';

let db: TestDatabase;
const made: string[] = [];
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(async () => {
  for (const name of made) await db.database.pool.query(`drop owned by ${name}; drop role ${name}`);
  await db.drop();
});

const clients: pg.Client[] = [];
afterEach(async () => {
  for (const client of clients.splice(0)) await client.end().catch(() => undefined);
});
async function connect(user?: string, options?: string): Promise<pg.Client> {
  const client = new pg.Client({
    ...connectionConfig({ ...db.target, ...(user && { user }) } as never),
    ...(options && { options }),
  });
  client.on('error', () => undefined);
  await client.connect();
  clients.push(client);
  return client;
}

/** Creates a role with some rights. Returns its name. */
async function role(rights: string): Promise<string> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await db.database.pool.query(`create role ${name} login; ${rights.replaceAll('ROLE', name)}`);
  made.push(name);
  return name;
}

describe('the keys of locks', () => {
  const filesOf = (folder: string, ending: string): string[] =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith(ending))
      .map((name) => path.join(folder, name));

  test('are all different, including those of SQL functions', () => {
    const named = filesOf('migrations', '.sql').flatMap((file) => [
      ...readFileSync(file, 'utf8').matchAll(/pg_(?:try_)?advisory_\w+\(([^;]*)\);/g),
    ]);
    expect(named.length).toBeGreaterThan(0);
    const keys = Object.values(LOCK_KEYS).map((key) => key.join(', '));
    for (const [, key] of named) expect(keys).toContain(key);
    expect(new Set(keys).size).toBe(keys.length);
  });

  test('are declared only in their table', () => {
    const table = path.join('src', 'store', 'locks', 'advisory-lock.ts');
    for (const file of filesOf('src', '.ts')) {
      const text = readFileSync(file, 'utf8');
      if (file !== table) expect([file, /0x7461_/.test(text)]).toEqual([file, false]);
      if (!/pg_(try_)?advisory_\w*\(|(take|try)AdvisoryLock\(/.test(text)) continue;
      const usesTable = /\b(?:LOCK_KEYS|roleLockKey)\b/.test(text);
      expect([file, usesTable]).toEqual([file, true]);
    }
  });
});

describe('a read-only user who holds a lock of ours', () => {
  const READS = 'grant select on all tables in schema public to ROLE';
  const WRITES = `${READS}; grant insert on public.record_file to ROLE`;

  test.each([
    ['of one number', LOCK_KEYS.ingest],
    ['of two, one of them negative', [1, -7] as const],
  ])('is ended, with a key %s', async (_, key) => {
    const [reader, owner] = [await connect(await role(READS)), await connect()];
    await reader.query(`select pg_advisory_lock(${key.join(', ')})`);
    expect(await takeAdvisoryLock(owner as never, key)).toBe(true);
    await expect(reader.query('select 1')).rejects.toThrow(/terminat|not queryable/);
  });

  test('is named if this user may not terminate the session', async () => {
    const [name, writer] = [await role(READS), await role(WRITES)];
    const reader = await connect(name);
    await reader.query(`select pg_advisory_lock(${LOCK_KEYS.ingest[0]})`);
    await expect(takeAdvisoryLock((await connect(writer)) as never, LOCK_KEYS.ingest)).rejects.toThrow(
      `of user ${name}, who may not write to this database, holds a lock of tain: end it (select pg_terminate_backend(`,
    );
    await reader.query('select 1');
    await db.database.pool.query(`grant pg_signal_backend to ${writer}`);
    expect(await takeAdvisoryLock((await connect(writer)) as never, LOCK_KEYS.ingest)).toBe(true);
  });

  test('a user with write access is not terminated, also one who was granted it by the owner', async () => {
    const owner = await role(`${WRITES}; alter table public.record_file owner to ROLE`);
    const login = await role(`grant ${owner} to ROLE; alter role ROLE noinherit`);
    for (const user of [owner, login, undefined]) {
      const holder = await connect(user);
      await holder.query(`select pg_advisory_lock(${LOCK_KEYS.retention[0]})`);
      expect(await takeAdvisoryLock((await connect()) as never, LOCK_KEYS.retention)).toBe(false);
      await holder.end();
    }
    await db.database.pool.query('alter table public.record_file owner to current_user');
  });
});
