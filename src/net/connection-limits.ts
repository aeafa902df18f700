import type { Registry } from 'prom-client';
import type { OpenLimit } from '../kernel/limits/limit.ts';
import { Metrics } from '../kernel/metrics.ts';

/** Connection limits of a server, and timeouts for its clients in milliseconds. */
export interface ConnectionLimits {
  readonly max: number;
  /** Maximum number of connections of one client, as identified by `ownerOf`. */
  readonly maxPerClient: number;
  /** Timeout from the connection, or the first byte of a further request, to the end of the request's head. */
  readonly headTimeoutMs: number;
  /** Timeout to the end of the request's body. */
  readonly requestTimeoutMs: number;
  /** Idle timeout between two requests. */
  readonly keepAliveTimeoutMs: number;
  /**
   * Timeout without progress in sending a finished response. It may take up to a fifth longer, because it is checked at
   * intervals.
   */
  readonly stallTimeoutMs: number;
  /** Timeout from a request's head to the last byte of its response, even with steady progress. */
  readonly responseTimeoutMs: number;
}

export const HTTP_CONNECTIONS: OpenLimit = {
  name: 'http-connections',
  kind: 'open',
  counts: 'connections of the query or the status service',
  max: 10_000,
  perClient: 2_500,
  settings: ['TAIN_MAX_CONNECTIONS', 'TAIN_MAX_CONNECTIONS_PER_CLIENT'],
};

export const DEFAULT_CONNECTION_LIMITS: ConnectionLimits = {
  max: HTTP_CONNECTIONS.max,
  maxPerClient: HTTP_CONNECTIONS.perClient,
  headTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
  // Proxies retain connections for a minute: ours must stay open longer.
  keepAliveTimeoutMs: 72_000,
  stallTimeoutMs: 30_000,
  responseTimeoutMs: 300_000,
};

/** Number of open connections, and of those that the limits ended. */
interface ConnectionCounts {
  readonly open: number;
  readonly refused: number;
  readonly displaced: number;
  readonly stalled: number;
}

/** Registers metrics of a service's connections as `tain_<service>_connections…`. */
export function connectionMetrics(registry: Registry, service: string, connections: ConnectionCounts): void {
  const metrics = new Metrics(registry);
  metrics.observedGauge(`tain_${service}_connections`, 'Connections that are open.', () => connections.open);
  const ended = {
    refused: 'Connections refused because all permitted connections were busy.',
    displaced: 'Idle connections closed in favour of new ones.',
    stalled: 'Connections ended because their clients did not read.',
  } as const;
  for (const name of ['refused', 'displaced', 'stalled'] as const) {
    metrics.observedCounter(
      `tain_${service}_connections_${name}_total`,
      ended[name],
      () => connections[name],
    );
  }
}
