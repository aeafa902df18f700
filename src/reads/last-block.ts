import pg from 'pg';
import { connectionConfig, type Database, within } from '../db/database.ts';
import { isDatabaseTrouble } from '../db/database-trouble.ts';
import type { OutageLog } from '../db/outage-log.ts';
import { BLOCK_CHANNEL } from '../schema/channels.ts';

/** How often the last block is looked up while nothing announces blocks, and while something does. */
const POLL_UNANNOUNCED_MS = 250;
const POLL_ANNOUNCED_MS = 5000;
const RECONNECT_MS = 1000;
/** A server that takes longer for so little is not there. */
const ANSWER_TIMEOUT_MS = 10_000;

/**
 * Watches for new blocks: by the notification that ingest sends as it commits one, and by looking,
 * for databases whose writer sends none. `onBlock` is called for each change, and whenever blocks
 * may have been missed.
 */
export class LastBlock {
  readonly #database: Database;
  readonly #onBlock: () => void;
  readonly #outages: OutageLog;
  #client: pg.Client | undefined;
  #timer: NodeJS.Timeout | undefined;
  #announced = false;
  #consensusEnd: string | null | undefined;
  #closed = false;

  constructor(database: Database, onBlock: () => void, outages: OutageLog) {
    this.#outages = outages;
    this.#database = database;
    this.#onBlock = onBlock;
  }

  /** Begins to listen. Never throws: without a connection it polls and tries again. */
  async start(): Promise<void> {
    await this.#listen();
    this.#schedule();
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    const client = this.#client;
    this.#client = undefined;
    await client?.end().catch(() => undefined);
  }

  async #listen(): Promise<void> {
    if (this.#closed) return;
    const client = new pg.Client({
      ...connectionConfig(this.#database.target),
      application_name: 'tain listen',
    });
    const lost = () => {
      if (this.#client !== client) return;
      this.#client = undefined;
      this.#announced = false;
      this.#onBlock();
      setTimeout(() => void this.#listen(), RECONNECT_MS).unref();
    };
    client.on('error', lost);
    client.on('end', lost);
    client.on('notification', () => {
      this.#announced = true;
      this.#onBlock();
    });
    try {
      this.#client = client;
      await client.connect();
      await client.query(`listen ${BLOCK_CHANNEL}`);
    } catch {
      await client.end().catch(() => undefined);
      lost();
    }
  }

  #schedule(): void {
    if (this.#closed) return;
    const delay = this.#announced ? POLL_ANNOUNCED_MS : POLL_UNANNOUNCED_MS;
    this.#timer = setTimeout(() => void this.#poll(), delay);
    this.#timer.unref();
  }

  async #poll(): Promise<void> {
    try {
      const { rows } = await this.#database.pool.query<{ last: string | null }>(
        within(ANSWER_TIMEOUT_MS, 'select max(consensus_end)::text as last from record_file'),
      );
      this.#outages.answered();
      const last = rows[0]?.last ?? null;
      if (last !== this.#consensusEnd) {
        this.#consensusEnd = last;
        this.#onBlock();
      }
    } catch (error) {
      if (isDatabaseTrouble(error) && !this.#closed) this.#outages.lost(error);
      // The database does not answer: nothing that is kept can be trusted to be the latest.
      this.#onBlock();
    }
    this.#schedule();
  }
}
