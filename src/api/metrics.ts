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
export function apiMetrics(registry: Registry, gate: QueryGate, cache: AnswerCache | undefined): ApiMetrics {
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
  new Gauge({
    name: 'tain_api_statements_waiting',
    help: 'Statements that wait for their turn.',
    registers: [registry],
    collect() {
      this.set(gate.waiting);
    },
  });
  new Counter({
    name: 'tain_api_statements_refused_total',
    help: 'Statements refused because too many waited already.',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(gate.refused);
    },
  });
  new Gauge({
    name: 'tain_api_cache_bytes',
    help: 'Memory taken by kept answers.',
    registers: [registry],
    collect() {
      this.set(cache?.bytes ?? 0);
    },
  });
  new Gauge({
    name: 'tain_api_cache_hits',
    help: 'Requests answered from what was kept, since the start.',
    registers: [registry],
    collect() {
      this.set(cache?.hits ?? 0);
    },
  });
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
