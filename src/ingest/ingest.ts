import { printTimestamp } from '@tain/ledger/timestamp';
import {
  type UnrecognizedKind,
  type UnrecognizedSince,
  unrecognizedSentence,
} from '../kernel/unrecognized.ts';
import type { BlockPosition } from './decode/decoded-block.ts';
import type { ConflictingValue, Item } from './decode/item.ts';
import { MAX_UNRECOGNIZED } from './decode/unrecognized.ts';
import type { ResumePoint } from './feed/feed.ts';
import { BatchLife } from './load/batch-life.ts';
import type { Loader } from './load/loader.ts';
import { selectResumePoint } from './load/resume.ts';
import { type BatchLimits, DEFAULT_BATCH_LIMITS, type IngestOptions } from './options.ts';
import { type Batch, BatchBuilder, type ReportProblem, type StateObserver } from './records/batch.ts';
import type { ProofKind } from './verify/proof.ts';
import type { ProvenBlock } from './verify/proven-block.ts';
import { WriteQueue } from './write-queue.ts';

/** Settings of an ingest, its writer, and the totals so far. */
export class Ingest {
  readonly options: IngestOptions;
  readonly limits: BatchLimits;
  readonly loader: Loader;
  /** Totals since the ingest began. */
  readonly stored = {
    blocks: 0,
    transactions: 0,
    proofs: new Map<ProofKind, number>(),
    unrecognized: new Map<UnrecognizedKind, number>(),
  };
  /** Unknown parts of the stream that the log has named. */
  readonly #named = new Set<string>();
  /** The last block in the database; null when it is empty. */
  last: BlockPosition | null = null;

  constructor(options: IngestOptions, loader: Loader) {
    this.options = options;
    this.limits = options.limits ?? DEFAULT_BATCH_LIMITS;
    this.loader = loader;
  }

  /** Counts a stored batch, and reports it. */
  report(batch: Batch): void {
    const { stored } = this;
    stored.blocks += batch.blocks;
    stored.transactions += batch.items;
    for (const { kind } of batch.proofs) stored.proofs.set(kind, (stored.proofs.get(kind) ?? 0) + 1);
    this.#reportUnrecognized(batch);
    this.last = batch.last;
    if (!batch.last) return;
    this.options.snapshots?.stored();
    this.options.onProgress?.({
      ...stored,
      lastNumber: batch.last.number,
      lastConsensusEnd: batch.last.consensusEnd,
    });
  }

  /** Counts unknown parts of the stream. The log names each once. */
  #reportUnrecognized({ unrecognized }: Batch): void {
    const fresh: UnrecognizedSince[] = [];
    for (const [name, part] of unrecognized) {
      const { kind, count } = part;
      this.stored.unrecognized.set(kind, (this.stored.unrecognized.get(kind) ?? 0) + count);
      if (this.#named.has(name) || this.#named.size >= MAX_UNRECOGNIZED) continue;
      this.#named.add(name);
      fresh.push(part);
    }
    const sentence = unrecognizedSentence(fresh);
    if (sentence !== null) this.options.log.warn({ unrecognized: fresh.length }, sentence);
  }
}

/** A block that is awaited. */
export interface Arrival {
  /** Whether the block, the end of the feed or an error has arrived. */
  readonly hasArrived: boolean;
  /**
   * Returns the block; null at the end of the feed. Throws the error of the feed. Must be called only once `hasArrived` is
   * true.
   */
  taken(): ProvenBlock | null;
}

/**
 * Reads the feed from the database's last block to its end. Holds the batch that is being built from the blocks of the
 * feed, and the pending writes.
 */
export class Reading {
  readonly builder: BatchBuilder;
  readonly writes: WriteQueue;
  private readonly blocks: AsyncIterator<ProvenBlock>;
  private readonly signal: AbortSignal;
  /** Ends the feed. */
  private readonly ending = new AbortController();
  private readonly onAbort = (): void => {
    this.ending.abort(this.signal.reason);
    this.wake();
  };
  private building: BatchLife;

  private constructor({ options }: Ingest, resume: ResumePoint) {
    const warn = (item: Item, message: string): void =>
      options.log.warn({ transaction: printTimestamp(item.consensusTimestamp) }, `In the stream: ${message}`);
    this.builder = new BatchBuilder(options.records, warn, observeState(options.state, warn));
    this.building = new BatchLife(this.builder.begin(resume.lastBlock));
    this.signal = options.signal;
    this.writes = new WriteQueue(
      () => options.signal.aborted,
      () => this.wake(),
    );
    this.blocks = options.openFeed(resume, this.ending.signal)[Symbol.asyncIterator]();
    this.signal.addEventListener('abort', this.onAbort);
    if (this.signal.aborted) this.onAbort();
  }

  /** Opens the feed after the last block in the database. */
  static async open(ingest: Ingest): Promise<Reading> {
    const resume = await ingest.loader.read(selectResumePoint, ingest.options.signal);
    ingest.last = resume.lastBlock;
    return new Reading(ingest, resume);
  }

  /** Batch for the next block, unless that block must begin a new one. */
  get batch(): BatchLife {
    return this.building;
  }

  /** Ends the batch, and begins the next one. Returns the batch that ended. */
  endBatch(): BatchLife {
    const { building } = this;
    building.end();
    this.building = new BatchLife(this.builder.begin(building.rows.last));
    return building;
  }

  /** Requests the next block of the feed. At most one request may be open. */
  next(): Arrival {
    let taken: (() => ProvenBlock | null) | null = null;
    const arrive = (result: () => ProvenBlock | null): void => {
      taken = result;
      this.wake();
    };
    this.blocks.next().then(
      ({ done, value }) => arrive(() => (done ? null : value)),
      (error: unknown) =>
        arrive(() => {
          throw error;
        }),
    );
    return {
      get hasArrived() {
        return taken !== null;
      },
      taken() {
        if (taken === null) throw new Error('There are no blocks yet');
        return taken();
      },
    };
  }

  /** Resolves when a block arrives, a write ends, the signal aborts, or after `milliseconds` (null: never). */
  async sleep(milliseconds: number | null): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = milliseconds === null ? undefined : setTimeout(resolve, milliseconds);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** Makes the loop of the ingest look whether it is interrupted. */
  interrupt(): void {
    this.wake();
  }

  /** Ends the pending writes and the feed, although the ingest goes on. */
  async leave(): Promise<void> {
    await this.writes.drained();
    this.signal.removeEventListener('abort', this.onAbort);
    this.ending.abort();
    await this.blocks.return?.(undefined)?.catch(() => undefined);
  }

  /** Closes the feed. */
  close(): void {
    this.signal.removeEventListener('abort', this.onAbort);
    // The generator is not awaited: if it still waits for its next block, it ends on the signal.
    this.blocks.return?.(undefined)?.catch(() => undefined);
  }

  /** Ends `sleep`. */
  private wake: () => void = () => undefined;
}

/** Passes gaps in state changes to an observer, if there is one, and warns of the first conflict of each kind. */
export function observeState(observer: StateObserver | undefined, warn: ReportProblem): StateObserver {
  const warned = new Set<ConflictingValue>();
  return {
    unknown: (value, count) => observer?.unknown(value, count),
    conflict(item, value) {
      observer?.conflict(item, value);
      if (warned.has(value)) return;
      warned.add(value);
      warn(item, `${value} differs from the state changes; further differences are only counted`);
    },
  };
}
