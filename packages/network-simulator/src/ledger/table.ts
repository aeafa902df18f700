import { type Key, RowGroups, RowOrder } from './table-indexes.ts';

/**
 * The ledger's state consists of tables of flat rows. A table returns rows read-only; to change one, get it by `edit`,
 * which records its previous content in the journal. The journal serves three purposes: undoing a failed
 * transaction, storing the changes of a block, and the history of a row at past consensus times (the oracle of
 * tests).
 *
 * Rows must stay flat: a list or map inside a row is replaced, never changed in place.
 */
export interface Version<R> {
  /** Consensus time in nanoseconds of the transaction that created the version. */
  readonly from: bigint;
  /** The row; null if it was removed. */
  readonly row: Readonly<R> | null;
}

interface Undoable {
  restore(key: Key, row: object | undefined): void;
  remember(key: Key, at: bigint): void;
}

/** Returns a copy of bytes, to be stored in a row. A slice would retain its whole buffer. */
export function ownCopy(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(bytes);
}

/** State of a row before a change; undefined when it did not exist. */
interface Before {
  readonly table: Undoable;
  readonly key: Key;
  readonly row: object | undefined;
  /** Whether it is the first change of the row since the last `mark`. */
  readonly isFirst: boolean;
}

/** Follows changes over all tables of one ledger. */
export class Journal {
  /** Previous versions of rows changed in the running attempt, oldest first; null when none runs. */
  #undo: Before[] | null = null;
  #changed = new Map<Undoable, Set<Key>>();
  readonly #history: boolean;
  /** Whether the running transaction was sent from outside, so that the rows that it makes belong to its sender. */
  isSent = false;

  constructor(history: boolean) {
    this.#history = history;
  }

  get storesHistory(): boolean {
    return this.#history;
  }

  noteBefore(table: Undoable, key: Key, row: object | undefined): void {
    let isFirst = false;
    if (this.#history) {
      let keys = this.#changed.get(table);
      if (keys === undefined) {
        keys = new Set();
        this.#changed.set(table, keys);
      }
      isFirst = !keys.has(key);
      keys.add(key);
    }
    this.#undo?.push({ table, key, row: row === undefined ? undefined : { ...row }, isFirst });
  }

  /**
   * Runs `action`. If it returns false or throws, all its changes in any table are undone. Attempts nest: a successful
   * inner attempt is undone with the outer one.
   */
  attempt(action: () => boolean): boolean {
    const end = this.begin();
    let holds = false;
    try {
      holds = action();
    } finally {
      end(holds);
    }
    return holds;
  }

  /**
   * Begins an attempt. Returns the function that ends it; with false it undoes the changes. Inner attempts end first.
   */
  begin(): (holds: boolean) => void {
    const outer = this.#undo;
    const mine: Before[] = [];
    this.#undo = mine;
    return (holds) => {
      this.#undo = outer;
      if (holds) {
        outer?.push(...mine);
        return;
      }
      for (const { table, key, row, isFirst } of mine.reverse()) {
        table.restore(key, row);
        // An undone change is not a version of the row.
        if (isFirst) this.#changed.get(table)?.delete(key);
      }
    };
  }

  /** Ends one transaction at its consensus time: the changes since the last call are added to the history. */
  mark(at: bigint): void {
    if (!this.#history) return;
    for (const [table, keys] of this.#changed) {
      for (const key of keys) table.remember(key, at);
      keys.clear();
    }
  }
}

/** Marks of rows that clients created. */
export interface Owning {
  readonly name: string;
  /** Rows by table and key (`accounts:1002`) that generated traffic does not use. */
  readonly theirs: Table<string, ClientRow>;
}

/** Marks a row as belonging to the sender of the transaction that created it. */
export type ClientRow = Record<never, never>;

export class Table<K extends Key, R extends object> implements Undoable {
  readonly #rows = new Map<K, R>();
  /** Pickable keys in order of insertion, without those that clients created, for random picks; such tables never remove. */
  readonly keys: K[] = [];
  readonly #isPickable: (key: K) => boolean;
  readonly #owning: Owning | null;
  readonly #journal: Journal;
  readonly #versions = new Map<K, Version<R>[]>();
  readonly #indexes: (RowGroups<K, R> | RowOrder<K, R>)[] = [];
  #changedSinceStore: Set<K> | null = null;

  constructor(
    journal: Journal,
    pickable: boolean | ((key: K) => boolean) = false,
    owning: Owning | null = null,
  ) {
    this.#journal = journal;
    this.#isPickable = typeof pickable === 'boolean' ? () => pickable : pickable;
    this.#owning = owning;
  }

  /**
   * Returns a function that finds rows by a value, in order of insertion, without reading the other ones. `groupOf`: the value, which is
   * the same in all rows of a key. The rows must not be removed while they are iterated over.
   */
  groupBy<V extends Key>(groupOf: (row: Readonly<R>) => V): (value: V) => Iterable<Readonly<R>> {
    const group = new RowGroups<K, R>(groupOf);
    this.#indexes.push(group);
    return (value) => group.of(value);
  }

