import type { Registry } from 'prom-client';
import type { Clock } from '../kernel/clock.ts';
import type { FairSemaphore } from '../kernel/limits/fair-semaphore.ts';
import { Metrics } from '../kernel/metrics.ts';
import type { Code } from './call.ts';
import type { ReadyMessage } from './live-topics.ts';

/** Counters of the gRPC service. */
export interface LiveMetrics {
  /** Counts a call that ended. Methods are those that are served, or `other`. */
  readonly ended: (method: string, code: Code) => void;
  /** Counts a call that was refused by a limit. */
  readonly refused: (reason: 'client' | 'all' | 'rate') => void;
  /** Counts messages sent to a subscriber, from the tables or as they became visible. */
  readonly sent: (messages: readonly ReadyMessage[], isLive: boolean) => void;
  /** Reports the open calls of each method, the connections of all ports, and the followed topics. */
  readonly watchCalls: (open: () => ReadonlyMap<string, number>) => void;
  readonly watchConnections: (open: () => number) => void;
  readonly watchTopics: (followed: () => number) => void;
  readonly watchStatements: (statements: FairSemaphore) => void;
}

const NANOS_PER_SECOND = 1e9;

/** Registers the metrics of the gRPC service. */
export function liveMetrics(registry: Registry, clock: Clock): LiveMetrics {
  const metrics = new Metrics(registry);
  const calls = metrics.counter('tain_grpc_calls_total', 'Calls that ended, by method and status code.', [
    'method',
    'code',
  ]);
  const refused = metrics.counter(
    'tain_grpc_calls_refused_total',
    'Calls refused because too many were open, for one client or in total, or too many started in a second (rate).',
    ['reason'],
  );
  const messages = metrics.counter(
    'tain_grpc_messages_total',
    'Messages sent to subscribers of topics: stored ones, and live ones as they became visible.',
    ['source'],
  );
  const lag = metrics.histogram(
    'tain_grpc_message_lag_seconds',
    'Time from the consensus on a live message until it was sent.',
    [0.1, 0.25, 0.5, 1, 2, 3, 4, 5, 7.5, 10, 15, 30, 60],
  );
  const ports: (() => number)[] = [];
  metrics.observedGauge('tain_grpc_connections', 'Connections of gRPC clients.', () =>
    ports.reduce((sum, open) => sum + open(), 0),
  );
  return {
    ended: (method, code) => calls.inc({ method, code }),
    refused: (reason) => refused.inc({ reason }),
    sent(batch, isLive) {
      messages.inc({ source: isLive ? 'live' : 'stored' }, batch.length);
      const last = isLive ? batch.at(-1) : undefined;
      if (last !== undefined) lag.observe(Math.max(0, clock() / 1000 - Number(last.time) / NANOS_PER_SECOND));
    },
    watchCalls(open) {
      metrics.observedGauge(
        'tain_grpc_calls',
        'Calls that are open, by method.',
        () => Array.from(open(), ([method, count]) => [{ method }, count]),
        { labels: ['method'] },
      );
    },
    watchConnections: (open) => void ports.push(open),
    watchTopics: (followed) =>
      metrics.observedGauge('tain_grpc_topics', 'Topics with a live subscriber.', followed),
    watchStatements: (statements) =>
      metrics.tasks('tain_grpc_statements', 'Statements of gRPC calls', statements),
  };
}
