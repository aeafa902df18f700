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

/** New rows are defaults with the set fields; later versions inherit. */
export function inheriting<Row extends object>(defaults: Omit<Row, never>): Rules<Row> {
  return {
    create: (set) => over(defaults, set),
    next: (current, set) => over(current, set),
  };
}

/** A row's time range before it has one. */
export const RANGE = { from: 0n, to: null };

/** Each change is a whole new row. */
export function replacing<Row extends object>(defaults: Row): Rules<Row> {
  return {
    create: (set) => over(defaults, set),
    next: (_current, set) => over(defaults, set),
  };
}
