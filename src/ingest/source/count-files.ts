import type { StoredBlockSource } from './stored-blocks.ts';
import type { StreamSource } from './stream-source.ts';

/** Page size of listings when files are counted. */
const LISTING = 1000;

/** Returns the number of stream instants in a folder: the largest count of any node. */
async function countFiles(source: StreamSource, signal: AbortSignal): Promise<number> {
  let max = 0;
  for (const folder of await source.nodeFolders(signal)) {
    let count = 0;
    for (let after = -1n; ; ) {
      const entries = await source.list(folder, after, LISTING, signal);
      count += entries.length;
      const last = entries.at(-1);
      if (last === undefined || entries.length < LISTING) break;
      after = last.instant;
    }
    max = Math.max(max, count);
  }
  return max;
}

/** Returns the number of blocks from the first to the last, missing ones included. */
async function countBlocks(source: StoredBlockSource, signal: AbortSignal): Promise<number> {
  const first = await source.first(signal);
  const last = first === null ? null : await source.last(signal);
  return first === null || last === null ? 0 : Number(last - first + 1n);
}

/** Numbers of files of a stream. */
export interface StreamCounts {
  readonly records: number;
  readonly blocks: number;
}

/** Counts the record files and the blocks of a stream by their names; null: none are read. */
export async function countStream(
  records: StreamSource | null,
  blocks: StoredBlockSource | null,
  signal: AbortSignal,
): Promise<StreamCounts> {
  return {
    records: records === null ? 0 : await countFiles(records, signal),
    blocks: blocks === null ? 0 : await countBlocks(blocks, signal),
  };
}

/** Returns the number of files that will be read; null with record files and blocks, because the blocks may be a preview. */
export function totalOf({ records, blocks }: StreamCounts): number | null {
  return records > 0 && blocks > 0 ? null : records + blocks;
}
