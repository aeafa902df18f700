import type {
  CallContract,
  CallOutcome,
  TraceOutcome,
  TraceTransaction,
} from '../../../calls/contract-call.ts';
import { ChunkQueue } from '../../../calls/pool/chunk-queue.ts';
import { type AbortSignalLike, RequestSignal } from '../../../kernel/abort-signal.ts';
import type { FromProcess, ToProcess } from './messages.ts';

/**
 * Runs in a process of the query service. Has calls and traces executed by the first process, whose threads, rate
 * limits and queue are shared by all.
 */
export class RemoteCalls {
  readonly #send: (message: FromProcess) => void;
  readonly #calls = new Map<number, (made: CallOutcome) => void>();
  readonly #traces = new Map<
    number,
    { readonly signal: AbortSignalLike | undefined; readonly resolve: (made: TraceOutcome) => void }
  >();
  readonly #chunks = new Map<number, ChunkQueue>();
  #last = 0;

  constructor(send: (message: FromProcess) => void) {
    this.#send = send;
  }

  readonly callContract: CallContract = (call, { signal, ...caller }) => {
    const id = ++this.#last;
    return new Promise((resolve) => {
      this.#calls.set(id, resolve);
      this.#send({ kind: 'call', id, call, caller });
      this.#abortWith(signal, id);
    });
  };

  readonly traceTransaction: TraceTransaction = (trace, { signal, ...caller }) => {
    const id = ++this.#last;
    return new Promise((resolve) => {
      this.#traces.set(id, { signal, resolve });
      this.#send({ kind: 'trace', id, trace, caller });
      this.#abortWith(signal, id);
    });
  };

  /** Receives the first process's messages about calls and traces. */
  receive(message: ToProcess): void {
    if (message.kind === 'called') {
      this.#calls.get(message.id)?.(message.made);
      this.#calls.delete(message.id);
    } else if (message.kind === 'traced') {
      const { id, made } = message;
      const trace = this.#traces.get(id);
      this.#traces.delete(id);
      trace?.resolve(made.outcome === 'done' ? { ...made, chunks: this.#queue(id, trace.signal) } : made);
    } else if (message.kind === 'chunk') {
      const { id, bytes } = message;
      this.#chunks.get(id)?.add(bytes, () => this.#send({ kind: 'taken', id }));
    } else if (message.kind === 'chunks-end') {
      const queue = this.#chunks.get(message.id);
      this.#chunks.delete(message.id);
      if (message.broken) queue?.fail(new Error('the trace broke off'));
      else queue?.end();
    }
  }

  /** Aborts a call or a trace with its client's signal, also if that was aborted before. */
  #abortWith(signal: AbortSignalLike | undefined, id: number): void {
    const onAbort = () => {
      this.#chunks.delete(id);
      this.#send({ kind: 'aborted', id });
    };
    if (signal?.aborted) onAbort();
    else signal?.addEventListener('abort', onAbort, { once: true });
  }

  #queue(id: number, signal: AbortSignalLike | undefined): ChunkQueue {
    const queue = new ChunkQueue();
    // The first process knows of the abort and sends no chunk, not even the last one.
    if (signal?.aborted) {
      queue.fail(new Error('no client waits for the trace'));
      return queue;
    }
    queue.abandoned.addEventListener('abort', () => {
      // Also runs after the last chunk, when the id is no longer known.
      if (this.#chunks.delete(id)) this.#send({ kind: 'aborted', id });
    });
    this.#chunks.set(id, queue);
    return queue;
  }
}

/** An execution for a process, until it is answered or aborted. */
interface Execution {
  readonly signal: RequestSignal;
  taken: () => void;
}

/** Runs in the first process. Executes the calls and traces of one other process. */
export class CallsOfProcess {
  readonly #send: (message: ToProcess) => void;
  readonly #callContract: CallContract | undefined;
  readonly #traceTransaction: TraceTransaction | undefined;
  readonly #executions = new Map<number, Execution>();

  constructor(
    send: (message: ToProcess) => void,
    callContract: CallContract | undefined,
    traceTransaction: TraceTransaction | undefined,
  ) {
    this.#send = send;
    this.#callContract = callContract;
    this.#traceTransaction = traceTransaction;
  }

  receive(message: FromProcess): void {
    if (message.kind === 'call') void this.#call(message);
    else if (message.kind === 'trace') void this.#trace(message);
    else if (message.kind === 'taken') this.#executions.get(message.id)?.taken();
    else if (message.kind === 'aborted') this.#executions.get(message.id)?.signal.abort();
  }

  /** Aborts all executions for a process that has ended. */
  close(): void {
    for (const { signal } of this.#executions.values()) signal.abort();
  }

  async #call({ id, call, caller }: FromProcess & { readonly kind: 'call' }): Promise<void> {
    if (this.#callContract === undefined) return;
    const { signal } = this.#begin(id);
    const made = await this.#callContract(call, { ...caller, signal });
    this.#executions.delete(id);
    this.#send({ kind: 'called', id, made });
  }

  async #trace({ id, trace, caller }: FromProcess & { readonly kind: 'trace' }): Promise<void> {
    if (this.#traceTransaction === undefined) return;
    const execution = this.#begin(id);
    const made = await this.#traceTransaction(trace, { ...caller, signal: execution.signal });
    if (made.outcome === 'done') {
      const { chunks, ...sent } = made;
      this.#send({ kind: 'traced', id, made: sent });
      await this.#sendChunks(id, execution, chunks);
    } else this.#send({ kind: 'traced', id, made });
    this.#executions.delete(id);
  }

  /** Sends one chunk at a time, so that a slow reader applies backpressure to the producer. */
  async #sendChunks(id: number, execution: Execution, chunks: AsyncIterable<Uint8Array>): Promise<void> {
    const signal = execution.signal;
    const aborted = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
    try {
      for await (const bytes of chunks) {
        // Aborted before the first chunk: no acknowledgement will come.
        if (signal.aborted) return;
        const taken = new Promise<void>((resolve) => {
          execution.taken = resolve;
        });
        this.#send({ kind: 'chunk', id, bytes });
        await Promise.race([taken, aborted]);
        if (signal.aborted) return;
      }
      this.#send({ kind: 'chunks-end', id, broken: false });
    } catch {
      this.#send({ kind: 'chunks-end', id, broken: true });
    }
  }

  #begin(id: number): Execution {
    const execution = { signal: new RequestSignal(), taken: () => undefined };
    this.#executions.set(id, execution);
    return execution;
  }
}
