const WORD_BYTES = 32;
const FIRST_BYTES = 1_024;
/** Maximum bytes that a frame's memory retains for the next frame. */
const RETAINED_BYTES = 65_536;
/** Maximum number of words: four gigabytes, more than any gas limit of the ledger can pay for. */
export const MAX_WORDS = 0x800_0000;

/** Memory of a frame. `words` are paid for and allocated. Reused by one frame after another. */
export class Memory {
  bytes = new Uint8Array(FIRST_BYTES);
  view = new DataView(this.bytes.buffer);
  words = 0;

  /** Expands to `words` words, initially zero. */
  grow(words: number): void {
    if (words <= this.words) return;
    const size = words * WORD_BYTES;
    if (size > this.bytes.length) {
      const larger = new Uint8Array(Math.max(size, this.bytes.length * 2));
      larger.set(this.bytes.subarray(0, this.words * WORD_BYTES));
      this.bytes = larger;
      this.view = new DataView(larger.buffer);
    }
    this.words = words;
  }

  /** Empties it for the next frame. */
  clear(): void {
    if (this.bytes.length > RETAINED_BYTES) {
      this.bytes = new Uint8Array(FIRST_BYTES);
      this.view = new DataView(this.bytes.buffer);
    } else this.bytes.fill(0, 0, this.words * WORD_BYTES);
    this.words = 0;
  }

  load(offset: number): bigint {
    const { view } = this;
    return (
      (view.getBigUint64(offset) << 192n) |
      (view.getBigUint64(offset + 8) << 128n) |
      (view.getBigUint64(offset + 16) << 64n) |
      view.getBigUint64(offset + 24)
    );
  }

  store(offset: number, value: bigint): void {
    const { view } = this;
    // `setBigUint64` writes the lowest 64 bits of each value.
    view.setBigUint64(offset, value >> 192n);
    view.setBigUint64(offset + 8, value >> 128n);
    view.setBigUint64(offset + 16, value >> 64n);
    view.setBigUint64(offset + 24, value);
  }

  /** Copies from a source, with zeros after its end. The memory must be large enough. */
  copy(to: number, source: Uint8Array, from: bigint, size: number): void {
    const begin = from < source.length ? Number(from) : source.length;
    const end = Math.min(begin + size, source.length);
    this.bytes.set(source.subarray(begin, end), to);
    this.bytes.fill(0, to + end - begin, to + size);
  }
}

/** Returns the number of words of memory that a range needs; not exact far beyond any affordable size. */
export function wordsFor(offset: bigint, size: bigint): number {
  return size === 0n ? 0 : Math.ceil(Number(offset + size) / WORD_BYTES);
}

/** Returns the total cost of a memory of `words` words. */
function priceOf(words: number): number {
  return words * 3 + Math.floor((words * words) / 512);
}

/** Returns the cost of expanding to `words` words. */
export function growthGas(memory: Memory, words: number): number {
  return words <= memory.words ? 0 : priceOf(words) - priceOf(memory.words);
}
