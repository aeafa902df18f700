import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { ReadServers } from '../../reads/servers/read-servers.ts';
import { LEFT_OUT } from '../../reads/servers/replica.ts';
import type { AnswerCache } from './answer-cache.ts';
import type { QueryGate } from './query-gate.ts';
import type { Outcome } from './request-progress.ts';
import { WAIT_ENDS, type WaitingRoom } from './waiting/waiting-room.ts';

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
  servers: ReadServers,
  waiting: WaitingRoom,
): ApiMetrics {
  const { pool } = servers.primary.database;
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
  new Counter({
    name: 'tain_api_statements_unsupported_total',
    help: 'Statements that the engine of the database does not support, by route.',
    labelNames: ['route'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [route, count] of servers.outages.unsupported) this.inc({ route }, count);
    },
  });
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
  now('tain_api_waiting', 'Requests that wait for what is not visible yet.', () => waiting.waiting);
  new Counter({
    name: 'tain_api_waits_total',
    help: 'Such waits by their end: met, expired (the time was over), left (by the client), refused (too many waited).',
    labelNames: ['end'],
    registers: [registry],
    collect() {
      this.reset();
      for (const end of WAIT_ENDS) this.inc({ end }, waiting.ended[end]);
    },
  });
  serverMetrics(registry, servers);
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

/** What is read from where. Of several processes' lags the longest counts, and of their visible blocks the oldest. */
function serverMetrics(registry: Registry, servers: ReadServers): void {
  const registers = [registry];
  new Gauge({
    name: 'tain_api_visible_block',
    help: 'Number of the newest block that answers show.',
    registers,
    aggregator: 'min',
    collect() {
      this.set(Number(servers.visible?.number ?? -1n));
    },
  });
  new Gauge({
    name: 'tain_api_replica_asked',
    help: '1 while requests are read from the replica, 0 while it is left out.',
    labelNames: ['replica'],
    registers,
    collect() {
      for (const { server, leftOut } of servers.replicas) {
        this.set({ replica: server.place }, leftOut === null ? 1 : 0);
      }
    },
  });
  new Gauge({
    name: 'tain_api_replica_left_out',
    help: '1 while the replica is left out, by reason: unreachable, behind, foreign (no replica of this primary).',
    labelNames: ['replica', 'reason'],
    registers,
    collect() {
      for (const { server, leftOut } of servers.replicas) {
        for (const reason of LEFT_OUT)
          this.set({ replica: server.place, reason }, leftOut === reason ? 1 : 0);
      }
    },
  });
  new Gauge({
    name: 'tain_api_replica_lag_seconds',
    help: 'How long the primary has had a block that the replica lacks.',
    labelNames: ['replica'],
    registers,
    aggregator: 'max',
    collect() {
      for (const { server } of servers.replicas) {
        this.set({ replica: server.place }, servers.lagOf(server.block) / 1000);
      }
    },
  });
  new Counter({
    name: 'tain_api_replica_failures_total',
    help: 'Statements that failed on a replica, so that their request was read from the primary.',
    registers,
    collect() {
      this.reset();
      this.inc(servers.failures);
    },
  });
}
