import type { Clock } from '../kernel/clock.ts';
import type { Log } from '../kernel/log.ts';
import type { UnrecognizedKind } from '../kernel/unrecognized.ts';
import type { Database } from '../store/connections/database.ts';
import type { ChunkLimits } from './derived/jobs.ts';
import type { ResumePoint } from './feed/feed.ts';
import type { IngestLease } from './load/locks.ts';
import type { StateObserver } from './records/batch.ts';
import type { RecordOptions } from './records/context.ts';
import type { IngestSnapshots } from './snapshots.ts';
import type { ProofKind } from './verify/proof.ts';
import type { ProvenBlock } from './verify/proven-block.ts';

/**
 * Limits of one database transaction while catching up, and so of the memory that its rows use. A single block may
 * exceed all of these.
 */
export interface BatchLimits {
  /** Items after which a batch ends. */
  readonly maxItems: number;
  /** Changes of current rows after which a batch ends. */
  readonly maxChanges: number;
  /** Bytes of append-only rows after which a batch ends. */
  readonly maxBytes: number;
  /** While the stream is behind, a batch with fewer items waits for more, at most `maxWaitMs` milliseconds. */
  readonly minItems: number;
  readonly maxWaitMs: number;
}

export const DEFAULT_BATCH_LIMITS: BatchLimits = {
  maxItems: 65_536,
  maxChanges: 131_072,
  maxBytes: 24 * 1024 * 1024,
  minItems: 4096,
  maxWaitMs: 500,
};

/** Progress of an ingest since its start. */
export interface IngestProgress {
  readonly blocks: number;
  /** Number of blocks by the kind of their proof. */
  readonly proofs: ReadonlyMap<ProofKind, number>;
  readonly transactions: number;
  /** Unknown parts of the stream, by kind. */
  readonly unrecognized: ReadonlyMap<UnrecognizedKind, number>;
  /** Number and consensus end (nanoseconds) of the last stored block. */
  readonly lastNumber: bigint;
  readonly lastConsensusEnd: bigint;
}

export interface IngestSummary {
  readonly blocks: number;
  readonly transactions: number;
  /** Number of the last block in the database; null when it is empty. */
  readonly lastNumber: bigint | null;
  readonly lastConsensusEnd: bigint | null;
  readonly milliseconds: number;
}

export interface IngestOptions {
  readonly database: Database;
  /** Opens the feed of the blocks after the last stored one. It ends when the signal is aborted. */
  readonly openFeed: (resume: ResumePoint, signal: AbortSignal) => AsyncIterable<ProvenBlock>;
  readonly records: RecordOptions;
  readonly log: Log;
  readonly clock: Clock;
  /** Clock of the stream's network, by which the lag of the stream is measured. Default: `clock`. */
  readonly streamClock?: Clock;
  readonly signal: AbortSignal;
  readonly limits?: BatchLimits;
  /** Maximum size of one step of the derived-state jobs. */
  readonly chunks?: ChunkLimits;
  /**
   * The right to be the only ingest, needed when other processes are standby. Without it a second ingest is refused.
   */
  readonly lease?: IngestLease;
  readonly onProgress?: (progress: IngestProgress) => void;
  /** Called each time that the database failed and the statement is retried. */
  readonly onRetry?: () => void;
  /** Called with true when writes to the database begin to fail, and with false once none is retried any more. */
  readonly onFailing?: (isFailing: boolean) => void;
  /** Observer of gaps in the state changes of blocks. */
  readonly state?: StateObserver;
  /** Snapshots of the database of a local network. */
  readonly snapshots?: IngestSnapshots;
}
