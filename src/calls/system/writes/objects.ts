import type { Address } from '@tain/evm/execution';
import type { LedgerAccount, LedgerToken, TokenKeyName, TokenRelation } from '../../state/ledger-objects.ts';
import type { Ledger } from '../ledger.ts';
import type { MethodCall } from '../method.ts';
import { demand } from './simulate.ts';

/**
 * Objects that a change needs. Each function throws `Refused` with the ledger's own code if the object is missing or
 * unusable.
 */

/** Returns a token that is neither deleted nor paused. */
export async function usableToken(ledger: Ledger, id: bigint | undefined): Promise<LedgerToken> {
  const token = await existingToken(ledger, id);
  demand(!token.paused, 'TOKEN_IS_PAUSED');
  return token;
}

/** Returns a token that is not deleted; it may be paused. */
export async function existingToken(ledger: Ledger, id: bigint | undefined): Promise<LedgerToken> {
  const token = id === undefined ? undefined : await ledger.state.tokens.get(id);
  demand(token !== undefined, 'INVALID_TOKEN_ID');
  demand(!token.deleted, 'TOKEN_WAS_DELETED');
  return token;
}

export async function usableTokenAt(ledger: Ledger, address: Address): Promise<LedgerToken> {
  return usableToken(ledger, ledger.longZeroId(address));
}

const NO_KEY: Readonly<Record<TokenKeyName, string>> = {
  admin: 'TOKEN_IS_IMMUTABLE',
  kyc: 'TOKEN_HAS_NO_KYC_KEY',
  freeze: 'TOKEN_HAS_NO_FREEZE_KEY',
  wipe: 'TOKEN_HAS_NO_WIPE_KEY',
  supply: 'TOKEN_HAS_NO_SUPPLY_KEY',
  feeSchedule: 'TOKEN_HAS_NO_FEE_SCHEDULE_KEY',
  pause: 'TOKEN_HAS_NO_PAUSE_KEY',
  metadata: 'TOKEN_HAS_NO_METADATA_KEY',
};

export function demandKey(token: LedgerToken, name: TokenKeyName): void {
  demand(token.keys[name] !== undefined, NO_KEY[name]);
}

export async function demandAccountAt(
  ledger: Ledger,
  address: Address,
  missing = 'INVALID_ACCOUNT_ID',
): Promise<LedgerAccount> {
  const account = await ledger.accountAt(address);
  demand(account !== undefined, missing);
  return account;
}

export function senderOf({ sender }: MethodCall): LedgerAccount {
  demand(sender !== undefined, 'INVALID_ACCOUNT_ID');
  return sender;
}

/** Returns an account's relation with a token. */
export async function relationOf(ledger: Ledger, account: bigint, token: bigint): Promise<TokenRelation> {
  const relation = await ledger.state.relations.get([account, token]);
  demand(relation?.associated === true, 'TOKEN_NOT_ASSOCIATED_TO_ACCOUNT');
  return relation;
}

/** Requires an account with its own key, because a hollow account can do nothing before it is completed. */
export function demandOwnKey(
  account: LedgerAccount | undefined,
  missing: string,
): asserts account is LedgerAccount {
  demand(account !== undefined && (account.type === 'CONTRACT' || account.key !== undefined), missing);
}

export function demandUnfrozen(relation: TokenRelation): void {
  demand(relation.freeze !== 'FROZEN', 'ACCOUNT_FROZEN_FOR_TOKEN');
}

/** Requires a relation that allows transfers. */
export function demandOpen(relation: TokenRelation): void {
  demandUnfrozen(relation);
  demand(relation.kyc !== 'REVOKED', 'ACCOUNT_KYC_NOT_GRANTED_FOR_TOKEN');
}

export function setRelation(ledger: Ledger, relation: TokenRelation): void {
  ledger.state.relations.set([relation.account, relation.token], relation);
}

/** Adds to the balance of a relation, or deducts from it. */
export async function addUnits(
  ledger: Ledger,
  account: bigint,
  token: bigint,
  amount: bigint,
  tooLittle = 'INSUFFICIENT_TOKEN_BALANCE',
): Promise<void> {
  const relation = await relationOf(ledger, account, token);
  const balance = relation.balance + amount;
  demand(balance >= 0n, tooLittle);
  setRelation(ledger, { ...relation, balance });
}
