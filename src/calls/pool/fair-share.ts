import { ClientUsage } from './client-usage.ts';
import type { PoolJob } from './pool-job.ts';

/** Additional usage, in milliseconds, that is charged for a trace, because calls have priority. */
const TRACE_HANDICAP_MS = 2_000;
/** Additional milliseconds of use after which a client yields to another. */
const MARGIN_MS = 250;
/** Difference of usage, in milliseconds, that is ignored. */
const TIE_MS = 5;
/** Minimum milliseconds for which a job runs before it may be paused. */
export const MIN_RUN_MS = 50;

/** Chooses the client to serve next: the one that used the least worker time, including that of its running jobs. */
export class FairShare {
  readonly #usage = new ClientUsage();
  readonly #jobs: readonly PoolJob[];
  readonly #budget: number;

  /** @param budget recent milliseconds of a client above which it is refused while others wait */
  constructor(jobs: readonly PoolJob[], budget: number) {
    this.#jobs = jobs;
    this.#budget = budget;
  }

  /** Returns the recently used milliseconds of a client. */
  readonly used = (client: string): number => {
    let used = this.#usage.of(client);
    const now = performance.now();
    for (const job of this.#jobs) {
      if (job.client === client && job.state === 'running') used += now - job.since;
    }
    return used;
  };

  /** Charges a client for a finished time slice of its job. */
  charge(client: string, milliseconds: number): void {
    this.#usage.add(client, milliseconds);
  }

  isOverBudget(client: string): boolean {
    return this.used(client) > this.#budget;
  }

  /** Returns the job of two with priority, and of equals the first. */
  first(a: PoolJob | undefined, b: PoolJob | undefined): PoolJob | undefined {
    if (a === undefined || b === undefined) return a ?? b;
    return this.#weight(b) + TIE_MS < this.#weight(a) ? b : a;
  }

  /** Returns the job that must pause for another one, if any. */
  jobToPause(jobs: Iterable<PoolJob>, to: PoolJob): PoolJob | undefined {
    let max = this.#weight(to) + MARGIN_MS;
    let found: PoolJob | undefined;
    for (const job of jobs) {
      const weight = this.#weight(job);
      if (weight <= max) continue;
      max = weight;
      found = job;
    }
    return found;
  }

  #weight(job: PoolJob): number {
    if (job.isOwn === true) return -MARGIN_MS;
    return this.used(job.client) + (job.class === 'trace' ? TRACE_HANDICAP_MS : 0);
  }
}
