import type { CallRequest } from '../call/call-request.ts';

/** An answer as it is sent. */
export interface CachedAnswer {
  readonly status: number;
  readonly body: string;
}

/** What an entry takes besides its texts. */
const OVERHEAD_BYTES = 300;

/**
 * Answers to calls of the last block, in a bounded number of bytes; the oldest go first. All go when a block comes:
 * a call of an older block, too, since its state is read from what is stored now.
 */
export class CallAnswers {
  readonly #maxBytes: number;
  readonly #answers = new Map<string, CachedAnswer>();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get(request: CallRequest): CachedAnswer | undefined {
    return request.overrides.length > 0 ? undefined : this.#answers.get(keyOf(request));
  }

  /** Keeps an answer that shows the state of the last block. */
  set(request: CallRequest, answer: CachedAnswer): void {
    const key = keyOf(request);
    const bytes = bytesOf(key, answer);
    if (request.overrides.length > 0 || bytes > this.#maxBytes / 4 || this.#answers.has(key)) return;
    this.#answers.set(key, answer);
    this.#bytes += bytes;
    for (const [oldest, dropped] of this.#answers) {
      if (this.#bytes <= this.#maxBytes) break;
      this.#answers.delete(oldest);
      this.#bytes -= bytesOf(oldest, dropped);
    }
  }

  clear(): void {
    this.#answers.clear();
    this.#bytes = 0;
  }
}

/** All of a request but overrides; calls with those are not kept. */
function keyOf({ block, estimate, from, to, value, gas, data }: CallRequest): string {
  const at = block.kind === 'number' ? block.number : block.kind === 'hash' ? block.hash : block.kind;
  return [at, estimate, from, to, value, gas, data].join(',');
}

function bytesOf(key: string, { body }: CachedAnswer): number {
  return key.length + body.length + OVERHEAD_BYTES;
}
