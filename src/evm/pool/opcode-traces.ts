import { Counter, Histogram, type Registry } from 'prom-client';
import type { Clock } from '../../kernel/clock.ts';
import { CallFailure, failure, failureBody } from '../call/call-failure.ts';
import type { TraceRequest } from '../trace/trace-request.ts';
import type { ShownBlock } from './contract-calls.ts';
import { PieceQueue } from './piece-queue.ts';
import type { EvmPool } from './pool.ts';
import { Bucket } from './throttle.ts';

/** A trace as it was asked for over HTTP. */
export interface GivenTrace extends TraceRequest {
  readonly acceptEncoding: string | undefined;
  /** Who asks: clients take turns. */
  readonly client: string;
  /** As of a call. */
  readonly sinceBlock?: bigint | undefined;
  /** Aborted when the client leaves. */
  readonly signal: AbortSignal | undefined;
}

/** What is answered: a body, or pieces of one as they come. */
export interface TraceResponse {
  readonly status: number;
  readonly body: string;
  /** Ends with an error where the trace broke off. */
  readonly pieces?: AsyncIterable<Uint8Array>;
  /** Too much was asked at once. */
  readonly isRefused: boolean;
  /** The state of the ledger was looked at. */
  readonly isExecuted: boolean;
  /** The last block of the state that was looked at. */
  readonly block?: ShownBlock | undefined;
}

export interface OpcodeTracesOptions {
  readonly pool: EvmPool;
  readonly enabled: boolean;
  readonly tracesPerSecond: number;
  /** Milliseconds that a trace may take, until the client has all of it. */
  readonly timeLimit: number;
  readonly clock: Clock;
  readonly registry: Registry;
}

/** Why a trace is refused before it is looked at; undefined where it may go on. */
export function traceRefusal({ acceptEncoding }: GivenTrace, isEnabled: boolean): CallFailure | undefined {
  if (!isEnabled) return failure(404);
  if (acceptEncoding?.toLowerCase().includes('gzip')) return undefined;
  return new CallFailure(406, [
    { message: 'Not Acceptable', detail: 'Accept-Encoding: gzip header is required', data: '' },
  ]);
}

/** The answer that says why there is no trace. */
export function refusedTrace({ status, messages }: Pick<CallFailure, 'status' | 'messages'>): TraceResponse {
  const isRefused = status === 429;
  return { status, body: failureBody(messages), isRefused, isExecuted: false };
}

/** Traces recorded transactions: checks, throttle, execution by the pool. Never throws. */
export function makeOpcodeTraces(options: OpcodeTracesOptions) {
  const { pool, enabled, tracesPerSecond, timeLimit, clock, registry } = options;
  const bucket = new Bucket(tracesPerSecond, clock);
  const metrics = traceMetrics(registry);

  const trace = async (given: GivenTrace): Promise<TraceResponse> => {
    const refusal = traceRefusal(given, enabled);
    if (refusal !== undefined) return refusedTrace(refusal);
    if (!bucket.take(1)) return refusedTrace(failure(429, 'Requests per second rate limit exceeded'));
    const { transaction, stack, memory, storage, client, signal } = given;
    const pieces = new PieceQueue();
    let block: ShownBlock | undefined;
    const done = pool.run({
      class: 'trace',
      job: { kind: 'trace', request: { transaction, stack, memory, storage } },
      client,
      timeLimit,
      onBlock: (seen) => {
        block = seen;
      },
      onPiece: (piece, taken) => {
        metrics.bytes.inc(piece.length);
        pieces.add(piece, taken);
      },
      signal: signal ? AbortSignal.any([signal, pieces.left]) : pieces.left,
    });
    const ended = done.then((answer) => {
      if (answer.status === 200) pieces.end();
      else pieces.fail(new Error(answer.messages?.[0]?.message ?? 'the trace broke off'));
      return answer;
    });
    const early = await Promise.race([pieces.begun, ended]);
    if (early === undefined || early.status === 200) {
      return { status: 200, body: '', pieces, isRefused: false, isExecuted: true, block };
    }
    const { status, messages = [], isTrouble = false } = early;
    const isRefused = status === 429 || (status === 503 && !isTrouble);
    return { status, body: failureBody(messages), isRefused, isExecuted: !isRefused, block };
  };

  return async (given: GivenTrace): Promise<TraceResponse> => {
    const begun = performance.now();
    const response = await trace(given);
    metrics.seconds.observe({ status: response.status }, (performance.now() - begun) / 1000);
    return response;
  };
}

function traceMetrics(registry: Registry) {
  const registers = [registry];
  return {
    seconds: new Histogram({
      name: 'tain_evm_trace_seconds',
      help: 'Time from a request for a trace to the begin of its answer.',
      labelNames: ['status'] as const,
      buckets: [0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30],
      registers,
    }),
    bytes: new Counter({
      name: 'tain_evm_trace_bytes_total',
      help: 'Bytes of traces, before they are compressed.',
      registers,
    }),
  };
}
