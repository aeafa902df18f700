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
  /** Conditions that identify the row and bound the begin of its validity. */
  readonly where: readonly Sql[];
  /**
   * Further conditions on the newest such version. If it does not meet them there is no row: older versions end earlier, and a row
   * with many versions would be read whole.
   */
  readonly valid?: readonly Sql[];
}

const BEGIN = sql`lower(timestamp_range)`;

/**
 * Selects the newest version of a row by conditions, at most one row.
 *
 * Required plan: an Append of two Index Scans by the row's id, each under `Limit 1`.
 */
export function newestOfVersions({ table, alias, select, where, valid = [] }: Versions): Sql {
  const of = (name: string) => newestRow({ select, from: raw(`${name} ${alias}`), where, by: [BEGIN] });
  return indexScan({
    select: sql`*`,
    from: as(unionAll([of(table), of(`${table}_history`)]), alias),
    where: valid,
    by: [BEGIN],
    order: 'desc',
    limit: 1,
  });
}
