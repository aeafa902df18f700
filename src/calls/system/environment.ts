import type { Address } from '@tain/evm/execution';
import type { ExchangeRate } from '@tain/ledger/exchange-rates';
import type { Network } from '@tain/ledger/network';
import * as numbers from '@tain/ledger/system-contracts';
import type { LedgerState } from '../state/ledger-state.ts';

/** Environment of system contracts besides the ledger's objects. */
export interface SystemEnvironment {
  readonly state: LedgerState;
  /** Shard and realm of the ids in long-zero addresses. */
  readonly network: Network;
  readonly ledgerId: Uint8Array;
  /** Active exchange rate. */
  readonly rate: ExchangeRate;
  /** Price of a unit of gas in tinybars. */
  readonly gasPrice: bigint;
  /** Consensus time of the call, in nanoseconds since the epoch. */
  readonly now: bigint;
  /**
   * Minimum balance of every account in tinybars, so that any account can simulate; contracts have their own balance.
   */
  readonly minimumAccountBalance: bigint;
  /** Addresses of the token service: 0x167, and 0x16c if the network enables it. */
  readonly tokenServices: readonly Address[];
  /** Called with the status of each failed transaction that a method made or represents. */
  readonly childFailed?: ((status: string) => void) | undefined;
}

/** Addresses of the system contracts. */
export const TOKEN_SERVICE: Address = longZero(numbers.TOKEN_SERVICE);
/** The token service's newer address, with methods for metadata. */
export const TOKEN_SERVICE_V2: Address = longZero(numbers.TOKEN_SERVICE_V2);
export const EXCHANGE_RATE: Address = longZero(numbers.EXCHANGE_RATE_SERVICE);
export const RANDOM: Address = longZero(numbers.PRNG_SERVICE);
export const ACCOUNT_SERVICE: Address = longZero(numbers.ACCOUNT_SERVICE);
export const SCHEDULE_SERVICE: Address = longZero(numbers.SCHEDULE_SERVICE);

function longZero(num: bigint): Address {
  return num.toString(16).padStart(40, '0');
}
