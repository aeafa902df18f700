/** Gives one task at a time its turn, in order of arrival. */
export class SerialQueue {
  #last: Promise<void> = Promise.resolve();

  /** Waits for the turns of all earlier tasks. Resolves to the function that ends this turn. */
  async begin(): Promise<() => void> {
    const before = this.#last;
    let end = (): void => undefined;
    this.#last = new Promise((resolve) => {
      end = resolve;
    });
    await before;
    return end;
  }

  /** Runs a task in its turn, which ends with the task, whether it succeeds or fails. */
  async run<T>(task: () => T | Promise<T>): Promise<T> {
    const end = await this.begin();
    try {
      return await task();
    } finally {
      end();
    }
  }
}
