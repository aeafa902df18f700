import type pg from 'pg';
import { type BackOff, waitAfter } from '../../kernel/retry.ts';
import { connectionConfig, type Database, within } from '../connections/database.ts';
import { isDatabaseTrouble } from '../connections/database-trouble.ts';
import type { OutageLog } from '../connections/outage-log.ts';
import { SessionClient } from '../connections/session-client.ts';
import { BLOCK_CHANNEL, parseBlockNotice } from '../schema/channels.ts';
import { type BlockMark, LAST_BLOCK_SQL, markOf } from './block-mark.ts';

/** Intervals between reads of the last block: without notifications, and with them. */
const POLL_UNANNOUNCED_MS = 250;
const POLL_ANNOUNCED_MS = 5000;
/** Delays before another attempt to listen. A replica rejects `listen` until it is promoted; its blocks are polled. */
const RECONNECT: BackOff = { first: 1000, max: 30_000 };
/** Timeout of a read of the last block: a server that takes longer counts as unreachable. */
const RESPONSE_TIMEOUT_MS = 10_000;
/** Reads the number of returns to an earlier block, and the last block. */
const RETURNS_SQL = `
  select coalesce(f.returns, 0)::text, b.*
  from (values (1)) one left join tain.first_block f on true left join (${LAST_BLOCK_SQL}) b on true`;

/**
 * Watches for new blocks: by the notification that the ingest sends with each commit, and by polling, for databases
 * whose writer sends none. Calls `onBlock` with the last block, if known, for each change, and whenever blocks may
 * have been missed; `isReturn`: the database went back to this block.
 */
export class LastBlock {
  readonly #database: Database;
  readonly #onBlock: (mark: BlockMark | null, isReturn: boolean) => void;
  readonly #outages: OutageLog;
  readonly #sql: string;
  #client: pg.Client | undefined;
  #timer: NodeJS.Timeout | undefined;
  #announced = false;
  /** Undefined before the first read. */
  #last: bigint | null | undefined;
  /** Number of returns that `onBlock` has reported, or that came before. Undefined before it is known. */
  #returns: bigint | undefined;
  #closed = false;
  /** Number of failed attempts to listen in a row. */
  #refused = 0;

  /** `sql`: reads the last block. */
  constructor(
    database: Database,
    onBlock: (mark: BlockMark | null, isReturn: boolean) => void,
    outages: OutageLog,
    sql = LAST_BLOCK_SQL,
  ) {
    this.#outages = outages;
    this.#sql = sql;
    this.#database = database;
    this.#onBlock = onBlock;
  }

  /** Starts to listen, and polls immediately. Never throws: without a connection it polls and tries again. */
  async start(): Promise<void> {
    await this.#listen();
    void this.#poll();
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
    const client = new SessionClient({
      ...connectionConfig(this.#database.target),
      application_name: 'tain listen',
    });
    const lost = () => {
      if (this.#client !== client) return;
      this.#client = undefined;
      this.#announced = false;
      this.#refused += 1;
      this.#onBlock(null, false);
      setTimeout(() => void this.#listen(), waitAfter(this.#refused, RECONNECT)).unref();
    };
    client.on('error', lost);
    client.on('end', lost);
    client.on('notification', ({ payload }) => {
      this.#announced = true;
      const notice = parseBlockNotice(payload);
      if (notice !== null) this.#last = notice.consensusEnd;
      this.#onBlock(notice, this.#isReturn(notice?.returns));
    });
    try {
      this.#client = client;
      await client.connect();
      await client.query(`listen ${BLOCK_CHANNEL}`);
      this.#refused = 0;
      await this.#compareReturns(client);
    } catch {
      await client.end().catch(() => undefined);
      lost();
    }
  }

  /** Reports a return that happened without a connection. A database of the public mirror has no count. */
  async #compareReturns(client: pg.Client): Promise<void> {
    const isKnown = this.#returns !== undefined;
    const { rows } = await client
      .query<(string | null)[]>({ ...within(RESPONSE_TIMEOUT_MS, RETURNS_SQL), rowMode: 'array' })
      .catch(() => ({ rows: [] }));
    const [returns, ...block] = rows[0] ?? [];
    const mark = markOf(block);
    if (!this.#isReturn(returns == null ? null : BigInt(returns)) || !isKnown || mark === null) return;
    this.#last = mark.consensusEnd;
    this.#onBlock(mark, true);
  }

  /** Returns whether a number of returns is new, and takes note of it. */
  #isReturn(returns: bigint | null | undefined): boolean {
    if (returns == null || (this.#returns !== undefined && returns <= this.#returns)) return false;
    this.#returns = returns;
    return true;
  }

  /** Schedules the next poll. Not `repeat`: the pause depends on whether notifications arrive at that time. */
  #schedule(): void {
    if (this.#closed) return;
    const delay = this.#announced ? POLL_ANNOUNCED_MS : POLL_UNANNOUNCED_MS;
    this.#timer = setTimeout(() => void this.#poll(), delay);
    this.#timer.unref();
  }

  /**
   * Reads the last block, null where there is none. Undefined if the database went back meanwhile: a block that was read
   * before that may not exist any more. Throws the driver's errors, also after a timeout.
   */
  async read(timeoutMs: number): Promise<BlockMark | null | undefined> {
    const returns = this.#returns;
    const query = { ...within(timeoutMs, this.#sql), rowMode: 'array' as const };
    const { rows } = await this.#database.pool.query<(string | null)[]>(query);
    return returns === this.#returns ? markOf(rows[0] ?? []) : undefined;
  }

  async #poll(): Promise<void> {
    if (this.#closed) return;
    try {
      const mark = await this.read(RESPONSE_TIMEOUT_MS);
      this.#outages.answered();
      if (this.#closed) return;
      const last = mark?.consensusEnd ?? null;
      if (mark !== undefined && last !== this.#last) {
        // A missed notification is the only sign of a dead connection.
        if (this.#announced) this.#renew();
        this.#last = last;
        // A database that lost its last commits in a crash stores them again: only a notification reports a return.
        this.#onBlock(mark, false);
      }
    } catch (error) {
      if (isDatabaseTrouble(error) && !this.#closed) this.#outages.lost(error);
      // The database does not respond, so no cached value can be assumed to be the latest.
      this.#onBlock(null, false);
    }
    this.#schedule();
  }

  /** Listens on a new connection. */
  #renew(): void {
    const client = this.#client;
    this.#announced = false;
    this.#client = undefined;
    client?.end().catch(() => undefined);
    void this.#listen();
  }
}
