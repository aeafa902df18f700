import type pg from 'pg';
import type { BlockPosition } from '../decode/decoded-block.ts';
import type { ResumePoint } from '../feed/feed.ts';
import { selectResumePoint } from '../load/resume.ts';
import { type RangeRows, readRange } from '../range/read-range.ts';
import type { RecordOptions } from '../records/context.ts';
import type { ProvenBlock } from '../verify/proven-block.ts';
import type { CheckProgress, Finding } from './check-database.ts';
import { compareWithStream } from './compare-rows.ts';
import type { BlockRange } from './range.ts';
import { selectSchema } from './stored-schema.ts';

export interface StreamCheckOptions {
  /** One connection that nobody else uses. It is only read with. */
  readonly client: pg.ClientBase;
  readonly range: BlockRange;
  readonly records: RecordOptions;
  /** The proven blocks after a point of the stream. */
  readonly openFeed: (resume: ResumePoint, signal: AbortSignal) => AsyncIterable<ProvenBlock>;
  readonly signal: AbortSignal;
  readonly onProgress?: (progress: CheckProgress) => void;
}

export interface StreamCheckSummary {
  readonly blocks: number;
  readonly transactions: number;
  /** The last block of the stream that was compared; null when it has none of them. */
  readonly last: BlockPosition | null;
  readonly finding: Finding | null;
}

/** Rows are read and compared this many bytes (encoded), or blocks, at a time. */
const MAX_BYTES = 8 * 1024 * 1024;
const MAX_BLOCKS = 500;

/**
 * Compares the append-only rows of blocks with those that the stream gives, made anew by the code that stored them. Names
 * the first block that differs. Throws `StreamFileError` where the stream does not hold.
 */
export async function checkStream(options: StreamCheckOptions): Promise<StreamCheckSummary> {
  const { client, range, signal } = options;
  const schema = await selectSchema(client);
  const resume = await selectResumePoint(client, range.after);
  let blocks = 0;
  let transactions = 0;
  let last: BlockPosition | null = null;
  const batches = readRange({
    ...options,
    blocks: options.openFeed(resume, signal),
    previous: resume.lastBlock,
    upTo: range.upTo,
    maxBytes: MAX_BYTES,
    maxBlocks: MAX_BLOCKS,
  });
  for await (const batch of batches) {
    signal.throwIfAborted();
    await client.query('begin transaction isolation level repeatable read read only');
    const difference = await compareWithStream(client, schema, batch);
    await client.query('commit');
    if (difference) return { blocks, transactions, last, finding: findingOf(batch, difference) };
    for (const { block } of batch.blocks) transactions += block.items.length;
    blocks += batch.blocks.length;
    last = batch.blocks.at(-1)?.position ?? last;
    if (last) {
      options.onProgress?.({
        blocks,
        transactions,
        lastNumber: last.number,
        lastConsensusEnd: last.consensusEnd,
      });
    }
  }
  return { blocks, transactions, last, finding: null };
}

function findingOf({ blocks }: RangeRows, difference: Finding['difference']): Finding {
  const block = blocks.find(({ block: { consensusEnd } }) => consensusEnd >= difference.at) ?? blocks.at(-1);
  return { block: block?.number ?? 0n, difference };
}
