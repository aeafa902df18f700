/** Runs one task at a time, in order of arrival. */
export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve();

  /** Runs a task once all that came before it have ended, however they did. */
  run<T>(task: () => T | Promise<T>): Promise<T> {
    const turn = this.#last.then(task);
    this.#last = turn.catch(() => undefined);
    return turn;
  }
}
