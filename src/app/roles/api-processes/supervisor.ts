import cluster from 'node:cluster';
import { fileURLToPath } from 'node:url';
import type { Counter } from 'prom-client';
import { Failure, messageOf } from '../../../kernel/failure.ts';
import { Metrics } from '../../../kernel/metrics.ts';
import { type BackOff, delay, waitAfter } from '../../../kernel/retry.ts';
import type { ApiServiceOptions } from '../api-service.ts';
import { type IngestStatus, NO_INGEST } from '../capabilities.ts';
import type { Service } from '../service.ts';
import { type MetricValues, type SummedRegistry, sumOfEnded } from '../summed-registry.ts';
import { SupervisedProcess } from './supervised-process.ts';

/** Milliseconds between two questions to each process, and how many it may leave unanswered. */
const ASK_EVERY = 5_000;
const MOST_UNANSWERED = 6;
/** Milliseconds between two looks at the ingest. */
const INGEST_EVERY = 250;
/** Before an ended process is replaced. */
const DELAYS: BackOff = { first: 200, most: 10_000 };
/** A process that lived for so long (milliseconds) was well: its end is not counted with those before. */
const STEADY = 60_000;
/** So many ends in a row in one place end the whole program. */
const MOST_ENDS = 5;
/** Milliseconds that a graceful stop may take: longer than requests under way may, shorter than the program's. */
const STOP_TIMEOUT = 3_500;

export interface ApiProcessesOptions extends Omit<ApiServiceOptions, 'port' | 'registry' | 'servers'> {
  readonly registry: SummedRegistry;
}

/**
 * Starts the query service in several processes behind one port: this process accepts connections and deals them out
 * in turn (`node:cluster`). Throws `Failure` when the first of them cannot start.
 */
export async function startApiProcesses(options: ApiProcessesOptions): Promise<Service> {
  const supervisor = new Supervisor(options);
  await supervisor.start();
  return supervisor;
}

class Supervisor implements Service {
  readonly ended: Promise<never>;
  readonly #options: ApiProcessesOptions;
  /** By place, from 0; undefined while one is being replaced. */
  readonly #places: (SupervisedProcess | undefined)[];
  readonly #stopping = new AbortController();
  readonly #timers: NodeJS.Timeout[] = [];
  #ingest: IngestStatus = NO_INGEST;
  /** What processes that have ended had counted. */
  #endedMetrics: MetricValues = [];
  #collected: Promise<readonly MetricValues[]> | undefined;
  /** Settles when what the last process counted that has ended is in `#endedMetrics`. */
  #kept: Promise<void> = Promise.resolve();
  /** Whether all have started: what ends before that ends the start. */
  #isUp = false;
  #replaced: Counter | undefined;
  #fail: (failure: Failure) => void = () => undefined;

  constructor(options: ApiProcessesOptions) {
    this.#options = options;
    this.#places = Array.from({ length: options.processes });
    this.ended = new Promise((_, reject) => {
      this.#fail = reject;
    });
    this.ended.catch(() => undefined);
  }

