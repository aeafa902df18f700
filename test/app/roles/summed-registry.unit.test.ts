import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { type MetricValues, SummedRegistry, sumOfEnded } from '../../../src/app/roles/summed-registry.ts';

/** Adds the metrics of a process that responded to `count` requests of one route in `seconds` each. */
function make<T extends Registry>(registry: T, count: number, seconds: number): T {
  const registers = [registry];
  const counter = new Counter({ name: 'a_total', help: 'Requests.', labelNames: ['route'], registers });
  const histogram = new Histogram({ name: 'a_seconds', help: 'Time.', buckets: [0.1, 1], registers });
  new Gauge({ name: 'a_now', help: 'Now.', registers }).set(count);
  new Gauge({ name: 'a_most', help: 'Most.', aggregator: 'max', registers }).set(count);
  new Gauge({ name: 'process_start_time_seconds', help: 'Start.', aggregator: 'omit', registers }).set(count);
  new Gauge({ name: 'process_open_fds', help: 'Files.', registers }).set(count);
  for (let n = 0; n < count; n++) {
    counter.inc({ route: count > 2 ? 'x' : 'y' });
    histogram.observe(seconds);
  }
  return registry;
}

const valuesOf = async (registry: Registry) => (await registry.getMetricsAsJSON()) as MetricValues;

test('a single process reports its own metrics', async () => {
  const alone = make(new SummedRegistry(), 3, 0.05);
  expect(await alone.metrics()).toBe(await make(new Registry(), 3, 0.05).metrics());
});

test('metrics of other processes are added by their kind', async () => {
  const first = make(new SummedRegistry(), 3, 0.05);
  const other = make(new Registry(), 2, 0.5);
  first.addOthers(async () => [await valuesOf(other)]);
  const lines = (await first.metrics()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  expect(lines.sort()).toEqual(
    [
      'a_total{route="x"} 3',
      'a_total{route="y"} 2',
      'a_seconds_bucket{le="0.1"} 3',
      'a_seconds_bucket{le="1"} 5',
      'a_seconds_bucket{le="+Inf"} 5',
      'a_seconds_sum 1.15',
      'a_seconds_count 5',
      'a_now 5',
      'a_most 3',
      'process_start_time_seconds 2',
      'process_open_fds 3',
    ].sort(),
  );
});

test('counters and histograms of ended processes remain, gauges do not', async () => {
  const first = make(new SummedRegistry(), 3, 0.05);
  const ended = await sumOfEnded([
    await sumOfEnded([[], await valuesOf(make(new Registry(), 2, 0.5))]),
    await valuesOf(make(new Registry(), 4, 2)),
  ]);
  first.addOthers(async () => [ended]);
  const text = await first.metrics();
  expect(text).toContain('a_total{route="x"} 7\n');
  expect(text).toContain('a_total{route="y"} 2\n');
  expect(text).toContain('a_seconds_count 9\n');
  expect(text).toContain('a_now 3\n');
});
