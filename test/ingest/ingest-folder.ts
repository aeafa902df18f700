import { readFile } from 'node:fs/promises';
import { decodeBlock } from '../../src/ingest/decode/block/block.ts';
import type { UnsignedOptions } from '../../src/ingest/decode/block/wrapped-block.ts';
import type { ChunkLimits } from '../../src/ingest/derived/jobs.ts';
import { blockStreams } from '../../src/ingest/feed/block-stream.ts';
import { recordStreams } from '../../src/ingest/feed/record-stream.ts';
import { switchingFeed } from '../../src/ingest/feed/switching-feed.ts';
import type { BatchLimits, IngestProgress, IngestSummary } from '../../src/ingest/options.ts';
import type { StateObserver } from '../../src/ingest/records/batch.ts';
import { DEFAULT_RECORD_OPTIONS, type RecordOptions } from '../../src/ingest/records/context.ts';
import { runIngest } from '../../src/ingest/run.ts';
import type { IngestSnapshots } from '../../src/ingest/snapshots.ts';
import { openRecords } from '../../src/ingest/source/record-source.ts';
import { openStoredBlocks } from '../../src/ingest/source/stored-blocks.ts';
import { openFolderStore } from '../../src/ingest/store/folder-store.ts';
import { bootstrapAddressBooks, restoreAddressBooks } from '../../src/ingest/verify/address-books.ts';
import type { Trust } from '../../src/ingest/verify/block-proofs.ts';
import type { ConsensusRatio } from '../../src/ingest/verify/consensus-ratio.ts';
import { NetworkTrust } from '../../src/ingest/verify/network-trust.ts';
import { NodeStakes } from '../../src/ingest/verify/node-stakes.ts';
import { LedgerHistory, type LedgerSettings } from '../../src/ingest/verify/tss/ledger-history.ts';
import { ThresholdPool } from '../../src/ingest/verify/tss/threshold-pool.ts';
import type { Clock } from '../../src/kernel/clock.ts';
import type { Database } from '../../src/store/connections/database.ts';

export interface FolderIngest {
  readonly database: Database;
  readonly folder: string;
  /** File with the initial address book. */
  readonly addressBook: string;
  readonly consensusRatio?: ConsensusRatio;
  readonly records?: Partial<RecordOptions>;
  readonly limits?: BatchLimits;
  readonly chunks?: ChunkLimits;
  /** Consensus time at which the ingest begins. */
  readonly startFrom?: bigint;
  /**
   * Trust settings, which determine the blocks that are stored without a verifiable signature. Default: those of the
   * demo network.
   */
  readonly trust?: Trust;
  readonly acceptsMocks?: boolean;
  /** Settings of the first ledger. Default: none, so that the first one is trusted. */
  readonly ledger?: Partial<LedgerSettings>;
  /** Options for unsigned parts of wrapped record blocks. */
  readonly unsigned?: UnsignedOptions;
  /** Delay after which the other stream is tried. */
  readonly switchAfterMs?: number;
  /** Clock that determines the mode of the ingest. Default: the machine's. */
  readonly clock?: Clock;
  readonly signal?: AbortSignal;
  /** Number of blocks after which it stops, or at most one batch later. */
  readonly stopAfter?: number;
  /** Whether it waits for more files after the last one, until aborted. */
  readonly holdOpen?: boolean;
  readonly onProgress?: (progress: IngestProgress) => void;
  readonly state?: StateObserver;
  /** Snapshots to take and return to while it runs. */
  readonly snapshots?: IngestSnapshots;
  /** Called with the warnings of the ingest or verification. */
  readonly onWarning?: (fields: object, message: string) => void;
}

/** Verifies and stores a folder of stream files, like `tain import`. */
export async function ingestFolder(options: FolderIngest): Promise<IngestSummary> {
  const { stopAfter = Number.POSITIVE_INFINITY } = options;
  const controller = new AbortController();
  const signal = AbortSignal.any([controller.signal, ...(options.signal ? [options.signal] : [])]);
  const store = await openFolderStore(options.folder);
  const initialBook = await readFile(options.addressBook);
  const pool = new ThresholdPool({ threads: 1, maxWaiting: 8, profiles: new Map() });
  const log = { info: () => undefined, warn: options.onWarning ?? (() => undefined) };
  try {
    return await runIngest({
      database: options.database,
      records: { ...DEFAULT_RECORD_OPTIONS, ...options.records },
      log,
      clock: options.clock ?? Date.now,
      signal,
      ...(options.limits && { limits: options.limits }),
      ...(options.state && { state: options.state }),
      ...(options.chunks && { chunks: options.chunks }),
      onProgress: (progress) => {
        options.onProgress?.(progress);
        if (progress.blocks >= stopAfter) controller.abort();
      },
      ...(options.snapshots && { snapshots: options.snapshots }),
      openFeed: (resume, feedSignal) => {
        const settings = { pinned: null, given: null, allowsFirstUse: true, ...options.ledger };
        const history = new LedgerHistory(settings, resume.ledgers, resume.lastBlock !== null);
        const threshold = new NetworkTrust(history, pool, log);
        const common = {
          addressBooks: resume.lastBlock
            ? restoreAddressBooks(resume.addressBooks, resume.pendingAddressBooks)
            : bootstrapAddressBooks(initialBook),
          stakes: new NodeStakes(resume.stakes),
          ...(options.consensusRatio && { consensusRatio: options.consensusRatio }),
          ...(options.startFrom !== undefined && { startFrom: options.startFrom }),
          follow: options.holdOpen ?? false,
          log,
        };
        return switchingFeed({
          ...common,
          record: recordStreams({ ...common, source: openRecords(store), ledgers: threshold }),
          block: blockStreams({
            ...common,
            source: openStoredBlocks(store, null),
            decode: (file, root, size, proven) =>
              decodeBlock(file, root, size, { ...options.unsigned, ...proven }),
            threshold,
            trust: options.trust ?? 'proof',
            acceptsMocks: options.acceptsMocks ?? true,
          }),
          since: null,
          ...(options.switchAfterMs !== undefined && { switchAfterMs: options.switchAfterMs }),
        }).blocks(resume.lastBlock, feedSignal);
      },
    });
  } finally {
    await pool.close();
    await store.close();
  }
}
