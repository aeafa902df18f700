import type { Database } from '../../src/store/connections/database.ts';

/** Columns with the time of storage. */
const LOAD_TIMES = ['load_start', 'load_end'];

/** Returns every row of every ledger table as JSON text, sorted, by table. Empty tables are omitted. */
export async function dumpTables(database: Database): Promise<Record<string, string[]>> {
  return dumpSchema(database, 'public');
}

/**
 * Dumps like `dumpTables`, including Tain's own tables (`tain.…`), but without storage times, and without the change
 * log, whose rows depend on the batches of blocks.
 */
export async function dumpEverything(database: Database): Promise<Record<string, string[]>> {
  const { 'tain.change_log': _, ...own } = await dumpSchema(database, 'tain');
  return { ...(await dumpSchema(database, 'public')), ...own };
}

async function dumpSchema(database: Database, schema: 'public' | 'tain'): Promise<Record<string, string[]>> {
  const tables = await database.pool.query<{ name: string; clocks: string[] }>(
    `select relname as name, array(
       select attname::text from pg_attribute
       where attrelid = c.oid and attnum > 0 and atttypid = 'timestamptz'::regtype) as clocks
     from pg_class c where relnamespace = $1::regnamespace
     and relkind in ('r', 'p') and not relispartition order by relname`,
    [schema],
  );
  const dump: Record<string, string[]> = {};
  for (const { name, clocks } of tables.rows) {
    const { rows } = await database.pool.query<{ row: string }>(
      `select (to_jsonb(t) - $1::text[])::text as row from ${schema}."${name}" t order by 1`,
      [[...LOAD_TIMES, ...clocks]],
    );
    if (rows.length > 0) dump[schema === 'public' ? name : `tain.${name}`] = rows.map(({ row }) => row);
  }
  return dump;
}

/** Returns the differences of two dumps, short enough to be read without the dumps. */
export function differences(
  actual: Readonly<Record<string, string[]>>,
  expected: Readonly<Record<string, string[]>>,
): string[] {
  const lines: string[] = [];
  for (const table of new Set([...Object.keys(actual), ...Object.keys(expected)])) {
    const [got, expectedRows] = [new Set(actual[table]), new Set(expected[table])];
    for (const row of expectedRows) if (!got.has(row)) lines.push(`${table} lacks ${row}`);
    for (const row of got) if (!expectedRows.has(row)) lines.push(`${table} has ${row}`);
    if (actual[table]?.length !== expected[table]?.length) lines.push(`${table}: another number of rows`);
  }
  return lines.slice(0, 20);
}
