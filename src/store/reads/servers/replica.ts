import { messageOf } from '../../../kernel/failure.ts';
import type { Log } from '../../../kernel/log.ts';
import { Database, within } from '../../connections/database.ts';
import { type BlockMark, LAST_BLOCK_SQL, markOf } from '../block-mark.ts';
import { type DatabaseIdentity, foreignReason, selectIdentity } from '../database-identity.ts';
import type { ReadServer } from './read-server.ts';

/** Poll intervals of a replica: up to date with the primary, behind it, and unreachable. */
const POLL_MS = 250;
const POLL_BEHIND_MS = 25;
const POLL_DOWN_MS = 500;
/** Timeout of a poll: a server that takes longer counts as unreachable. */
const RESPONSE_TIMEOUT_MS = 1_000;

/** Reasons to exclude a replica: it does not respond, lags too far behind, or is not a replica of the primary. */
export const EXCLUSIONS = ['unreachable', 'behind', 'foreign'] as const;

/** Reason why a replica is excluded; null while it serves requests. */
export type Exclusion = (typeof EXCLUSIONS)[number] | null;

/** Reads the last block, if there is one, and whether the server is still a replica. */
const POLL_SQL = `select b.*, pg_is_in_recovery()::text from (values (1)) one left join (${LAST_BLOCK_SQL}) b on true`;

export interface ReplicaOptions {
  readonly server: ReadServer;
  readonly log: Log;
  /** Milliseconds since the primary has had a block that is missing here; 0 when none is missing. */
  readonly lagOf: (block: BlockMark | null) => number;
  /** Maximum lag of a replica that still serves requests, in milliseconds. */
  readonly maxLagMs: number;
  /** Reads the primary's identity; null when unknown. */
  readonly primary: () => Promise<DatabaseIdentity | null>;
  /** Called after each poll. */
  readonly onPoll: () => void;
}

/** Polls a replica on its own connection: its last block, and whether it may serve requests. */
export class Replica {
  readonly server: ReadServer;
  leftOut: Exclusion = 'unreachable';
  readonly #options: ReplicaOptions;
  readonly #database: Database;
  #timer: NodeJS.Timeout | undefined;
  #isPolling = false;
  /** Whether the server behind the connection was identified as the primary's replica. */
  #isKnown = false;
  #isClosed = false;

  constructor(options: ReplicaOptions) {
    this.server = options.server;
    this.#options = options;
    this.#database = new Database(options.server.database.target, {
      applicationName: 'tain api replica',
      maxConnections: 1,
      connectTimeoutMs: RESPONSE_TIMEOUT_MS,
      responseTimeoutMs: RESPONSE_TIMEOUT_MS,
      onError: () => undefined,
    });
    // A new connection may lead to another server.
    this.#database.pool.on('connect', () => {
      this.#isKnown = false;
    });
  }

  /** Polls now, and then at intervals. Never throws. */
  async poll(): Promise<void> {
    if (this.#isPolling || this.#isClosed) return;
    clearTimeout(this.#timer);
    this.#isPolling = true;
    try {
      const { rows } = await this.#database.pool.query<(string | null)[]>({
        ...within(RESPONSE_TIMEOUT_MS, POLL_SQL),
        rowMode: 'array',
      });
      const [last = []] = rows;
      const foreign = await this.#foreignReasonOf(last[2] === 'true');
      // Assigned even if it is lower than before, because the server may be another one.
      this.server.block = markOf(last);
      const { lagOf, maxLagMs } = this.#options;
      const lag = lagOf(this.server.block);
      // A replica that was behind must catch up to half of the limit before it serves requests, or it would flap.
      const max = this.leftOut === 'behind' ? maxLagMs / 2 : maxLagMs;
      if (foreign !== null) this.#is('foreign', `It ${foreign}`);
      else this.#is(lag > max ? 'behind' : null, `${Math.round(lag)} ms behind the primary`);
    } catch (error) {
      this.failed(error);
    }
    this.#isPolling = false;
    this.#options.onPoll();
    this.#schedule();
  }

  /** Marks the replica as unreachable. Its running statements are ended, so that they can run on the primary. */
  failed(error: unknown): void {
    const reason = messageOf(error);
    this.#is('unreachable', reason);
    this.server.break(new Error(`The replica does not answer: ${reason}`));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#database.end();
    this.server.close();
    await this.server.database.end();
  }

  /**
   * Returns why the server is not a replica of the primary; null if it is one. Checked once for each connection, and
   * each time while it is not a replica.
   */
  async #foreignReasonOf(isReplica: boolean): Promise<string | null> {
    if (this.#isKnown && isReplica) return null;
    const primary = await this.#options.primary();
    const found = foreignReason(await selectIdentity(this.#database.pool), primary);
    this.#isKnown = found === null && primary !== null;
    return found;
  }

  #is(leftOut: Exclusion, reason: string): void {
    if (leftOut === this.leftOut || this.#isClosed) return;
    const database = this.server.address;
    this.leftOut = leftOut;
    if (leftOut === null) this.#options.log.info({ database }, 'A replica is in use');
    else this.#options.log.warn({ database, reason }, 'A replica is left out');
  }

  /** Schedules the next poll. Not `repeat`: the pause depends on what the poll found, and an announced block polls at once. */
  #schedule(): void {
    if (this.#isClosed) return;
    const isBehind = this.#options.lagOf(this.server.block) > 0;
    const isOut = this.leftOut === 'unreachable' || this.leftOut === 'foreign';
    const delay = isOut ? POLL_DOWN_MS : isBehind ? POLL_BEHIND_MS : POLL_MS;
    this.#timer = setTimeout(() => void this.poll(), delay).unref();
  }
}
