import type { StateTable } from '../../schema/current-state-tables.ts';
import type { AnyRow } from '../range/state-rows.ts';
import type { Difference } from './difference.ts';

/** A value in the stream that the present row does not have: a later change may set it. */
export interface Pending {
  readonly table: StateTable;
  readonly key: AnyRow;
  readonly difference: Difference;
  readonly value: unknown;
}

/** Marks an unknown number: with any amount added, it is still below every known one. */
export const UNKNOWN = -(1n << 62n);
const MIN_KNOWN = -(1n << 61n);

/** Returns whether a value of an unversioned column is known, so that it can be compared. */
export function isKnown(value: unknown): boolean {
  return typeof value !== 'bigint' || value > MIN_KNOWN;
}

/** Maximum number of pending values. Further ones are not compared, which is reported. */
const MAX_PENDING = 1_000_000;

/** Values in the stream that the present rows lack so far, by key and column; bounded. */
export class PendingValues {
  readonly #values = new Map<string, Map<string, Pending>>();
  #count = 0;
  #untracked = 0;

  /** Number of values that were not added, because the maximum was reached. */
  get untracked(): number {
    return this.#untracked;
  }

  /** Pending values of a key, by column. */
  of(id: string): ReadonlyMap<string, Pending> | undefined {
    return this.#values.get(id);
  }

  /** All pending values, each with its column. */
  *all(): Generator<readonly [column: string, pending: Pending]> {
    for (const columns of this.#values.values()) yield* columns;
  }

  /** Records a value of a key and column, replacing an earlier one. */
  add(id: string, column: string, pending: Pending): void {
    const columns = this.#values.get(id) ?? new Map<string, Pending>();
    if (!columns.has(column)) {
      if (this.#count >= MAX_PENDING) {
        this.#untracked += 1;
        return;
      }
      this.#count += 1;
    }
    columns.set(column, pending);
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
