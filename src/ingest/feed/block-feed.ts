import type { HapiVersion } from '@tain/ledger/hapi-version';
import { BLOCK_STREAM_VERSION, type BlockPosition } from '../decode/decoded-block.ts';
import { StreamFileError } from '../decode/stream-error.ts';
import type { BlockSource } from '../source/block-source.ts';
import type { ProvenBlock } from '../verify/proven-block.ts';
import { BlockReader } from './block-reader.ts';
import { BlockStream, type FollowBlocksOptions } from './block-stream.ts';
import { isPreview } from './cutover.ts';
import type { Feed } from './feed.ts';
import { feedOf, follow, type OpenStream } from './follow.ts';

export type BlockFeedOptions = Omit<FollowBlocksOptions, 'startAfter' | 'signal'>;

/** Returns the feed of a block stream. Each block contains its own proof, or a later one proves it. */
export function blockFeed(options: BlockFeedOptions): Feed {
  return feedOf(blockStreams(options), options);
}

/** Opens block streams. */
export function blockStreams(options: BlockFeedOptions): OpenStream<BlockStream> {
  return (startAfter, signal) => new BlockStream({ ...options, startAfter, signal });
}

/**
 * Yields the proven blocks of a block stream, in order of their numbers, without a gap. Waits, ends and throws as
 * `follow` does.
 */
export function followBlocks(options: FollowBlocksOptions): AsyncGenerator<ProvenBlock, void, void> {
  return follow((signal) => new BlockStream({ ...options, signal }), options);
}

/**
 * Returns the error of the block that is missing after the end of a stream, when its source has a later one; null when
 * it has none, or only previews (`isPreview`).
 */
export async function gapAfter(
  { number, version }: Pick<BlockPosition, 'number' | 'version'>,
  source: BlockSource,
  since: HapiVersion | null,
  signal: AbortSignal,
): Promise<StreamFileError | null> {
  const next = number + 1n;
  const later = await source.first(signal, next);
  // The next block itself has arrived since the end, or is a preview.
  if (later === null || later === next) return null;
  const isFirst = version < BLOCK_STREAM_VERSION;
  if (isFirst && since !== null) {
    const block = await new BlockReader(source, signal).peek(later);
    if (block && isPreview(block.file.header, since)) return null;
  }
  const kinds = isFirst ? 'neither a record file nor a block' : 'no block';
  const reason = `is missing: there is ${kinds} of that number, but ${source.name} has block ${later}`;
  return new StreamFileError('missing', `Block ${next}`, null, reason);
}
