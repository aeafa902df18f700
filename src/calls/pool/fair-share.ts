import { dropOldest } from '../../kernel/limits/bounded-cache.ts';
import type { PoolJob } from './pool-job.ts';

/** Milliseconds after which a third of the usage still counts. */
const DECAY_MS = 30_000;
/** Maximum number of clients; beyond it the least recent one is removed. */
const MAX_CLIENTS = 10_000;

/** Milliseconds for which a client stays among the most recent without being moved. */
const RECENT_MS = 1_000;

interface Usage {
  used: number;
  at: number;
  /** Time at which it was moved to the end. */
  movedAt: number;
}

/** Worker time of each client, decaying with age. */
class ClientUsage {
  readonly #clock: () => number;
  readonly #usages = new Map<string, Usage>();

  /** `clock` returns monotonic milliseconds. */
  constructor(clock: () => number = () => performance.now()) {
    this.#clock = clock;
  }

  /** Returns the worker time of a client in milliseconds, decayed to the present. */
  of(client: string): number {
    const usage = this.#usages.get(client);
    return usage === undefined ? 0 : usage.used * Math.exp((usage.at - this.#clock()) / DECAY_MS);
  }

  add(client: string, milliseconds: number): void {
    const used = this.of(client) + milliseconds;
    const now = this.#clock();
    const known = this.#usages.get(client);
    if (known !== undefined && now - known.movedAt < RECENT_MS) {
      known.used = used;
      known.at = now;
      return;
    }
    // The most recent client is the last one.
    this.#usages.delete(client);
    this.#usages.set(client, { used, at: now, movedAt: now });
    dropOldest(this.#usages, MAX_CLIENTS);
  }
}

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
