import type { Departure } from '../../kernel/departure.ts';
import type { ReadyAnswer } from '../answer/ready-answer.ts';

interface Entry {
  readonly answer: ReadyAnswer;
  readonly bytes: number;
  readonly immutable: boolean;
}

/** Who asks for an answer: when the last one has left before it was made, nobody waits for it. */
export interface Asking {
  /** Aborted when the client leaves; undefined: it never does. */
  readonly left: Departure | undefined;
  /** Called when nobody waits for what `make` makes. */
  readonly onAbandoned: () => void;
}

interface Making {
  readonly made: Promise<ReadyAnswer>;
  readonly onAbandoned: () => void;
  /** How many wait for it. */
  waiting: number;
}

/** What an entry takes besides its body: headers, key, objects. */
const OVERHEAD_BYTES = 1000;

const NEVER_LEAVES: Asking = { left: undefined, onAbandoned: () => undefined };

/**
 * Answers cached until the next block, in a bounded number of bytes; those used least recently go
 * first. Identical requests at the same time are answered by one look-up.
 */
export class AnswerCache {
  readonly #maxBytes: number;
  readonly #entries = new Map<string, Entry>();
  readonly #underWay = new Map<string, Making>();
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
    asking: Asking = NEVER_LEAVES,
  ): Promise<ReadyAnswer> {
    const cached = this.get(key);
    if (cached !== undefined) return cached;
    const underWay = this.#underWay.get(key);
    if (underWay !== undefined) {
      this.hits++;
      this.#wait(key, underWay, asking.left);
      return underWay.made;
    }
    this.misses++;
    const generation = this.#generation;
    const made = make();
    const making: Making = { made, onAbandoned: asking.onAbandoned, waiting: 0 };
    this.#underWay.set(key, making);
    this.#wait(key, making, asking.left);
    try {
      const answer = await made;
      const lasting = immutable(answer);
      if (generation === this.#generation || lasting || isCurrent(answer)) this.#store(key, answer, lasting);
      return answer;
    } finally {
      if (this.#underWay.get(key) === making) this.#underWay.delete(key);
    }
  }

  #wait(key: string, making: Making, left: Departure | undefined): void {
    making.waiting++;
    const leave = (): void => {
      making.waiting--;
      if (making.waiting > 0) return;
      if (this.#underWay.get(key) === making) this.#underWay.delete(key);
      making.onAbandoned();
    };
    if (left?.aborted) leave();
    else left?.addEventListener('abort', leave, { once: true });
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
