import type { proto } from '@tain/protos/hapi';
import type { FixedFee } from '../ledger/entities.ts';
import { longToBigInt } from '../ledger/long.ts';
import { accountNumber, tokenNumber } from '../ledger/named.ts';

/** Returns the fixed fees among custom fees of tokens or topics. `self`: the token's own number. */
export function readFixedFees(
  fees: readonly (proto.ICustomFee | proto.IFixedCustomFee)[],
  self = 0,
  collectorOf: (id: proto.IAccountID | null | undefined) => number = accountNumber,
): readonly FixedFee[] {
  return fees.flatMap((fee) => {
    const { fixedFee, feeCollectorAccountId } = fee;
    if (!fixedFee) return [];
    const denominating = fixedFee.denominatingTokenId;
    // A new token has no number yet, so a fee in the token itself names 0.
    const token = denominating ? tokenNumber(denominating) || self : 0;
    return [
      {
        amount: longToBigInt(fixedFee.amount),
        collector: collectorOf(feeCollectorAccountId),
        token,
        allExempt: ('allCollectorsAreExempt' in fee && fee.allCollectorsAreExempt) || false,
      },
    ];
  });
}
