import { ClientError } from '../client-error.ts';

interface Declared {
  /** Unique name, in kebab case. */
  readonly name: string;
  /** Counted things, in the plural: "contract calls". */
  readonly counts: string;
  /** Names of the settings that change the limit. */
  readonly settings?: readonly string[];
}

/** Limits the number of starts in a second. While several clients compete, each is guaranteed an equal share. */
export interface RateLimit extends Declared {
  readonly kind: 'rate';
  /** Maximum number in a second. One client alone may use all of it. */
  readonly max: number;
}

/** Limits concurrency. The rest waits in a queue that serves clients round robin. */
export interface ConcurrencyLimit extends Declared {
  readonly kind: 'concurrency';
  /** Maximum number of concurrent tasks. One client alone may use all of it. */
  readonly max: number;
  /**
   * Maximum length of the queue. When it is full, the client with the most entries loses one to a client with fewer.
   * Undefined: nothing is refused, because another limit bounds the queue.
   */
  readonly waiting?: number;
  /** Number of tasks above `max`, only for clients without another running task. Default: 0. */
  readonly spare?: number;
}

/** Limits resources that their clients hold open indefinitely; each client has a fixed maximum. */
export interface OpenLimit extends Declared {
  readonly kind: 'open';
  /** Maximum number of open resources. */
  readonly max: number;
  /** Maximum number of open resources of one client. */
  readonly perClient: number;
}

/**
 * Limits the memory that clients make the process hold. One client alone may use all of it. When it is used up, the newest
 * work of the client that holds the most is ended.
 */
export interface ByteLimit extends Declared {
  readonly kind: 'bytes';
  /** Maximum number of bytes. */
  readonly max: number;
}

/**
 * Declares a limit that clients share: the counted things, their maximum, and the share of one client while others
 * compete. A client is an address, as `ownerOf` identifies it. `tools/docs/limits-table.ts` lists all of them.
 */
export type Limit = RateLimit | ConcurrencyLimit | OpenLimit | ByteLimit;

/** Error thrown when a limit is reached. `isOwn`: the client's own share is used up, else the total. */
export class LimitReached extends ClientError {
  readonly isOwn: boolean;

  constructor({ counts }: Pick<Limit, 'counts'>, isOwn: boolean) {
    super(`Too many ${counts}${isOwn ? ' of one client' : ''}`);
    this.name = 'LimitReached';
    this.isOwn = isOwn;
  }
}

/** Returns how many of `total` open resources one client may have: a tenth, at least one. */
export function clientShareOf(total: number): number {
  return Math.max(1, Math.floor(total / 10));
}

/** Returns the bounds of `total` open resources, with the share of one client. */
export function openLimitsOf(total: number): Pick<OpenLimit, 'max' | 'perClient'> {
  return { max: total, perClient: clientShareOf(total) };
}
