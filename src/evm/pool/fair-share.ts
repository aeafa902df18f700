import { ClientUsage } from './client-usage.ts';
import type { PoolJob } from './pool-job.ts';

/** Milliseconds that a trace counts as more: calls go first. */
const TRACE_HANDICAP = 2_000;
/** By how many milliseconds a client must have used more to give way to another. */
const MARGIN = 250;
/** Milliseconds that make no difference. */
const TIE = 5;
/** Milliseconds that a job runs before it may be paused. */
export const LEAST_TURN = 50;

/** Decides whose turn it is: that of the client that used least of the workers' time, with what it uses just now. */
export class FairShare {
  readonly #usage = new ClientUsage();
  readonly #jobs: readonly PoolJob[];
  readonly #budget: number;

  /** @param budget milliseconds that a client may have used lately before it is refused for the sake of others */
  constructor(jobs: readonly PoolJob[], budget: number) {
    this.#jobs = jobs;
    this.#budget = budget;
  }

  /** What a client used lately, in milliseconds. */
  readonly used = (client: string): number => {
    let used = this.#usage.of(client);
    const now = performance.now();
    for (const job of this.#jobs) {
      if (job.client === client && job.state === 'running') used += now - job.since;
    }
    return used;
  };

  /** Charges a client for a turn of its job that is over. */
  charge(client: string, milliseconds: number): void {
    this.#usage.add(client, milliseconds);
  }

  isOverBudget(client: string): boolean {
    return this.used(client) > this.#budget;
  }

  /** Of two jobs the one whose turn is first; of equals the first. */
  first(a: PoolJob | undefined, b: PoolJob | undefined): PoolJob | undefined {
    if (a === undefined || b === undefined) return a ?? b;
    return this.#weight(b) + TIE < this.#weight(a) ? b : a;
  }

  /** Which of some jobs has to give way to another one, if any. */
  givesWay(jobs: Iterable<PoolJob>, to: PoolJob): PoolJob | undefined {
    let most = this.#weight(to) + MARGIN;
    let found: PoolJob | undefined;
    for (const job of jobs) {
      const weight = this.#weight(job);
      if (weight <= most) continue;
      most = weight;
      found = job;
    }
    return found;
  }

  #weight(job: PoolJob): number {
    if (job.isOwn === true) return -MARGIN;
    return this.used(job.client) + (job.class === 'trace' ? TRACE_HANDICAP : 0);
  }
}
