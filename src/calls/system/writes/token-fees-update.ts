import { ZERO_ADDRESS } from '@tain/ledger/evm-address';
import { FEE_COLLECTION_ACCOUNT, idInNetwork } from '@tain/ledger/network';
import type { LedgerToken, TokenFees } from '../../state/ledger-objects.ts';
import type { Arguments } from '../abi/arguments.ts';
import { type MethodResult, SUCCESS, statusNumber, values } from '../answer.ts';
import type { Ledger } from '../ledger.ts';
import type { MethodCall } from '../method.ts';
import { usableToken } from './objects.ts';
import { attempt, demand, refuseInput } from './simulate.ts';
import { fractionalTerms, royaltyFraction } from './token-create-fees.ts';

/** Methods that replace the custom fees of a token. */

const MAX_FEES = 10;

/** Fees of a call, in its order. */
interface FeeLists {
  readonly fixed: readonly Arguments[];
  readonly fractional: readonly Arguments[];
  readonly royalty: readonly Arguments[];
}

/** `(token, FixedFee[], FractionalFee[])` → code. */
export function updateFungibleFees(call: MethodCall): Promise<MethodResult> {
  const { args } = call;
  return update(call, { fixed: args.tuples(1), fractional: args.tuples(2), royalty: [] });
}

/** `(token, FixedFee[], RoyaltyFee[])` → code. */
export function updateNonFungibleFees(call: MethodCall): Promise<MethodResult> {
  const { args } = call;
  return update(call, { fixed: args.tuples(1), fractional: [], royalty: args.tuples(2) });
}

async function update(call: MethodCall, given: FeeLists): Promise<MethodResult> {
  const { ledger, args } = call;
  const { fixed, fractional, royalty } = given;
  const count = fixed.length + fractional.length + royalty.length;
  if (count > MAX_FEES) return refuseInput(call, 'CUSTOM_FEES_LIST_TOO_LONG');
  const done = await attempt(ledger, async () => {
    const known = await ledger.tokenAt(args.address(0));
    demand(known !== undefined, 'INVALID_TOKEN_ID');
    if (known.keys.feeSchedule) await demandCollectors(ledger, given);
    const token = await usableToken(ledger, known.id);
    demand(token.keys.feeSchedule !== undefined, 'TOKEN_HAS_NO_FEE_SCHEDULE_KEY');
    const had = Object.values(token.fees).some((list) => list.length > 0);
    demand(had || count > 0, 'CUSTOM_SCHEDULE_ALREADY_HAS_NO_FEES');
    ledger.state.tokens.set(token.id, { ...token, fees: await checkedFees(ledger, token, given) });
  });
  return values('refused' in done ? statusNumber(done.refused) : SUCCESS);
}

/** Requires existing collectors, given the index of the address in each kind of fee. */
async function demandCollectors(ledger: Ledger, { fixed, fractional, royalty }: FeeLists): Promise<void> {
  for (const fee of fixed) await collectorAt(ledger, fee.address(4));
  for (const fee of [...fractional, ...royalty]) await collectorAt(ledger, fee.address(5));
}

async function checkedFees(ledger: Ledger, token: LedgerToken, given: FeeLists): Promise<TokenFees> {
  const fixed: TokenFees['fixed'][number][] = [];
  for (const fee of given.fixed) fixed.push(await fixedFee(ledger, token, fee));
  const fractional: TokenFees['fractional'][number][] = [];
  for (const fee of given.fractional) fractional.push(await fractionalFee(ledger, token, fee));
  const royalty: TokenFees['royalty'][number][] = [];
  for (const fee of given.royalty) royalty.push(await royaltyFee(ledger, token, fee));
  return { fixed, fractional, royalty };
}

