import type { WorkerThread } from './crew.ts';
import type { FairShare } from './fair-share.ts';
import { MAX_UNACKNOWLEDGED, refusal } from './messages.ts';
import { type JobState, type PoolAnswer, type PoolJob, releaseSnapshot } from './pool-job.ts';

/** Milliseconds in which a worker must report that its job timed out, before it is terminated. */
const GRACE_MS = 1_000;

export interface AssignedJobsOptions {
  /** Maximum milliseconds for which a job waits and is paused. */
  readonly waitLimitMs: number;
  readonly share: FairShare;
  /** Called when the time of a job has ended. */
  readonly overrun: (job: PoolJob) => void;
  readonly log: { error(fields: object, message: string): void };
}

/**
 * Jobs that have a thread, with their state transitions, their times and the clients that are charged. They are few,
 * and in an array: a long-lived map whose keys change retains its old hash tables until a full collection, because each
 * table refers to the next one.
 */
export class AssignedJobs {
  readonly #options: AssignedJobsOptions;
  readonly #jobs: PoolJob[];

  /** @param jobs array that this class fills and the scheduler reads */
  constructor(jobs: PoolJob[], options: AssignedJobsOptions) {
    this.#jobs = jobs;
    this.#options = options;
  }

  get(id: number): PoolJob | undefined {
    return this.#jobs.find((job) => job.id === id);
  }

  in(...states: readonly JobState[]): PoolJob[] {
    return this.#jobs.filter(({ state }) => states.includes(state));
  }

  /** Returns whether jobs of others have a thread. */
  hasOthers(client: string): boolean {
    return this.#jobs.some((job) => job.client !== client && job.isOwn !== true && job.state !== 'ending');
  }

  /** Assigns a thread to a job and begins its time. */
  assign(job: PoolJob, worker: WorkerThread): void {
    worker.job = job.id;
    job.worker = worker;
    this.#jobs.push(job);
    this.#begin(job);
  }

  /** Resumes a paused job. */
  resume(job: PoolJob): void {
    this.#begin(job);
    job.worker?.send({ kind: 'resume', id: job.id, deadline: job.deadline });
  }

  /** Handles the pause of a running job, during which its worker serves others. */
  stop(job: PoolJob, kind: 'paused' | 'stalled'): void {
    // A chunk acknowledged in the meantime has already made room.
    const state = kind === 'stalled' && job.unacknowledged < MAX_UNACKNOWLEDGED ? 'paused' : kind;
    this.#enter(job, state);
    if (job.isSettled) {
      this.end(job);
      return;
    }
    const left = state === 'paused' ? this.#options.waitLimitMs - job.waited : job.limit - job.ran;
    this.#limit(job, left);
  }

  /** Makes a job that waited for its reader eligible to be resumed. */
  unstall(job: PoolJob): void {
    this.#enter(job, 'paused');
    this.#limit(job, this.#options.waitLimitMs - job.waited);
  }

  /** Ends a job that is not running, which frees its thread. */
  end(job: PoolJob): void {
    this.#enter(job, 'ending');
    this.#limit(job, GRACE_MS);
    job.worker?.cancel();
  }

  /** Removes a job whose thread has responded or ended. */
  remove(job: PoolJob): void {
    this.#enter(job, 'ending');
    const index = this.#jobs.indexOf(job);
    if (index >= 0) this.#jobs.splice(index, 1);
    releaseSnapshot(job);
  }

  /** Settles the promise of a job, once. */
  settle(job: PoolJob, answer: PoolAnswer): void {
    if (job.isSettled) return;
    job.isSettled = true;
    if (job.worker === undefined) clearTimeout(job.timer);
    if (answer.error !== undefined)
      this.#options.log.error({ reason: answer.error }, 'A contract call failed');
    job.resolve(job.block === undefined ? answer : { ...answer, block: job.block });
  }

  /** Refuses all jobs, because the pool is closed. */
  refuseAll(): void {
    for (const job of this.#jobs) this.settle(job, refusal('unavailable'));
  }

  #begin(job: PoolJob): void {
    this.#enter(job, 'running');
    const left = Math.max(0, job.limit - job.ran);
    job.deadline = Date.now() + left;
    this.#limit(job, left + GRACE_MS);
  }

  #limit(job: PoolJob, milliseconds: number): void {
    job.timer = setTimeout(() => this.#options.overrun(job), Math.max(0, milliseconds));
  }

  /** Adds the time in the previous state, and charges the client for it. */
  #enter(job: PoolJob, state: JobState): void {
    const now = performance.now();
    const passed = now - job.since;
    if (job.state === 'running') this.#options.share.charge(job.client, passed);
    if (job.state === 'running' || job.state === 'stalled') job.ran += passed;
    else job.waited += passed;
    clearTimeout(job.timer);
    job.state = state;
    job.since = now;
    job.isPausing = false;
  }
}
