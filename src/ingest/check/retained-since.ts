import { MAX_INT64 } from '@tain/ledger/timestamp';
import type pg from 'pg';
import { selectOn } from '../../store/connections/select.ts';
import {
  type RetainedHistory,
  type RetainedRows,
  type Start,
  selectRetained,
  sinceFirstBlock,
  wholeSince,
} from '../../store/reads/retained.ts';
import type { RetentionFamily } from '../../store/schema/kept-tables.ts';

/** Time later than every block; the next nanosecond still fits into an int64. */
const NO_BLOCK = MAX_INT64 - 1n;

/**
 * Times from which on all rows of a family are stored, as of one snapshot of the database: retention may run during a
 * check. They are aligned to whole blocks, because some families end in the middle of one.
 */
export class RetainedSince {
  readonly #client: pg.ClientBase;
  readonly #retained: RetainedHistory;
  readonly #afters = new Map<bigint, Promise<bigint>>();

  private constructor(client: pg.ClientBase, retained: RetainedHistory) {
    this.#client = client;
    this.#retained = retained;
  }

  /** Reads the times. Must be called in the snapshot that is compared. */
  static async select(client: pg.ClientBase): Promise<RetainedSince> {
    return new RetainedSince(client, sinceFirstBlock(await selectRetained(selectOn(client))));
  }

  /** The first block that was ever stored; undefined in a database of the public mirror node. */
  get firstBlock(): RetainedHistory['firstBlock'] {
    return this.#retained.firstBlock;
  }

  /** Beginning of the database, if that is in the middle of the network's history. */
  get start(): Start | undefined {
    return this.#retained.start;
  }

  /** Returns the retained rows of a family. */
  of(family: RetentionFamily): RetainedRows {
    return this.#retained.families[family];
  }

  /** Returns whether settings leave some rows of a family out. */
  isPart(family: RetentionFamily): boolean {
    return this.of(family).wholeFrom === null;
  }

  /**
   * Returns the end of the block after which all rows of some families are stored, in nanoseconds; -1 when none were
   * removed, null when settings leave some out. `NO_BLOCK` when no whole block is left.
   */
  async after(...families: readonly RetentionFamily[]): Promise<bigint | null> {
    const since = wholeSince(this.#retained, ...families);
    if (since === undefined) return null;
    if (since === 0n) return -1n;
    const known = this.#afters.get(since);
    if (known) return known;
    const after = this.#selectEndBefore(since);
    this.#afters.set(since, after);
    return after;
  }

  /**
   * Returns the end of the block before `since`. The state before the block must be retained, too: a version that ended
   * at `since` is removed.
   */
  async #selectEndBefore(since: bigint): Promise<bigint> {
    const { rows } = await this.#client.query<{ after: string }>(
      `select (consensus_start - 1)::text as after from record_file
       where consensus_end > $1 and consensus_start > $1 order by consensus_end limit 1`,
      [since.toString()],
    );
    return rows[0] ? BigInt(rows[0].after) : NO_BLOCK;
  }
}
