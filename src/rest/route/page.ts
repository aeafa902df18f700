import type { Domain, Range } from '../../store/access/domain.ts';
import { type IndexBounds, type IndexScan, indexScan } from '../../store/access/index-scan.ts';
import type { RowsOfKey } from '../../store/access/joined-rows.ts';
import { keysetConditions, leaveNothing } from '../../store/access/keyset.ts';
import { as, endOfOneRow, joinedRows, pageOfRows } from '../../store/access/lookup.ts';
import type { Order } from '../../store/access/order.ts';
import { empty, join, raw, type Sql, sql } from '../../store/sql.ts';
import type { Fields, Row } from '../answer/field.ts';
import { objectWriter } from '../answer/objects.ts';
import type { Dialect } from '../query/dialects/dialect.ts';
import type { Key } from '../query/next-link.ts';
import type { Filter } from '../query/parameter.ts';
import type { RequestParameter } from '../query/query-string.ts';
import { type RepeatedEq, rangeOf } from '../query/range.ts';
import type { ApiContext } from './route.ts';

/** Source of a list's page: FROM items with keys, or a scan. */
export type Page = KeyedPage | ScannedPage;

interface CommonPage {
  /** Keys that order and page the list, most significant first. */
  readonly keys: readonly Key[];
  readonly order: Order;
  readonly limit: number;
  /** Whether the page is known to be empty, so that the database is not queried. */
  readonly empty?: boolean;
  /** Whether the page has no link to a next page. */
  readonly unlinked?: boolean;
  /** Joins to its rows, each with exactly one row for each of them. */
  readonly joins?: Sql;
  /** Whether the statement takes hardly longer than its round trip, so that it is sent with other lookups. */
  readonly isLookup?: boolean;
}

/** A page of FROM items; the keys determine its conditions and order. */
export interface KeyedPage extends CommonPage {
  /** Tables and joins. */
  readonly from: Sql;
  /** Alias of the table in `from` whose rows are the page's; required for lookups of a distributed database. */
  readonly alias?: string;
  /** Conditions in addition to those of the keys. */
  readonly where?: readonly Sql[];
  /** Bounds and order of an index that replace the keys' own, because its columns increase with them. */
  readonly bounds?: IndexBounds;
}

/** A page whose rows are found by a scan, which applies the keys' conditions, order and limit. */
export interface ScannedPage extends CommonPage {
  /** A SELECT built with `store/access/` that returns exactly the page's rows. */
  readonly scan: Sql | Adding;
  readonly alias: string;
  /** Rows that are looked up by a key for each of its rows. */
  readonly rowsOfKey?: RowsOfKey;
}

/** A scan that adds columns to the rows of another scan. Its lookups (`sameKey`) are by keys of the other scan. */
export interface Adding {
  readonly found: Sql;
  readonly alias: string;
  /** Returns the scan of a FROM item with the rows. */
  readonly scan: (from: Sql) => Sql;
}

/** Returns the key of a page from the filters of the parameter with the same name. */
export function pageKey(
  parameter: string,
  column: Sql,
  domain: Domain,
  filters: readonly Filter<bigint>[] | Range,
  repeatedEq: RepeatedEq = 'any',
): Key {
  const range = 'except' in filters ? filters : rangeOf(filters, repeatedEq, domain.max, domain.min);
  return { parameter, column, domain, range };
}

/** Parts of a request that the link to the next page needs. */
export interface PageRequest {
  readonly path: string;
  readonly given: readonly RequestParameter[];
  readonly dialect: Dialect;
}

export interface SelectedPage {
  /** The items as JSON, joined by commas. */
  readonly items: string;
  readonly next: string | null;
  readonly rows: readonly Row[];
}

/** The SELECT of a page: the fields' columns, then those of the keys, or `further` ones instead. */
export function pageQuery(fields: Fields, page: Page, further?: readonly Sql[]): Sql {
  return selectOf(page, selectedOf(fields, page, further));
}

function selectedOf(fields: Fields, page: Page, further?: readonly Sql[]): Sql {
  const keys = further ?? page.keys.map(({ linked, column }) => linked ?? column);
  return join([objectWriter(fields).selected, ...keys]);
}

function selectOf(page: Page, select: Sql): Sql {
  return indexScan(scanOf(page, select));
}

function scanOf(page: Page, select: Sql): IndexScan {
  const { order, limit } = page;
  const joins = page.joins === undefined ? empty : sql` ${page.joins}`;
  const found = 'scan' in page ? ofScan(page) : ofKeys(page);
  return { ...found, select, from: sql`${found.from}${joins}`, order, limit };
}

interface Found extends IndexBounds {
  readonly from: Sql;
}

