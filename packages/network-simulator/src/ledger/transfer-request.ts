import type { proto } from '@tain/protos/hapi';
import { isLongZero, keyOfAlias } from './alias.ts';
import type { Execution } from './execution.ts';
import { NODE_REWARD, STAKING_REWARD } from './fees.ts';
import { MAX_TRANSFERS } from './limits.ts';
import { longToBigInt } from './long.ts';
import type { Move, Transfer } from './moves.ts';
import {
  accountKey,
  accountNumber,
  aliasedAccount,
  numberOf,
  repeats,
  tokenKey,
  tokenNumber,
} from './named.ts';
import { check, must } from './refusal.ts';
import { accountSigns, hasSigned } from './required-keys.ts';
import { Status } from './status.ts';
import { hbarAllowed } from './transfer.ts';
import { createByAlias } from './transfer-hbar.ts';

/** Transfers as requested by clients: their validation, required signatures, and resolution of accounts. */

type Body = proto.ICryptoTransferTransactionBody;
type TokenList = proto.ITokenTransferList;
type MaybeId = proto.IAccountID | null | undefined;

/** The network's own fee account, which cannot receive transfers. */
const NO_RECEIVER = 802;

/** Ends the transaction unless the lists are valid by themselves. */
export function checkTransferLists(body: Body): void {
  const amounts = body.transfers?.accountAmounts ?? [];
  check(isBalanced(amounts), Status.INVALID_ACCOUNT_AMOUNTS);
  for (const entry of amounts) {
    isNamed(entry.accountID, Status.INVALID_ACCOUNT_ID);
    check(!(entry.isApproval && hookOf(entry)), Status.CANNOT_SET_HOOKS_AND_APPROVAL);
  }
  isUnique(amounts.map(({ accountID }) => accountKey(accountID)));
  checkTokenLists(body.tokenTransfers ?? []);
}

/**
 * Ends the transaction unless the token lists are valid by themselves. `withoutAllowances`: no entry may use an
 * allowance.
 */
export function checkTokenLists(lists: readonly TokenList[], withoutAllowances = false): void {
  for (const { token, transfers, nftTransfers } of lists) {
    const units = transfers ?? [];
    const nfts = nftTransfers ?? [];
    check(longToBigInt(token?.tokenNum) !== 0n, Status.INVALID_TOKEN_ID);
    check(isBalanced(units), Status.TRANSFERS_NOT_ZERO_SUM_FOR_TOKEN);
    for (const entry of units) {
      check(!withoutAllowances || !entry.isApproval, Status.NOT_SUPPORTED);
      check(Boolean(entry.accountID), Status.INVALID_TRANSFER_ACCOUNT_ID);
      check(!(entry.isApproval && hookOf(entry)), Status.CANNOT_SET_HOOKS_AND_APPROVAL);
    }
    isUnique(units.map(({ accountID }) => accountKey(accountID)));
    for (const entry of nfts) {
      check(!withoutAllowances || !entry.isApproval, Status.NOT_SUPPORTED);
      check(longToBigInt(entry.serialNumber) > 0n, Status.INVALID_TOKEN_NFT_SERIAL_NUMBER);
      check(Boolean(entry.senderAccountID && entry.receiverAccountID), Status.INVALID_TRANSFER_ACCOUNT_ID);
      isUnique([accountKey(entry.senderAccountID), accountKey(entry.receiverAccountID)]);
      check(!(entry.isApproval && senderHook(entry)), Status.CANNOT_SET_HOOKS_AND_APPROVAL);
    }
    const serials = nfts.map(({ serialNumber }) => longToBigInt(serialNumber));
    check(!repeats(serials), Status.INVALID_ACCOUNT_AMOUNTS);
    check(units.length + nfts.length > 0, Status.EMPTY_TOKEN_TRANSFER_ACCOUNT_AMOUNTS);
  }
  check(!repeats(lists.map(({ token }) => tokenKey(token))), Status.TOKEN_ID_REPEATED_IN_TOKEN_LIST);
}

function isBalanced(entries: readonly proto.IAccountAmount[]): boolean {
  let sum = 0n;
  for (const { amount } of entries) sum += longToBigInt(amount);
  return sum === 0n;
}

function isUnique(names: readonly string[]): void {
  check(!repeats(names), Status.ACCOUNT_REPEATED_IN_ACCOUNT_AMOUNTS);
}

function isNamed(id: MaybeId, missing: Status): void {
  check(Boolean(id?.alias?.length) || longToBigInt(id?.accountNum) > 0n, missing);
}

