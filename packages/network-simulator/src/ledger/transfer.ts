import { assessFees } from './custom-fees.ts';
import type { Execution } from './execution.ts';
import { nftKey } from './ledger.ts';
import type { Move, TokenTransfer, Transfer } from './moves.ts';
import { check, must } from './refusal.ts';
import { Status } from './status.ts';
import { addUnits, associateAutomatically, moveNft } from './token-moves.ts';

export interface TransferOptions {
  /** Accounts that the transaction created for the transfer. */
  readonly created?: ReadonlySet<number>;
  /** Whether custom fees are skipped, because they were charged before. */
  readonly withoutFees?: boolean;
}

/**
 * Transfers tinybars, units and NFTs, and charges the custom fees of their tokens. Throws `Refusal` if the transfer is not
 * allowed; signatures are checked before.
 */
export function executeTransfer(x: Execution, transfer: Transfer, options: TransferOptions = {}): void {
  makeTransfers(x, options.withoutFees ? [transfer] : assessFees(x, transfer, options.created ?? new Set()));
}

/** Makes transfers whose custom fees are assessed (`assessFees`), one after another. Throws `Refusal`. */
export function makeTransfers(x: Execution, levels: readonly Transfer[]): void {
  for (const level of levels) {
    associateReceivers(x, level);
    moveHbar(x, level.hbar);
    moveUnits(x, level.tokens);
    moveNfts(x, level.tokens);
  }
}

/** Checks that all accounts of a token transfer are associated with it, or have a free automatic slot. */
function associateReceivers(x: Execution, { tokens }: Transfer): void {
  const { ledger } = x;
  for (const { token, units, nfts } of tokens) {
    const row = ledger.tokens.get(token);
    check(row !== undefined, Status.INVALID_TOKEN_ID);
    check(!row.deleted, Status.TOKEN_WAS_DELETED);
    check(!row.paused, Status.TOKEN_IS_PAUSED);
    for (const { account, amount, approved } of units) {
      living(x, account);
      const allowed = approved && amount < 0n ? unitsAllowed(x, account, token, -amount) : Status.OK;
      join(x, account, token, allowed);
    }
    for (const { serial, sender, receiver, approved } of nfts) {
      living(x, sender);
      if (ledger.relation(sender, token) === undefined) {
        if (approved) must(nftAllowed(x, sender, token, serial));
        check(false, Status.TOKEN_NOT_ASSOCIATED_TO_ACCOUNT);
      }
      check(ledger.nfts.get(nftKey(token, serial))?.deleted === false, Status.INVALID_NFT_ID);
      living(x, receiver);
      join(x, receiver, token, Status.OK);
    }
  }
}

function living(x: Execution, num: number): void {
  const account = x.ledger.accounts.get(num);
  check(account !== undefined, Status.INVALID_ACCOUNT_ID);
  check(!account.deleted, Status.ACCOUNT_DELETED);
}

/** `allowed`: the status of the allowance, whose failure takes precedence over a missing association. */
function join(x: Execution, account: number, token: number, allowed: Status): void {
  const relation = x.ledger.relation(account, token);
  if (relation !== undefined) {
    check(!relation.frozen, Status.ACCOUNT_FROZEN_FOR_TOKEN);
    return;
  }
  const status = associateAutomatically(x, account, token);
  if (status === Status.TOKEN_NOT_ASSOCIATED_TO_ACCOUNT) must(allowed);
  must(status);
}

function moveHbar(x: Execution, moves: readonly Move[]): void {
  for (const { account, amount } of moves) {
    living(x, account);
    if (x.ledger.accounts.need(account).balance + amount < 0n)
      check(false, paysFees(x, account, 0) ? FOR_FEE : Status.INSUFFICIENT_ACCOUNT_BALANCE);
    x.addHbar(account, amount);
  }
  for (const { account, amount, approved } of moves) {
    if (!approved || amount >= 0n) continue;
    must(hbarAllowed(x, account, -amount));
    x.ledger.cryptoAllowances.edit(`${account}:${x.payer}`).amount += amount;
  }
}

