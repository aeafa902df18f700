import type { ProvenBlock } from '../verify/proven-block.ts';
import { BlockStream, type FollowBlocksOptions } from './block-stream.ts';
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
