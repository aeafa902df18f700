import { messageOf } from '../../kernel/failure.ts';
import { failure } from '../call/call-failure.ts';
import { FairShare, LEAST_TURN } from './fair-share.ts';
import { type JobClass, JobQueue } from './job-queue.ts';
import { type FromWorker, type JobAnswer, MOST_UNTAKEN, type WorkerStart } from './messages.ts';
import { type JobRequest, newJob, type PoolAnswer, type PoolJob, releaseSnapshot } from './pool-job.ts';
import type { SnapshotHolder } from './snapshot-holder.ts';
import { WorkerThread } from './worker-thread.ts';

export interface PoolOptions {
  /** Jobs that run at once. */
  readonly workers: number;
  /** Most jobs that wait, of each class. */
  readonly maxWaiting: number;
  /** Milliseconds that a job may run. */
  readonly timeLimit: number;
  /** Milliseconds that it may wait and be paused. */
  readonly waitLimit: number;
  /** Milliseconds of workers that a client may have used lately before it is refused for the sake of others. */
  readonly clientBudget: number;
  readonly start: Omit<WorkerStart, 'orders'>;
  readonly snapshots: SnapshotHolder;
  readonly log: {
    warn(fields: object, message: string): void;
    error(fields: object, message: string): void;
  };
}

/** What a worker that overruns the time of its job has left to say so itself, in milliseconds. */
const GRACE = 1_000;
/** Milliseconds before a thread that ended without having become ready is started again. */
const RESTART_AFTER = 1_000;
/** Milliseconds until it is looked again whether a job gives way to one that waits. */
const LOOK_AGAIN = 20;
/** Milliseconds after which a thread beyond the usual ones is ended where it has nothing to do. */
const IDLE_TIME = 60_000;

/**
 * Worker threads that execute contracts. Each has one job at a time, and a connection that sees the snapshot of the last
 * block. As many jobs run as there are workers. The next one is of the client that used least of their time lately; who
 * used more gives way: its job is paused in its thread, and another thread takes the place. So nobody holds the last
 * worker while others wait; traces leave one to calls, where there are several. One that overruns its time is replaced.
 */
export class EvmPool {
  readonly #options: PoolOptions;
  readonly #workers = new Set<WorkerThread>();
  /** Jobs that have a thread. */
  readonly #jobs = new Map<number, PoolJob>();
  readonly #share: FairShare;
  readonly #queues: Readonly<Record<JobClass, JobQueue<PoolJob>>>;
  /** Settles when the first workers take jobs. */
  readonly ready: Promise<void>;
  #becameReady: () => void = () => undefined;
  readonly #idleTimer: NodeJS.Timeout;
  #lookTimer: NodeJS.Timeout | undefined;
  #nextId = 1;
  #closed = false;
  /** Called with each block. */
  renewed: () => void = () => undefined;
  /** Workers that were ended because they overran their time, or broke. */
  replaced = 0;

