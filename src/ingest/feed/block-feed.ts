import type { ProvenBlock } from '../verify/proven-block.ts';
import { BlockStream, type FollowBlocksOptions } from './block-stream.ts';
import type { Feed } from './feed.ts';
import { follow } from './follow.ts';

export type BlockFeedOptions = Omit<FollowBlocksOptions, 'startAfter' | 'signal'>;

const DEFAULT_POLL_MS = 100;

/** The feed of blocks of the block stream: each carries its own proof, or a later one proves it. */
export function blockFeed(options: BlockFeedOptions): Feed {
  return {
    blocks: (after, signal) => followBlocks({ ...options, startAfter: after, signal }),
  };
}

/** The blocks of a block stream that are proven, in order of their numbers, none left out. As `follow`. */
export function followBlocks(options: FollowBlocksOptions): AsyncGenerator<ProvenBlock, void, void> {
  const { pollInterval = DEFAULT_POLL_MS } = options;
  return follow((signal) => new BlockStream({ ...options, signal }), { ...options, pollInterval });
}
