import { saturated } from '@tain/ledger/timestamp';
import type { TimeRange } from '../../store/copy/column.ts';
import { type StateRow, type StateTable, stateKeys } from '../../store/schema/current-state-tables.ts';
import { RULES, type Rules } from './rules.ts';

/** Tables whose rows have a balance that transfers change. */
export type BalanceTable = 'entity' | 'token_account';

/** Options of a new version. */
export interface VersionOptions<Row> {
  /** Returns whether the change is dropped, for the present row. */
  readonly unless?: (row: Row) => boolean;
  /** Sets fields of the new row that follow from the row before (null: there is none). */
  readonly complete?: (row: Row, before: Row | null) => void;
}

/** One change of a row. */
type Change<Row> =
  /** A new version of the row begins at `at`; the previous one becomes history. */
  | {
      readonly kind: 'version';
      readonly at: bigint;
      readonly block: number;
      readonly set: Partial<Row>;
      readonly options: VersionOptions<Row> | undefined;
    }
  /**
   * A change of the row without a new version. Without a row it has no effect, except for an entity that begins later
   * in the same block: records of a contract execution's changes come before the creation, which is a child.
   */
  | { readonly kind: 'adjust'; readonly block: number; readonly adjust: (row: Row) => void }
  /**
   * A change of the balance without a new version; changes are summed. `within` is the part of `delta` that belongs to
   * `block`.
   */
  | { readonly kind: 'balance'; delta: bigint; at: bigint; block: number; within: bigint };

interface Entry<Row> {
  readonly key: Partial<Row>;
  readonly changes: Change<Row>[];
}

/** Columns of a row's key. */
type Key = Readonly<Record<string, unknown>>;

/** A sum of transfers for a row without other changes, with the columns of its key. */
export type BalanceDelta = Key & { readonly delta: bigint; readonly at: bigint };

/** The result of a reducer, once the rows in the database are known. */
export interface ReducedRows<Row> {
  /** Earlier versions, with closed ranges. */
  readonly history: Row[];
  /** Rows of keys that are not in the database. */
  readonly fresh: Row[];
  /** Rows that replace one in the database. */
  readonly changed: Row[];
}

/**
 * Changes of one current-state table within a batch, per key and in order. A row is computed by applying its changes
 * one after another to the row before the batch, so the boundaries of batches make no difference.
 */
export class StateReducer<T extends StateTable> {
  readonly table: T;
  private readonly rules: Rules<StateRow<T>>;
  private readonly keyColumns: readonly string[];
  private readonly entries = new Map<unknown, Entry<StateRow<T>>>();
  private block = 0;
  private count = 0;

  constructor(table: T) {
    this.table = table;
    this.rules = RULES[table];
    this.keyColumns = stateKeys[table];
  }

  get size(): number {
    return this.entries.size;
  }

  /** Number of changes held. Balance changes of one row without another change in between count as one change. */
  get changes(): number {
    return this.count;
  }

  /** Assigns later changes to the next block. */
  nextBlock(): void {
    this.block += 1;
  }

  /** Adds a new version of a row from consensus time `at` on. `set` has the key's columns and the changed fields. */
  version(at: bigint, set: Partial<StateRow<T>>, options?: VersionOptions<StateRow<T>>): void {
    this.push(set, { kind: 'version', at, block: this.block, set, options });
  }

  /**
   * Changes a row without a new version. Requires that the row exists; an entity may also begin later within the block.
   */
  adjust(key: Partial<StateRow<T>>, adjust: (row: StateRow<T>) => void): void {
    this.push(key, { kind: 'adjust', block: this.block, adjust });
  }

  /**
   * Adds to the balance of a row, for tables with balances. Requires that the row exists; an entity may also begin
   * later within the block.
   */
  addBalance(
    this: StateReducer<T & BalanceTable>,
    row: Partial<StateRow<T & BalanceTable>>,
    delta: bigint,
    at: bigint,
  ): void {
    const { block } = this;
    const key = this.keyOf(row);
    const last = this.entries.get(key)?.changes.at(-1);
    if (last?.kind === 'balance') {
      last.delta += delta;
      last.at = at;
      last.within = last.block === block ? last.within + delta : delta;
      last.block = block;
    } else {
      this.push(row, { kind: 'balance', delta, at, block, within: delta }, key);
    }
  }

  /** Returns the keys of all rows that may change, in no order. */
  keys(): Key[] {
    return [...this.entries.values()].map((entry) => entry.key);
  }

  /** Returns the keys whose rows must be read before the reducer can finish, in order. */
  keysToRead(): Key[] {
    const keys: Key[] = [];
    for (const entry of this.entries.values()) if (!sumOf(entry)) keys.push(entry.key);
    return this.inOrder(keys);
  }

  /** Returns the sums for rows with transfers only, which need not be read, in the order of their keys. */
  balanceDeltas(): BalanceDelta[] {
    const deltas: BalanceDelta[] = [];
    for (const entry of this.entries.values()) {
      const sum = sumOf(entry);
      if (sum) deltas.push({ ...entry.key, delta: saturated(sum.delta), at: sum.at });
    }
    return this.inOrder(deltas);
  }

  /** Applies the changes to the rows that were read for `keysToRead`. Returns rows in the order of their keys. */
  finish(existing: readonly StateRow<T>[]): ReducedRows<StateRow<T>> {
    const before = new Map(existing.map((row) => [this.keyOf(row), row]));
    const reduced: ReducedRows<StateRow<T>> = { history: [], fresh: [], changed: [] };
    for (const [key, entry] of this.entries) {
      if (sumOf(entry)) continue;
      const found = before.get(key);
      const row = this.applyAll(found, entry, reduced.history);
      if (row) (found ? reduced.changed : reduced.fresh).push(row);
    }
    this.inOrder(reduced.fresh);
    this.inOrder(reduced.changed);
    return reduced;
  }

