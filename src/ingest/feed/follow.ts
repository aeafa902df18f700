import { pause, waitAfter } from '../../kernel/retry.ts';
import type { BlockPosition } from '../decode/decoded-block.ts';
import { StreamFileError } from '../decode/stream-error.ts';
import { ownSignal } from '../store/limit-time.ts';
import { Problems, type StreamProblem, type VerifyLog } from '../verify/problems.ts';
import type { ProvenBlock } from '../verify/proven-block.ts';
import type { BlockVersions } from './cutover.ts';
import type { Feed } from './feed.ts';

/** A stream as the follower knows it: what is there now is looked at; when to look again is not its concern. */
export interface FollowedStream {
  readonly source: {
    readonly changes: number;
    changed(milliseconds: number, signal: AbortSignal, seen: number): Promise<void>;
  };
  /** How far the looks came: a value that is another one after a look that came further. */
  readonly reached: bigint | null;
  /** Least milliseconds between two looks at the end of the stream. */
  readonly rest: number;
  /** Milliseconds between two looks at the end of a stream whose source reports no changes. */
  readonly pollInterval: number;

  /** Gives what can be trusted now. `StreamFileError`: why it does not go on; the end: there is no more for now. */
  look(): AsyncGenerator<ProvenBlock, LookEnd, void>;

  /** Whether nothing that comes later can put this right. */
  isFinal(refusal: StreamFileError): boolean;

  /** Learns why the stream waits, before it does. */
  refused?(refusal: StreamFileError): void;
}

/** Opens a stream after a position (null: at its first block). The stream ends on the signal. */
export type OpenStream<S extends FollowedStream = FollowedStream> = (
  after: BlockPosition | null,
  signal: AbortSignal,
) => S;

/** A block stream whose next block can be read without a look. */
export interface PreviewedStream extends FollowedStream {
  /** The next block, not proven; null while it is not there. Throws `StreamFileError`. */
  preview(): Promise<PreviewedBlock | null>;

  /** Drops the block that was previewed: the next preview reads it anew, from wherever its source finds it by then. */
  leaveOut(): void;
}

export interface PreviewedBlock extends BlockVersions {
  readonly number: bigint;
  /** For messages. */
  readonly name: string;
}

/** How a look ended. */
export interface LookEnd {
  /** What is wrong with the next block; null: there is none yet. */
  readonly refusal: StreamFileError | null;
  /** Milliseconds after which another look may show more, whether following or not; null: something must be added first. */
  readonly again: number | null;
}

export interface FollowOptions {
  /** Wait for more instead of ending. */
  readonly follow: boolean;
  /** Milliseconds between looks for more when following. */
  readonly pollInterval?: number;
  /** See `ProblemOptions`. */
  readonly patience?: number;
  readonly signal: AbortSignal;
  readonly log: VerifyLog;
  /** Called when the stream begins to wait at a block that cannot be trusted yet, and with null once it goes on. */
  readonly onProblem?: (problem: StreamProblem | null) => void;
  /** In place of one from the options, where feeds take turns. */
  readonly problems?: Problems;
  /** Called, when following, each time the source has nothing more that can be trusted now. */
  readonly onEnd?: () => void;
}

/** Milliseconds between two looks at a stream that waits at the same block. */
const MOST_WAIT_MS = 10_000;
/** The same while the source itself fails: what it missed meanwhile is read soon after it is well again. */
const MOST_WAIT_FOR_SOURCE_MS = 2_000;

/**
 * The blocks of a stream, in order: all that can be trusted now; then, when following, it waits for more. Polled less and less
 * often while it waits at the same block, unless something came that may help. Ends when there is no more (not following) or
 * the signal is aborted. Throws `StreamFileError` when the next block is refused; following, it reports and waits instead,
 * except for what nothing can put right. `open` gets a signal that also ends when the consumer stops early.
 */
export async function* follow(
  open: (signal: AbortSignal) => FollowedStream,
  options: FollowOptions,
): AsyncGenerator<ProvenBlock, void, void> {
  const own = ownSignal(options.signal);
  try {
    yield* lookAndWait(open(own.signal), own.signal, options);
  } catch (error) {
    if (options.signal.aborted && !(error instanceof StreamFileError)) return;
    throw error;
  } finally {
    own.end();
  }
}

/** The feed of a stream, which is opened anew each time that it is read. */
export function feedOf(open: OpenStream, options: Omit<FollowOptions, 'signal'>): Feed {
  return {
    blocks: (after, signal) => follow((own) => open(after, own), { ...options, signal }),
  };
}

async function* lookAndWait(
  stream: FollowedStream,
  signal: AbortSignal,
  options: FollowOptions,
): AsyncGenerator<ProvenBlock, void, void> {
  const { source } = stream;
  const problems = options.problems ?? new Problems(options);
  /** Looks in a row that came no further and were refused. */
  for (let stuck = 0; ; ) {
    signal.throwIfAborted();
    const seen = source.changes;
    const before = stream.reached;
    const { refusal, again } = yield* lookOnce(stream, () => problems.resolve());
    if (again !== null) {
      if (again > 0) await pause(again, signal);
      if (stream.reached !== before) stuck = 0;
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
    const { rest, pollInterval } = stream;
    if (rest > 0) await pause(rest, signal);
    const most = refusal ? mostWait(refusal) : pollInterval;
    await source.changed(waitAfter(Math.max(1, stuck), { first: pollInterval, most }), signal, seen);
    if (source.changes !== seen) stuck = 0;
  }
}

function mostWait({ code }: StreamFileError): number {
  return code === 'unreadable' || code === 'timeout' ? MOST_WAIT_FOR_SOURCE_MS : MOST_WAIT_MS;
}

/** One look. A refusal is thrown or returned by the stream; here it is how the look ended. `onGiven` precedes each block. */
export async function* lookOnce(
  stream: FollowedStream,
  onGiven: (block: ProvenBlock) => void,
): AsyncGenerator<ProvenBlock, LookEnd, void> {
  const blocks = stream.look();
  try {
    for (;;) {
      const { done, value } = await blocks.next();
      if (done) return value;
      onGiven(value);
      yield value;
    }
  } catch (refusal) {
    // Also where the source itself failed: what cannot be read now may be there later.
    if (refusal instanceof StreamFileError) return { refusal, again: null };
    throw refusal;
  } finally {
    await blocks.return({ refusal: null, again: null });
  }
}
