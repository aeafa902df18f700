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