  async start(): Promise<void> {
    const { log, processes } = this.#options;
    const isCompiled = import.meta.url.endsWith('.js');
    cluster.setupPrimary({
      exec: fileURLToPath(new URL(isCompiled ? './process.js' : './process.ts', import.meta.url)),
      args: [],
      execArgv: isCompiled ? process.execArgv : ['--import', 'tsx'],
      serialization: 'advanced',
    });
    this.#ingest = this.#options.ingest();
    try {
      // What keeps one from listening keeps all: it is said once.
      const url = await this.#occupy(0, 0).started;
      const others = this.#places.map((_, place) => place).slice(1);
      await Promise.all(others.map((place) => this.#occupy(place, 0).started));
      this.#isUp = true;
      for (const [place, each] of this.#places.entries()) {
        if (each === undefined)
          throw new Failure('unexpected', `Process ${place + 1} of the query service ended as it started.`);
      }
      log.info(`Query service at ${url} in ${processes} processes`);
    } catch (error) {
      await this.stop();
      throw error;
    }
    this.#watch();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    for (const timer of this.#timers) clearInterval(timer);
    const running = this.#running();
    for (const each of running) each.send({ kind: 'stop' });
    const late = setTimeout(() => {
      for (const each of running) each.kill();
    }, STOP_TIMEOUT);
    await Promise.all(running.map((each) => each.ended));
    clearTimeout(late);
  }

  #running(): SupervisedProcess[] {
    return this.#places.filter((each) => each !== undefined);
  }

  /** Starts a process in a place, and replaces it when it ends. `ends`: how often that happened there in a row. */
  #occupy(place: number, ends: number): SupervisedProcess {
    const { config, target, writable, processes, registry, callContract, traceTransaction } = this.#options;
    const started = new SupervisedProcess({
      assignment: {
        config,
        target,
        writable,
        processes,
        number: place + 1,
        // Where it may choose (0), node:cluster lets the others listen where the first one does.
        port: config.port,
        ingest: this.#ingest,
        callsContracts: callContract !== undefined,
        tracesTransactions: traceTransaction !== undefined,
      },
      callContract,
      traceTransaction,
      metrics: () => registry.metrics(),
    });
    this.#places[place] = started;
    const since = performance.now();
    started.started.catch((error: unknown) => {
      // One that could not start has nothing to do. That it could not as the program starts is the program's failure.
      if (this.#isUp && !this.#stopping.signal.aborted) this.#options.log.error(messageOf(error));
      started.kill();
    });
    void started.ended.then(async (how) => {
      await this.#keep(place, started);
      if (this.#stopping.signal.aborted || !this.#isUp) return;
      const inRow = performance.now() - since > STEADY ? 1 : ends + 1;
      await this.#replace(
        place,
        inRow,
        `process ${place + 1} of the query service (pid ${started.pid}) ended: ${how}`,
      );
    });
    return started;
  }

  /** Empties the place of a process that has ended; what it counted stays. */
  #keep(place: number, { lastMetrics }: SupervisedProcess): Promise<void> {
    this.#kept = this.#kept.then(async () => {
      const sum = await sumOfEnded([this.#endedMetrics, lastMetrics]);
      // Together: a reader finds it in one of both.
      this.#endedMetrics = sum;
      this.#places[place] = undefined;
    });
    return this.#kept;
  }

  async #replace(place: number, ends: number, what: string): Promise<void> {
    const { log } = this.#options;
    if (ends >= MOST_ENDS) {
      this.#fail(
        new Failure('unexpected', `${what}, ${ends} times in a row. Its own lines in the log say why.`),
      );
      return;
    }
    log.error(`${what}. It is replaced`);
    const { signal } = this.#stopping;
    await delay(waitAfter(ends, DELAYS), signal);
    if (signal.aborted) return;
    this.#replaced?.inc();
    this.#occupy(place, ends);
  }

  /** The metrics of all processes, also of those that have ended. Whoever asks meanwhile gets the same. */
  #collect(): Promise<readonly MetricValues[]> {
    const ended = this.#endedMetrics;
    this.#collected ??= Promise.all(this.#running().map((each) => each.collect()))
      .then((metrics) => [...metrics, ended])
      .finally(() => {
        this.#collected = undefined;
      });
    return this.#collected;
  }

  /** Counts the processes, asks each now and then whether it is alive, and hands on what the ingest does. */
  #watch(): void {
    const { registry, log } = this.#options;
    const metrics = new Metrics(registry);
    metrics.observedGauge(
      'tain_api_processes',
      'Processes of the query service that run.',
      () => this.#running().length,
    );
    this.#replaced = metrics.counter(
      'tain_api_processes_replaced_total',
      'Processes of the query service that ended and were replaced.',
    );
    registry.addOthers(() => this.#collect());
    const ask = (): void => {
      for (const each of this.#running()) {
        if (each.ask() < MOST_UNANSWERED) continue;
        log.error(`The process of the query service with pid ${each.pid} does not answer: it is ended`);
        each.kill();
      }
    };
    const handOn = (): void => {
      const ingest = this.#options.ingest();
      if (ingest.problem === this.#ingest.problem && ingest.state === this.#ingest.state) return;
      this.#ingest = ingest;
      for (const each of this.#running()) each.send({ kind: 'ingest', ingest });
    };
    this.#timers.push(setInterval(ask, ASK_EVERY).unref(), setInterval(handOn, INGEST_EVERY).unref());
  }
}
