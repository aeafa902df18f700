import type { Address } from '@tain/evm/execution';
import type { LedgerAccount, LedgerToken, TokenRelation } from '../../state/ledger-objects.ts';
import { gasOfPrice, PRICE } from '../gas.ts';
import type { Ledger } from '../ledger.ts';
import type { MethodCall } from '../method.ts';
import { demandAccountAt, senderOf, setRelation, usableToken } from './objects.ts';
import { answersCode, demand } from './simulate.ts';

export const associateOne = answersCode(({ ledger, args }) =>
  associate(ledger, args.address(0), [args.address(1)]),
);
export const associateMany = answersCode(({ ledger, args }) =>
  associate(ledger, args.address(0), args.addresses(1)),
);
export const associateSender = answersCode(async (call) =>
  associateAll(call.ledger, senderOf(call), [call.subject ?? '']),
);
export const dissociateOne = answersCode(({ ledger, args }) =>
  dissociate(ledger, args.address(0), [args.address(1)]),
);
export const dissociateMany = answersCode(({ ledger, args }) =>
  dissociate(ledger, args.address(0), args.addresses(1)),
);
export const dissociateSender = answersCode(async (call) =>
  dissociateAll(call.ledger, senderOf(call), [call.subject ?? '']),
);

/** Returns the gas: associating costs its price for each token; dissociating has one price. */
export function associateGas({ args }: MethodCall): bigint {
  const count = Math.max(1, args.addresses(1).length);
  return gasOfPrice(PRICE.relation * BigInt(count));
}

async function associate(ledger: Ledger, account: Address, tokens: readonly Address[]): Promise<void> {
  await associateAll(ledger, await demandAccountAt(ledger, account), tokens);
}

async function associateAll(
  ledger: Ledger,
  account: LedgerAccount,
  addresses: readonly Address[],
): Promise<void> {
  demand(new Set(addresses).size === addresses.length, 'TOKEN_ID_REPEATED_IN_TOKEN_LIST');
  const tokens: LedgerToken[] = [];
  for (const address of addresses) tokens.push(await usableToken(ledger, ledger.longZeroId(address)));
  for (const token of tokens) {
    const relation = await ledger.state.relations.get([account.id, token.id]);
    demand(!relation?.associated, 'TOKEN_ALREADY_ASSOCIATED_TO_ACCOUNT');
    setRelation(ledger, newRelation(account.id, token, false));
  }
}

/** Returns a new relation, with the token's defaults. */
export function newRelation(account: bigint, token: LedgerToken, automatic: boolean): TokenRelation {
  return {
    account,
    token: token.id,
    associated: true,
    automatic,
    balance: 0n,
    freeze: token.keys.freeze ? (token.freezeDefault ? 'FROZEN' : 'UNFROZEN') : 'NOT_APPLICABLE',
    kyc: token.kycDefault,
  };
}

/**
 * Returns the relation of a token's receiver, which is created if a slot for automatic association is free. `withoutSlot`:
 * status with which a receiver without a free slot is refused, if it is another than that of a transfer.
 */
export async function receivingRelation(
  ledger: Ledger,
  account: bigint,
  token: LedgerToken,
  withoutSlot?: string,
): Promise<TokenRelation> {
  const existing = await ledger.state.relations.get([account, token.id]);
  if (existing?.associated) return existing;
  const receiver = await ledger.state.accounts.get(account);
  const slots = receiver?.maxAutomaticTokenAssociations ?? 0;
  demand(receiver !== undefined && slots !== 0, withoutSlot ?? 'TOKEN_NOT_ASSOCIATED_TO_ACCOUNT');
  const relation = await automaticRelation(ledger, receiver, token, withoutSlot);
  // A token that could not be transferred immediately gets no automatic slot.
  demand(relation.kyc !== 'REVOKED', 'ACCOUNT_KYC_NOT_GRANTED_FOR_TOKEN');
  demand(relation.freeze !== 'FROZEN', 'ACCOUNT_FROZEN_FOR_TOKEN');
  return relation;
}

/** Creates a relation in one of an account's slots for automatic association. Throws `Refused` when none is free. */
export async function automaticRelation(
  ledger: Ledger,
  { id, maxAutomaticTokenAssociations: slots }: LedgerAccount,
  token: LedgerToken,
  withoutSlot = 'NO_REMAINING_AUTOMATIC_ASSOCIATIONS',
): Promise<TokenRelation> {
  const used = (await ledger.state.automaticAssociations.get(id)) ?? 0;
  demand(slots < 0 || used < slots, withoutSlot);
  const relation = newRelation(id, token, true);
  setRelation(ledger, relation);
  ledger.state.automaticAssociations.set(id, used + 1);
  return relation;
}

async function dissociate(ledger: Ledger, account: Address, tokens: readonly Address[]): Promise<void> {
  await dissociateAll(ledger, await demandAccountAt(ledger, account), tokens);
}

async function dissociateAll(
  ledger: Ledger,
  account: LedgerAccount,
  addresses: readonly Address[],
): Promise<void> {
  demand(new Set(addresses).size === addresses.length, 'TOKEN_ID_REPEATED_IN_TOKEN_LIST');
  for (const address of addresses) {
    const token = await ledger.tokenAt(address);
    demand(token !== undefined, 'INVALID_TOKEN_ID');
    const relation = await ledger.state.relations.get([account.id, token.id]);
    demand(relation?.associated === true, 'TOKEN_NOT_ASSOCIATED_TO_ACCOUNT');
    if (!token.deleted) demandEmpty(token, relation);
    await removeRelation(ledger, relation);
  }
}

/** Checks that a relation with a token that is not deleted may end. */
function demandEmpty(token: LedgerToken, relation: TokenRelation): void {
  demand(!token.paused, 'TOKEN_IS_PAUSED');
  demand(token.treasury !== relation.account, 'ACCOUNT_IS_TREASURY');
  demand(relation.freeze !== 'FROZEN', 'ACCOUNT_FROZEN_FOR_TOKEN');
  const isFungible = token.type === 'FUNGIBLE_COMMON';
  demand(
    relation.balance === 0n,
    isFungible ? 'TRANSACTION_REQUIRES_ZERO_TOKEN_BALANCES' : 'ACCOUNT_STILL_OWNS_NFTS',
  );
}

async function removeRelation(ledger: Ledger, relation: TokenRelation): Promise<void> {
  const { state } = ledger;
  state.relations.set([relation.account, relation.token], undefined);
  if (!relation.automatic) return;
  const used = (await state.automaticAssociations.get(relation.account)) ?? 0;
  state.automaticAssociations.set(relation.account, Math.max(0, used - 1));
}
