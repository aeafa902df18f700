interface Declared {
  /** Unique, in kebab case. */
  readonly name: string;
  /** Things counted, in the plural: "contract calls". */
  readonly counts: string;
  /** Settings that change it. */
  readonly settings?: readonly string[];
}

/** Limits what starts within a second. While several clients want it, each is guaranteed an equal share. */
export interface RateLimit extends Declared {
  readonly kind: 'rate';
  /** In all, a second. One client alone may use all of it. */
  readonly most: number;
}

/** Limits what runs at once. The rest waits, and clients take turns. */
export interface ConcurrencyLimit extends Declared {
  readonly kind: 'concurrency';
  /** Running at once. One client alone may use all of it. */
  readonly most: number;
  /**
   * Waiting. Once it is reached, the client with the most waiting loses one to a client with fewer. Without it nothing is
   * refused, because another limit bounds how many can wait.
   */
  readonly waiting?: number;
  /** Run beside `most`, only for clients of which nothing else runs. Default: 0. */
  readonly spare?: number;
}

/** Limits what stays open for as long as its client wants; a client has a fixed part of it. */
export interface OpenLimit extends Declared {
  readonly kind: 'open';
  /** Open at once. */
  readonly most: number;
  /** Open at once of one client. */
  readonly perClient: number;
}

/**
 * Describes a limit that clients share: what is counted, how much in all, and how much one client gets of it while others
 * want it. A client is an address, as `ownerOf` identifies it. `src/app/roles/limits.ts` lists all of them.
 */
export type Limit = RateLimit | ConcurrencyLimit | OpenLimit;

/** Refusal because of a limit. `isOwn`: because of what the same client has, else because of what all have. */
export class LimitReached extends Error {
  readonly isOwn: boolean;

  constructor({ counts }: Pick<Limit, 'counts'>, isOwn: boolean) {
    super(`Too many ${counts}${isOwn ? ' of one client' : ''}`);
    this.name = 'LimitReached';
    this.isOwn = isOwn;
  }
}
