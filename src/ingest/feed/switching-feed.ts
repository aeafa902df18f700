import type { HapiVersion } from '@tain/ledger/hapi-version';
import { waitAfter } from '../../kernel/retry.ts';
import type { BlockPosition } from '../decode/decoded-block.ts';
import { StreamFileError } from '../decode/stream-error.ts';
import { type OwnSignal, ownSignal } from '../store/limit-time.ts';
import type { ProvenBlock } from '../verify/proven-block.ts';
import { hasSwitched, isPreview } from './cutover.ts';
import type { Feed } from './feed.ts';
import {
  type FollowedStream,
  type FollowOptions,
  feedOf,
  type OpenStream,
  type PollEnd,
  type PreviewedBlock,
  type PreviewedStream,
  pollOnce,
} from './follow.ts';

export interface SwitchingFeedOptions extends Omit<FollowOptions, 'signal' | 'pollIntervalMs' | 'graceMs'> {
  readonly record: OpenStream;
  readonly block: OpenStream<PreviewedStream>;
  /** Minimum version of a block that follows a record file (`isPreview`); null: any version may. */
  readonly since: HapiVersion | null;
  /** Milliseconds without a record file after which blocks are searched for as well. Default 16,000. */
  readonly switchAfterMs?: number;
}

/** Threshold of the public mirror: about eight record files. */
const DEFAULT_SWITCH_AFTER_MS = 16_000;
/** Interval of polls of the stream that did not yield the last block, if its source reports no change. */
const OTHER_INTERVAL_MS = 1_000;
/** Maximum interval of these polls while the next block is available, but refused. */
const MAX_OTHER_INTERVAL_MS = 10_000;
/** Maximum interval of polls of record files once blocks are searched for, however often the next file was refused. */
const MAX_WAIT_MS = 2_000;

/**
 * Yields record files to their end, then blocks. Nothing marks the last record file: when following, blocks are
 * searched for once no record file has come for a while, and then both streams are polled until one continues. After
 * the first block of the block stream there are only blocks, also after a restart: the last stored block decides. Each
 * stream checks that its first block continues the last one of the other stream.
 */
export function switchingFeed(options: SwitchingFeedOptions): Feed {
  return feedOf((after, signal) => new SwitchingStream(options, after, signal), options);
}

type Kind = 'record' | 'block';

/** A stream from a position on, until the other one advances. */
interface Opened<S extends FollowedStream> {
  readonly stream: S;
  readonly own: OwnSignal;
}

/** A search for the next block in the block stream's source. */
interface Search {
  /** Outcome of the search; null while it runs. */
  outcome: PreviewedBlock | 'missing' | 'unreadable' | null;
  /** Resolves when the block was found; stays pending when it is missing. */
  readonly found: Promise<void>;
  readonly done: Promise<void>;
}

/**
 * Both streams as one. Polls run one after another, because both streams change the same address books, stakes and
 * ledgers. During record files the block stream is polled only once its next block was found, so that an unresponsive
 * source of blocks delays no record file.
 */
class SwitchingStream implements FollowedStream {
  readonly #options: SwitchingFeedOptions;
  readonly #signal: AbortSignal;
  #position: BlockPosition | null;
  #yielded = 0n;
  #lastYieldAt = performance.now();
  /** The stream that yielded the last block. */
  #current: Kind;
  #record: Opened<FollowedStream> | null = null;
  #block: Opened<PreviewedStream> | null = null;
  #search: Search | null = null;
  /** Time of the last poll of the stream that is not current, and the `changes` of its source then. */
  #other = { at: Number.NEGATIVE_INFINITY, seen: 0 };
  /** Number of polls in a row at which the block stream refused its next block. */
  #refusals = 0;
  /** The last block that was left out as a preview. */
  #leftOut: bigint | null = null;
  #refusedBy: Kind = 'record';

  constructor(options: SwitchingFeedOptions, after: BlockPosition | null, signal: AbortSignal) {
    this.#options = options;
    this.#signal = signal;
    this.#position = after;
    this.#current = hasSwitched(after) ? 'block' : 'record';
  }

