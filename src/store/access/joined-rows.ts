import { all, Formed, formed, join, raw, Sql, sql } from '../sql.ts';
import type { Order, SortKey } from './order.ts';

/** Equality of a column of a looked-up table and a column of the rows it is looked up for. */
export class SameKey extends Sql {
  readonly column: string;
  /** Alias and column of the rows that the lookup is for. */
  readonly of: string;
  readonly key: string;
  /** Value of the key, if all rows have the same. */
  readonly value: bigint | undefined;

  constructor(column: string, of: string, key: string, value?: bigint) {
    super(
      value === undefined ? [`${column} = ${of}.${key}`] : [`${column} = `, ''],
      value === undefined ? [] : [value],
    );
    this.column = column;
    this.of = of;
    this.key = key;
    this.value = value;
  }

  /** The same for a table with an alias. */
  under(alias: string): SameKey {
    return new SameKey(`${alias}.${this.column}`, this.of, this.key, this.value);
  }
}

/** The condition `column = of.key`; compared to the key's `value`, if known, so that one server looks it up once. */
export function sameKey(column: string, of: string, key: string, value?: bigint): SameKey {
  return new SameKey(column, of, key, value);
}

/** Lookup of a row: true if a table has a row of a key that meets further conditions, else null. */
export class RowLookup extends Formed {
  readonly from: Sql;
  readonly on: SameKey;
  readonly where: readonly Sql[];

  constructor(from: Sql, on: SameKey, where: readonly Sql[]) {
    super(sql`(
    select true
    from ${from}
    where ${all([on, ...where])} limit 1)`);
    this.from = from;
    this.on = on;
    this.where = where;
  }
}

/** Returns the lookups in a condition. */
export function lookupsIn(condition: Sql): RowLookup[] {
  if (condition instanceof RowLookup) return [condition];
  return condition.formedParts.flatMap(lookupsIn);
}

/** Returns a condition with each of its lookups replaced. */
export function withoutLookups(condition: Sql, replacementOf: (lookup: RowLookup) => Sql): Sql {
  if (condition instanceof RowLookup) return replacementOf(condition);
  return condition.map((part) => withoutLookups(part, replacementOf));
}

/** Rows of a table with the key of a preceding row. */
export interface RowsOfKey {
  readonly select: Sql;
  readonly table: Sql;
  /** Alias of the table in `select` and in the conditions; undefined if these name only columns. */
  readonly alias?: string;
  readonly on: SameKey;
  readonly where: readonly Sql[];
  /** Takes only the first row in an order. Only for keys that are times, because a time has few rows. */
  readonly first?: { readonly by: readonly SortKey[]; readonly order: Order };
  /** Alias of the joined rows. */
  readonly as: string;
}

/**
 * FROM items: rows, each joined to the rows of a table that have its key. On a distributed database, where each
 * lookup is a round trip to a shard, the rows of all keys are fetched in one statement.
 */
export class JoinedRows extends Formed {
  /** SELECT of the preceding rows; undefined where their alias is a table or a CTE. */
  readonly rows: Sql | undefined;
  readonly key: RowsOfKey;

  /** `one`: the FROM items for one server. */
  constructor(one: Sql, rows: Sql | undefined, key: RowsOfKey) {
    super(one);
    this.rows = rows;
    this.key = key;
  }
}

/** Returns the first joined rows among FROM items; undefined if there are none. */
export function joinedIn(from: Sql): JoinedRows | undefined {
  if (from instanceof JoinedRows) return from;
  for (const part of from.formedParts) {
    const joined = joinedIn(part);
    if (joined !== undefined) return joined;
  }
  return undefined;
}

/** Replaces joined rows in FROM items. */
export function replaced(from: Sql, joined: JoinedRows, items: Sql): Sql {
  if (from === joined) return items;
  return from.map((part) => replaced(part, joined, items));
}

/** Rows of a table that are looked up for other rows: those with their keys. */
export interface RowsOfKeys {
  readonly table: string;
  readonly on: SameKey;
  /** Conditions on the table alone that all used rows meet. */
  readonly where: readonly Sql[];
}

