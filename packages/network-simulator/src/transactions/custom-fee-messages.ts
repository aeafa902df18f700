import type { proto } from '@tain/protos/hapi';
import type { FixedFee, FractionalFee, RoyaltyFee, Token } from '../ledger/entities.ts';
import { accountId, long, tokenId } from '../ledger/ids.ts';
import { longToBigInt } from '../ledger/long.ts';
import { accountNumber, tokenNumber } from '../ledger/named.ts';
import type { Generator } from './generator.ts';

/** Converts custom fees from their messages to the ledger's rows. */
export function readFees(
  fees: readonly proto.ICustomFee[],
  self: number,
): Pick<Token, 'fixedFees' | 'fractionalFees' | 'royaltyFees'> {
  const fractionalFees: FractionalFee[] = [];
  const royaltyFees: RoyaltyFee[] = [];
  for (const { fractionalFee, royaltyFee, feeCollectorAccountId, allCollectorsAreExempt } of fees) {
    const common = {
      collector: accountNumber(feeCollectorAccountId),
      allExempt: allCollectorsAreExempt ?? false,
    };
    if (fractionalFee) {
      fractionalFees.push({
        numerator: longToBigInt(fractionalFee.fractionalAmount?.numerator),
        denominator: longToBigInt(fractionalFee.fractionalAmount?.denominator),
        minimum: longToBigInt(fractionalFee.minimumAmount),
        maximum: longToBigInt(fractionalFee.maximumAmount),
        netOfTransfers: fractionalFee.netOfTransfers ?? false,
        ...common,
      });
    }
    if (royaltyFee) {
      const fallbackToken = tokenNumber(royaltyFee.fallbackFee?.denominatingTokenId);
      royaltyFees.push({
        numerator: longToBigInt(royaltyFee.exchangeValueFraction?.numerator),
        denominator: longToBigInt(royaltyFee.exchangeValueFraction?.denominator),
        fallback: longToBigInt(royaltyFee.fallbackFee?.amount),
        ...(fallbackToken === 0 ? null : { fallbackToken }),
        ...common,
      });
    }
  }
  return { fixedFees: readFixedFees(fees, self), fractionalFees, royaltyFees };
}

/** Returns one or two fees that suit the token. Only a token that is being created may take fees in itself. */
export function randomFees(
  g: Generator,
  nonFungible: boolean,
  collector: number,
  creating: boolean,
): proto.ICustomFee[] {
  const { random } = g;
  const to = { feeCollectorAccountId: accountId(collector), allCollectorsAreExempt: random.chance(0.3) };
  const fixed: proto.ICustomFee = { ...to, fixedFee: { amount: long(random.amount(1_000, 10_000_000)) } };
  const kind = random.unit();
  // Fees may be in another token that the collector holds.
  const other = g.token((row) => !row.nonFungible && g.ledger.relation(collector, row.num) !== undefined);
  if (kind < 0.08 && other !== undefined)
    return [
      { ...to, fixedFee: { amount: long(random.between(1, 100)), denominatingTokenId: tokenId(other.num) } },
    ];
  if (kind < 0.4) return [fixed];
  if (nonFungible) {
    const royalty: proto.IRoyaltyFee = {
      exchangeValueFraction: { numerator: long(random.between(1, 10)), denominator: long(100) },
    };
    if (random.chance(0.5)) royalty.fallbackFee = { amount: long(random.amount(1_000, 1_000_000)) };
    return kind < 0.8 ? [{ ...to, royaltyFee: royalty }] : [fixed, { ...to, royaltyFee: royalty }];
  }
  if (creating && kind < 0.55) {
    return [{ ...to, fixedFee: { amount: long(random.between(1, 5)), denominatingTokenId: tokenId(0) } }];
  }
  const fractional: proto.ICustomFee = {
    ...to,
    fractionalFee: {
      fractionalAmount: { numerator: long(1), denominator: long(random.pick([100, 200, 1000])) },
      minimumAmount: long(random.chance(0.5) ? 1 : 0),
      maximumAmount: long(random.chance(0.5) ? 1_000_000 : 0),
      netOfTransfers: random.chance(0.5),
    },
  };
  return kind < 0.85 ? [fractional] : [fixed, fractional];
}

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
