import { randomUUID } from 'node:crypto';
import os from 'node:os';
import type { Logger } from 'pino';
import type { ConnectionTarget } from '../../db/connections/database.ts';
import { Database } from '../../db/connections/database.ts';
import { messageOf } from '../../kernel/failure.ts';
import { delay } from '../../kernel/retry.ts';
import {
  beginHandover,
  endHandover,
  forgetProcess,
  reportProcess,
  SILENT_AFTER_SECONDS,
  selectProcesses,
  selectStored,
} from '../lease/ingest-processes.ts';
import type { IngestRole } from './capabilities.ts';

/** Milliseconds between two reports. */
const EVERY = 1_000;
/** Milliseconds for the database to take one. */
const ANSWER = 3_000;
/** Milliseconds without a new block before a standby looks at its own source, and between two looks. */
const STALL = 5_000;
const LOOK_AGAIN = 10_000;

export interface IngestWatchOptions {
  readonly target: ConnectionTarget;
  readonly log: Logger;
  /** What this process may say of itself. */
  readonly state: () => IngestRole;
  /** Number of the last block that its source gave, while it writes. */
  readonly taken: () => bigint | null;
  /** Looks whether its own source has the next block; null where it has a stream of its own. */
  readonly look: ((database: Database, signal: AbortSignal) => Promise<bigint | null>) | null;
  /** Milliseconds for which a standby's source must have had a block that the writer lacks; 0: it never takes over for that. */
  readonly yieldAfter: number;
}

/**
 * Reports what this process does as an ingest of a shared database, and sees what others do. While it stands by and no
 * block comes, it looks at its own source: when that has had the next block for a while and the writer's has not, this
 * process asks to take over.
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
  /** The last block stored, and since when (`performance.now`) it has been the last. */
  #stored: bigint | null = null;
  #storedSince = 0;
  #looking: Promise<void> | null = null;
  #nextLook = 0;
  /** A block that the own source has and the writer has not taken, and since when that is known. */
  #ahead: { readonly number: bigint; readonly since: number } | null = null;

  constructor(options: IngestWatchOptions) {
    this.#options = options;
    this.#database = new Database(options.target, {
      applicationName: 'tain ingest processes',
      // One for reports, one for looking at the source.
      maxConnections: 2,
      connectTimeout: ANSWER,
      answerTimeout: ANSWER,
      onError: () => undefined,
    });
    this.#ended = this.#watch();
  }

  /** When the state began that holds now. */
  get since(): Date {
    this.#noteState();
    return this.#since;
  }

  /** How many others stand by, as far as they have reported. */
  get standbys(): number {
    return this.#standbys;
  }

  /** Whether this process stands by and its source has a block that the writer has not taken. */
  get isAhead(): boolean {
    return this.#ahead !== null;
  }

  /** This process has the role. Never throws. */
  async tookOver(): Promise<void> {
    this.#ahead = null;
    await endHandover(this.#database.pool, this.instance).catch(() => undefined);
  }

  /** Never throws; takes a few seconds at most. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#ended;
    await this.#looking;
    await forgetProcess(this.#database.pool, this.instance).catch(() => undefined);
    this.#database.break(new Error('The connection is not used any more'));
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
    while (!signal.aborted) {
      try {
        await this.#tick();
        isFailing = false;
      } catch (error) {
        const reason = messageOf(error);
        if (!isFailing) this.#options.log.warn({ reason }, 'What this ingest does could not be reported');
        isFailing = true;
      }
      await delay(EVERY, signal);
    }
  }

  async #tick(): Promise<void> {
    const state = this.#noteState();
    // Who cannot know says nothing: its row grows old.
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

  /** Compares the own source with what is stored and what the writer has taken. */
  async #compare(stored: bigint | null, taken: bigint | null, isWritten: boolean): Promise<void> {
    const { look, yieldAfter, log } = this.#options;
    const now = performance.now();
    if (stored !== this.#stored) {
      this.#stored = stored;
      this.#storedSince = now;
    }
    const reached = stored !== null && taken !== null && taken > stored ? taken : stored;
    if (this.#ahead !== null && reached !== null && reached >= this.#ahead.number) this.#ahead = null;
    if (look === null || yieldAfter === 0 || stored === null) return;
    if (this.#ahead === null) {
      const isStalled = now - this.#storedSince >= Math.min(STALL, yieldAfter);
      if (isStalled && now >= this.#nextLook) this.#looking ??= this.#look(look);
      return;
    }
    if (!isWritten || now - this.#ahead.since < yieldAfter) return;
    const { number } = this.#ahead;
    if (await beginHandover(this.#database.pool, this.instance, 'source', number)) {
      const seconds = Math.round((now - this.#ahead.since) / 1000);
      log.warn(
        { block: number.toString(), seconds },
        'The source of this ingest has blocks that the one that writes does not get: this one takes over',
      );
    }
  }

  /** Looks at the own source once. */
  async #look(look: NonNullable<IngestWatchOptions['look']>): Promise<void> {
    try {
      const number = await look(this.#database, this.#stopping.signal);
      if (number !== null) this.#ahead = { number, since: performance.now() };
    } catch {
      // It cannot be read here either.
    } finally {
      this.#nextLook = performance.now() + LOOK_AGAIN;
      this.#looking = null;
    }
  }
}
