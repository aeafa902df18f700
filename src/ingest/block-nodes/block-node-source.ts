import { EventEmitter, once } from 'node:events';
import { blockPath } from '@tain/ledger/block-stream';
import { stream } from '@tain/protos/block-stream';
import { dropOldest } from '../../kernel/limits/bounded-cache.ts';
import { delay } from '../../kernel/retry.ts';
import { StreamFileError } from '../decode/stream-error.ts';
import type { BlockSource, StoredBlockFile } from '../source/block-source.ts';
import { type OwnSignal, ownSignal } from '../store/limit-time.ts';
import type { BlockNodes, NodeBlock } from './block-nodes.ts';

/** Maximum number of blocks whose sender is remembered: more than are read ahead and verified together. */
const MAX_SENDERS = 256;
/** Time limit for receiving a block that some node has, in milliseconds. */
const OPEN_TIMEOUT_MS = 10_000;

/** A block received as items. Its file is built only on demand, such as for the archive. */
export class ReceivedFile implements StoredBlockFile {
  readonly key: string;
  readonly name: string;
  readonly items: readonly Buffer[];
  #bytes: Uint8Array | null = null;

  constructor(name: string, items: readonly Buffer[]) {
    this.key = `block/${name}`;
    this.name = name;
    this.items = items;
  }

  get bytes(): Uint8Array {
    this.#bytes ??= stream.Block.encode({ items: [...this.items] }).finish();
    return this.#bytes;
  }
}

/**
 * Block nodes as a source of blocks, in order. One received block is buffered; the consumer reads ahead. A block that
 * is requested again, or out of order, is requested from the nodes again.
 */
export class BlockNodeSource implements BlockSource {
  readonly name = 'block nodes';
  readonly #nodes: BlockNodes;
  readonly #events = new EventEmitter().setMaxListeners(0);
  readonly #ending = new AbortController();
  #changes = 0;
  #waiting: NodeBlock | null = null;
  /** Number of the next block to be taken; null: none was requested yet. */
  #next: bigint | null = null;
  #reading: OwnSignal | null = null;
  /** Nodes that sent the blocks that may still be refused, by block number. */
  readonly #senders = new Map<bigint, string>();

  constructor(nodes: BlockNodes) {
    this.#nodes = nodes;
  }

  get changes(): number {
    return this.#changes;
  }

  async first(signal: AbortSignal, from = 0n): Promise<bigint | null> {
    const range = await this.#nodes.range(signal);
    if (range === null || range.last < from) return null;
    return range.first > from ? range.first : from;
  }

  async open(number: bigint, maxBytes: number, signal: AbortSignal): Promise<StoredBlockFile | null> {
    if (this.#next !== number) this.#readFrom(number);
    const block = this.#waiting ?? (await this.#waitForBlock(number, signal));
    if (block === null) return null;
    this.#waiting = null;
    this.#next = number + 1n;
    this.#senders.delete(number);
    this.#senders.set(number, block.node);
    dropOldest(this.#senders, MAX_SENDERS);
    this.#events.emit('taken');
    const name = blockPath(number).replace(/\.zstd$/, '');
    if (block.size > maxBytes) {
      throw new StreamFileError('too-large', name, block.node, `has more than ${maxBytes} bytes`);
    }
    return new ReceivedFile(name, block.items);
  }

  refused(number: bigint, reason: string): void {
    const node = this.#senders.get(number);
    if (node !== undefined) this.#nodes.refuse({ number, node }, reason);
  }

  async changed(milliseconds: number, signal: AbortSignal, seen: number): Promise<void> {
    if (this.#changes !== seen) return;
    await this.#event('block', milliseconds, signal);
  }

  async close(): Promise<void> {
    this.#ending.abort();
    this.#reading?.end();
    this.#nodes.close();
  }

  /** Waits for the next block. Returns null when the nodes are known to lack it, or when it does not arrive in time. */
  async #waitForBlock(number: bigint, signal: AbortSignal): Promise<NodeBlock | null> {
    const until = performance.now() + OPEN_TIMEOUT_MS;
    while (this.#waiting === null) {
      const left = until - performance.now();
      const { known } = this.#nodes;
      if (left <= 0 || this.#ending.signal.aborted || (known !== null && known < number)) return null;
      await this.#event('block', Math.min(left, 1_000), signal);
      signal.throwIfAborted();
    }
    return this.#waiting;
  }

  #readFrom(number: bigint): void {
    this.#reading?.end();
    this.#waiting = null;
    this.#next = number;
    const reading = ownSignal(this.#ending.signal);
    this.#reading = reading;
    void this.#read(number, reading.signal).catch(() => undefined);
  }

  /** Reads blocks until the signal is aborted. `BlockNodes` reports failures of nodes. */
  async #read(number: bigint, signal: AbortSignal): Promise<void> {
    for await (const block of this.#nodes.blocks(number, signal)) {
      if (signal.aborted) return;
      this.#waiting = block;
      this.#changes += 1;
      this.#events.emit('block');
      while (this.#waiting !== null) await once(this.#events, 'taken', { signal });
    }
  }

  /** Waits for an event, at most `milliseconds`. */
  async #event(name: string, milliseconds: number, signal: AbortSignal): Promise<void> {
    const own = ownSignal(AbortSignal.any([signal, this.#ending.signal]));
    await Promise.race([
      once(this.#events, name, { signal: own.signal }).catch(() => undefined),
      delay(milliseconds, own.signal),
    ]);
    own.end();
  }
}
