import { messageOf } from '../../kernel/failure.ts';
import { failure } from '../call/call-failure.ts';
import { type JobClass, JobQueue } from './job-queue.ts';
import type { FromWorker, Job, JobAnswer, WorkerStart } from './messages.ts';
import type { Snapshot, SnapshotHolder } from './snapshot-holder.ts';
import { WorkerThread } from './worker-thread.ts';

export interface PoolOptions {
  readonly workers: number;
  /** Most jobs that wait, of each class. */
  readonly maxWaiting: number;
  /** Milliseconds that a job may take, with its time in the queue. */
  readonly timeLimit: number;
  readonly start: Omit<WorkerStart, 'cancelled'>;
  readonly snapshots: SnapshotHolder;
  readonly log: {
    warn(fields: object, message: string): void;
    error(fields: object, message: string): void;
  };
}

/** What came of a job, for who waits for it. */
export interface PoolAnswer extends JobAnswer {
  /** It shows the last block: none came since its state was taken. */
  readonly isCurrent?: boolean;
}

/** Who waits for a job. */
export interface JobRequest {
  readonly class: JobClass;
  readonly job: Job;
  readonly client: string;
  /** Aborted when the client leaves. */
  readonly signal?: AbortSignal;
  /** Milliseconds that it may take, where not the pool's. */
  readonly timeLimit?: number;
  /** Takes a piece of the answer; `taken` says that there is room for another. */
  readonly onPiece?: (piece: Uint8Array, taken: () => void) => void;
}

/** What a worker that overruns the time of its job has left to say so itself, in milliseconds. */
const GRACE = 1_000;
/** Milliseconds before a thread that ended without having become ready is started again. */
const RESTART_AFTER = 1_000;

interface Pending extends JobRequest {
  readonly id: number;
  readonly deadline: number;
  readonly resolve: (answer: PoolAnswer) => void;
  timer: NodeJS.Timeout | undefined;
  worker: WorkerThread | undefined;
  /** The state that it runs on. */
  snapshot: Snapshot | undefined;
  /** What is kept for the worker until it has taken it over. */
  retained: Snapshot | undefined;
  isSettled: boolean;
}

/**
 * Worker threads that execute contracts. Each has one job at a time, and a connection that sees the snapshot of the
 * last block. One that overruns its time is ended and replaced. Traces never take the last worker.
 */
export class EvmPool {
  readonly #options: PoolOptions;
  readonly #workers = new Set<WorkerThread>();
  readonly #queues: Readonly<Record<JobClass, JobQueue<Pending>>>;
  readonly #running = new Map<number, Pending>();
  /** Settles when the first workers take jobs. */
  readonly ready: Promise<void>;
  #becameReady: () => void = () => undefined;
  #nextId = 1;
  #closed = false;
  /** Called with each block. */
  renewed: () => void = () => undefined;
  /** Workers that were ended because they overran their time, or broke. */
  replaced = 0;

  constructor(options: PoolOptions) {
    this.#options = options;
    this.#queues = { call: new JobQueue(options.maxWaiting), trace: new JobQueue(options.maxWaiting) };
    this.ready = new Promise((resolve) => {
      this.#becameReady = resolve;
    });
    for (let count = 0; count < options.workers; count += 1) this.#startWorker();
  }

  get running(): number {
    return this.#running.size;
  }

  get waiting(): number {
    return this.#queues.call.size + this.#queues.trace.size;
  }

