import { Composed, Formed } from './forms.ts';
import type { SameKey } from './met.ts';
import type { Order, SortKey } from './order.ts';
import type { Sql } from './sql.ts';

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
