import type { AbortSignalLike } from '../../kernel/abort-signal.ts';
import { BoundedCache } from '../../kernel/limits/bounded-cache.ts';
import type { ReadyAnswer } from '../answer/ready-answer.ts';
import type { RequestContext } from './request-context.ts';
import type { SeenBlocks } from './snapshot-reader.ts';

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
  /** The context in which it is made, of no single request, and what its statements have seen. */
  readonly context: RequestContext;
  readonly snapshot: SeenBlocks;
  /** Signal that is aborted when the request no longer waits for it. */
  readonly left: AbortSignalLike;
  /** Called when no request waits for the answer any more. */
  readonly onAbandoned: () => void;
}

/** An answer that is being made. */
export interface MakingAnswer {
  readonly answer: Promise<ReadyAnswer>;
  readonly context: RequestContext;
  readonly snapshot: SeenBlocks;
}

interface Making extends MakingAnswer {
  readonly onAbandoned: () => void;
  /** Number of requests that wait for it. */
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
  /** Number of times that the database went back to an earlier block. */
  #returns = 0;
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

  /** Called when the database went back to an earlier block: removes all answers, also those being made. */
  clear(): void {
    this.#returns++;
    this.invalidate();
    this.#entries.clear();
  }

  /** The cached answer, if there is one. */
  get(key: string): ReadyAnswer | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    this.hits++;
    return entry.answer;
  }

  /**
   * Waits for the answer to an identical request, if one is being made, which then also has this client's place in
   * queues. `left` is aborted when the request no longer waits.
   */
  join(key: string, client: string, left: AbortSignalLike): MakingAnswer | undefined {
    const making = this.#underWay.get(key);
    if (making === undefined) return undefined;
    this.hits++;
    making.context.joined?.join(client);
    this.#wait(key, making, left);
    return making;
  }

  /**
   * Caches an answer that is being made, and lets identical requests wait for it. The answer is cached only if no
   * block was committed meanwhile, because it may show the state before that block, or if it is known to show the
   * last block.
   */
  async add(
    key: string,
    made: Promise<ReadyAnswer>,
    { isImmutable, isCurrent, context, snapshot, left, onAbandoned }: CacheOptions,
  ): Promise<ReadyAnswer> {
    this.misses++;
    const generation = this.#generation;
    const returns = this.#returns;
    const making: Making = { answer: made, context, snapshot, onAbandoned, waiting: 0 };
    this.#underWay.set(key, making);
    this.#wait(key, making, left);
    try {
      const answer = await made;
      const lasting = isImmutable(answer);
      const isValid = generation === this.#generation || lasting || isCurrent(answer);
      if (isValid && returns === this.#returns) {
        this.#entries.set(key, { answer, immutable: lasting });
      }
      return answer;
    } finally {
      if (this.#underWay.get(key) === making) this.#underWay.delete(key);
    }
  }

  #wait(key: string, making: Making, left: AbortSignalLike): void {
    making.waiting++;
    const onLeft = (): void => {
      making.waiting--;
      if (making.waiting > 0) return;
      if (this.#underWay.get(key) === making) this.#underWay.delete(key);
      making.onAbandoned();
    };
    if (left.aborted) onLeft();
    else left.addEventListener('abort', onLeft, { once: true });
  }
}
