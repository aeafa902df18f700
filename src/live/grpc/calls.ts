import type { Logger } from 'pino';
import { addCount } from '../../kernel/counts.ts';
import type { Answer, Call, Methods } from './call.ts';
import { CallError, type Code } from './call-error.ts';
import type { LiveMetrics } from './metrics.ts';

/** How many calls may be open. */
export interface CallLimits {
  readonly most: number;
  readonly mostPerClient: number;
}

/** A call as a transport brings it. The transport aborts `ended` when the client is gone or its deadline has passed. */
export interface IncomingCall extends Omit<Call, 'signal'> {
  readonly path: string;
  /** Who asks, as `ownerOf` identifies a client. */
  readonly client: string;
  readonly ended: AbortController;
}

/** What a call says of the service: failed through no fault of its client, or refused because there are too many. */
export type CallOutcome = 'done' | 'failed' | 'refused';

/** Codes of calls that failed because of the service or its database. */
const FAILURES: ReadonlySet<Code> = new Set(['unknown', 'internal', 'unavailable']);

/** How a call ended: what its trailers say. */
export interface CallStatus {
  readonly code: Code;
  readonly text: string;
}

const OK: CallStatus = { code: 'ok', text: '' };
const UNKNOWN: CallStatus = { code: 'unknown', text: 'Unknown error' };
const STOPPED = 'The server is stopping. Please retry later';

/** All calls of the service, whatever way they come: it counts them, limits them, and ends them when it stops. */
export class Calls {
  readonly #methods: Methods;
  readonly #limits: CallLimits;
  readonly #metrics: LiveMetrics;
  readonly #log: Pick<Logger, 'error'>;
  readonly #onEnd: ((outcome: CallOutcome) => void) | undefined;
  readonly #open = new Set<AbortController>();
  readonly #clients = new Map<string, number>();
  readonly #byMethod = new Map<string, number>();
  #isClosed = false;

  /** `onEnd` is called for each call of a method that there is, as it ends. */
  constructor(
    methods: Methods,
    limits: CallLimits,
    metrics: LiveMetrics,
    log: Pick<Logger, 'error'>,
    onEnd?: (outcome: CallOutcome) => void,
  ) {
    this.#onEnd = onEnd;
    this.#methods = methods;
    this.#limits = limits;
    this.#metrics = metrics;
    this.#log = log;
    metrics.watchCalls(() => this.#byMethod);
  }

  /** Calls that one client may have open. */
  get mostPerClient(): number {
    return this.#limits.mostPerClient;
  }

  /** Answers a call, and gives its end. Never throws. */
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

  async #answer(answer: Answer, name: string, call: IncomingCall): Promise<CallStatus> {
    const refusal = this.#refusal(call.client);
    if (refusal !== undefined) {
      if (!this.#isClosed) this.#onEnd?.('refused');
      return refusal;
    }
    const status = await this.#answerWithin(answer, name, call);
    if (!this.#isClosed) this.#onEnd?.(FAILURES.has(status.code) ? 'failed' : 'done');
    return status;
  }

  /** Answers a call that has its place. */
  async #answerWithin(answer: Answer, name: string, call: IncomingCall): Promise<CallStatus> {
    const { client, ended } = call;
    this.#open.add(ended);
    addCount(this.#clients, client, 1);
    addCount(this.#byMethod, name, 1);
    try {
      await answer({ requests: call.requests, begin: call.begin, send: call.send, signal: ended.signal });
      return OK;
    } catch (error) {
      // Whatever failed, it did because the call was ended.
      const cause: unknown = ended.signal.aborted ? ended.signal.reason : error;
      if (cause instanceof CallError) return { code: cause.code, text: cause.message };
      this.#log.error({ err: cause, method: name }, 'Call failed');
      return UNKNOWN;
    } finally {
      this.#open.delete(ended);
      addCount(this.#clients, client, -1);
      addCount(this.#byMethod, name, -1);
    }
  }

  #refusal(client: string): CallStatus | undefined {
    const { most, mostPerClient } = this.#limits;
    if (this.#isClosed) return { code: 'unavailable', text: STOPPED };
    if ((this.#clients.get(client) ?? 0) >= mostPerClient) {
      this.#metrics.refused('client');
      return exhausted(`Too many calls of one client: at most ${mostPerClient} may be open`);
    }
    if (this.#open.size >= most) {
      this.#metrics.refused('all');
      return exhausted(`Too many calls: at most ${most} may be open`);
    }
    return undefined;
  }
}

function exhausted(text: string): CallStatus {
  return { code: 'resourceExhausted', text: `${text}. Please retry later` };
}

/** Not the path: it is a stranger's text. */
function unserved(path: string): CallStatus {
  const isKnown = /^\/[\w.]{1,200}\/\w{1,100}$/.test(path);
  return {
    code: 'unimplemented',
    text: isKnown ? `There is no method ${path.slice(1)}` : 'There is no such method',
  };
}
