import {
  type UnrecognizedKind,
  type UnrecognizedSince,
  unrecognizedSentence,
} from '../kernel/unrecognized.ts';
import type { BlockPosition } from './decode/decoded-block.ts';
import { MAX_UNRECOGNIZED } from './decode/unrecognized.ts';
import type { Loader } from './load/loader.ts';
import { type BatchLimits, DEFAULT_BATCH_LIMITS, type IngestOptions } from './options.ts';
import type { Batch } from './records/batch.ts';
import type { ProofKind } from './verify/proof.ts';

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
