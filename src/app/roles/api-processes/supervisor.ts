import cluster from 'node:cluster';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import type { Counter } from 'prom-client';
import { forceAfter } from '../../../kernel/abort-signal.ts';
import { Failure, messageOf } from '../../../kernel/failure.ts';
import { SharedRead } from '../../../kernel/limits/shared-read.ts';
import { Metrics } from '../../../kernel/metrics.ts';
import { READY } from '../../../kernel/process-readiness.ts';
import { type BackOff, delay, waitAfter } from '../../../kernel/retry.ts';
import type { Service } from '../../../kernel/service.ts';
import type { ServiceAddresses } from '../../../local-network/folder/network-file.ts';
import type { ApiServiceOptions } from '../api-service.ts';
import { NO_INGEST } from '../capabilities.ts';
import { type MetricValues, type SummedRegistry, sumOfEnded } from '../summed-registry.ts';
import type { ProcessStatus } from './messages.ts';
import { SupervisedProcess } from './supervised-process.ts';

/**
 * Interval of liveness requests to each process, in milliseconds, and the maximum number in a row without a response.
 */
const LIVENESS_INTERVAL_MS = 5_000;
const MAX_UNANSWERED = 6;
/** Interval of polls of this process's status, in milliseconds. */
const STATUS_INTERVAL_MS = 250;
/** Delays before an ended process is replaced. */
const DELAYS: BackOff = { first: 200, max: 10_000 };
/** Milliseconds after which a process counts as stable: its end is not counted with earlier ones. */
const STABLE_AFTER_MS = 60_000;
/** Number of exits in a row, of the process in one slot, after which the program ends. */
const MAX_EXITS = 5;
/**
 * Time limit of a graceful shutdown, in milliseconds: longer than requests may take, shorter than the program's own.
 */
const SHUTDOWN_TIMEOUT_MS = 3_500;

export interface ApiProcessesOptions
  extends Omit<ApiServiceOptions, 'bytes' | 'port' | 'registry' | 'servers'> {
  readonly registry: SummedRegistry;
}

/**
 * Starts the query service in several processes behind one port: this process accepts connections and distributes
 * them round robin (`node:cluster`). Throws `Failure` when the first of them cannot start.
 */
export async function startApiProcesses(options: ApiProcessesOptions): Promise<Supervisor> {
  const supervisor = new Supervisor(options);
  await supervisor.start();
  return supervisor;
}

class Supervisor implements Service {
  readonly ended: Promise<never>;
  readonly #options: ApiProcessesOptions;
  /** Processes by slot, from 0; undefined while one is being replaced. */
  readonly #slots: (SupervisedProcess | undefined)[];
  readonly #stopping = new AbortController();
  readonly #timers: NodeJS.Timeout[] = [];
  #status: ProcessStatus = { ingest: NO_INGEST, readiness: READY };
  /** Addresses of all processes, once they have started. */
  addresses: ServiceAddresses = {};
  /** Metrics of processes that have ended. */
  #endedMetrics: MetricValues = [];
  /** The metrics of all processes, also of those that have ended. */
  readonly #collected: SharedRead<readonly MetricValues[]>;
  /** Settles when the metrics of the last process that ended are in `#endedMetrics`. */
  #retained: Promise<void> = Promise.resolve();
  /** Whether all have started: an exit before that fails the start. */
  #isUp = false;
  #replaced: Counter | undefined;
  #fail: (failure: Failure) => void = () => undefined;

