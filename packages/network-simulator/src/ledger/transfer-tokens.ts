import type { proto } from '@tain/protos/hapi';
import { chargeFixedFees, chargeFractionalFees, chargeRoyalties } from './custom-fees.ts';
import type { Execution } from './execution.ts';
import { numOf } from './ids.ts';
import { nftKey } from './ledger.ts';
import { longToBigInt } from './long.ts';
import { Status } from './status.ts';
import { addUnits, moveNft, usableRelation } from './token-moves.ts';
import { hookOf } from './transfer-hbar.ts';

/** Finds the account an id names; 0 when there is none. */
type Resolve = (id: proto.IAccountID | null | undefined) => number;

interface Units {
  readonly account: number;
  readonly amount: bigint;
}

/** Applies the token part of a transfer, custom fees included. Returns OK or what is wrong. */
export function transferTokens(
  x: Execution,
  lists: readonly proto.ITokenTransferList[],
  resolve: Resolve,
): Status {
  for (const list of lists) {
    const token = numOf(list.token?.tokenNum);
    const row = x.ledger.tokens.get(token);
    if (row === undefined) return Status.INVALID_TOKEN_ID;
    if (list.expectedDecimals && (list.expectedDecimals.value ?? 0) !== row.decimals) {
      return Status.UNEXPECTED_TOKEN_DECIMALS;
    }
    const nfts = list.nftTransfers ?? [];
    const units = list.transfers ?? [];
    const status =
      nfts.length > 0 ? transferNfts(x, token, nfts, resolve) : transferUnits(x, token, units, resolve);
    if (status !== Status.OK) return status;
  }
  return Status.OK;
}

function transferUnits(
  x: Execution,
  token: number,
  entries: readonly proto.IAccountAmount[],
  resolve: Resolve,
): Status {
  let sum = 0n;
  const moves: Units[] = [];
  for (const entry of entries) {
    const amount = longToBigInt(entry.amount);
    sum += amount;
    const account = resolve(entry.accountID);
    const row = x.ledger.accounts.get(account);
    if (row === undefined) return Status.INVALID_ACCOUNT_ID;
    if (row.deleted) return Status.ACCOUNT_DELETED;
    const relation = usableRelation(x, account, token);
    if (relation !== Status.OK) return relation;
    if (amount < 0n) {
      const allowed = entry.isApproval
        ? spendAllowance(x, account, token, -amount)
        : hookOf(entry)
          ? Status.OK
          : signed(x, account);
      if (allowed !== Status.OK) return allowed;
    }
    moves.push({ account, amount });
  }
  if (sum !== 0n) return Status.TRANSFERS_NOT_ZERO_SUM_FOR_TOKEN;
  for (const { account, amount } of moves) {
    const moved = addUnits(x, token, account, amount);
    if (moved !== Status.OK) return moved;
  }
  const senders = moves.filter(({ amount }) => amount < 0n);
  const receivers = moves.filter(({ amount }) => amount > 0n);
  for (const sender of senders) {
    const charged = chargeFixedFees(x, token, sender.account);
    if (charged !== Status.OK) return charged;
    const shared = chargeFractionalFees(x, token, sender.account, -sender.amount, receivers);
    if (shared !== Status.OK) return shared;
  }
  return Status.OK;
}

function transferNfts(
  x: Execution,
  token: number,
  entries: readonly proto.INftTransfer[],
  resolve: Resolve,
): Status {
  for (const entry of entries) {
    const serial = numOf(entry.serialNumber);
    const from = resolve(entry.senderAccountID);
    const to = resolve(entry.receiverAccountID);
    if (!x.ledger.accounts.has(from) || !x.ledger.accounts.has(to)) return Status.INVALID_ACCOUNT_ID;
    const hook = entry.preTxSenderAllowanceHook ?? entry.prePostTxSenderAllowanceHook;
    const allowed = entry.isApproval
      ? mayMoveNft(x, from, token, serial)
      : hook
        ? Status.OK
        : signed(x, from);
    if (allowed !== Status.OK) return allowed;
    const moved = moveNft(x, token, serial, from, to);
    if (moved !== Status.OK) return moved;
    const charged = chargeFixedFees(x, token, from);
    if (charged !== Status.OK) return charged;
    const royalties = chargeRoyalties(x, token, from, to);
    if (royalties !== Status.OK) return royalties;
  }
  return Status.OK;
}

function signed(x: Execution, account: number): Status {
  return x.parent !== null || x.signedByAccount(account) ? Status.OK : Status.INVALID_SIGNATURE;
}

function spendAllowance(x: Execution, owner: number, token: number, amount: bigint): Status {
  const key = `${owner}:${x.payer}:${token}`;
  const allowance = x.ledger.tokenAllowances.get(key);
  if (allowance === undefined || allowance.amount === 0n) return Status.SPENDER_DOES_NOT_HAVE_ALLOWANCE;
  if (allowance.amount < amount) return Status.AMOUNT_EXCEEDS_ALLOWANCE;
  x.ledger.tokenAllowances.edit(key).amount -= amount;
  return Status.OK;
}

/** The payer may move it as its spender, or as an operator of all the owner has. */
function mayMoveNft(x: Execution, owner: number, token: number, serial: number): Status {
  if (x.ledger.nfts.get(nftKey(token, serial))?.spender === x.payer) return Status.OK;
  const all = x.ledger.nftAllowances.get(`${owner}:${x.payer}:${token}`);
  return all?.approvedForAll ? Status.OK : Status.SPENDER_DOES_NOT_HAVE_ALLOWANCE;
}