function ofScan({ scan, alias, keys, rowsOfKey }: ScannedPage): Found {
  const whole = 'found' in scan ? scan.scan(as(scan.found, scan.alias)) : scan;
  const from = rowsOfKey === undefined ? as(whole, alias) : joinedRows(whole, rowsOfKey);
  return { from, where: [], by: keys.map(({ column }) => column) };
}

function ofKeys({ from, keys, where = [], bounds }: KeyedPage): Found {
  const of = bounds ?? { where: keysetConditions(keys), by: keys.map(({ column }) => column) };
  return { from, where: [...where, ...of.where], by: of.by };
}

/** Returns whether a page is known to be empty without querying the database. */
export function isKnownEmpty(page: Page): boolean {
  return page.empty === true || leaveNothing(page.keys);
}

/**
 * The SELECT of a page, like `pageQuery`. On a distributed database the lookups for all its rows are made in one
 * statement.
 */
export function pageStatement(fields: Fields, page: Page): Sql {
  const { alias, order, limit, joins = empty } = page;
  const one = pageQuery(fields, page);
  if (alias === undefined) return one;
  return pageOfRows(one, () => {
    const { found, shown } = foundOf(page, alias);
    const { by } = 'scan' in page ? ofScan(page) : ofKeys(page);
    const select = selectedOf(fields, page);
    const rows = indexScan({ select, from: sql`${shown} ${joins}`, where: [], by, order, limit });
    return { ...found, rows, parts: [joins, ...objectWriter(fields).columns, shown] };
  });
}

function columnNames(prefix: string, count: number): Sql {
  let names = `${prefix}0`;
  for (let index = 1; index < count; index++) names += `,${prefix}${index}`;
  return raw(names);
}

/**
 * A row and a page in one statement, so that both show the same snapshot: rows of the page, prefixed by the columns of
 * the row. Without a row its columns are null. With an empty page the columns of the page are null.
 */
export function rowWithPage(
  { row, columns }: { readonly row: Sql; readonly columns: number },
  fields: Fields,
  page: Page,
): Sql {
  const query = pageStatement(fields, page);
  const own = columnNames('a', columns);
  const others = columnNames('t', objectWriter(fields).columns.length + page.keys.length);
  return indexScan({
    select: sql`${own},${others}`,
    from: sql`(
      select 1::bigint as n, x.*
      from (${row}) x(${own})${endOfOneRow()}
    ) a
    full join (
      select row_number() over () as n, x.*
      from (${query}) x(${others})
    ) p on p.n = a.n`,
    where: [],
    by: [sql`p.n`],
    order: 'asc',
  });
}

/** Returns the scan of a page's rows under an alias, and the FROM item from which they are written. */
function foundOf(page: Page, alias: string): { found: { found: Sql; alias: string }; shown: Sql } {
  if (!('scan' in page)) {
    const scan = scanOf({ ...page, joins: empty }, raw(`${alias}.*`));
    const found = indexScan({ ...scan, scanned: alias });
    return { found: { found, alias }, shown: raw(alias) };
  }
  const { scan, rowsOfKey } = page;
  if (!('found' in scan)) {
    return {
      found: { found: scan, alias },
      shown: rowsOfKey === undefined ? raw(alias) : joinedRows(undefined, rowsOfKey),
    };
  }
  return { found: scan, shown: as(scan.scan(raw(scan.alias)), alias) };
}

/** Selects a page and writes its items. `complete` changes the rows by further lookups before. */
export async function selectPage(
  context: ApiContext,
  request: PageRequest,
  fields: Fields,
  page: Page,
  complete?: (rows: (string | null)[][]) => Promise<void>,
): Promise<SelectedPage> {
  const { rows, next } = await selectRows(context, request, fields, page, complete);
  const { write } = objectWriter(fields);
  let items = '';
  for (const row of rows) items += items === '' ? write(row) : `,${write(row)}`;
  return { items, next, rows };
}

/** Selects the rows of a page, like `selectPage`. */
export async function selectRows(
  context: ApiContext,
  request: PageRequest,
  fields: Fields,
  page: Page,
  complete?: (rows: (string | null)[][]) => Promise<void>,
): Promise<Omit<SelectedPage, 'items'>> {
  if (isKnownEmpty(page)) return { next: null, rows: [] };
  const select = page.isLookup ? context.lookup : context.select;
  const rows = await select(pageStatement(fields, page));
  await complete?.(rows);
  const last = rows.at(-1);
  const next =
    last === undefined || rows.length < page.limit || page.unlinked
      ? null
      : request.dialect.nextLink({
          path: request.path,
          given: request.given,
          keys: page.keys,
          order: page.order,
          last: last.slice(objectWriter(fields).columns.length),
        });
  return { next, rows };
}

/** JSON of a `links` member. */
export function linksJson(next: string | null): string {
  return next === null ? '{"next":null}' : `{"next":${JSON.stringify(next)}}`;
}
