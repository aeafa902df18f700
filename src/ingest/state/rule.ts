import { type StateRow, type StateTable, stateTables } from '../../store/schema/current-state-tables.ts';

/**
 * Rules for the first row of a key in a current-state table, and for the next versions. A change names only the fields
 * that it sets: other fields are inherited, or get their default in a new row.
 */
export interface Rules<Row> {
  /**
   * Returns the first row of a key, from the fields that the first change sets (including the key's columns). Returns
   * null when such a change cannot begin a row; the change is then dropped.
   */
  create(set: Partial<Row>): Row | null;
  /** Returns the row that follows `current`. */
  next(current: Row, set: Partial<Row>): Row;
  /** Returns whether the previous row goes to history even if the next one begins at the same time. */
  readonly preservesSameInstant?: (current: Row, set: Partial<Row>) => boolean;
}

/** Returns `base` with the fields of `set`; undefined values of `set` are ignored. */
export function over<Row extends object>(base: Row, set: Partial<Row>): Row {
  const row = { ...base };
  for (const name in set) {
    const value = set[name];
    if (value !== undefined) row[name] = value;
  }
  return row;
}

/** Columns of a table whose values may be null. */
type Nullable<T extends StateTable> = {
  [Name in keyof StateRow<T>]: null extends StateRow<T>[Name] ? Name : never;
}[keyof StateRow<T>];

/** Values of the columns that may not be null, and optionally of other columns. */
type DefaultValues<T extends StateTable> = Omit<StateRow<T>, Nullable<T> | 'timestamp_range'> &
  Partial<StateRow<T>>;

/** Returns the defaults of a new row: columns that may be null are null, the others as in `values`. */
export function defaultsOf<T extends StateTable>(table: T, values: DefaultValues<T>): StateRow<T> {
  const row: Record<string, unknown> = {};
  // The time range is set when a row is stored.
  for (const name in stateTables[table])
    row[name] = name === 'timestamp_range' ? { from: 0n, to: null } : null;
  return Object.assign(row, values) as unknown as StateRow<T>;
}

/** Returns rules by which a new row has defaults for the fields that are not set, and later versions inherit them. */
export function inheriting<T extends StateTable>(table: T, values: DefaultValues<T>): Rules<StateRow<T>> {
  const defaults = defaultsOf(table, values);
  return {
    create: (set) => over(defaults, set),
    next: (current, set) => over(current, set),
  };
}

/** Returns rules by which each change is a whole new row. */
export function replacing<T extends StateTable>(table: T, values: DefaultValues<T>): Rules<StateRow<T>> {
  const defaults = defaultsOf(table, values);
  return {
    create: (set) => over(defaults, set),
    next: (_current, set) => over(defaults, set),
  };
}
