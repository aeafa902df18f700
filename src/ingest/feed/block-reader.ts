import { readBlockFile } from '../decode/block/block-file.ts';
import { blockSize } from '../decode/block/block-items.ts';
import { inflateFile, MAX_INFLATED_BYTES, MAX_OBJECT_BYTES } from '../decode/inflate.ts';
import { StreamFileError } from '../decode/stream-error.ts';
import type { BlockSource } from '../source/block-source.ts';
import type { ReadBlock } from '../verify/read-block.ts';

/** No further block is read while those that were read and not yet given away hold more than this, decompressed. */
const MAX_AHEAD_BYTES = 8 * 1024 * 1024;
/** What a block counts for besides its bytes: at most 128 are ahead. */
const BLOCK_COST = 64 * 1024;

interface Ahead {
  readonly number: bigint;
  readonly read: Promise<ReadBlock | null>;
  /** `changes` of the source when it was asked. */
  readonly seen: number;
  /** Decompressed, once it was read. */
  bytes: number;
}

/**
 * Reads blocks of a source in order, and some before they are asked for: reading, decompressing and hashing fill the
 * time in which earlier blocks are being stored. As many blocks are asked for at once as the source allows. The only
 * look-ahead of a block stream, with a bound in bytes that also counts what whoever takes blocks still holds.
 */
export class BlockReader {
  readonly #source: BlockSource;
  readonly #signal: AbortSignal;
  readonly #most: number;
  #held = 0;
  /** Where reading ahead ended for want of room; null: it did not. */
  #fullAt: bigint | null = null;
  /** Blocks that follow each other; the last ones may still be on their way. */
  #ahead: Ahead[] = [];
  /** How many are asked for at once: more with each one that was there, so that at the head only one is missing. */
  #width = 1;
  #filling: Promise<void> | null = null;
  #isForgotten = false;

  /** `most`: bytes, see `MAX_AHEAD_BYTES`. */
  constructor(source: BlockSource, signal: AbortSignal, most = MAX_AHEAD_BYTES) {
    this.#source = source;
    this.#signal = signal;
    this.#most = most;
  }

  /** Says how many bytes of blocks that were taken are still held: they leave that much less room. */
  hold(bytes: number): void {
    this.#held = bytes;
    if (this.#fullAt !== null && this.#hasRoom) this.#fill(this.#fullAt);
  }

  /** The block of a number; null when it is not there (yet). Throws `StreamFileError`. */
  async take(number: bigint): Promise<ReadBlock | null> {
    if (this.#ahead[0]?.number !== number) await this.#forget();
    const ahead = this.#ahead.shift();
    let block = ahead ? await ahead.read.catch(() => null) : null;
    // What failed or was not there is asked for again, unless nothing was added since.
    if (!block && ahead && ahead.seen === this.#source.changes) return ahead.read;
    block ??= await this.peek(number);
    if (block) this.#fill(number + 1n);
    return block;
  }

  /** The block of a number, held for the `take` that follows; null when it is not there (yet). Throws `StreamFileError`. */
  async preview(number: bigint): Promise<ReadBlock | null> {
    if (this.#ahead[0]?.number !== number) {
      await this.#forget();
      this.#ahead = [this.#ask(number)];
    }
    const [ahead] = this.#ahead;
    const block = (await ahead?.read) ?? null;
    if (block === null) this.#ahead = [];
    return block;
  }

  /** Drops a block that was previewed. */
  leaveOut(): void {
    this.#ahead = [];
  }

  /** The same without reading ahead. To be used before the first `take`. */
  async peek(number: bigint): Promise<ReadBlock | null> {
    const found = await this.#source.open(number, MAX_OBJECT_BYTES, this.#signal);
    if (found === null) return null;
    const { name, items } = found;
    const content = items ?? (await inflateFile(name, found.bytes, MAX_INFLATED_BYTES));
    const file = readBlockFile(name, content);
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

  /** Another block comes next than the one that was expected. */
  async #forget(): Promise<void> {
    this.#ahead = [];
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

  /** Reads until enough waits, or there is no further block that can be read. Never rejects. */
  async #readOn(from: bigint): Promise<void> {
    let number = from;
    while (this.#hasRoom && !this.#isForgotten && !this.#signal.aborted) {
      const width = this.#width;
      const asked = Array.from({ length: width }, (_, index) => this.#ask(number + BigInt(index)));
      this.#ahead.push(...asked);
      const blocks = await Promise.all(asked.map(({ read }) => read.catch(() => null)));
      const missing = blocks.indexOf(null);
      if (missing >= 0) {
        // Whoever waits for it has it already.
        const dropped = new Set(asked.slice(missing));
        this.#ahead = this.#ahead.filter((each) => !dropped.has(each));
        this.#width = 1;
        return;
      }
      number += BigInt(width);
      this.#width = Math.min(2 * this.#width, this.#source.atOnce ?? 1);
    }
    if (!this.#hasRoom) this.#fullAt = number;
  }

  #ask(number: bigint): Ahead {
    const ahead: Ahead = { number, read: this.peek(number), seen: this.#source.changes, bytes: 0 };
    ahead.read.then(
      (block) => {
        ahead.bytes = block?.bytes ?? 0;
      },
      () => undefined,
    );
    return ahead;
  }

  get #hasRoom(): boolean {
    const bytes = this.#ahead.reduce((sum, each) => sum + each.bytes + BLOCK_COST, 0);
    return this.#held + bytes < this.#most;
  }
}
