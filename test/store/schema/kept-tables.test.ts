import { afterAll, beforeAll, expect, it } from 'vitest';
import { TABLE_RETENTION } from '../../../src/store/schema/kept-tables.ts';
import { createTestDatabase, type TestDatabase } from '../../database.ts';

/** Checks that the retention of each table's rows is declared, so that a new table is not forgotten. */

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db?.drop());

const texts = async (sql: string, values: unknown[] = []): Promise<string[]> =>
  (await db.database.pool.query<{ text: string }>(sql, values)).rows.map(({ text }) => text);

it('names every table of the database, and no other', async () => {
  const tables = await texts(
    `select case n.nspname when 'public' then '' else n.nspname || '.' end || c.relname as text
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('public', 'tain') and c.relkind in ('r', 'p') and not c.relispartition
     order by 1`,
  );
  expect(Object.keys(TABLE_RETENTION).sort()).toEqual(tables.sort());
});

it('finds the rows to remove by an index', async () => {
  const keys = Object.entries(TABLE_RETENTION).flatMap(([table, removal]) => {
    if (!('family' in removal)) return [];
    switch (removal.by) {
      case 'time':
        return [[table, removal.column]];
      case 'replaced':
        return [
          [table, removal.column],
          [table, removal.slots.key.join(', ')],
        ];
      case 'validity':
        return [[table, removal.indexed === 'range' ? 'timestamp_range' : 'upper(timestamp_range)']];
      case 'key':
        return [[table, `${removal.key}, ${removal.column}`]];
      case 'partition':
        return [[table, removal.key.join(', ')]];
      default:
        return [[table, removal.indexed('hash')]];
    }
  });
  expect(keys.length).toBeGreaterThan(30);
  for (const [table = '', columns = ''] of keys) {
    const indexes = await texts(
      `select regexp_replace(regexp_replace(pg_get_indexdef(indexrelid), '^.* USING \\w+ \\(', ''), ' DESC', '', 'g') as text
       from pg_index where indrelid = $1::regclass and indpred is null`,
      [table],
    );
    expect(
      indexes.some((index) => index.toLowerCase().startsWith(columns)),
      `${table} (${columns}): ${indexes.join('; ')}`,
    ).toBe(true);
  }
});
