import type { Queryable } from '../../store/writer/writer.ts';

/**
 * Maximum number of deleted rows in a staging table, which every statement on it reads. With more it is truncated, which
 * takes longer than deleting the rows of a block, and updates the catalog.
 */
const MAX_DELETED_ROWS = 2_000;

/** Number of deleted rows in the staging tables of each connection, by table. */
const deleted = new WeakMap<Queryable, Map<string, number>>();

/**
 * Returns a statement that empties a staging table after `rows` rows were staged there. Staging tables are not emptied
 * by `on commit delete rows`, because then each commit would truncate all of them, used or not: 20 ms.
 */
export function emptyStagingSql(connection: Queryable, table: string, rows: number): string {
  const counts = deleted.get(connection) ?? new Map<string, number>();
  deleted.set(connection, counts);
  const count = (counts.get(table) ?? 0) + rows;
  const truncates = count > MAX_DELETED_ROWS;
  counts.set(table, truncates ? 0 : count);
  return `${truncates ? 'truncate' : 'delete from'} ${table}`;
}
