import type pg from 'pg';
import { poll } from '../../../kernel/retry.ts';
import { within } from '../../connections/database.ts';
import { PREPARED_SQL } from '../../connections/distributed.ts';
import { VISIBLE_SETTING } from '../../connections/distributed-reading.ts';
import { RAW_TEXT } from '../../connections/select.ts';
import { type BlockMark, markOf } from '../block-mark.ts';

/** The last block that the coordinator has committed. */
export const COMMITTED_BLOCK_SQL =
  'select b.consensus_end::text, b.index::text from public.record_file b order by b.consensus_end desc limit 1';

const RESPONSE_TIMEOUT_MS = 5_000;
const POLL_INTERVAL_MS = { first: 2, max: 250 };

/** A pool, or one connection. */
interface RowSource {
  query(query: pg.QueryArrayConfig): Promise<{ readonly rows: unknown[][] }>;
}

/**
 * The last block that is visible on every server of a distributed database.
 *
 * Citus commits in two phases: each worker prepares its part, the coordinator commits its own, with the block's row,
 * and then the workers commit theirs, one after another. So a block that the coordinator shows is complete once every
 * part that was prepared at the time of that read is committed: a part prepared later belongs to a later block.
 */
export class VisibleEverywhere {
  readonly #pool: RowSource;
  #last: BlockMark | null | undefined;
  /** Differs from a `SharedRead`, because a caller joins the next read rather than the running one. */
  #refreshing: Promise<BlockMark | null> | undefined;

  constructor(pool: RowSource) {
    this.#pool = pool;
  }

  /** The last block known to be visible on every server; null if there is none; undefined while unknown. */
  get last(): BlockMark | null | undefined {
    return this.#last;
  }

  /**
   * Reads the last block, and waits until it is complete. Throws the driver's errors. Callers during a read share the
   * next one.
   */
  async refresh(): Promise<BlockMark | null> {
    // A read under way may have started before the caller's block was committed.
    if (this.#refreshing !== undefined) await this.#refreshing.catch(() => undefined);
    this.#refreshing ??= this.#find().finally(() => {
      this.#refreshing = undefined;
    });
    return this.#refreshing;
  }

  async #find(): Promise<BlockMark | null> {
    const seen = markOf((await this.#rows(COMMITTED_BLOCK_SQL))[0] ?? []);
    // The same block is known to be complete. Any other block is checked, also an earlier one after a restore.
    if (this.#last !== undefined && seen?.consensusEnd === this.#last?.consensusEnd) return seen;
    let parts: ReadonlySet<string> | undefined;
    const isWhole = async () => {
      const now = await this.#prepared();
      parts = new Set([...(parts ?? now)].filter((part) => now.has(part)));
      return parts.size === 0 || undefined;
    };
    await poll(isWhole, { intervalMs: POLL_INTERVAL_MS });
    this.#last = seen;
    return seen;
  }

  async #prepared(): Promise<Set<string>> {
    const parts = new Set<string>();
    for (const [success, worker, names] of await this.#rows(PREPARED_SQL)) {
      // A worker that is down may come back with a part of a block.
      if (success !== 't') throw new Error(`the server ${worker} does not report its prepared transactions`);
      for (const name of (names ?? '').split(' ')) if (name !== '') parts.add(`${worker} ${name}`);
    }
    return parts;
  }

  async #rows(text: string): Promise<(string | null)[][]> {
    const query = { ...within(RESPONSE_TIMEOUT_MS, text), rowMode: 'array' as const, types: RAW_TEXT };
    return (await this.#pool.query(query)).rows as (string | null)[][];
  }
}

/** Bounds the rows that connections to a distributed database see. */
export class DistributedReading {
  readonly #everywhere: VisibleEverywhere;
  readonly #endsWithBlock: boolean;
  /** Time up to which each connection shows rows. */
  readonly #bounds = new WeakMap<object, string>();

  constructor(everywhere: VisibleEverywhere, endsWithBlock: boolean) {
    this.#everywhere = everywhere;
    this.#endsWithBlock = endsWithBlock;
  }

  /** Makes a connection show rows up to the last block that is visible on every server. Throws when that block is unknown. */
  async bound(client: pg.ClientBase): Promise<void> {
    if (!this.#endsWithBlock) return;
    const { last } = this.#everywhere;
    const block = last === undefined ? await this.#everywhere.refresh() : last;
    const bound = block === null ? '' : String(block.consensusEnd);
    if (this.#bounds.get(client) === bound) return;
    await client.query('select set_config($1, $2, false)', [VISIBLE_SETTING, bound]);
    this.#bounds.set(client, bound);
  }
}
