import type { StateTable } from '../../schema/current-state-tables.ts';
import type { AnyRow } from '../range/state-rows.ts';
import type { Difference } from './difference.ts';

/** A value that the stream gives, which the present row does not have: a later change may make it so. */
export interface Pending {
  readonly table: StateTable;
  readonly key: AnyRow;
  readonly difference: Difference;
  readonly value: unknown;
}

/** Stands for a number that nobody knows; with what is added to it below any that is known. */
export const UNKNOWN = -(1n << 62n);
const LEAST_KNOWN = -(1n << 61n);

/** Whether a value of an unversioned column is one that was followed. */
export function isKnown(value: unknown): boolean {
  return typeof value !== 'bigint' || value > LEAST_KNOWN;
}

/** Values that may be pending. What is more is not compared, and that is said. */
const MOST_PENDING = 1_000_000;

/** Values that the stream gives and the present rows lack so far, by key and column; bounded. */
export class PendingValues {
  readonly #values = new Map<string, Map<string, Pending>>();
  #count = 0;
  #left = 0;

  /** Values that could not be followed. */
  get left(): number {
    return this.#left;
  }

  /** Those of a key, by column. */
  of(id: string): ReadonlyMap<string, Pending> | undefined {
    return this.#values.get(id);
  }

  /** All of them, each with its column. */
  *all(): Generator<readonly [column: string, pending: Pending]> {
    for (const columns of this.#values.values()) yield* columns;
  }

  /** Notes a value of a key and column, in place of an earlier one. */
  add(id: string, column: string, pending: Pending): void {
    const columns = this.#values.get(id) ?? new Map<string, Pending>();
    if (!columns.has(column)) {
      if (this.#count >= MOST_PENDING) {
        this.#left += 1;
        return;
      }
      this.#count += 1;
    }
    columns.set(column, pending);
    this.#values.set(id, columns);
  }

  /** The stored row has what the stream gives, or nobody knows. */
  settle(id: string, column: string): void {
    const columns = this.#values.get(id);
    if (!columns?.delete(column)) return;
    this.#count -= 1;
    if (columns.size === 0) this.#values.delete(id);
  }
}