/** Returns the hook of an entry, which replaces the signature of the entry's owner. */
export function hookOf(entry: proto.IAccountAmount): proto.IHookCall | null | undefined {
  return entry.preTxAllowanceHook ?? entry.prePostTxAllowanceHook;
}

function senderHook(entry: proto.INftTransfer): proto.IHookCall | null | undefined {
  return entry.preTxSenderAllowanceHook ?? entry.prePostTxSenderAllowanceHook;
}

function receiverHook(entry: proto.INftTransfer): proto.IHookCall | null | undefined {
  return entry.preTxReceiverAllowanceHook ?? entry.prePostTxReceiverAllowanceHook;
}

/** Returns whether a transfer names any hook. */
export function namesHooks({ transfers, tokenTransfers }: Body): boolean {
  const lists = tokenTransfers ?? [];
  const amounts = [transfers?.accountAmounts, ...lists.map((list) => list.transfers)];
  return (
    amounts.some((entries) => entries?.some(hookOf)) ||
    lists.some((list) => list.nftTransfers?.some((nft) => senderHook(nft) ?? receiverHook(nft)))
  );
}

/**
 * Requires the signatures of a transfer; `willingReceivers`: receivers need not sign, because they claim pending
 * airdrops themselves.
 */
export function transferSigners(x: Execution, body: Body, willingReceivers = false): void {
  for (const list of body.tokenTransfers ?? []) {
    check(x.ledger.tokens.has(tokenNumber(list.token)), Status.INVALID_TOKEN_ID);
    for (const entry of list.transfers ?? []) amountSigners(x, entry, false, willingReceivers);
    for (const entry of list.nftTransfers ?? []) nftSigners(x, body, list, entry, willingReceivers);
  }
  for (const entry of body.transfers?.accountAmounts ?? []) amountSigners(x, entry, true, false);
}

function amountSigners(x: Execution, entry: proto.IAccountAmount, isHbar: boolean, willing: boolean): void {
  const amount = longToBigInt(entry.amount);
  isNamed(entry.accountID, Status.INVALID_ACCOUNT_ID);
  const num = aliasedAccount(x, entry.accountID);
  const account = x.ledger.accounts.get(num);
  if (account === undefined) {
    const isNew = amount > 0n && (Boolean(entry.accountID?.alias?.length) || !isHbar);
    check(isNew || (!isHbar && amount === 0n), Status.INVALID_ACCOUNT_ID);
    return;
  }
  check(!isStaking(num) || amount === 0n || (isHbar && amount > 0n), Status.INVALID_ACCOUNT_ID);
  if (amount < 0n && !entry.isApproval && !hookOf(entry)) accountSigns(x, num, Status.INVALID_ACCOUNT_ID);
  else if (amount > 0n && account.receiverSigRequired && !willing && !hookOf(entry))
    accountSigns(x, num, Status.INVALID_TRANSFER_ACCOUNT_ID);
}

function nftSigners(
  x: Execution,
  body: Body,
  { token }: TokenList,
  entry: proto.INftTransfer,
  willing: boolean,
): void {
  const { senderAccountID, receiverAccountID } = entry;
  isNamed(senderAccountID, Status.INVALID_ACCOUNT_ID);
  isNamed(receiverAccountID, Status.INVALID_ACCOUNT_ID);
  const sender = aliasedAccount(x, senderAccountID);
  const receiver = aliasedAccount(x, receiverAccountID);
  check(x.ledger.accounts.has(sender), Status.INVALID_ACCOUNT_ID);
  if (!entry.isApproval && !senderHook(entry)) accountSigns(x, sender, Status.INVALID_ACCOUNT_ID);
  const account = x.ledger.accounts.get(receiver);
  if (account === undefined) {
    check(Boolean(receiverAccountID?.alias?.length), Status.INVALID_ACCOUNT_ID);
    return;
  }
  check(!isStaking(receiver), Status.INVALID_ACCOUNT_ID);
  if (receiverHook(entry)) return;
  if (account.receiverSigRequired) {
    if (!willing) accountSigns(x, receiver, Status.INVALID_TRANSFER_ACCOUNT_ID);
    return;
  }
  const row = x.ledger.tokens.need(tokenNumber(token));
  const isFallback = row.royaltyFees.some(({ fallback }) => fallback > 0n) && !getsValue(x, body, sender);
  if (isFallback && row.treasury !== sender && row.treasury !== receiver)
    accountSigns(x, receiver, Status.INVALID_TREASURY_ACCOUNT_FOR_TOKEN);
}

function isStaking(num: number): boolean {
  return num === STAKING_REWARD || num === NODE_REWARD;
}

