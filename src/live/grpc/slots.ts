/** Places of which so many may be held at once; who comes later waits for its turn. */
export class Slots {
  #free: number;
  readonly #waiting = new Set<() => void>();

  constructor(count: number) {
    this.#free = count;
  }

  /** Takes a place; the function that it gives returns it (once). Throws the signal's reason. */
  async take(signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    if (this.#free > 0) this.#free -= 1;
    else await this.#turn(signal);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      const [next] = this.#waiting;
      if (next === undefined) this.#free += 1;
      else next();
    };
  }

  #turn(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#waiting.delete(enter);
        signal.removeEventListener('abort', abandon);
      };
      const enter = () => {
        leave();
        resolve();
      };
      const abandon = () => {
        leave();
        reject(signal.reason);
      };
      this.#waiting.add(enter);
      signal.addEventListener('abort', abandon, { once: true });
    });
  }
}
