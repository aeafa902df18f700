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
