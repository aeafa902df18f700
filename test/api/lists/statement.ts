import type fc from 'fast-check';
import type { Asked, Operator } from './asked.ts';
import type { Rows } from './rows.ts';

export type Item = Readonly<Record<string, unknown>>;

/** Expected items of a list, computed from the rows of a database. */
export interface Statement {
  /** The route's path. */
  readonly route: string;
  /** The member of the answer that has the items. */
  readonly items: string;
  /** The order without `order`. */
  readonly order: 'asc' | 'desc';
  /** The greatest `limit` that the route takes; 100 unless said. */
  readonly max?: number;
  /** Identifies an item. */
  readonly keyOf: (item: Item) => string;
  /** Requests: all that is asked besides `order` and `limit`. */
  readonly ask: (rows: Rows) => fc.Arbitrary<Asked>;
  /** The keys of the whole list in ascending order, or the status of an answer without one. */
  readonly expect: (rows: Rows, asked: Asked) => readonly string[] | 404;
  /** Whether the answer has no further pages, whatever it holds. */
  readonly unlinked?: (asked: Asked) => boolean;
  /** Operators that a parameter is declared with, but that are refused (400). */
  readonly refused?: Readonly<Record<string, readonly Operator[]>>;
  /** Whether the way of reading depends on thresholds or on tables of our own. */
  readonly ways?: boolean;
}

/** The number of an id `0.0.n`. */
export function num(id: unknown): string {
  return String(id).replace(/^0\.0\./, '');
}

/** Nanoseconds of a time as answers have it. */
export function nanos(time: unknown): string {
  return String(BigInt(String(time).replace('.', '')));
}