  get source() {
    return this;
  }

  get reached(): bigint {
    return this.#yielded;
  }

  get restMs() {
    return this.#open(this.#current).restMs;
  }

  get pollIntervalMs(): number {
    return this.#open(this.#current).pollIntervalMs;
  }

  get changes(): number {
    const opened = [this.#record, this.#block];
    return opened.reduce((sum, each) => sum + (each?.stream.source.changes ?? 0), 0);
  }

  isFinal(refusal: StreamFileError): boolean {
    return this.#open(this.#refusedBy).isFinal(refusal);
  }

  refused(refusal: StreamFileError): void {
    this.#open(this.#refusedBy).refused?.(refusal);
  }

  async changed(milliseconds: number, signal: AbortSignal, seen: number): Promise<void> {
    if (this.changes !== seen) return;
    const max = Math.min(milliseconds, this.#untilBoth);
    const own = ownSignal(signal);
    const waits = [this.#record, this.#block].flatMap((each) =>
      each === null ? [] : [each.stream.source.changed(max, own.signal, each.stream.source.changes)],
    );
    if (this.#search?.outcome === null) waits.push(this.#search.found);
    try {
      await Promise.race(waits);
    } finally {
      own.end();
    }
  }

  /** Yields the available blocks of the current stream, or, if there are none, those of the other one. */
  async *poll(): AsyncGenerator<ProvenBlock, PollEnd, void> {
    const { follow } = this.#options;
    const before = this.#yielded;
    const end = yield* this.#pollStream(this.#current);
    if (end.again !== null || hasSwitched(this.#position)) return end;
    if (follow ? this.#yielded !== before : end.refusal) return end;
    const preview = await this.#searchOther(end);
    if (preview === 'missing') return end;
    if (preview !== 'found') return { ...end, refusal: end.refusal ?? this.#dropPreview(preview) };
    const other = yield* this.#pollStream(this.#current === 'record' ? 'block' : 'record');
    return other.refusal || other.again !== null ? other : end;
  }

  async *#pollStream(kind: Kind): AsyncGenerator<ProvenBlock, PollEnd, void> {
    const end = yield* pollOnce(this.#open(kind), (block) => this.#take(block, kind));
    if (kind === 'block') {
      this.#search = null;
      this.#refusals = end.refusal ? this.#refusals + 1 : 0;
    }
    if (end.refusal) this.#refusedBy = kind;
    return end;
  }

  #take({ position, number }: ProvenBlock, kind: Kind): void {
    if (this.#position !== null && !hasSwitched(this.#position) && hasSwitched(position)) {
      const fields = { block: number.toString() };
      this.#options.log.info(fields, 'The block stream continues where record files end');
    }
    this.#position = position;
    this.#yielded += 1n;
    this.#lastYieldAt = performance.now();
    this.#current = kind;
    // The other stream is at an older position, so it is opened again.
    if (kind === 'record') {
      this.#block?.own.end();
      this.#block = null;
      this.#search = null;
    } else {
      this.#record?.own.end();
      this.#record = null;
    }
  }

  #open(kind: Kind): FollowedStream {
    return kind === 'record' ? this.#recordStream : this.#blockStream;
  }

  get #recordStream(): FollowedStream {
    this.#record ??= openStream(this.#options.record, this.#position, this.#signal);
    return this.#record.stream;
  }

  get #blockStream(): PreviewedStream {
    this.#block ??= openStream(this.#options.block, this.#position, this.#signal);
    return this.#block.stream;
  }

  /**
   * Searches the other stream after the current one yielded nothing. Returns a preview, or whether there is a block to
   * read.
   */
  async #searchOther({ refusal }: PollEnd): Promise<'found' | 'missing' | PreviewedBlock> {
    const { follow, since } = this.#options;
    if (this.#current === 'block')
      return !follow || this.#isOtherDue(this.#recordStream) ? 'found' : 'missing';
    if (follow && this.#untilSilentMs > 0 && (!this.#mayBegin || refusal)) return 'missing';
    const found = follow ? this.#searchBlock() : await this.#searchBlockNow();
    if (found === 'unreadable') return 'found';
    if (found === 'missing') return found;
    if (follow && this.#untilSilentMs > 0 && found.number !== 0n) return 'missing';
    return this.#position !== null && isPreview(found, since) ? found : 'found';
  }

  /** Drops a preview. When following, returns the reason why the stream waits; otherwise, null. */
  #dropPreview({ number, name, hapiVersion }: PreviewedBlock): StreamFileError | null {
    const { follow, since, log } = this.#options;
    this.#blockStream.dropPreviewed();
    this.#search = null;
    this.#refusals += 1;
    this.#refusedBy = 'record';
    const reason = `is a preview beside the record stream: its HAPI version is ${print(hapiVersion)}, and the network changes over at ${print(since)}. If record files have ended nevertheless, set TAIN_STREAM_KIND=block`;
    if (follow) return new StreamFileError('missing', name, null, reason);
    if (this.#leftOut !== number) log.info({ block: number.toString() }, `${name} ${reason}`);
    this.#leftOut = number;
    return null;
  }

  /** Milliseconds until the record stream counts as silent. */
  get #untilSilentMs(): number {
    const { switchAfterMs = DEFAULT_SWITCH_AFTER_MS } = this.#options;
    return this.#lastYieldAt + switchAfterMs - performance.now();
  }

  /** Whether block 0, which follows no record file, can be the first block without waiting for record files. */
  get #mayBegin(): boolean {
    return this.#position === null && this.#options.since === null;
  }

  /** Returns the next block as far as the search has found it. */
  #searchBlock(): PreviewedBlock | 'missing' | 'unreadable' {
    const stream = this.#blockStream;
    if (this.#search?.outcome === 'missing') this.#search = null;
    if (this.#search === null && this.#isOtherDue(stream)) this.#search = searchNext(stream);
    const outcome = this.#search?.outcome ?? 'missing';
    return outcome === 'unreadable' && this.#untilSilentMs > 0 ? 'missing' : outcome;
  }

  async #searchBlockNow(): Promise<PreviewedBlock | 'missing' | 'unreadable'> {
    const search = searchNext(this.#blockStream);
    await search.done;
    return search.outcome ?? 'missing';
  }

  #isOtherDue({ source }: FollowedStream): boolean {
    if (this.#untilOtherDue > 0 && source.changes === this.#other.seen) return false;
    this.#other = { at: performance.now(), seen: source.changes };
    return true;
  }

  get #untilOtherDue(): number {
    const interval = { first: OTHER_INTERVAL_MS, max: MAX_OTHER_INTERVAL_MS };
    return this.#other.at + waitAfter(Math.max(1, this.#refusals), interval) - performance.now();
  }

  /** Milliseconds after which both streams are polled even without changes. */
  get #untilBoth(): number {
    if (hasSwitched(this.#position)) return Number.POSITIVE_INFINITY;
    const isSearchDue = this.#search === null || this.#search.outcome === 'missing';
    const due = isSearchDue ? Math.min(MAX_WAIT_MS, Math.max(0, this.#untilOtherDue)) : MAX_WAIT_MS;
    return this.#current === 'block' || this.#mayBegin ? due : Math.max(this.#untilSilentMs, due);
  }
}

function openStream<S extends FollowedStream>(
  open: OpenStream<S>,
  after: BlockPosition | null,
  signal: AbortSignal,
): Opened<S> {
  const own = ownSignal(signal);
  return { stream: open(after, own.signal), own };
}

/** Searches for the next block while record files are polled. The next poll reports errors of its source. */
function searchNext(stream: PreviewedStream): Search {
  const ended = stream.preview().then(
    (block) => block ?? 'missing',
    () => 'unreadable' as const,
  );
  const search: Search = {
    outcome: null,
    done: ended.then((outcome) => {
      search.outcome = outcome;
    }),
    found: new Promise((resolve) => {
      ended.then((outcome) => outcome !== 'missing' && resolve());
    }),
  };
  return search;
}

function print(version: HapiVersion | null): string {
  return version === null ? '' : `${version.major}.${version.minor}.${version.patch}`;
}
