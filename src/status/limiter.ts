import type { Clock } from '../kernel/clock.ts';

/** Most addresses remembered at once; beyond, the oldest are forgotten. */
const MAX_REMEMBERED = 10_000;

/** Counts what one address did in a span of time, and says when it was too much. */
export class Limiter {
  readonly #most: number;
  readonly #span: number;
  readonly #clock: Clock;
  readonly #counts = new Map<string, { count: number; until: number }>();

  /** At most `most` times in `span` milliseconds. */
  constructor(most: number, span: number, clock: Clock) {
    this.#most = most;
    this.#span = span;
    this.#clock = clock;
  }

  /** Seconds to wait, or 0 when nothing stands against it. */
  waitOf(who: string): number {
    const entry = this.#counts.get(who);
    const left = entry === undefined ? 0 : entry.until - this.#clock();
    if (entry === undefined || left <= 0 || entry.count < this.#most) return 0;
    return Math.ceil(left / 1000);
  }

  /** Counts one more. */
  count(who: string): void {
    const now = this.#clock();
    const entry = this.#counts.get(who);
    if (entry !== undefined && entry.until > now) {
      entry.count++;
      return;
    }
    this.#counts.delete(who);
    this.#counts.set(who, { count: 1, until: now + this.#span });
    if (this.#counts.size > MAX_REMEMBERED) {
      for (const oldest of this.#counts.keys()) {
        this.#counts.delete(oldest);
        break;
      }
    }
  }
}
