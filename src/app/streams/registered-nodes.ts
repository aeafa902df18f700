import { type BlockNodeAddress, mergeBlockNodes } from '../../ingest/block-nodes/address.ts';
import type { BlockNodes } from '../../ingest/block-nodes/block-nodes.ts';
import { messageOf } from '../../kernel/failure.ts';
import type { Select } from '../../store/connections/select.ts';
import { selectBlockNodeServices } from '../../store/reads/block-node-services.ts';

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
