/**
 * Whether an ingest has stored all that its source has. It counts what is taken and stored: how long
 * nothing happened would say little on a slow machine or while the database is down.
 */
export class ChainHead {
  #atEnd = false;
  #taken: bigint | null = null;
  #stored: bigint | null = null;
  #sourceFails = false;
  #answeredAt: number | null = null;
  /** Whether the source is asked for a block. It is not while what was taken waits for the database. */
  #isAsked = true;
  readonly #clock: () => number;

  /** `clock`: milliseconds of the wall clock. */
  constructor(clock: () => number = Date.now) {
    this.#clock = clock;
  }

  /** A block was taken from the source; it ends at this consensus time (nanoseconds). */
  taken(consensusEnd: bigint): void {
    this.#atEnd = false;
    this.#taken = consensusEnd;
    this.#answeredAt = this.#clock();
    this.#isAsked = false;
  }

  /** The source is asked for the block after the one that was taken. */
  asked(): void {
    this.#answeredAt = this.answeredAt;
    this.#isAsked = true;
  }

  /** All blocks up to this consensus time are stored. */
  stored(consensusEnd: bigint): void {
    this.#stored = consensusEnd;
  }

  /** The source has nothing that can be taken after what was. */
  ended(): void {
    this.#atEnd = true;
    if (!this.#sourceFails) this.#answeredAt = this.#clock();
  }

  /** Whether looks at the source end without its answer from now on. */
  sourceFails(fails: boolean): void {
    this.#sourceFails = fails;
  }

  /** When the source last owed no answer, in milliseconds of the wall clock; null: it has not answered yet. */
  get answeredAt(): number | null {
    return this.#isAsked ? this.#answeredAt : this.#clock();
  }

  /** The stream is read anew from what is stored. */
  begun(): void {
    this.#atEnd = false;
    this.#taken = null;
    this.#isAsked = true;
  }

  /** Whether the source has nothing that is not stored. */
  get isReached(): boolean {
    return this.#atEnd && (this.#taken === null || (this.#stored !== null && this.#stored >= this.#taken));
  }
}
