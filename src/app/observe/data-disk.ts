import type { StatsFs } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { Gauge, type Registry } from 'prom-client';

/** Registers how much room the disk of the embedded database has. `folder` lies on it. */
export function registerDiskMetrics(registry: Registry, folder: string): void {
  const gauge = (name: string, help: string, bytesOf: (disk: StatsFs) => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        try {
          this.set(bytesOf(await statfs(folder)));
        } catch {
          // A folder that cannot be looked at: no value rather than a wrong one.
          this.reset();
          this.remove();
        }
      },
    });
  gauge(
    'tain_data_free_bytes',
    'Room that is left on the disk of the embedded database.',
    ({ bavail, bsize }) => bavail * bsize,
  );
  gauge(
    'tain_data_size_bytes',
    'Size of the disk of the embedded database.',
    ({ blocks, bsize }) => blocks * bsize,
  );
}
