import type { proto } from '@tain/protos/hapi';
import type Long from 'long';
import type { Token } from '../ledger/entities.ts';
import type { Execution } from '../ledger/execution.ts';
import { nftKey } from '../ledger/ledger.ts';
import { longToBigInt } from '../ledger/long.ts';
import { accountNumber, aliasedAccount, isZeroId, numberOf, tokenNumber } from '../ledger/named.ts';
import { check } from '../ledger/refusal.ts';
import { accountSigns } from '../ledger/required-keys.ts';
import { Status } from '../ledger/status.ts';

/** Effects of allowances and their withdrawal (HIP-336). */

/** Maximum number of grants, and of serial numbers, in one transaction. */
const MAX_GRANTS = 20;

type MaybeId = proto.IAccountID | null | undefined;
type Grants = proto.ICryptoApproveAllowanceTransactionBody;

/** Returns the lists of a body; missing ones are empty. */
function listsOf({ cryptoAllowances, tokenAllowances, nftAllowances }: Grants) {
  return { hbar: cryptoAllowances ?? [], units: tokenAllowances ?? [], nfts: nftAllowances ?? [] };
}

/** Ends the transaction unless the allowances are valid by themselves. */
export function checkAllowances(body: Grants): void {
  const { hbar, units, nfts } = listsOf(body);
  check(hbar.length + units.length + nfts.length > 0, Status.EMPTY_ALLOWANCES);
  for (const { amount } of [...hbar, ...units])
    check(longToBigInt(amount) >= 0n, Status.NEGATIVE_ALLOWANCE_AMOUNT);
  for (const { spender } of [...hbar, ...units, ...nfts])
    check(accountNumber(spender) > 0, Status.INVALID_ALLOWANCE_SPENDER_ID);
  for (const { tokenId } of [...units, ...nfts]) check(Boolean(tokenId), Status.INVALID_TOKEN_ID);
}

/** Grants allowances; each replaces an earlier one to the same spender. */
export function approve(x: Execution, body: Grants): Status {
  const { hbar, units, nfts } = listsOf(body);
  for (const { owner } of [...hbar, ...units])
    accountSigns(x, ownerOf(x, owner), Status.INVALID_ALLOWANCE_OWNER_ID);
  for (const entry of nfts) grantorSigns(x, entry);

  const grants = nfts.reduce((sum, { serialNumbers }) => sum + (serialNumbers?.length || 1), 0);
  check(hbar.length + units.length + grants <= MAX_GRANTS, Status.MAX_ALLOWANCES_EXCEEDED);
  for (const entry of hbar) grantHbar(x, entry);
  for (const entry of units) grantUnits(x, entry);
  for (const entry of nfts) grantNfts(x, entry);
  return Status.SUCCESS;
}

/** Returns the owner: the payer if the id is missing or 0.0.0; 0 for an impossible id. */
function ownerOf(x: Execution, id: MaybeId): number {
  const isPayer = !id || (!id.alias?.length && longToBigInt(id.accountNum) === 0n);
  return isPayer ? x.payer : accountNumber(id);
}

/**
 * Requires the owner's signature. An operator of all NFTs that an owner has of a token may grant single NFTs, but not
 * its own role.
 */
function grantorSigns(x: Execution, entry: proto.INftAllowance): void {
  const operator = entry.approvedForAll?.value ? null : entry.delegatingSpender;
  if (operator && !isZeroId(operator))
    accountSigns(x, aliasedAccount(x, operator), Status.INVALID_DELEGATING_SPENDER);
  else accountSigns(x, ownerOf(x, entry.owner), Status.INVALID_ALLOWANCE_OWNER_ID);
}

function living(x: Execution, num: number): boolean {
  return x.ledger.accounts.get(num)?.deleted === false;
}

/** Returns owner and spender. An allowance can be removed even if its spender is deleted. */
function partiesOf(
  x: Execution,
  entry: { owner?: MaybeId; spender?: MaybeId },
  revokes: boolean,
): { readonly owner: number; readonly spender: number } {
  const owner = ownerOf(x, entry.owner);
  const spender = accountNumber(entry.spender);
  check(living(x, owner), Status.INVALID_ALLOWANCE_OWNER_ID);
  check(revokes || living(x, spender), Status.INVALID_ALLOWANCE_SPENDER_ID);
  return { owner, spender };
}

function grantHbar(x: Execution, entry: proto.ICryptoAllowance): void {
  const amount = longToBigInt(entry.amount);
  const parties = partiesOf(x, entry, amount === 0n);
  check(parties.owner !== parties.spender, Status.SPENDER_ACCOUNT_SAME_AS_OWNER);
  const row = { ...parties, amount, granted: amount, payer: x.recordedPayer };
  x.ledger.cryptoAllowances.put(`${parties.owner}:${parties.spender}`, row);
}

/** Returns the token of an allowance, which may be paused. */
function tokenOf(x: Execution, id: proto.ITokenID | null | undefined): Readonly<Token> {
  const token = x.ledger.tokens.get(tokenNumber(id));
  check(token !== undefined, Status.INVALID_TOKEN_ID);
  check(!token.deleted, Status.TOKEN_WAS_DELETED);
  return token;
}

