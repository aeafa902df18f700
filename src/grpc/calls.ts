import type { Logger } from 'pino';
import { addCount } from '../kernel/counts.ts';
import type { ByteAccount } from '../kernel/limits/byte-account.ts';
import { LimitReached, type OpenLimit, openLimitsOf } from '../kernel/limits/limit.ts';
import { OpenCounter } from '../kernel/limits/open-counter.ts';
import { CallError, type Code, type GrpcCall, type MethodHandler, type Methods } from './call.ts';
import type { LiveMetrics } from './metrics.ts';

/** Open calls, mostly subscriptions. */
export const GRPC_CALLS: OpenLimit = {
  name: 'grpc-calls',
  kind: 'open',
  counts: 'gRPC calls',
  ...openLimitsOf(10_000),
  settings: ['TAIN_GRPC_MAX_CALLS'],
};

/** Maximum number of open calls. */
export type GrpcCallLimits = Pick<OpenLimit, 'max' | 'perClient'>;

/** A call as received by a transport, which aborts `ended` when the client disconnects or its deadline has passed. */
export interface IncomingCall extends Omit<GrpcCall, 'signal'> {
  readonly path: string;
  readonly ended: AbortController;
}

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
    this.#metrics = metrics;
    this.#log = log;
    metrics.watchCalls(() => this.#byMethod);
  }

  /** Maximum number of open calls of one client. */
  get maxPerClient(): number {
    return this.#slots.limit.perClient;
  }

  /** Serves a call and returns its outcome. Never throws. */
  async run(call: IncomingCall): Promise<CallStatus> {
    const answer = this.#methods.get(call.path);
    const name = answer === undefined ? 'other' : call.path.slice(1);
    const status = answer === undefined ? unserved(call.path) : await this.#answer(answer, name, call);
    this.#metrics.ended(name, status.code);
    return status;
  }

  /** Ends all calls. Later ones are refused. */
  close(): void {
    this.#isClosed = true;
    for (const ended of [...this.#open]) ended.abort(new CallError('unavailable', STOPPED));
  }

  async #answer(answer: MethodHandler, name: string, call: IncomingCall): Promise<CallStatus> {
    if (this.#isClosed) return { code: 'unavailable', text: STOPPED };
    let release: () => void;
    try {
      release = this.#slots.add(call.client);
    } catch (error) {
      if (!(error instanceof LimitReached)) throw error;
      this.#onEnd?.('refused');
      return this.#refusal(error.isOwn);
    }
    const status = await this.#answerWithin(answer, name, call).finally(release);
    if (!this.#isClosed) this.#onEnd?.(FAILURES.has(status.code) ? 'failed' : 'done');
    return status;
  }

  /** Serves a call that was admitted. */
  async #answerWithin(answer: MethodHandler, name: string, call: IncomingCall): Promise<CallStatus> {
    const { requests, client, begin, ended } = call;
    const hold = this.#bytes.open(client, () =>
      ended.abort(new CallError('resourceExhausted', 'Too many bytes are not read. Please retry later')),
    );
    const send = async (messages: readonly Uint8Array[]): Promise<void> => {
      hold.set(messages.reduce((sum, { length }) => sum + length, 0));
      await call.send(messages);
      hold.set(0);
    };
    this.#open.add(ended);
    addCount(this.#byMethod, name, 1);
    try {
      await answer({ requests, client, begin, send, signal: ended.signal });
      return OK;
    } catch (error) {
      // Every failure after the call was ended is a consequence of that.
      const cause: unknown = ended.signal.aborted ? ended.signal.reason : error;
      if (cause instanceof CallError) return { code: cause.code, text: cause.message };
      this.#log.error({ err: cause, method: name }, 'Call failed');
      return UNKNOWN;
    } finally {
      hold.release();
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

function exhausted(text: string): CallStatus {
  return { code: 'resourceExhausted', text: `${text}. Please retry later` };
}

/** The path is not quoted, because it is hostile text. */
function unserved(path: string): CallStatus {
  const isKnown = /^\/[\w.]{1,200}\/\w{1,100}$/.test(path);
  return {
    code: 'unimplemented',
    text: isKnown ? `There is no method ${path.slice(1)}` : 'There is no such method',
  };
}
