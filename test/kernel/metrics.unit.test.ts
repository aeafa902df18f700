import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { FairSemaphore } from '../../src/kernel/limits/fair-semaphore.ts';
import { Metrics } from '../../src/kernel/metrics.ts';

/** Returns the samples of a registry, without help and types. */
async function samples(registry: Registry): Promise<string[]> {
  return (await registry.metrics()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
}

test('counters, gauges and histograms are registered with their labels', async () => {
  const registry = new Registry();
  const metrics = new Metrics(registry);
  metrics.counter('c_total', 'Counter.', ['kind']).inc({ kind: 'a' }, 2);
  metrics.gauge('g', 'Gauge.').set(3);
  metrics.histogram('h_seconds', 'Histogram.', [1, 2]).observe(1.5);
  expect(await samples(registry)).toEqual([
    'c_total{kind="a"} 2',
    'g 3',
    'h_seconds_bucket{le="1"} 0',
    'h_seconds_bucket{le="2"} 1',
    'h_seconds_bucket{le="+Inf"} 1',
    'h_seconds_sum 1.5',
    'h_seconds_count 1',
  ]);
});

test('observed metrics are read at each scrape, and lose removed series', async () => {
  const registry = new Registry();
  const metrics = new Metrics(registry);
  let count = 1;
  let free: number | undefined = 5;
  let open = new Map([['x', 1]]);
  metrics.observedCounter('c_total', 'Counter.', () => count);
  metrics.observedGauge('free_bytes', 'Gauge.', async () => free);
  metrics.observedGauge('open', 'Gauge.', () => Array.from(open, ([list, value]) => [{ list }, value]), {
    labels: ['list'],
    aggregator: 'max',
  });
  expect(await samples(registry)).toEqual(['c_total 1', 'free_bytes 5', 'open{list="x"} 1']);
  expect((await registry.getMetricsAsJSON()).map(({ aggregator }) => aggregator)).toEqual([
    'sum',
    'sum',
    'max',
  ]);
  [count, free, open] = [4, undefined, new Map([['y', 2]])];
  expect(await samples(registry)).toEqual(['c_total 4', 'open{list="y"} 2']);
  open = new Map();
  expect(await samples(registry)).toEqual(['c_total 4']);
});

test('a semaphore reports its running and waiting tasks', async () => {
  const registry = new Registry();
  const semaphore = new FairSemaphore({ counts: 'reads', max: 1 });
  new Metrics(registry).tasks('reads', 'Reads', semaphore);
  const release = await semaphore.take('a');
  const waiting = semaphore.take('b');
  expect(await samples(registry)).toEqual(['reads_running 1', 'reads_waiting 1']);
  release();
  (await waiting)();
  expect(await samples(registry)).toEqual(['reads_running 0', 'reads_waiting 0']);
});
