import type { proto } from '@tain/protos/hapi';
import type { Execution } from '../ledger/execution.ts';
import { longToBigInt } from '../ledger/long.ts';
import { accountNumber, aliasedAccount, tokenNumber } from '../ledger/named.ts';
import { accountSigns, receiverSigns } from '../ledger/required-keys.ts';
import { Status } from '../ledger/status.ts';

/** Validation of custom fees of tokens and topics, and of their collectors' signatures. */

/** The network's own fee account, which cannot be a collector. */
const NO_COLLECTOR = 802;

/**
 * Requires the signature of a collector that becomes associated with the token, and of any other collector whose
 * account requires it.
 */
export function collectorSigns(x: Execution, fee: proto.ICustomFee): void {
  const collector = accountNumber(fee.feeCollectorAccountId);
  const fixed = fee.fixedFee ?? fee.royaltyFee?.fallbackFee;
  const inItself =
    Boolean(fixed?.denominatingTokenId) && longToBigInt(fixed?.denominatingTokenId?.tokenNum) === 0n;
  if (fee.fractionalFee || inItself) accountSigns(x, collector, Status.INVALID_CUSTOM_FEE_COLLECTOR);
  else if (fee.fixedFee || fee.royaltyFee) receiverSigns(x, collector, Status.INVALID_CUSTOM_FEE_COLLECTOR);
}

interface Of {
  readonly num: number;
  readonly nonFungible: boolean;
  /** Whether the token is being created. Then its collectors become associated with it. */
  readonly isNew: boolean;
}

/** Returns OK for valid custom fees of a token. */
export function feesStatus(x: Execution, fees: readonly proto.ICustomFee[], token: Of): Status {
  for (const fee of fees) {
    const collector = collectorOf(x, accountNumber(fee.feeCollectorAccountId));
    if (collector === 0) return Status.INVALID_CUSTOM_FEE_COLLECTOR;
    const status = fee.fixedFee
      ? fixedStatus(x, fee.fixedFee, collector, token)
      : fee.fractionalFee
        ? fractionalStatus(x, fee.fractionalFee, collector, token)
        : fee.royaltyFee
          ? royaltyStatus(x, fee.royaltyFee, collector, token)
          : Status.CUSTOM_FEE_NOT_FULLY_SPECIFIED;
    if (status !== Status.OK) return status;
  }
  return Status.OK;
}

/** Returns OK for valid fees of a topic (HIP-991). */
export function topicFeesStatus(x: Execution, fees: readonly proto.IFixedCustomFee[]): Status {
  for (const { fixedFee, feeCollectorAccountId } of fees) {
    const named = aliasedAccount(x, feeCollectorAccountId);
    // A deleted collector has a status of its own only here, not in fees of tokens (`ConsensusCustomFeesValidator`).
    if (x.ledger.accounts.get(named)?.deleted) return Status.ACCOUNT_DELETED;
    const collector = collectorOf(x, named);
    if (collector === 0) return Status.INVALID_CUSTOM_FEE_COLLECTOR;
    if (!fixedFee) return Status.CUSTOM_FEE_NOT_FULLY_SPECIFIED;
    const status = fixedStatus(x, fixedFee, collector, null);
    if (status !== Status.OK) return status;
  }
  return Status.OK;
}

function collectorOf(x: Execution, num: number): number {
  return num !== NO_COLLECTOR && x.ledger.accounts.get(num)?.deleted === false ? num : 0;
}

function fixedStatus(x: Execution, fee: proto.IFixedFee, collector: number, token: Of | null): Status {
  const amount = longToBigInt(fee.amount);
  if (amount <= 0n) return Status.CUSTOM_FEE_MUST_BE_POSITIVE;
  if (!fee.denominatingTokenId) return Status.OK;
  const inItself = token?.isNew && longToBigInt(fee.denominatingTokenId.tokenNum) === 0n;
  if (inItself) return token.nonFungible ? Status.CUSTOM_FEE_DENOMINATION_MUST_BE_FUNGIBLE_COMMON : Status.OK;
  return denominationStatus(x, fee, amount, collector, token === null);
}

