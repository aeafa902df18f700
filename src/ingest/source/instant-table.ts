/** The files of an instant, and the spelling of its name, in one byte. */
const FRACTION_DIGITS = 0x0f;
export const DATA = 0x10;
export const DATA_GZ = 0x20;
export const SIGNATURE = 0x40;
export const SIGNATURE_GZ = 0x80;

/** Marks a name with this many digits after the seconds' point. */
export function spelling(fractionDigits: number): number {
  return fractionDigits & FRACTION_DIGITS;
}

/** Number of digits after the seconds' point in the names of an instant. */
export function fractionDigits(flags: number): number {
  return flags & FRACTION_DIGITS;
}

/**
 * Instants (nanoseconds) with one byte of flags each, in nine bytes, so that the names of a directory of a
 * million files take little memory. Filled unsorted by `push`, then ordered by `settle`.
 */
export class InstantTable {
  #times = new BigInt64Array(256);
  #flags = new Uint8Array(256);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  instant(index: number): bigint {
    return this.#times[index] ?? 0n;
  }

  flags(index: number): number {
    return this.#flags[index] ?? 0;
  }

  /** Adds without keeping order. */
  push(instant: bigint, flags: number): void {
    this.#reserve();
    this.#times[this.#length] = instant;
    this.#flags[this.#length] = flags;
    this.#length += 1;
  }

  /**
   * Orders what was pushed, merges entries of one instant, and keeps the earliest `keep` instants. Returns
   * the first instant that was dropped, or null when all were kept.
   */
  settle(keep: number): bigint | null {
    const times = this.#times;
    const order = Uint32Array.from({ length: this.#length }, (_, index) => index).sort((a, b) => {
      const left = times[a] ?? 0n;
      const right = times[b] ?? 0n;
      return left < right ? -1 : left > right ? 1 : 0;
    });
    const settled = new InstantTable();
    let dropped: bigint | null = null;
    for (const index of order) {
      const instant = this.instant(index);
      const flags = this.flags(index);
      const last = settled.#length - 1;
      if (last >= 0 && settled.instant(last) === instant) {
        settled.#join(last, flags);
      } else if (settled.#length === keep) {
        dropped = instant;
        break;
      } else {
        settled.push(instant, flags);
      }
    }
    this.#times = settled.#times;
    this.#flags = settled.#flags;
    this.#length = settled.#length;
    return dropped;
  }

  /** Adds to an ordered table. */
  insert(instant: bigint, flags: number): void {
    const position = this.position(instant);
    if (position < this.#length && this.instant(position) === instant) {
      this.#join(position, flags);
      return;
    }
    this.#reserve();
    this.#times.copyWithin(position + 1, position, this.#length);
    this.#flags.copyWithin(position + 1, position, this.#length);
    this.#times[position] = instant;
    this.#flags[position] = flags;
    this.#length += 1;
  }

  /** Index of the first entry at or after an instant, in an ordered table. */
  position(instant: bigint): number {
    let low = 0;
    let high = this.#length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.instant(middle) < instant) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Drops the first `count` entries. */
  dropFirst(count: number): void {
    this.#times.copyWithin(0, count, this.#length);
    this.#flags.copyWithin(0, count, this.#length);
    this.#length -= count;
  }

  /** Another spelling of the same instant (`…00Z`, `…00.0Z`) counts as another file. */
  #join(index: number, flags: number): void {
    const known = this.flags(index);
    if (fractionDigits(known) === fractionDigits(flags)) this.#flags[index] = known | flags;
  }

  #reserve(): void {
    if (this.#length < this.#times.length) return;
    const times = new BigInt64Array(2 * this.#times.length);
    times.set(this.#times);
    const flags = new Uint8Array(2 * this.#flags.length);
    flags.set(this.#flags);
    this.#times = times;
    this.#flags = flags;
  }
}
