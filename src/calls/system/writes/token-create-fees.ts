import { ZERO_ADDRESS } from '@tain/ledger/evm-address';
import type { LedgerToken, TokenFees } from '../../state/ledger-objects.ts';
import type { Arguments } from '../abi/arguments.ts';
import type { Ledger } from '../ledger.ts';
import { demandAccountAt, relationOf } from './objects.ts';
import { demand, Refused } from './simulate.ts';

/** Custom fees of a creation: `FixedFee[]`, `FractionalFee[]`, `RoyaltyFee[]`. */
export interface FeeArguments {
  readonly fixed: readonly Arguments[];
  readonly fractional: readonly Arguments[];
  readonly royalty: readonly Arguments[];
}

const MAX_FEES = 10;

interface NewFees {
  readonly fees: TokenFees;
  /** Collectors that receive units of the new token, and are associated from the start. */
  readonly newHolders: ReadonlySet<bigint>;
}

/** Checks the fees of a token that is being created. Throws `Refused`. */
export async function newFees(ledger: Ledger, token: LedgerToken, given: FeeArguments): Promise<NewFees> {
  const { fixed, fractional, royalty } = given;
  demand(fixed.length + fractional.length + royalty.length <= MAX_FEES, 'CUSTOM_FEES_LIST_TOO_LONG');
  const newHolders = new Set<bigint>();
  const context = { ledger, token, newHolders };
  const fees: TokenFees = {
    fixed: await inOrder(fixed, (fee) => fixedFee(context, fee)),
    fractional: await inOrder(fractional, (fee) => fractionalFee(context, fee)),
    royalty: await inOrder(royalty, (fee) => royaltyFee(context, fee)),
  };
  return { fees, newHolders };
}

interface Context {
  readonly ledger: Ledger;
  readonly token: LedgerToken;
  readonly newHolders: Set<bigint>;
}

/** Reads `(amount, tokenId, useHbars, useCurrentToken, collector)`. */
async function fixedFee(context: Context, fee: Arguments): Promise<TokenFees['fixed'][number]> {
  const [amount, address, isHbar, isCurrent] = [fee.integer(0), fee.address(1), fee.bool(2), fee.bool(3)];
  const collector = await collectorOf(context, fee.address(4));
  demand(amount > 0n, 'CUSTOM_FEE_MUST_BE_POSITIVE');
  const ways = [isHbar, isCurrent, address !== ZERO_ADDRESS].filter(Boolean).length;
  demand(ways === 1, 'CUSTOM_FEE_NOT_FULLY_SPECIFIED');
  const denominatingToken = isHbar ? undefined : await currency(context, isCurrent, address, collector);
  return { amount, denominatingToken, collector, allCollectorsExempt: false };
}

/** Returns the token in which a fee is paid: the new one, or another that the collector is associated with. */
async function currency(context: Context, isCurrent: boolean, address: string, collector: bigint) {
  const { ledger, token, newHolders } = context;
  if (isCurrent) {
    demand(token.type === 'FUNGIBLE_COMMON', 'CUSTOM_FEE_DENOMINATION_MUST_BE_FUNGIBLE_COMMON');
    newHolders.add(collector);
    return token.id;
  }
  const other = await ledger.tokenAt(address);
  demand(other !== undefined && !other.deleted, 'INVALID_TOKEN_ID_IN_CUSTOM_FEES');
  demand(other.type === 'FUNGIBLE_COMMON', 'CUSTOM_FEE_DENOMINATION_MUST_BE_FUNGIBLE_COMMON');
  await relationOf(ledger, collector, other.id).catch((error: unknown) => {
    throw error instanceof Refused ? new Refused('TOKEN_NOT_ASSOCIATED_TO_FEE_COLLECTOR') : error;
  });
  return other.id;
}

/** Reads `(numerator, denominator, minimum, maximum, netOfTransfers, collector)`. */
async function fractionalFee(context: Context, fee: Arguments): Promise<TokenFees['fractional'][number]> {
  const collector = await collectorOf(context, fee.address(5));
  const terms = fractionalTerms(fee);
  context.newHolders.add(collector);
  return { ...terms, collector, allCollectorsExempt: false };
}

/** Checks all fields of a `FractionalFee` except its collector. Throws `Refused`. */
export function fractionalTerms(fee: Arguments) {
  const [numerator, denominator] = [fee.integer(0), fee.integer(1)];
  const [minimum, maximum] = [fee.integer(2), fee.integer(3)];
  demand(denominator !== 0n, 'FRACTION_DIVIDES_BY_ZERO');
  demand(numerator > 0n && denominator > 0n && minimum >= 0n && maximum >= 0n, 'CUSTOM_FEE_MUST_BE_POSITIVE');
  demand(maximum === 0n || maximum >= minimum, 'FRACTIONAL_FEE_MAX_AMOUNT_LESS_THAN_MIN_AMOUNT');
  return {
    numerator,
    denominator,
    minimum,
    maximum: maximum === 0n ? undefined : maximum,
    netOfTransfers: fee.bool(4),
  };
}

/** Reads `(numerator, denominator, fallback amount, fallback token, useHbars, collector)`. */
async function royaltyFee(context: Context, fee: Arguments): Promise<TokenFees['royalty'][number]> {
  const [amount, address, isHbar] = [fee.integer(2), fee.address(3), fee.bool(4)];
  const collector = await collectorOf(context, fee.address(5));
  const fraction = royaltyFraction(fee);
  demand(amount >= 0n, 'CUSTOM_FEE_MUST_BE_POSITIVE');
  const hasFallback = amount > 0n;
  const denominatingToken =
    !hasFallback || isHbar || address === ZERO_ADDRESS
      ? undefined
      : await currency(context, false, address, collector);
  return {
    ...fraction,
    fallback: hasFallback ? { amount, denominatingToken } : undefined,
    collector,
    allCollectorsExempt: false,
  };
}

/** Checks the fraction of a `RoyaltyFee`. Throws `Refused`. */
export function royaltyFraction(fee: Arguments) {
  const [numerator, denominator] = [fee.integer(0), fee.integer(1)];
  demand(denominator !== 0n, 'FRACTION_DIVIDES_BY_ZERO');
  demand(numerator > 0n && denominator > 0n, 'CUSTOM_FEE_MUST_BE_POSITIVE');
  demand(numerator <= denominator, 'ROYALTY_FRACTION_CANNOT_EXCEED_ONE');
  return { numerator, denominator };
}

async function collectorOf({ ledger }: Context, address: string): Promise<bigint> {
  return (await demandAccountAt(ledger, address, 'INVALID_CUSTOM_FEE_COLLECTOR')).id;
}

async function inOrder<Value>(list: readonly Arguments[], make: (each: Arguments) => Promise<Value>) {
  const made: Value[] = [];
  for (const each of list) made.push(await make(each));
  return made;
}
