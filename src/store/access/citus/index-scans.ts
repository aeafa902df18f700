import { empty, type FormContext, join, limitOf, Sql, sql, type Target } from '../../sql.ts';
import { type IndexScan, selectFrom } from '../index-scan.ts';
import { orderBy, type SortKey } from '../order.ts';
import { inBatches } from './batches.ts';
import { selectJoined } from './rows-of-page.ts';
import { scanShards, selectOf, shardRows } from './shard-rows.ts';

/** Returns the form of an index scan. */
export function formOfIndexScan({ one, target }: FormContext, scan: IndexScan): Sql | undefined {
  return (
    scanOfShards(scan, target) ??
    scanOfSeveral(scan, one, target) ??
    selectJoined(scan.from, (from) => selectFrom(scan, from), target)
  );
}

/** The SELECT from the rows that the shards return, if the scan is of one distributed table alone. */
function scanOfShards(scan: IndexScan, target: Target): Sql | undefined {
  const { select, distinct, distinctOn, by, order, limit } = scan;
  if (limit === undefined || distinct !== undefined || distinctOn !== undefined) return undefined;
  const end = sql`${orderBy(by, order)} ${limitOf(limit)}`;
  const rows = shardRows({ ...scan, end }, target);
  return rows && selectOf({ select, ...rows, end });
}

/**
 * The SELECT for a distributed database: in batches if it has lookups, and with `group by` instead of `distinct`,
 * because `distinct` would prevent the limit from being pushed down to the shards.
 */
function scanOfSeveral(scan: IndexScan, one: Sql, target: Target): Sql | undefined {
  const { from, where: conditions, by, order, limit, scanned } = scan;
  if (!Array.isArray(scan.distinct) && (scanned === undefined || limit === undefined)) return undefined;
  const distinct = scan.distinct === true ? undefined : scan.distinct;
  const select = distinct === undefined ? scan.select : join(unheld(distinct, scan));
  const groups =
    distinct === undefined
      ? empty
      : sql`
    group by ${select}`;
  const ordered = orderBy(distinct === undefined ? by : unheld(by, scan), order);
  const end = sql`${ordered}${limit === undefined ? empty : sql` ${limitOf(limit)}`}`;
  const whole =
    distinct === undefined ? one : scanShards({ select, from, where: conditions, groups, end }, target);
  if (scanned === undefined || limit === undefined) return whole;
  const isWholeRow = select.text === `${scanned}.*`;
  const [key, ...further] = unheld(by, scan);
  const batched = {
    from,
    alias: scanned,
    where: conditions,
    select,
    key: isWholeRow && key instanceof Sql && further.length === 0 ? key : undefined,
    groups,
    order: ordered,
    limit,
    scan: scan.otherwise ?? whole,
  };
  return inBatches(batched, target) ?? whole;
}

/**
 * The columns that may have several values; all columns if none may. Grouping by a column fixed to one value would
 * prevent the limit from being pushed down.
 */
function unheld<T extends SortKey>(columns: readonly T[], { held = [] }: IndexScan): readonly T[] {
  const names = new Set(held.map((column) => column.text));
  const others = columns.filter((key: SortKey) => !names.has(key instanceof Sql ? key.text : key[0].text));
  return others.length === 0 ? columns : others;
}
