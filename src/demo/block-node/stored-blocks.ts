import { EventEmitter, once } from 'node:events';
import type { BlockFolder } from '../stream/block-folder.ts';
import type { BlockSource } from './block-node-server.ts';

/** Tag of `Block.items`: field 1, length-delimited. */
const ITEM_TAG = 0x0a;

/** The blocks in a demo network's folder, as a block node serves them: what was there at the start and what is published since. */
export class StoredBlocks implements BlockSource {
  readonly #folder: BlockFolder;
  readonly #published = new EventEmitter().setMaxListeners(0);
  #range: { readonly first: bigint; readonly last: bigint } | null;

  private constructor(folder: BlockFolder, range: { readonly first: bigint; readonly last: bigint } | null) {
    this.#folder = folder;
    this.#range = range;
  }

  static async open(folder: BlockFolder): Promise<StoredBlocks> {
    return new StoredBlocks(folder, await folder.range());
  }

  range(): { readonly first: bigint; readonly last: bigint } | null {
    return this.#range;
  }

  /** Blocks from the first to the last of these are in the folder now. */
  published(first: bigint, last: bigint): void {
    this.#range = { first: this.#range?.first ?? first, last };
    this.#published.emit('block');
  }

  async items(number: bigint): Promise<readonly Uint8Array[]> {
    return splitItems(await this.#folder.read(number));
  }

  async after(number: bigint, signal: AbortSignal): Promise<void> {
    while ((this.#range?.last ?? -1n) <= number && !signal.aborted) {
      await once(this.#published, 'block', { signal }).catch(() => {});
    }
  }
}

/** The serialized items of a `Block` that this program has written. */
function splitItems(block: Buffer): Buffer[] {
  const items: Buffer[] = [];
  let at = 0;
  while (at < block.length) {
    if (block[at++] !== ITEM_TAG) throw new Error('a block file of the demo network is damaged');
    let length = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = block[at++] ?? 0;
      length += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) break;
    }
    items.push(block.subarray(at, at + length));
    at += length;
  }
  return items;
}
