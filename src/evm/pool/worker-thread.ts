import type { Worker } from 'node:worker_threads';
import { startThread } from '../../threads/start-thread.ts';
import type { FromWorker, ToWorker, WorkerStart } from './messages.ts';

/** Megabytes of the heap of one worker; what its buffers take is bounded by the gas of a call. */
const OLD_GENERATION_MB = 128;
const YOUNG_GENERATION_MB = 16;

/** One worker thread, and the job that it has. */
export class WorkerThread {
  readonly #worker: Worker;
  readonly #cancelled = new SharedArrayBuffer(4);
  /** Id of the snapshot that its connection sees. */
  snapshot: string | undefined;
  /** The job that it has. */
  job: number | undefined;
  isReady = false;

  constructor(
    start: Omit<WorkerStart, 'cancelled'>,
    heard: (message: FromWorker) => void,
    ended: (error: Error | undefined) => void,
  ) {
    const workerData: WorkerStart = { ...start, cancelled: this.#cancelled };
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

  /** Makes the job that it has end at its next operation. */
  cancel(): void {
    if (this.job !== undefined) Atomics.store(new Int32Array(this.#cancelled), 0, this.job);
  }

  /** Ends the thread at once, whatever it does. */
  async terminate(): Promise<void> {
    await this.#worker.terminate();
  }
}