  /** Runs a job. Never throws: an answer tells what went wrong. */
  run(request: JobRequest): Promise<PoolAnswer> {
    return new Promise((resolve) => {
      const pending: Pending = {
        ...request,
        id: this.#nextId,
        deadline: Date.now() + (request.timeLimit ?? this.#options.timeLimit),
        resolve,
        timer: undefined,
        worker: undefined,
        snapshot: undefined,
        retained: undefined,
        isSettled: false,
      };
      this.#nextId = (this.#nextId % 2 ** 30) + 1;
      if (this.#closed || request.signal?.aborted) return this.#settle(pending, refusal(503));
      const full = this.#queues[request.class].add({ client: request.client, item: pending });
      if (full === 'client')
        return this.#settle(pending, refusal(429, 'Too many requests of one client are waiting'));
      if (full === 'full') return this.#settle(pending, refusal(503, 'Too many requests are waiting'));
      const overrun = pending.deadline + GRACE - Date.now();
      pending.timer = setTimeout(() => this.#overrun(pending), overrun);
      request.signal?.addEventListener('abort', () => this.#abandon(pending), { once: true });
      this.#dispatch();
    });
  }

  /** A block came: workers without work let go of the old state, and who keeps answers hears of it. */
  renew(): void {
    this.renewed();
    this.#options.snapshots.renew();
    for (const worker of this.#workers) if (worker.job === undefined) leave(worker);
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const queue of Object.values(this.#queues)) {
      for (let next = queue.take(); next !== undefined; next = queue.take()) this.#settle(next, refusal(503));
    }
    for (const pending of this.#running.values()) this.#settle(pending, refusal(503));
    await Promise.all([...this.#workers].map((worker) => worker.terminate()));
    this.#options.snapshots.close();
  }

  #startWorker(): void {
    if (this.#closed) return;
    const worker: WorkerThread = new WorkerThread(
      this.#options.start,
      (message) => this.#heard(worker, message),
      (error) => this.#ended(worker, error),
    );
    this.#workers.add(worker);
  }

  #dispatch(): void {
    for (const worker of this.#workers) {
      if (!worker.isReady || worker.job !== undefined) continue;
      const next = this.#queues.call.take() ?? (this.#mayTrace() ? this.#queues.trace.take() : undefined);
      if (next === undefined) return;
      this.#give(worker, next);
    }
  }

  /** Traces leave one worker to calls, where there are several. */
  #mayTrace(): boolean {
    const traces = [...this.#running.values()].filter((pending) => pending.class === 'trace').length;
    return traces < Math.max(1, this.#workers.size - 1);
  }

  #give(worker: WorkerThread, pending: Pending): void {
    worker.job = pending.id;
    pending.worker = worker;
    this.#running.set(pending.id, pending);
    this.#options.snapshots.current().then(
      (snapshot) => {
        if (worker.job !== pending.id) return;
        pending.snapshot = snapshot;
        if (worker.snapshot !== snapshot.id) {
          snapshot.retain();
          pending.retained = snapshot;
          worker.snapshot = snapshot.id;
        }
        const { id, job, deadline } = pending;
        worker.send({ kind: 'run', id, job, snapshot: snapshot.id, deadline });
        // It may have been abandoned meanwhile.
        if (pending.isSettled) worker.cancel();
      },
      (error: unknown) => {
        this.#options.log.warn({ reason: messageOf(error) }, 'no snapshot for a contract call');
        this.#done(worker, pending.id, { ...refusal(503), isTrouble: true });
      },
    );
  }

  #heard(worker: WorkerThread, message: FromWorker): void {
    if (message.kind === 'ready') {
      worker.isReady = true;
      if ([...this.#workers].every(({ isReady }) => isReady)) this.#becameReady();
      this.#dispatch();
    } else if (message.kind === 'taken') {
      const pending = this.#running.get(message.id);
      if (pending) release(pending);
    } else if (message.kind === 'piece') {
      const { id, piece } = message;
      this.#running.get(id)?.onPiece?.(piece, () => worker.send({ kind: 'taken', id }));
    } else this.#done(worker, message.id, message.answer);
  }

  #done(worker: WorkerThread, id: number, answer: JobAnswer): void {
    const pending = this.#running.get(id);
    this.#running.delete(id);
    worker.job = undefined;
    // What it sees after a failure is not known.
    if (answer.isTrouble) leave(worker);
    if (pending) {
      release(pending);
      // That of an abandoned one was left for a worker that does not hear.
      clearTimeout(pending.timer);
      // A worker looks at the time now and then: what comes after it is too late all the same.
      const isLate = pending.class === 'call' && Date.now() >= pending.deadline;
      this.#settle(
        pending,
        isLate ? refusal(503) : { ...answer, isCurrent: pending.snapshot?.isCurrent === true },
      );
    }
    this.#dispatch();
    if (worker.job === undefined) this.#leaveIfOld(worker);
  }

  #leaveIfOld(worker: WorkerThread): void {
    void this.#options.snapshots.current().then(
      ({ id }) => {
        if (worker.job === undefined && worker.snapshot !== id) leave(worker);
      },
      () => undefined,
    );
  }

  #settle(pending: Pending, answer: PoolAnswer): void {
    if (pending.isSettled) return;
    pending.isSettled = true;
    clearTimeout(pending.timer);
    if (answer.error !== undefined)
      this.#options.log.error({ reason: answer.error }, 'a contract call failed');
    pending.resolve(answer);
  }

  /** The client left: nobody needs the answer. */
  #abandon(pending: Pending): void {
    if (pending.isSettled) return;
    const { worker } = pending;
    if (worker === undefined) this.#queues[pending.class].remove(pending.client, pending);
    else if (worker.job === pending.id) worker.cancel();
    // The timer stays: the worker may not hear.
    pending.isSettled = true;
    pending.resolve(refusal(503));
    if (worker === undefined) clearTimeout(pending.timer);
  }

  /** The time of a job ended, and its worker did not say so. */
  #overrun(pending: Pending): void {
    const { worker } = pending;
    if (worker === undefined) {
      this.#queues[pending.class].remove(pending.client, pending);
      this.#settle(pending, refusal(503));
      return;
    }
    if (worker.job !== pending.id) return;
    this.#options.log.warn({}, 'a contract call overran its time: its worker is replaced');
    void worker.terminate();
  }

  #ended(worker: WorkerThread, error: Error | undefined): void {
    this.#workers.delete(worker);
    const pending = worker.job === undefined ? undefined : this.#running.get(worker.job);
    if (pending) {
      this.#running.delete(pending.id);
      release(pending);
      const isLate = Date.now() >= pending.deadline;
      this.#settle(pending, isLate ? refusal(503) : refusal(503, 'The call took more memory than it may'));
      clearTimeout(pending.timer);
    }
    if (this.#closed) return;
    this.replaced += 1;
    if (error) this.#options.log.error({ reason: error.message }, 'a worker of contract calls ended');
    setTimeout(() => this.#startWorker(), worker.isReady ? 0 : RESTART_AFTER).unref();
  }
}

function leave(worker: WorkerThread): void {
  if (worker.snapshot === undefined) return;
  worker.snapshot = undefined;
  worker.send({ kind: 'leave' });
}

function release(pending: Pending): void {
  pending.retained?.release();
  pending.retained = undefined;
}

function refusal(status: number, detail = ''): JobAnswer {
  return { status, messages: failure(status, detail).messages };
}
