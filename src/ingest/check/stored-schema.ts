import { type Forms, formFor } from '../../store/connections/distributed.ts';
import type { Queryable } from '../../store/writer/writer.ts';
import { HOLDINGS, type Holding } from './holdings.ts';

/** Checked parts of a database's schema: one that a public mirror made may be older or newer than ours. */
export interface StoredSchema {
  /** Whether schema `tain` exists, with rows that only our ingest stores. */
  readonly isOurs: boolean;
  /** Returns the name, in statements, of a table of schema `tain` whose rows may be on several servers. */
  own(name: string): string;
  /** The kinds of balances. */
  readonly holdings: readonly Holding[];
  hasTable(name: string): boolean;
  hasColumn(table: string, column: string): boolean;
}

/** Distributed tables are read through views under their own names (`createJoinViews`). */
const OWN: Forms<(name: string) => string> = { one: (name) => `tain.${name}`, several: (name) => name };

/** Reads the schema of a database. */
export async function selectSchema(client: Queryable): Promise<StoredSchema> {
  const { rows } = await client.query<{ ours: boolean; columns: string[] }>(
    `select to_regclass('tain.migration') is not null as ours, array(
       select c.relname || '.' || a.attname
       from pg_class c
       join pg_attribute a on a.attrelid = c.oid
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0
         and not a.attisdropped) as columns`,
  );
  const { ours = false, columns = [] } = rows[0] ?? {};
  const names = new Set(columns);
  const tables = new Set(columns.map((name) => name.slice(0, name.indexOf('.'))));
  return {
    isOurs: ours,
    holdings: formFor(client, HOLDINGS),
    own: formFor(client, OWN),
    hasTable: (name) => tables.has(name),
    hasColumn: (table, column) => names.has(`${table}.${column}`),
  };
}
