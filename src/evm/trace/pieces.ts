/** Writes chunks of the answer, in order; waits until there is room for more. */
export type PieceWriter = (piece: string) => Promise<void>;

/** Approximate number of characters of a chunk. */
const PIECE = 64 * 1024;

/** Joins texts to chunks of a reasonable size. */
export class Pieces {
  readonly #write: PieceWriter;
  #texts: string[] = [];
  #size = 0;

  constructor(write: PieceWriter) {
    this.#write = write;
  }

  /** Gives a promise where the writer has to wait. */
  add(text: string): void | Promise<void> {
    this.#texts.push(text);
    this.#size += text.length;
    return this.#size < PIECE ? undefined : this.flush();
  }

  flush(): Promise<void> {
    const piece = this.#texts.join('');
    this.#texts = [];
    this.#size = 0;
    return this.#write(piece);
  }
}
