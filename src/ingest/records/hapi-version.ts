import { NANOS_PER_STAKING_PERIOD } from '@tain/ledger/staking';
import type { Item } from '../decode/item.ts';

/** Returns whether an item's block has at least HAPI `major.minor.0`. No version compares as 0.0.0. */
export function hapiAtLeast(item: Item, major: number, minor: number): boolean {
  const version = item.hapiVersion;
  if (version === null) return false;
  return version.major !== major ? version.major > major : version.minor >= minor;
}

/** Returns the days since 1970 at a consensus time. */
export function epochDay(timestamp: bigint): bigint {
  return timestamp / NANOS_PER_STAKING_PERIOD;
}
