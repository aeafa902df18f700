import type { Registry } from 'prom-client';
import { type AbortSignalLike, toAbortSignal } from '../../kernel/abort-signal.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { RateLimit } from '../../kernel/limits/limit.ts';
import { RateWindow } from '../../kernel/limits/rate-window.ts';
import { Metrics } from '../../kernel/metrics.ts';
import type { SimulationRequest } from '../../ledger/simulation.ts';
import { type CallRefusal, type RefusalEntry, type RefusalKind, refused } from '../call/refusal.ts';
import type { TraceRequest } from '../trace/trace-request.ts';
import { ChunkQueue } from './chunk-queue.ts';
import type { ReportedBlock } from './contract-calls.ts';
import type { Job } from './messages.ts';
import type { EvmPool } from './pool.ts';

/** A trace request as received from a client. */
export interface ClientTrace extends TraceRequest {
  readonly acceptEncoding: string | undefined;
  /** Client for fair scheduling. */
  readonly client: string;
  /** Number of the newest block shown to the client, as in a call. */
  readonly sinceBlock?: bigint | undefined;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignalLike | undefined;
}

/** A simulation request as received from a client. */
export type ClientSimulation = Pick<ClientTrace, 'client' | 'signal'> & {
  readonly simulation: SimulationRequest;
};

/** Response: a trace in chunks as they are computed, or the reason why there is none. */
export interface TraceResponse {
  readonly outcome: 'done' | RefusalKind;
  /** Reasons of a refusal. */
  readonly entries: readonly RefusalEntry[];
  /** Chunks of the trace; end with an error if the trace was interrupted. */
  readonly chunks?: AsyncIterable<Uint8Array>;
  /** Whether a limit was reached. */
  readonly isRefused: boolean;
  /** Whether the state of the ledger was read. */
  readonly isExecuted: boolean;
  /** Last block of the state that was read. */
  readonly block?: ReportedBlock | undefined;
}

export interface TransactionTracesOptions {
  readonly pool: EvmPool;
  readonly enabled: boolean;
  readonly tracesPerSecond: number;
  /** Maximum milliseconds of a trace, until the client has received all of it. */
  readonly timeLimitMs: number;
  readonly clock: Clock;
  readonly registry: Registry;
  /** Returns the status by which a metric groups responses. */
  readonly statusOf: (outcome: TraceResponse['outcome']) => number;
}

/**
 * Returns the reason for refusing a trace before it is read, or undefined. If traces are disabled: 404 for opcodes, else
 * 501.
 */
export function traceRefusal(
  { acceptEncoding, options }: Pick<ClientTrace, 'acceptEncoding' | 'options'>,
  isEnabled: boolean,
): CallRefusal | undefined {
  if (!isEnabled) return refused(options.kind === 'opcodes' ? 'unknown' : 'not-simulated');
  if (acceptEncoding?.toLowerCase().includes('gzip')) return undefined;
  return refused('not-acceptable', 'Accept-Encoding: gzip header is required');
}

/** Returns the response with the reason why there is no trace. */
function refusedTrace({ kind, entries }: CallRefusal): TraceResponse {
  return { outcome: kind, entries, isRefused: kind === 'limited', isExecuted: false };
}

export const TRACES: RateLimit = {
  name: 'traces',
  kind: 'rate',
  counts: 'traces',
  max: 10,
  settings: ['TAIN_EVM_TRACES_PER_SECOND'],
};

/** Outcomes without a trace: the transaction is unknown, or the request was not executed. */
const NOT_TRACED: ReadonlySet<TraceResponse['outcome']> = new Set(['unknown', 'invalid', 'limited']);

/** Traces recorded transactions and simulates calls: checks, throttle, execution by the pool. Never throws. */
export function makeTraces({
  pool,
  enabled,
  tracesPerSecond,
  timeLimitMs,
  clock,
  registry,
  statusOf,
}: TransactionTracesOptions) {
  const rate = new RateWindow({ max: tracesPerSecond }, clock);
  const metrics = traceMetrics(registry);

  const run = async (
    job: Job,
    { client, signal }: Pick<ClientTrace, 'client' | 'signal'>,
    ownTimeLimit?: number,
  ): Promise<TraceResponse> => {
    if (!rate.take(client, 1))
      return refusedTrace(refused('limited', 'Requests per second rate limit exceeded'));
    const chunks = new ChunkQueue();
    let block: ReportedBlock | undefined;
    const done = pool.run({
      class: 'trace',
      job,
      client,
      timeLimitMs: ownTimeLimit,
      onBlock: (seen) => {
        block = seen;
      },
      onChunk: (chunk, acknowledge) => {
        metrics.bytes.inc(chunk.length);
        chunks.add(chunk, acknowledge);
      },
      signal: signal ? AbortSignal.any([toAbortSignal(signal), chunks.abandoned]) : chunks.abandoned,
    });
    const ended = done.then((answer) => {
      if (answer.outcome === 'done') chunks.end();
      else chunks.fail(new Error('the trace broke off'));
      return answer;
    });
    const early = await Promise.race([chunks.begun, ended]);
    if (early === undefined || early.outcome === 'done') {
      return { outcome: 'done', entries: [], chunks, isRefused: false, isExecuted: true, block };
    }
    const { outcome, entries = [], isTrouble = false } = early;
    const isRefused = outcome === 'limited' || (outcome === 'unavailable' && !isTrouble);
    // The rate counts only traces; the lookup of the transaction is charged as time of a worker.
    if (NOT_TRACED.has(outcome)) rate.giveBack(client, 1);
    return { outcome, entries, isRefused, isExecuted: !isRefused, block };
  };

  const measured = async (answer: () => Promise<TraceResponse>): Promise<TraceResponse> => {
    const begun = performance.now();
    const response = await answer();
    metrics.seconds.observe({ status: statusOf(response.outcome) }, (performance.now() - begun) / 1000);
    return response;
  };
  return {
    traceTransaction: (given: ClientTrace) =>
      measured(async () => {
        const refusal = traceRefusal(given, enabled);
        if (refusal !== undefined) return refusedTrace(refusal);
        const { transaction, options } = given;
        return run({ kind: 'trace', request: { transaction, options } }, given, timeLimitMs);
      }),
    /** Simulates a call. Limited by the rate of traces. */
    simulate: ({ simulation, ...given }: ClientSimulation) =>
      measured(async () => {
        const isTrace = simulation.kind === 'traced-call' && simulation.view.kind !== 'access-list';
        if (isTrace && !enabled) return refusedTrace(refused('not-simulated', 'Traces are off'));
        return run({ kind: 'simulation', request: simulation }, given);
      }),
  };
}

function traceMetrics(registry: Registry) {
  const metrics = new Metrics(registry);
  return {
    seconds: metrics.histogram(
      'tain_evm_trace_seconds',
      'Time from a request for a trace to the start of its answer.',
      [0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30],
      ['status'],
    ),
    bytes: metrics.counter('tain_evm_trace_bytes_total', 'Bytes of traces, before they are compressed.'),
  };
}
