import { proto } from '@tain/protos/hapi';
import { assessFees } from '../ledger/custom-fees.ts';
import type { Airdrop, SettledAirdrop, Token } from '../ledger/entities.ts';
import type { Execution } from '../ledger/execution.ts';
import { accountId, long, nftId, tokenId } from '../ledger/ids.ts';
import { nftKey } from '../ledger/ledger.ts';
import { MAX_TRANSFERS } from '../ledger/limits.ts';
import { longToBigInt } from '../ledger/long.ts';
import type { Move, NftTransfer, TokenTransfer } from '../ledger/moves.ts';
import {
  accountKey,
  accountNumber,
  aliasedAccount,
  numberOf,
  repeats,
  tokenNumber,
} from '../ledger/named.ts';
import { check, must } from '../ledger/refusal.ts';
import { accountSigns } from '../ledger/required-keys.ts';
import { Status } from '../ledger/status.ts';
import { associate } from '../ledger/token-moves.ts';
import { executeTransfer } from '../ledger/transfer.ts';
import { checkTokenLists, isWilling, resolveTransfer, transferSigners } from '../ledger/transfer-request.ts';
import { accountStatus, tokenStatus } from './token-status.ts';

/** Effects of airdrops, and of claims and cancellations of pending ones (HIP-904). */

/** Maximum number of pending airdrops named in one transaction. */
const MAX_IDS = 10;
const LAST_RESERVED = 1000;

type TokenList = proto.ITokenTransferList;

/**
 * Sends tokens to the receivers that can hold them. For the others the airdrops become pending, to be claimed later.
 */
export function airdrop(x: Execution, lists: readonly TokenList[]): Status {
  const body = { tokenTransfers: [...lists] };
  transferSigners(x, body, true);
  const count = (of: 'transfers' | 'nftTransfers'): number =>
    lists.reduce((sum, list) => sum + (list[of]?.length ?? 0), 0);
  for (const list of lists) checkSender(x, list);
  check(count('transfers') <= MAX_TRANSFERS, Status.TOKEN_TRANSFER_LIST_SIZE_LIMIT_EXCEEDED);
  check(count('nftTransfers') <= MAX_TRANSFERS, Status.BATCH_SIZE_LIMIT_EXCEEDED);

  const created = new Set<number>();
  const [changed, ...fees] = assessFees(x, resolveTransfer(x, body, created), created);
  for (const level of fees) executeTransfer(x, level, { withoutFees: true });
  const tokens = (changed?.tokens ?? []).map((list) => arriving(x, list));
  const now = tokens.filter(({ units, nfts }) => units.length + nfts.length > 0);
  if (now.length > 0) executeTransfer(x, { hbar: [], tokens: now }, { withoutFees: true });
  return Status.SUCCESS;
}

/** Ends the transaction unless the lists of an airdrop are valid by themselves. */
export function checkAirdrop(lists: readonly TokenList[]): void {
  check(lists.length > 0, Status.EMPTY_TOKEN_TRANSFER_BODY);
  for (const list of lists) checkList(list);
  checkTokenLists(lists, true);
}

function checkList({ transfers, nftTransfers }: TokenList): void {
  const nfts = nftTransfers ?? [];
  const first = nfts[0]?.senderAccountID;
  check(nfts.length === 0 || Boolean(first), Status.INVALID_TRANSFER_ACCOUNT_ID);
  for (const nft of nfts) {
    const isSame = accountKey(nft.senderAccountID) === accountKey(first);
    check(isSame, Status.AIRDROP_CONTAINS_MULTIPLE_SENDERS_FOR_A_TOKEN);
    const sender = nft.preTxSenderAllowanceHook ?? nft.prePostTxSenderAllowanceHook;
    const receiver = nft.preTxReceiverAllowanceHook ?? nft.prePostTxReceiverAllowanceHook;
    check(!sender && !receiver, Status.HOOKS_ARE_NOT_SUPPORTED_IN_AIRDROPS);
  }
  const units = transfers ?? [];
  const senders = units.filter(({ amount }) => longToBigInt(amount) < 0n).length;
  check(units.length === 0 || senders === 1, Status.AIRDROP_CONTAINS_MULTIPLE_SENDERS_FOR_A_TOKEN);
  for (const { preTxAllowanceHook, prePostTxAllowanceHook } of units)
    check(!preTxAllowanceHook && !prePostTxAllowanceHook, Status.HOOKS_ARE_NOT_SUPPORTED_IN_AIRDROPS);
}

