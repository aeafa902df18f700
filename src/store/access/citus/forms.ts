import { READING_SCHEMA } from '../../connections/distributed-reading.ts';
import { FALSE, type FormContext, Forms, join, raw, type Sql, sql, where } from '../../sql.ts';
import { ifReadsPartitions, ownTable } from '../abilities.ts';
import { bandScan } from '../band-scan.ts';
import { isAmong } from '../condition.ts';
import { type GatherOrScan, gatherOrScan } from '../gather-or-scan.ts';
import { indexScan } from '../index-scan.ts';
import { joinOn, rowsWithin } from '../joined-rows.ts';
import { endOfOneRow, oneRow, pageOfRows } from '../lookup.ts';
import { orderKeys, withOwnOrder } from '../order.ts';
import { columnsOf, distinctByKey, type SkipScan, skipScan, stepConditions } from '../skip-scan.ts';
import { withConditions } from './conditions.ts';
import { formOfIndexScan } from './index-scans.ts';
import { rowsOfPage } from './rows-of-page.ts';
import { shardRows } from './shard-rows.ts';
import { inChunks } from './value-chunks.ts';

/** Minimum numbers of rows probed and gathered by a band scan, because each band is a round trip to all shards. */
const MIN_BAND_ROWS = 1000;

/** Forms of parts of statements where tables are distributed. All other parts are written as for one server. */
export const FORMS: Forms = withConditions(new Forms())
  // Sessions that read a distributed database find the tables in another schema.
  .with(ownTable, (_, name) => raw(`${READING_SCHEMA}.${name}`))
  // Foreign tables do not include partitions that are created later.
  .with(ifReadsPartitions, () => FALSE)
  .with(indexScan, formOfIndexScan)
  .with(oneRow, ({ target }, lookup) => {
    const rows = shardRows({ ...lookup, end: raw('limit 1') }, target);
    return rows && sql`select ${lookup.select} from ${rows.from}${where(rows.where)}`;
  })
  .with(pageOfRows, ({ target }, _one, page) => rowsOfPage(page(), target))
  // Makes the planner expect one row instead of many.
  .with(endOfOneRow, () => sql` limit 1`)
  // The planner may read the whole joined table, so its rows are looked up for each preceding row.
  .with(joinOn, (_, kind, item, alias, conditions) => {
    const rows = sql`lateral (select * from ${item} where ${conditions} offset 0)`;
    return sql`${raw(kind)} ${rows} ${raw(alias)} on true`;
  })
  // One statement has all ranges.
  .with(rowsWithin, (_, table, alias, column, ranges) => {
    const within = ranges.map(([first, last]) => sql`${column} between ${first} and ${last}`);
    return sql`${raw(`${table} ${alias}`)} where ${join(within, ' or ')}`;
  })
  .with(bandScan, (_, scan) => {
    if (scan.probed >= MIN_BAND_ROWS && scan.gathered >= MIN_BAND_ROWS) return undefined;
    const most = (rows: number) => Math.max(rows, MIN_BAND_ROWS);
    return bandScan({ ...scan, probed: most(scan.probed), gathered: most(scan.gathered) });
  })
  .with(gatherOrScan, formOfGatherOrScan)
  .with(skipScan, formOfSkipScan)
  .with(distinctByKey, (_, on, { columns, rowOfEach, ...scan }) => {
    const distinct = columns.map((column) => raw(column));
    return indexScan({
      select: sql`${join(distinct)}, ${columnsOf(rowOfEach)}`,
      distinctOn: distinct,
      from: scan.table,
      where: [on, ...scan.where],
      by: [...distinct, ...withOwnOrder(rowOfEach.by, rowOfEach.order)],
      order: scan.order,
      limit: scan.limit,
    });
  });

/** A scan with lookups, which is executed in batches, comes first where it soon meets enough rows. */
function formOfGatherOrScan(_: FormContext, { tested, ...rest }: GatherOrScan): Sql | undefined {
  if (tested === undefined) return undefined;
  const { column, scan, soonMeets } = tested;
  const gathered = gatherOrScan({ ...rest, ofFew: scan([isAmong(column, sql`select * from few`)]) });
  return soonMeets ? scan([], gathered) : gathered;
}

function formOfSkipScan({ target }: FormContext, scan: SkipScan): Sql | undefined {
  const { table, alias, columns, rowOfEach, order, limit, filter = [] } = scan;
  if (filter.length > 0) return undefined;
  const { begin, following } = stepConditions(scan);
  const each = rowOfEach && {
    select: columnsOf(rowOfEach),
    columns: Object.keys(rowOfEach.columns),
    where: rowOfEach.where,
    by: orderKeys(rowOfEach.by, rowOfEach.order),
  };
  const by = orderKeys(
    columns.map((column) => raw(column)),
    order,
  );
  const chunks = {
    from: table,
    alias: alias ?? table.text,
    columns,
    begin,
    after: following,
    by,
    each,
    limit,
  };
  return inChunks(chunks, target);
}
