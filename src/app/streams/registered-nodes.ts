import type { Select } from '../../db/connections/select.ts';
import { type BlockNodeAddress, mergeBlockNodes } from '../../ingest/block-nodes/address.ts';
import type { BlockNodes } from '../../ingest/block-nodes/block-nodes.ts';
import { messageOf } from '../../kernel/failure.ts';
import { selectBlockNodeServices } from '../../reads/block-node-services.ts';

/** Milliseconds between two looks at the registered nodes. */
export const DISCOVER_EVERY = 60_000;

/** Has the nodes be those that settings name and those that the ledger registers. Where these cannot be looked up the log says so. */
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
      'registered block nodes cannot be looked up; those known are kept',
    );
  }
}
