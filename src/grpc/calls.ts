import type { Logger } from 'pino';
import { addCount } from '../kernel/counts.ts';
import type { ByteAccount, ByteHold } from '../kernel/limits/byte-account.ts';
import { LimitReached, type OpenLimit, openLimitsOf, type RateLimit } from '../kernel/limits/limit.ts';
import { OpenCounter } from '../kernel/limits/open-counter.ts';
import { RateWindow } from '../kernel/limits/rate-window.ts';
import { CallError, type Code, type GrpcCall, type MethodHandler, type Methods } from './call.ts';
import { parseTimeout } from './frames.ts';
import type { LiveMetrics } from './metrics.ts';

/** Open calls, mostly subscriptions. */
export const GRPC_CALLS: OpenLimit = {
  name: 'grpc-calls',
  kind: 'open',
  counts: 'gRPC calls',
  ...openLimitsOf(10_000),
  settings: ['TAIN_GRPC_MAX_CALLS'],
};

/**
 * Calls, served or not. The event loop spends 50 to 200 µs on each, and reads hundreds of a connection together: a flood
 * over many connections would stop the process for seconds.
 */
export const GRPC_STARTS: RateLimit = {
  name: 'grpc-starts',
  kind: 'rate',
  counts: 'gRPC calls that start',
  max: 2_000,
};

/** Maximum number of open calls, and of those that start in a second; by default that of `GRPC_STARTS`. */
export interface GrpcCallLimits extends Pick<OpenLimit, 'max' | 'perClient'> {
  readonly startsPerSecond?: number;
}

/** A call as received by a transport, which aborts `ended` when the client disconnects or its deadline has passed. */
export interface IncomingCall extends Omit<GrpcCall, 'signal' | 'send'> {
  readonly path: string;
  /** Header `grpc-timeout`: time after which the call is ended. */
  readonly timeout: string | undefined;
  readonly ended: AbortController;
  /** Sends messages like `GrpcCall.send`. Calls `onTaken` when their bytes have left the memory of the process. */
  send(messages: readonly Uint8Array[], onTaken: () => void): Promise<void>;
  /** Calls a listener when the transport holds nothing of the call any more, which may be after the call ended. */
  onClosed(listener: () => void): void;
  /** Closes the connection, whose client leaves the end of the call unread. */
  drop(): void;
}

/** Memory of a request that is not admitted, until its client has taken the refusal: measured as 7 to 8 kB. */
const REFUSED_BYTES = 8 * 1024;
/** Memory of further messages that a client may send before they are read: the initial window of HTTP/2. */
const WINDOW_BYTES = 64 * 1024;

/** Outcome of a call for metrics. `failed`: because of the service or its database. `refused`: by a limit. */
export type GrpcOutcome = 'done' | 'failed' | 'refused';

/** Codes of calls that failed because of the service or its database. */
const FAILURES: ReadonlySet<Code> = new Set(['unknown', 'internal', 'unavailable']);

/** Outcome of a call, as sent in its trailers. */
export interface CallStatus {
  readonly code: Code;
  readonly text: string;
}

const OK: CallStatus = { code: 'ok', text: '' };
const UNKNOWN: CallStatus = { code: 'unknown', text: 'Unknown error' };
const STOPPED = 'The server is stopping. Please retry later';

/** Registry of the calls of all transports: counts them, limits them, and ends them when the service stops. */
export class Calls {
  readonly #methods: Methods;
  readonly #slots: OpenCounter;
  readonly #starts: RateWindow;
  readonly #bytes: ByteAccount;
  readonly #metrics: LiveMetrics;
  readonly #log: Pick<Logger, 'error'>;
  readonly #onEnd: ((outcome: GrpcOutcome) => void) | undefined;
  readonly #open = new Set<AbortController>();
  readonly #byMethod = new Map<string, number>();
  #isClosed = false;

