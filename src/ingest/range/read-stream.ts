import type pg from 'pg';
import type { ResumePoint } from '../feed/feed.ts';
import { selectResumePoint } from '../load/resume.ts';
import type { RecordOptions } from '../records/context.ts';
import type { ProvenBlock } from '../verify/proven-block.ts';
import { type RangeRows, readRange } from './read-range.ts';

/** The stream of the blocks that a database already has, for reading again. */
export interface StoredStream {
  readonly records: RecordOptions;
  /**
   * Opens the proven blocks after a point of the stream, from this time (nanoseconds) on when there is no block before.
   */
  readonly openFeed: (resume: ResumePoint, begin: bigint, signal: AbortSignal) => AsyncIterable<ProvenBlock>;
}

/** Progress of a command through blocks. */
export interface RangeProgress {
  readonly blocks: number;
  readonly transactions: number;
  readonly lastNumber: bigint;
  readonly lastConsensusEnd: bigint;
}

/** Rows of some blocks, and the progress after them; null before the first block. */
export interface StreamBatch {
  readonly batch: RangeRows;
  readonly progress: RangeProgress | null;
}

export interface StreamRange {
  readonly client: pg.ClientBase;
  readonly stream: StoredStream;
  /** Consensus end of the block before the first wanted one, and of the last, in nanoseconds. */
  readonly after: bigint;
  readonly upTo: bigint;
  readonly signal: AbortSignal;
}

/** Maximum bytes (encoded), and blocks, that are read and compared together. */
const MAX_BYTES = 8 * 1024 * 1024;
const MAX_BLOCKS = 500;

/** Reads stored blocks from the stream, as `readRange`. Throws the signal's reason when that is aborted. */
export async function* readStream({
  client,
  stream: { records, openFeed },
  after,
  upTo,
  signal,
}: StreamRange): AsyncGenerator<StreamBatch, void, void> {
  const resume = await selectResumePoint(client, after);
  const batches = readRange({
    client,
    records,
    blocks: openFeed(resume, after + 1n, signal),
    previous: resume.lastBlock,
    upTo,
    maxBytes: MAX_BYTES,
    maxBlocks: MAX_BLOCKS,
  });
  let progress: RangeProgress | null = null;
  for await (const batch of batches) {
    signal.throwIfAborted();
    progress = advanced(progress, batch);
    yield { batch, progress };
  }
}

/** Returns the progress after the blocks of a batch. */
function advanced(before: RangeProgress | null, { blocks }: RangeRows): RangeProgress | null {
  const last = blocks.at(-1)?.position;
  if (last === undefined) return before;
  const transactions = blocks.reduce((count, { block }) => count + block.items.length, 0);
  return {
    blocks: (before?.blocks ?? 0) + blocks.length,
    transactions: (before?.transactions ?? 0) + transactions,
    lastNumber: last.number,
    lastConsensusEnd: last.consensusEnd,
  };
}
