/** Runs one task at a time, in order of arrival. */
export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve();

  /** Runs a task after all earlier tasks have ended, whether they succeeded or failed. */
  run<T>(task: () => T | Promise<T>): Promise<T> {
    const turn = this.#last.then(task);
    this.#last = turn.catch(() => undefined);
    return turn;
  }
}
