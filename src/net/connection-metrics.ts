import type { Registry } from 'prom-client';
import { Metrics } from '../kernel/metrics.ts';
import type { Connections } from './connections.ts';

/** Registers metrics of a service's connections as `tain_<service>_connections…`. */
export function connectionMetrics(registry: Registry, service: string, connections: Connections): void {
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