/** Returns OK if the payer has an allowance for `amount` tinybars of an owner, otherwise why not. */
export function hbarAllowed(x: Execution, owner: number, amount: bigint): Status {
  return allowanceStatus(x.ledger.cryptoAllowances.get(`${owner}:${x.payer}`)?.amount, amount);
}

function unitsAllowed(x: Execution, owner: number, token: number, amount: bigint): Status {
  return allowanceStatus(x.ledger.tokenAllowances.get(`${owner}:${x.payer}:${token}`)?.amount, amount);
}

function allowanceStatus(allowed: bigint | undefined, amount: bigint): Status {
  if (!allowed) return Status.SPENDER_DOES_NOT_HAVE_ALLOWANCE;
  return allowed < amount ? Status.AMOUNT_EXCEEDS_ALLOWANCE : Status.OK;
}

/** Returns OK if the payer may move the NFT, as its spender or as an operator of all NFTs of the owner. */
function nftAllowed(x: Execution, owner: number, token: number, serial: number): Status {
  if (x.ledger.nfts.get(nftKey(token, serial))?.spender === x.payer) return Status.OK;
  const all = x.ledger.nftAllowances.get(`${owner}:${x.payer}:${token}`);
  return all?.approvedForAll ? Status.OK : Status.SPENDER_DOES_NOT_HAVE_ALLOWANCE;
}

function moveUnits(x: Execution, lists: readonly TokenTransfer[]): void {
  const { ledger } = x;
  for (const { token, units, decimals } of lists) {
    const row = ledger.tokens.need(token);
    const isExpected = row.nonFungible || decimals === undefined || decimals === row.decimals;
    check(isExpected, Status.UNEXPECTED_TOKEN_DECIMALS);
    for (const { account } of units) {
      check(!row.nonFungible, Status.ACCOUNT_AMOUNT_TRANSFERS_ONLY_ALLOWED_FOR_FUNGIBLE_COMMON);
      mayHold(x, account, token);
    }
    for (const { account, amount, approved } of units) {
      if (!approved || amount >= 0n) continue;
      must(unitsAllowed(x, account, token, -amount));
      ledger.tokenAllowances.edit(`${account}:${x.payer}:${token}`).amount += amount;
    }
  }
  for (const { token, units } of lists) {
    for (const { account, amount } of units) {
      const status = addUnits(x, token, account, amount);
      must(status !== Status.OK && paysFees(x, account, token) ? FOR_FEE : status);
    }
  }
}

const FOR_FEE = Status.INSUFFICIENT_SENDER_ACCOUNT_BALANCE_FOR_CUSTOM_FEE;

/** Returns whether the account pays custom fees in that token (0: in tinybars). */
function paysFees(x: Execution, account: number, token: number): boolean {
  return (x.record.assessedCustomFees ?? []).some(
    ({ tokenId, effectivePayerAccountId }) =>
      (tokenId?.tokenNum?.toNumber() ?? 0) === token &&
      effectivePayerAccountId?.some(({ accountNum }) => accountNum?.toNumber() === account),
  );
}

function mayHold(x: Execution, account: number, token: number): void {
  const relation = x.ledger.relation(account, token);
  check(relation !== undefined, Status.TOKEN_NOT_ASSOCIATED_TO_ACCOUNT);
  check(!relation.frozen, Status.ACCOUNT_FROZEN_FOR_TOKEN);
  check(relation.kyc, Status.ACCOUNT_KYC_NOT_GRANTED_FOR_TOKEN);
}

function moveNfts(x: Execution, lists: readonly TokenTransfer[]): void {
  for (const { token, nfts } of lists) {
    for (const { serial, sender, receiver, approved } of nfts) {
      mayHold(x, sender, token);
      mayHold(x, receiver, token);
      check(x.ledger.tokens.need(token).nonFungible, Status.INVALID_NFT_ID);
      if (approved) must(nftAllowed(x, sender, token, serial));
      must(moveNft(x, token, serial, sender, receiver));
    }
  }
}
