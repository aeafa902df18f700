interface Piece {
  readonly bytes: Uint8Array;
  readonly taken: () => void;
}

/**
 *
 * Chunks of one answer between the job that creates them and the response that sends them. One reader, which
 * acknowledges each chunk. Not a `FairQueue`: its items are bytes in order, an end and an error, and `ChunkWindow` in
 * the worker bounds its length.
 *
 */
export class PieceQueue implements AsyncIterable<Uint8Array> {
  readonly #pieces: Piece[] = [];
  #end: { readonly error: Error | undefined } | undefined;
  #wake: (() => void) | undefined;
  #begin: () => void = () => undefined;
  readonly #left = new AbortController();
  /** Aborted when the reader stops before the end. */
  readonly left = this.#left.signal;
  /** Settled once there is a chunk. */
  readonly begun: Promise<undefined> = new Promise((resolve) => {
    this.#begin = () => resolve(undefined);
  });

  add(bytes: Uint8Array, taken: () => void): void {
    this.#pieces.push({ bytes, taken });
    this.#begin();
    this.#wake?.();
  }

  end(): void {
    this.#end ??= { error: undefined };
    this.#wake?.();
  }

  fail(error: Error): void {
    this.#end ??= { error };
    this.#wake?.();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    try {
      for (;;) {
        const piece = this.#pieces.shift();
        if (piece !== undefined) {
          yield piece.bytes;
          // Requests the next chunk, because this one is being sent.
          piece.taken();
        } else if (this.#end !== undefined) {
          if (this.#end.error !== undefined) throw this.#end.error;
          return;
        } else {
          await new Promise<void>((resolve) => {
            this.#wake = resolve;
          });
        }
      }
    } finally {
      this.#left.abort();
    }
  }
}
