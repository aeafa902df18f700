/** Writes chunks of the response, in order; waits until there is room for more. */
export type ChunkWriter = (chunk: string) => Promise<void>;

/** Approximate number of characters of a chunk. */
const CHUNK_CHARACTERS = 64 * 1024;

/** Joins texts to chunks of a reasonable size. */
export class ChunkBuffer {
  readonly #write: ChunkWriter;
  #texts: string[] = [];
  #size = 0;

  constructor(write: ChunkWriter) {
    this.#write = write;
  }

  /** Adds a text. Returns a promise if the writer must wait. */
  add(text: string): void | Promise<void> {
    this.#texts.push(text);
    this.#size += text.length;
    return this.#size < CHUNK_CHARACTERS ? undefined : this.flush();
  }

  flush(): Promise<void> {
    const chunk = this.#texts.join('');
    this.#texts = [];
    this.#size = 0;
    return this.#write(chunk);
  }
}
