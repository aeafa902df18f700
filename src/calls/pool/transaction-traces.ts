import type { Registry } from 'prom-client';
import { toAbortSignal } from '../../kernel/abort-signal.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { RateLimit } from '../../kernel/limits/limit.ts';
import { RateWindow } from '../../kernel/limits/rate-window.ts';
import { Metrics } from '../../kernel/metrics.ts';
import {
  type Caller,
  type ReportedBlock,
  type Simulate,
  type TraceOutcome,
  type TraceTransaction,
  unexecuted,
} from '../contract-call.ts';
import { refused } from '../refusal.ts';
import type { TraceRequest } from '../simulation.ts';
import { ChunkQueue } from './chunk-queue.ts';
import { executionOf, type Job } from './messages.ts';
import type { EvmPool } from './pool.ts';

export interface TransactionTracesOptions {
  readonly pool: EvmPool;
  readonly enabled: boolean;
  readonly tracesPerSecond: number;
  /** Maximum milliseconds of a trace, until the client has received all of it. */
  readonly timeLimitMs: number;
  readonly clock: Clock;
  readonly registry: Registry;
  /** Returns the status by which a metric groups responses. */
  readonly statusOf: (outcome: TraceOutcome['outcome']) => number;
}

/** Refusal while traces are off: 404 for opcodes in the public mirror node, else 501. */
export function tracesAreOff({ options }: TraceRequest): TraceOutcome {
  return unexecuted(refused(options.kind === 'opcodes' ? 'unknown' : 'not-simulated'));
}

export const TRACES: RateLimit = {
  name: 'traces',
  kind: 'rate',
  counts: 'traces',
  max: 10,
  settings: ['TAIN_EVM_TRACES_PER_SECOND'],
};

/** Outcomes without a trace: the transaction is unknown, or the request was not executed. */
const NOT_TRACED: ReadonlySet<TraceOutcome['outcome']> = new Set(['unknown', 'invalid', 'limited']);

/** Traces recorded transactions and simulates calls: throttle, which both share, and execution by the pool. */
export function makeTraces({
  pool,
  enabled,
  tracesPerSecond,
  timeLimitMs,
  clock,
  registry,
  statusOf,
}: TransactionTracesOptions): { readonly traceTransaction: TraceTransaction; readonly simulate: Simulate } {
  const rate = new RateWindow({ max: tracesPerSecond }, clock);
  const metrics = traceMetrics(registry);

  const run = async (job: Job, { client, signal }: Caller, ownTimeLimit?: number): Promise<TraceOutcome> => {
    if (!rate.take(client, 1))
      return unexecuted(refused('limited', 'Requests per second rate limit exceeded'));
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
      return { outcome: 'done', chunks, isRefused: false, isExecuted: true, block };
    }
    const { outcome, entries = [] } = early;
    // The rate counts only traces; the lookup of the transaction is charged as time of a worker.
    if (NOT_TRACED.has(outcome)) rate.giveBack(client, 1);
    return { outcome, entries, ...executionOf(early), block };
  };

  const measured = async (answer: () => Promise<TraceOutcome>): Promise<TraceOutcome> => {
    const begun = performance.now();
    const response = await answer();
    metrics.seconds.observe({ status: statusOf(response.outcome) }, (performance.now() - begun) / 1000);
    return response;
  };
  return {
    traceTransaction: (request, caller) =>
      measured(async () =>
        enabled ? run({ kind: 'trace', request }, caller, timeLimitMs) : tracesAreOff(request),
      ),
    simulate: (request, caller) =>
      measured(async () => {
        const isTrace = request.kind === 'traced-call' && request.view.kind !== 'access-list';
        if (isTrace && !enabled) return unexecuted(refused('not-simulated', 'Traces are off'));
        return run({ kind: 'simulation', request }, caller);
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
