import { AnswerError } from './answer-error.ts';
import { linesOf, Silence } from './lines.ts';
import { type AnyPage, type OpenPage, Pages } from './pages.ts';

/** An event, and the cursor after it. A client that stores the cursor receives the later events, and none twice. */
export interface StreamEvent<Item> {
  readonly data: Item;
  readonly cursor: string;
}

/** Position of a stream, sent even when no event passes its filters. */
export interface StreamProgress {
  readonly cursor: string;
  /** Number of the last visible block if everything up to it has been sent, else null; and the consensus time. */
  readonly block: number | null;
  readonly timestamp: string;
}

export interface StreamOptions {
  /**
   * Start of the stream: after the event with this cursor; `now` for new events only. Default: where the filters begin
   * (`timestamp: { gte: … }`), else now.
   */
  readonly cursor?: string | undefined;
  /** Ends the stream, which fails with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Further headers of the requests. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Called at intervals, and when all existing events have been sent. Its cursor can be used like an event's. */
  readonly onProgress?: ((progress: StreamProgress) => void) | undefined;
  /** Called when the stream was interrupted, with the milliseconds until it is resumed. */
  readonly onBreak?: ((error: unknown, milliseconds: number) => void) | undefined;
  /**
   * Milliseconds without any data from the server after which the connection is replaced; 0: never. Default: 45
   * seconds.
   */
  readonly silence?: number | undefined;
}

export interface SubscribeOptions extends Omit<StreamOptions, 'signal'> {
  /** Called once if the stream failed for good, or the listener threw; without it the error is unhandled. */
  readonly onError?: ((error: unknown) => void) | undefined;
  /** Called once if an upper bound of the filters ended the stream. */
  readonly onEnd?: (() => void) | undefined;
}

/** Sends a request for a path of the service. Throws `AnswerError`. */
export type OpenStream = (
  path: string,
  options: { readonly headers: Readonly<Record<string, string>>; readonly signal: AbortSignal },
) => Promise<Response>;

/** Parts of the client that a stream needs. */
export interface StreamSource {
  /** The stream's path and query, without a cursor. */
  readonly path: string;
  readonly open: OpenStream;
  readonly parse: (text: string) => unknown;
}

const ACCEPT = 'application/x-ndjson';
const SILENCE_MS = 45_000;
/** Milliseconds before the first attempt to resume, and their maximum; they double with each attempt in a row. */
const FIRST_WAIT_MS = 250;
const MAX_WAIT_MS = 30_000;
/** Maximum milliseconds that a server may delay the next attempt. */
const MAX_RETRY_AFTER_MS = 3_600_000;
/** Statuses after which another attempt may succeed; other client errors mean that the request is invalid. */
const PASSES = new Set([408, 425, 429]);

/** A list that can also be followed: as pages, and as a stream of past and future events. */
export class StreamedPages<Item, Page extends AnyPage> extends Pages<Item, Page> {
  readonly #source: StreamSource;

  constructor(
    path: string,
    itemsOf: (page: Page) => readonly Item[],
    load: (path: string) => Promise<Page>,
    open: OpenPage,
    source: StreamSource,
  ) {
    super(path, itemsOf, load, open);
    this.#source = source;
  }

