import { type VerifyOptions, verifyStream } from '../verify/verify-stream.ts';
import type { Feed } from './feed.ts';

export type RecordFeedOptions = Omit<VerifyOptions, 'startAfter' | 'signal'>;

/** The feed of record files: each proven by the signature files of the nodes beside it. */
export function recordFeed(options: RecordFeedOptions): Feed {
  return {
    blocks: (after, signal) => verifyStream({ ...options, startAfter: after, signal }),
  };
}
