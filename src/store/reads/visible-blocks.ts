/** A block that reads see. */
export interface VisibleBlock {
  /** Number of the block. */
  readonly index: bigint;
  /** Consensus time of its last transaction, in nanoseconds. */
  readonly end: bigint;
}

/** Called for each newer block, with the previous last one; several blocks may arrive in one call. Never throws. */
export type BlockListener = (block: VisibleBlock, previous: VisibleBlock | undefined) => void;

/** Called when the database returned to a block, as local networks do: blocks and rows after it are gone. Never throws. */
export type ReturnListener = (block: VisibleBlock) => void;

/**
 * Blocks that reads of this process see. The last one goes back only as `onReturn` reports. Rows written later than
 * their block (snapshots, stakes, indexes) are not covered.
 */
export interface VisibleBlocks {
  /** The last visible block; undefined before one is known, for example while nothing requests blocks. */
  readonly last: VisibleBlock | undefined;
  /** Resolves with the last block once its number is greater than `after`. Rejects with the signal's reason. */
  next(after: bigint, signal: AbortSignal): Promise<VisibleBlock>;
  /** Calls a listener for each newer block, until the returned function is called. */
  onBlock(listener: BlockListener): () => void;
  /** Calls a listener each time that the database returned to an earlier block, until the returned function is called. */
  onReturn(listener: ReturnListener): () => void;
}

/** Notifies its listeners of new visible blocks. */
export class BlockBroadcast implements VisibleBlocks {
  #last: VisibleBlock | undefined;
  readonly #listeners = new Set<{ readonly listener: BlockListener }>();
  readonly #returnListeners = new Set<{ readonly listener: ReturnListener }>();

  get last(): VisibleBlock | undefined {
    return this.#last;
  }

  /** Whether a listener is registered. */
  get hasListeners(): boolean {
    return this.#listeners.size > 0;
  }

  /** Makes a block visible. Ignored unless it is newer than the last one. */
  show(block: VisibleBlock): void {
    const previous = this.#last;
    if (previous !== undefined && block.end <= previous.end) return;
    this.#last = block;
    // A listener added during the loop has already seen the block.
    for (const { listener } of [...this.#listeners]) listener(block, previous);
  }

  /** Makes an earlier block the last one. */
  returnTo(block: VisibleBlock): void {
    this.#last = block;
    for (const { listener } of [...this.#returnListeners]) listener(block);
  }

  onReturn(listener: ReturnListener): () => void {
    const entry = { listener };
    this.#returnListeners.add(entry);
    return () => {
      this.#returnListeners.delete(entry);
    };
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
 * Waits until a condition that depends on blocks holds: checks it now, and with each visible block. Returns false if
 * the signal is aborted first.
 */
export function waitUntil(
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

/** Implements `next` with `onBlock`. */
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
  await waitUntil(blocks, () => later() !== undefined, signal);
  const found = later();
  if (found === undefined) throw signal.reason;
  return found;
}
