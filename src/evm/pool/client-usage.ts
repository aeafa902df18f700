/** Milliseconds after which a third of what was used still counts. */
const MEMORY = 30_000;
/** Clients remembered; beyond that whoever used something longest ago is forgotten. */
const MOST_CLIENTS = 10_000;

/** Milliseconds in which who uses something again keeps its place among the most recent. */
const RECENT = 1_000;

interface Usage {
  used: number;
  at: number;
  /** When it came to its place. */
  placed: number;
}

/** How much time of workers each client used lately: what is long ago counts less and less. */
export class ClientUsage {
  readonly #clock: () => number;
  readonly #usages = new Map<string, Usage>();

  /** `clock` gives milliseconds that only grow. */
  constructor(clock: () => number = () => performance.now()) {
    this.#clock = clock;
  }

  /** Milliseconds. */
  of(client: string): number {
    const usage = this.#usages.get(client);
    return usage === undefined ? 0 : usage.used * Math.exp((usage.at - this.#clock()) / MEMORY);
  }

  add(client: string, milliseconds: number): void {
    const used = this.of(client) + milliseconds;
    const now = this.#clock();
    const known = this.#usages.get(client);
    if (known !== undefined && now - known.placed < RECENT) {
      known.used = used;
      known.at = now;
      return;
    }
    // The most recent is the last.
    this.#usages.delete(client);
    this.#usages.set(client, { used, at: now, placed: now });
    if (this.#usages.size <= MOST_CLIENTS) return;
    for (const oldest of this.#usages.keys()) {
      this.#usages.delete(oldest);
      return;
    }
  }
}
