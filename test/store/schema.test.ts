import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { sharedDir } from '../shared.ts';

interface Table {
  readonly name: string;
  readonly columns: string[];
  readonly primaryKey: string;
  readonly indexes: string[];
}

/** Parses the tables of the reference: columns as `name type[ not null]`, keys and index names. */
function readReference(text: string): Table[] {
  return text
    .split('\n### ')
    .slice(1)
    .map((section) => {
      const lines = section.split('\n');
      const columns = (lines.find((line) => line.startsWith('- columns: ')) ?? '').slice(
        '- columns: '.length,
      );
      return {
        name: lines[0]?.trim() ?? '',
        columns: columns
          .split('; ')
          .map((column) =>
            column
              .replace(/ = .*$/, '')
              .replace(/ (\w+)\(bigint\)/, ' $1')
              .replace(/\(character varying\)/, ''),
          )
          .sort(),
        primaryKey: (lines.find((line) => line.startsWith('- primary key: ')) ?? '').slice(
          '- primary key: '.length,
        ),
        indexes: lines.flatMap((line) => /^- (?:unique )?index `([^`]+)`/.exec(line)?.[1] ?? []).sort(),
      };
    });
}

const COLUMNS = `
  select a.attname || ' ' || case when t.typtype = 'd' then t.typname else format_type(a.atttypid, a.atttypmod) end
         || case when a.attnotnull then ' not null' else '' end as text
  from pg_attribute a join pg_type t on t.oid = a.atttypid
  where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped`;
const PRIMARY_KEY = `
  select string_agg(a.attname, ', ' order by k.ord) as text
  from pg_index i cross join lateral unnest(i.indkey) with ordinality k(num, ord)
  join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.num
  where i.indrelid = $1::regclass and i.indisprimary`;
const INDEXES = `
  select c.relname as text from pg_index i join pg_class c on c.oid = i.indexrelid
  where i.indrelid = $1::regclass and not i.indisprimary and c.relname not like 'tain\\_\\_%'`;

// The reference is outside of the project. Skipped in a clone without it.
describe.skipIf(sharedDir === null)('the ledger schema', () => {
  const reference =
    sharedDir === null
      ? []
      : readReference(readFileSync(path.join(sharedDir, 'reference/database.md'), 'utf8'));
  let db: TestDatabase;
  beforeAll(async () => {
    db = await createTestDatabase();
  });
  afterAll(() => db.drop());

  const texts = async (sql: string, table: string): Promise<string[]> =>
    (await db.database.pool.query<{ text: string }>(sql, [`public.${table}`])).rows
      .map(({ text }) => text)
      .sort();

  test('is known in full', () => expect(reference.length).toBeGreaterThan(60));

  test.each(reference.map((table) => [table.name, table] as const))(
    '%s is as in a public mirror node',
    async (name, table) => {
      expect(await texts(COLUMNS, name)).toEqual(table.columns);
      expect((await texts(PRIMARY_KEY, name)).filter(Boolean).join()).toBe(table.primaryKey);
      expect(await texts(INDEXES, name)).toEqual(table.indexes);
    },
  );

  test('tables missing in the reference are partitions, or in schema tain', async () => {
    const { rows } = await db.database.pool.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace
       and relkind in ('r', 'p') and not relispartition`,
    );
    const known = new Set(reference.map(({ name }) => name));
    expect(rows.map(({ name }) => name).filter((name) => !known.has(name))).toEqual([]);
  });
});
