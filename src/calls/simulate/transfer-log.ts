import type { Address, Log } from '@tain/evm/execution';
import { WEIBARS_PER_TINYBAR } from '@tain/ledger/amounts';
import { unitsMoved } from '../system/writes/logs.ts';

/** Address of the logs that geth creates for transfers (`internal/ethapi/logtracer.go`, ERC-7528). */
const ADDRESS = 'e'.repeat(40);

/** Returns the log of a transfer of tinybars, with the amount in weibars. */
export function transferLog(from: Address, to: Address, value: bigint): Log {
  return unitsMoved(ADDRESS, [from, to], value * WEIBARS_PER_TINYBAR);
}
