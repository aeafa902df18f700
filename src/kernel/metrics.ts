import { type Aggregator, Counter, Gauge, Histogram, type LabelValues, type Registry } from 'prom-client';

/** Upper bounds in seconds for answers that read a row or execute a contract for as long as they may. */
export const REQUEST_BUCKETS: readonly number[] = [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10];

/** Value of a metric when it is scraped: a number, one for each combination of labels, or undefined where there is none. */
type Reading<Label extends string> =
  | number
  | undefined
  | Iterable<readonly [labels: LabelValues<Label>, value: number]>;

interface ObservedOptions<Label extends string> {
  readonly labels?: readonly Label[];
  /** Function that combines the values of several processes. Default: sum. */
  readonly aggregator?: Aggregator;
}

/** Registers metrics of the kinds that Tain uses. Names and help are those of Prometheus. */
export class Metrics {
  readonly #registers: Registry[];

  constructor(registry: Registry) {
    this.#registers = [registry];
  }

  counter<const Label extends string = never>(
    name: string,
    help: string,
    labels: readonly Label[] = [],
  ): Counter<Label> {
    return new Counter<Label>({ name, help, labelNames: labels, registers: this.#registers });
  }

  gauge<const Label extends string = never>(
    name: string,
    help: string,
    labels: readonly Label[] = [],
  ): Gauge<Label> {
    return new Gauge<Label>({ name, help, labelNames: labels, registers: this.#registers });
  }

  /** `buckets`: upper bounds, in the metric's unit. */
  histogram<const Label extends string = never>(
    name: string,
    help: string,
    buckets: readonly number[],
    labels: readonly Label[] = [],
  ): Histogram<Label> {
    const registers = this.#registers;
    return new Histogram<Label>({ name, help, buckets: [...buckets], labelNames: labels, registers });
  }

  /** A counter whose value is read at each scrape. */
  observedCounter<const Label extends string = never>(
    name: string,
    help: string,
    read: () => Reading<Label>,
    { labels = [] }: ObservedOptions<Label> = {},
  ): void {
    const counter: Counter<Label> = new Counter<Label>({
      name,
      help,
      labelNames: labels,
      registers: this.#registers,
      collect() {
        counter.reset();
        for (const [values, value] of valuesOf(read())) counter.inc(values, value);
      },
    });
  }

  /** A gauge whose value is read at each scrape. */
  observedGauge<const Label extends string = never>(
    name: string,
    help: string,
    read: () => Reading<Label> | Promise<Reading<Label>>,
    { labels = [], aggregator = 'sum' }: ObservedOptions<Label> = {},
  ): void {
    const gauge: Gauge<Label> = new Gauge<Label>({
      name,
      help,
      labelNames: labels,
      aggregator,
      registers: this.#registers,
      async collect() {
        const values = [...valuesOf(await read())];
        gauge.reset();
        // A gauge without labels is 0 after its reset.
        if (values.length === 0 && labels.length === 0) gauge.remove();
        for (const [each, value] of values) gauge.set(each, value);
      },
    });
  }

  /** Registers `…_running` and `…_waiting` of a semaphore or scheduler. `tasks`: their name, in the plural. */
  tasks(prefix: string, tasks: string, source: { readonly running: number; readonly waiting: number }): void {
    this.observedGauge(`${prefix}_running`, `${tasks} that run.`, () => source.running);
    this.observedGauge(`${prefix}_waiting`, `${tasks} that are queued.`, () => source.waiting);
  }
}

function valuesOf<Label extends string>(
  reading: Reading<Label>,
): Iterable<readonly [LabelValues<Label>, number]> {
  if (reading === undefined) return [];
  return typeof reading === 'number' ? [[{}, reading]] : reading;
}
