import { readFileSync } from 'node:fs';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../../../src/app/open-database.ts';
import { readConfig } from '../../../src/config/config.ts';
import { connectionConfig } from '../../../src/store/connections/database.ts';
import { DATABASE_ROLES, grantRights } from '../../../src/store/migrate/rights.ts';
import { createTestDatabase, databaseUrl, type TestDatabase } from '../../database.ts';

// Roles on an operator's own server, as in docs/operations.md.

let db: TestDatabase;
/** Roles that are dropped at the end, because the servers of other tests do not have them. */
const made: string[] = [];
beforeAll(async () => {
  db = await createTestDatabase();
  for (const name of [...DATABASE_ROLES, 'mirror_api']) {
    const { rowCount } = await db.database.pool.query('select where to_regrole($1) is not null', [name]);
    if (rowCount === 0) {
      await db.database.pool.query(`create role ${name} login`);
      made.push(name);
    }
  }
});
afterAll(async () => {
  for (const name of [...DATABASE_ROLES, 'mirror_api']) await db.database.pool.query(`drop owned by ${name}`);
  for (const name of made) await db.database.pool.query(`drop role ${name}`);
  await db.drop();
});

async function as<T>(user: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(connectionConfig({ ...db.target, user } as never));
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
const outcome = (user: string, sql: string): Promise<string> =>
  as(user, (client) =>
    client.query(sql).then(
      () => 'done',
      ({ code }: { code: string }) => code,
    ),
  );
const tables = async (condition: string): Promise<string[]> => {
  const { rows } = await db.database.pool.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and ${condition} order by 1`,
  );
  return rows.map(({ name }) => name);
};
/** Returns the statement in a section of the page. */
const documented = (heading: string): string => {
  const [, section = ''] = readFileSync('docs/operations.md', 'utf8').split(`\n### ${heading}\n`);
  return /```sql\n([\s\S]*?)```/.exec(section)?.[1] ?? '';
};

describe('a role of the public mirror', () => {
  test('reads the ledger after the documented statement, including later tables, and nothing else', async () => {
    expect(await outcome('mirror_api', 'select from public.entity')).toBe('42501');
    await db.database.pool.query(documented('A server of the public mirror'));
    await db.database.pool.query('select tain.ensure_balance_partitions(1893456000000000000)');
    const all = await tables("n.nspname = 'public'");
    expect(all).toEqual(expect.arrayContaining(['entity', 'record_file', 'account_balance_p2029']));
    await as('mirror_api', async (client) => {
      for (const name of all) await client.query(`select * from ${name} limit 1`);
      await client.query("select * from get_transaction_info_by_hash('\\x00'::bytea)");
    });
    for (const name of await tables("n.nspname = 'tain'"))
      expect([name, await outcome('mirror_api', `select from ${name}`)]).toEqual([name, '42501']);
    for (const sql of ['delete from entity', 'truncate record_file', 'create table public.t (n int)'])
      expect([sql, await outcome('mirror_api', sql)]).toEqual([sql, '42501']);
  });
});

describe('the roles of services', () => {
  test('get missing privileges from any migrating user, and unchanged ones are not written', async () => {
    expect(await outcome('tain_api', 'select from public.entity')).toBe('42501');
    const config = readConfig({ DATABASE_URL: databaseUrl(db) });
    const open = async () => {
      const opened = await openDatabase(config, pino({ level: 'silent' }), 'migrate');
      await opened.release();
    };
    await open();
    const state = async () =>
      (await db.database.pool.query('select xmin, relname from pg_class where relacl is not null order by 2'))
        .rows;
    const before = await state();
    await open();
    expect(await state()).toEqual(before);
    // A new table of a later release.
    await db.database.pool.query('create table tain.status_new (n int); create table tain.new (n int)');
    expect(await outcome('tain_status', 'insert into tain.status_new values (1)')).toBe('42501');
    await open();
    expect(await outcome('tain_status', 'insert into tain.status_new values (1)')).toBe('done');
    expect(await outcome('tain_api', 'select from tain.status_new')).toBe('42501');
    expect(await outcome('tain_api', 'select from tain.new')).toBe('done');
    for (const name of ['block_proof', 'ledger_publication', 'api_health'])
      expect([name, await outcome('tain_api', `select from tain.${name}`)]).toEqual([name, 'done']);
    expect(await outcome('tain_api', 'delete from tain.api_health')).toBe('done');
    expect(await outcome('tain_api', 'delete from public.record_file')).toBe('42501');
  });

  test('are unchanged by a user who owns no tables', async () => {
    await as('mirror_api', async (client) => grantRights(client));
  });
});
