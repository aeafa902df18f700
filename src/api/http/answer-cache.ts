import type { AbortSignalLike } from '../../kernel/abort-signal.ts';
import { BoundedCache } from '../../kernel/limits/bounded-cache.ts';
import type { ReadyAnswer } from '../answer/ready-answer.ts';

interface Entry {
  readonly answer: ReadyAnswer;
  readonly immutable: boolean;
}

/** Options of a cached answer. */
export interface CacheOptions {
  /** Whether the answer can never change. */
  readonly isImmutable: (answer: ReadyAnswer) => boolean;
  /** Whether the answer is known to show the last block. */
  readonly isCurrent: (answer: ReadyAnswer) => boolean;
  /** Signal that is aborted when the client disconnects. */
  readonly disconnect: AbortSignalLike | undefined;
  /** Called when every client that waits for the answer has disconnected. */
  readonly onAbandoned: () => void;
}

interface Making {
  readonly made: Promise<ReadyAnswer>;
  readonly onAbandoned: () => void;
  /** Number of clients that wait for it. */
  waiting: number;
}

/** Estimated size of an entry without its body: headers, key, objects. */
const OVERHEAD_BYTES = 1000;

/**
 * Answers cached until the next block, up to a number of bytes; the least recently used are removed first. Identical
 * concurrent requests share one lookup.
 */
export class AnswerCache {
  readonly #entries: BoundedCache<Entry>;
  readonly #underWay = new Map<string, Making>();
  #generation = 0;
  hits = 0;
  misses = 0;

  constructor(maxBytes: number) {
    // Counts the body twice, because its compressed forms are cached, too.
    const bytesOf = (key: string, { answer }: Entry) => answer.body.length * 2 + key.length + OVERHEAD_BYTES;
    this.#entries = new BoundedCache(maxBytes, bytesOf);
  }

  get bytes(): number {
    return this.#entries.size;
  }

  /** Called when a block was committed: removes all but immutable answers. */
  invalidate(): void {
    this.#generation++;
    this.#underWay.clear();
    this.#entries.deleteWhere(({ immutable }) => !immutable);
  }

  /** The cached answer, if there is one. */
  get(key: string): ReadyAnswer | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    this.hits++;
    return entry.answer;
  }

  /**
   * Waits for the answer to an identical request, if one is being made; `signal` is aborted when this client
   * disconnects.
   */
  join(key: string, disconnect: AbortSignalLike | undefined): Promise<ReadyAnswer> | undefined {
    const making = this.#underWay.get(key);
    if (making === undefined) return undefined;
    this.hits++;
    this.#wait(key, making, disconnect);
    return making.made;
  }

  /**
   * Caches an answer that is being made, and lets identical requests wait for it. The answer is cached only if no
   * block was committed meanwhile, because it may show the state before that block, or if it is known to show the
   * last block.
   */
  async add(
    key: string,
    made: Promise<ReadyAnswer>,
    { isImmutable, isCurrent, disconnect, onAbandoned }: CacheOptions,
  ): Promise<ReadyAnswer> {
    this.misses++;
    const generation = this.#generation;
    const making: Making = { made, onAbandoned, waiting: 0 };
    this.#underWay.set(key, making);
    this.#wait(key, making, disconnect);
    try {
      const answer = await made;
      const lasting = isImmutable(answer);
      if (generation === this.#generation || lasting || isCurrent(answer)) {
        this.#entries.set(key, { answer, immutable: lasting });
      }
      return answer;
    } finally {
      if (this.#underWay.get(key) === making) this.#underWay.delete(key);
    }
  }

  /** Returns the cached answer, or the one that `make` makes for clients that never disconnect. */
  async answer(
    key: string,
    isImmutable: (answer: ReadyAnswer) => boolean,
    make: () => Promise<ReadyAnswer>,
  ): Promise<ReadyAnswer> {
    const known = this.get(key) ?? this.join(key, undefined);
    const options = {
      isImmutable,
      isCurrent: () => false,
      disconnect: undefined,
      onAbandoned: () => undefined,
    };
    return known ?? this.add(key, make(), options);
  }

  #wait(key: string, making: Making, disconnect: AbortSignalLike | undefined): void {
    making.waiting++;
    const onDisconnect = (): void => {
      making.waiting--;
      if (making.waiting > 0) return;
      if (this.#underWay.get(key) === making) this.#underWay.delete(key);
      making.onAbandoned();
    };
    if (disconnect?.aborted) onDisconnect();
    else disconnect?.addEventListener('abort', onDisconnect, { once: true });
  }
}
