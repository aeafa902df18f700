/**
 * Small deterministic random generator (sfc32). A demo stream uses only one, so that a seed determines every byte; its state
 * is four 32-bit words that can be stored.
 */
export class Random {
  #a = 0;
  #b = 0;
  #c = 0;
  #counter = 0;

  constructor(seed: number) {
    this.#a = seed | 0;
    this.#b = 0x9e3779b9 ^ Math.floor(seed / 0x1_0000_0000);
    this.#c = 0x243f6a88;
    this.#counter = 1;
    for (let i = 0; i < 16; i++) this.word();
  }

  /** Returns the words for `restore`. */
  save(): readonly [number, number, number, number] {
    return [this.#a, this.#b, this.#c, this.#counter];
  }

  restore(words: readonly [number, number, number, number]): void {
    [this.#a, this.#b, this.#c, this.#counter] = words;
  }

  /** Returns an unsigned 32-bit integer. */
  word(): number {
    const sum = (((this.#a + this.#b) | 0) + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = ((this.#c << 21) | (this.#c >>> 11)) + sum;
    return sum >>> 0;
  }

  /** Returns a number in [0, 1). */
  unit(): number {
    return this.word() / 0x1_0000_0000;
  }

  /** Returns an integer in [0, bound). */
  below(bound: number): number {
    return Math.floor(this.unit() * bound);
  }

  /** Returns an integer in [low, high]. */
  between(low: number, high: number): number {
    return low + this.below(high - low + 1);
  }

  /** Returns an amount in [low, high], small ones more often than large ones. */
  amount(low: number, high: number): bigint {
    return BigInt(Math.floor(low * (high / low) ** this.unit()));
  }

  chance(probability: number): boolean {
    return this.unit() < probability;
  }

  /** Returns one of `values`, which must not be empty. */
  pick<T>(values: readonly T[]): T {
    const value = values[this.below(values.length)];
    if (value === undefined) throw new RangeError('pick from nothing');
    return value;
  }

  bytes(length: number): Buffer {
    const bytes = Buffer.allocUnsafe(length);
    let at = 0;
    for (; at + 4 <= length; at += 4) bytes.writeUInt32LE(this.word(), at);
    for (; at < length; at++) bytes[at] = this.word() & 0xff;
    return bytes;
  }
}
