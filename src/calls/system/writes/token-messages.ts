import { ZERO_ADDRESS } from '@tain/ledger/evm-address';
import { proto } from '@tain/protos/hapi';
import Long from 'long';
import type { TokenKeyName } from '../../state/ledger-objects.ts';
import type { Arguments } from '../abi/arguments.ts';
import { DecodeError } from '../abi/decode.ts';
import type { Ledger } from '../ledger.ts';
import type { MethodCall } from '../method.ts';
import { KEY_FIELDS } from '../views/schedules.ts';
import { accountMessageAt, namesNoAccount, tokenMessage } from './entity-messages.ts';
import { newKeys } from './token-create-keys.ts';
import { replacedKeys } from './token-update-keys.ts';

/** Converts scheduled calls that create or update tokens to transactions. */

const MAX_DECIMALS = (1n << 31n) - 1n;
const MAX_LONG = (1n << 63n) - 1n;

/** Converts `(HederaToken[, supply, decimals][, fees])`. Throws `DecodeError`, and `Refused` for an invalid key. */
export async function creationMessage(call: MethodCall): Promise<proto.ITokenCreateTransactionBody> {
  const { args, signature } = call;
  const isNft = signature.startsWith('createNonFungible');
  const [supply, decimals] = isNft ? [0n, 0n] : [args.integer(1), args.integer(2)];
  if (supply > MAX_LONG || decimals > MAX_DECIMALS) throw new DecodeError('more than 63 or 31 bits');
  const fields = args.tuple(0);
  const hasLimit = fields.bool(4);
  const metadata = fields.length > 9 ? fields.bytes(9) : undefined;
  return {
    name: fields.string(0),
    symbol: fields.string(1),
    treasury: await accountMessageAt(call.ledger, fields.address(2)),
    memo: fields.string(3),
    supplyType: hasLimit ? proto.TokenSupplyType.FINITE : proto.TokenSupplyType.INFINITE,
    maxSupply: long(fields.integer(5)),
    freezeDefault: fields.bool(6),
    initialSupply: long(supply),
    decimals: Number(decimals),
    tokenType: isNft ? proto.TokenType.NON_FUNGIBLE_UNIQUE : proto.TokenType.FUNGIBLE_COMMON,
    ...keyFields(await newKeys(call, fields.tuples(7))),
    ...(await expiryFields(call.ledger, fields.tuple(8))),
    ...(metadata ? { metadata } : null),
    customFees: await feeMessages(call, isNft),
  };
}

/** Converts `(token, HederaToken)`. Throws `DecodeError`. */
export async function updateMessage(call: MethodCall): Promise<proto.ITokenUpdateTransactionBody> {
  const { ledger, args } = call;
  const fields = args.tuple(1);
  const metadata = fields.length > 9 ? fields.bytes(9) : undefined;
  return {
    token: tokenMessage(ledger.longZeroId(args.address(0)) ?? 0n),
    name: fields.string(0),
    symbol: fields.string(1),
    treasury: await accountMessageAt(ledger, fields.address(2)),
    memo: { value: fields.string(3) },
    ...keyFields(await replacedKeys(ledger, fields.tuples(7), metadata !== undefined)),
    ...(await expiryFields(ledger, fields.tuple(8))),
    ...(metadata?.length ? { metadata: { value: metadata } } : null),
  };
}

function long(value: bigint): Long {
  return Long.fromString(value.toString());
}

function keyFields(keys: Readonly<Partial<Record<TokenKeyName, Uint8Array>>>) {
  return Object.fromEntries(
    Object.entries(keys).map(([name, key]) => [KEY_FIELDS[name as TokenKeyName], proto.Key.decode(key)]),
  );
}

async function expiryFields(ledger: Ledger, expiry: Arguments) {
  const [second, period] = [expiry.integer(0), expiry.integer(2)];
  const renewer = await accountMessageAt(ledger, expiry.address(1));
  const isNamed = !renewer.alias?.length && !namesNoAccount(renewer);
  return {
    ...(second === 0n ? null : { expiry: { seconds: long(second) } }),
    ...(isNamed ? { autoRenewAccount: renewer } : null),
    ...(period === 0n ? null : { autoRenewPeriod: { seconds: long(period) } }),
  };
}

/**
 * Returns the custom fees of a creation: fixed ones, then fractional fees or royalties. A fee in the new token itself
 * has token 0.
 */
async function feeMessages({ ledger, args }: MethodCall, isNft: boolean): Promise<proto.ICustomFee[]> {
  const first = isNft ? 1 : 3;
  if (args.length <= first) return [];
  const fees: proto.ICustomFee[] = [];
  const token = (address: string) => tokenMessage(ledger.longZeroId(address) ?? 0n);
  for (const fee of args.tuples(first)) {
    const currency = fee.bool(3) ? tokenMessage(0n) : token(fee.address(1));
    const isHbar = fee.bool(2) || (!fee.bool(3) && fee.address(1) === ZERO_ADDRESS);
    fees.push({
      fixedFee: { amount: long(fee.integer(0)), ...(isHbar ? null : { denominatingTokenId: currency }) },
      feeCollectorAccountId: await accountMessageAt(ledger, fee.address(4)),
    });
  }
  for (const fee of args.tuples(first + 1)) {
    const [numerator, denominator] = [long(fee.integer(0)), long(fee.integer(1))];
    const feeCollectorAccountId = await accountMessageAt(ledger, fee.address(5));
    if (isNft) {
      const amount = fee.integer(2);
      const isHbar = fee.bool(4) || fee.address(3) === ZERO_ADDRESS;
      const fallbackFee = {
        amount: long(amount),
        ...(isHbar ? null : { denominatingTokenId: token(fee.address(3)) }),
      };
      const royaltyFee = {
        exchangeValueFraction: { numerator, denominator },
        ...(amount === 0n ? null : { fallbackFee }),
      };
      fees.push({ royaltyFee, feeCollectorAccountId });
      continue;
    }
    const fractionalFee = {
      fractionalAmount: { numerator, denominator },
      minimumAmount: long(fee.integer(2)),
      maximumAmount: long(fee.integer(3)),
      netOfTransfers: fee.bool(4),
    };
    fees.push({ fractionalFee, feeCollectorAccountId });
  }
  return fees;
}
