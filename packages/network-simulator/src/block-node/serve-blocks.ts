import { EventEmitter, once } from 'node:events';
import { stream } from '@tain/protos/block-stream';
import { BlockFolder } from '../stream/block-folder.ts';
import { BlockNodeServer, type BlockSource } from './block-node-server.ts';

/** Blocks in a demo network's folder, for a block node: those present at the start and those published since. */
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

  /** Reports that blocks from the first to the last are in the folder. */
  published(first: bigint, last: bigint): void {
    this.#range = { first: this.#range?.first ?? first, last };
    this.#published.emit('block');
  }

  async items(number: bigint): Promise<readonly Uint8Array[]> {
    return stream.Block.decode(await this.#folder.read(number)).items;
  }

  async after(number: bigint, signal: AbortSignal): Promise<void> {
    while ((this.#range?.last ?? -1n) <= number && !signal.aborted) {
      await once(this.#published, 'block', { signal }).catch(() => {});
    }
  }
}

/** A block node of a demo network. */
export interface DemoBlockNode {
  readonly port: number;
  /** Reports that blocks from the first to the last are in the folder. */
  published(first: bigint, last: bigint): void;
  stop(): void;
}

/** Serves the blocks in a demo network's folder over gRPC on a port of this machine (0: any free one). */
export async function serveBlocks(dir: string, host: string, port: number): Promise<DemoBlockNode> {
  const source = await StoredBlocks.open(new BlockFolder(dir));
  const server = await BlockNodeServer.start({ host, port, source });
  return {
    port: server.port,
    published: (first, last) => source.published(first, last),
    stop: () => server.stop(),
  };
}
