import type { Worker } from 'node:worker_threads';
import { startThread } from '../../threads/start-thread.ts';
import { CANCELLED, type FromWorker, PAUSING, type ToWorker, type WorkerStart } from './messages.ts';

/** Megabytes of the heap of one worker; its buffers are bounded by the gas of a call. */
const OLD_GENERATION_MB = 128;
const YOUNG_GENERATION_MB = 16;

/** One worker thread, and the job that it has. */
export class WorkerThread {
  readonly #worker: Worker;
  readonly #orders = new SharedArrayBuffer(8);
  /** Id of the snapshot that its connection sees. */
  snapshot: string | undefined;
  /** The job that it has. */
  job: number | undefined;
  isReady = false;
  /** Whether it was ended because it is not needed any more. */
  isRetired = false;
  /** Time of its last job, by `performance.now()`. */
  lastUsed = performance.now();

  constructor(
    start: Omit<WorkerStart, 'orders'>,
    heard: (message: FromWorker) => void,
    ended: (error: Error | undefined) => void,
  ) {
    const workerData: WorkerStart = { ...start, orders: this.#orders };
    const resourceLimits = {
      maxOldGenerationSizeMb: OLD_GENERATION_MB,
      maxYoungGenerationSizeMb: YOUNG_GENERATION_MB,
    };
    this.#worker = startThread(import.meta.url, './worker', { workerData, resourceLimits });
    let failure: Error | undefined;
    this.#worker.on('message', heard);
    this.#worker.on('error', (error: Error) => {
      failure = error;
    });
    this.#worker.on('exit', () => ended(failure));
  }

  send(message: ToWorker): void {
    this.#worker.postMessage(message);
  }

  /** Makes it let go of the state that it sees. */
  leave(): void {
    if (this.snapshot === undefined) return;
    this.snapshot = undefined;
    this.send({ kind: 'leave' });
  }

  /** Makes the job that it has end soon, also out of a pause. */
  cancel(): void {
    if (this.job === undefined) return;
    this.#order(CANCELLED, this.job);
    this.send({ kind: 'resume', id: this.job, deadline: 0 });
  }

  /** Makes the job that it has pause soon. */
  pause(): void {
    if (this.job !== undefined) this.#order(PAUSING, this.job);
  }

  #order(place: number, id: number): void {
    Atomics.store(new Int32Array(this.#orders), place, id);
  }

  /** Terminates the thread immediately, whatever it does. */
  async terminate(): Promise<void> {
    await this.#worker.terminate();
  }
}
