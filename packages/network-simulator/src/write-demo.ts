import { DemoStream, type DemoSummary, type StreamOptions } from './stream/demo-stream.ts';

export interface DemoOptions extends StreamOptions {
  /** Total number of blocks in the stream, including those of an earlier run. */
  readonly blocks: number;
  readonly onProgress?: (progress: DemoSummary) => void;
  readonly signal?: AbortSignal;
}

/** Maximum number of blocks, and of changed rows, before the written part is published. */
const GROUP_BLOCKS = 25;
const GROUP_ROWS = 100_000;

/**
 * Writes the stream of a demo network into `dir`: record files with sidecars, signatures of four nodes, and the address
 * book `address_book.bin`. The seed determines all data files. The nodes' RSA keys do not depend on it; they are
 * created once and stored in `dir/keys`. Continues at the end of an earlier run with the same seed. Throws
 * `DemoStateError` when the folder contains something else, and `RangeError` for invalid options. On abort, the blocks
 * written so far are published completely.
 */
export async function writeDemo(options: DemoOptions): Promise<DemoSummary> {
  if (!Number.isSafeInteger(options.blocks) || options.blocks < 1) {
    throw new RangeError('blocks must be an integer of at least 1');
  }
  const stream = await DemoStream.open(options);
  let sinceCommit = 0;
  while (stream.summary.blocks < options.blocks && !options.signal?.aborted) {
    await stream.write();
    if (++sinceCommit >= GROUP_BLOCKS || stream.network.ledger.changedRows() >= GROUP_ROWS) {
      await stream.commit();
      sinceCommit = 0;
    }
    options.onProgress?.(stream.summary);
  }
  await stream.close();
  return stream.summary;
}

export type { DemoSummary } from './stream/demo-stream.ts';
