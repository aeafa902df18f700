import { type HapiVersion, isAtLeast } from '@tain/ledger/hapi-version';
import { BLOCK_STREAM_VERSION, type BlockPosition } from '../decode/decoded-block.ts';

/**
 * The first software version whose blocks may follow record files, by public network: mainnet and testnet change over
 * with consensus node 0.80. Older blocks are a preview, published in parallel to the record stream.
 *
 * The next block's version decides, not that of the last record file, as in the public mirror (0.79 or newer): a
 * preview of 0.79 that was read cannot be undone, because the first real block does not follow it, and a network that
 * upgrades from 0.78 to 0.80 would wait forever. A block refused by mistake is logged, and `TAIN_STREAM_KIND=block`
 * accepts it.
 */
export const CUTOVER_VERSIONS = {
  mainnet: { major: 0, minor: 80, patch: 0 },
  testnet: { major: 0, minor: 80, patch: 0 },
  previewnet: { major: 0, minor: 79, patch: 0 },
} as const satisfies Record<string, HapiVersion>;

/** The versions that a block names in its header. */
export interface BlockVersions {
  readonly hapiVersion: HapiVersion;
  /** Version of the nodes' software; null when the header does not name it. */
  readonly softwareVersion: HapiVersion | null;
}

/** Returns whether a block of the block stream was read; no record file follows one. */
export function hasSwitched(position: BlockPosition | null): boolean {
  return position !== null && position.version >= BLOCK_STREAM_VERSION;
}

/**
 * Returns whether a block does not follow the record files before it, because its network still writes record files at
 * that version. HAPI and software have had the same number so far; either is enough. `since`: null when there are no
 * previews.
 */
export function isPreview(block: BlockVersions, since: HapiVersion | null): boolean {
  const versions = [block.hapiVersion, block.softwareVersion];
  return since !== null && !versions.some((version) => isAtLeast(version, since));
}
