// Indexes of tables, kept with each change of a row.

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

interface Entry<K> {
  readonly at: bigint;
  readonly key: K;
}

/** Keys of a table's rows in ascending order of a value that is the same in all rows of a key, then of the keys. */
export class RowOrder<K extends Key, R extends object> {
  readonly #orderOf: (row: Readonly<R>) => bigint;
  readonly #entries: Entry<K>[] = [];

  constructor(orderOf: (row: Readonly<R>) => bigint) {
    this.#orderOf = orderOf;
  }

  /** Adds or replaces the row of a key. */
  set(key: K, row: R): void {
    const at = this.#orderOf(row);
    const index = this.#indexOf(at, key);
    if (!this.#isAt(index, key)) this.#entries.splice(index, 0, { at, key });
  }

  delete(key: K, row: R): void {
    const index = this.#indexOf(this.#orderOf(row), key);
    if (this.#isAt(index, key)) this.#entries.splice(index, 1);
  }

  /** Returns the keys whose value is at most `bound`, without reading the other ones. No row may be set or deleted meanwhile. */
  *upTo(bound: bigint): Iterable<K> {
    for (const { at, key } of this.#entries) {
      if (at > bound) return;
      yield key;
    }
  }

  #isAt(index: number, key: K): boolean {
    return this.#entries[index]?.key === key;
  }

  /** Returns the index of the first entry that does not precede a value and key. */
  #indexOf(at: bigint, key: K): number {
    let low = 0;
    let high = this.#entries.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const entry = this.#entries[middle];
      if (entry !== undefined && (entry.at < at || (entry.at === at && entry.key < key))) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
