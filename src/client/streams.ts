import { AnswerError } from './answer-error.ts';
import { linesOf, Silence } from './lines.ts';
import { type AnyPage, Pages } from './pages.ts';

/** Something that happened, and the cursor behind it: whoever keeps it gets what comes after, and nothing twice. */
export interface StreamEvent<Item> {
  readonly data: Item;
  readonly cursor: string;
}

/** How far a stream has come, also where its filters let nothing pass. */
export interface StreamProgress {
  readonly cursor: string;
  /** Number of the last visible block where everything up to it has been given, else null; and the consensus time. */
  readonly block: number | null;
  readonly timestamp: string;
}

export interface StreamOptions {
  /**
   * Where to begin: behind the event that had this cursor; `now` for what comes from now on. Default: where the filters
   * begin (`timestamp: { gte: … }`), else now.
   */
  readonly cursor?: string | undefined;
  /** Ends the stream: it fails with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Further headers of the requests. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Called now and then, and when everything that was there has been given. Its cursor is as good as an event's. */
  readonly onProgress?: ((progress: StreamProgress) => void) | undefined;
  /** Called when the stream broke off, before it is resumed in so many milliseconds. */
  readonly onBreak?: ((error: unknown, milliseconds: number) => void) | undefined;
  /** Milliseconds without a sign of life after which it is resumed; 0: never. 45 seconds by default. */
  readonly silence?: number | undefined;
}

export interface SubscribeOptions extends Omit<StreamOptions, 'signal'> {
  /** Called once where the stream failed for good, or the listener threw; without it the error goes unhandled. */
  readonly onError?: ((error: unknown) => void) | undefined;
  /** Called once where an upper bound of the filters ended it. */
  readonly onEnd?: (() => void) | undefined;
}

/** Sends a request for a path of the service. Throws `AnswerError`. */
export type OpenStream = (
  path: string,
  options: { readonly headers: Readonly<Record<string, string>>; readonly signal: AbortSignal },
) => Promise<Response>;

/** What a stream needs of its client. */
export interface StreamSource {
  /** The stream's path and query, without a cursor. */
  readonly path: string;
  readonly open: OpenStream;
  readonly parse: (text: string) => unknown;
}

const ACCEPT = 'application/x-ndjson';
const SILENCE_MS = 45_000;
/** Milliseconds before the first attempt to resume, and at most; they double with each attempt in a row. */
const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 30_000;
/** Statuses that another attempt may change: all others say what is wrong with the request. */
const PASSES = new Set([408, 425, 429]);

/** A list that can also be followed: as pages, and as a stream of what was and what comes. */
export class StreamedPages<Item, Page extends AnyPage> extends Pages<Item, Page> {
  readonly #source: StreamSource;

  constructor(
    path: string,
    itemsOf: (page: Page) => readonly Item[],
    load: (path: string) => Promise<Page>,
    source: StreamSource,
  ) {
    super(path, itemsOf, load);
    this.#source = source;
  }

  /**
   * What happens, as it happens, in ascending order; it begins in the past where the cursor or the filters do. When the
   * connection breaks it is resumed behind the last event, with nothing lost and nothing twice. It ends where an upper
   * bound of the filters is reached; it throws `AnswerError` for a request that is refused, as with 410 for a cursor
   * from before what is kept.
   */
  stream(options: StreamOptions = {}): AsyncGenerator<StreamEvent<Item>, void, undefined> {
    return events<Item>(options, this.#source);
  }

  /**
   * The same as calls of a listener, one after the other: the next comes when the promise of the last is fulfilled.
   * Gives the function that ends it.
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

/** The path of a stream from behind a cursor; without one where its filters begin. */
function pathFrom(path: string, cursor: string | undefined): string {
  if (cursor === undefined) return path;
  return `${path}${path.includes('?') ? '&' : '?'}cursor=${encodeURIComponent(cursor)}`;
}

/** A line of the stream: an event, how far it has come, or that the server ends it. */
interface Line {
  readonly id?: string;
  readonly data?: unknown;
  readonly progress?: { readonly block: number | null; readonly timestamp: string };
  readonly end?: { readonly reason: string };
}

/** Reasons of an end with which everything that was asked for has been given; after all others it goes on. */
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
    // Ends this connection alone.
    const over = new AbortController();
    const end = (): void => over.abort(signal?.reason);
    signal?.addEventListener('abort', end);
    try {
      const asked = open(pathFrom(path, cursor), {
        headers: { accept: ACCEPT, ...headers },
        signal: over.signal,
      });
      const { body } = await silence.within(asked);
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
      reason ??= new Error('the stream broke off');
    } catch (error) {
      signal?.throwIfAborted();
      // What the server refuses, and what is no stream at all, another attempt does not change.
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

/** Milliseconds before the next attempt; clients that were cut at the same time come back at different ones. */
function waitBefore(failures: number, reason: unknown): number {
  const most = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(failures, 20));
  const asked = reason instanceof AnswerError ? (reason.retryAfter ?? 0) * 1000 : 0;
  return Math.round(asked + most * (0.5 + Math.random() / 2));
}

/** Throws the signal's reason when that ends it. */
function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
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
