import type { FairQueue } from '../../kernel/limits/fair-queue.ts';
import type { AssignedJobs } from './assigned-jobs.ts';
import type { WorkerCrew, WorkerThread } from './crew.ts';
import { type FairShare, MIN_RUN_MS } from './fair-share.ts';
import { refusal } from './messages.ts';
import type { JobClass, PoolJob } from './pool-job.ts';

/** Interval, in milliseconds, of checks whether a running job yields to a waiting one. */
const CHECK_INTERVAL_MS = 20;

export type Queues = Readonly<Record<JobClass, FairQueue<PoolJob>>>;

export interface SchedulerOptions {
  /** Maximum number of concurrent jobs. */
  readonly workers: number;
  readonly crew: WorkerCrew;
  readonly jobs: AssignedJobs;
  readonly queues: Queues;
  readonly share: FairShare;
  /** Begins a waiting job in a thread. */
  readonly give: (worker: WorkerThread, job: PoolJob) => void;
}

/**
 * Chooses the next job, the job that pauses for it, and its thread. At most `workers` jobs run. The next one belongs to the
 * client that used the least worker time recently; a client that used more yields: its job is paused in its thread, and
 * another thread takes over. Traces leave one worker to calls if there are several.
 *
 * Not a `FairSemaphore`: a call may run for seconds, so clients share the time of workers rather than the number of jobs.
 * Jobs are paused rather than ended, because ending loses the work of honest heavy users first; and they are held by
 * threads rather than one interleaved loop, because a job that fills the heap would end the others.
 */
export class Scheduler {
  readonly #options: SchedulerOptions;
  #pollTimer: NodeJS.Timeout | undefined;

  constructor(options: SchedulerOptions) {
    this.#options = options;
  }

  close(): void {
    clearTimeout(this.#pollTimer);
  }

  /** Starts or resumes jobs on all free workers. Called after each change. */
  dispatch(): void {
    const { workers, crew, jobs, queues, share } = this.#options;
    for (;;) {
      const running = jobs.in('running');
      const traces = running.filter((job) => job.class === 'trace');
      const mayTrace = traces.length < Math.max(1, workers - 1);
      const paused = this.#highestPriority(
        jobs.in('paused').filter((job) => mayTrace || job.class === 'call'),
      );
      const trace = queues.trace.lightest(share.used)?.item;
      const call = queues.call.lightest(share.used)?.item;
      const next = this.#highestPriority([paused, call, mayTrace ? trace : undefined]);
      if (!mayTrace && trace !== undefined) {
        this.#orderPause(traces, trace);
        this.#pollLater();
      }
      if (next === undefined) return;
      const [idle] = crew.idle();
      if (next.state === 'waiting' && idle === undefined) {
        this.#freeThread(next);
        this.#pollLater();
        // The paused job can run meanwhile.
        if (paused === undefined || running.length >= workers) return;
        jobs.resume(paused);
      } else if (running.length >= workers) {
        this.#orderPause(running, next);
        this.#pollLater();
        return;
      } else if (next.state === 'paused') {
        jobs.resume(next);
      } else if (idle !== undefined) {
        queues[next.class].remove(next.client, next, true);
        this.#options.give(idle, next);
      }
    }
  }

  /** Returns the job with priority, and of equals the first. */
  #highestPriority(jobs: readonly (PoolJob | undefined)[]): PoolJob | undefined {
    return jobs.reduce((a, b) => this.#options.share.first(a, b), undefined);
  }

  #pollLater(): void {
    this.#pollTimer ??= setTimeout(() => {
      this.#pollTimer = undefined;
      this.dispatch();
    }, CHECK_INTERVAL_MS);
  }

  /** Orders a job of a client with more usage to pause. One job is paused at a time. */
  #orderPause(running: readonly PoolJob[], next: PoolJob): void {
    const now = performance.now();
    if (running.some(({ isPausing }) => isPausing)) return;
    const turned = running.filter(({ since }) => now - since >= MIN_RUN_MS);
    const job = this.#options.share.jobToPause(turned, next);
    if (job === undefined) return;
    job.isPausing = true;
    job.worker?.pause();
  }

  /** Provides a thread for a job: an additional one, or that of the paused job of the client with the most usage. */
  #freeThread(next: PoolJob): void {
    const { crew, jobs, share } = this.#options;
    if (jobs.in('ending').length > 0 || !crew.areReady) return;
    if (!crew.isFull) {
      crew.start();
      return;
    }
    const job = share.jobToPause(jobs.in('paused', 'stalled'), next);
    if (job === undefined) return;
    jobs.settle(job, { ...refusal('unavailable', 'Another client needed its worker'), isCutOff: true });
    jobs.end(job);
  }
}
