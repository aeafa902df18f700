import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { AnswerCache } from './answer-cache.ts';
import type { QueryGate } from './query-gate.ts';
import type { Outcome } from './request-progress.ts';

/** What the API counts about itself. */
export interface ApiMetrics {
  /** An answer was made or found: its route, its status, what became of it, and how long it took in seconds. */
  readonly answered: (route: string, status: number, outcome: Outcome, seconds: number) => void;
}

/** Registers the API's metrics. */
export function apiMetrics(
  registry: Registry,
  gate: QueryGate,
  cache: AnswerCache | undefined,
  pool: { readonly totalCount: number; readonly waitingCount: number },
): ApiMetrics {
  const duration = new Histogram({
    name: 'tain_api_request_duration_seconds',
    help: 'Time from a request to its answer.',
    labelNames: ['route'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  const requests = new Counter({
    name: 'tain_api_requests_total',
    help: 'Requests answered, by route and status.',
    labelNames: ['route', 'status'],
    registers: [registry],
  });
  const refused = new Counter({
    name: 'tain_api_requests_refused_total',
    help: 'Requests of these that were refused because too much was asked at once, by route.',
    labelNames: ['route'],
    registers: [registry],
  });
  const total = (name: string, help: string, read: () => number): void => {
    new Counter({
      name,
      help,
      registers: [registry],
      collect() {
        this.reset();
        this.inc(read());
      },
    });
  };
  const now = (name: string, help: string, read: () => number): void => {
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read());
      },
    });
  };
  now('tain_api_statements_running', 'Statements that run.', () => gate.running);
  now('tain_api_statements_most', 'Statements that may run at once.', () => gate.size);
  now('tain_api_statements_waiting', 'Statements that wait for their turn.', () => gate.waiting);
  total(
    'tain_api_statements_refused_total',
    'Statements refused because too many waited already.',
    () => gate.refused,
  );
  now('tain_api_database_connections', 'Connections to the database that are open.', () => pool.totalCount);
  now(
    'tain_api_database_connections_waiting',
    'Those who wait for a connection to the database.',
    () => pool.waitingCount,
  );
  now('tain_api_cache_bytes', 'Memory taken by kept answers.', () => cache?.bytes ?? 0);
  total(
    'tain_api_cache_hits_total',
    'Answers that were kept, or were being made for another request.',
    () => cache?.hits ?? 0,
  );
  total(
    'tain_api_cache_misses_total',
    'Answers that had to be made although they are kept.',
    () => cache?.misses ?? 0,
  );
  // The library finds a metric by its labels' text, which it makes anew each time.
  const durations = new Map<string, Histogram.Internal<'route'>>();
  const counters = new Map<string, Counter.Internal>();
  return {
    answered(route, status, outcome, seconds) {
      if (outcome === 'refused') refused.inc({ route });
      let observer = durations.get(route);
      if (observer === undefined) {
        observer = duration.labels(route);
        durations.set(route, observer);
      }
      observer.observe(seconds);
      const name = `${status} ${route}`;
      let counter = counters.get(name);
      if (counter === undefined) {
        counter = requests.labels(route, String(status));
        counters.set(name, counter);
      }
      counter.inc();
    },
  };
}
