import { blockPath } from '@tain/ledger/block-stream';
import { pause } from '../../kernel/retry.ts';
import { StreamFileError } from '../decode/stream-error.ts';
import type { BlockSource, StoredBlockFile } from '../source/block-source.ts';
import { BLOCK_NODE_LIMITS, type BlockNodeLimits } from './block-node.ts';
import { ReceivedFile } from './block-node-source.ts';
import type { BlockNodes } from './block-nodes.ts';

/** Limits of the nodes of single blocks: one that sends nothing leaves time for another. */
export const REQUEST_LIMITS: BlockNodeLimits = {
  ...BLOCK_NODE_LIMITS,
  statusTimeoutMs: 2_000,
  messageTimeoutMs: 2_500,
  idleTimeoutMs: 2_500,
};
/** Time limit for receiving a block that some node has, in milliseconds. */
const OPEN_TIMEOUT_MS = 10_000;

/**
 * Block nodes as a source of single blocks, in any order: each request subscribes, and ends the subscription once the
 * block is received.
 */
export class RequestedBlocks implements BlockSource {
  readonly name = 'block nodes';
  readonly changes = 0;
  readonly #nodes: BlockNodes;
  readonly #prepare: () => Promise<void>;

  /** Closes `nodes` when it is closed. `prepare` is called before each request. */
  constructor(nodes: BlockNodes, prepare: () => Promise<void> = async () => undefined) {
    this.#nodes = nodes;
    this.#prepare = prepare;
  }

  async first(signal: AbortSignal, from = 0n): Promise<bigint | null> {
    await this.#prepare();
    const range = await this.#nodes.range(signal);
    if (range === null || range.last < from) return null;
    return range.first > from ? range.first : from;
  }

  async open(number: bigint, maxBytes: number, signal: AbortSignal): Promise<StoredBlockFile | null> {
    await this.#prepare();
    const range = await this.#nodes.range(signal);
    if (range === null)
      throw new StreamFileError('unreadable', this.#path(number), null, 'no block node responds');
    if (number < range.first || number > range.last) return null;
    const own = AbortSignal.any([signal, AbortSignal.timeout(OPEN_TIMEOUT_MS)]);
    for await (const block of this.#nodes.blocks(number, own)) {
      if (block.number !== number) return null;
      if (block.size > maxBytes)
        throw new StreamFileError(
          'too-large',
          this.#path(number),
          block.node,
          `has more than ${maxBytes} bytes`,
        );
      return new ReceivedFile(this.#path(number), block.items);
    }
    return null;
  }

  /** Waits without an event, because block nodes announce nothing outside a subscription. */
  async changed(milliseconds: number, signal: AbortSignal): Promise<void> {
    await pause(milliseconds, signal);
  }

  async close(): Promise<void> {
    this.#nodes.close();
  }

  #path(number: bigint): string {
    return blockPath(number).replace(/\.zstd$/, '');
  }
}
