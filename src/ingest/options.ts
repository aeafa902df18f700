import type { Database } from '../db/connections/database.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Log } from '../kernel/log.ts';
import type { UnrecognizedKind } from '../kernel/unrecognized.ts';
import type { ChunkLimits } from './derived/jobs.ts';
import type { ResumePoint } from './feed/feed.ts';
import type { IngestLease } from './load/locks.ts';
import type { StateObserver } from './records/batch.ts';
import type { RecordOptions } from './records/context.ts';
import type { ProofKind } from './verify/proof.ts';
import type { ProvenBlock } from './verify/proven-block.ts';

/**
 * How much is stored in one database transaction while catching up, and kept in memory until it is. A single block may
 * exceed all of these.
 */
export interface BatchLimits {
  /** A batch ends at this many items… */
  readonly maxItems: number;
  /** …or changes of current rows… */
  readonly maxChanges: number;
  /** …or bytes of append-only rows, whichever comes first. */
  readonly maxBytes: number;
  /** While the stream is behind, fewer items than this wait for more, at most `maxWait` milliseconds. */
  readonly minItems: number;
  readonly maxWait: number;
}

export const DEFAULT_BATCH_LIMITS: BatchLimits = {
  maxItems: 65_536,
  maxChanges: 131_072,
  maxBytes: 24 * 1024 * 1024,
  minItems: 4096,
  maxWait: 500,
};

/** How far an ingest has come since its start. */
export interface IngestProgress {
  readonly blocks: number;
  /** How many of them were proven in which way. */
  readonly proofs: ReadonlyMap<ProofKind, number>;
  readonly transactions: number;
  /** Parts of the stream that this program does not know, by kind. */
  readonly unrecognized: ReadonlyMap<UnrecognizedKind, number>;
  /** Number and consensus end (nanoseconds) of the last block stored. */
  readonly lastNumber: bigint;
  readonly lastConsensusEnd: bigint;
}

export interface IngestSummary {
  readonly blocks: number;
  readonly transactions: number;
  /** The last block in the database; null when it has none. */
  readonly lastNumber: bigint | null;
  readonly lastConsensusEnd: bigint | null;
  readonly milliseconds: number;
}

export interface IngestOptions {
  readonly database: Database;
  /** Opens the feed of blocks after what is already stored. */
  readonly openFeed: (resume: ResumePoint) => AsyncIterable<ProvenBlock>;
  readonly records: RecordOptions;
  readonly log: Log;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly limits?: BatchLimits;
  /** How much of the derived-state jobs is done at a time. */
  readonly chunks?: ChunkLimits;
  /** The right to be the one ingest, where others stand by; without it a second ingest is refused. */
  readonly lease?: IngestLease;
  /** Called after each batch. */
  readonly onProgress?: (progress: IngestProgress) => void;
  /** Called each time that the database failed and is tried again. */
  readonly onRetry?: () => void;
  /** Called when work on the database begins to fail, and when none of it fails any more. */
  readonly onFailing?: (isFailing: boolean) => void;
  /** Sees what the state changes of blocks leave open. */
  readonly state?: StateObserver;
}
