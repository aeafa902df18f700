import type { IngestEvidence } from './evidence.ts';

/** Time over which the pace is measured, and the minimum for a result, in milliseconds of the monotonic clock. */
const WINDOW_MS = 300_000;
const MIN_WINDOW_MS = 30_000;
/** Maximum difference between the progress of the stream and of the monotonic clock: reports come every few seconds. */
const TOLERANCE_MS = 10_000;

interface Sample {
  readonly steady: number;
  /** Consensus end of the last block, and its age by the wall clock, in milliseconds. */
  readonly end: number;
  readonly age: number;
  readonly caughtUp: boolean;
}

/**
 * Compares the stream with the monotonic clock. Blocks that arrive at the pace of their own times belong to a network
 * that works, whatever their age by the wall clock is. A constant age is then an error of this machine's clock, or of a
 * source that is late.
 */
export class StreamPace {
  readonly #minAgeMs: number;
  #samples: readonly Sample[] = [];
  #offsetMs: number | null = null;

  /** `minAgeMs`: age in milliseconds from which it counts as an error. */
  constructor(minAgeMs: number) {
    this.#minAgeMs = minAgeMs;
  }

  /**
   * Age of blocks at their arrival in milliseconds, if it counts as an error (negative: blocks from the future), else 0;
   * null while the pace is unknown. It stays when the blocks stop, so that the time since then is known.
   */
  get offsetMs(): number | null {
    return this.#offsetMs;
  }

  /** Forgets the past, because the wall clock was set. */
  clockSet(): void {
    this.#samples = [];
    this.#offsetMs = null;
  }

  /** Records the last report of the ingest. `steady`: milliseconds of the monotonic clock. */
  hear({ consensusEnd: end, caughtUp }: IngestEvidence, now: number, steady: number): void {
    if (end === null) return;
    const age = now - end;
    const recent = this.#samples.filter((sample) => steady - sample.steady <= WINDOW_MS);
    this.#samples = [...recent, { steady, end, age, caughtUp }];
    const lengthOf = (sample: Sample): number => steady - sample.steady;
    const isPaced = (from: Sample): boolean => Math.abs(end - from.end - lengthOf(from)) <= TOLERANCE_MS;
    const shortest = this.#samples.findLastIndex((sample) => lengthOf(sample) >= MIN_WINDOW_MS);
    if (shortest < 0) return;
    // After a backfill or a pause the pace is measured anew.
    if (!this.#samples.slice(0, 1).every(isPaced)) {
      const rest = this.#samples.slice(shortest);
      if (!rest.slice(0, 1).every(isPaced)) {
        this.#offsetMs ??= 0;
        return;
      }
      this.#samples = rest;
    }
    // An ingest that never reaches the head is late itself, however constantly.
    if (!this.#samples.some((sample) => sample.caughtUp)) return;
    const youngest = Math.min(...this.#samples.map((sample) => sample.age));
    this.#offsetMs = Math.abs(youngest) < this.#minAgeMs ? 0 : youngest;
  }
}
