export type Key = number | string;

/** Rows of a table by a value that all rows of a key have in common, such as their owner. */
export class RowGroups<K extends Key, R extends object> {
  readonly #groupOf: (row: Readonly<R>) => Key;
  readonly #rows = new Map<Key, Map<K, R>>();

  constructor(groupOf: (row: Readonly<R>) => Key) {
    this.#groupOf = groupOf;
  }

  /** Adds or replaces the row of a key. */
  set(key: K, row: R): void {
    const value = this.#groupOf(row);
    const rows = this.#rows.get(value) ?? new Map<K, R>();
    rows.set(key, row);
    this.#rows.set(value, rows);
  }

  delete(key: K, row: R): void {
    const value = this.#groupOf(row);
    const rows = this.#rows.get(value);
    rows?.delete(key);
    if (rows?.size === 0) this.#rows.delete(value);
  }

  /** Returns the rows with a value, in order of insertion. */
  of(value: Key): Iterable<Readonly<R>> {
    return this.#rows.get(value)?.values() ?? [];
  }
}
