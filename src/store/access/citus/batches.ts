import { join, limitOf, raw, type Sql, sql, type Target, where } from '../../sql.ts';
import { isAmong } from '../condition.ts';
import { lookupsIn, type RowLookup, withoutLookups } from '../joined-rows.ts';
import { namedColumns, scanShards } from './shard-rows.ts';

/**
 * A scan that looks up a row of another table for each of its rows. On a distributed database each lookup is a round
 * trip to a shard. So a batch of rows is fetched in one statement, then all rows looked up for the batch, and the
 * conditions are tested on both. If a batch does not fill a page, a larger one is fetched, with only the columns that
 * the conditions use, and if that does not, the scan is executed unchanged.
 */
export interface BatchedScan {
  readonly from: Sql;
  /** Alias in `from`. */
  readonly alias: string;
  readonly where: readonly Sql[];
  readonly select: Sql;
  /** The column that identifies a row, if the scan selects whole rows. */
  readonly key: Sql | undefined;
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
  const { from, alias, key, groups, order, limit } = scan;
  const lookups = scan.where.flatMap(lookupsIn);
  if (lookups.length === 0 || lookups.some(({ on }) => on.of !== alias)) return undefined;
  const plain = scan.where.filter((condition) => lookupsIn(condition).length === 0);
  const tested = scan.where.filter((condition) => lookupsIn(condition).length > 0);
  const keys = lookups.map(({ on }) => raw(on.key));
  const stage = (name: string, size: number, select: Sql): Sql => {
    const isWholeRow = key !== undefined && select !== key;
    const used = join([select, order, ...tested, ...keys], ' ');
    const columns = isWholeRow ? ['*'] : (namedColumns(from, used, target) ?? ['*']);
    const found = (lookup: RowLookup) => {
      const of = raw(`${name}_${lookups.indexOf(lookup)}`);
      return sql`nullif(${raw(`${alias}.${lookup.on.key}`)} in (select key from ${of}), false)`;
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
        {
          select: join(columns.map((column) => raw(`${alias}.${column}`))),
          from,
          where: plain,
          end: sql`${order} ${limitOf(size)}`,
        },
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
  const isFirst = sql`(select done from first_batch_done)`;
  const isSecond = sql`(select done from second_batch_done)`;
  const ofSecond = key && {
    select: scan.select,
    from,
    where: [isAmong(key, sql`select * from second_batch_page`)],
    end: sql`${order} ${limitOf(limit)}`,
  };
  const first = Math.min(FIRST_PAGES * limit, SECOND_ROWS / 2);
  return sql`
    select * from (
      with ${stage('first_batch', first, scan.select)}, ${stage('second_batch', SECOND_ROWS, key ?? scan.select)}
      select * from first_batch_page where ${isFirst}
      union all
      select * from ${ofSecond === undefined ? raw('second_batch_page') : sql`(${scanShards(ofSecond, target)}) second_rows`}
      where not ${isFirst} and ${isSecond}
      union all
      select * from (${scan.scan}) whole_scan where not ${isFirst} and not ${isSecond}
    ) in_batches`;
}
