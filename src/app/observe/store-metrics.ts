import { Counter, Histogram, type Registry } from 'prom-client';
import type { StoreObserver } from '../../ingest/store/store-observer.ts';

/**
 * Counts requests to buckets. Stores are those that settings name, and kinds and reasons are few: so are the series.
 */
export function storeMetrics(registry: Registry): StoreObserver {
  const registers = [registry];
  const requests = new Counter({
    name: 'tain_store_requests_total',
    help: 'Requests to buckets by store, kind (list, get, put) and result: ok, or why it failed (hung: given up early).',
    labelNames: ['store', 'kind', 'result'] as const,
    registers,
  });
  const retries = new Counter({
    name: 'tain_store_retries_total',
    help: 'Requests of these that repeated one that had failed.',
    labelNames: ['store', 'kind'] as const,
    registers,
  });
  const bytes = new Counter({
    name: 'tain_store_bytes_total',
    help: 'Bytes that came from buckets, or went there (put).',
    labelNames: ['store', 'kind'] as const,
    registers,
  });
  const seconds = new Histogram({
    name: 'tain_store_request_seconds',
    help: 'Time that a request to a bucket took.',
    labelNames: ['store', 'kind'] as const,
    buckets: [0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30],
    registers,
  });
  const waited = new Counter({
    name: 'tain_store_wait_seconds_total',
    help: 'Time that requests waited before: for a free connection, or after a failure.',
    labelNames: ['store', 'kind'] as const,
    registers,
  });
  return ({ store, kind, bytes: count, seconds: taken, waited: before, isRetry, failure }) => {
    const labels = { store, kind };
    requests.inc({ ...labels, result: failure ?? 'ok' });
    if (isRetry) retries.inc(labels);
    bytes.inc(labels, count);
    seconds.observe(labels, taken);
    waited.inc(labels, before);
  };
}
