import { BlockFolder } from '../stream/block-folder.ts';
import { BlockNodeServer } from './block-node-server.ts';
import { StoredBlocks } from './stored-blocks.ts';

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
