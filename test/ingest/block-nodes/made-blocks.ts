import type { BlockSource } from '../../../packages/network-simulator/src/block-node/block-node-server.ts';
import { delimited, varintField } from '../../../packages/network-simulator/src/ledger/wire.ts';

/** Returns the items of a block with only a header, transactions of these sizes, and a proof. */
export function madeItems(number: bigint, sizes: readonly number[] = [10, 20]): Buffer[] {
  return [
    delimited(1, varintField(3, number)),
    ...sizes.map((size, i) => delimited(4, Buffer.alloc(size, i + 1))),
    delimited(9, varintField(1, number)),
  ];
}

/** Waits until a value has not changed for a while. */
export async function stillness<T>(read: () => T): Promise<void> {
  for (let same = 0, last = read(); same < 10; ) {
    await new Promise((resolve) => setTimeout(resolve, 10));
    const now = read();
    same = now === last ? same + 1 : 0;
    last = now;
  }
}

/** Blocks in memory that a test adds to. */
export class MadeBlocks implements BlockSource {
  first: bigint;
  last: bigint;
  /** Number of times that a subscriber has begun to wait for a block. */
  waits = 0;
  readonly #sizes: (number: bigint) => readonly number[];
  #waiting: (() => void)[] = [];

  constructor(first: bigint, last: bigint, sizes: (number: bigint) => readonly number[] = () => [10, 20]) {
    this.first = first;
    this.last = last;
    this.#sizes = sizes;
  }

  range(): { first: bigint; last: bigint } | null {
    return this.last < this.first ? null : { first: this.first, last: this.last };
  }

  async items(number: bigint): Promise<readonly Buffer[]> {
    return madeItems(number, this.#sizes(number));
  }

  after(number: bigint, signal: AbortSignal): Promise<void> {
    if (this.last > number || signal.aborted) return Promise.resolve();
    this.waits += 1;
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
  }

  grow(count = 1n): void {
    this.last += count;
    for (const wake of this.#waiting.splice(0)) wake();
  }
}
