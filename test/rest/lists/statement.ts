import type fc from 'fast-check';
import type { Operator, RandomRequest } from './random-request.ts';
import type { Rows } from './rows.ts';

export type Item = Readonly<Record<string, unknown>>;

/** Expected items of a list, computed from the rows of a database. */
export interface Statement {
  /** The route's path. */
  readonly route: string;
  /** Member of the answer that contains the items. */
  readonly items: string;
  /** Default order of the list. */
  readonly order: 'asc' | 'desc';
  /** Maximum `limit` of the route; 100 by default. */
  readonly max?: number;
  /** Returns the key that identifies an item. */
  readonly keyOf: (item: Item) => string;
  /** Generator of random requests with all parameters except `order` and `limit`. */
  readonly requests: (rows: Rows) => fc.Arbitrary<RandomRequest>;
  /** Returns the keys of the whole list in ascending order, or the status of an answer without a list. */
  readonly expect: (rows: Rows, request: RandomRequest) => readonly string[] | 404;
  /** Returns whether pages are not followed, because the answer never has a next link. */
  readonly unlinked?: (request: RandomRequest) => boolean;
  /**
   * Returns whether no page follows one that ends with this key, although the list has further rows. They are only on the page
   * that reaches them.
   */
  readonly endsWith?: (rows: Rows, request: RandomRequest, order: 'asc' | 'desc', key: bigint) => boolean;
  /** Operators by parameter that are declared but refused (400). */
  readonly refused?: Readonly<Record<string, readonly Operator[]>>;
  /** Whether the read strategy depends on thresholds or on Tain's own tables. */
  readonly dependsOnServer?: boolean;
}

/** Returns the number of an id `0.0.n`. */
export function num(id: unknown): string {
  return String(id).replace(/^0\.0\./, '');
}

/** Returns the nanoseconds of a timestamp in an answer. */
export function nanos(time: unknown): string {
  return String(BigInt(String(time).replace('.', '')));
}
