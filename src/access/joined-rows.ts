import { Composed, Formed, onSeveral } from './forms.ts';
import type { Order, SortKey } from './order.ts';
import { all, raw, Sql, sql } from './sql.ts';

/** Equality of a column of a looked-up table and a column of the rows it is looked up for. */
export class SameKey extends Sql {
  readonly column: string;
  /** Alias and column of the rows that the lookup is for. */
  readonly of: string;
  readonly key: string;

  constructor(column: string, of: string, key: string) {
    super([`${column} = ${of}.${key}`], []);
    this.column = column;
    this.of = of;
    this.key = key;
  }

  /** The same for a table with an alias. */
  under(alias: string): SameKey {
    return new SameKey(`${alias}.${this.column}`, this.of, this.key);
  }
}

/** The condition `column = of.key`. */
export function sameKey(column: string, of: string, key: string): SameKey {
  return new SameKey(column, of, key);
}

/** Lookup of a row: true if a table has a row of a key that meets further conditions, else null. */
export class RowLookup extends Formed {
  readonly from: Sql;
  readonly on: SameKey;
  readonly where: readonly Sql[];
  readonly #one: Sql;

  constructor(from: Sql, on: SameKey, where: readonly Sql[]) {
    const one = sql`(
    select true
    from ${from}
    where ${all([on, ...where])} limit 1)`;
    super(one.strings, one.values);
    this.from = from;
    this.on = on;
    this.where = where;
    this.#one = one;
  }

  formFor(): Sql {
    return this.#one;
  }
}

/** Returns the lookups in a condition. */
export function lookupsIn(condition: Sql): RowLookup[] {
  if (condition instanceof RowLookup) return [condition];
  if (!(condition instanceof Composed)) return [];
  return condition.parts.flatMap((part) => (part instanceof Sql ? lookupsIn(part) : []));
}

/** Returns a condition with each of its lookups replaced. */
export function withoutLookups(condition: Sql, replacementOf: (lookup: RowLookup) => Sql): Sql {
  if (condition instanceof RowLookup) return replacementOf(condition);
  return condition instanceof Composed
    ? condition.map((part) => withoutLookups(part, replacementOf))
    : condition;
}

/** Rows of a table with the key of a preceding row. */
export interface RowsOfKey {
  readonly select: Sql;
  readonly table: Sql;
  /** Alias of the table in `select` and in the conditions; undefined where these name columns alone. */
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
 * lookup is a round trip to a shard, the rows of all keys are fetched in one statement (`citus/joined-at-once.ts`).
 */
export class JoinedRows extends Formed {
  /** SELECT of the preceding rows; undefined where their alias is a table or a CTE. */
  readonly rows: Sql | undefined;
  readonly key: RowsOfKey;
  readonly #one: Sql;

  /** `one`: the FROM items for one server. */
  constructor(one: Sql, rows: Sql | undefined, key: RowsOfKey) {
    super(one.strings, one.values);
    this.rows = rows;
    this.key = key;
    this.#one = one;
  }

  formFor(): Sql {
    return this.#one;
  }
}

/** Returns the first joined rows among FROM items; undefined where there are none. */
export function joinedIn(from: Sql): JoinedRows | undefined {
  if (from instanceof JoinedRows) return from;
  if (!(from instanceof Composed)) return undefined;
  for (const part of from.parts) {
    const joined = part instanceof Formed ? joinedIn(part) : undefined;
    if (joined !== undefined) return joined;
  }
  return undefined;
}

/** Replaces joined rows in FROM items. */
export function replaced(from: Sql, joined: JoinedRows, items: Sql): Sql {
  if (from === joined) return items;
  return from instanceof Composed ? from.map((part) => replaced(part, joined, items)) : from;
}

/** Rows of a table that a page looks up: those with one of several values in a column. */
export interface RowsOfKeys {
  readonly table: string;
  readonly column: string;
  /** SQL of each value, on the page's rows. Other values must not be looked up. */
  readonly keys: readonly Sql[];
  /** Conditions that all used rows meet. */
  readonly where?: readonly Sql[];
}

/** FROM item that looks up rows of a table by a key of the preceding rows. */
class LookupItem extends Formed {
  readonly rows: RowsOfKeys;
  readonly #item: Sql;

  constructor(item: Sql, rows: RowsOfKeys) {
    super(item.strings, item.values);
    this.rows = rows;
    this.#item = item;
  }

  formFor(): Sql {
    return this.#item;
  }
}

/** Marks a FROM item for `lookupItemsIn`, if the first of its conditions is a `sameKey`. */
export function lookupItem(item: Sql, table: string, [on]: readonly Sql[]): Sql {
  if (!(on instanceof SameKey)) return item;
  return new LookupItem(item, { table, column: on.column, keys: [raw(`${on.of}.${on.key}`)] });
}

/** Returns the rows that FROM items look up by a `sameKey`. */
export function lookupItemsIn(from: Sql): RowsOfKeys[] {
  if (from instanceof LookupItem) return [from.rows];
  if (!(from instanceof Composed)) return [];
  return from.parts.flatMap((part) => (part instanceof Formed ? lookupItemsIn(part) : []));
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

function joined(kind: 'join' | 'left join', table: string, alias: string, on: readonly Sql[]): Sql {
  const conditions = all(on.map((each) => (each instanceof SameKey ? each.under(alias) : each)));
  const item = raw(`${table} ${alias}`);
  const join = onSeveral(sql`${raw(kind)} ${item} on ${conditions}`, () => {
    const rows = sql`lateral (select * from ${item} where ${conditions} offset 0)`;
    return sql`${raw(kind)} ${rows} ${raw(alias)} on true`;
  });
  return lookupItem(join, table, on);
}
