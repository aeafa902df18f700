import type { Domain } from '../access/domain.ts';
import { keysetConditions, leaveNothing, orderBy } from '../access/keyset.ts';
import type { Order } from '../access/order.ts';
import type { Range } from '../access/range.ts';
import { join, limitOf, type Sql, sql, where } from '../access/sql.ts';
import type { Dialect } from '../query/dialects/dialect.ts';
import type { Key } from '../query/key.ts';
import type { Filter } from '../query/operator.ts';
import type { GivenParameter } from '../query/query-string.ts';
import { type RepeatedEq, rangeOf } from '../query/range.ts';
import type { Fields, Row } from './answer/field.ts';
import { objectWriter } from './answer/objects.ts';
import type { ApiContext } from './route.ts';

/** What a page of a list is selected from. */
export interface Page {
  /** What follows FROM: tables, joins, or a sub-select that itself walks the keyset. */
  readonly from: Sql;
  /** Conditions besides those of the keys. */
  readonly where?: readonly Sql[];
  /** What the list is ordered by and paged along, most significant first. */
  readonly keys: readonly Key[];
  readonly order: Order;
  readonly limit: number;
  /** ORDER BY where it is not that of the keys (another column that grows with them). */
  readonly orderBy?: Sql;
  /** Put before SELECT: common table expressions. */
  readonly with?: Sql;
  /** Known to hold nothing: answered without asking the database. */
  readonly empty?: boolean;
  /** True where `from` holds the keys' conditions, order and limit already. */
  readonly walked?: boolean;
  /** Without a link to a next page. */
  readonly unlinked?: boolean;
}

/** A key of a page from the filters of the parameter of the same name. */
export function key(
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

/** The SELECT of a page: the fields' columns, then those of the keys. */
export function pageQuery(fields: Fields, page: Page): Sql {
  const keys = page.keys.map(({ linked, column }) => linked ?? column);
  const selected = join([objectWriter(fields).selected, ...keys]);
  const conditions = [...(page.where ?? []), ...(page.walked ? [] : keysetConditions(page.keys))];
  const head = page.with === undefined ? sql`select` : sql`${page.with} select`;
  const order = page.orderBy ?? orderBy(page.keys, page.order);
  return sql`${head} ${selected} from ${page.from}${where(conditions)} ${order} ${limitOf(page.limit)}`;
}

/** Selects a page and writes its items. */
export async function selectPage(
  context: ApiContext,
  request: PageRequest,
  fields: Fields,
  page: Page,
): Promise<SelectedPage> {
  if (page.empty || leaveNothing(page.keys)) return { items: '', next: null, rows: [] };
  const { columns, write } = objectWriter(fields);
  const rows = await context.select(pageQuery(fields, page));
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
