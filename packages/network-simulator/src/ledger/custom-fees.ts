import type { FixedFee, Token } from './entities.ts';
import type { Execution } from './execution.ts';
import { accountId, long, tokenId } from './ids.ts';
import { longToBigInt } from './long.ts';
import { Status } from './status.ts';
import { addUnits, usableRelation } from './token-moves.ts';

/** Custom fees of tokens and topics. Each charge answers OK or why it cannot be paid. */

/** Nobody pays a fee to a token's treasury or to itself: treasury and collectors are exempt. */
function exempt(token: Readonly<Token>, account: number): boolean {
  return (
    account === token.treasury ||
    token.fixedFees.some((fee) => fee.collector === account) ||
    token.fractionalFees.some((fee) => fee.collector === account) ||
    token.royaltyFees.some((fee) => fee.collector === account)
  );
}

/** Charges fixed fees to the payer of a topic or the sender of a token. */
export function chargeFixed(x: Execution, fees: readonly FixedFee[], payer: number): Status {
  for (const fee of fees) {
    const status =
      fee.token === 0
        ? payHbar(x, payer, fee.collector, fee.amount)
        : payUnits(x, fee.token, payer, fee.collector, fee.amount);
    if (status !== Status.OK) return status;
    note(x, fee.token, fee.amount, fee.collector, [payer]);
  }
  return Status.OK;
}

export function chargeFixedFees(x: Execution, token: number, sender: number): Status {
  const row = x.ledger.tokens.need(token);
  return exempt(row, sender) ? Status.OK : chargeFixed(x, row.fixedFees, sender);
}

/** A share of the amount sent: on top, paid by the sender, or taken from what receivers get. */
export function chargeFractionalFees(
  x: Execution,
  token: number,
  sender: number,
  sent: bigint,
  receivers: readonly { readonly account: number; readonly amount: bigint }[],
): Status {
  const row = x.ledger.tokens.need(token);
  if (exempt(row, sender)) return Status.OK;
  for (const fee of row.fractionalFees) {
    let amount = (sent * BigInt(fee.numerator)) / BigInt(fee.denominator);
    if (amount < fee.minimum) amount = fee.minimum;
    if (fee.maximum > 0n && amount > fee.maximum) amount = fee.maximum;
    if (amount === 0n) continue;
    const payer = fee.netOfTransfers ? sender : receivers.find((to) => to.amount >= amount)?.account;
    if (payer === undefined) return Status.INSUFFICIENT_SENDER_ACCOUNT_BALANCE_FOR_CUSTOM_FEE;
    const status = payUnits(x, token, payer, fee.collector, amount);
    if (status !== Status.OK) return status;
    note(x, token, amount, fee.collector, [payer]);
  }
  return Status.OK;
}

/** A share of what the seller of an NFT gets in tinybars; without any, the receiver's fallback. */
export function chargeRoyalties(x: Execution, token: number, seller: number, receiver: number): Status {
  const row = x.ledger.tokens.need(token);
  if (exempt(row, seller)) return Status.OK;
  let value = 0n;
  for (const entry of x.body.cryptoTransfer?.transfers?.accountAmounts ?? []) {
    if (entry.accountID?.accountNum?.toNumber() === seller) value += longToBigInt(entry.amount);
  }
  for (const fee of row.royaltyFees) {
    const share = value > 0n;
    const amount = share ? (value * BigInt(fee.numerator)) / BigInt(fee.denominator) : fee.fallback;
    if (amount === 0n) continue;
    const payer = share ? seller : receiver;
    if (!share && !x.signedByAccount(receiver)) return Status.INVALID_SIGNATURE;
    const status = payHbar(x, payer, fee.collector, amount);
    if (status !== Status.OK) return status;
    note(x, 0, amount, fee.collector, [payer]);
  }
  return Status.OK;
}

function payHbar(x: Execution, from: number, to: number, amount: bigint): Status {
  return x.moveHbar(from, to, amount) ? Status.OK : Status.INSUFFICIENT_SENDER_ACCOUNT_BALANCE_FOR_CUSTOM_FEE;
}

function payUnits(x: Execution, token: number, from: number, to: number, amount: bigint): Status {
  if (usableRelation(x, from, token) !== Status.OK) {
    return Status.INSUFFICIENT_SENDER_ACCOUNT_BALANCE_FOR_CUSTOM_FEE;
  }
  if (usableRelation(x, to, token) !== Status.OK) return Status.TOKEN_NOT_ASSOCIATED_TO_FEE_COLLECTOR;
  if (addUnits(x, token, from, -amount) !== Status.OK) {
    return Status.INSUFFICIENT_SENDER_ACCOUNT_BALANCE_FOR_CUSTOM_FEE;
  }
  return addUnits(x, token, to, amount);
}

function note(
  x: Execution,
  token: number,
  amount: bigint,
  collector: number,
  payers: readonly number[],
): void {
  x.record.assessedCustomFees ??= [];
  x.record.assessedCustomFees.push({
    amount: long(amount),
    feeCollectorAccountId: accountId(collector),
    effectivePayerAccountId: payers.map(accountId),
    ...(token === 0 ? null : { tokenId: tokenId(token) }),
  });
}
