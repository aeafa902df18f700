/** A block that reads see. */
export interface VisibleBlock {
  /** Its number. */
  readonly index: bigint;
  /** Consensus time of its last transaction, in nanoseconds. */
  readonly end: bigint;
}

/** Called for each newer block with the one that was last before; blocks that came together are one call. Never throws. */
export type BlockListener = (block: VisibleBlock, previous: VisibleBlock | undefined) => void;

/**
 * "Block N is visible": what reads of this process see. It never goes back. Rows that are made later than their block
 * (snapshots, stakes, indexes) are no part of it.
 */
export interface VisibleBlocks {
  /** Undefined before one is known, also while nobody has asked for blocks. */
  readonly last: VisibleBlock | undefined;
  /** The last block as soon as its number is greater than `after`. Rejects with the signal's reason. */
  next(after: bigint, signal: AbortSignal): Promise<VisibleBlock>;
  /** Calls a listener for each newer block, until the function that it gives is called. */
  onBlock(listener: BlockListener): () => void;
}

/** Tells whoever listens of the blocks that it is shown. */
export class BlockBroadcast implements VisibleBlocks {
  #last: VisibleBlock | undefined;
  readonly #listeners = new Set<{ readonly listener: BlockListener }>();

  get last(): VisibleBlock | undefined {
    return this.#last;
  }

  /** Whether anybody listens. */
  get isHeard(): boolean {
    return this.#listeners.size > 0;
  }

  /** A block is visible. One that is not newer than the last is none. */
  show(block: VisibleBlock): void {
    const previous = this.#last;
    if (previous !== undefined && block.end <= previous.end) return;
    this.#last = block;
    // Who begins to listen meanwhile has seen it.
    for (const { listener } of [...this.#listeners]) listener(block, previous);
  }

  onBlock(listener: BlockListener): () => void {
    const entry = { listener };
    this.#listeners.add(entry);
    return () => {
      this.#listeners.delete(entry);
    };
  }

  next(after: bigint, signal: AbortSignal): Promise<VisibleBlock> {
    return nextOf(this, after, signal);
  }
}

/**
 * Waits until something holds that blocks bring about: looks at once and with each visible block. False when the signal
 * ended it before.
 */
export function heldBy(
  blocks: Pick<VisibleBlocks, 'onBlock'>,
  holds: () => boolean,
  signal: AbortSignal,
): Promise<boolean> {
  if (holds()) return Promise.resolve(true);
  if (signal.aborted) return Promise.resolve(false);
  return new Promise((resolve) => {
    const end = (held: boolean): void => {
      forget();
      signal.removeEventListener('abort', leave);
      resolve(held);
    };
    const leave = (): void => end(false);
    const forget = blocks.onBlock(() => {
      if (holds()) end(true);
    });
    signal.addEventListener('abort', leave);
  });
}

/** `next` by means of `onBlock`. */
export async function nextOf(
  blocks: Pick<VisibleBlocks, 'last' | 'onBlock'>,
  after: bigint,
  signal: AbortSignal,
): Promise<VisibleBlock> {
  signal.throwIfAborted();
  const later = (): VisibleBlock | undefined => {
    const { last } = blocks;
    return last !== undefined && last.index > after ? last : undefined;
  };
  await heldBy(blocks, () => later() !== undefined, signal);
  const found = later();
  if (found === undefined) throw signal.reason;
  return found;
}
