import { dropOldest } from '../../kernel/limits/bounded-cache.ts';

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
export class ClientUsage {
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