  /**
   * Returns a function that finds the keys of the rows with a value of at most a bound, in ascending order, without reading the other
   * rows. `orderOf`: the value, which is the same in all rows of a key. The rows must not be removed while the keys are iterated over.
   */
  orderBy(orderOf: (row: Readonly<R>) => bigint): (bound: bigint) => Iterable<K> {
    const order = new RowOrder<K, R>(orderOf);
    this.#indexes.push(order);
    return (bound) => order.upTo(bound);
  }

  #setRow(key: K, row: R): void {
    this.#rows.set(key, row);
    for (const index of this.#indexes) index.set(key, row);
  }

  #deleteRow(key: K): void {
    const row = this.#rows.get(key);
    if (row === undefined) return;
    this.#rows.delete(key);
    for (const index of this.#indexes) index.delete(key, row);
  }

  /** Returns whether a sent transaction created the row. */
  isClientRow(key: K): boolean {
    return this.#owning?.theirs.has(`${this.#owning.name}:${key}`) ?? false;
  }

  get size(): number {
    return this.#rows.size;
  }

  get(key: K): Readonly<R> | undefined {
    return this.#rows.get(key);
  }

  has(key: K): boolean {
    return this.#rows.has(key);
  }

  /** Returns the row. Throws if it is missing, which is an error in the model, not in a transaction. */
  need(key: K): Readonly<R> {
    const row = this.#rows.get(key);
    if (row === undefined) throw new Error(`the demo ledger has no row ${key}`);
    return row;
  }

  /** Returns the row for modification. */
  edit(key: K): R {
    const row = this.#rows.get(key);
    if (row === undefined) throw new Error(`the demo ledger has no row ${key}`);
    this.#journal.noteBefore(this, key, row);
    this.#changedSinceStore?.add(key);
    return row;
  }

  /** Adds or replaces a row. */
  put(key: K, row: R): R {
    const before = this.#rows.get(key);
    this.#journal.noteBefore(this, key, before);
    // Changes are stored in the order in which rows were created, even after an undone attempt.
    if (before === undefined) this.#changedSinceStore?.delete(key);
    this.#changedSinceStore?.add(key);
    if (before === undefined) {
      if (this.#journal.isSent && this.#owning !== null)
        this.#owning.theirs.put(`${this.#owning.name}:${key}`, {});
      else if (this.#isPickable(key)) this.keys.push(key);
    }
    this.#setRow(key, row);
    return row;
  }

  remove(key: K): void {
    const before = this.#rows.get(key);
    if (before === undefined) return;
    this.#journal.noteBefore(this, key, before);
    this.#changedSinceStore?.add(key);
    this.#deleteRow(key);
  }

  entries(): IterableIterator<[K, Readonly<R>]> {
    return this.#rows.entries();
  }

  values(): IterableIterator<Readonly<R>> {
    return this.#rows.values();
  }

  /** Returns the versions of a row, oldest first. Empty unless the ledger has history. */
  versions(key: K): readonly Version<R>[] {
    return this.#versions.get(key) ?? [];
  }

  /** Returns the versions of every row, including deleted ones. Empty unless the ledger has history. */
  allVersions(): IterableIterator<readonly Version<R>[]> {
    return this.#versions.values();
  }

  /** Returns the row as it was just after the last transaction at or before `at`; undefined when it did not exist. */
  at(key: K, at: bigint): Readonly<R> | undefined {
    const versions = this.versions(key);
    let low = 0;
    let high = versions.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((versions[middle]?.from ?? 0n) <= at) low = middle + 1;
      else high = middle;
    }
    return versions[low - 1]?.row ?? undefined;
  }

  restore(key: Key, row: object | undefined): void {
    const own = key as K;
    if (row === undefined) {
      this.#deleteRow(own);
      if (this.keys.at(-1) === own) this.keys.pop();
      return;
    }
    const current = this.#rows.get(own);
    // The object is replaced in place, so that no undone copy remains in use.
    if (current === undefined) this.#setRow(own, row as R);
    else Object.assign(current, row);
  }

  remember(key: Key, at: bigint): void {
    const own = key as K;
    const row = this.#rows.get(own);
    const versions = this.#versions.get(own);
    const version = { from: at, row: row === undefined ? null : { ...row } };
    if (versions === undefined) this.#versions.set(own, [version]);
    else if (versions.at(-1)?.from === at) versions[versions.length - 1] = version;
    else versions.push(version);
  }

  /** Starts recording changed rows for `takeChanges`. */
  followChanges(): void {
    this.#changedSinceStore ??= new Set();
  }

  get changed(): number {
    return this.#changedSinceStore?.size ?? 0;
  }

  /** Returns the rows changed since the last call, with undefined for removed ones. */
  takeChanges(): [K, R | undefined][] {
    const keys = this.#changedSinceStore;
    if (keys === null) return [];
    const changes: [K, R | undefined][] = [];
    for (const key of keys) changes.push([key, this.#rows.get(key)]);
    keys.clear();
    return changes;
  }

  /** Restores stored rows, outside of any transaction. */
  load(rows: Iterable<readonly [K, R | undefined]>): void {
    for (const [key, row] of rows) {
      if (row === undefined) {
        this.#deleteRow(key);
        continue;
      }
      if (this.#isPickable(key) && !this.#rows.has(key) && !this.isClientRow(key)) this.keys.push(key);
      this.#setRow(key, row);
    }
  }
}
