import { BLOCK_STREAM_VERSION, type BlockPosition } from '../decode/decoded-block.ts';
import { type HapiVersion, isAtLeast } from '../decode/item.ts';

/** The first HAPI version at which mainnet and testnet may change from record files to blocks. */
export const CUTOVER_SINCE: HapiVersion = { major: 0, minor: 76, patch: 0 };

/** Whether a block of the block stream was read: no record file follows it. */
export function hasSwitched(position: BlockPosition | null): boolean {
  return position !== null && position.version >= BLOCK_STREAM_VERSION;
}

/** Whether blocks may follow a position. Before `since` they are a preview beside the record stream. */
export function isDue(position: BlockPosition | null, since: HapiVersion | null): boolean {
  return position === null || since === null || isAtLeast(position.hapiVersion, since);
}