/** Requires that each sender owns the sent tokens. */
function checkSender(x: Execution, { token: id, transfers, nftTransfers }: TokenList): void {
  const { ledger } = x;
  const num = tokenNumber(id);
  must(tokenStatus(x, num));
  const token = ledger.tokens.need(num);
  const debit = transfers?.find(({ amount }) => longToBigInt(amount) < 0n);
  if (debit) {
    check(!token.nonFungible, Status.ACCOUNT_AMOUNT_TRANSFERS_ONLY_ALLOWED_FOR_FUNGIBLE_COMMON);
    const sender = aliasedAccount(x, debit.accountID);
    must(accountStatus(x, sender));
    holds(x, sender, num);
    const held = ledger.relation(sender, num)?.balance ?? 0n;
    check(held >= -longToBigInt(debit.amount), Status.INSUFFICIENT_TOKEN_BALANCE);
  }
  for (const nft of nftTransfers ?? []) {
    checkFallback(x, token, nft);
    const sender = aliasedAccount(x, nft.senderAccountID);
    check(ledger.accounts.has(sender), Status.INVALID_ACCOUNT_ID);
    holds(x, sender, num);
    const row = ledger.nfts.get(nftKey(num, numberOf(nft.serialNumber)));
    check(row !== undefined && !row.deleted, Status.INVALID_NFT_ID);
    check(row.owner === sender, Status.SENDER_DOES_NOT_OWN_NFT_SERIAL_NO);
  }
}

function holds(x: Execution, account: number, token: number): void {
  const relation = x.ledger.relation(account, token);
  check(relation !== undefined, Status.TOKEN_NOT_ASSOCIATED_TO_ACCOUNT);
  check(!relation.frozen, Status.ACCOUNT_FROZEN_FOR_TOKEN);
}

/** Refuses the airdrop of an NFT with a royalty that the receivers would pay. */
function checkFallback(x: Execution, token: Readonly<Token>, nft: proto.INftTransfer): void {
  const receiver = aliasedAccount(x, nft.receiverAccountID);
  for (const { fallback, collector, allExempt } of token.royaltyFees) {
    if (fallback === 0n) continue;
    const fees = [...token.fixedFees, ...token.royaltyFees];
    const isCollector =
      collector === receiver || (allExempt && fees.some((fee) => fee.collector === receiver));
    check(token.treasury === receiver || isCollector, Status.TOKEN_AIRDROP_WITH_FALLBACK_ROYALTY);
  }
}

/** Returns the part of a token's transfers that arrives immediately; the rest becomes pending. */
function arriving(x: Execution, list: TokenTransfer): TokenTransfer {
  const { token } = list;
  const sender = list.units.find(({ amount }) => amount < 0n)?.account ?? 0;
  const units: Move[] = [];
  let sent = 0n;
  for (const move of list.units) {
    const { account: receiver, amount } = move;
    if (amount <= 0n) continue;
    checkReceiver(x, receiver);
    if (waits(x, receiver, token)) addPending(x, { sender, receiver, token, serial: 0, amount });
    else {
      units.push(move);
      sent += amount;
    }
  }
  if (units.length > 0) units.unshift({ account: sender, amount: -sent });
  const nfts: NftTransfer[] = [];
  for (const nft of list.nfts) {
    checkReceiver(x, nft.receiver);
    if (waits(x, nft.receiver, token)) addPending(x, { ...nft, token, amount: 0n });
    else nfts.push(nft);
  }
  return { ...list, units, nfts };
}

function checkReceiver(x: Execution, num: number): void {
  must(accountStatus(x, num));
  check(num > LAST_RESERVED, Status.INVALID_RECEIVING_NODE_ACCOUNT);
}

/**
 * Returns whether tokens for the account become pending: its signature is missing, or it has no free slot for an
 * association.
 */
function waits(x: Execution, account: number, token: number): boolean {
  if (!isWilling(x, account)) return true;
  if (x.ledger.relation(account, token) !== undefined) return false;
  const { maxAutoAssociations, usedAutoAssociations } = x.ledger.accounts.need(account);
  return maxAutoAssociations !== -1 && usedAutoAssociations >= maxAutoAssociations;
}

function airdropKey({ sender, receiver, token, serial }: Omit<Airdrop, 'amount'>): string {
  return `${sender}:${receiver}:${token}:${serial}`;
}

/** Stores a pending airdrop. A further airdrop of the same fungible token is added to it. */
function addPending(x: Execution, added: Airdrop): void {
  const { sender, receiver, token, serial } = added;
  const key = airdropKey(added);
  const before = x.ledger.airdrops.get(key);
  check(before === undefined || serial === 0, Status.PENDING_NFT_AIRDROP_ALREADY_EXISTS);
  const amount = (before?.amount ?? 0n) + added.amount;
  x.ledger.airdrops.put(key, { sender, receiver, token, serial, amount });
  x.ledger.settledAirdrops.remove(key);
  x.record.newPendingAirdrops ??= [];
  x.record.newPendingAirdrops.push({
    pendingAirdropId: airdropId(added),
    ...(serial === 0 ? { pendingAirdropValue: { amount: long(amount) } } : null),
  });
}