/** Part of a statement that looks up rows of a table by a key of other rows. */
class LookupPart extends Formed {
  readonly rows: RowsOfKeys;

  constructor(part: Sql, rows: RowsOfKeys) {
    super(part);
    this.rows = rows;
  }
}

/**
 * Marks a part of a statement for `lookedUpFor`, if the first of its conditions is a `sameKey`. `own`: conditions on
 * the table alone.
 */
export function lookupPart(part: Sql, table: string, [on]: readonly Sql[], own: readonly Sql[] = []): Sql {
  return on instanceof SameKey ? new LookupPart(part, { table, on, where: own }) : part;
}

/**
 * FROM item of a sub-select, and its conditions: rows of a table, by a key of the rows around it. With `sameKey` as the
 * first condition, a page on a distributed database fetches the rows of all its keys in one statement.
 */
export function keyedRows(table: string, on: readonly Sql[], alias?: string): Sql {
  const item = raw(alias === undefined ? table : `${table} ${alias}`);
  return lookupPart(sql`${item} where ${all(under(alias, on))}`, table, on);
}

/**
 * Returns the rows that parts of a statement look up by a key of the rows with an alias. Rows that `joinedRows` joins
 * to these have the same key.
 */
export function lookedUpFor(alias: string, parts: readonly Sql[]): RowsOfKeys[] {
  const joined = parts.map(joinedIn).find((each) => each !== undefined)?.key;
  return parts.flatMap(rowsLookedUpIn).flatMap((rows) => {
    const { on } = rows;
    if (on.of === alias) return rows;
    if (joined?.on.of !== alias || on.of !== joined.as || on.key !== joined.on.column) return [];
    return { ...rows, on: sameKey(on.column, alias, joined.on.key) };
  });
}

function rowsLookedUpIn(part: Sql): RowsOfKeys[] {
  if (part instanceof LookupPart) return [part.rows];
  if (part instanceof JoinedRows) return [{ table: part.key.table.text, on: part.key.on, where: [] }];
  return part.formedParts.flatMap(rowsLookedUpIn);
}

/**
 * Joins a table as `alias` by conditions that an index serves. On a distributed database the planner may read the
 * whole joined table, so its rows are looked up for each preceding row; a page with `sameKey` as the first condition
 * fetches those of all its rows in one statement.
 */
export function joinTable(table: string, alias: string, on: readonly Sql[]): Sql {
  return joined('join', table, alias, on);
}

/** Left-joins a table like `joinTable`: rows without a match remain. */
export function leftJoinTable(table: string, alias: string, on: readonly Sql[]): Sql {
  return joined('left join', table, alias, on);
}

/** Joins a FROM item, which has the alias. */
export const joinOn = formed(
  (kind: 'join' | 'left join', item: Sql, _alias: string, conditions: Sql) =>
    sql`${raw(kind)} ${item} on ${conditions}`,
);

/** FROM items and a condition: rows of a table, as `alias`, whose column is within one of several ranges. */
export const rowsWithin = formed(
  (table: string, alias: string, column: Sql, ranges: readonly (readonly [bigint, bigint])[]) =>
    sql`${rangesOf(ranges)}
    ${joinTable(table, alias, [sql`${column} between r.first and r.last`])}`,
);

/** FROM item `r` of ranges: `first`, `last`. */
export function rangesOf(ranges: readonly (readonly [bigint, bigint])[]): Sql {
  const rows = ranges.map(([first, last]) => sql`(${first}::bigint, ${last}::bigint)`);
  return sql`(values ${join(rows)}) r (first, last)`;
}

function joined(kind: 'join' | 'left join', table: string, alias: string, on: readonly Sql[]): Sql {
  const conditions = all(under(alias, on));
  const item = raw(`${table} ${alias}`);
  return lookupPart(joinOn(kind, item, alias, conditions), table, on);
}

/** Returns conditions on a table that has an alias. */
function under(alias: string | undefined, on: readonly Sql[]): Sql[] {
  return on.map((each) => (each instanceof SameKey && alias !== undefined ? each.under(alias) : each));
}
