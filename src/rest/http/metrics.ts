import type { Counter, Histogram, Registry } from 'prom-client';
import { Metrics } from '../../kernel/metrics.ts';
import type { ReadServers } from '../../store/reads/servers/read-servers.ts';
import { EXCLUSIONS } from '../../store/reads/servers/replica.ts';
import type { Outcome } from '../answer/ready-answer.ts';
import type { AnswerCache } from './answer-cache.ts';
import type { QueryGate } from './query-gate.ts';
import { WAIT_ENDS, type WaitQueue } from './waiting/wait-queue.ts';

/** Metrics of the API. */
export interface ApiMetrics {
  /** Called for each response: its route, status and outcome, and its duration in seconds. */
  readonly answered: (route: string, status: number, outcome: Outcome, seconds: number) => void;
}

/** Registers the API's metrics. */
export function apiMetrics(
  registry: Registry,
  gate: QueryGate,
  cache: AnswerCache | undefined,
  servers: ReadServers,
  waiting: WaitQueue,
): ApiMetrics {
  const { pool } = servers.primary.database;
  const metrics = new Metrics(registry);
  const duration = metrics.histogram(
    'tain_api_request_duration_seconds',
    'Time from a request to its answer.',
    [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    ['route'],
  );
  const requests = metrics.counter('tain_api_requests_total', 'Requests answered, by route and status.', [
    'route',
    'status',
  ]);
  const refused = metrics.counter(
    'tain_api_requests_refused_total',
    'Of these, requests refused because of a concurrency limit, by route.',
    ['route'],
  );
  metrics.tasks('tain_api_statements', 'Statements', gate);
  metrics.observedGauge(
    'tain_api_statements_most',
    'Maximum number of concurrent statements.',
    () => gate.size,
  );
  metrics.observedCounter(
    'tain_api_statements_refused_total',
    'Statements refused because their queue was full.',
    () => gate.refused,
  );
  metrics.observedCounter(
    'tain_api_statements_unsupported_total',
    'Statements that the engine of the database does not support, by route.',
    () => Array.from(servers.outages.unsupported, ([route, count]) => [{ route }, count]),
    { labels: ['route'] },
  );
  metrics.observedGauge(
    'tain_api_database_connections',
    'Connections to the database that are open.',
    () => pool.totalCount,
  );
  metrics.observedGauge(
    'tain_api_database_connections_waiting',
    'Statements that wait for a connection to the database.',
    () => pool.waitingCount,
  );
  metrics.observedGauge('tain_api_cache_bytes', 'Memory of cached answers.', () => cache?.bytes ?? 0);
  metrics.observedCounter(
    'tain_api_cache_hits_total',
    'Answers from the cache, or shared with a concurrent request.',
    () => cache?.hits ?? 0,
  );
  metrics.observedCounter(
    'tain_api_cache_misses_total',
    'Answers of cacheable routes that were not in the cache.',
    () => cache?.misses ?? 0,
  );
  metrics.observedGauge(
    'tain_api_waiting',
    'Requests that wait for a block, transaction or entity to become visible.',
    () => waiting.waiting,
  );
  metrics.observedCounter(
    'tain_api_waits_total',
    'Ended waits by outcome: met, expired (timeout), left (client disconnected), refused (too many waiting).',
    () => WAIT_ENDS.map((end) => [{ end }, waiting.ended[end]]),
    { labels: ['end'] },
  );
  serverMetrics(metrics, servers);
  // Cached, because the library looks up a metric by a text that it builds from its labels each time.
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

/**
 * Registers the metrics of the servers that are read. With several processes, the longest lag and the oldest visible
 * block count.
 */
function serverMetrics(metrics: Metrics, servers: ReadServers): void {
  metrics.observedGauge(
    'tain_api_visible_block',
    'Number of the newest visible block.',
    () => Number(servers.visible?.number ?? -1n),
    { aggregator: 'min' },
  );
  const ofReplicas = (read: (replica: ReadServers['replicas'][number]) => number) => () =>
    servers.replicas.map((each) => [{ replica: each.server.address }, read(each)] as const);
  metrics.observedGauge(
    'tain_api_replica_asked',
    '1 while requests are read from the replica, 0 while it is excluded.',
    ofReplicas(({ leftOut }) => (leftOut === null ? 1 : 0)),
    { labels: ['replica'] },
  );
  metrics.observedGauge(
    'tain_api_replica_left_out',
    '1 while the replica is excluded, by reason: unreachable, behind, foreign (no replica of this primary).',
    () =>
      servers.replicas.flatMap(({ server, leftOut }) =>
        EXCLUSIONS.map(
          (reason) => [{ replica: server.address, reason }, leftOut === reason ? 1 : 0] as const,
        ),
      ),
    { labels: ['replica', 'reason'] },
  );
  metrics.observedGauge(
    'tain_api_replica_lag_seconds',
    'Time for which the primary has had a block that the replica lacks.',
    ofReplicas(({ server }) => servers.lagOf(server.block) / 1000),
    { labels: ['replica'], aggregator: 'max' },
  );
  metrics.observedCounter(
    'tain_api_replica_failures_total',
    'Statements that failed on a replica, so that their request was read from the primary.',
    () => servers.failures,
  );
}
