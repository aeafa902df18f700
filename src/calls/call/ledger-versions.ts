import type { LedgerVersion } from '@tain/evm/profiles';
import { isAtLeast, type MinorVersion } from '@tain/ledger/hapi-version';

/** Networks that contracts can distinguish. */
export type EvmNetwork = 'mainnet' | 'testnet' | 'previewnet' | 'other';

/** Version before Pectra. */
const CURRENT_VERSION: LedgerVersion = 'v0.67';

/** Version of HAPI from which on networks run v0.70: the public mirror adopted Pectra (HIP-1341) with that release. */
const PECTRA: MinorVersion = { major: 0, minor: 77 };

/** A version of the ledger's EVM, and the first block that ran under it. */
export interface VersionFrom {
  readonly firstBlock: bigint;
  readonly version: LedgerVersion;
}

/** First block of each version (contract-calls facts, 2.1). No block states the other versions. */
const MAINNET: readonly VersionFrom[] = [
  { firstBlock: 0n, version: 'v0.30' },
  { firstBlock: 44_029_066n, version: 'v0.34' },
  { firstBlock: 49_117_794n, version: 'v0.38' },
  { firstBlock: 60_258_042n, version: 'v0.46' },
  { firstBlock: 65_435_845n, version: 'v0.50' },
  { firstBlock: 66_602_102n, version: 'v0.51' },
  { firstBlock: 85_011_472n, version: 'v0.65' },
  { firstBlock: 85_659_065n, version: 'v0.66' },
  { firstBlock: 87_129_575n, version: 'v0.67' },
];

/** Returns the version of the EVM of a network whose newest block has a version of HAPI (null: none). */
export function newestLedgerVersion(hapi: MinorVersion | null): LedgerVersion {
  return hasPectra(hapi) ? 'v0.70' : CURRENT_VERSION;
}

function hasPectra(hapi: MinorVersion | null): boolean {
  return isAtLeast(hapi, PECTRA);
}

/**
 * Returns the version of the EVM under which a block ran. `versions`: the operator's setting, by block; null: derived from
 * the block's version of HAPI (null: unknown), else from the network.
 */
export function ledgerVersionAt(
  network: EvmNetwork,
  { number, hapi }: { readonly number: bigint; readonly hapi: MinorVersion | null },
  versions: readonly VersionFrom[] | null = null,
): LedgerVersion {
  if (versions === null && hasPectra(hapi)) return 'v0.70';
  const known = versions ?? (network === 'mainnet' ? MAINNET : []);
  const found = known.findLast(({ firstBlock }) => firstBlock <= number) ?? known[0];
  return found?.version ?? CURRENT_VERSION;
}
