import type { ReadyAnswer } from './ready-answer.ts';

interface Entry {
  readonly answer: ReadyAnswer;
  readonly bytes: number;
  readonly immutable: boolean;
}

/** What an entry takes besides its body: headers, key, objects. */
const OVERHEAD_BYTES = 1000;

/**
 * Answers cached until the next block, in a bounded number of bytes; those used least recently go
 * first. Identical requests at the same time are answered by one look-up.
 */
export class AnswerCache {
  readonly #maxBytes: number;
  readonly #entries = new Map<string, Entry>();
  readonly #underWay = new Map<string, Promise<ReadyAnswer>>();
  #bytes = 0;
  #generation = 0;
  hits = 0;
  misses = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** A block was committed: only what can never change stays. */
  invalidate(): void {
    this.#generation++;
    this.#underWay.clear();
    for (const [key, { immutable }] of this.#entries) if (!immutable) this.#remove(key);
  }

  /** The cached answer, if there is one. */
  get(key: string): ReadyAnswer | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    this.hits++;
    // To the end of the order of removal.
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.answer;
  }

  /**
   * The cached answer, or the one that `make` makes. An answer is cached only if no block was committed
   * while it was made, since it may show the state before that block, or if it is known to show the last one.
   */
  async answer(
    key: string,
    immutable: (answer: ReadyAnswer) => boolean,
    make: () => Promise<ReadyAnswer>,
    isCurrent: (answer: ReadyAnswer) => boolean = () => false,
  ): Promise<ReadyAnswer> {
    const cached = this.get(key);
    if (cached !== undefined) return cached;
    const underWay = this.#underWay.get(key);
    if (underWay !== undefined) {
      this.hits++;
      return underWay;
    }
    this.misses++;
    const generation = this.#generation;
    const made = make();
    this.#underWay.set(key, made);
    try {
      const answer = await made;
      const lasting = immutable(answer);
      if (generation === this.#generation || lasting || isCurrent(answer)) this.#store(key, answer, lasting);
      return answer;
    } finally {
      if (this.#underWay.get(key) === made) this.#underWay.delete(key);
    }
  }

  #store(key: string, answer: ReadyAnswer, immutable: boolean): void {
    // Twice the body: its compressed forms are cached, too.
    const bytes = answer.body.length * 2 + key.length + OVERHEAD_BYTES;
    if (bytes > this.#maxBytes / 4) return;
    this.#remove(key);
    this.#entries.set(key, { answer, bytes, immutable });
    this.#bytes += bytes;
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#maxBytes) break;
      this.#remove(oldest);
    }
  }

  #remove(key: string): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    this.#entries.delete(key);
    this.#bytes -= entry.bytes;
  }
}
