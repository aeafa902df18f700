import type { Execution } from '../ledger/execution.ts';
import { Status } from '../ledger/status.ts';

/**
 * Returns OK for a token that exists and is neither deleted nor paused, else the status of a transaction that names it.
 */
export function tokenStatus(x: Execution, num: number): Status {
  const token = x.ledger.tokens.get(num);
  if (token === undefined) return Status.INVALID_TOKEN_ID;
  if (token.deleted) return Status.TOKEN_WAS_DELETED;
  return token.paused ? Status.TOKEN_IS_PAUSED : Status.OK;
}

/** Returns OK for an account that exists and is not deleted. */
export function accountStatus(x: Execution, num: number): Status {
  const account = x.ledger.accounts.get(num);
  if (account === undefined) return Status.INVALID_ACCOUNT_ID;
  return account.deleted ? Status.ACCOUNT_DELETED : Status.OK;
}

/**
 * Keys of a token, by the field of requests and rows, each with the status for an invalid key and for a missing one.
 */
export const TOKEN_KEYS = [
  ['adminKey', Status.INVALID_ADMIN_KEY, Status.TOKEN_IS_IMMUTABLE],
  ['kycKey', Status.INVALID_KYC_KEY, Status.TOKEN_HAS_NO_KYC_KEY],
  ['freezeKey', Status.INVALID_FREEZE_KEY, Status.TOKEN_HAS_NO_FREEZE_KEY],
  ['wipeKey', Status.INVALID_WIPE_KEY, Status.TOKEN_HAS_NO_WIPE_KEY],
  ['supplyKey', Status.INVALID_SUPPLY_KEY, Status.TOKEN_HAS_NO_SUPPLY_KEY],
  ['feeScheduleKey', Status.INVALID_CUSTOM_FEE_SCHEDULE_KEY, Status.TOKEN_HAS_NO_FEE_SCHEDULE_KEY],
  ['pauseKey', Status.INVALID_PAUSE_KEY, Status.TOKEN_HAS_NO_PAUSE_KEY],
  ['metadataKey', Status.INVALID_METADATA_KEY, Status.TOKEN_HAS_NO_METADATA_KEY],
] as const;
