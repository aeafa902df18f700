import { Composed, Formed } from './forms.ts';
import { all, Sql, sql } from './sql.ts';

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
}

/** The condition `column = of.key`. */
export function sameKey(column: string, of: string, key: string): SameKey {
  return new SameKey(column, of, key);
}

/** Whether a table has a row of a key that meets further conditions: true, or null. */
export class Met extends Formed {
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
export function lookupsIn(condition: Sql): Met[] {
  if (condition instanceof Met) return [condition];
  if (!(condition instanceof Composed)) return [];
  return condition.parts.flatMap((part) => (part instanceof Sql ? lookupsIn(part) : []));
}

/** Returns a condition with each of its lookups replaced. */
export function withoutLookups(condition: Sql, inPlaceOf: (lookup: Met) => Sql): Sql {
  if (condition instanceof Met) return inPlaceOf(condition);
  return condition instanceof Composed ? condition.map((part) => withoutLookups(part, inPlaceOf)) : condition;
}
