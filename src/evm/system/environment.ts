import type { Address } from '../engine/execution.ts';
import type { LedgerState } from '../state/ledger-state.ts';

/** What system contracts know of the ledger besides its objects. */
export interface SystemEnvironment {
  readonly state: LedgerState;
  /** Shard and realm of ids behind long-zero addresses. */
  readonly shard: bigint;
  readonly realm: bigint;
  readonly ledgerId: Uint8Array;
  /** The active rate: so many hbars are worth so many cents. */
  readonly rate: { readonly hbars: bigint; readonly cents: bigint };
  /** Tinybars for a unit of gas. */
  readonly gasPrice: bigint;
  /** Consensus time of the call, in nanoseconds since the epoch. */
  readonly now: bigint;
  /** Tinybars that every account has at least, so that nobody is too poor to simulate; contracts have what they have. */
  readonly minimumAccountBalance: bigint;
  /** Addresses that answer as the token service: 0x167, and 0x16c where a network enables it. */
  readonly tokenServices: readonly Address[];
}

/** Addresses of the system contracts. */
export const TOKEN_SERVICE: Address = longZero(0x167);
export const EXCHANGE_RATE: Address = longZero(0x168);
export const RANDOM: Address = longZero(0x169);
export const ACCOUNT_SERVICE: Address = longZero(0x16a);
export const SCHEDULE_SERVICE: Address = longZero(0x16b);
/** The token service's newer address, with methods for metadata. */
export const TOKEN_SERVICE_V2: Address = longZero(0x16c);

export const ZERO_ADDRESS: Address = '0'.repeat(40);

function longZero(num: number): Address {
  return num.toString(16).padStart(40, '0');
}
