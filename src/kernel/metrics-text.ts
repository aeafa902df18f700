import { setImmediate as nextIteration } from 'node:timers/promises';
import type { Registry } from 'prom-client';
import { SharedRead } from './limits/shared-read.ts';

const reads = new WeakMap<Registry, SharedRead<string>>();

/**
 * Returns the metrics of a registry as text. Requests of one iteration of the event loop share it, as do those that
 * arrive while it is made, because it takes some milliseconds, and any client may request it where metrics are public.
 */
export function metricsText(registry: Registry): Promise<string> {
  let read = reads.get(registry);
  if (read === undefined) {
    // Requests that arrived together are read from their sockets before the next iteration.
    read = new SharedRead({ read: () => nextIteration().then(() => registry.metrics()), maxAgeMs: 0 });
    reads.set(registry, read);
  }
  return read.get();
}
