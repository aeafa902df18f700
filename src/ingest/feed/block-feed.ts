import { type VerifyBlocksOptions, verifyBlocks } from '../verify/verify-blocks.ts';
import type { Feed } from './feed.ts';

export type BlockFeedOptions = Omit<VerifyBlocksOptions, 'startAfter' | 'signal'>;

/** The feed of blocks of the block stream: each carries its own proof, or a later one proves it. */
export function blockFeed(options: BlockFeedOptions): Feed {
  return {
    blocks: (after, signal) => verifyBlocks({ ...options, startAfter: after, signal }),
  };
}
