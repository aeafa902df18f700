/** Milliseconds after which a third of what was used still counts. */
const MEMORY = 30_000;
/** Clients remembered; beyond that whoever used something longest ago is forgotten. */
const MOST_CLIENTS = 10_000;

interface Usage {
  readonly used: number;
  readonly at: number;
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
    // The most recent is the last.
    this.#usages.delete(client);
    this.#usages.set(client, { used, at: this.#clock() });
    if (this.#usages.size <= MOST_CLIENTS) return;
    for (const oldest of this.#usages.keys()) {
      this.#usages.delete(oldest);
      return;
    }
  }
}
