/** Pseudo-random numbers (xorshift32): the same for a seed. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed | 1;
  }

  /** An integer from 0 to `limit` - 1. */
  below(limit: number): number {
    this.#state ^= this.#state << 13;
    this.#state ^= this.#state >>> 17;
    this.#state ^= this.#state << 5;
    return (this.#state >>> 0) % limit;
  }

  /** An item of a list. Throws when it is empty. */
  pick<T>(list: readonly T[]): T {
    const item = list[this.below(list.length)];
    if (item === undefined) throw new Error('nothing to pick');
    return item;
  }
}