  private applyAll(
    existing: StateRow<T> | undefined,
    entry: Entry<StateRow<T>>,
    history: StateRow<T>[],
  ): StateRow<T> | undefined {
    let row = existing && { ...existing };
    for (const [index, change] of entry.changes.entries()) {
      if (change.kind === 'version') {
        if (row && change.options?.unless?.(row)) continue;
        const before = row ?? null;
        row = this.nextVersion(row, { ...change.set, ...entry.key }, change.at, history) ?? undefined;
        if (row) change.options?.complete?.(row, before);
        if (before === null && row && this.table === 'entity')
          applyEarlier(row, entry.changes.slice(0, index), change.block);
      } else if (row && change.kind === 'adjust') {
        change.adjust(row);
      } else if (row && change.kind === 'balance') {
        addToBalance(row as StateRow<BalanceTable>, change.delta, change.at);
      }
    }
    return row;
  }

  private nextVersion(
    current: StateRow<T> | undefined,
    set: Partial<StateRow<T>>,
    at: bigint,
    history: StateRow<T>[],
  ): StateRow<T> | null {
    const range: TimeRange = { from: at, to: null };
    if (!current) {
      const row = this.rules.create(set);
      if (row && isVersioned(row)) row.timestamp_range = range;
      return row;
    }
    const row = this.rules.next(current, set);
    if (!isVersioned(current) || !isVersioned(row)) return row;
    if (row === current) return row;
    const { from } = current.timestamp_range;
    if (at > from) {
      history.push({ ...current, timestamp_range: { from, to: at } });
      row.timestamp_range = range;
    } else if (at === from && this.rules.preservesSameInstant?.(current, set)) {
      history.push({ ...current, timestamp_range: { from, to: at + 1n } });
      row.timestamp_range = range;
    } else {
      row.timestamp_range = current.timestamp_range;
    }
    return row;
  }

  /** Sorts by key, because rows that are adjacent in the indexes then use the same cached pages. */
  private inOrder<Keyed extends Key>(rows: Keyed[]): Keyed[] {
    return rows.sort((a, b) => this.compareKeys(a, b));
  }

  private compareKeys(a: Key, b: Key): number {
    for (const name of this.keyColumns) {
      const order = compareParts(a[name], b[name]);
      if (order !== 0) return order;
    }
    return 0;
  }

  private push(row: Partial<StateRow<T>>, change: Change<StateRow<T>>, key = this.keyOf(row)): void {
    const entry = this.entries.get(key);
    // The array is created with its only element, because most rows change once, and such an array takes no extra
    // space.
    if (entry) entry.changes.push(change);
    else this.entries.set(key, { key: this.keyColumnsOf(row), changes: [change] });
    this.count += 1;
  }

  private keyColumnsOf(row: Partial<StateRow<T>>): Partial<StateRow<T>> {
    const values: Record<string, unknown> = {};
    for (const name of this.keyColumns) values[name] = (row as Record<string, unknown>)[name];
    return values as Partial<StateRow<T>>;
  }

  /** Returns the key as one value that a map can hold: a bigint, or text for several columns or bytes. */
  private keyOf(row: Partial<StateRow<T>>): unknown {
    const values = row as Readonly<Record<string, unknown>>;
    const [first, second, ...more] = this.keyColumns;
    const head = keyPart(values[first as string]);
    if (second === undefined) return head;
    let key = `${head}/${keyPart(values[second])}`;
    for (const name of more) key += `/${keyPart(values[name])}`;
    return key;
  }
}

function keyPart(value: unknown): unknown {
  return value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value;
}

/** Compares integers or bytes, in PostgreSQL's order. */
function compareParts(a: unknown, b: unknown): number {
  if (a instanceof Uint8Array && b instanceof Uint8Array) return Buffer.compare(a, b);
  if (a === b) return 0;
  return (a as bigint) < (b as bigint) ? -1 : 1;
}

/** Returns the sum of transfers, if a row has no other changes. */
function sumOf<Row>({ changes }: Entry<Row>): { readonly delta: bigint; readonly at: bigint } | null {
  const [only] = changes;
  return changes.length === 1 && only?.kind === 'balance' ? only : null;
}

function isVersioned<Row extends object>(row: Row): row is Row & { timestamp_range: TimeRange } {
  return 'timestamp_range' in row;
}

/** Applies to a new row the adjustments that came earlier in its block. */
function applyEarlier<Row>(row: Row, changes: readonly Change<Row>[], block: number): void {
  for (const change of changes) {
    if (change.block !== block || change.kind === 'version') continue;
    if (change.kind === 'adjust') change.adjust(row);
    else addToBalance(row as StateRow<BalanceTable>, change.within, change.at);
  }
}

/** Adds to a balance. Accounts and contracts begin at 0; other entities have one only if it is stored. */
function addToBalance(row: StateRow<BalanceTable>, delta: bigint, at: bigint): void {
  const counts = !('type' in row) || row.type === 'ACCOUNT' || row.type === 'CONTRACT';
  if (row.balance === null && !counts) return;
  row.balance = saturated((row.balance ?? 0n) + delta);
  row.balance_timestamp = at;
}

/** Reducer of a table whose rows hold a balance. */
export type BalanceReducer = { readonly [T in BalanceTable]: StateReducer<T> }[BalanceTable];

/** One reducer per current-state table. */
export type StateReducers = { readonly [T in StateTable]: StateReducer<T> };

export function createReducers(): StateReducers {
  return Object.fromEntries(
    (Object.keys(stateKeys) as StateTable[]).map((table) => [table, new StateReducer(table)]),
  ) as unknown as StateReducers;
}
