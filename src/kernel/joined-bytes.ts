/** Parts above this size are retained as they are. */
const LARGE_BYTES = 64 * 1024;

/** Bytes that come in parts. Small parts are copied together, because millions of them would take a hundred times their size. */
export class JoinedBytes {
  readonly #parts: Uint8Array[] = [];
  #length = 0;
  /** Room for small parts, of which the first bytes are used. */
  #tail = Buffer.alloc(0);
  #used = 0;

  /** Number of bytes. */
  get length(): number {
    return this.#length;
  }

  add(part: Uint8Array): void {
    this.#length += part.length;
    if (part.length > LARGE_BYTES) {
      this.#endTail();
      this.#parts.push(part);
      return;
    }
    if (this.#used + part.length > this.#tail.length) {
      this.#endTail();
      // At first as large as the only part of a small whole, then twice the size.
      this.#tail = Buffer.allocUnsafe(Math.max(part.length, Math.min(this.#length, 2 * LARGE_BYTES)));
    }
    this.#tail.set(part, this.#used);
    this.#used += part.length;
  }

  /** Returns all bytes. */
  bytes(): Buffer {
    this.#endTail();
    return Buffer.concat(this.#parts, this.#length);
  }

  #endTail(): void {
    if (this.#used > 0) this.#parts.push(this.#tail.subarray(0, this.#used));
    this.#tail = this.#tail.subarray(this.#used);
    this.#used = 0;
  }
}
