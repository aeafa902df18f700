import { proto } from '@tain/protos/services';
import type { Relation, Token } from '../../ledger/entities.ts';
import { long, tokenId } from '../../ledger/ids.ts';
import type { Ledger } from '../../ledger/ledger.ts';

/** Maximum number of tokens of an account that the network lists. */
const MAX_LISTED = 1_000;

type Holding = readonly [token: Readonly<Token>, relation: Readonly<Relation>];

/**
 * Returns the tokens with which an account was associated last, the newest first. Those of one transaction keep its order, because the
 * network links them before the earlier ones (`BaseTokenHandler.createAndLinkTokenRels`).
 */
function holdings(ledger: Ledger, account: number): Holding[] {
  return [...ledger.relationsOf(account)]
    .filter(({ associated }) => associated)
    .sort((one, other) => Number(other.createdAt - one.createdAt))
    .slice(0, MAX_LISTED)
    .map((relation) => [ledger.tokens.need(relation.token), relation]);
}

/** Returns the holdings of an account by token: units, or the number of NFTs. */
export function tokenBalances(ledger: Ledger, account: number): proto.ITokenBalance[] {
  return holdings(ledger, account).map(([{ num, decimals }, { balance }]) => ({
    tokenId: tokenId(num),
    balance: long(balance),
    decimals,
  }));
}

/** Returns the holdings with the freeze and KYC status of each token. */
export function tokenRelationships(ledger: Ledger, account: number): proto.ITokenRelationship[] {
  return holdings(ledger, account).map(([token, { balance, frozen, kyc, automatic }]) => ({
    tokenId: tokenId(token.num),
    symbol: token.symbol,
    balance: long(balance),
    decimals: token.decimals,
    kycStatus: kycStatus(token.kycKey !== null, kyc),
    freezeStatus: freezeStatus(token.freezeKey !== null, frozen),
    automaticAssociation: automatic,
  }));
}

/** Returns the number of NFTs of all tokens that an account owns. */
export function ownedNfts(ledger: Ledger, account: number): bigint {
  let owned = 0n;
  for (const { token, associated, balance } of ledger.relationsOf(account)) {
    if (associated && ledger.tokens.need(token).nonFungible) owned += balance;
  }
  return owned;
}

export function kycStatus(hasKey: boolean, granted: boolean): proto.TokenKycStatus {
  const { Granted, KycNotApplicable, Revoked } = proto.TokenKycStatus;
  if (!hasKey) return KycNotApplicable;
  return granted ? Granted : Revoked;
}

export function freezeStatus(hasKey: boolean, frozen: boolean): proto.TokenFreezeStatus {
  const { FreezeNotApplicable, Frozen, Unfrozen } = proto.TokenFreezeStatus;
  if (!hasKey) return FreezeNotApplicable;
  return frozen ? Frozen : Unfrozen;
}
