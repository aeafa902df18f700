import type { Domain } from '../../access/domain.ts';
import { type IndexBounds, indexScan } from '../../access/index-scan.ts';
import { keysetConditions, leaveNothing } from '../../access/keyset.ts';
import { as } from '../../access/lookup.ts';
import type { Order } from '../../access/order.ts';
import type { Range } from '../../access/range.ts';
import { rowsOfPage, type TablesOfPage } from '../../access/rows-of-page.ts';
import { empty, join, type Sql, sql } from '../../access/sql.ts';
import type { Dialect } from '../../query/dialects/dialect.ts';
import type { Key } from '../../query/key.ts';
import type { Filter } from '../../query/operator.ts';
import type { GivenParameter } from '../../query/query-string.ts';
import { type RepeatedEq, rangeOf } from '../../query/range.ts';
import type { Fields, Row } from '../answer/field.ts';
import { objectWriter } from '../answer/objects.ts';
import type { ApiContext } from './route.ts';

/** What a page of a list is selected from: FROM items with keys, or a scan. */
export type Page = KeyedPage | ScannedPage;

interface CommonPage {
  /** What the list is ordered by and paged along, most significant first. */
  readonly keys: readonly Key[];
  readonly order: Order;
  readonly limit: number;
  /** Known to hold nothing: answered without asking the database. */
  readonly empty?: boolean;
  /** Without a link to a next page. */
  readonly unlinked?: boolean;
  /** Tables of which the page, its joins and its fields use no other rows than those of the values of its first key. */
  readonly tables?: TablesOfPage;
}

/** A page of FROM items: the keys give its conditions and its order. */
export interface KeyedPage extends CommonPage {
  /** Tables and joins. */
  readonly from: Sql;
  /** Conditions besides those of the keys. */
  readonly where?: readonly Sql[];
  /** Bounds and order of an index that takes the place of the keys' own: its columns grow with them. */
  readonly bounds?: IndexBounds;
}

/** A page whose rows a scan finds: the keys' conditions, order and limit are those of the scan. */
export interface ScannedPage extends CommonPage {
  /** A SELECT made of the parts of `access/`: the page's rows, and no others. */
  readonly scan: Sql;
  readonly alias: string;
  /** What is joined to its rows. */
  readonly joins?: Sql;
}

/** A key of a page from the filters of the parameter of the same name. */
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

/** Where the link to the next page comes from. */
export interface PageRequest {
  readonly path: string;
  readonly given: readonly GivenParameter[];
  readonly dialect: Dialect;
}

export interface SelectedPage {
  /** The items as JSON, joined by commas. */
  readonly items: string;
  readonly next: string | null;
  readonly rows: readonly Row[];
}

/** The SELECT of a page: the fields' columns, then those of the keys, or `further` ones in their place. */
export function pageQuery(fields: Fields, page: Page, further?: readonly Sql[]): Sql {
  const keys = further ?? page.keys.map(({ linked, column }) => linked ?? column);
  return selectOf(page, join([objectWriter(fields).selected, ...keys]));
}

function selectOf(page: Page, select: Sql): Sql {
  const { order, limit } = page;
  const by = page.keys.map(({ column }) => column);
  if ('scan' in page) {
    const from = sql`${as(page.scan, page.alias)}${page.joins === undefined ? empty : sql` ${page.joins}`}`;
    return indexScan({ select, from, where: [], by, order, limit });
  }
  const bounds = page.bounds ?? { where: keysetConditions(page.keys), by };
  const where = [...(page.where ?? []), ...bounds.where];
  return indexScan({ select, from: page.from, where, by: bounds.by, order, limit });
}

/** Whether a page holds nothing, which is known without asking the database. */
export function isKnownEmpty(page: Page): boolean {
  return page.empty === true || leaveNothing(page.keys);
}

/** The rows of a page: on several servers its keys first, and then all rows of these. */
async function selectRows(context: ApiContext, fields: Fields, page: Page): Promise<(string | null)[][]> {
  const [key] = page.keys;
  if (page.tables === undefined || key === undefined || !context.isDistributed) {
    return context.select(pageQuery(fields, page));
  }
  // What is joined leaves each row as one.
  const plain = 'scan' in page ? { ...page, joins: empty } : page;
  const keys = await context.select(selectOf(plain, key.column));
  const values = new Set(keys.flatMap(([value]) => (value == null ? [] : [key.domain.fromSql(value)])));
  if (values.size === 0) return [];
  return context.select(rowsOfPage(pageQuery(fields, page), page.tables, key.domain, [...values]));
}

/** Selects a page and writes its items. `complete` changes the rows by further look-ups before. */
export async function selectPage(
  context: ApiContext,
  request: PageRequest,
  fields: Fields,
  page: Page,
  complete?: (rows: (string | null)[][]) => Promise<void>,
): Promise<SelectedPage> {
  if (isKnownEmpty(page)) return { items: '', next: null, rows: [] };
  const { columns, write } = objectWriter(fields);
  const rows = await selectRows(context, fields, page);
  await complete?.(rows);
  let items = '';
  for (const row of rows) items += items === '' ? write(row) : `,${write(row)}`;
  const last = rows.at(-1);
  const next =
    last === undefined || rows.length < page.limit || page.unlinked
      ? null
      : request.dialect.nextLink({
          path: request.path,
          given: request.given,
          keys: page.keys,
          order: page.order,
          last: last.slice(columns.length),
        });
  return { items, next, rows };
}

/** JSON of a `links` member. */
export function linksJson(next: string | null): string {
  return next === null ? '{"next":null}' : `{"next":${JSON.stringify(next)}}`;
}
