import { setTimeout as sleep } from 'node:timers/promises';
import { BLOCK_NANOS, type BlockWish, MIN_BLOCK_NANOS } from './network.ts';
import type { NetworkNode } from './node/network-node.ts';
import type { DemoStream } from './stream/demo-stream.ts';

const NANOS_PER_MILLI = 1_000_000n;
/** While catching up, blocks are published this many at a time. */
const CATCH_UP_GROUP = 20;
/** Milliseconds from one block to the next at least, while transactions are sent: what arrives meanwhile shares a block. */
const MIN_INTERVAL = 100;
/** The same where a signature is made for each, which takes some 55 ms. */
const SIGNED_INTERVAL = 250;
/** The least that such a block covers, in nanoseconds. */
const MIN_SPAN = 1_000_000n;

export interface Pace {
  /** Transactions a second that the network makes itself; 0: none once it is founded, and no blocks without transactions. */
  readonly tps: number;
  /** The clock, in nanoseconds since 1970. */
  readonly now: () => bigint;
  /** What takes transactions; null: nothing does. */
  readonly node: NetworkNode | null;
}

/** The blocks of a network that follows the clock: when each is closed, and how much of the network's own traffic it has. */
export class LiveBlocks {
  readonly #stream: DemoStream;
  readonly #pace: Pace;
  #unpublished = 0;
  /** Transactions of its own that were due and not made yet. */
  #due = 0;
  /** When the last block was closed, by `performance.now`. */
  #closed = -MIN_INTERVAL;

  constructor(stream: DemoStream, pace: Pace) {
    this.#stream = stream;
    this.#pace = pace;
  }

  get #isSteady(): boolean {
    return this.#stream.network.progress.phase === 'steady';
  }

  /** Nanoseconds by which the clock is ahead of the end of the next block; negative: that is yet to come. */
  get late(): bigint {
    return this.#pace.now() - this.#stream.network.progress.nextStart - BLOCK_NANOS;
  }

  /** Leaves out time in which nothing happened, when only what happens makes blocks. Whether there was any. */
  skip(): boolean {
    const { tps, now, node } = this.#pace;
    const { network } = this.#stream;
    if (tps > 0 || !this.#isSteady || node?.hasWaiting || network.hasDue()) return false;
    network.progress.nextStart = now();
    return true;
  }

  /** Makes the block whose time is over; `isLast`: there is no other such one. */
  async regular(isLast: boolean): Promise<void> {
    await this.#make(this.#pace.tps > 0 || !this.#isSteady ? {} : { own: 0 }, isLast);
  }

  /** Makes a block of a tenth of the usual consensus time, since the clock went back. */
  async short(): Promise<void> {
    await this.#make({ span: MIN_BLOCK_NANOS, ...(this.#pace.tps > 0 ? null : { own: 0 }) }, true);
  }

  /** Makes a block of what was sent, and of the traffic that was due until now. */
  async early(): Promise<void> {
    const passed = this.#pace.now() - this.#stream.network.progress.nextStart;
    const span = passed > MIN_SPAN ? passed : MIN_SPAN;
    this.#due += (this.#pace.tps * Number(span)) / 1e9;
    const own = Math.floor(this.#due);
    this.#due -= own;
    await this.#make({ span, own }, true);
  }

  /** Publishes all blocks and lets transactions come: consensus time has caught up. */
  async caughtUp(): Promise<void> {
    await this.#stream.commit();
    this.#unpublished = 0;
    if (this.#isSteady) this.#pace.node?.ready();
  }

  /** Waits so many nanoseconds, or until something that was sent makes a block due: whether it does. */
  async wait(nanos: bigint, signal: AbortSignal): Promise<boolean> {
    const milliseconds = Number(nanos / NANOS_PER_MILLI) + 1;
    const { node } = this.#pace;
    if (node === null) {
      await pause(milliseconds, signal);
      return false;
    }
    if (!(await node.filled(milliseconds, signal))) return false;
    const least = this.#stream.signsBlocks ? SIGNED_INTERVAL : MIN_INTERVAL;
    const rest = this.#closed + least - performance.now();
    if (rest > 0) await pause(rest, signal);
    return true;
  }

  async #make(wish: BlockWish, isLast: boolean): Promise<void> {
    const { node } = this.#pace;
    this.#closed = performance.now();
    if (node?.isReady) return node.makeBlock(wish);
    await this.#stream.write(wish);
    if (!isLast && ++this.#unpublished < CATCH_UP_GROUP) return;
    await this.#stream.commit();
    this.#unpublished = 0;
  }
}

/** Waits, but not longer than until the signal is aborted. */
export async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await sleep(milliseconds, undefined, { signal }).catch(() => {});
}
