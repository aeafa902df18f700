import type { proto } from '@tain/protos/hapi';
import { type Execution, keyOf } from './execution.ts';
import { NODE_REWARD, STAKING_REWARD } from './fees.ts';
import { specOf } from './key-message.ts';
import { check } from './refusal.ts';
import { Status } from './status.ts';
import { isValidKey } from './valid-key.ts';

/** Signatures that a transaction needs. Functions that require one throw `Refusal` when it is missing. */

/** Privileged accounts of the network, with the numbers of its default configuration. */
export const SUPERUSERS: readonly number[] = [2, 50];

/** Returns whether the payer is one of these accounts, or a superuser. */
export function isPrivileged(x: Execution, ...nums: readonly number[]): boolean {
  return SUPERUSERS.includes(x.payer) || nums.includes(x.payer);
}

/**
 * Requires the signature of an account (the payer has always signed); `unknown`: status for a missing account, or one that
 * cannot sign.
 */
export function accountSigns(x: Execution, num: number, unknown: Status): void {
  if (num !== 0 && num === x.payer) return;
  const account = x.ledger.accounts.get(num);
  check(account !== undefined, unknown);
  check(account.hollow || keyOf(x.ledger, num) !== null, unknown);
  check(num !== STAKING_REWARD && num !== NODE_REWARD, unknown);
  check(hasSigned(x, num), Status.INVALID_SIGNATURE);
}

/** Returns whether the account's key signed, or the key of a hollow account's address. */
export function hasSigned(x: Execution, num: number): boolean {
  if (x.signers.forAll) return true;
  const account = x.ledger.accounts.get(num);
  if (account?.hollow) return account.hollowKey !== 0 && x.signers.has(account.hollowKey);
  return num === x.payer || x.signedByAccount(num);
}

/** Requires the signature of a receiver whose account requires it. */
export function receiverSigns(x: Execution, num: number, unknown: Status): void {
  const account = x.ledger.accounts.get(num);
  check(account !== undefined, unknown);
  if (account.receiverSigRequired) accountSigns(x, num, unknown);
}

/** Requires the signature of a key in the request. An invalid key is reported elsewhere. */
export function keySigns(x: Execution, key: proto.IKey | null | undefined): void {
  if (!isValidKey(key)) return;
  check(x.signedBy(specOf(x.ledger.keys, key)), Status.INVALID_SIGNATURE);
}
