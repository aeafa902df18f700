import type { Execution } from './execution.ts';
import { accountId, tokenId } from './ids.ts';
import { nftKey, relationKey } from './ledger.ts';
import { Status } from './status.ts';

/**
 * Moves of tokens between accounts: association, freezes, KYC, pauses, balances. Functions that can fail return
 * `Status.OK` or the reason of the failure.
 */
type Code = Status;

/**
 * Checks that the account may hold and move the token. Associates the token if the account has a free automatic slot.
 */
function usableRelation(x: Execution, account: number, token: number): Code {
  const { ledger } = x;
  const row = ledger.tokens.get(token);
  if (row === undefined) return Status.INVALID_TOKEN_ID;
  if (row.deleted) return Status.TOKEN_WAS_DELETED;
  if (row.paused) return Status.TOKEN_IS_PAUSED;
  const relation = ledger.relation(account, token);
  if (relation === undefined) return associateAutomatically(x, account, token);
  if (relation.frozen) return Status.ACCOUNT_FROZEN_FOR_TOKEN;
  if (!relation.kyc) return Status.ACCOUNT_KYC_NOT_GRANTED_FOR_TOKEN;
  return Status.OK;
}

/** Associates a token by an automatic slot of the account, if a slot is left. */
export function associateAutomatically(x: Execution, account: number, token: number): Code {
  const { ledger } = x;
  const row = ledger.accounts.need(account);
  const limit = row.maxAutoAssociations;
  if (limit === 0) return Status.TOKEN_NOT_ASSOCIATED_TO_ACCOUNT;
  if (limit > 0 && row.usedAutoAssociations >= limit) return Status.NO_REMAINING_AUTOMATIC_ASSOCIATIONS;
  const { frozen, kyc } = associate(x, account, token, true);
  x.record.automaticTokenAssociations ??= [];
  x.record.automaticTokenAssociations.push({ tokenId: tokenId(token), accountId: accountId(account) });
  if (frozen) return Status.ACCOUNT_FROZEN_FOR_TOKEN;
  return kyc ? Status.OK : Status.ACCOUNT_KYC_NOT_GRANTED_FOR_TOKEN;
}

/** Adds a relation with the token's defaults. */
export function associate(
  x: Execution,
  account: number,
  token: number,
  automatic: boolean,
): { frozen: boolean; kyc: boolean } {
  const { ledger } = x;
  const row = ledger.tokens.need(token);
  if (automatic) ledger.accounts.edit(account).usedAutoAssociations += 1;
  return ledger.relations.put(relationKey(account, token), {
    account,
    token,
    associated: true,
    balance: 0n,
    automatic,
    frozen: row.freezeKey !== null && row.freezeDefault,
    kyc: row.kycKey === null,
    createdAt: x.at,
  });
}

/** Adds units to an account's balance of a token; a negative amount subtracts them. Checks only the balance. */
export function addUnits(x: Execution, token: number, account: number, amount: bigint): Code {
  const relation = x.ledger.relations.edit(relationKey(account, token));
  if (relation.balance + amount < 0n) return Status.INSUFFICIENT_TOKEN_BALANCE;
  relation.balance += amount;
  x.tokens.add(token, account, amount);
  return Status.OK;
}

/** Moves an NFT from its owner to another account. */
export function moveNft(x: Execution, token: number, serial: number, from: number, to: number): Code {
  const { ledger } = x;
  const nft = ledger.nfts.get(nftKey(token, serial));
  if (nft === undefined || nft.deleted) return Status.INVALID_NFT_ID;
  if (nft.owner !== from) return Status.SENDER_DOES_NOT_OWN_NFT_SERIAL_NO;
  let code = usableRelation(x, from, token);
  if (code === Status.OK) code = usableRelation(x, to, token);
  if (code !== Status.OK) return code;
  const row = ledger.nfts.edit(nftKey(token, serial));
  row.owner = to;
  row.spender = 0;
  row.delegatingSpender = 0;
  ledger.relations.edit(relationKey(from, token)).balance -= 1n;
  ledger.relations.edit(relationKey(to, token)).balance += 1n;
  x.tokens.move({ token, serial, sender: from, receiver: to });
  return Status.OK;
}
