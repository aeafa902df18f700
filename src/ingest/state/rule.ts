import { type StateRow, type StateTable, stateTables } from '../../schema/current-state-tables.ts';

/**
 * How a row of a current-state table begins and how one version follows another. A change names only what it
 * sets: other fields are inherited, or get their default in a new row.
 */
export interface Rules<Row> {
  /**
   * The first row of a key, from the fields that the first change sets (the key's columns among them). Null
   * when such a change cannot begin a row: it is then dropped.
   */
  create(set: Partial<Row>): Row | null;
  /** The row that follows `current`. */
  next(current: Row, set: Partial<Row>): Row;
  /** True when a row that begins again at the very time of the previous one still leaves that in history. */
  readonly keepsSameInstant?: (current: Row, set: Partial<Row>) => boolean;
}

/** `set` over `base`; undefined values do not count. */
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

/** The values of the columns of a table that may not be null, and of others at will. */
type Given<T extends StateTable> = Omit<StateRow<T>, Nullable<T> | 'timestamp_range'> & Partial<StateRow<T>>;

/** What a new row of a table has before anything is set: columns that may be null are null, the others as given. */
export function defaultsOf<T extends StateTable>(table: T, given: Given<T>): StateRow<T> {
  const row: Record<string, unknown> = {};
  // A time range is given to a row as it is stored.
  for (const name in stateTables[table])
    row[name] = name === 'timestamp_range' ? { from: 0n, to: null } : null;
  return Object.assign(row, given) as unknown as StateRow<T>;
}

/** New rows are defaults with the set fields; later versions inherit. */
export function inheriting<T extends StateTable>(table: T, given: Given<T>): Rules<StateRow<T>> {
  const defaults = defaultsOf(table, given);
  return {
    create: (set) => over(defaults, set),
    next: (current, set) => over(current, set),
  };
}

/** Each change is a whole new row. */
export function replacing<T extends StateTable>(table: T, given: Given<T>): Rules<StateRow<T>> {
  const defaults = defaultsOf(table, given);
  return {
    create: (set) => over(defaults, set),
    next: (_current, set) => over(defaults, set),
  };
}
