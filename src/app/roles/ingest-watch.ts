import { randomUUID } from 'node:crypto';
import os from 'node:os';
import type { Logger } from 'pino';
import { messageOf } from '../../kernel/failure.ts';
import { repeat } from '../../kernel/retry.ts';
import type { ConnectionTarget } from '../../store/connections/database.ts';
import { Database } from '../../store/connections/database.ts';
import {
  beginHandover,
  endHandover,
  forgetProcess,
  reportProcess,
  SILENT_AFTER_SECONDS,
  selectProcesses,
  selectStored,
  silenceOthers,
} from '../lease/ingest-processes.ts';
import type { IngestRole } from './capabilities.ts';

/** Interval of reports, in milliseconds. */
const REPORT_INTERVAL_MS = 1_000;
/** Time limit of a report, in milliseconds. */
const RESPONSE_TIMEOUT_MS = 3_000;
/** Milliseconds without a new block before a standby polls its own source, and the interval of these polls. */
const STALL_TIMEOUT_MS = 5_000;
const POLL_INTERVAL_MS = 10_000;

export interface IngestWatchOptions {
  readonly target: ConnectionTarget;
  readonly log: Logger;
  /** Returns the role that this process may report. */
  readonly state: () => IngestRole;
  /** Number of the last block received from its source, while it writes. */
  readonly taken: () => bigint | null;
  /** Polls this process's own source for the next block; null when this process produces its stream itself. */
  readonly poll: ((database: Database, signal: AbortSignal) => Promise<bigint | null>) | null;
  /**
   * Milliseconds for which a standby's source must have had a block that the writer lacks before the standby takes
   * over; 0: never.
   */
  readonly yieldAfterMs: number;
}

/**
 * Reports the role of this process as an ingest, and reads those of others. While it is standby
 * and no block comes, it polls its own source. When that source has had the next block for a while and the writer's has
 * not, this process requests a handover.
 */
export class IngestWatch {
  readonly instance = randomUUID();
  readonly #options: IngestWatchOptions;
  readonly #database: Database;
  readonly #stopping = new AbortController();
  readonly #ended: Promise<void>;
  #state: IngestRole = 'disconnected';
  #since = new Date();
  #standbys = 0;
  /** Last stored block, and the time (`performance.now`) at which it became the last. */
  #stored: bigint | null = null;
  #storedSince = 0;
  #polling: Promise<void> | null = null;
  #nextPoll = 0;
  /** A block that this process's source has and the writer has not received, and the time at which that was found. */
  #ahead: { readonly number: bigint; readonly since: number } | null = null;

  constructor(options: IngestWatchOptions) {
    this.#options = options;
    this.#database = new Database(options.target, {
      applicationName: 'tain ingest processes',
      // One connection for reports, one for polls of the source.
      maxConnections: 2,
      connectTimeoutMs: RESPONSE_TIMEOUT_MS,
      responseTimeoutMs: RESPONSE_TIMEOUT_MS,
      onError: () => undefined,
    });
    this.#ended = this.#watch();
  }

  /** Time at which the present state began. */
  get since(): Date {
    this.#noteState();
    return this.#since;
  }

  /** Number of other standbys that have reported. */
  get standbys(): number {
    return this.#standbys;
  }

  /** Whether this process is standby and its source has a block that the writer has not received. */
  get isAhead(): boolean {
    return this.#ahead !== null;
  }

  /** Ends the handover and the claims of others, because this process has the role. Never throws. */
  async tookOver(): Promise<void> {
    this.#ahead = null;
    await silenceOthers(this.#database.pool, this.instance).catch(() => undefined);
    await endHandover(this.#database.pool, this.instance).catch(() => undefined);
  }

  /** Stops the watch within a few seconds. Never throws. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#ended;
    await this.#polling;
    await forgetProcess(this.#database.pool, this.instance).catch(() => undefined);
    this.#database.break(new Error('The connection is no longer in use'));
    await this.#database.end();
  }

  #noteState(): IngestRole {
    const state = this.#options.state();
    if (state !== this.#state) {
      this.#state = state;
      this.#since = new Date();
    }
    return state;
  }

  async #watch(): Promise<void> {
    const { signal } = this.#stopping;
    let isFailing = false;
    const tick = async (): Promise<void> => {
      try {
        await this.#tick();
        isFailing = false;
      } catch (error) {
        const reason = messageOf(error);
        if (!isFailing) this.#options.log.warn({ reason }, 'The state of this ingest could not be reported');
        isFailing = true;
      }
    };
    await repeat(tick, REPORT_INTERVAL_MS, signal);
  }

  async #tick(): Promise<void> {
    const state = this.#noteState();
    // A process with an undetermined role reports nothing: its row becomes stale.
    if (state === 'disconnected') return;
    const { instance } = this;
    const name = `${os.hostname()}:${process.pid}`;
    const taken = state === 'writing' ? this.#options.taken() : null;
    const ahead = this.#ahead?.number ?? null;
    const { pool } = this.#database;
    await reportProcess(pool, { instance, name, state, since: this.#since, taken, ahead });
    const others = (await selectProcesses(pool)).filter(
      (other) => other.instance !== instance && other.silentFor < SILENT_AFTER_SECONDS,
    );
    this.#standbys = others.filter((other) => other.state === 'standby').length;
    if (state !== 'standby') {
      this.#ahead = null;
      this.#stored = null;
      return;
    }
    const writer = others.find((other) => other.state === 'writing');
    await this.#compare(
      (await selectStored(pool))?.number ?? null,
      writer?.taken ?? null,
      writer !== undefined,
    );
  }

  /** Compares this process's source with the stored blocks and with those that the writer has received. */
  async #compare(stored: bigint | null, taken: bigint | null, isWritten: boolean): Promise<void> {
    const { poll, yieldAfterMs, log } = this.#options;
    const now = performance.now();
    if (stored !== this.#stored) {
      this.#stored = stored;
      this.#storedSince = now;
    }
    const reached = stored !== null && taken !== null && taken > stored ? taken : stored;
    if (this.#ahead !== null && reached !== null && reached >= this.#ahead.number) this.#ahead = null;
    if (poll === null || yieldAfterMs === 0 || stored === null) return;
    if (this.#ahead === null) {
      const isStalled = now - this.#storedSince >= Math.min(STALL_TIMEOUT_MS, yieldAfterMs);
      if (isStalled && now >= this.#nextPoll) this.#polling ??= this.#poll(poll);
      return;
    }
    if (!isWritten || now - this.#ahead.since < yieldAfterMs) return;
    const { number } = this.#ahead;
    if (await beginHandover(this.#database.pool, this.instance, 'source', number)) {
      const seconds = Math.round((now - this.#ahead.since) / 1000);
      log.warn(
        { block: number.toString(), seconds },
        'The source of this ingest has blocks that the writing ingest lacks: this one takes over',
      );
    }
  }

  /** Polls this process's source once. */
  async #poll(poll: NonNullable<IngestWatchOptions['poll']>): Promise<void> {
    try {
      const number = await poll(this.#database, this.#stopping.signal);
      if (number !== null) this.#ahead = { number, since: performance.now() };
    } catch {
      // A failed poll proves nothing, because this process's source may be broken, too.
    } finally {
      this.#nextPoll = performance.now() + POLL_INTERVAL_MS;
      this.#polling = null;
    }
  }
}
