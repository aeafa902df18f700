import cluster, { type Worker } from 'node:cluster';
import { withTimeout } from '../../../kernel/abort-signal.ts';
import { Failure } from '../../../kernel/failure.ts';
import type { ApiService } from '../api-service.ts';
import type { MetricValues } from '../summed-registry.ts';
import type { Assignment, FromProcess, ToProcess } from './messages.ts';
import { CallsOfProcess } from './remote-calls.ts';

/** Milliseconds for a process to return its metrics; after that its previous ones are used. */
const COLLECT_TIMEOUT_MS = 3_000;

export interface SupervisedProcessOptions {
  readonly assignment: Assignment;
  readonly callContract: ConstructorParameters<typeof CallsOfProcess>[1];
  readonly traceTransaction: ConstructorParameters<typeof CallsOfProcess>[2];
  /** The metrics of all processes as text. */
  readonly metrics: () => Promise<string>;
}

/** One running process of the query service, as seen by the first process. */
export class SupervisedProcess {
  /** Address of the process, once it listens. Rejects with `Failure` when it cannot start. */
  readonly started: Promise<Pick<ApiService, 'url' | 'furtherPorts'>>;
  /** Reason why the process ended. */
  readonly ended: Promise<string>;
  readonly #worker: Worker;
  readonly #calls: CallsOfProcess;
  readonly #options: SupervisedProcessOptions;
  readonly #collecting = new Map<number, () => void>();
  #lastMetrics: MetricValues = [];
  #lastId = 0;
  #isOver = false;
  #unanswered = 0;

  constructor(options: SupervisedProcessOptions) {
    this.#options = options;
    this.#worker = cluster.fork();
    this.#calls = new CallsOfProcess(
      (message) => this.send(message),
      options.callContract,
      options.traceTransaction,
    );
    // A message that could not be sent is ignored, because the end of the process follows.
    this.#worker.on('error', () => undefined);
    this.ended = new Promise((resolve) => {
      this.#worker.once('exit', (code, signal) => {
        this.#isOver = true;
        this.#calls.close();
        for (const settle of this.#collecting.values()) settle();
        resolve(signal ? `signal ${signal}` : `exit code ${code}`);
      });
    });
    this.started = new Promise((resolve, reject) => {
      this.#worker.on('message', (message: FromProcess) => {
        if (message.kind === 'started') resolve({ url: message.url, furtherPorts: message.furtherPorts });
        else if (message.kind === 'failed') reject(new Failure(message.failure, message.message));
        else this.#receive(message);
      });
      void this.ended.then((how) =>
        reject(new Failure('unexpected', `A process of the query service ended during its start (${how}).`)),
      );
    });
    this.started.catch(() => undefined);
  }

  get pid(): number | undefined {
    return this.#worker.process.pid;
  }

  /** Metrics of the last collection. */
  get lastMetrics(): MetricValues {
    return this.#lastMetrics;
  }

  send(message: ToProcess): void {
    if (this.#isOver || !this.#worker.isConnected()) return;
    this.#worker.send(message, undefined, undefined, () => undefined);
  }

  kill(): void {
    this.#worker.process.kill('SIGKILL');
  }

  /** Sends a liveness request. Returns the number of earlier requests in a row without a response. */
  checkLiveness(): number {
    void this.collect();
    return this.#unanswered++;
  }

  /** Collects the metrics; returns the previous ones when they do not arrive in time. */
  async collect(): Promise<MetricValues> {
    const id = ++this.#lastId;
    const collected = new Promise<void>((resolve) => {
      this.#collecting.set(id, resolve);
      this.send({ kind: 'collect', id });
      if (this.#isOver) resolve();
    });
    await withTimeout(collected, COLLECT_TIMEOUT_MS, () => undefined);
    this.#collecting.delete(id);
    return this.#lastMetrics;
  }

  #receive(message: FromProcess): void {
    if (message.kind === 'ready') this.send({ kind: 'begin', assignment: this.#options.assignment });
    else if (message.kind === 'collected') {
      this.#unanswered = 0;
      this.#lastMetrics = message.metrics;
      this.#collecting.get(message.id)?.();
    } else if (message.kind === 'metrics') {
      const { id } = message;
      void this.#options
        .metrics()
        .catch(() => null)
        .then((text) => this.send({ kind: 'metrics', id, text }));
    } else this.#calls.receive(message);
  }
}
