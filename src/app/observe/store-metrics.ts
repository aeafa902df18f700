import type { StatsFs } from 'node:fs';
import { statfs } from 'node:fs/promises';
import type { Registry } from 'prom-client';
import type { StoreObserver } from '../../ingest/store/store-observer.ts';
import { Metrics } from '../../kernel/metrics.ts';

/** Label value that replaces all values beyond the bound. */
const OTHERS = 'other';

/**
 * Bounds the values of a metric's label that come from outside (such as a node that a ledger registers), because each
 * new value is a permanent series in this process and in Prometheus. At most `max` values get their own series.
 */
export class BoundedLabel {
  readonly #max: number;
  readonly #known = new Set<string>();

  constructor(max: number) {
    this.#max = max;
  }

  /** Returns the value itself, or `other` once there are too many. */
  of(value: string): string {
    if (this.#known.has(value)) return value;
    if (this.#known.size >= this.#max) return OTHERS;
    this.#known.add(value);
    return value;
  }
}

/** Counts requests to buckets. The series are few: stores come from settings, and kinds and reasons are fixed. */
export function storeMetrics(registry: Registry): StoreObserver {
  const metrics = new Metrics(registry);
  const requests = metrics.counter(
    'tain_store_requests_total',
    'Requests to buckets by store, kind (list, get, put) and result: ok, or the reason of the failure (hung: aborted early).',
    ['store', 'kind', 'result'],
  );
  const retries = metrics.counter(
    'tain_store_retries_total',
    'Of these, requests that repeated a failed one.',
    ['store', 'kind'],
  );
  const bytes = metrics.counter(
    'tain_store_bytes_total',
    'Bytes read from buckets, or written to them (put).',
    ['store', 'kind'],
  );
  const seconds = metrics.histogram(
    'tain_store_request_seconds',
    'Time that a request to a bucket took.',
    [0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30],
    ['store', 'kind'],
  );
  const waited = metrics.counter(
    'tain_store_wait_seconds_total',
    'Time that requests waited before they were sent: for a free connection, or after a failure.',
    ['store', 'kind'],
  );
  return ({ store, kind, bytes: count, seconds: taken, waited: before, isRetry, failure }) => {
    const labels = { store, kind };
    requests.inc({ ...labels, result: failure ?? 'ok' });
    if (isRetry) retries.inc(labels);
    bytes.inc(labels, count);
    seconds.observe(labels, taken);
    waited.inc(labels, before);
  };
}

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
