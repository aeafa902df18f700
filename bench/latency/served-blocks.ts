import { EventEmitter, once } from 'node:events';
import { stream } from '@tain/protos/block-stream';
import type { BlockSource } from '../../packages/network-simulator/src/block-node/block-node-server.ts';
import type { BlockFolder } from '../../packages/network-simulator/src/stream/block-folder.ts';

/** Blocks of a folder up to a limit, which `serve` raises. */
export class ServedBlocks implements BlockSource {
  readonly #folder: BlockFolder;
  readonly #events = new EventEmitter().setMaxListeners(0);
  #last: bigint;

  constructor(folder: BlockFolder, last: bigint) {
    this.#folder = folder;
    this.#last = last;
  }

  range() {
    return { first: 0n, last: this.#last };
  }

  async items(number: bigint): Promise<readonly Uint8Array[]> {
    return stream.Block.decode(await this.#folder.read(number)).items;
  }

  /** Called by the block node after it has sent the previous block. */
  async after(number: bigint, signal: AbortSignal): Promise<void> {
    this.#events.emit(`sent ${number}`, performance.now());
    while (this.#last <= number && !signal.aborted) {
      await once(this.#events, 'served', { signal }).catch(() => undefined);
    }
  }

  /** Serves one more block. Resolves with the time at which its last byte was sent. */
  async serve(number: bigint): Promise<number> {
    const sent = once(this.#events, `sent ${number}`) as Promise<[number]>;
    this.#last = number;
    this.#events.emit('served');
    return (await sent)[0];
  }
}
