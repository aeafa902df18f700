import type { LedgerVersion } from './profiles.ts';

/** Networks as contracts tell them apart. */
export type EvmNetwork = 'mainnet' | 'testnet' | 'previewnet' | 'other';

/** CHAINID of each network. */
export const CHAIN_IDS: Readonly<Record<EvmNetwork, bigint>> = {
  mainnet: 295n,
  testnet: 296n,
  previewnet: 297n,
  other: 298n,
};

/** Version of the newest block, everywhere. */
export const CURRENT_VERSION: LedgerVersion = 'v0.67';

/** First block of each version (contract-calls facts, 2.1). The others are told by no block. */
const MAINNET: readonly (readonly [firstBlock: bigint, version: LedgerVersion])[] = [
  [0n, 'v0.30'],
  [44_029_066n, 'v0.34'],
  [49_117_794n, 'v0.38'],
  [60_258_042n, 'v0.46'],
  [65_435_845n, 'v0.50'],
  [66_602_102n, 'v0.51'],
  [85_011_472n, 'v0.65'],
  [85_659_065n, 'v0.66'],
  [87_129_575n, 'v0.67'],
];

/** The version of the EVM that a block ran under. */
export function ledgerVersionAt(network: EvmNetwork, block: bigint): LedgerVersion {
  if (network !== 'mainnet') return CURRENT_VERSION;
  return MAINNET.findLast(([firstBlock]) => firstBlock <= block)?.[1] ?? 'v0.30';
}