function grantUnits(x: Execution, entry: proto.ITokenAllowance): void {
  const token = tokenOf(x, entry.tokenId);
  const amount = longToBigInt(entry.amount);
  check(!token.nonFungible, Status.NFT_IN_FUNGIBLE_TOKEN_ALLOWANCES);
  const { owner, spender } = partiesOf(x, entry, amount === 0n);
  check(owner !== spender, Status.SPENDER_ACCOUNT_SAME_AS_OWNER);
  check(token.maxSupply === 0n || amount <= token.maxSupply, Status.AMOUNT_EXCEEDS_TOKEN_MAX_SUPPLY);
  isAssociated(x, owner, token);
  const row = { owner, spender, token: token.num, amount, granted: amount, payer: x.recordedPayer };
  x.ledger.tokenAllowances.put(`${owner}:${spender}:${token.num}`, row);
}

function isAssociated(x: Execution, owner: number, token: Readonly<Token>): void {
  check(x.ledger.relation(owner, token.num) !== undefined, Status.TOKEN_NOT_ASSOCIATED_TO_ACCOUNT);
}

function grantNfts(x: Execution, entry: proto.INftAllowance): void {
  const { ledger } = x;
  const token = tokenOf(x, entry.tokenId);
  const serials = entry.serialNumbers ?? [];
  check(token.nonFungible, Status.FUNGIBLE_TOKEN_IN_NFT_ALLOWANCES);
  const { owner, spender } = partiesOf(x, entry, !entry.approvedForAll?.value && serials.length === 0);
  check(owner !== spender, Status.SPENDER_ACCOUNT_SAME_AS_OWNER);
  isAssociated(x, owner, token);
  const delegating = aliasedAccount(x, entry.delegatingSpender);
  if (entry.delegatingSpender && !isZeroId(entry.delegatingSpender)) {
    check(!entry.approvedForAll?.value, Status.DELEGATING_SPENDER_CANNOT_GRANT_APPROVE_FOR_ALL);
    check(living(x, delegating), Status.INVALID_DELEGATING_SPENDER);
    const operator = ledger.nftAllowances.get(`${owner}:${delegating}:${token.num}`);
    check(operator?.approvedForAll === true, Status.DELEGATING_SPENDER_DOES_NOT_HAVE_APPROVE_FOR_ALL);
  }
  const keys = serials.map((serial) => nftOf(x, token, serial, owner));
  if (entry.approvedForAll) {
    const approvedForAll = entry.approvedForAll.value ?? false;
    const row = { owner, spender, token: token.num, approvedForAll, payer: x.recordedPayer };
    ledger.nftAllowances.put(`${owner}:${spender}:${token.num}`, row);
  }
  for (const key of keys) {
    const row = ledger.nfts.edit(key);
    row.spender = spender;
    row.delegatingSpender = delegating;
  }
}

/** Returns the key of an NFT's row, which must belong to the owner. */
function nftOf(x: Execution, token: Readonly<Token>, serial: Long, owner: number): number {
  const key = nftKey(token.num, numberOf(serial));
  const nft = x.ledger.nfts.get(key);
  check(nft !== undefined && !nft.deleted, Status.INVALID_TOKEN_NFT_SERIAL_NUMBER);
  check(nft.owner === owner, Status.SENDER_DOES_NOT_OWN_NFT_SERIAL_NO);
  return key;
}

/** Ends the transaction unless the removed allowances are valid by themselves. */
export function checkWithdrawal(entries: readonly proto.INftRemoveAllowance[]): void {
  check(entries.length > 0, Status.EMPTY_ALLOWANCES);
  for (const { tokenId, serialNumbers } of entries) {
    check(Boolean(tokenId), Status.INVALID_TOKEN_ID);
    check(Boolean(serialNumbers?.length), Status.EMPTY_ALLOWANCES);
  }
}

/** Removes the spenders of single NFTs. */
export function withdraw(x: Execution, entries: readonly proto.INftRemoveAllowance[]): Status {
  const { ledger } = x;
  for (const { owner, tokenId } of entries) {
    const num = ownerOf(x, owner);
    // An operator of the token may act for its owner.
    const role = ledger.nftAllowances.get(`${num}:${x.payer}:${tokenNumber(tokenId)}`);
    if (!role?.approvedForAll) accountSigns(x, num, Status.INVALID_ALLOWANCE_OWNER_ID);
  }
  const serials = entries.flatMap(({ serialNumbers }) => serialNumbers ?? []);
  check(serials.length <= MAX_GRANTS, Status.MAX_ALLOWANCES_EXCEEDED);
  for (const entry of entries) {
    const token = tokenOf(x, entry.tokenId);
    check(token.nonFungible, Status.FUNGIBLE_TOKEN_IN_NFT_ALLOWANCES);
    const owner = ownerOf(x, entry.owner);
    check(living(x, owner), Status.INVALID_ALLOWANCE_OWNER_ID);
    isAssociated(x, owner, token);
    for (const serial of entry.serialNumbers ?? []) {
      const row = ledger.nfts.edit(nftOf(x, token, serial, owner));
      row.spender = 0;
      row.delegatingSpender = 0;
    }
  }
  return Status.SUCCESS;
}
