/**
 * Whether an ingest has stored all that its source has: told from what it takes and stores, not from
 * how long nothing happened, which a slow machine or a database that is down can make of anything.
 */
export class StreamEdge {
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

  get reached(): boolean {
    return this.#atEnd && (this.#taken === null || (this.#stored !== null && this.#stored >= this.#taken));
  }
}
