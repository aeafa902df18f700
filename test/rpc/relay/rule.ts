import type { Request } from './requests.ts';

export type Fields = Readonly<Record<string, unknown>>;

/** A difference between the relay's response and ours. */
export interface Difference {
  readonly request: Request;
  /** Field in the response, `[]` for all items of a list: `result.transactions[].gas`. */
  readonly path: string;
  readonly relay: unknown;
  readonly ours: unknown;
  /** Innermost objects that contain the field; the whole responses if no object does. */
  readonly of: readonly [relay: Fields, ours: Fields];
}

/** Facts about the history that a response alone does not contain. */
export interface Known {
  /**
   * Hashes of blocks with a token transfer without a contract execution, whose receipts have another bloom in the
   * relay.
   */
  readonly syntheticBlocks: ReadonlySet<string>;
  /** Hashes and numbers of blocks with calls of hooks, which the relay's blocks do not have. */
  readonly hookBlocks: ReadonlySet<string>;
  /** Hashes of those calls. */
  readonly hookCalls: ReadonlySet<string>;
  /** Addresses to which accounts delegate or delegated (EIP-7702). */
  readonly delegates: ReadonlySet<string>;
}

/** A deliberate difference from the relay, named in docs/differences.md. */
export interface Rule {
  readonly name: string;
  declares(difference: Difference, known: Known): boolean;
}

/** Returns the last field of a difference's path. */
export const lastField = (path: string): string => path.split('.').at(-1) ?? '';
export const isQuantity = (value: unknown): value is string =>
  typeof value === 'string' && /^0x(0|[1-9a-f][0-9a-f]*)$/.test(value);
export const isWord = (value: unknown): boolean =>
  typeof value === 'string' && /^0x[0-9a-f]{64}$/.test(value);
export const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
