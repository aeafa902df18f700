import type { proto } from '@tain/protos/hapi';
import type { Draft } from '../ledger/draft.ts';
import type { Token } from '../ledger/entities.ts';
import { accountId, long, tokenId } from '../ledger/ids.ts';
import { nftKey } from '../ledger/ledger.ts';
import type { Generator } from './generator.ts';
import { ownedSerial } from './token-supply.ts';

/** Transfers by a spender. */
const HBAR = 100_000_000n;

/** Transfers tinybars, units or an NFT of an owner that granted an allowance; null without one. */
export function spendAllowance(g: Generator): Draft | null {
  const kind = g.random.unit();
  return kind < 0.4 ? spendTinybars(g) : kind < 0.8 ? spendUnits(g) : spendNft(g);
}

function spendTinybars(g: Generator): Draft | null {
  const { ledger } = g;
  const allowance = g.find(
    ledger.cryptoAllowances,
    (row) =>
      row.amount > 10n &&
      canSpend(g, row.owner, row.spender) &&
      ledger.accounts.need(row.owner).balance > row.amount,
  );
  if (allowance === undefined) return null;
  const accountAmounts = approvedMove(allowance.owner, allowance.spender, allowance.amount / 10n);
  return approved(allowance.spender, { transfers: { accountAmounts } });
}

/**
 * Returns whether a transfer of a token by an allowance costs units of it on top of the amount. The ledger subtracts them
 * from the allowance, mirrors only the requested amount, so that histories do without.
 */
export function hasFeesOnTop({ num, fixedFees, fractionalFees }: Readonly<Token>): boolean {
  return fixedFees.some(({ token }) => token === num) || fractionalFees.some((fee) => fee.netOfTransfers);
}

function spendUnits(g: Generator): Draft | null {
  const { ledger } = g;
  const allowance = g.find(ledger.tokenAllowances, (row) => {
    const held = ledger.relation(row.owner, row.token);
    const token = ledger.tokens.need(row.token);
    return (
      row.amount > 10n &&
      held !== undefined &&
      held.balance > row.amount &&
      canSpend(g, row.owner, row.spender) &&
      g.canMove(row.owner, token) &&
      g.canMove(row.spender, token)
    );
  });
  if (allowance === undefined || hasFeesOnTop(ledger.tokens.need(allowance.token))) return null;
  const transfers = approvedMove(allowance.owner, allowance.spender, allowance.amount / 10n);
  return approved(allowance.spender, { tokenTransfers: [{ token: tokenId(allowance.token), transfers }] });
}

/** Transfers an NFT by its own spender, or by an operator of all the owner's NFTs of the token. */
function spendNft(g: Generator): Draft | null {
  const { ledger } = g;
  const suits = (owner: number, spender: number, num: number): boolean => {
    const token = ledger.tokens.need(num);
    const relation = ledger.relation(owner, num);
    return (
      owner !== spender &&
      (relation?.balance ?? 0n) > 0n &&
      canSpend(g, owner, spender) &&
      g.canMove(owner, token) &&
      g.canMove(spender, token)
    );
  };
  const operator = g.find(
    ledger.nftAllowances,
    (row) => row.approvedForAll && suits(row.owner, row.spender, row.token),
  );
  if (operator !== undefined && g.random.chance(0.5)) {
    const serial = ownedSerial(g, ledger.tokens.need(operator.token), operator.owner);
    return serial === null ? null : approvedNft(operator.owner, operator.spender, operator.token, serial);
  }
  const token = g.token((row) => row.nonFungible && row.lastSerial > 0 && !row.paused);
  for (let tries = token === undefined ? 0 : 30; tries > 0; tries--) {
    const nft = ledger.nfts.get(nftKey(token?.num ?? 0, g.random.between(1, token?.lastSerial ?? 1)));
    if (nft === undefined || nft.deleted || nft.spender === 0) continue;
    if (suits(nft.owner, nft.spender, nft.token))
      return approvedNft(nft.owner, nft.spender, nft.token, nft.serial);
  }
  return null;
}

function approvedNft(owner: number, spender: number, token: number, serial: number): Draft {
  const transfer: proto.INftTransfer = {
    senderAccountID: accountId(owner),
    receiverAccountID: accountId(spender),
    serialNumber: long(serial),
    isApproval: true,
  };
  return approved(spender, { tokenTransfers: [{ token: tokenId(token), nftTransfers: [transfer] }] });
}

function approvedMove(owner: number, spender: number, amount: bigint): proto.IAccountAmount[] {
  return [
    { accountID: accountId(owner), amount: long(-amount), isApproval: true },
    { accountID: accountId(spender), amount: long(amount) },
  ];
}

function canSpend(g: Generator, owner: number, spender: number): boolean {
  const payer = g.ledger.accounts.need(spender);
  return (
    !g.ledger.accounts.need(owner).deleted && !payer.deleted && payer.key !== null && payer.balance > HBAR
  );
}

function approved(payer: number, cryptoTransfer: proto.ICryptoTransferTransactionBody): Draft {
  return { data: { cryptoTransfer }, payer };
}
