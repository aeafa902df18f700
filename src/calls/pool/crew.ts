import type { Worker } from 'node:worker_threads';
import { startThread } from '../../threads/start-thread.ts';
import { CANCELLED, type FromWorker, PAUSING, type ToWorker, type WorkerStart } from './messages.ts';

/** Heap limit of one worker in megabytes; its buffers are bounded by the gas of a call. */
const OLD_GENERATION_MB = 128;
const YOUNG_GENERATION_MB = 16;

/** One worker thread and its job. */
export class WorkerThread {
  readonly #worker: Worker;
  readonly #orders = new SharedArrayBuffer(8);
  /** Id of the snapshot of its connection. */
  snapshot: string | undefined;
  /** Id of its job. */
  job: number | undefined;
  isReady = false;
  /** Whether it was ended because it is not needed any more. */
  isRetired = false;
  /** Time of its last job, by `performance.now()`. */
  lastUsed = performance.now();

  constructor(
    start: Omit<WorkerStart, 'orders'>,
    onMessage: (message: FromWorker) => void,
    ended: (error: Error | undefined) => void,
  ) {
    const workerData: WorkerStart = { ...start, orders: this.#orders };
    const resourceLimits = {
      maxOldGenerationSizeMb: OLD_GENERATION_MB,
      maxYoungGenerationSizeMb: YOUNG_GENERATION_MB,
    };
    this.#worker = startThread(import.meta.url, './worker', { workerData, resourceLimits });
    let failure: Error | undefined;
    this.#worker.on('message', onMessage);
    this.#worker.on('error', (error: Error) => {
      failure = error;
    });
    this.#worker.on('exit', () => ended(failure));
  }

  send(message: ToWorker): void {
    this.#worker.postMessage(message);
  }

  /** Makes the worker release its snapshot. */
  releaseSnapshot(): void {
    if (this.snapshot === undefined) return;
    this.snapshot = undefined;
    this.send({ kind: 'release' });
  }

  /** Orders the job to end soon, even during a pause. */
  cancel(): void {
    if (this.job === undefined) return;
    this.#order(CANCELLED, this.job);
    this.send({ kind: 'resume', id: this.job, deadline: 0 });
  }

  /** Orders the job to pause soon. */
  pause(): void {
    if (this.job !== undefined) this.#order(PAUSING, this.job);
  }

  #order(index: number, id: number): void {
    Atomics.store(new Int32Array(this.#orders), index, id);
  }

  /** Terminates the thread immediately, regardless of its work. */
  async terminate(): Promise<void> {
    await this.#worker.terminate();
  }
}

export interface CrewOptions {
  /** Number of threads that are kept without jobs, once jobs have needed them. */
  readonly usual: number;
  /** Maximum number of threads. */
  readonly max: number;
  readonly start: Omit<WorkerStart, 'orders'>;
  readonly onMessage: (worker: WorkerThread, message: FromWorker) => void;
  /** Called when a thread has ended; another one replaces it, unless it was stopped as surplus. */
  readonly ended: (worker: WorkerThread) => void;
  readonly log: { error(fields: object, message: string): void };
}

/** Delay before a thread that ended before it was ready is restarted. */
const RESTART_DELAY_MS = 1_000;
/** Idle time in milliseconds after which an additional thread is ended. */
const IDLE_TIMEOUT_MS = 60_000;

/** Threads of a pool, one at first: starts others for jobs that need them, replaces broken ones, and ends surplus ones. */
export class WorkerCrew {
  readonly #options: CrewOptions;
  readonly #workers = new Set<WorkerThread>();
  readonly #idleTimer: NodeJS.Timeout;
  #closed = false;
  /** Number of workers that were ended because they exceeded their time or broke. */
  replaced = 0;

  constructor(options: CrewOptions) {
    this.#options = options;
    this.start();
    this.#idleTimer = setInterval(() => this.#endIdle(), IDLE_TIMEOUT_MS / 2).unref();
  }

  /** Returns the threads that can accept a job. */
  idle(): WorkerThread[] {
    return [...this.#workers].filter(({ isReady, job }) => isReady && job === undefined);
  }

  get areReady(): boolean {
    return [...this.#workers].every(({ isReady }) => isReady);
  }

  get isFull(): boolean {
    return this.#workers.size >= this.#options.max;
  }

  /** Starts one more thread. */
  start(): void {
    if (this.#closed) return;
    const worker: WorkerThread = new WorkerThread(
      this.#options.start,
      (message) => this.#options.onMessage(worker, message),
      (error) => this.#ended(worker, error),
    );
    this.#workers.add(worker);
  }

  /** Makes idle threads release their state. */
  releaseSnapshots(): void {
    for (const worker of this.#workers) if (worker.job === undefined) worker.releaseSnapshot();
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#idleTimer);
    await Promise.all([...this.#workers].map((worker) => worker.terminate()));
  }

  #ended(worker: WorkerThread, error: Error | undefined): void {
    this.#workers.delete(worker);
    const isReplaced = !this.#closed && !worker.isRetired;
    if (isReplaced) {
      this.replaced += 1;
      if (error) this.#options.log.error({ reason: error.message }, 'A worker of contract calls ended');
      // Does not use `retry`, because an exit is an event of the thread, not the failure of a task.
      setTimeout(() => this.start(), worker.isReady ? 0 : RESTART_DELAY_MS).unref();
    }
    this.#options.ended(worker);
  }

  /** Ends idle threads above the usual number. */
  #endIdle(): void {
    const since = performance.now() - IDLE_TIMEOUT_MS;
    for (const worker of this.idle()) {
      if (this.#workers.size <= this.#options.usual) return;
      if (worker.lastUsed > since) continue;
      worker.isRetired = true;
      this.#workers.delete(worker);
      void worker.terminate();
    }
  }
}
