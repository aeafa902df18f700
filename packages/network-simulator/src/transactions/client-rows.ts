import type { Draft } from '../ledger/draft.ts';
import { numOf } from '../ledger/ids.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { FIRST_USER_ENTITY } from '../ledger/limits.ts';
import { FUNDED_ACCOUNTS } from '../ledger/well-known.ts';

/** Tables of the entities that ids name, by the field that holds the number. */
const TABLES = {
  accountNum: 'accounts',
  contractNum: 'accounts',
  tokenNum: 'tokens',
  topicNum: 'topics',
  fileNum: 'files',
  scheduleNum: 'schedules',
} as const;

/**
 * Returns whether a generated transaction names an entity created by a sent transaction, or changes an account whose
 * key is published, such as the operator's.
 */
export function namesClientRow(ledger: Ledger, draft: Draft): boolean {
  const changed = numOf(draft.data.cryptoUpdateAccount?.accountIDToUpdate?.accountNum);
  if (changed > 0 && changed < FIRST_USER_ENTITY) return true;
  // The pre-funded accounts always exist, and are never chosen.
  if (ledger.theirs.size <= FUNDED_ACCOUNTS.length) return false;
  return ledger.accounts.isClientRow(draft.payer) || names(ledger, draft.data) || names(ledger, draft.wallet);
}

function names(ledger: Ledger, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (value instanceof Uint8Array) return value.length === 20 && isClientAddress(ledger, value);
  if (Array.isArray(value)) return value.some((each) => names(ledger, each));
  for (const [field, content] of Object.entries(value)) {
    const table = TABLES[field as keyof typeof TABLES];
    if (table !== undefined && content !== null) {
      if (ledger[table].isClientRow(Number(content))) return true;
    } else if (field === 'alias' && content instanceof Uint8Array) {
      if (isClientAddress(ledger, content)) return true;
    } else if (names(ledger, content)) return true;
  }
  return false;
}

function isClientAddress(ledger: Ledger, alias: Uint8Array): boolean {
  const num = ledger.resolveAlias(alias);
  return num !== 0 && ledger.accounts.isClientRow(num);
}
