import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { Clock } from '../../kernel/clock.ts';
import type { Code } from './call-error.ts';
import type { ReadyMessage } from './live-topics.ts';

/** What the gRPC service counts about itself. */
export interface LiveMetrics {
  /** A call ended. Methods are those that are served, or `other`. */
  readonly ended: (method: string, code: Code) => void;
  /** A call was refused because there are too many. */
  readonly refused: (reason: 'client' | 'all') => void;
  /** Messages went to a subscriber, from the tables or as they became visible. */
  readonly sent: (messages: readonly ReadyMessage[], isLive: boolean) => void;
  /** Says how many calls of each method are open, how many connections and how many topics are followed. */
  readonly watchCalls: (open: () => ReadonlyMap<string, number>) => void;
  readonly watchConnections: (open: () => number) => void;
  readonly watchTopics: (followed: () => number) => void;
}

const NANOS_PER_SECOND = 1e9;

/** Registers the metrics of the gRPC service. */
export function liveMetrics(registry: Registry, clock: Clock): LiveMetrics {
  const registers = [registry];
  const calls = new Counter({
    name: 'tain_grpc_calls_total',
    help: 'Calls that ended, by method and status code.',
    labelNames: ['method', 'code'],
    registers,
  });
  const refused = new Counter({
    name: 'tain_grpc_calls_refused_total',
    help: 'Calls refused because there were too many, of their client or of all.',
    labelNames: ['reason'],
    registers,
  });
  const messages = new Counter({
    name: 'tain_grpc_messages_total',
    help: 'Messages sent to subscribers of topics: stored ones, and live ones as they became visible.',
    labelNames: ['source'],
    registers,
  });
  const lag = new Histogram({
    name: 'tain_grpc_message_lag_seconds',
    help: 'Time from the consensus on a live message until it was sent.',
    buckets: [0.1, 0.25, 0.5, 1, 2, 3, 4, 5, 7.5, 10, 15, 30, 60],
    registers,
  });
  const gauge = (name: string, help: string, read: () => number): void => {
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });
  };
  return {
    ended: (method, code) => calls.inc({ method, code }),
    refused: (reason) => refused.inc({ reason }),
    sent(batch, isLive) {
      messages.inc({ source: isLive ? 'live' : 'stored' }, batch.length);
      const last = isLive ? batch.at(-1) : undefined;
      if (last !== undefined) lag.observe(Math.max(0, clock() / 1000 - Number(last.time) / NANOS_PER_SECOND));
    },
    watchCalls(open) {
      new Gauge({
        name: 'tain_grpc_calls',
        help: 'Calls that are open, by method.',
        labelNames: ['method'],
        registers,
        collect() {
          this.reset();
          for (const [method, count] of open()) this.set({ method }, count);
        },
      });
    },
    watchConnections: (open) => gauge('tain_grpc_connections', 'Connections of gRPC clients.', open),
    watchTopics: (followed) => gauge('tain_grpc_topics', 'Topics that somebody follows live.', followed),
  };
}
