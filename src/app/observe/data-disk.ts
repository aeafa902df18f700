import type { StatsFs } from 'node:fs';
import { statfs } from 'node:fs/promises';
import type { Registry } from 'prom-client';
import { Metrics } from '../../kernel/metrics.ts';

/** Registers metrics of the disk space of the embedded database. `folder` is on that disk. */
export function registerDiskMetrics(registry: Registry, folder: string): void {
  const metrics = new Metrics(registry);
  // A folder that cannot be read has no value, rather than a wrong one.
  const read = (bytesOf: (disk: StatsFs) => number) => () => statfs(folder).then(bytesOf, () => undefined);
  metrics.observedGauge(
    'tain_data_free_bytes',
    'Free space on the disk of the embedded database.',
    read(({ bavail, bsize }) => bavail * bsize),
  );
  metrics.observedGauge(
    'tain_data_size_bytes',
    'Size of the disk of the embedded database.',
    read(({ blocks, bsize }) => blocks * bsize),
  );
}
