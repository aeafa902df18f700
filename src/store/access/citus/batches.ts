import { join, limitOf, raw, type Sql, sql, type Target, where } from '../../sql.ts';
import { isAmong } from '../condition.ts';
import { lookupsIn, type RowLookup, withoutLookups } from '../joined-rows.ts';
import { scanShards } from './shard-rows.ts';

/**
 * A scan that looks up a row of another table for each of its rows. On a distributed database each lookup is a round
 * trip to a shard. So a batch of rows is fetched in one statement, then all rows looked up for the batch, and the
 * conditions are tested on both. If a batch does not fill a page, a larger one is fetched, and if that does not, the
 * scan is executed unchanged.
 */
export interface BatchedScan {
  readonly from: Sql;
  /** Alias in `from`, and the columns of the table that the scan uses; `*` for all. */
  readonly alias: string;
  readonly columns: readonly string[];
  readonly where: readonly Sql[];
  readonly select: Sql;
  /** `group by` that removes duplicate rows; empty when duplicates are allowed. */
  readonly groups: Sql;
  readonly order: Sql;
  readonly limit: number;
  /** The unchanged scan. */
  readonly scan: Sql;
}

/** Size of the first batch, in pages. */
const FIRST_PAGES = 8;
/** Size of the second batch: fetching this many rows takes hardly longer than fetching one. */
const SECOND_ROWS = 4000;
/** Maximum number of rows looked up for a batch; beyond it the scan is executed unchanged. */
const MAX_FOUND_ROWS = 20_000;
const FOUND_LIMIT = limitOf(MAX_FOUND_ROWS + 1);

/** Returns the SELECT of such a scan, or undefined unless the scan has lookups and all are for its own rows. */
export function inBatches(scan: BatchedScan, target: Target): Sql | undefined {
  const { alias, columns, select, groups, order, limit } = scan;
  const lookups = scan.where.flatMap(lookupsIn);
  if (lookups.length === 0 || lookups.some(({ on }) => on.of !== alias)) return undefined;
  const plain = scan.where.filter((condition) => lookupsIn(condition).length === 0);
  const tested = scan.where.filter((condition) => lookupsIn(condition).length > 0);
  const named = join(columns.map((column) => raw(`${alias}.${column}`)));
  const stage = (name: string, size: number): Sql => {
    const found = (lookup: RowLookup) => {
      const keys = raw(`${name}_${lookups.indexOf(lookup)}`);
      return sql`nullif(${raw(`${alias}.${lookup.on.key}`)} = any(array(select key from ${keys})), false)`;
    };
    const fetched = lookups.map(({ from, on, where: conditions }, at) => {
      const column = raw(on.column);
      const ofBatch = isAmong(column, sql`select ${raw(on.key)} from ${raw(name)}`);
      const found = {
        select: sql`${column} as key`,
        from,
        where: [ofBatch, ...conditions],
        end: FOUND_LIMIT,
      };
      return sql`${raw(`${name}_${at}`)} as materialized (${scanShards(found, target)})`;
    });
    const isWhole = lookups.map(
      (_, at) => sql`(select count(*) from ${raw(`${name}_${at}`)}) <= ${raw(String(MAX_FOUND_ROWS))}`,
    );
    const page = raw(`${name}_page`);
    return join([
      sql`${raw(name)} as materialized (${scanShards(
        { select: named, from: scan.from, where: plain, end: sql`${order} ${limitOf(size)}` },
        target,
      )})`,
      ...fetched,
      sql`${page} as materialized (
        select ${select}
        from ${raw(`${name} ${alias}`)}${where(tested.map((condition) => withoutLookups(condition, found)))}${groups}${order} ${limitOf(limit)}
      )`,
      sql`${raw(`${name}_done`)} as materialized (
        select ${join(isWhole, ' and ')} and ((select count(*) from ${page}) = ${raw(String(limit))}
          or (select count(*) from ${raw(name)}) < ${raw(String(size))}) as done
      )`,
    ]);
  };
  const first = Math.min(FIRST_PAGES * limit, SECOND_ROWS / 2);
  return sql`
    select * from (
      with ${stage('first_batch', first)}, ${stage('second_batch', SECOND_ROWS)}
      select * from first_batch_page where (select done from first_batch_done)
      union all
      select * from second_batch_page
      where not (select done from first_batch_done) and (select done from second_batch_done)
      union all
      select * from (${scan.scan}) whole_scan
      where not (select done from first_batch_done) and not (select done from second_batch_done)
    ) in_batches`;
}
