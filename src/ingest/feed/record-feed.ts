import type { ProvenBlock } from '../verify/proven-block.ts';
import type { Feed } from './feed.ts';
import { feedOf, follow, type OpenStream } from './follow.ts';
import { type FollowRecordsOptions, RecordStream } from './record-stream.ts';

export type RecordFeedOptions = Omit<FollowRecordsOptions, 'startAfter' | 'signal'>;

/** The feed of record files: each proven by the signature files of the nodes that accompany it. */
export function recordFeed(options: RecordFeedOptions): Feed {
  return feedOf(recordStreams(options), options);
}

/** Opens record streams. */
export function recordStreams(options: RecordFeedOptions): OpenStream<RecordStream> {
  return (startAfter, signal) => new RecordStream({ ...options, startAfter, signal });
}

/**
 * Yields the files of a record stream that its network is proven to have signed, in order, without a gap. Two versions
 * of one file that both have enough signatures end it, also when following. As `follow`.
 */
export function followRecords(options: FollowRecordsOptions): AsyncGenerator<ProvenBlock, void, void> {
  return follow((signal) => new RecordStream({ ...options, signal }), options);
}
