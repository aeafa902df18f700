import { inSlices } from '../../kernel/limits/in-slices.ts';
import { readBlockSteps } from '../decode/block/block-file.ts';
import { blockSize, MAX_ITEMS } from '../decode/block/block-items.ts';
import { inflateFile, MAX_INFLATED_BYTES, MAX_OBJECT_BYTES } from '../decode/inflate.ts';
import { StreamFileError } from '../decode/stream-error.ts';
import type { BlockSource } from '../source/block-source.ts';
import type { ReadBlock } from '../verify/read-block.ts';

/** Reading ahead pauses while the blocks that were read and not yet taken hold more than this, decompressed. */
const MAX_AHEAD_BYTES = 8 * 1024 * 1024;
/** Cost of a block besides its bytes: at most 128 blocks are read ahead. */
const BLOCK_COST = 64 * 1024;
/** Limits of a block that is read ahead. A larger one, which anyone may have forged, is read once it is the next one. */
const AHEAD: BlockLimits = { wireBytes: MAX_AHEAD_BYTES, bytes: MAX_AHEAD_BYTES, items: 100_000 };
const NEXT: BlockLimits = { wireBytes: MAX_OBJECT_BYTES, bytes: MAX_INFLATED_BYTES, items: MAX_ITEMS };

/** Maximum size of a block as stored and decompressed, and number of its items. */
interface BlockLimits {
  readonly wireBytes: number;
  readonly bytes: number;
  readonly items: number;
}

interface Ahead {
  readonly number: bigint;
  readonly read: Promise<ReadBlock | null>;
  /** Value of the source's `changes` at the request. */
  readonly seen: number;
  /** Decompressed size; counts once the block was read. */
  bytes: number;
}

/**
 * Reads blocks of a source in order, and some in advance: reading, decompressing and hashing overlap with the storing
 * of earlier blocks. Requests as many blocks concurrently as the source allows. This is the only read-ahead of a block
 * stream. Its bound in bytes includes blocks that the consumer still holds.
 */
export class BlockReader {
  readonly #source: BlockSource;
  readonly #signal: AbortSignal;
  readonly #maxBytes: number;
  #held = 0;
  /** Number at which reading ahead paused because of the bound; null: it did not. */
  #fullAt: bigint | null = null;
  /** Number of a block that is too large to be read ahead; null: none is known. */
  #largeAt: bigint | null = null;
  /** Consecutive blocks; the last ones may still be loading. */
  #ahead: Ahead[] = [];
  /** Number of concurrent requests: doubled after each success, so that at the head only one block is missing. */
  #width = 1;
  #filling: Promise<void> | null = null;
  #isForgotten = false;

  /** `maxBytes`: see `MAX_AHEAD_BYTES`. */
  constructor(source: BlockSource, signal: AbortSignal, maxBytes = MAX_AHEAD_BYTES) {
    this.#source = source;
    this.#signal = signal;
    this.#maxBytes = maxBytes;
  }

