import type { Address } from './execution.ts';
import { longZeroNumber } from './hex.ts';

/** Last account number that the network reserves. */
const LAST_SYSTEM_ACCOUNT = 750n;

/** First number of an entity whose code EXTCODE* shows. */
const FIRST_USER_ENTITY = 1001n;

/** Whether an address is the long-zero one of an account up to 0.0.750. */
export function isSystemAccount(address: Address): boolean {
  const number = longZeroNumber(address);
  return number !== undefined && number <= LAST_SYSTEM_ACCOUNT;
}

/** Whether EXTCODE* sees nothing there: below 0.0.1001. */
export function hidesCode(address: Address): boolean {
  const number = longZeroNumber(address);
  return number !== undefined && number < FIRST_USER_ENTITY;
}
