import { AggregatorRegistry, type MetricObjectWithValues, type MetricValue, Registry } from 'prom-client';

/** The metrics of one process, as values. */
export type MetricValues = readonly MetricObjectWithValues<MetricValue<string>>[];

/** Aggregators of runtime metrics for which neither the library's choice nor a sum is meaningful. */
const AGGREGATORS: Readonly<Record<string, MetricObjectWithValues<MetricValue<string>>['aggregator']>> = {
  // The first process starts before all others.
  process_start_time_seconds: 'min',
  // The limit is per process; the process nearest to it counts.
  process_max_fds: 'min',
  process_open_fds: 'max',
};

/**
 * The metrics of the first process, to which those of others are added when they are read: counters, histograms and
 * gauges as sums, unless a metric names another aggregator.
 */
export class SummedRegistry extends Registry {
  #others: (() => Promise<readonly MetricValues[]>) | undefined;

  /** Adds the metrics of other processes, which `others` returns, whenever the metrics are read. */
  addOthers(others: () => Promise<readonly MetricValues[]>): void {
    this.#others = others;
  }

  /**
   * Removes all metrics but those of these names, and those of other processes: roles that are started again register
   * their own.
   */
  removeExcept(names: ReadonlySet<string>): void {
    this.#others = undefined;
    for (const { name } of this.getMetricsAsArray()) if (!names.has(name)) this.removeSingleMetric(name);
  }

  override async metrics(): Promise<string> {
    const others = await this.#others?.();
    if (others === undefined) return super.metrics();
    return sumOf([(await this.getMetricsAsJSON()) as MetricValues, ...others]).metrics();
  }
}

/**
 * Returns the sums of the counters and histograms of ended processes. They must be retained so that no sum decreases.
 */
export async function sumOfEnded(all: readonly MetricValues[]): Promise<MetricValues> {
  const counted = all.map((metrics) => metrics.filter(({ type }) => isCounted(type)));
  return (await sumOf(counted).getMetricsAsJSON()) as MetricValues;
}

/**
 * Returns whether ended processes of this type of metric still count. The library returns types as words, though it
 * declares them as numbers.
 */
function isCounted(type: unknown): boolean {
  return type === 'counter' || type === 'histogram';
}

function sumOf(all: readonly MetricValues[]): Registry {
  const named = all.map((metrics) =>
    metrics.map((metric) => ({ ...metric, aggregator: AGGREGATORS[metric.name] ?? metric.aggregator })),
  );
  return AggregatorRegistry.aggregate(named);
}
