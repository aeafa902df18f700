/**
 * Whether an ingest has stored all that its source has. It counts what is taken and stored: how long
 * nothing happened would say little on a slow machine or while the database is down.
 */
export class ChainHead {
  #atEnd = false;
  #taken: bigint | null = null;
  #stored: bigint | null = null;

  /** A block was taken from the source; it ends at this consensus time (nanoseconds). */
  taken(consensusEnd: bigint): void {
    this.#atEnd = false;
    this.#taken = consensusEnd;
  }

  /** All blocks up to this consensus time are stored. */
  stored(consensusEnd: bigint): void {
    this.#stored = consensusEnd;
  }

  /** The source has nothing that can be taken after what was. */
  ended(): void {
    this.#atEnd = true;
  }

  /** The stream is read anew from what is stored. */
  begun(): void {
    this.#atEnd = false;
    this.#taken = null;
  }

  /** Whether the source has nothing that is not stored. */
  get isReached(): boolean {
    return this.#atEnd && (this.#taken === null || (this.#stored !== null && this.#stored >= this.#taken));
  }
}
