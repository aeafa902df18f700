import type { Queryable } from '../../store/writer/writer.ts';
import type { ChangedKeys } from './changed-keys.ts';

/** Kinds of derived state, in the order in which their jobs run. */
export const JOB_KINDS = ['balance-snapshot', 'entity-stakes', 'balance-index'] as const;
export type JobKind = (typeof JOB_KINDS)[number];

/**
 * Computes one kind of derived state. A job has a row in `tain.derived_job` from the commit of the block that it begins
 * with until it is finished. It works in chunks, each in a transaction, from the present rows; after a kill it
 * continues from its row.
 *
 * A job sees the state of one instant although blocks are stored between its chunks: `beforeChange` copies rows right
 * before a block changes them, and chunks leave out rows that changed since (copy on write). So any chunks and any kill
 * lead to the same rows.
 */
export interface DerivedJob<Cause> {
  /**
   * Begins the job in the open transaction. `Cause`: the event after which it is due, if not the stream's position
   * alone. No earlier job of the kind may be running, unless the job allows it.
   */
  readonly begin: (client: Queryable, cause: Cause) => Promise<void>;
  /** Computes the next chunk from at most `rows` rows. Returns true when the job is finished, or none runs. */
  readonly step: (client: Queryable, rows: number) => Promise<boolean>;
  /**
   * Called before the rows of `keys` change, in the transaction that changes them. Issues all its statements
   * immediately, so that later ones can be issued without waiting.
   */
  readonly beforeChange?: (client: Queryable, keys: ChangedKeys) => Promise<unknown>;
}

/** Returns the position before all keys of this many columns. */
export function firstPosition(columns: number): string {
  return `{${Array(columns).fill('-9223372036854775808').join(',')}}`;
}