  constructor(options: ApiProcessesOptions) {
    this.#options = options;
    const read = async (): Promise<readonly MetricValues[]> => {
      const ended = this.#endedMetrics;
      return [...(await Promise.all(this.#running().map((each) => each.collect()))), ended];
    };
    this.#collected = new SharedRead({ read, maxAgeMs: 0 });
    this.#slots = Array.from({ length: options.processes });
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
    this.#status = this.#statusNow();
    try {
      // A reason that prevents one process from listening affects all: it is reported once.
      const { url, furtherPorts } = await this.#occupy(0, 0).started;
      this.addresses = { rest: url, furtherPorts };
      const others = this.#slots.map((_, slot) => slot).slice(1);
      await Promise.all(others.map((slot) => this.#occupy(slot, 0).started));
      this.#isUp = true;
      for (const [slot, each] of this.#slots.entries()) {
        if (each === undefined)
          throw new Failure('unexpected', `Process ${slot + 1} of the query service ended during its start.`);
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
    const ended = Promise.all(running.map((each) => each.ended));
    await forceAfter(ended, SHUTDOWN_TIMEOUT_MS, () => {
      for (const each of running) each.kill();
    });
  }

  #statusNow(): ProcessStatus {
    const { ingest, readiness } = this.#options;
    return { ingest: ingest(), readiness: readiness() };
  }

  #running(): SupervisedProcess[] {
    return this.#slots.filter((each) => each !== undefined);
  }

  /** Starts a process in a slot, and replaces it when it exits. `ends`: number of exits in a row in this slot. */
  #occupy(slot: number, ends: number): SupervisedProcess {
    const { config, target, writable, processes, statusPort, rpcPort } = this.#options;
    const { registry, callContract, traceTransaction } = this.#options;
    const started = new SupervisedProcess({
      assignment: {
        config,
        target,
        writable,
        processes,
        number: slot + 1,
        // With port 0, node:cluster lets the others listen where the first one does.
        port: config.port,
        statusPort,
        rpcPort,
        status: this.#status,
        callsContracts: callContract !== undefined,
        tracesTransactions: traceTransaction !== undefined,
      },
      callContract,
      traceTransaction,
      metrics: () => registry.metrics(),
    });
    this.#slots[slot] = started;
    const since = performance.now();
    started.started.catch((error: unknown) => {
      // A process that could not start is killed. During the start of the program its failure fails that start, so it
      // is not logged here.
      if (this.#isUp && !this.#stopping.signal.aborted) this.#options.log.error(messageOf(error));
      started.kill();
    });
    void started.ended.then(async (how) => {
      await this.#vacate(slot, started);
      if (this.#stopping.signal.aborted || !this.#isUp) return;
      const inRow = performance.now() - since > STABLE_AFTER_MS ? 1 : ends + 1;
      await this.#replace(
        slot,
        inRow,
        `process ${slot + 1} of the query service (pid ${started.pid}) ended: ${how}`,
      );
    });
    return started;
  }

  /** Empties the slot of a process that has ended; its counters are retained. */
  #vacate(slot: number, { lastMetrics }: SupervisedProcess): Promise<void> {
    this.#retained = this.#retained.then(async () => {
      const sum = await sumOfEnded([this.#endedMetrics, lastMetrics]);
      // Both change in one step, so that a reader finds the metrics in exactly one of the two.
      this.#endedMetrics = sum;
      this.#slots[slot] = undefined;
    });
    return this.#retained;
  }

  async #replace(slot: number, ends: number, what: string): Promise<void> {
    const { log } = this.#options;
    if (ends >= MAX_EXITS) {
      this.#fail(
        new Failure('unexpected', `${what}, ${ends} times in a row. Its own log lines contain the reason.`),
      );
      return;
    }
    log.error(`${what}. It is replaced`);
    const { signal } = this.#stopping;
    // Does not use `retry`, because the exit of a process is an event that may come at any time after its start.
    await delay(waitAfter(ends, DELAYS), signal);
    if (signal.aborted) return;
    this.#replaced?.inc();
    this.#occupy(slot, ends);
  }

  /** Registers the metrics, checks that each process responds, and passes this process's status on. */
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
    registry.addOthers(() => this.#collected.get());
    const check = (): void => {
      for (const each of this.#running()) {
        if (each.checkLiveness() < MAX_UNANSWERED) continue;
        log.error(`The process of the query service with pid ${each.pid} does not respond: it is terminated`);
        each.kill();
      }
    };
    const handOn = (): void => {
      const status = this.#statusNow();
      if (isDeepStrictEqual(status, this.#status)) return;
      this.#status = status;
      for (const each of this.#running()) each.send({ kind: 'status', status });
    };
    this.#timers.push(
      setInterval(check, LIVENESS_INTERVAL_MS).unref(),
      setInterval(handOn, STATUS_INTERVAL_MS).unref(),
    );
  }
}
