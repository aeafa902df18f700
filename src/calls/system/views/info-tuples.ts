import { ZERO_ADDRESS } from '@tain/ledger/evm-address';
import { prefixedHex } from '@tain/ledger/integer-bytes';
import { NANOS_PER_SECOND } from '@tain/ledger/timestamp';
import type { LedgerToken, TokenFees } from '../../state/ledger-objects.ts';
import type { AbiValue } from '../abi/abi-type.ts';
import type { Ledger } from '../ledger.ts';
import { KEY_BITS, keyTuple, TOKEN_KEY_NAMES } from './key-tuple.ts';

/** Tokens as the structures of `IHederaTokenService`. All fields of a missing token are empty. */

const NO_FEES: TokenFees = { fixed: [], fractional: [], royalty: [] };

/** Returns `TokenInfo`; with metadata and its key for the newer address. */
export async function tokenInfo(
  ledger: Ledger,
  token: LedgerToken | undefined,
  withMetadata: boolean,
): Promise<AbiValue[]> {
  const fees = await feeTuples(ledger, token?.fees);
  return [
    await tokenTuple(ledger, token, withMetadata),
    token?.totalSupply ?? 0n,
    token?.deleted ?? false,
    token !== undefined && token.kycDefault !== 'REVOKED',
    token?.paused ?? false,
    ...fees,
    prefixedHex(ledger.environment.ledgerId),
  ];
}

async function tokenTuple(
  ledger: Ledger,
  token: LedgerToken | undefined,
  withMetadata: boolean,
): Promise<AbiValue[]> {
  const names = withMetadata ? TOKEN_KEY_NAMES : TOKEN_KEY_NAMES.filter((name) => name !== 'metadata');
  const keys = names.map(async (name) => [KEY_BITS[name], await keyTuple(ledger, token?.keys[name])]);
  return [
    token?.name ?? '',
    token?.symbol ?? '',
    await ledger.addressOf(token?.treasury),
    token?.memo ?? '',
    token?.supplyType === 'FINITE',
    token?.maxSupply ?? 0n,
    token?.freezeDefault ?? false,
    await Promise.all(keys),
    await expiryTuple(ledger, token),
    ...(withMetadata ? [token?.metadata ?? new Uint8Array()] : []),
  ];
}

/** Returns `Expiry`: second, account that renews, period in seconds. */
export async function expiryTuple(ledger: Ledger, token: LedgerToken | undefined): Promise<AbiValue[]> {
  return [
    (token?.expiration ?? 0n) / NANOS_PER_SECOND,
    await ledger.addressOf(token?.autoRenewAccount),
    token?.autoRenewPeriod ?? 0n,
  ];
}

/** Returns `FixedFee[]`, `FractionalFee[]`, `RoyaltyFee[]`. */
export async function feeTuples(ledger: Ledger, fees: TokenFees = NO_FEES): Promise<AbiValue[][]> {
  const collector = (id: bigint) => ledger.addressOf(id);
  return [
    await Promise.all(
      fees.fixed.map(async (fee) => [
        fee.amount,
        ledger.tokenAddress(fee.denominatingToken),
        fee.denominatingToken === undefined,
        false,
        await collector(fee.collector),
      ]),
    ),
    await Promise.all(
      fees.fractional.map(async (fee) => [
        fee.numerator,
        fee.denominator,
        fee.minimum,
        fee.maximum ?? 0n,
        fee.netOfTransfers,
        await collector(fee.collector),
      ]),
    ),
    await Promise.all(
      fees.royalty.map(async ({ numerator, denominator, fallback, collector: id }) => [
        numerator,
        denominator,
        fallback?.amount ?? 0n,
        fallback ? ledger.tokenAddress(fallback.denominatingToken) : ZERO_ADDRESS,
        fallback !== undefined && fallback.denominatingToken === undefined,
        await collector(id),
      ]),
    ),
  ];
}

/** Returns `FungibleTokenInfo`. */
export async function fungibleInfoTuple(
  ledger: Ledger,
  token: LedgerToken | undefined,
  withMetadata: boolean,
): Promise<AbiValue[]> {
  return [await tokenInfo(ledger, token, withMetadata), BigInt(token?.decimals ?? 0)];
}
