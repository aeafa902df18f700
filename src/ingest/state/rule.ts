import { type StateRow, type StateTable, stateTables } from '../../schema/current-state-tables.ts';

/**
 * Rules by which a row of a current-state table begins and one version follows another. A change names only the fields
 * that it sets: other fields are inherited, or get their default in a new row.
 */
export interface Rules<Row> {
  /**
   * Returns the first row of a key, from the fields that the first change sets (including the key's columns). Null when
   * such a change cannot begin a row: it is then dropped.
   */
  create(set: Partial<Row>): Row | null;
  /** Returns the row that follows `current`. */
  next(current: Row, set: Partial<Row>): Row;
  /** True when a row that begins again at the very time of the previous one still leaves that in history. */
  readonly keepsSameInstant?: (current: Row, set: Partial<Row>) => boolean;
}

/** Returns `set` over `base`; undefined values do not count. */
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

/** Values of the columns of a table that may not be null, and optionally of others. */
type Given<T extends StateTable> = Omit<StateRow<T>, Nullable<T> | 'timestamp_range'> & Partial<StateRow<T>>;

/** Returns the defaults of a new row: columns that may be null are null, the others as given. */
export function defaultsOf<T extends StateTable>(table: T, given: Given<T>): StateRow<T> {
  const row: Record<string, unknown> = {};
  // The time range is set when a row is stored.
  for (const name in stateTables[table])
    row[name] = name === 'timestamp_range' ? { from: 0n, to: null } : null;
  return Object.assign(row, given) as unknown as StateRow<T>;
}

/** Rules by which new rows are defaults with the set fields, and later versions inherit. */
export function inheriting<T extends StateTable>(table: T, given: Given<T>): Rules<StateRow<T>> {
  const defaults = defaultsOf(table, given);
  return {
    create: (set) => over(defaults, set),
    next: (current, set) => over(current, set),
  };
}

/** Rules by which each change is a whole new row. */
export function replacing<T extends StateTable>(table: T, given: Given<T>): Rules<StateRow<T>> {
  const defaults = defaultsOf(table, given);
  return {
    create: (set) => over(defaults, set),
    next: (_current, set) => over(defaults, set),
  };
}
