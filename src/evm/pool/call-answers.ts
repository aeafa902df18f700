import { BoundedCache } from '../../kernel/limits/bounded-cache.ts';
import type { BlockMark } from '../../reads/block-mark.ts';
import type { CallRequest } from '../call/call-request.ts';
import type { RefusalEntry, RefusalKind } from '../call/refusal.ts';

/** Cached result of a call. */
export interface CachedAnswer {
  readonly outcome: 'done' | RefusalKind;
  /** Result (`0x…`) of a successful call. */
  readonly result?: string;
  readonly entries: readonly RefusalEntry[];
  /** Last block that the response reflects. */
  readonly block?: BlockMark | undefined;
}

/** Approximate size of an entry without its texts. */
const OVERHEAD_BYTES = 300;

/**
 * Cache of the responses to calls of the last block, in a bounded number of bytes. A new block clears it, including
 * calls of older blocks, because their state is derived from current rows.
 */
export class CallAnswers {
  readonly #isOff: boolean;
  readonly #answers: BoundedCache<CachedAnswer>;

  constructor(maxBytes: number) {
    this.#isOff = maxBytes === 0;
    this.#answers = new BoundedCache(maxBytes, bytesOf);
  }

  /**
   * Returns the cache key of a call, which is its whole request. Undefined for a request with overrides, which the key
   * does not cover.
   */
  keyOf(request: CallRequest): string | undefined {
    if (this.#isOff || request.overrides.length > 0) return undefined;
    return JSON.stringify(request, (_, value) => (typeof value === 'bigint' ? String(value) : value));
  }

  get(key: string): CachedAnswer | undefined {
    return this.#answers.get(key);
  }

  /** Caches a response computed on the state of the last block. */
  set(key: string, answer: CachedAnswer): void {
    this.#answers.set(key, answer);
  }

  clear(): void {
    this.#answers.clear();
  }
}

function bytesOf(key: string, { result = '', entries }: CachedAnswer): number {
  const refused = entries.reduce(
    (sum, { detail, data }) => sum + detail.length + data.length + OVERHEAD_BYTES,
    0,
  );
  return key.length + result.length + refused + OVERHEAD_BYTES;
}
