import { type Domain, NUMBER } from './domain.ts';
import type { Order } from './order.ts';
import { inRange, type Range } from './range.ts';
import { join, raw, type Sql, sql } from './sql.ts';

/** A column of an index and what it must be. */
export interface Pinned {
  readonly column: Sql;
  readonly value: Sql;
}

/** Which rows of an index are walked: those with the pinned values, in the order of one more column. */
export interface IndexWalk {
  /** The first columns of the index. */
  readonly pinned: readonly Pinned[];
  /** The column after them. */
  readonly along: Sql;
  readonly range: Range;
  readonly domain?: Domain;
  readonly order: Order;
}

/** Conditions and ORDER BY of a walk. */
export interface Walk {
  readonly conditions: readonly Sql[];
  readonly orderBy: Sql;
}

/**
 * A walk that PostgreSQL can only make along the index that begins with the pinned columns. Pinned by
 * `=`, they would be no part of the order: for a value that is met often the planner then prefers an
 * index on the order's column alone, and reads all rows of times at which the value is not met. So the
 * values are held by bounds, compared together with the column after them, and stand in the order. Of
 * columns compared together the planner counts the first alone, so those after it have bounds of their
 * own, too: otherwise an index on the first one seems as good, and all rows of its value are sorted.
 */
export function indexWalk({ pinned, along, range, domain = NUMBER, order }: IndexWalk): Walk {
  const direction = raw(order);
  if (range.empty || range.equals !== undefined || pinned.length === 0) {
    const conditions = pinned.map(({ column, value }) => sql`${column} = ${value}`);
    return {
      conditions: [...conditions, ...inRange(along, range, domain)],
      orderBy: sql`order by ${along} ${direction}`,
    };
  }
  const columns = pinned.map(({ column }) => column);
  const values = pinned.map(({ value }) => value);
  const bound = (comparison: '<=' | '>=', end: bigint | undefined): Sql =>
    end === undefined
      ? sql`(${join(columns)}) ${raw(comparison)} (${join(values)})`
      : sql`(${join([...columns, along])}) ${raw(comparison)} (${join([...values, sql`${domain.toSql(end)}`])})`;
  return {
    conditions: [
      bound('>=', range.lower),
      bound('<=', range.upper),
      ...pinned
        .slice(1)
        .flatMap(({ column, value }) => [sql`${column} >= ${value}`, sql`${column} <= ${value}`]),
      ...inRange(along, { except: range.except, empty: false }, domain),
    ],
    orderBy: sql`order by ${join([...columns, along].map((column) => sql`${column} ${direction}`))}`,
  };
}