  /**
   * Yields events as they occur, in ascending order; it begins in the past if the cursor or the filters do. When the
   * connection is interrupted it is resumed after the last event, without losing or repeating any. It ends when an
   * upper bound of the filters is reached. Throws `AnswerError` for a refused request, for example 410 for a cursor
   * whose events were removed by retention.
   */
  stream(options: StreamOptions = {}): AsyncGenerator<StreamEvent<Item>, void, undefined> {
    return events<Item>(options, this.#source);
  }

  /**
   * Calls a listener with each event, one after another: the next call waits for the promise of the last. Returns the
   * function that ends the stream.
   */
  subscribe(
    listener: (event: StreamEvent<Item>) => unknown,
    { onError, onEnd, ...options }: SubscribeOptions = {},
  ): () => void {
    const ending = new AbortController();
    const { signal } = ending;
    const follow = async (): Promise<void> => {
      try {
        for await (const event of this.stream({ ...options, signal })) {
          await listener(event);
          if (signal.aborted) return;
        }
        onEnd?.();
      } catch (error) {
        if (signal.aborted) return;
        if (onError === undefined) throw error;
        onError(error);
      }
    };
    void follow();
    return () => ending.abort();
  }
}

/** Returns the path of a stream after a cursor; without one it begins with its filters. */
function pathFrom(path: string, cursor: string | undefined): string {
  if (cursor === undefined) return path;
  return `${path}${path.includes('?') ? '&' : '?'}cursor=${encodeURIComponent(cursor)}`;
}

/** A line of the stream: an event, its progress, or its end. */
interface Line {
  readonly id?: string;
  readonly data?: unknown;
  readonly progress?: { readonly block: number | null; readonly timestamp: string };
  readonly end?: { readonly reason: string };
}

/** Reasons of an end after which everything requested has been sent; after all others the stream is resumed. */
const COMPLETE = new Set(['limit', 'end of range']);

async function* events<Item>(
  options: StreamOptions,
  { path, open, parse }: StreamSource,
): AsyncGenerator<StreamEvent<Item>, void, undefined> {
  const { signal, headers, onProgress, onBreak } = options;
  const silence = new Silence(options.silence ?? SILENCE_MS);
  let { cursor } = options;
  for (let failures = 0; ; failures++) {
    signal?.throwIfAborted();
    let reason: unknown;
    // Ends this connection only.
    const over = new AbortController();
    const end = (): void => over.abort(signal?.reason);
    signal?.addEventListener('abort', end);
    try {
      const response = open(pathFrom(path, cursor), {
        headers: { accept: ACCEPT, ...headers },
        signal: over.signal,
      });
      const { body } = await silence.within(response);
      if (body === null) throw new TypeError('a stream without a body');
      for await (const text of linesOf(body, silence)) {
        failures = 0;
        if (text.trim() === '') continue;
        const { id, data, progress, end: ended } = parse(text) as Line;
        cursor = id ?? cursor;
        if (ended !== undefined && COMPLETE.has(ended.reason)) return;
        if (data !== undefined) yield { data: data as Item, cursor: cursor ?? '' };
        else if (progress !== undefined) onProgress?.({ cursor: cursor ?? '', ...progress });
        else if (ended !== undefined) {
          reason = new Error(`the server ended the stream: ${ended.reason}`);
          break;
        }
      }
      reason ??= new Error('the stream was interrupted');
    } catch (error) {
      signal?.throwIfAborted();
      // Another attempt does not change a refusal of the server, or a response that is not a stream.
      if (error instanceof AnswerError && error.status < 500 && !PASSES.has(error.status)) throw error;
      if (error instanceof SyntaxError || error instanceof RangeError) throw error;
      reason = error;
    } finally {
      signal?.removeEventListener('abort', end);
      over.abort();
    }
    const wait = waitBefore(failures, reason);
    onBreak?.(reason, wait);
    await pause(wait, signal);
  }
}

/**
 * Milliseconds before the next attempt, randomized so that clients interrupted at the same time return at different
 * times.
 */
function waitBefore(failures: number, reason: unknown): number {
  const max = Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(failures, 20));
  const retryAfterMs = reason instanceof AnswerError ? (reason.retryAfter ?? 0) * 1000 : 0;
  return Math.round(Math.min(MAX_RETRY_AFTER_MS, retryAfterMs) + max * (0.5 + Math.random() / 2));
}

/**
 * Waits. Throws the signal's reason if it is aborted. It does not use Node's timers, because the client also runs in
 * browsers.
 */
function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(signal.reason);
      return;
    }
    const end = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', end);
  });
}
