import { setTimeout as sleep } from 'node:timers/promises';
import { BLOCK_NANOS, type BlockOptions, MIN_BLOCK_NANOS } from './network.ts';
import type { NetworkNode } from './node/network-node.ts';
import type { DemoStream } from './stream/demo-stream.ts';

const NANOS_PER_MILLI = 1_000_000n;
/** Number of blocks published together while catching up. */
const CATCH_UP_GROUP = 20;
/**
 * Pause after a block of several sent transactions, which leaves time to the mirror. Transactions that arrive until then
 * share the next block. A client that waits for each of its transactions is not delayed.
 */
const REST_MS = 40;
/** Minimum consensus time covered by an early block, in nanoseconds. */
const MIN_SPAN_NS = 1_000_000n;

export interface Pace {
  /** Transactions per second that the network generates. With 0 there are none after founding, and no empty blocks. */
  readonly tps: number;
  /** Returns the current time in nanoseconds since 1970. */
  readonly now: () => bigint;
  /** Node that receives transactions; null for none. */
  readonly node: NetworkNode | null;
}

/**
 * Blocks of a network that follows the clock: determines when each is closed, and the amount of generated traffic in
 * it.
 */
export class LiveBlocks {
  readonly #stream: DemoStream;
  readonly #pace: Pace;
  #unpublished = 0;
  /** Number of generated transactions that are due. */
  #due = 0;
  /** Time from which the next block of sent transactions may be made, by `performance.now`. */
  #restsUntil = 0;

  constructor(stream: DemoStream, pace: Pace) {
    this.#stream = stream;
    this.#pace = pace;
  }

  get #isSteady(): boolean {
    return this.#stream.network.progress.phase === 'steady';
  }

  /** Nanoseconds by which the clock is ahead of the end of the next block; negative before it. */
  get late(): bigint {
    return this.#pace.now() - this.#stream.network.progress.nextStart - BLOCK_NANOS;
  }

  /** Skips time without transactions, when there are no empty blocks. Returns whether any time was skipped. */
  skip(): boolean {
    const { tps, now, node } = this.#pace;
    const { network } = this.#stream;
    if (tps > 0 || !this.#isSteady || node?.hasWaiting || network.hasDue()) return false;
    network.progress.nextStart = now();
    return true;
  }

  /**
   * Lets the next block begin at the present time if the clock was set back, when there are no empty blocks. Blocks still
   * follow each other.
   */
  rewind(): void {
    const { progress, ledger } = this.#stream.network;
    if (this.#pace.tps > 0 || !this.#isSteady) return;
    const now = this.#pace.now();
    if (progress.nextStart > now)
      progress.nextStart = now > ledger.lastConsensus ? now : ledger.lastConsensus + 1n;
  }

  /** Makes the block whose interval has ended. `isLast`: no further block is due. Returns whether there is one. */
  regular(isLast: boolean): Promise<boolean> {
    return this.#make(this.#pace.tps > 0 || !this.#isSteady ? {} : { own: 0 }, isLast);
  }

  /** Makes a block of a tenth of the usual consensus time, after the clock was set back. Returns whether there is one. */
  short(): Promise<boolean> {
    return this.#make({ span: MIN_BLOCK_NANOS, ...(this.#pace.tps > 0 ? null : { own: 0 }) }, true);
  }

  /** Makes a block of the sent transactions and of the generated traffic due until now. Returns whether there is one. */
  early(): Promise<boolean> {
    this.rewind();
    const passed = this.#pace.now() - this.#stream.network.progress.nextStart;
    const span = passed > MIN_SPAN_NS ? passed : MIN_SPAN_NS;
    this.#due += (this.#pace.tps * Number(span)) / 1e9;
    const own = Math.floor(this.#due);
    this.#due -= own;
    return this.#make({ span, own }, true);
  }

  /** Publishes all blocks and accepts transactions, because consensus time has caught up. */
  async caughtUp(): Promise<void> {
    await this.#stream.commit();
    this.#unpublished = 0;
    if (this.#isSteady) this.#pace.node?.ready();
  }

  /** Waits `nanos` nanoseconds, until a sent transaction makes a block due, or until the clock is set. Returns whether a block is due. */
  async wait(nanos: bigint, signal: AbortSignal): Promise<boolean> {
    const milliseconds = Number(nanos / NANOS_PER_MILLI) + 1;
    const { node } = this.#pace;
    if (node === null) {
      await pause(milliseconds, signal);
      return false;
    }
    if (!(await node.filled(milliseconds, signal))) return false;
    const rest = this.#restsUntil - performance.now();
    if (rest > 0) await pause(rest, signal);
    return true;
  }

  async #make(blockOptions: BlockOptions, isLast: boolean): Promise<boolean> {
    const { node } = this.#pace;
    if (node?.isReady) {
      const sent = await node.makeBlock(blockOptions);
      this.#restsUntil = sent !== null && sent > 1 ? performance.now() + REST_MS : 0;
      return sent !== null;
    }
    await this.#stream.write(blockOptions);
    if (!isLast && ++this.#unpublished < CATCH_UP_GROUP) return true;
    await this.#stream.commit();
    this.#unpublished = 0;
    return true;
  }
}

/** Waits this time, or until the signal is aborted. */
export async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await sleep(milliseconds, undefined, { signal }).catch(() => {});
}
