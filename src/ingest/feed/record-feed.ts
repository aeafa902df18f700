import type { ProvenBlock } from '../verify/proven-block.ts';
import type { Feed } from './feed.ts';
import { follow } from './follow.ts';
import { type FollowRecordsOptions, RecordStream } from './record-stream.ts';

export type RecordFeedOptions = Omit<FollowRecordsOptions, 'startAfter' | 'signal'>;

const DEFAULT_POLL_MS = 500;

/** The feed of record files: each proven by the signature files of the nodes beside it. */
export function recordFeed(options: RecordFeedOptions): Feed {
  return {
    blocks: (after, signal) => followRecords({ ...options, startAfter: after, signal }),
  };
}

/**
 * The files of a record stream that its network is proven to have signed, in order, none left out. Two versions of one file
 * that both have enough signatures end it, also when following. As `follow`.
 */
export function followRecords(options: FollowRecordsOptions): AsyncGenerator<ProvenBlock, void, void> {
  const { pollInterval = DEFAULT_POLL_MS } = options;
  return follow((signal) => new RecordStream({ ...options, signal }), { ...options, pollInterval });
}