  /** Sets the bytes of taken blocks that are still held, which count towards the bound. */
  hold(bytes: number): void {
    this.#held = bytes;
    if (this.#fullAt !== null && this.#hasCapacity) this.#fill(this.#fullAt);
  }

  /** Returns the block of a number; null when it is not available (yet). Throws `StreamFileError`. */
  async take(number: bigint): Promise<ReadBlock | null> {
    if (this.#ahead[0]?.number !== number) await this.#forget();
    const ahead = this.#ahead.shift();
    let block: ReadBlock | null = null;
    let failure: unknown = null;
    try {
      block = (await ahead?.read) ?? null;
    } catch (error) {
      failure = error;
    }
    // The limits of reading ahead do not apply to the next block. Another block that failed or was missing is requested again,
    // unless the source has not changed since.
    if (!block && ahead && !isTooLarge(failure) && ahead.seen === this.#source.changes) return ahead.read;
    block ??= await this.peek(number);
    if (this.#largeAt !== null && number >= this.#largeAt) this.#largeAt = null;
    if (block) this.#fill(number + 1n);
    return block;
  }

  /**
   * Returns the block of a number, and retains it for the `take` that follows; null when it is not available (yet).
   * Throws `StreamFileError`.
   */
  async preview(number: bigint): Promise<ReadBlock | null> {
    if (this.#ahead[0]?.number !== number) {
      await this.#forget();
      this.#ahead = [this.#request(number, NEXT)];
    }
    const [ahead] = this.#ahead;
    const block = (await ahead?.read) ?? null;
    if (block === null) this.#ahead = [];
    return block;
  }

  /** Drops a block that was previewed. */
  dropPreviewed(): void {
    this.#ahead = [];
  }

  /** Returns a block without reading ahead. Must be used before the first `take`. */
  async peek(number: bigint): Promise<ReadBlock | null> {
    return this.#read(number, NEXT);
  }

  async #read(number: bigint, limits: BlockLimits): Promise<ReadBlock | null> {
    const found = await this.#source.open(number, limits.wireBytes, this.#signal);
    if (found === null) return null;
    const { name, items } = found;
    const content = items ?? (await inflateFile(name, found.bytes, limits.bytes));
    const file = await inSlices(readBlockSteps(name, content, { maxItems: limits.items }));
    if (file.header.number !== number) {
      const reason = `is block ${file.header.number}, not ${number} as its name says`;
      throw new StreamFileError('malformed', name, null, reason);
    }
    if (items) {
      const bytes = blockSize(items);
      return { file, stored: found, size: bytes, bytes };
    }
    return { file, stored: found, size: found.bytes.length, bytes: content.length };
  }

  /** Drops all blocks, because a block was requested that does not follow the previous one. */
  async #forget(): Promise<void> {
    this.#ahead = [];
    this.#largeAt = null;
    this.#fullAt = null;
    if (this.#filling === null) return;
    this.#isForgotten = true;
    await this.#filling;
    this.#ahead = [];
  }

  #fill(next: bigint): void {
    if (this.#filling !== null) return;
    this.#isForgotten = false;
    this.#fullAt = null;
    this.#filling = this.#readOn((this.#ahead.at(-1)?.number ?? next - 1n) + 1n).finally(() => {
      this.#filling = null;
    });
  }

  /** Reads up to the bound, or until there is no further readable block. Never rejects. */
  async #readOn(from: bigint): Promise<void> {
    let number = from;
    while (this.#hasCapacity && !this.#isForgotten && !this.#signal.aborted) {
      const untilLarge = this.#largeAt === null ? this.#width : Number(this.#largeAt - number);
      const width = Math.min(this.#width, untilLarge);
      if (width <= 0) return;
      const requested = Array.from({ length: width }, (_, index) =>
        this.#request(number + BigInt(index), AHEAD),
      );
      this.#ahead.push(...requested);
      const blocks = await Promise.all(requested.map(({ read }) => read.catch(() => null)));
      const missing = blocks.indexOf(null);
      if (missing >= 0) {
        // These requests can be dropped: a caller that waits for one already has its promise.
        const dropped = new Set(requested.slice(missing));
        this.#ahead = this.#ahead.filter((each) => !dropped.has(each));
        this.#width = 1;
        return;
      }
      number += BigInt(width);
      this.#width = Math.min(2 * this.#width, this.#source.concurrency ?? 1);
    }
    if (!this.#hasCapacity) this.#fullAt = number;
  }

  #request(number: bigint, limits: BlockLimits): Ahead {
    const ahead: Ahead = { number, read: this.#read(number, limits), seen: this.#source.changes, bytes: 0 };
    ahead.read.then(
      (block) => {
        ahead.bytes = block?.bytes ?? 0;
      },
      (error: unknown) => {
        if (isTooLarge(error) && (this.#largeAt === null || number < this.#largeAt)) this.#largeAt = number;
      },
    );
    return ahead;
  }

  get #hasCapacity(): boolean {
    const bytes = this.#ahead.reduce((sum, each) => sum + each.bytes + BLOCK_COST, 0);
    return this.#held + bytes < this.#maxBytes;
  }
}

function isTooLarge(error: unknown): boolean {
  return error instanceof StreamFileError && error.code === 'too-large';
}