/** Returns whether the transfer gives an account tinybars or units of any token. */
function getsValue(x: Execution, body: Body, num: number): boolean {
  const lists = [
    body.transfers?.accountAmounts,
    ...(body.tokenTransfers ?? []).map((list) => list.transfers),
  ];
  return lists.some((entries) =>
    entries?.some((entry) => longToBigInt(entry.amount) > 0n && aliasedAccount(x, entry.accountID) === num),
  );
}

/** Returns whether the receiver signed, or does not require a signature. */
export function isWilling(x: Execution, num: number): boolean {
  return x.ledger.accounts.get(num)?.receiverSigRequired !== true || hasSigned(x, num);
}

/** Ends the transaction if its lists are too long, or if it transfers to the fee account. */
export function checkTransferLimits(body: Body): void {
  const lists = body.tokenTransfers ?? [];
  const count = (lengths: readonly (number | undefined)[]): number =>
    lengths.reduce<number>((sum, length) => sum + (length ?? 0), 0);
  check(
    count([body.transfers?.accountAmounts?.length]) <= MAX_TRANSFERS,
    Status.TRANSFER_LIST_SIZE_LIMIT_EXCEEDED,
  );
  const units = count(lists.map((list) => list.transfers?.length));
  check(units <= MAX_TRANSFERS, Status.TOKEN_TRANSFER_LIST_SIZE_LIMIT_EXCEEDED);
  const nfts = count(lists.map((list) => list.nftTransfers?.length));
  check(nfts <= MAX_TRANSFERS, Status.BATCH_SIZE_LIMIT_EXCEEDED);
  const credits = [body.transfers?.accountAmounts, ...lists.map((list) => list.transfers)]
    .flatMap((entries) => entries ?? [])
    .filter(({ amount }) => longToBigInt(amount) > 0n)
    .map(({ accountID }) => accountID);
  const receivers = lists.flatMap((list) => (list.nftTransfers ?? []).map((nft) => nft.receiverAccountID));
  const isTaken = [...credits, ...receivers].every((id) => accountNumber(id) !== NO_RECEIVER);
  check(isTaken, Status.TRANSFER_TO_FEE_COLLECTION_ACCOUNT_NOT_ALLOWED);
}

/**
 * Resolves the accounts of a transfer. Accounts for unknown aliases of receivers are created by preceding children, and
 * added to `created`.
 */
export function resolveTransfer(x: Execution, body: Body, created: Set<number>): Transfer {
  const amounts = body.transfers?.accountAmounts ?? [];
  for (const { accountID, amount, isApproval } of amounts) {
    const spent = -longToBigInt(amount);
    if (isApproval && spent > 0n) must(hbarAllowed(x, aliasedAccount(x, accountID), spent));
  }
  const find = (id: MaybeId, mayCreate: boolean): number => accountFor(x, id, mayCreate, created);
  const moves = (entries: readonly proto.IAccountAmount[]): Move[] =>
    entries.map((entry) => {
      const amount = longToBigInt(entry.amount);
      return {
        account: find(entry.accountID, amount > 0n),
        amount,
        approved: entry.isApproval ?? false,
      };
    });
  const transfer = {
    hbar: moves(amounts),
    tokens: (body.tokenTransfers ?? []).map((list) => ({
      token: tokenNumber(list.token),
      units: moves(list.transfers ?? []),
      nfts: (list.nftTransfers ?? []).map((nft) => ({
        serial: numberOf(nft.serialNumber),
        sender: find(nft.senderAccountID, false),
        receiver: find(nft.receiverAccountID, true),
        approved: nft.isApproval ?? false,
      })),
      decimals: list.expectedDecimals ? (list.expectedDecimals.value ?? 0) : undefined,
    })),
  };
  // A number and an alias may name the same account.
  isUnique(transfer.hbar.map(({ account }) => String(account)));
  for (const { units, nfts } of transfer.tokens) {
    isUnique(units.map(({ account }) => String(account)));
    for (const { sender, receiver } of nfts) isUnique([String(sender), String(receiver)]);
  }
  return transfer;
}

function accountFor(x: Execution, id: MaybeId, mayCreate: boolean, created: Set<number>): number {
  const known = aliasedAccount(x, id);
  if (known !== 0) return known;
  const alias = id?.alias ?? new Uint8Array();
  check(mayCreate && alias.length > 0, Status.INVALID_ACCOUNT_ID);
  const isAlias = alias.length === 20 ? !isLongZero(alias) : keyOfAlias(alias) !== null;
  check(isAlias, Status.INVALID_ALIAS_KEY);
  const num = createByAlias(x, alias);
  created.add(num);
  return num;
}
