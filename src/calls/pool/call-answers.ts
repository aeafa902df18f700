import type { CallOutcome, ContractCall, Refusal } from '../../calls/contract-call.ts';
import { BoundedCache } from '../../kernel/limits/bounded-cache.ts';

/** Cached outcome of a call. */
export type CachedOutcome = Pick<CallOutcome, 'block'> &
  ({ readonly outcome: 'done'; readonly result: string } | Refusal);

/** Approximate size of an entry without its texts. */
const OVERHEAD_BYTES = 300;

/**
 * Cache of the responses to calls of the last block, in a bounded number of bytes. A new block clears it, including
 * calls of older blocks, because their state is derived from current rows.
 */
export class CallAnswers {
  readonly #isOff: boolean;
  readonly #answers: BoundedCache<CachedOutcome>;

  constructor(maxBytes: number) {
    this.#isOff = maxBytes === 0;
    this.#answers = new BoundedCache(maxBytes, bytesOf);
  }

  /**
   * Returns the cache key of a call, which is its whole request. Undefined for a request with overrides, which the key
   * does not cover.
   */
  keyOf(request: ContractCall): string | undefined {
    if (this.#isOff || request.overrides.length > 0) return undefined;
    return JSON.stringify(request, (_, value) => (typeof value === 'bigint' ? String(value) : value));
  }

  get(key: string): CachedOutcome | undefined {
    return this.#answers.get(key);
  }

  /** Caches a response computed on the state of the last block. */
  set(key: string, answer: CachedOutcome): void {
    this.#answers.set(key, answer);
  }

  clear(): void {
    this.#answers.clear();
  }
}

function bytesOf(key: string, outcome: CachedOutcome): number {
  const length =
    outcome.outcome === 'done'
      ? outcome.result.length
      : outcome.entries.reduce(
          (sum, { detail, data }) => sum + detail.length + data.length + OVERHEAD_BYTES,
          0,
        );
  return key.length + length + OVERHEAD_BYTES;
}
