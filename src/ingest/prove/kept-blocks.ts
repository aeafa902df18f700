import type { ProvableBlock } from './provable-block.ts';

/** Bytes of memory for blocks that are kept, and how many times its items' bytes a block takes that was read. */
const MOST_BYTES = 64 * 1024 * 1024;
const SHARE = 3;

interface Kept {
  readonly block: ProvableBlock;
  readonly bytes: number;
}

/**
 * The blocks that were read last, by root hash, for proofs of further transactions in them: they are often asked for
 * together. Only what is the block that was verified is put here.
 */
export class KeptBlocks {
  readonly #most: number;
  readonly #kept = new Map<string, Kept>();
  #bytes = 0;

  /** `most`: bytes of memory, about. */
  constructor(most = MOST_BYTES) {
    this.#most = most;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get(root: string): ProvableBlock | undefined {
    const kept = this.#kept.get(root);
    if (kept === undefined) return undefined;
    // To the end of the order of removal.
    this.#kept.delete(root);
    this.#kept.set(root, kept);
    return kept.block;
  }

  put(root: string, block: ProvableBlock): void {
    const bytes = SHARE * block.items.reduce((sum, item) => sum + item.bytes.length, 0);
    if (bytes > this.#most || this.#kept.has(root)) return;
    this.#kept.set(root, { block, bytes });
    this.#bytes += bytes;
    for (const [oldest, kept] of this.#kept) {
      if (this.#bytes <= this.#most) break;
      this.#kept.delete(oldest);
      this.#bytes -= kept.bytes;
    }
  }
}
