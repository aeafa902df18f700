import { type Json, jsonText } from '@tain/ledger/json-text';
import { longToBigInt } from '@tain/ledger/long';
import type { proto } from '@tain/protos/hapi';
import type { StateRow } from '../../store/schema/current-state-tables.ts';
import { accountIdOf, idOrNull, tokenIdOf } from './ids.ts';

type FeeColumns = Pick<StateRow<'custom_fee'>, 'fixed_fees' | 'fractional_fees' | 'royalty_fees'>;

/** Returns the JSON text of a topic's fees, which are all fixed. */
export function fixedFeesText(fees: readonly proto.IFixedCustomFee[]): string {
  return jsonText(
    fees.map((fee) => ({
      all_collectors_are_exempt: false,
      amount: longToBigInt(fee.fixedFee?.amount),
      collector_account_id: idOrNull(accountIdOf(fee.feeCollectorAccountId)),
      denominating_token_id: idOrNull(tokenIdOf(fee.fixedFee?.denominatingTokenId)),
    })),
  );
}

/**
 * Returns the columns of a token's fees. A kind without fees is null. Returns null when every fee is of an unknown
 * kind: then nothing may be written.
 */
export function tokenFeeColumns(fees: readonly proto.ICustomFee[], tokenId: bigint): FeeColumns | null {
  const fixed: Json[] = [];
  const fractional: Json[] = [];
  const royalty: Json[] = [];
  for (const fee of fees) {
    const common = {
      all_collectors_are_exempt: fee.allCollectorsAreExempt ?? false,
      collector_account_id: idOrNull(accountIdOf(fee.feeCollectorAccountId)),
    };
    if (fee.fixedFee) fixed.push({ ...common, ...fixedFee(fee.fixedFee, tokenId) });
    else if (fee.fractionalFee) fractional.push({ ...common, ...fractionalFee(fee.fractionalFee) });
    else if (fee.royaltyFee) royalty.push({ ...common, ...royaltyFee(fee.royaltyFee, tokenId) });
  }
  if (fees.length > 0 && fixed.length + fractional.length + royalty.length === 0) return null;
  return {
    fixed_fees: fixed.length > 0 ? jsonText(fixed) : null,
    fractional_fees: fractional.length > 0 ? jsonText(fractional) : null,
    royalty_fees: royalty.length > 0 ? jsonText(royalty) : null,
  };
}

/** Returns the accounts whose fee is paid in the token itself. */
export function collectorsInToken(fees: readonly proto.ICustomFee[]): bigint[] {
  return fees
    .filter((fee) => fee.fractionalFee || isInOwnToken(fee.fixedFee))
    .map((fee) => accountIdOf(fee.feeCollectorAccountId))
    .filter((id) => id !== 0n);
}

/** Returns whether a fee is paid in the token that is being created, which is written as 0.0.0. */
function isInOwnToken(fee: proto.IFixedFee | null | undefined): boolean {
  return !!fee?.denominatingTokenId && tokenIdOf(fee.denominatingTokenId) === 0n;
}

function fixedFee(fee: proto.IFixedFee, tokenId: bigint): { [name: string]: Json } {
  const token = isInOwnToken(fee) ? tokenId : tokenIdOf(fee.denominatingTokenId);
  return { amount: longToBigInt(fee.amount), denominating_token_id: idOrNull(token) };
}

function fractionalFee(fee: proto.IFractionalFee): { [name: string]: Json } {
  const maximum = longToBigInt(fee.maximumAmount);
  return {
    denominator: longToBigInt(fee.fractionalAmount?.denominator),
    maximum_amount: maximum === 0n ? null : maximum,
    minimum_amount: longToBigInt(fee.minimumAmount),
    net_of_transfers: fee.netOfTransfers ?? false,
    numerator: longToBigInt(fee.fractionalAmount?.numerator),
  };
}

function royaltyFee(fee: proto.IRoyaltyFee, tokenId: bigint): { [name: string]: Json } {
  return {
    denominator: longToBigInt(fee.exchangeValueFraction?.denominator),
    fallback_fee: fee.fallbackFee ? fixedFee(fee.fallbackFee, tokenId) : null,
    numerator: longToBigInt(fee.exchangeValueFraction?.numerator),
  };
}
