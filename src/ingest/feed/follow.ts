import type { Log } from '../../kernel/log.ts';
import { type BackOff, pause, waitAfter } from '../../kernel/retry.ts';
import type { BlockPosition } from '../decode/decoded-block.ts';
import { StreamFileError } from '../decode/stream-error.ts';
import { ownSignal } from '../store/limit-time.ts';
import { Problems, type StreamProblem } from '../verify/problems.ts';
import type { ProvenBlock } from '../verify/proven-block.ts';
import type { BlockVersions } from './cutover.ts';
import type { Feed } from './feed.ts';

/** A stream as the follower sees it: it is polled for available blocks, and the follower schedules the polls. */
export interface FollowedStream {
  readonly source: {
    readonly changes: number;
    changed(milliseconds: number, signal: AbortSignal, seen: number): Promise<void>;
  };
  /** Progress of the polls; every poll that advances changes it. */
  readonly reached: bigint | null;
  /** Minimum milliseconds between two polls at the end of the stream. A back-off begins anew with each block. */
  readonly restMs: BackOff | number;
  /** Interval of polls at the end of a stream whose source reports no changes, in milliseconds. */
  readonly pollIntervalMs: number;

  /**
   * Yields the blocks that can be trusted now. Throws or returns a `StreamFileError` when the next block is refused;
   * ends when there is none at present.
   */
  poll(): AsyncGenerator<ProvenBlock, PollEnd, void>;

  /** Whether a refusal is final: nothing that comes later can resolve it. */
  isFinal(refusal: StreamFileError): boolean;

  /** Called with the refusal before the stream waits. */
  refused?(refusal: StreamFileError): void;
}

/** Opens a stream after a position (null: at its first block). The stream ends on the signal. */
export type OpenStream<S extends FollowedStream = FollowedStream> = (
  after: BlockPosition | null,
  signal: AbortSignal,
) => S;

/** A block stream whose next block can be read without a poll. */
export interface PreviewedStream extends FollowedStream {
  /** Returns the next block, not proven; null while it is not available. Throws `StreamFileError`. */
  preview(): Promise<PreviewedBlock | null>;

  /** Drops the block that was previewed: the next preview reads it again, from its source at that time. */
  dropPreviewed(): void;
}

export interface PreviewedBlock extends BlockVersions {
  readonly number: bigint;
  /** Name for messages. */
  readonly name: string;
}

/** Result of a poll. */
export interface PollEnd {
  /** Reason why the next block is refused; null when none is. */
  readonly refusal: StreamFileError | null;
  /**
   * Milliseconds after which another poll may return more, whether following or not; null: only after a change of the
   * source.
   */
  readonly again: number | null;
}

export interface FollowOptions {
  /** Whether the feed waits for more instead of ending. */
  readonly follow: boolean;
  /** Interval of polls when following, in milliseconds. */
  readonly pollIntervalMs?: number;
  /** See `ProblemOptions`. */
  readonly graceMs?: number;
  readonly signal: AbortSignal;
  readonly log: Log;
  /** Called when the stream begins to wait at a block that cannot be trusted yet, and with null once it continues. */
  readonly onProblem?: (problem: StreamProblem | null) => void;
  /** Problems shared by several feeds, instead of one from the options. */
  readonly problems?: Problems;
  /** Called, when following, each time the source has no further block that can be trusted at present. */
  readonly onEnd?: () => void;
}

/** Maximum milliseconds between two polls of a stream that waits at the same block. */
const MAX_WAIT_MS = 10_000;
/**
 * Maximum milliseconds between two polls while the source itself fails, so that missed blocks are read soon after its
 * recovery.
 */
const MAX_SOURCE_WAIT_MS = 2_000;

/**
 * Yields the blocks of a stream, in order: all that can be trusted now; then, when following, waits for more. The polls
 * become less frequent while it waits at the same block, unless the source changes. Ends when there is no more (not
 * following) or the signal is aborted. Throws `StreamFileError` when the next block is refused; when following, it
 * reports that and waits instead, unless the refusal is final. `open` gets a signal that also ends when the consumer
 * stops early.
 */
export async function* follow(
  open: (signal: AbortSignal) => FollowedStream,
  options: FollowOptions,
): AsyncGenerator<ProvenBlock, void, void> {
  const own = ownSignal(options.signal);
  const { signal } = own;
  try {
    const stream = open(signal);
    const { source } = stream;
    const problems = options.problems ?? new Problems(options);
    // The number of polls in a row without a block.
    let empty = 0;
    // The number of refused polls in a row without progress. `retry` does not fit: blocks come between the attempts, and a
    // new file ends the wait.
    for (let stuck = 0; ; ) {
      signal.throwIfAborted();
      const seen = source.changes;
      const before = stream.reached;
      const { refusal, again } = yield* pollOnce(stream, () => problems.resolve());
      if (again !== null) {
        if (again > 0) await pause(again, signal);
        if (stream.reached !== before) {
          stuck = 0;
          empty = 0;
        }
        continue;
      }
      if (refusal && (!options.follow || stream.isFinal(refusal))) throw refusal;
      if (!options.follow) return;
      if (refusal) {
        problems.report(refusal);
        stream.refused?.(refusal);
      } else problems.sourceResponds();
      options.onEnd?.();
      stuck = refusal && stream.reached === before ? stuck + 1 : 0;
      const { restMs, pollIntervalMs } = stream;
      empty = stream.reached === before ? empty + 1 : 1;
      const rest = waitAfter(empty, restMs);
      if (rest > 0) await pause(rest, signal);
      const max = refusal ? maxWaitMs(refusal) : pollIntervalMs;
      await source.changed(waitAfter(Math.max(1, stuck), { first: pollIntervalMs, max }), signal, seen);
      if (source.changes !== seen) stuck = 0;
    }
  } catch (error) {
    if (options.signal.aborted && !(error instanceof StreamFileError)) return;
    throw error;
  } finally {
    own.end();
  }
}

/** Returns the feed of a stream. The stream is opened again each time that the feed is read. */
export function feedOf(open: OpenStream, options: Omit<FollowOptions, 'signal'>): Feed {
  return {
    blocks: (after, signal) => follow((own) => open(after, own), { ...options, signal }),
  };
}

function maxWaitMs({ code }: StreamFileError): number {
  return code === 'unreadable' || code === 'timeout' ? MAX_SOURCE_WAIT_MS : MAX_WAIT_MS;
}

/**
 * Runs one poll. A refusal that the stream throws or returns becomes the result of the poll. `onBlock` is called before
 * each block is yielded.
 */
export async function* pollOnce(
  stream: FollowedStream,
  onBlock: (block: ProvenBlock) => void,
): AsyncGenerator<ProvenBlock, PollEnd, void> {
  const blocks = stream.poll();
  try {
    for (;;) {
      const { done, value } = await blocks.next();
      if (done) return value;
      onBlock(value);
      yield value;
    }
  } catch (refusal) {
    // A failure of the source is a refusal too, because an unreadable block may be readable later.
    if (refusal instanceof StreamFileError) return { refusal, again: null };
    throw refusal;
  } finally {
    await blocks.return({ refusal: null, again: null });
  }
}
