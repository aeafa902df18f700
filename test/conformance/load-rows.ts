import type { Database } from '../../src/store/connections/database.ts';
import { printExactJson } from './exact-json.ts';

type Rows = Readonly<Record<string, readonly unknown[]>>;

/** INSERT statements by table, built once for all cases of a worker. */
export type InsertStatements = Map<string, string>;

/**
 * Loads a case's rows. A key that a row lacks is NULL, even if the column has a default; the default applies only to NOT NULL
 * columns.
 */
export async function loadRows(database: Database, rows: Rows, statements: InsertStatements): Promise<void> {
  for (const [table, values] of Object.entries(rows)) {
    let statement = statements.get(table);
    if (statement === undefined) {
      statement = await insertStatement(database, table);
      statements.set(table, statement);
    }
    await database.pool.query(statement, [printExactJson(values)]);
  }
}

/** Empties the tables that a case filled. */
export async function deleteRows(database: Database, rows: Rows): Promise<void> {
  const statements = Object.keys(rows).map((table) => `delete from ${quote(table)}`);
  if (statements.length > 0) await database.pool.query(statements.join('; '));
}

async function insertStatement(database: Database, table: string): Promise<string> {
  const { rows } = await database.pool.query<{ name: string; required: boolean; value: string | null }>(
    `select a.attname as name, a.attnotnull as required, pg_get_expr(d.adbin, d.adrelid) as value
     from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
     where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped order by a.attnum`,
    [table],
  );
  const columns = rows.map(({ name }) => quote(name)).join(', ');
  const values = rows.map(({ name, required, value }) =>
    required && value !== null ? `coalesce(r.${quote(name)}, ${value})` : `r.${quote(name)}`,
  );
  return `insert into ${quote(table)} (${columns})
          select ${values.join(', ')} from json_populate_recordset(null::${quote(table)}, $1) r`;
}

function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
