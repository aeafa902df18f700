import { Composed, Formed } from './forms.ts';
import type { SameKey } from './met.ts';
import type { Order, SortKey } from './order.ts';
import type { Sql } from './sql.ts';

/** The rows of a table that have a key of a row before them. */
export interface RowsOfKey {
  readonly select: Sql;
  readonly table: Sql;
  /** Alias of the table in `select` and in the conditions; absent where these name columns alone. */
  readonly alias?: string;
  readonly on: SameKey;
  readonly where: readonly Sql[];
  /** The first row in an order. Only with a time as key, at which there are few rows. */
  readonly first?: { readonly by: readonly SortKey[]; readonly order: Order };
  /** Alias of these rows. */
  readonly as: string;
}

/**
 * FROM items: rows, and for each of them those of a table that have its key. On several servers, where each lookup is a round trip
 * to a shard, the rows of all keys are fetched at once (`citus/joined-at-once.ts`).
 */
export class JoinedRows extends Formed {
  /** The SELECT of the rows before; undefined where their alias is a table or a CTE. */
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

/** The first joined rows among FROM items; undefined where there are none. */
export function joinedIn(from: Sql): JoinedRows | undefined {
  if (from instanceof JoinedRows) return from;
  if (!(from instanceof Composed)) return undefined;
  for (const part of from.parts) {
    const joined = part instanceof Formed ? joinedIn(part) : undefined;
    if (joined !== undefined) return joined;
  }
  return undefined;
}

/** FROM items with others in the place of joined rows. */
export function replaced(from: Sql, joined: JoinedRows, items: Sql): Sql {
  if (from === joined) return items;
  return from instanceof Composed ? from.map((part) => replaced(part, joined, items)) : from;
}
