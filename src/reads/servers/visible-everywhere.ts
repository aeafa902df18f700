import type pg from 'pg';
import { within } from '../../db/connections/database.ts';
import { PREPARED_SQL } from '../../db/connections/distributed.ts';
import { RAW_TEXT } from '../../db/connections/select.ts';
import { poll } from '../../kernel/retry.ts';
import { type BlockMark, markOf } from '../block-mark.ts';

/** The last block that the coordinator has committed. */
export const COMMITTED_BLOCK_SQL =
  'select b.consensus_end::text, b.index::text from public.record_file b order by b.consensus_end desc limit 1';

const ANSWER_MS = 5_000;
const POLL_INTERVAL_MS = { first: 2, most: 250 };

/** A pool, or one connection. */
interface Asked {
  query(query: pg.QueryArrayConfig): Promise<{ readonly rows: unknown[][] }>;
}

/**
 * The last block that is visible on every server of a database that is distributed.
 *
 * Citus commits in two phases: each worker prepares its part, the coordinator commits its own, with the block's row, and then
 * the workers commit theirs, one after another. So a block that the coordinator shows is whole as soon as no part is left that
 * was prepared when it was seen: a part that was prepared later belongs to a later block.
 */
export class VisibleEverywhere {
  readonly #pool: Asked;
  #last: BlockMark | null | undefined;
  #asking: Promise<BlockMark | null> | undefined;

  constructor(pool: Asked) {
    this.#pool = pool;
  }

  /** The last block that is known to be visible everywhere; null: there is none; undefined: it is not known. */
  get last(): BlockMark | null | undefined {
    return this.#last;
  }

  /** Looks for a newer one, and waits until it is whole. Throws what the driver does. Those who ask meanwhile get the next. */
  async look(): Promise<BlockMark | null> {
    // What another one asks for may have been seen before.
    if (this.#asking !== undefined) await this.#asking.catch(() => undefined);
    this.#asking ??= this.#find().finally(() => {
      this.#asking = undefined;
    });
    return this.#asking;
  }

  async #find(): Promise<BlockMark | null> {
    const seen = markOf((await this.#rows(COMMITTED_BLOCK_SQL))[0] ?? []);
    // Also one that went back, as after a restore.
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
      // One that is down may come back with a part of a block.
      if (success !== 't') throw new Error(`the server ${worker} does not tell what it has prepared`);
      for (const name of (names ?? '').split(' ')) if (name !== '') parts.add(`${worker} ${name}`);
    }
    return parts;
  }

  async #rows(text: string): Promise<(string | null)[][]> {
    const query = { ...within(ANSWER_MS, text), rowMode: 'array' as const, types: RAW_TEXT };
    return (await this.#pool.query(query)).rows as (string | null)[][];
  }
}
