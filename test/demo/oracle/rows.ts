import type pg from 'pg';

/** One row of a table: every column as PostgreSQL prints it, and null for null. */
export type Row = Readonly<Record<string, string | null>>;

type Value = string | number | bigint | boolean | null | undefined;

export const text = (value: Value): string | null =>
  value === null || value === undefined ? null : String(value);

/** Formats an id as text; 0 is null. */
export const idText = (value: number | bigint): string | null => (Number(value) === 0 ? null : String(value));

export const bytesText = (bytes: Uint8Array | null | undefined): string | null =>
  bytes === null || bytes === undefined ? null : `\\x${Buffer.from(bytes).toString('hex')}`;

export const arrayText = (values: readonly (number | bigint | string)[]): string => `{${values.join(',')}}`;

/** Formats JSON in one spelling, independent of the order of its keys. Integers must be safe. */
export function jsonText(value: unknown): string {
  return JSON.stringify(sorted(value));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== 'object') return typeof value === 'bigint' ? Number(value) : value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  );
}

export interface Column {
  readonly name: string;
  readonly type: string;
}

/** Returns the tables of the ledger schema and their columns, without partitions. */
export async function readColumns(pool: pg.Pool): Promise<Map<string, Column[]>> {
  const { rows } = await pool.query<{ table: string; name: string; type: string }>(`
    select c.relname as table, a.attname as name, format_type(a.atttypid, null) as type
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    order by c.relname, a.attnum`);
  const tables = new Map<string, Column[]>();
  for (const { table, ...column } of rows) tables.set(table, [...(tables.get(table) ?? []), column]);
  return tables;
}

/** Returns all rows of a query from `from`, every column as text. `instead` replaces columns by expressions. */
export async function readRows(
  pool: pg.Pool,
  from: string,
  columns: readonly Column[],
  instead: Readonly<Record<string, string>> = {},
): Promise<Row[]> {
  const list = columns.map(({ name }) => `(${instead[name] ?? `t."${name}"`})::text as "${name}"`);
  const { rows } = await pool.query<Record<string, string | null>>(`select ${list.join(', ')} from ${from}`);
  const json = columns.filter(({ type }) => type === 'jsonb').map(({ name }) => name);
  for (const row of rows) {
    for (const name of json) {
      const value = row[name];
      if (typeof value === 'string') row[name] = jsonText(JSON.parse(value));
    }
  }
  return rows;
}

/** Returns the first few missing and unexpected rows. */
export function compareRows(
  actual: readonly Row[],
  expected: readonly Row[],
  key: readonly string[],
): { readonly differences: string[]; readonly more: number } {
  const keyOf = (row: Row): string => key.map((name) => row[name]).join('|');
  const spelled = (row: Row): string =>
    JSON.stringify(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1)));
  const left = new Map<string, Row[]>();
  for (const row of actual) {
    const line = spelled(row);
    left.set(line, [...(left.get(line) ?? []), row]);
  }
  const missing: Row[] = [];
  for (const row of expected) {
    const found = left.get(spelled(row));
    if (found?.pop() === undefined) missing.push(row);
  }
  const strange = [...left.values()].flat();
  const byKey = new Map(strange.map((row) => [keyOf(row), row]));
  const lines: string[] = [];
  for (const row of missing) {
    const other = byKey.get(keyOf(row));
    if (other === undefined) lines.push(`lacks ${JSON.stringify(row)}`);
    else {
      byKey.delete(keyOf(row));
      strange.splice(strange.indexOf(other), 1);
      for (const name of Object.keys({ ...row, ...other })) {
        if (row[name] !== other[name])
          lines.push(`${keyOf(row)} ${name}: is ${short(other[name])}, should be ${short(row[name])}`);
      }
    }
  }
  for (const row of strange) lines.push(`has ${JSON.stringify(row)}`);
  return {
    differences: lines.slice(0, 8).map((line) => line.slice(0, 1200)),
    more: Math.max(0, lines.length - 8),
  };
}

function short(value: string | null | undefined): string {
  return value === null || value === undefined ? String(value) : value.slice(0, 300);
}
