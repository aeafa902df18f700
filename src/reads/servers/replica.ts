import type { Logger } from 'pino';
import { Database, within } from '../../db/connections/database.ts';
import { messageOf } from '../../kernel/failure.ts';
import { type BlockMark, LAST_BLOCK_SQL, markOf } from '../block-mark.ts';
import { type DatabaseIdentity, selectIdentity, whyNoReplica } from '../database-identity.ts';
import type { ReadServer } from './read-server.ts';

/** Milliseconds between two looks at a replica: in step with the primary, behind it, and unreachable. */
const POLL_MS = 250;
const POLL_BEHIND_MS = 25;
const POLL_DOWN_MS = 500;
/** A server that takes longer for so little is not there. */
const ANSWER_MS = 1_000;

/** Why a replica is not asked: it does not answer, lags too much, or is no replica of the primary. */
export const LEFT_OUT = ['unreachable', 'behind', 'foreign'] as const;

/** Why a replica is not asked; null while it is. */
export type LeftOut = (typeof LEFT_OUT)[number] | null;

/** The last block, if there is one, and whether the server is a replica still. */
const LOOK_SQL = `select b.*, pg_is_in_recovery()::text from (values (1)) one left join (${LAST_BLOCK_SQL}) b on true`;

export interface ReplicaOptions {
  readonly server: ReadServer;
  readonly log: Pick<Logger, 'info' | 'warn'>;
  /** Milliseconds that a block of the primary has been missing here; 0 where none is. */
  readonly lagOf: (block: BlockMark | null) => number;
  /** Milliseconds that it may lag and still be asked. */
  readonly maxLag: number;
  /** What the primary is; null while that is not known. */
  readonly primary: () => Promise<DatabaseIdentity | null>;
  /** Called after each look. */
  readonly onLook: () => void;
}

/** Watches a replica by a connection of its own: how far it is, and whether it may be asked. */
export class Replica {
  readonly server: ReadServer;
  leftOut: LeftOut = 'unreachable';
  readonly #options: ReplicaOptions;
  readonly #database: Database;
  #timer: NodeJS.Timeout | undefined;
  #isLooking = false;
  /** Whether the server behind the connection was found to be the primary's replica. */
  #isKnown = false;
  #isClosed = false;

  constructor(options: ReplicaOptions) {
    this.server = options.server;
    this.#options = options;
    this.#database = new Database(options.server.database.target, {
      applicationName: 'tain api replica',
      maxConnections: 1,
      connectTimeout: ANSWER_MS,
      answerTimeout: ANSWER_MS,
      onError: () => undefined,
    });
    // By now it may be another server.
    this.#database.pool.on('connect', () => {
      this.#isKnown = false;
    });
  }

  /** Looks now, and then again and again. Never throws. */
  async look(): Promise<void> {
    if (this.#isLooking || this.#isClosed) return;
    clearTimeout(this.#timer);
    this.#isLooking = true;
    try {
      const { rows } = await this.#database.pool.query<(string | null)[]>({
        ...within(ANSWER_MS, LOOK_SQL),
        rowMode: 'array',
      });
      const [last = []] = rows;
      const foreign = await this.#whyForeign(last[2] === 'true');
      // Also where that is less than before: it may be another server by now.
      this.server.block = markOf(last);
      const { lagOf, maxLag } = this.#options;
      const lag = lagOf(this.server.block);
      // One that was behind must be well in step again, or it would come and go.
      const most = this.leftOut === 'behind' ? maxLag / 2 : maxLag;
      if (foreign !== null) this.#is('foreign', `It ${foreign}`);
      else this.#is(lag > most ? 'behind' : null, `${Math.round(lag)} ms behind the primary`);
    } catch (error) {
      this.failed(error);
    }
    this.#isLooking = false;
    this.#options.onLook();
    this.#schedule();
  }

  /** It does not answer: what runs on it is ended, so that it can be asked of the primary. */
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

  /** Why the server is no replica of the primary; null where it is one. Asked once for each connection, and while it is none. */
  async #whyForeign(isReplica: boolean): Promise<string | null> {
    if (this.#isKnown && isReplica) return null;
    const primary = await this.#options.primary();
    const found = whyNoReplica(await selectIdentity(this.#database.pool), primary);
    this.#isKnown = found === null && primary !== null;
    return found;
  }

  #is(leftOut: LeftOut, reason: string): void {
    if (leftOut === this.leftOut || this.#isClosed) return;
    const database = this.server.place;
    this.leftOut = leftOut;
    if (leftOut === null) this.#options.log.info({ database }, 'A replica is asked');
    else this.#options.log.warn({ database, reason }, 'A replica is left out');
  }

  #schedule(): void {
    if (this.#isClosed) return;
    const isBehind = this.#options.lagOf(this.server.block) > 0;
    const isOut = this.leftOut === 'unreachable' || this.leftOut === 'foreign';
    const delay = isOut ? POLL_DOWN_MS : isBehind ? POLL_BEHIND_MS : POLL_MS;
    this.#timer = setTimeout(() => void this.look(), delay).unref();
  }
}
