import type { ProvableBlock } from './provable-block.ts';

/** Maximum memory of cached blocks in bytes, and the ratio of a block's memory to the bytes of its items. */
const MAX_BYTES = 64 * 1024 * 1024;
const MEMORY_FACTOR = 3;

interface Cached {
  readonly block: ProvableBlock;
  readonly bytes: number;
}

/**
 * Caches the blocks that were read last, by root hash, for proofs of further transactions in them, which are often
 * requested together. Only verified blocks may be put here.
 */
export class BlockCache {
  readonly #maxBytes: number;
  readonly #cached = new Map<string, Cached>();
  #bytes = 0;

  /** `maxBytes`: approximate bytes of memory. */
  constructor(maxBytes = MAX_BYTES) {
    this.#maxBytes = maxBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get(root: string): ProvableBlock | undefined {
    const cached = this.#cached.get(root);
    if (cached === undefined) return undefined;
    // Moves the block to the end of the eviction order.
    this.#cached.delete(root);
    this.#cached.set(root, cached);
    return cached.block;
  }

  put(root: string, block: ProvableBlock): void {
    const bytes = MEMORY_FACTOR * block.items.reduce((sum, item) => sum + item.bytes.length, 0);
    if (bytes > this.#maxBytes || this.#cached.has(root)) return;
    this.#cached.set(root, { block, bytes });
    this.#bytes += bytes;
    for (const [oldest, cached] of this.#cached) {
      if (this.#bytes <= this.#maxBytes) break;
      this.#cached.delete(oldest);
      this.#bytes -= cached.bytes;
    }
  }
}
