import { Outdated } from './state/change.ts';

/** Number of consecutive failures from which a step counts as failing. */
const MAX_FAILURES = 10;

export interface StepsOptions {
  /** Whether an error means that no other step can succeed either. */
  readonly isDown: (error: unknown) => boolean;
  /** Called with every other failure. */
  readonly onFailure: (error: unknown, step: string) => void;
}

/** Runs the steps of each poll so that the failure of one stops no other, and counts consecutive failures of each. */
export class Steps {
  readonly #options: StepsOptions;
  /** Failing steps by name, in the order in which they began to fail. `since` is in milliseconds. */
  readonly #failures = new Map<string, { readonly since: number; readonly count: number }>();

  constructor(options: StepsOptions) {
    this.#options = options;
  }

  /** The step that has failed ten times in a row for longest, and since when (milliseconds); null without one. */
  get failing(): { readonly step: string; readonly since: number } | null {
    for (const [step, { since, count }] of this.#failures) {
      if (count >= MAX_FAILURES) return { step, since };
    }
    return null;
  }

  /**
   * Runs one step at `now` (milliseconds). Returns whether it succeeded. A step that was outdated by another process
   * neither succeeds nor fails: the next poll repeats it. Throws the error if the database is down.
   */
  async run(step: string, now: number, work: () => Promise<unknown>): Promise<boolean> {
    try {
      await work();
      this.#failures.delete(step);
      return true;
    } catch (error) {
      if (error instanceof Outdated) return false;
      if (this.#options.isDown(error)) throw error;
      const { since, count } = this.#failures.get(step) ?? { since: now, count: 0 };
      this.#failures.set(step, { since: Math.min(since, now), count: count + 1 });
      this.#options.onFailure(error, step);
      return false;
    }
  }
}