  constructor(options: PoolOptions) {
    this.#options = options;
    this.#share = new FairShare(this.#jobs, options.clientBudget);
    const queue = () => new JobQueue<PoolJob>(options.maxWaiting, this.#share.used);
    this.#queues = { call: queue(), trace: queue() };
    this.ready = new Promise((resolve) => {
      this.#becameReady = resolve;
    });
    for (let count = 0; count <= options.workers; count += 1) this.#startWorker();
    this.#idleTimer = setInterval(() => this.#endIdle(), IDLE_TIME / 2).unref();
  }

  /** Jobs that are executed just now. */
  get running(): number {
    return this.#in('running').length;
  }

  get waiting(): number {
    return this.#queues.call.size + this.#queues.trace.size;
  }

  /** Jobs that gave way to others, or wait for their readers. */
  get paused(): number {
    return this.#in('paused', 'stalled').length;
  }

  /** Runs a job. Never throws: an answer tells what went wrong. */
  run(request: JobRequest): Promise<PoolAnswer> {
    return new Promise((resolve) => {
      const job = newJob(request, this.#nextId, this.#options.timeLimit, resolve);
      this.#nextId = (this.#nextId % 2 ** 30) + 1;
      if (this.#closed || request.signal?.aborted) return this.#settle(job, refusal(503));
      const { client, isOwn = false } = job;
      if (!isOwn && this.#share.isOverBudget(client) && this.#hasOthers(client)) {
        return this.#settle(job, refusal(429, 'Too much time of workers was used by one client'));
      }
      const full = this.#queues[request.class].add({ client, item: job, isOwn });
      if (full === 'client')
        return this.#settle(job, refusal(429, 'Too many requests of one client are waiting'));
      if (full === 'full') return this.#settle(job, refusal(503, 'Too many requests are waiting'));
      job.timer = setTimeout(() => this.#overrun(job), this.#options.waitLimit);
      request.signal?.addEventListener('abort', () => this.#abandon(job), { once: true });
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
    clearInterval(this.#idleTimer);
    clearTimeout(this.#lookTimer);
    for (const queue of Object.values(this.#queues)) {
      for (let next = queue.peek(); next !== undefined; next = queue.peek()) {
        queue.remove(next.client, next);
        this.#settle(next, refusal(503));
      }
    }
    for (const job of this.#jobs.values()) this.#settle(job, refusal(503));
    await Promise.all([...this.#workers].map((worker) => worker.terminate()));
    this.#options.snapshots.close();
  }

  /** Threads at most: beside those that run as many that are paused, and two. */
  get #mostThreads(): number {
    return 2 * this.#options.workers + 2;
  }

  #in(...states: readonly PoolJob['state'][]): PoolJob[] {
    return [...this.#jobs.values()].filter(({ state }) => states.includes(state));
  }

  #hasOthers(client: string): boolean {
    return (
      Object.values(this.#queues).some((queue) => queue.hasOthers(client)) ||
      [...this.#jobs.values()].some(
        (job) => job.client !== client && job.isOwn !== true && job.state !== 'ending',
      )
    );
  }

  #idleWorkers(): WorkerThread[] {
    return [...this.#workers].filter(({ isReady, job }) => isReady && job === undefined);
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
    clearTimeout(this.#lookTimer);
    this.#lookTimer = undefined;
    for (;;) {
      const running = this.#in('running');
      const traces = running.filter((job) => job.class === 'trace');
      const mayTrace = traces.length < Math.max(1, this.#options.workers - 1);
      const paused = this.#least(this.#in('paused').filter((job) => mayTrace || job.class === 'call'));
      const trace = this.#queues.trace.peek();
      const next = this.#least([paused, this.#queues.call.peek(), mayTrace ? trace : undefined]);
      if (!mayTrace && trace !== undefined) {
        this.#askToPause(traces, trace);
        this.#lookLater();
      }
      if (next === undefined) return;
      const [idle] = this.#idleWorkers();
      if (next.state === 'waiting' && idle === undefined) {
        this.#makeRoom(next);
        this.#lookLater();
        // Meanwhile who is paused may as well go on.
        if (paused === undefined || running.length >= this.#options.workers) return;
        this.#resume(paused);
      } else if (running.length >= this.#options.workers) {
        this.#askToPause(running, next);
        this.#lookLater();
        return;
      } else if (next.state === 'paused') {
        this.#resume(next);
      } else if (idle !== undefined) {
        this.#queues[next.class].remove(next.client, next);
        this.#give(idle, next);
      }
    }
  }

  /** Whose turn is first; of equals the first. */
  #least(jobs: readonly (PoolJob | undefined)[]): PoolJob | undefined {
    return jobs.reduce((a, b) => this.#share.first(a, b), undefined);
  }

  #lookLater(): void {
    this.#lookTimer ??= setTimeout(() => this.#dispatch(), LOOK_AGAIN);
  }

  /** Has a job of who used more pause, one at a time. */
  #askToPause(running: readonly PoolJob[], next: PoolJob): void {
    const now = performance.now();
    if (running.some(({ isPausing }) => isPausing)) return;
    const turned = running.filter(({ since }) => now - since >= LEAST_TURN);
    const job = this.#share.givesWay(turned, next);
    if (job === undefined) return;
    job.isPausing = true;
    job.worker?.pause();
  }

  /** Sees to it that a job gets a thread: another one, or that of who used most and is not running. */
  #makeRoom(next: PoolJob): void {
    if (this.#in('ending').length > 0 || [...this.#workers].some(({ isReady }) => !isReady)) return;
    if (this.#workers.size < this.#mostThreads) {
      this.#startWorker();
      return;
    }
    const job = this.#share.givesWay(this.#in('paused', 'stalled'), next);
    if (job === undefined) return;
    this.#settle(job, { ...refusal(503, 'Others needed its worker'), isCutOff: true });
    this.#end(job);
  }

  #give(worker: WorkerThread, job: PoolJob): void {
    worker.job = job.id;
    job.worker = worker;
    this.#jobs.set(job.id, job);
    this.#begin(job);
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
        // It may have been abandoned meanwhile.
        if (job.isSettled) worker.cancel();
      },
      (error: unknown) => {
        this.#options.log.warn({ reason: messageOf(error) }, 'no snapshot for a contract call');
        this.#done(worker, job.id, { ...refusal(503), isTrouble: true });
      },
    );
  }

  #begin(job: PoolJob): void {
    this.#enter(job, 'running');
    const left = Math.max(0, job.limit - job.ran);
    job.deadline = Date.now() + left;
    job.timer = setTimeout(() => this.#overrun(job), left + GRACE);
  }

  #resume(job: PoolJob): void {
    this.#begin(job);
    job.worker?.send({ kind: 'resume', id: job.id, deadline: job.deadline });
  }

  /** Counts the time in the state that ends, and charges the client for it. */
  #enter(job: PoolJob, state: PoolJob['state']): void {
    const now = performance.now();
    const passed = now - job.since;
    if (job.state === 'running') this.#share.charge(job.client, passed);
    if (job.state === 'running' || job.state === 'stalled') job.ran += passed;
    else job.waited += passed;
    clearTimeout(job.timer);
    job.state = state;
    job.since = now;
    job.isPausing = false;
  }

  /** A job left its place to others. */
  #stopped(job: PoolJob, kind: 'paused' | 'stalled'): void {
    if (job.state === 'running') {
      // What was taken meanwhile made room already.
      const state = kind === 'stalled' && job.untaken < MOST_UNTAKEN ? 'paused' : kind;
      this.#enter(job, state);
      if (job.isSettled) this.#end(job);
      else {
        const left = state === 'paused' ? this.#options.waitLimit - job.waited : job.limit - job.ran;
        job.timer = setTimeout(() => this.#overrun(job), Math.max(0, left));
      }
    } else if (job.state === 'ending') job.worker?.cancel();
    this.#dispatch();
  }

  #taken(job: PoolJob): void {
    job.untaken -= 1;
    job.worker?.send({ kind: 'taken', id: job.id });
    if (job.state !== 'stalled') return;
    this.#enter(job, 'paused');
    job.timer = setTimeout(() => this.#overrun(job), Math.max(0, this.#options.waitLimit - job.waited));
    this.#dispatch();
  }

  #heard(worker: WorkerThread, message: FromWorker): void {
    if (message.kind === 'ready') {
      worker.isReady = true;
      if ([...this.#workers].every(({ isReady }) => isReady)) this.#becameReady();
      this.#dispatch();
    } else if (message.kind === 'done') this.#done(worker, message.id, message.answer);
    else this.#heardOf(message);
  }

  #heardOf(message: Exclude<FromWorker, { kind: 'ready' | 'done' }>): void {
    const job = this.#jobs.get(message.id);
    if (job === undefined) return;
    if (message.kind === 'taken') releaseSnapshot(job);
    else if (message.kind === 'state') {
      job.block = message.block;
      job.onBlock?.(message.block);
    } else if (message.kind === 'piece') {
      job.untaken += 1;
      job.onPiece?.(message.piece, () => this.#taken(job));
    } else this.#stopped(job, message.kind);
  }

  #done(worker: WorkerThread, id: number, answer: JobAnswer): void {
    const job = this.#jobs.get(id);
    worker.job = undefined;
    worker.lastUsed = performance.now();
    // What it sees after a failure is not known.
    if (answer.isTrouble) leave(worker);
    if (job) {
      // A worker looks at the time now and then: what comes after it is too late all the same.
      const isLate = job.class === 'call' && Date.now() >= job.deadline;
      this.#enter(job, 'ending');
      this.#jobs.delete(id);
      releaseSnapshot(job);
      const isCurrent = job.snapshot?.isCurrent === true;
      this.#settle(job, isLate ? { ...refusal(503), isCutOff: true } : { ...answer, isCurrent });
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

  #settle(job: PoolJob, answer: PoolAnswer): void {
    if (job.isSettled) return;
    job.isSettled = true;
    if (job.worker === undefined) clearTimeout(job.timer);
    if (answer.error !== undefined)
      this.#options.log.error({ reason: answer.error }, 'a contract call failed');
    job.resolve(job.block === undefined ? answer : { ...answer, block: job.block });
  }

  /** Has a job that is not running end; its thread is free then. */
  #end(job: PoolJob): void {
    this.#enter(job, 'ending');
    job.timer = setTimeout(() => this.#overrun(job), GRACE);
    job.worker?.cancel();
  }

  /** The client left: nobody needs the answer. */
  #abandon(job: PoolJob): void {
    if (job.isSettled) return;
    if (job.worker === undefined) this.#queues[job.class].remove(job.client, job);
    else if (job.state === 'running') job.worker.cancel();
    else this.#end(job);
    // The timer of one that runs stays: its worker may not hear.
    this.#settle(job, { ...refusal(503), isCutOff: job.worker !== undefined });
  }

  /** The time of a job ended. One that runs should have said so itself. */
  #overrun(job: PoolJob): void {
    const { worker } = job;
    if (worker === undefined) {
      this.#queues[job.class].remove(job.client, job);
      this.#settle(job, refusal(503));
    } else if (job.state === 'paused' || job.state === 'stalled') {
      this.#settle(job, { ...refusal(503), isCutOff: true });
      this.#end(job);
    } else if (worker.job === job.id) {
      this.#options.log.warn({}, 'a contract call overran its time: its worker is replaced');
      void worker.terminate();
    }
  }

  #ended(worker: WorkerThread, error: Error | undefined): void {
    this.#workers.delete(worker);
    const job = worker.job === undefined ? undefined : this.#jobs.get(worker.job);
    if (job) {
      const isLate = Date.now() >= job.deadline;
      this.#enter(job, 'ending');
      this.#jobs.delete(job.id);
      releaseSnapshot(job);
      const detail = isLate ? '' : 'The call took more memory than it may';
      this.#settle(job, { ...refusal(503, detail), isCutOff: true });
    }
    if (this.#closed || worker.isRetired) return;
    this.replaced += 1;
    if (error) this.#options.log.error({ reason: error.message }, 'a worker of contract calls ended');
    setTimeout(() => this.#startWorker(), worker.isReady ? 0 : RESTART_AFTER).unref();
    this.#dispatch();
  }

  /** Ends threads that were needed while others were paused. */
  #endIdle(): void {
    const since = performance.now() - IDLE_TIME;
    for (const worker of this.#idleWorkers()) {
      if (this.#workers.size <= this.#options.workers + 1) return;
      if (worker.lastUsed > since) continue;
      worker.isRetired = true;
      this.#workers.delete(worker);
      void worker.terminate();
    }
  }
}

function leave(worker: WorkerThread): void {
  if (worker.snapshot === undefined) return;
  worker.snapshot = undefined;
  worker.send({ kind: 'leave' });
}

function refusal(status: number, detail = ''): JobAnswer {
  return { status, messages: failure(status, detail).messages };
}
