import type { Database } from '../../db/connections/database.ts';
import { selectOn } from '../../db/connections/select.ts';
import type { BlockNodeAddress } from '../../ingest/block-nodes/address.ts';
import type { BlockNodeError } from '../../ingest/block-nodes/block-node-error.ts';
import type { BlockNodes } from '../../ingest/block-nodes/block-nodes.ts';
import type { BlockSource } from '../../ingest/source/block-source.ts';
import { openStoredBlocks } from '../../ingest/source/stored-blocks.ts';
import type { ObjectStore } from '../../ingest/store/object-store.ts';
import { delay } from '../../kernel/retry.ts';
import type { Config } from '../config/config.ts';
import { DISCOVER_EVERY, discoverBlockNodes } from './registered-nodes.ts';
import { networkFolderOf } from './stream-feed.ts';

/** What takes a line for each node that fails or is followed. */
interface NodeLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

export interface BlockSourceOptions {
  readonly config: Config;
  /** Where registered block nodes are looked up. */
  readonly database: Database;
  /** Where block files are, when no block nodes are named. */
  readonly blockStore: ObjectStore;
  readonly log: NodeLog;
  readonly signal: AbortSignal;
  /** Sees nodes that fail, and which one is followed. */
  readonly observer?: {
    blockNodeFailed(error: Pick<BlockNodeError, 'node' | 'code'>): void;
    blockNodeFollowed(node: string): void;
  };
}

/** Where an ingest that follows its network takes blocks from: block nodes, or a store. gRPC is loaded only for nodes. */
export async function openBlocks(options: BlockSourceOptions): Promise<BlockSource> {
  const { config, database, blockStore, log, signal, observer } = options;
  const { blockNodes } = config;
  if (blockNodes === null) return openStoredBlocks(blockStore, networkFolderOf(config));
  const { BlockNodes } = await import('../../ingest/block-nodes/block-nodes.ts');
  const { BlockNodeSource } = await import('../../ingest/block-nodes/block-node-source.ts');
  const nodes = new BlockNodes(blockNodes.named, {
    onFailure: (error) => {
      const { node, code, message } = error;
      log.warn({ node, code }, message);
      observer?.blockNodeFailed(error);
    },
    onSwitch: (node, next) => {
      log.info({ node, block: next.toString() }, 'Blocks are read from this block node');
      observer?.blockNodeFollowed(node);
    },
  });
  if (blockNodes.registered) void discover(nodes, blockNodes.named, database, log, signal);
  return new BlockNodeSource(nodes);
}

/** Keeps up with the block nodes that the ledger registers, until the signal. */
async function discover(
  nodes: BlockNodes,
  named: readonly BlockNodeAddress[],
  database: Database,
  log: NodeLog,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    await discoverBlockNodes(nodes, named, selectOn(database.pool), log);
    await delay(DISCOVER_EVERY, signal);
  }
}
