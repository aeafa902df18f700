import type { Clock } from '../clock.ts';
import type { RateLimit } from './limit.ts';

/** Length of the window; a client without requests during a whole one is removed. */
const WINDOW_MS = 1_000;
/** Maximum number of clients in one window; beyond it the next one begins early. */
const MAX_CLIENTS = 10_000;

interface Usage {
  /** Units used by the client, less its share of the units refilled since. */
  used: number;
  at: number;
}

/**
 * Token bucket that clients share. It refills within a second, and a client alone may take all of it. A client within its
 * equal share of the rate is served even when others emptied the bucket: that overdraws it, by at most the rate of one second,
 * and clients above their share wait until it is repaid. So the rate holds in the long run.
 */
export class RateWindow {
  readonly #rate: number;
  readonly #clock: Clock;
  /** Clients with requests in this window, and those with requests only in the one before. */
  #clients = new Map<string, Usage>();
  #earlier = new Map<string, Usage>();
  #windowFrom: number;
  #tokens: number;
  #at: number;

  /** `clock` returns milliseconds. */
  constructor({ max }: Pick<RateLimit, 'max'>, clock: Clock) {
    this.#rate = max;
    this.#clock = clock;
    this.#tokens = max;
    this.#at = clock();
    this.#windowFrom = this.#at;
  }

  /** Takes `count` units for a client; false when it has to wait. */
  take(client: string, count: number): boolean {
    const now = this.#clock();
    this.#refill(now);
    const usage = this.#usageOf(client, now);
    if (this.#tokens - count < (this.#isWithinShare(usage, count) ? -this.#rate : 0)) return false;
    this.#tokens -= count;
    usage.used += count;
    return true;
  }

  /** Returns units that a client took and did not use. */
  giveBack(client: string, count: number): void {
    this.#tokens = Math.min(this.#rate, this.#tokens + count);
    const usage = this.#clients.get(client) ?? this.#earlier.get(client);
    if (usage !== undefined) usage.used = Math.max(0, usage.used - count);
  }

  /** Returns whether a client among several would use at most its share, or has used nothing recently. */
  #isWithinShare({ used }: Usage, count: number): boolean {
    return this.#size > 1 && count <= this.#rate && (used <= 0 || used + count <= this.#share);
  }

  #refill(now: number): void {
    // A clock that was set back adds nothing.
    const passed = Math.max(0, now - this.#at);
    this.#tokens = Math.min(this.#rate, this.#tokens + (passed / WINDOW_MS) * this.#rate);
    this.#at = now;
  }

  #usageOf(client: string, now: number): Usage {
    const age = now - this.#windowFrom;
    if (age >= WINDOW_MS || age < 0 || this.#clients.size >= MAX_CLIENTS) {
      this.#earlier = age >= 2 * WINDOW_MS ? new Map() : this.#clients;
      this.#clients = new Map();
      this.#windowFrom = now;
    }
    const usage = this.#clients.get(client) ?? this.#earlier.get(client) ?? { used: 0, at: now };
    this.#clients.set(client, usage);
    this.#earlier.delete(client);
    const passed = Math.max(0, now - usage.at);
    usage.used = Math.max(0, usage.used - (passed / WINDOW_MS) * this.#share);
    usage.at = now;
    return usage;
  }

  get #size(): number {
    return this.#clients.size + this.#earlier.size;
  }

  get #share(): number {
    return this.#rate / this.#size;
  }
}
