import { Counter, Gauge, type Registry } from 'prom-client';
import type { Connections } from './connections.ts';

/** Registers metrics of a service's connections as `tain_<service>_connections…`. */
export function connectionMetrics(registry: Registry, service: string, connections: Connections): void {
  const registers = [registry];
  new Gauge({
    name: `tain_${service}_connections`,
    help: 'Connections that are open.',
    registers,
    collect() {
      this.set(connections.open);
    },
  });
  const ended = {
    refused: 'Connections refused because as many as may be were busy.',
    displaced: 'Idle connections ended to make room for others.',
    stalled: 'Connections ended because their clients did not read.',
  } as const;
  for (const name of ['refused', 'displaced', 'stalled'] as const) {
    new Counter({
      name: `tain_${service}_connections_${name}_total`,
      help: ended[name],
      registers,
      collect() {
        this.reset();
        this.inc(connections[name]);
      },
    });
  }
}
