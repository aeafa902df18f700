import type { Address } from './execution.ts';
import { longZeroNumber } from './hex.ts';

/** Last account number that the network reserves. */
const LAST_SYSTEM_ACCOUNT = 750n;

/** First number of an entity whose code is visible to EXTCODE*. */
const FIRST_USER_ENTITY = 1001n;

/** Returns whether an address is the long-zero one of an account up to 0.0.750. */
export function isSystemAccount(address: Address): boolean {
  const number = longZeroNumber(address);
  return number !== undefined && number <= LAST_SYSTEM_ACCOUNT;
}

/** Returns whether code at an address is hidden from EXTCODE*: below 0.0.1001. */
export function hidesCode(address: Address): boolean {
  const number = longZeroNumber(address);
  return number !== undefined && number < FIRST_USER_ENTITY;
}
