import type { Registry } from 'prom-client';
import { Metrics } from '../../kernel/metrics.ts';

/**
 * Outcome of a request. `aborted`: the client disconnected first. `failed`: for a reason that the client did not cause.
 */
export type RequestOutcome = 'done' | 'error' | 'aborted' | 'failed';

export interface RpcMetrics {
  /** Counts an answered request; `method` is a declared one, or `other`. */
  answered(method: string, outcome: RequestOutcome, seconds: number): void;
}

/** Registers the metrics of requests. */
export function rpcMetrics(registry: Registry): RpcMetrics {
  const metrics = new Metrics(registry);
  const requests = metrics.histogram(
    'tain_rpc_request_seconds',
    'Time from a JSON-RPC request to its result.',
    [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10],
    ['method', 'outcome'],
  );
  return {
    answered: (method, outcome, seconds) => requests.observe({ method, outcome }, seconds),
  };
}