/** Reads `(amount, token, useHbars, useCurrentToken, collector)`. */
async function fixedFee(
  ledger: Ledger,
  token: LedgerToken,
  fee: Arguments,
): Promise<TokenFees['fixed'][number]> {
  const collector = await collectorAt(ledger, fee.address(4));
  const [amount, isCurrent] = [fee.integer(0), fee.bool(3)];
  demand(amount > 0n, 'CUSTOM_FEE_MUST_BE_POSITIVE');
  const denominatingToken = isCurrent ? token.id : currencyOf(ledger, fee.address(1), fee.bool(2));
  await demandCurrency(ledger, collector, denominatingToken);
  return { amount, denominatingToken, collector, allCollectorsExempt: false };
}

/**
 * Reads `(numerator, denominator, minimum, maximum, netOfTransfers, collector)`. The collector must be associated with
 * the token.
 */
async function fractionalFee(
  ledger: Ledger,
  token: LedgerToken,
  fee: Arguments,
): Promise<TokenFees['fractional'][number]> {
  const collector = await collectorAt(ledger, fee.address(5));
  demand(token.type === 'FUNGIBLE_COMMON', 'CUSTOM_FRACTIONAL_FEE_ONLY_ALLOWED_FOR_FUNGIBLE_COMMON');
  await demandHolder(ledger, collector, token.id);
  return { ...fractionalTerms(fee), collector, allCollectorsExempt: false };
}

/** Reads `(numerator, denominator, fallback amount, fallback token, useHbars, collector)`. */
async function royaltyFee(
  ledger: Ledger,
  token: LedgerToken,
  fee: Arguments,
): Promise<TokenFees['royalty'][number]> {
  const collector = await collectorAt(ledger, fee.address(5));
  demand(token.type === 'NON_FUNGIBLE_UNIQUE', 'CUSTOM_ROYALTY_FEE_ONLY_ALLOWED_FOR_NON_FUNGIBLE_UNIQUE');
  const fraction = royaltyFraction(fee);
  const [amount, address] = [fee.integer(2), fee.address(3)];
  const rest = { collector, allCollectorsExempt: false };
  if (amount === 0n && tokenAt(ledger, address) === undefined)
    return { ...fraction, ...rest, fallback: undefined };
  demand(amount > 0n, 'CUSTOM_FEE_MUST_BE_POSITIVE');
  const denominatingToken = currencyOf(ledger, address, fee.bool(4));
  await demandCurrency(ledger, collector, denominatingToken);
  return { ...fraction, ...rest, fallback: { amount, denominatingToken } };
}

async function collectorAt(ledger: Ledger, address: string): Promise<bigint> {
  const account = await ledger.accountAt(address);
  const reserved = idInNetwork(ledger.environment.network, FEE_COLLECTION_ACCOUNT);
  demand(account !== undefined && account.id !== reserved, 'INVALID_CUSTOM_FEE_COLLECTOR');
  return account.id;
}

/** Id that no token has, for an address of another form than tokens have. */
const NO_TOKEN = -1n;

/** Returns the id of the token that an address names; undefined for the zero address. */
function tokenAt(ledger: Ledger, address: string): bigint | undefined {
  return address === ZERO_ADDRESS ? undefined : (ledger.longZeroId(address) ?? NO_TOKEN);
}

/** Returns the token in which a fee is paid; undefined: hbars. */
function currencyOf(ledger: Ledger, address: string, isHbar: boolean): bigint | undefined {
  return isHbar ? undefined : tokenAt(ledger, address);
}

async function demandCurrency(ledger: Ledger, collector: bigint, id: bigint | undefined): Promise<void> {
  if (id === undefined) return;
  const token = await ledger.state.tokens.get(id);
  const isUsable = token !== undefined && !token.deleted && !token.paused;
  demand(isUsable, 'INVALID_TOKEN_ID_IN_CUSTOM_FEES');
  demand(token.type === 'FUNGIBLE_COMMON', 'CUSTOM_FEE_DENOMINATION_MUST_BE_FUNGIBLE_COMMON');
  await demandHolder(ledger, collector, id);
}

async function demandHolder(ledger: Ledger, collector: bigint, token: bigint): Promise<void> {
  const relation = await ledger.state.relations.get([collector, token]);
  demand(relation?.associated === true, 'TOKEN_NOT_ASSOCIATED_TO_FEE_COLLECTOR');
}
