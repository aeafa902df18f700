import cluster, { type Worker } from 'node:cluster';
import { Failure } from '../../../kernel/failure.ts';
import type { MetricValues } from '../summed-registry.ts';
import type { Assignment, FromProcess, ToProcess } from './messages.ts';
import { CallsOfProcess } from './remote-calls.ts';

/** Milliseconds that a process has to give its metrics; else those of the last time count. */
const COLLECT_TIMEOUT = 3_000;

export interface SupervisedProcessOptions {
  readonly assignment: Assignment;
  readonly callContract: ConstructorParameters<typeof CallsOfProcess>[1];
  readonly traceTransaction: ConstructorParameters<typeof CallsOfProcess>[2];
  /** The metrics of all processes as text. */
  readonly metrics: () => Promise<string>;
}

/** One running process of the query service, as the first process sees it. */
export class SupervisedProcess {
  /** Its address, once it listens. Rejects with `Failure` when it cannot start. */
  readonly started: Promise<string>;
  /** Why it ended, in words. */
  readonly ended: Promise<string>;
  readonly #worker: Worker;
  readonly #calls: CallsOfProcess;
  readonly #options: SupervisedProcessOptions;
  readonly #collecting = new Map<number, () => void>();
  #lastMetrics: MetricValues = [];
  #asked = 0;
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
    // A message that cannot be sent any more: the end of the process follows.
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
        if (message.kind === 'started') resolve(message.url);
        else if (message.kind === 'failed') reject(new Failure(message.failure, message.message));
        else this.#receive(message);
      });
      void this.ended.then((how) =>
        reject(new Failure('unexpected', `A process of the query service ended as it started (${how}).`)),
      );
    });
    this.started.catch(() => undefined);
  }

  get pid(): number | undefined {
    return this.#worker.process.pid;
  }

  /** What it counted when it was last asked. */
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

  /** Asks whether it is alive. Gives how many of these questions in a row it has not answered, but for this one. */
  ask(): number {
    void this.collect();
    return this.#unanswered++;
  }

  /** Asks for its metrics, and gives those of the last time when they do not come soon. */
  async collect(): Promise<MetricValues> {
    const id = ++this.#asked;
    let late: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      late = setTimeout(resolve, COLLECT_TIMEOUT);
      this.#collecting.set(id, resolve);
      this.send({ kind: 'collect', id });
      if (this.#isOver) resolve();
    });
    clearTimeout(late);
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
