import { TIME } from '../../access/domain.ts';
import { indexScan } from '../../access/index-scan.ts';
import { raw, type Sql, sql } from '../../access/sql.ts';
import type { Row } from '../answer/field.ts';

/** A number of things, and whether it is exact: what is above a bound is not counted. */
export interface Total {
  readonly count: number;
  readonly kind: 'exact' | 'at least' | 'about';
}

/** How much there is in all. */
export interface Totals {
  readonly blocks: number;
  readonly transactions: Total;
  readonly accounts: Total;
  readonly tokens: Total;
  readonly contracts: Total;
  readonly topics: Total;
}

/** Rows that are counted at most: more take longer than anybody waits for a figure. */
const MOST_COUNTED = 10_000;
/** Blocks whose transactions are added up at most. */
const MOST_ADDED = 2_000;

const counted = (rows: Sql): Sql =>
  sql`(select count(*) from (select from ${rows} limit ${raw(String(MOST_COUNTED + 1))}) x)`;
const blockEnd = (order: 'asc' | 'desc'): Sql =>
  sql`(${indexScan({ select: sql`index`, from: sql`record_file`, where: [], by: [sql`consensus_end`], order, limit: 1 })})`;
const ADDED = indexScan({
  select: sql`count`,
  from: sql`record_file`,
  where: [],
  by: [sql`consensus_end`],
  order: 'desc',
  limit: MOST_ADDED + 1,
});

/** Bounded counts and, of transactions beyond them, what the database estimates for its own use: of partitions, each by itself. */
const TOTALS = sql`
    select ${blockEnd('desc')}, ${blockEnd('asc')},
      ${counted(sql`entity where type = 'ACCOUNT'`)}, ${counted(sql`token`)}, ${counted(sql`contract`)}, ${counted(sql`topic`)},
      (select sum(count) from (${ADDED}) x),
      (
        select sum(greatest(c.reltuples, 0))::bigint
        from pg_class c
        where c.relkind = 'r' and (c.oid = 'transaction'::regclass
          or c.oid in (select inhrelid from pg_inherits where inhparent = 'transaction'::regclass))
      )`;

/** How much there is. Costs the same in a database of any size. Throws `Problem` (503). */
export async function selectTotals(select: (query: Sql) => Promise<Row[]>): Promise<Totals> {
  const [row = []] = await select(TOTALS);
  const [last, first, accounts, tokens, contracts, topics, added, estimated] = row.map((text) =>
    Number(text ?? 0),
  );
  const blocks = row[0] == null ? 0 : (last ?? 0) - (first ?? 0) + 1;
  const bounded = (count = 0): Total =>
    count > MOST_COUNTED ? { count: MOST_COUNTED, kind: 'at least' } : { count, kind: 'exact' };
  // A database that was not analyzed yet estimates less than was added up.
  const about: Total =
    (estimated ?? 0) > (added ?? 0)
      ? { count: estimated ?? 0, kind: 'about' }
      : { count: added ?? 0, kind: 'at least' };
  return {
    blocks,
    transactions: blocks <= MOST_ADDED ? { count: added ?? 0, kind: 'exact' } : about,
    accounts: bounded(accounts),
    tokens: bounded(tokens),
    contracts: bounded(contracts),
    topics: bounded(topics),
  };
}

/** Blocks over which the rate is taken: about a minute. */
const RATE_BLOCKS = 30;
const RECENT = indexScan({
  select: sql`consensus_end, count`,
  from: sql`record_file`,
  where: [],
  by: [sql`consensus_end`],
  order: 'desc',
  limit: RATE_BLOCKS + 1,
});

/** Transactions a second over the newest blocks, by consensus time; null with fewer than two. */
export async function selectRate(select: (query: Sql) => Promise<Row[]>): Promise<number | null> {
  const blocks = await select(RECENT);
  const [newest, oldest] = [blocks.at(0)?.[0], blocks.at(-1)?.[0]];
  if (newest == null || oldest == null) return null;
  const seconds = Number(TIME.fromSql(newest) - TIME.fromSql(oldest)) / 1e9;
  const transactions = blocks.slice(0, -1).reduce((sum, [, count]) => sum + Number(count ?? 0), 0);
  return seconds > 0 ? transactions / seconds : null;
}
