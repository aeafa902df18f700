import type { ProvableBlock } from './provable-block.ts';

/** Maximum memory of cached blocks in bytes, and the ratio of a block's memory to the bytes of its items. */
const MAX_BYTES = 64 * 1024 * 1024;
const MEMORY_FACTOR = 3;

interface Kept {
  readonly block: ProvableBlock;
  readonly bytes: number;
}

/**
 * Caches the blocks that were read last, by root hash, for proofs of further transactions in them, which are often
 * requested together. Only verified blocks may be put here.
 */
export class KeptBlocks {
  readonly #max: number;
  readonly #kept = new Map<string, Kept>();
  #bytes = 0;

  /** `max`: approximate bytes of memory. */
  constructor(max = MAX_BYTES) {
    this.#max = max;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get(root: string): ProvableBlock | undefined {
    const kept = this.#kept.get(root);
    if (kept === undefined) return undefined;
    // Moves the block to the end of the order of removal.
    this.#kept.delete(root);
    this.#kept.set(root, kept);
    return kept.block;
  }

  put(root: string, block: ProvableBlock): void {
    const bytes = MEMORY_FACTOR * block.items.reduce((sum, item) => sum + item.bytes.length, 0);
    if (bytes > this.#max || this.#kept.has(root)) return;
    this.#kept.set(root, { block, bytes });
    this.#bytes += bytes;
    for (const [oldest, kept] of this.#kept) {
      if (this.#bytes <= this.#max) break;
      this.#kept.delete(oldest);
      this.#bytes -= kept.bytes;
    }
  }
}
