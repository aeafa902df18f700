import type { Config } from '../../config/config.ts';
import { type BlockNodeAddress, mergeBlockNodes } from '../../ingest/block-nodes/address.ts';
import type { BlockNodeError } from '../../ingest/block-nodes/block-node-error.ts';
import type { BlockNodes } from '../../ingest/block-nodes/block-nodes.ts';
import type { BlockSource } from '../../ingest/source/block-source.ts';
import { openStoredBlocks } from '../../ingest/source/stored-blocks.ts';
import type { ObjectStore } from '../../ingest/store/object-store.ts';
import { messageOf } from '../../kernel/failure.ts';
import type { Log } from '../../kernel/log.ts';
import { repeat } from '../../kernel/retry.ts';
import type { Database } from '../../store/connections/database.ts';
import { type Select, selectOn } from '../../store/connections/select.ts';
import { selectBlockNodeServices } from '../../store/reads/block-node-services.ts';
import { networkFolderOf } from './stream-feed.ts';

/** Interval of polls for registered nodes, in milliseconds. */
export const DISCOVERY_INTERVAL_MS = 60_000;

/** Sets the nodes to the configured ones and those registered on the ledger. Logs when the latter cannot be read. */
export async function discoverBlockNodes(
  nodes: BlockNodes,
  named: readonly BlockNodeAddress[],
  select: Select,
  log: { warn(fields: object, message: string): void },
): Promise<void> {
  try {
    nodes.setAddresses(mergeBlockNodes(named, await selectBlockNodeServices(select)));
  } catch (error) {
    log.warn(
      { reason: messageOf(error) },
      'Registered block nodes cannot be looked up: the known ones remain in use',
    );
  }
}

export interface BlockSourceOptions {
  readonly config: Config;
  /** Database of registered block nodes. */
  readonly database: Database;
  /** Store of block files, read when no block nodes are configured. */
  readonly blockStore: ObjectStore;
  readonly log: Log;
  readonly signal: AbortSignal;
  /** Is notified of nodes that fail, and of the node that is followed. */
  readonly observer?: {
    blockNodeFailed(error: Pick<BlockNodeError, 'node' | 'code'>): void;
    blockNodeFollowed(node: string): void;
  };
}

/**
 * Opens the block source of an ingest that follows its network: block nodes, or a store. gRPC is loaded only for nodes.
 */
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

/** Updates the list of block nodes registered on the ledger, until the signal is aborted. */
async function discover(
  nodes: BlockNodes,
  named: readonly BlockNodeAddress[],
  database: Database,
  log: Log,
  signal: AbortSignal,
): Promise<void> {
  const discoverNodes = (): Promise<void> => discoverBlockNodes(nodes, named, selectOn(database.pool), log);
  await repeat(discoverNodes, DISCOVERY_INTERVAL_MS, signal);
}
