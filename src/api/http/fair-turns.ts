/** Lets so many work at once; the others wait, and clients take turns. */
export class FairTurns {
  readonly #most: number;
  readonly #waiting = new Map<string, (() => void)[]>();
  #running = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get running(): number {
    return this.#running;
  }

  /** Works when the client's turn comes. */
  async run<T>(client: string, work: () => Promise<T>): Promise<T> {
    if (this.#running < this.#most) this.#running += 1;
    // Who ends hands its place on, so that nobody comes between.
    else await this.#wait(client);
    try {
      return await work();
    } finally {
      const next = this.#next();
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }

  #wait(client: string): Promise<void> {
    return new Promise((resolve) => {
      const own = this.#waiting.get(client);
      if (own === undefined) this.#waiting.set(client, [resolve]);
      else own.push(resolve);
    });
  }

  /** Whose turn is next: of the client that has waited longest since its last turn. */
  #next(): (() => void) | undefined {
    const [first] = this.#waiting;
    if (first === undefined) return undefined;
    const [client, own] = first;
    const next = own.shift();
    this.#waiting.delete(client);
    if (own.length > 0) this.#waiting.set(client, own);
    return next;
  }
}
