/**
 * Gives one task at a time its turn: those of a client in order of arrival, and clients one after the other, so that the many tasks
 * of one delay another by one task each time.
 */
export class SerialQueue {
  #isBusy = false;
  /** Waiting tasks of clients, in the order of the clients' turns. */
  readonly #waiting = new Map<string, (() => void)[]>();

  /** Waits for the turn of a client's task. Resolves to the function that ends this turn. */
  async begin(client = ''): Promise<() => void> {
    if (this.#isBusy) await new Promise<void>((resolve) => this.#wait(client, resolve));
    this.#isBusy = true;
    let isOver = false;
    return () => {
      if (!isOver) this.#next();
      isOver = true;
    };
  }

  /** Runs a task in its turn, which ends with the task, whether it succeeds or fails. */
  async run<T>(task: () => T | Promise<T>, client = ''): Promise<T> {
    const end = await this.begin(client);
    try {
      return await task();
    } finally {
      end();
    }
  }

  #wait(client: string, begin: () => void): void {
    const own = this.#waiting.get(client);
    if (own === undefined) this.#waiting.set(client, [begin]);
    else own.push(begin);
  }

  /** Passes the turn to the next client, whose further tasks wait behind those of the others. */
  #next(): void {
    const [next] = this.#waiting;
    if (next === undefined) {
      this.#isBusy = false;
      return;
    }
    const [client, tasks] = next;
    this.#waiting.delete(client);
    const begin = tasks.shift();
    if (tasks.length > 0) this.#waiting.set(client, tasks);
    begin?.();
  }
}
