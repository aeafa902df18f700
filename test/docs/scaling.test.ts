import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../database.ts';

// The distribution of tables that docs/scaling.md names, against the schema: no table may be forgotten.

interface Line {
  readonly column: string | null;
  readonly group: string;
}

const text = readFileSync(new URL('../../docs/scaling.md', import.meta.url), 'utf8');
const rows = [...text.matchAll(/^\| `([a-z_.]+)` \| (?:`(\w+)`|–) \| (\w+) \|$/gm)];
const lines = new Map<string, Line>(
  rows.map(([, table = '', column, group = '']) => [table, { column: column ?? null, group }]),
);

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());

/** Tables without their partitions: columns, and those of each unique index. */
async function tables() {
  const { rows: found } = await db.database.pool.query<{
    name: string;
    columns: string[];
    keys: string[][] | null;
  }>(
    `select case nspname when 'public' then relname else nspname || '.' || relname end as name,
       array(select attname::text from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped) as columns,
       (select jsonb_agg(array(select attname from pg_attribute where attrelid = c.oid and attnum = any (i.indkey)))
        from pg_index i where indrelid = c.oid and indisunique) as keys
     from pg_class c join pg_namespace n on n.oid = relnamespace
     where nspname in ('public', 'tain') and relkind in ('r', 'p') and not relispartition order by 1`,
  );
  return found;
}

test('each table has one line, and no line is of a table that is gone', async () => {
  expect(rows).toHaveLength(lines.size);
  expect([...lines.keys()].sort()).toEqual((await tables()).map(({ name }) => name).sort());
});

test('distribution columns are in the table and in each of its unique keys; the others name none', async () => {
  for (const { name, columns, keys } of await tables()) {
    const { column, group } = lines.get(name) ?? { column: null, group: '' };
    if (group === 'reference' || group === 'local') {
      expect(column, name).toBeNull();
      continue;
    }
    expect(['entity', 'time', 'hash'], name).toContain(group);
    expect(columns, name).toContain(column);
    for (const key of keys ?? []) expect(key, name).toContain(column);
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
