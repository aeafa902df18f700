import { afterAll, beforeAll, expect, test } from 'vitest';
import { DISTRIBUTION, type Distribution } from '../../../src/store/schema/distribution.ts';
import { createTestDatabase, type TestDatabase } from '../../database.ts';

// Checks the declared distribution of tables against the schema, so that no table is forgotten.

const declared: readonly (readonly [table: string, distribution: Distribution])[] =
  Object.entries(DISTRIBUTION);

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());

/**
 * Returns the tables that are not partitions: their columns, and the columns of each unique index. A primary key
 * without the distribution column is extended by it.
 */
async function tables() {
  const { rows: found } = await db.database.pool.query<{
    name: string;
    columns: string[];
    keys: string[][] | null;
  }>(
    `select case nspname when 'public' then relname else nspname || '.' || relname end as name,
       array(select attname::text from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped) as columns,
       (select jsonb_agg(array(select attname from pg_attribute where attrelid = c.oid and attnum = any (i.indkey)))
        from pg_index i where indrelid = c.oid and indisunique and not indisprimary) as keys
     from pg_class c join pg_namespace n on n.oid = relnamespace
     where nspname in ('public', 'tain') and relkind in ('r', 'p') and not relispartition order by 1`,
  );
  return found;
}

test('each table is declared, and no removed one', async () => {
  expect(declared.map(([table]) => table).sort()).toEqual((await tables()).map(({ name }) => name).sort());
});

test('distribution columns are in the table and in each of its unique indexes', async () => {
  const found = new Map((await tables()).map((table) => [table.name, table]));
  for (const [table, distribution] of declared) {
    if (distribution.kind !== 'distributed') continue;
    const { columns, keys } = found.get(table) ?? { columns: [], keys: null };
    expect(columns, table).toContain(distribution.column);
    for (const key of keys ?? []) expect(key, table).toContain(distribution.column);
  }
});

test('tables of the ledger have no triggers and no foreign keys', async () => {
  const { rows: triggers } = await db.database.pool.query(
    `select tgrelid::regclass::text as "table", tgname as name from pg_trigger t join pg_class c on c.oid = tgrelid
     where relnamespace = 'public'::regnamespace`,
  );
  const { rows: foreign } = await db.database.pool.query(
    `select conname as name from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
  );
  expect([...triggers, ...foreign]).toEqual([]);
});
