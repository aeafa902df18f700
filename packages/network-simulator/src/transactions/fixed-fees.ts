import type { proto } from '@tain/protos/hapi';
import type { FixedFee } from '../ledger/entities.ts';
import { numOf } from '../ledger/ids.ts';
import { longToBigInt } from '../ledger/long.ts';

/** The fixed fees among custom fees of tokens or topics. */
export function readFixedFees(
  fees: readonly (proto.ICustomFee | proto.IFixedCustomFee)[],
  self = 0,
): readonly FixedFee[] {
  return fees.flatMap((fee) => {
    const { fixedFee, feeCollectorAccountId } = fee;
    if (!fixedFee) return [];
    const denominating = fixedFee.denominatingTokenId;
    // A new token that takes a fee in itself does not know its number yet and says 0.
    const token = denominating ? numOf(denominating.tokenNum) || self : 0;
    return [
      {
        amount: longToBigInt(fixedFee.amount),
        collector: numOf(feeCollectorAccountId?.accountNum),
        token,
        allExempt: ('allCollectorsAreExempt' in fee && fee.allCollectorsAreExempt) || false,
      },
    ];
  });
}