  /** `onEnd` is called when a call of an existing method ends. */
  constructor(
    methods: Methods,
    limits: GrpcCallLimits,
    bytes: ByteAccount,
    metrics: LiveMetrics,
    log: Pick<Logger, 'error'>,
    onEnd?: (outcome: GrpcOutcome) => void,
  ) {
    this.#onEnd = onEnd;
    this.#methods = methods;
    this.#bytes = bytes;
    this.#slots = new OpenCounter({ ...GRPC_CALLS, ...limits });
    const { startsPerSecond = GRPC_STARTS.max } = limits;
    this.#starts = new RateWindow({ max: startsPerSecond }, () => performance.now());
    this.#metrics = metrics;
    this.#log = log;
    metrics.watchCalls(() => this.#byMethod);
  }

  /** Maximum number of open calls of one client. */
  get maxPerClient(): number {
    return this.#slots.limit.perClient;
  }

  /** Returns whether a client, as identified by `ownerOf`, may start a call now. */
  mayStart(client: string): boolean {
    return this.#starts.take(client, 1);
  }

  /** Serves a call and returns its outcome. Never throws. */
  async run(call: IncomingCall): Promise<CallStatus> {
    const answer = this.#methods.get(call.path);
    const name = answer === undefined ? 'other' : call.path.slice(1);
    const status = await this.#answerInTime(answer, name, call);
    this.#metrics.ended(name, status.code);
    return status;
  }

  /** Counts the memory of a request that is not admitted, until its transport holds nothing of it. */
  holdRefused({ client, onClosed, drop }: Pick<IncomingCall, 'client' | 'onClosed' | 'drop'>): void {
    const hold = this.#bytes.open(client, drop);
    hold.set(REFUSED_BYTES);
    onClosed(() => hold.release());
  }

  /** Ends all calls. Later ones are refused. */
  close(): void {
    this.#isClosed = true;
    for (const ended of [...this.#open]) ended.abort(new CallError('unavailable', STOPPED));
  }

  /** Serves a call until its deadline. */
  async #answerInTime(
    answer: MethodHandler | undefined,
    name: string,
    call: IncomingCall,
  ): Promise<CallStatus> {
    let milliseconds: number | undefined;
    try {
      milliseconds = parseTimeout(call.timeout);
      if (answer === undefined) throw unserved(call.path);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      this.holdRefused(call);
      return { code: error.code, text: error.message };
    }
    const late = () => call.ended.abort(new CallError('deadlineExceeded', 'Deadline exceeded'));
    const timer = milliseconds === undefined ? undefined : setTimeout(late, milliseconds);
    const status = await this.#answer(answer, name, call);
    clearTimeout(timer);
    return status;
  }

  async #answer(answer: MethodHandler, name: string, call: IncomingCall): Promise<CallStatus> {
    if (this.#isClosed) return { code: 'unavailable', text: STOPPED };
    let release: () => void;
    try {
      release = this.#slots.add(call.client);
    } catch (error) {
      if (!(error instanceof LimitReached)) throw error;
      this.#onEnd?.('refused');
      this.holdRefused(call);
      return this.#refusal(error.isOwn);
    }
    // The slot is held for as long as the client leaves the end of the call unread.
    call.onClosed(release);
    const status = await this.#answerWithin(answer, name, call);
    if (!this.#isClosed) this.#onEnd?.(FAILURES.has(status.code) ? 'failed' : 'done');
    return status;
  }

  /** Serves a call that was admitted. */
  async #answerWithin(answer: MethodHandler, name: string, call: IncomingCall): Promise<CallStatus> {
    const { requests, client, begin, ended, drop } = call;
    let isOver = false;
    const hold = this.#bytes.open(client, () => {
      ended.abort(new CallError('resourceExhausted', 'Too many bytes are not read. Please retry later'));
      if (isOver) drop();
    });
    call.onClosed(() => hold.release());
    const send = (messages: readonly Uint8Array[]): Promise<void> => {
      const bytes = messages.reduce((sum, { length }) => sum + length, 0);
      hold.set(hold.bytes + bytes);
      return call.send(messages, () => hold.set(hold.bytes - bytes));
    };
    this.#open.add(ended);
    addCount(this.#byMethod, name, 1);
    try {
      await answer({ requests: counted(requests, hold), client, begin, send, signal: ended.signal });
      return OK;
    } catch (error) {
      // Every failure after the call was ended is a consequence of that.
      const cause: unknown = ended.signal.aborted ? ended.signal.reason : error;
      if (cause instanceof CallError) return { code: cause.code, text: cause.message };
      this.#log.error({ err: cause, method: name }, 'Call failed');
      return UNKNOWN;
    } finally {
      isOver = true;
      this.#open.delete(ended);
      addCount(this.#byMethod, name, -1);
    }
  }

  #refusal(isOwn: boolean): CallStatus {
    const { max, perClient } = this.#slots.limit;
    this.#metrics.refused(isOwn ? 'client' : 'all');
    return isOwn
      ? exhausted(`Too many calls of one client: at most ${perClient} may be open`)
      : exhausted(`Too many calls: at most ${max} may be open`);
  }
}

/** Counts the memory of messages after the first one, of the method that reads several. */
async function* counted(
  requests: AsyncIterable<Uint8Array>,
  hold: ByteHold,
): AsyncGenerator<Uint8Array, void, void> {
  let isFirst = true;
  for await (const request of requests) {
    yield request;
    if (isFirst) hold.set(hold.bytes + WINDOW_BYTES);
    isFirst = false;
  }
}

function exhausted(text: string): CallStatus {
  return { code: 'resourceExhausted', text: `${text}. Please retry later` };
}

/** The path is not quoted, because it is hostile text. */
function unserved(path: string): CallError {
  const isKnown = /^\/[\w.]{1,200}\/\w{1,100}$/.test(path);
  return new CallError(
    'unimplemented',
    isKnown ? `There is no method ${path.slice(1)}` : 'There is no such method',
  );
}
