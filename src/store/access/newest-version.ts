import { raw, type Sql, sql } from '../sql.ts';
import { indexScan } from './index-scan.ts';
import { as, newestRow } from './lookup.ts';
import { unionAll } from './merge.ts';

/** A row with a history: a table, and `<table>_history` with the same columns. */
export interface Versions {
  readonly table: string;
  readonly alias: string;
  /** Columns, including `timestamp_range`. */
  readonly select: Sql;
  /** Conditions that identify the row and bound its time of validity. */
  readonly where: readonly Sql[];
}

const BEGIN = sql`lower(timestamp_range)`;

/**
 * Selects the newest version of a row that meets conditions, at most one row.
 *
 * Required plan: an Append of two Index Scans by the row's id, each under `Limit 1`.
 */
export function newestOfVersions({ table, alias, select, where }: Versions): Sql {
  const of = (name: string) => newestRow({ select, from: raw(`${name} ${alias}`), where, by: [BEGIN] });
  return indexScan({
    select: sql`*`,
    from: as(unionAll([of(table), of(`${table}_history`)]), 'v'),
    where: [],
    by: [BEGIN],
    order: 'desc',
    limit: 1,
  });
}
