interface Chunk {
  readonly bytes: Uint8Array;
  readonly acknowledge: () => void;
}

/**
 * Chunks of one response between the job that creates them and the response that sends them. It has one reader, which
 * acknowledges each chunk. This is not a `FairQueue`, because its items are bytes in order, an end and an error, and
 * `ChunkWindow` in the worker bounds its length.
 */
export class ChunkQueue implements AsyncIterable<Uint8Array> {
  readonly #chunks: Chunk[] = [];
  #end: { readonly error: Error | undefined } | undefined;
  #wake: (() => void) | undefined;
  #begin: () => void = () => undefined;
  readonly #abandon = new AbortController();
  /** Aborted when the reader stops before the end. */
  readonly abandoned = this.#abandon.signal;
  /** Settles once there is a chunk. */
  readonly begun: Promise<undefined> = new Promise((resolve) => {
    this.#begin = () => resolve(undefined);
  });

  add(bytes: Uint8Array, acknowledge: () => void): void {
    this.#chunks.push({ bytes, acknowledge });
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
        const chunk = this.#chunks.shift();
        if (chunk !== undefined) {
          yield chunk.bytes;
          // Acknowledging the chunk requests the next one while this one is sent.
          chunk.acknowledge();
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
      this.#abandon.abort();
    }
  }
}
