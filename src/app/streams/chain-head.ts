/**
 * Tracks whether an ingest has stored all that its source has. It counts received and stored blocks, because the time
 * without a new block means little on a slow machine or while the database is down.
 */
export class ChainHead {
  #atEnd = false;
  #taken: bigint | null = null;
  #stored: bigint | null = null;
  #sourceFails = false;
  #answeredAt: number | null = null;
  /** Whether a request to the source is open. There is none while received blocks wait for the database. */
  #isRequestOpen = true;
  readonly #clock: () => number;

  /** `clock`: milliseconds of the wall clock. */
  constructor(clock: () => number = Date.now) {
    this.#clock = clock;
  }

  /** Records a block received from the source, with its consensus end (nanoseconds). */
  taken(consensusEnd: bigint): void {
    this.#atEnd = false;
    this.#taken = consensusEnd;
    this.#answeredAt = this.#clock();
    this.#isRequestOpen = false;
  }

  /** Records that the block after the last received one was requested. */
  requested(): void {
    this.#answeredAt = this.answeredAt;
    this.#isRequestOpen = true;
  }

  /** Records that all blocks up to this consensus time are stored. */
  stored(consensusEnd: bigint): void {
    this.#stored = consensusEnd;
  }

  /** Consensus time up to which all blocks are stored, in nanoseconds; null before that is known. */
  get storedUntil(): bigint | null {
    return this.#stored;
  }

  /** Records that the source has no further block that can be trusted. */
  ended(): void {
    this.#atEnd = true;
    if (!this.#sourceFails) this.#answeredAt = this.#clock();
  }

  /** Sets whether requests to the source currently end without a response. */
  sourceFails(fails: boolean): void {
    this.#sourceFails = fails;
  }

  /**
   * Time at which the source last had no open request, in milliseconds of the wall clock; null before its first
   * response.
   */
  get answeredAt(): number | null {
    return this.#isRequestOpen ? this.#answeredAt : this.#clock();
  }

  /** Records that the stream is read again from the last stored block. */
  begun(): void {
    this.#atEnd = false;
    this.#taken = null;
    this.#isRequestOpen = true;
  }

  /** Whether the source has nothing that is not stored. */
  get isReached(): boolean {
    return this.#atEnd && (this.#taken === null || (this.#stored !== null && this.#stored >= this.#taken));
  }
}
