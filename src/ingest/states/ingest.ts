import type { BlockPosition } from '../decode/decoded-block.ts';
import type { Loader } from '../load/loader.ts';
import { type BatchLimits, DEFAULT_BATCH_LIMITS, type IngestOptions } from '../options.ts';
import type { Batch } from '../records/batch.ts';
import type { ProofKind } from '../verify/proof.ts';

/** What all states of an ingest share: its settings, the one writer, and what was stored so far. */
export class Ingest {
  readonly options: IngestOptions;
  readonly limits: BatchLimits;
  readonly loader: Loader;
  /** Since the ingest began. */
  readonly stored = { blocks: 0, transactions: 0, proofs: new Map<ProofKind, number>() };
  /** The last block in the database; null when it has none. */
  last: BlockPosition | null = null;

  constructor(options: IngestOptions, loader: Loader) {
    this.options = options;
    this.limits = options.limits ?? DEFAULT_BATCH_LIMITS;
    this.loader = loader;
  }

  /** Counts a batch that is stored, and tells of it. */
  report(batch: Batch): void {
    const { stored } = this;
    stored.blocks += batch.blocks;
    stored.transactions += batch.items;
    for (const { kind } of batch.proofs) stored.proofs.set(kind, (stored.proofs.get(kind) ?? 0) + 1);
    this.last = batch.last;
    if (!batch.last) return;
    this.options.onProgress?.({
      ...stored,
      lastNumber: batch.last.number,
      lastConsensusEnd: batch.last.consensusEnd,
    });
  }
}
