import type { Registry } from 'prom-client';
import type { StoreObserver } from '../../ingest/store/store-observer.ts';
import { Metrics } from '../../kernel/metrics.ts';

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