/** Returns OK for a fee in another token that its collector can hold. */
function denominationStatus(
  x: Execution,
  { denominatingTokenId }: proto.IFixedFee,
  amount: bigint,
  collector: number,
  ofTopic: boolean,
): Status {
  const row = x.ledger.tokens.get(tokenNumber(denominatingTokenId));
  if (row === undefined || row.deleted || row.paused) return Status.INVALID_TOKEN_ID_IN_CUSTOM_FEES;
  if (ofTopic && row.maxSupply > 0n && amount > row.maxSupply) return Status.AMOUNT_EXCEEDS_TOKEN_MAX_SUPPLY;
  if (row.nonFungible) return Status.CUSTOM_FEE_DENOMINATION_MUST_BE_FUNGIBLE_COMMON;
  const relation = x.ledger.relation(collector, row.num);
  if (relation === undefined) return Status.TOKEN_NOT_ASSOCIATED_TO_FEE_COLLECTOR;
  return ofTopic && relation.frozen ? Status.ACCOUNT_FROZEN_FOR_TOKEN : Status.OK;
}

/** Returns OK for a fraction above 0. */
function fractionStatus(fraction: proto.IFraction | null | undefined): Status {
  const denominator = longToBigInt(fraction?.denominator);
  if (denominator === 0n) return Status.FRACTION_DIVIDES_BY_ZERO;
  const positive = longToBigInt(fraction?.numerator) > 0n && denominator > 0n;
  return positive ? Status.OK : Status.CUSTOM_FEE_MUST_BE_POSITIVE;
}

function fractionalStatus(x: Execution, fee: proto.IFractionalFee, collector: number, token: Of): Status {
  if (token.nonFungible) return Status.CUSTOM_FRACTIONAL_FEE_ONLY_ALLOWED_FOR_FUNGIBLE_COMMON;
  if (!token.isNew && x.ledger.relation(collector, token.num) === undefined)
    return Status.TOKEN_NOT_ASSOCIATED_TO_FEE_COLLECTOR;
  const fraction = fractionStatus(fee.fractionalAmount);
  if (fraction !== Status.OK) return fraction;
  const min = longToBigInt(fee.minimumAmount);
  const max = longToBigInt(fee.maximumAmount);
  if (min < 0n || max < 0n) return Status.CUSTOM_FEE_MUST_BE_POSITIVE;
  return max > 0n && max < min ? Status.FRACTIONAL_FEE_MAX_AMOUNT_LESS_THAN_MIN_AMOUNT : Status.OK;
}

function royaltyStatus(x: Execution, fee: proto.IRoyaltyFee, collector: number, token: Of): Status {
  if (!token.nonFungible) return Status.CUSTOM_ROYALTY_FEE_ONLY_ALLOWED_FOR_NON_FUNGIBLE_UNIQUE;
  const { exchangeValueFraction, fallbackFee } = fee;
  const fraction = fractionStatus(exchangeValueFraction);
  if (fraction !== Status.OK) return fraction;
  const isShare =
    longToBigInt(exchangeValueFraction?.numerator) <= longToBigInt(exchangeValueFraction?.denominator);
  if (!isShare) return Status.ROYALTY_FRACTION_CANNOT_EXCEED_ONE;
  if (!fallbackFee) return Status.OK;
  const amount = longToBigInt(fallbackFee.amount);
  if (amount <= 0n) return Status.CUSTOM_FEE_MUST_BE_POSITIVE;
  if (!fallbackFee.denominatingTokenId) return Status.OK;
  if (longToBigInt(fallbackFee.denominatingTokenId.tokenNum) === 0n)
    return Status.CUSTOM_FEE_DENOMINATION_MUST_BE_FUNGIBLE_COMMON;
  return denominationStatus(x, fallbackFee, amount, collector, false);
}
