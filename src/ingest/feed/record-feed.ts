import type { ProvenBlock } from '../verify/proven-block.ts';
import type { Feed } from './feed.ts';
import { feedOf, follow, type OpenStream } from './follow.ts';
import { type FollowRecordsOptions, RecordStream } from './record-stream.ts';

export type RecordFeedOptions = Omit<FollowRecordsOptions, 'startAfter' | 'signal'>;

/** Returns the feed of record files. The nodes' signature files prove each of them. */
export function recordFeed(options: RecordFeedOptions): Feed {
  return feedOf(recordStreams(options), options);
}

/** Opens record streams. */
export function recordStreams(options: RecordFeedOptions): OpenStream<RecordStream> {
  return (startAfter, signal) => new RecordStream({ ...options, startAfter, signal });
}

/**
 * Yields the files of a record stream that its network is proven to have signed, in order, without a gap. Two versions
 * of one file that both have enough signatures end it, even when following. Otherwise waits, ends and throws as
 * `follow` does.
 */
export function followRecords(options: FollowRecordsOptions): AsyncGenerator<ProvenBlock, void, void> {
  return follow((signal) => new RecordStream({ ...options, signal }), options);
}
