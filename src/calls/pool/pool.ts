import { messageOf } from '../../kernel/failure.ts';
import { FairQueue } from '../../kernel/limits/fair-queue.ts';
import type { ConcurrencyLimit } from '../../kernel/limits/limit.ts';
import type { BlockMark } from '../../store/reads/block-mark.ts';
import { AssignedJobs } from './assigned-jobs.ts';
import { WorkerCrew, type WorkerThread } from './crew.ts';
import { FairShare } from './fair-share.ts';
import { type FromWorker, type JobAnswer, refusal, type WorkerStart } from './messages.ts';
import { type JobRequest, newJob, type PoolAnswer, type PoolJob, releaseSnapshot } from './pool-job.ts';
import { type Queues, Scheduler } from './scheduler.ts';
import type { SnapshotHolder } from './snapshot-holder.ts';

/** Jobs that wait for a thread, of each class. The next job is that of the client that used the least thread time. */
export const CONTRACT_THREADS: ConcurrencyLimit = {
  name: 'contract-threads',
  kind: 'concurrency',
  counts: 'calls and traces that run',
  max: 2,
  waiting: 500,
  settings: ['TAIN_EVM_WORKERS', 'TAIN_EVM_MAX_WAITING'],
};

const OWN_FLOOD = refusal('limited', 'Too many requests of one client are waiting');

export interface PoolOptions {
  /** Maximum number of concurrent jobs. */
  readonly workers: number;
  /** Maximum number of waiting jobs, of each class. */
  readonly maxWaiting: number;
  /** Maximum milliseconds for which a job runs. */
  readonly timeLimitMs: number;
  /** Maximum milliseconds for which it waits and is paused. */
  readonly waitLimitMs: number;
  /** Recent milliseconds of worker time above which a client is refused while others wait. */
  readonly clientBudgetMs: number;
  readonly start: Omit<WorkerStart, 'orders'>;
  readonly snapshots: SnapshotHolder;
  readonly log: {
    warn(fields: object, message: string): void;
    error(fields: object, message: string): void;
  };
}

/**
 * Worker threads that execute contracts. Each has one job at a time, and a connection on the snapshot of the last block.
 * `Scheduler` chooses the next job, so that no client occupies the last worker while others wait; a thread that exceeds its
 * time is replaced.
 */
export class EvmPool {
  readonly #options: PoolOptions;
  readonly #crew: WorkerCrew;
  readonly #share: FairShare;
  readonly #jobs: AssignedJobs;
  readonly #queues: Queues;
  readonly #scheduler: Scheduler;
  /** Settles when the first workers can accept jobs. */
  readonly ready: Promise<void>;
  #becameReady: () => void = () => undefined;
  #nextId = 1;
  #closed = false;
  /** Called with each block. */
  renewed: () => void = () => undefined;

