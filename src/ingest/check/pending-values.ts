import type { StateTable } from '../../store/schema/current-state-tables.ts';
import type { AnyRow } from '../range/state-rows.ts';
import type { Difference } from './difference.ts';

/** A value in the stream: a later change may set it, or add to it. */
export interface Tracked {
  readonly table: StateTable;
  readonly key: AnyRow;
  readonly value: unknown;
  /** Difference of the present row; null where it has this value, although later blocks may change it. */
  readonly difference: Difference | null;
}

/** A value that the present row does not have. */
export interface PendingValue extends Tracked {
  readonly difference: Difference;
}

/** Marks an unknown number: with any amount added, it is still below every known one. */
export const UNKNOWN = -(1n << 62n);
const MIN_KNOWN = -(1n << 61n);

/** Returns whether a value of an unversioned column is known, so that it can be compared. */
export function isKnown(value: unknown): boolean {
  return typeof value !== 'bigint' || value > MIN_KNOWN;
}

/** Maximum number of tracked values. Further ones are not compared, which is reported. */
const MAX_PENDING = 1_000_000;

/** Values in the stream that the present rows must have in the end, by key and column; bounded. */
export class PendingValues {
  readonly #values = new Map<string, Map<string, Tracked>>();
  #count = 0;
  #untracked = 0;

  /** Number of values that were not added, because the maximum was reached. */
  get untracked(): number {
    return this.#untracked;
  }

  /** Tracked values of a key, by column. */
  of(id: string): ReadonlyMap<string, Tracked> | undefined {
    return this.#values.get(id);
  }

  /** All values that the present rows lack, each with its column. */
  *all(): Generator<readonly [column: string, pending: PendingValue]> {
    for (const columns of this.#values.values()) {
      for (const [column, tracked] of columns) {
        const { difference } = tracked;
        if (difference !== null) yield [column, { ...tracked, difference }];
      }
    }
  }

  /** Records a value of a key and column, replacing an earlier one. */
  add(id: string, column: string, tracked: Tracked): void {
    const columns = this.#values.get(id) ?? new Map<string, Tracked>();
    if (!columns.has(column)) {
      if (this.#count >= MAX_PENDING) {
        this.#untracked += 1;
        return;
      }
      this.#count += 1;
    }
    columns.set(column, tracked);
    this.#values.set(id, columns);
  }

  /** Removes a value, because the stored row has it, or because it is unknown. */
  settle(id: string, column: string): void {
    const columns = this.#values.get(id);
    if (!columns?.delete(column)) return;
    this.#count -= 1;
    if (columns.size === 0) this.#values.delete(id);
  }
}