/** Returns the key of a pending airdrop in the ledger's table. */
export function airdropKeyOf(id: proto.IPendingAirdropId): string {
  const nft = id.nonFungibleToken;
  return airdropKey({
    sender: accountNumber(id.senderId),
    receiver: accountNumber(id.receiverId),
    token: tokenNumber(nft ? nft.token_ID : id.fungibleTokenType),
    serial: numberOf(nft?.serialNumber),
  });
}

export function airdropId(airdrop: Readonly<Airdrop>): proto.IPendingAirdropId {
  return {
    senderId: accountId(airdrop.sender),
    receiverId: accountId(airdrop.receiver),
    ...(airdrop.serial === 0
      ? { fungibleTokenType: tokenId(airdrop.token) }
      : { nonFungibleToken: nftId(airdrop.token, airdrop.serial) }),
  };
}

type Ids = readonly proto.IPendingAirdropId[];

/** Ends the transaction unless the ids are valid by themselves. */
export function checkIds(ids: Ids): void {
  check(ids.length > 0, Status.EMPTY_PENDING_AIRDROP_ID_LIST);
  const serialized = ids.map((id) => Buffer.from(proto.PendingAirdropId.encode(id).finish()).toString('hex'));
  check(!repeats(serialized), Status.PENDING_AIRDROP_ID_REPEATED);
  for (const { senderId, receiverId, fungibleTokenType, nonFungibleToken: nft } of ids) {
    check(Boolean(senderId && receiverId), Status.INVALID_PENDING_AIRDROP_ID);
    const isToken = !fungibleTokenType || longToBigInt(fungibleTokenType.tokenNum) !== 0n;
    check(isToken, Status.INVALID_TOKEN_ID);
    check(!nft || Boolean(nft.token_ID), Status.INVALID_NFT_ID);
    check(!nft || longToBigInt(nft.serialNumber) > 0n, Status.INVALID_TOKEN_NFT_SERIAL_NUMBER);
  }
}

/** Returns the pending airdrops with these ids, each once. */
function pendingOf(x: Execution, ids: Ids): Airdrop[] {
  check(ids.length <= MAX_IDS, Status.PENDING_AIRDROP_ID_LIST_TOO_LONG);
  const keys = ids.map((id) => {
    const nft = id.nonFungibleToken;
    return airdropKey({
      sender: aliasedAccount(x, id.senderId),
      receiver: aliasedAccount(x, id.receiverId),
      token: tokenNumber(nft ? nft.token_ID : id.fungibleTokenType),
      serial: nft ? numberOf(nft.serialNumber) : 0,
    });
  });
  const rows = keys.map((key) => {
    const row = x.ledger.airdrops.get(key);
    check(row !== undefined, Status.INVALID_PENDING_AIRDROP_ID);
    return { ...row };
  });
  check(!repeats(keys), Status.PENDING_AIRDROP_ID_REPEATED);
  return rows;
}

export function claimAirdrops(x: Execution, ids: Ids): Status {
  for (const { receiverId } of ids) accountSigns(x, aliasedAccount(x, receiverId), Status.INVALID_ACCOUNT_ID);
  const airdrops = pendingOf(x, ids);
  for (const { token } of airdrops) {
    must(tokenStatus(x, token));
    const isFree = x.ledger.tokens.need(token).royaltyFees.every(({ fallback }) => fallback === 0n);
    check(isFree, Status.TOKEN_AIRDROP_WITH_FALLBACK_ROYALTY);
  }
  for (const airdrop of airdrops) {
    const { sender, receiver, token, serial, amount } = airdrop;
    // Claiming associates despite the token's default freeze or KYC status.
    if (x.ledger.relation(receiver, token) === undefined) associate(x, receiver, token, false);
    const units = [
      { account: sender, amount: -amount },
      { account: receiver, amount },
    ];
    const moved = serial === 0 ? { units, nfts: [] } : { units: [], nfts: [{ serial, sender, receiver }] };
    executeTransfer(x, { hbar: [], tokens: [{ token, ...moved }] }, { withoutFees: true });
    settle(x, airdrop, 'CLAIMED');
  }
  return Status.SUCCESS;
}

export function cancelAirdrops(x: Execution, ids: Ids): Status {
  for (const { senderId } of ids)
    accountSigns(x, aliasedAccount(x, senderId), Status.INVALID_PENDING_AIRDROP_ID);
  for (const airdrop of pendingOf(x, ids)) settle(x, airdrop, 'CANCELLED');
  return Status.SUCCESS;
}

function settle(x: Execution, airdrop: Airdrop, state: SettledAirdrop['state']): void {
  const key = airdropKey(airdrop);
  x.ledger.airdrops.remove(key);
  x.ledger.settledAirdrops.put(key, { ...airdrop, state });
}