  constructor(options: PoolOptions) {
    this.#options = options;
    const { workers, maxWaiting, waitLimitMs, log } = options;
    const placed: PoolJob[] = [];
    const share = new FairShare(placed, options.clientBudgetMs);
    const queue = () => new FairQueue<PoolJob>(maxWaiting);
    this.#share = share;
    this.#queues = { call: queue(), trace: queue() };
    this.#jobs = new AssignedJobs(placed, { waitLimitMs, share, log, overrun: (job) => this.#overrun(job) });
    this.ready = new Promise((resolve) => {
      this.#becameReady = resolve;
    });
    this.#crew = new WorkerCrew({
      usual: workers + 1,
      // There may be as many paused jobs as running ones, and two more.
      max: 2 * workers + 2,
      start: options.start,
      onMessage: (worker, message) => this.#onMessage(worker, message),
      ended: (worker) => this.#ended(worker),
      log,
    });
    this.#scheduler = new Scheduler({
      workers,
      crew: this.#crew,
      jobs: this.#jobs,
      queues: this.#queues,
      share,
      give: (worker, job) => this.#give(worker, job),
    });
  }

  /** Number of jobs in execution. */
  get running(): number {
    return this.#jobs.in('running').length;
  }

  get waiting(): number {
    return this.#queues.call.size + this.#queues.trace.size;
  }

  /** Number of jobs that are paused for others, or wait for their readers. */
  get paused(): number {
    return this.#jobs.in('paused', 'stalled').length;
  }

  /** Number of workers that were ended because they exceeded their time or broke. */
  get replaced(): number {
    return this.#crew.replaced;
  }

  /** Runs a job. Never throws: errors are part of the response. */
  run(request: JobRequest): Promise<PoolAnswer> {
    return new Promise((resolve) => {
      const job = newJob(request, this.#nextId, this.#options.timeLimitMs, resolve);
      this.#nextId = (this.#nextId % 2 ** 30) + 1;
      const refused = this.#admit(job);
      if (refused !== undefined) return this.#jobs.settle(job, refused);
      job.timer = setTimeout(() => this.#overrun(job), this.#options.waitLimitMs);
      request.signal?.addEventListener('abort', () => this.#abandon(job), { once: true });
      this.#scheduler.dispatch();
    });
  }

  /** Called for each block: idle workers release the old state, and caches of responses are notified. */
  renew(): void {
    this.renewed();
    this.#options.snapshots.renew();
    this.#crew.releaseSnapshots();
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#scheduler.close();
    for (const queue of Object.values(this.#queues)) {
      for (let next = queue.first(); next !== undefined; next = queue.first()) {
        queue.remove(next.client, next.item);
        this.#jobs.settle(next.item, refusal('unavailable'));
      }
    }
    this.#jobs.refuseAll();
    await this.#crew.close();
    this.#options.snapshots.close();
  }

  /** Queues a job; returns the answer if it is refused. */
  #admit(job: PoolJob): JobAnswer | undefined {
    if (this.#closed || job.signal?.aborted) return refusal('unavailable');
    const { client, isOwn = false } = job;
    if (!isOwn && this.#share.isOverBudget(client) && this.#hasOthers(client)) {
      return refusal('limited', 'Too much time of workers was used by one client');
    }
    const queue = this.#queues[job.class];
    // Probes of this server are never refused.
    if (isOwn) {
      queue.push(client, job);
      return undefined;
    }
    const displaced = queue.add(client, job);
    if (displaced?.item === job) {
      return queue.sizeOf(client) > 0 ? OWN_FLOOD : refusal('unavailable', 'Too many requests are waiting');
    }
    if (displaced !== undefined) this.#jobs.settle(displaced.item, OWN_FLOOD);
    return undefined;
  }

  #hasOthers(client: string): boolean {
    const isAwaited = Object.values(this.#queues).some((queue) => queue.hasOthers(client));
    return isAwaited || this.#jobs.hasOthers(client);
  }

  /** Begins a job in a thread, on the state of the last block. */
  #give(worker: WorkerThread, job: PoolJob): void {
    this.#jobs.assign(job, worker);
    this.#options.snapshots.current().then(
      (snapshot) => {
        if (worker.job !== job.id) return;
        job.snapshot = snapshot;
        if (worker.snapshot !== snapshot.id) {
          snapshot.retain();
          job.retained = snapshot;
          worker.snapshot = snapshot.id;
        }
        const { id, deadline } = job;
        worker.send({ kind: 'run', id, job: job.job, snapshot: snapshot.id, deadline });
        // The job may have been abandoned meanwhile.
        if (job.isSettled) worker.cancel();
      },
      (error: unknown) => {
        this.#options.log.warn({ reason: messageOf(error) }, 'No snapshot for a contract call');
        this.#done(worker, job.id, { ...refusal('unavailable'), isTrouble: true });
      },
    );
  }

  #onMessage(worker: WorkerThread, message: FromWorker): void {
    if (message.kind === 'ready') {
      worker.isReady = true;
      if (this.#crew.areReady) this.#becameReady();
      this.#scheduler.dispatch();
    } else if (message.kind === 'done') this.#done(worker, message.id, message.answer, message.block);
    else this.#onJobMessage(message);
  }

  #onJobMessage(message: Exclude<FromWorker, { kind: 'ready' | 'done' }>): void {
    const job = this.#jobs.get(message.id);
    if (job === undefined) return;
    if (message.kind === 'imported') releaseSnapshot(job);
    else if (message.kind === 'state') {
      job.block = message.block;
      job.onBlock?.(message.block);
    } else if (message.kind === 'chunk') {
      job.unacknowledged += 1;
      job.onChunk?.(message.chunk, () => this.#acknowledge(job));
    } else {
      if (job.state === 'running') this.#jobs.stop(job, message.kind);
      else if (job.state === 'ending') job.worker?.cancel();
      this.#scheduler.dispatch();
    }
  }

  /** Handles a chunk of a job's answer that was sent to the client. */
  #acknowledge(job: PoolJob): void {
    job.unacknowledged -= 1;
    job.worker?.send({ kind: 'acknowledged', id: job.id });
    if (job.state !== 'stalled') return;
    this.#jobs.unstall(job);
    this.#scheduler.dispatch();
  }

  #done(worker: WorkerThread, id: number, answer: JobAnswer, block?: BlockMark): void {
    const job = this.#jobs.get(id);
    if (job && block) job.block = block;
    worker.job = undefined;
    worker.lastUsed = performance.now();
    // The state of a worker after a failure is unknown.
    if (answer.isTrouble) worker.releaseSnapshot();
    if (job) {
      // A worker checks the clock only at intervals, so a response after the deadline is dropped here.
      const isLate = job.class === 'call' && Date.now() >= job.deadline;
      this.#jobs.remove(job);
      const isCurrent = job.snapshot?.isCurrent === true;
      this.#jobs.settle(
        job,
        isLate ? { ...refusal('unavailable'), isCutOff: true } : { ...answer, isCurrent },
      );
    }
    this.#scheduler.dispatch();
    if (worker.job === undefined) this.#releaseIfOld(worker);
  }

  #releaseIfOld(worker: WorkerThread): void {
    void this.#options.snapshots.current().then(
      ({ id }) => {
        if (worker.job === undefined && worker.snapshot !== id) worker.releaseSnapshot();
      },
      () => undefined,
    );
  }

  /** Called when the client disconnected: the response is not needed. */
  #abandon(job: PoolJob): void {
    if (job.isSettled) return;
    if (job.worker === undefined) this.#queues[job.class].remove(job.client, job);
    else if (job.state === 'running') job.worker.cancel();
    else this.#jobs.end(job);
    // The timer of a running job remains, because its worker may not respond.
    this.#jobs.settle(job, { ...refusal('unavailable'), isCutOff: job.worker !== undefined });
  }

  /** Called when the time of a job has ended. A running job should have ended itself. */
  #overrun(job: PoolJob): void {
    const { worker } = job;
    if (worker === undefined) {
      this.#queues[job.class].remove(job.client, job);
      this.#jobs.settle(job, refusal('unavailable'));
    } else if (job.state === 'paused' || job.state === 'stalled') {
      this.#jobs.settle(job, { ...refusal('unavailable'), isCutOff: true });
      this.#jobs.end(job);
    } else if (worker.job === job.id) {
      this.#options.log.warn({}, 'A contract call exceeded its time limit: its worker is replaced');
      void worker.terminate();
    }
  }

  /** Handles the end of a thread and of its job. */
  #ended(worker: WorkerThread): void {
    const job = worker.job === undefined ? undefined : this.#jobs.get(worker.job);
    if (job) {
      const isLate = Date.now() >= job.deadline;
      this.#jobs.remove(job);
      const detail = isLate ? '' : 'The call took more memory than it may';
      this.#jobs.settle(job, { ...refusal('unavailable', detail), isCutOff: true });
    }
    if (!this.#closed) this.#scheduler.dispatch();
  }
}
