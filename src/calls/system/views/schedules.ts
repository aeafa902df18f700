import { encodeEntityId } from '@tain/ledger/entity-id';
import { ZERO_ADDRESS } from '@tain/ledger/evm-address';
import { longToBigInt } from '@tain/ledger/long';
import { NANOS_PER_SECOND } from '@tain/ledger/timestamp';
import { proto } from '@tain/protos/hapi';
import type { LedgerToken } from '../../state/ledger-objects.ts';
import { usableKeys } from '../../state/token-rows.ts';
import { type MethodResult, revertWith, SUCCESS, values } from '../answer.ts';
import type { Ledger } from '../ledger.ts';
import type { MethodCall } from '../method.ts';
import { fungibleInfoTuple, tokenInfo } from './info-tuples.ts';
import { TOKEN_KEY_NAMES } from './key-tuple.ts';

/** Views of the schedule service. */

/** Maximum time until a schedule expires, in seconds (62 days), and maximum gas per second. */
export const MAX_SCHEDULE_LIFETIME = 5_356_800n;
export const MAX_SCHEDULE_GAS = 15_000_000n;

/**
 * Returns whether a scheduled call with this gas may expire in that second. Throttles are never exhausted in a
 * simulation.
 */
export async function hasScheduleCapacity({ ledger, args }: MethodCall): Promise<MethodResult> {
  const now = ledger.environment.now / NANOS_PER_SECOND;
  const [second, gas] = [args.integer(0), args.integer(1)];
  return values(second > now && second <= now + MAX_SCHEDULE_LIFETIME && gas <= MAX_SCHEDULE_GAS);
}

export async function getScheduledFungible({ ledger, args }: MethodCall): Promise<MethodResult> {
  const token = await scheduledToken(ledger, args.address(0));
  if (token?.type !== 'FUNGIBLE_COMMON') return revertWith('INVALID_SCHEDULE_ID');
  return values(SUCCESS, await fungibleInfoTuple(ledger, token, false));
}

export async function getScheduledNonFungible({ ledger, args }: MethodCall): Promise<MethodResult> {
  const token = await scheduledToken(ledger, args.address(0));
  if (token?.type !== 'NON_FUNGIBLE_UNIQUE') return revertWith('INVALID_SCHEDULE_ID');
  const info = await tokenInfo(ledger, token, false);
  return values(SUCCESS, [info, 0n, ZERO_ADDRESS, 0n, new Uint8Array(), ZERO_ADDRESS]);
}

/**
 * Returns the token that a schedule would create; undefined when there is no such schedule or it does something else.
 */
async function scheduledToken(ledger: Ledger, address: string): Promise<LedgerToken | undefined> {
  const id = ledger.longZeroId(address);
  const schedule = id === undefined ? undefined : await ledger.state.schedules.get(id);
  if (schedule === undefined) return undefined;
  const body = proto.SchedulableTransactionBody.decode(schedule.body).tokenCreation;
  return body ? tokenOfBody(body) : undefined;
}

/** Fields of a token's transactions by its keys. */
export const KEY_FIELDS = {
  admin: 'adminKey',
  kyc: 'kycKey',
  freeze: 'freezeKey',
  wipe: 'wipeKey',
  supply: 'supplyKey',
  feeSchedule: 'feeScheduleKey',
  pause: 'pauseKey',
  metadata: 'metadataKey',
} as const;

/** Returns the token of a creation with the properties that the body defines; its id is 0. */
export function tokenOfBody(body: proto.ITokenCreateTransactionBody): LedgerToken {
  const keys = usableKeys(
    TOKEN_KEY_NAMES.map((name) => {
      const key = body[KEY_FIELDS[name]];
      return [name, key && proto.Key.encode(key).finish()] as const;
    }),
  );
  return {
    id: 0n,
    type: body.tokenType === proto.TokenType.NON_FUNGIBLE_UNIQUE ? 'NON_FUNGIBLE_UNIQUE' : 'FUNGIBLE_COMMON',
    name: body.name ?? '',
    symbol: body.symbol ?? '',
    decimals: body.decimals ?? 0,
    memo: body.memo ?? '',
    metadata: body.metadata ?? new Uint8Array(),
    treasury: idOf(body.treasury) ?? 0n,
    totalSupply: longToBigInt(body.initialSupply),
    supplyType: body.supplyType === proto.TokenSupplyType.FINITE ? 'FINITE' : 'INFINITE',
    maxSupply: longToBigInt(body.maxSupply),
    freezeDefault: body.freezeDefault ?? false,
    kycDefault: keys.kyc ? 'REVOKED' : 'NOT_APPLICABLE',
    paused: false,
    deleted: false,
    keys,
    fees: feesOf(body.customFees ?? []),
    autoRenewAccount: idOf(body.autoRenewAccount),
    autoRenewPeriod: longToBigInt(body.autoRenewPeriod?.seconds),
    expiration: longToBigInt(body.expiry?.seconds) * NANOS_PER_SECOND,
    nextSerial: 1n,
  };
}

function feesOf(fees: readonly proto.ICustomFee[]): LedgerToken['fees'] {
  const rest = (fee: proto.ICustomFee) => ({
    collector: idOf(fee.feeCollectorAccountId) ?? 0n,
    allCollectorsExempt: fee.allCollectorsAreExempt ?? false,
  });
  const fixed = (fee: proto.IFixedFee) => ({
    amount: longToBigInt(fee.amount),
    denominatingToken: idOf(fee.denominatingTokenId),
  });
  return {
    fixed: fees.flatMap((fee) => (fee.fixedFee ? [{ ...fixed(fee.fixedFee), ...rest(fee) }] : [])),
    fractional: fees.flatMap((fee) =>
      fee.fractionalFee
        ? [
            {
              numerator: longToBigInt(fee.fractionalFee.fractionalAmount?.numerator),
              denominator: longToBigInt(fee.fractionalFee.fractionalAmount?.denominator),
              minimum: longToBigInt(fee.fractionalFee.minimumAmount),
              maximum: longToBigInt(fee.fractionalFee.maximumAmount) || undefined,
              netOfTransfers: fee.fractionalFee.netOfTransfers ?? false,
              ...rest(fee),
            },
          ]
        : [],
    ),
    royalty: fees.flatMap((fee) =>
      fee.royaltyFee
        ? [
            {
              numerator: longToBigInt(fee.royaltyFee.exchangeValueFraction?.numerator),
              denominator: longToBigInt(fee.royaltyFee.exchangeValueFraction?.denominator),
              fallback: fee.royaltyFee.fallbackFee ? fixed(fee.royaltyFee.fallbackFee) : undefined,
              ...rest(fee),
            },
          ]
        : [],
    ),
  };
}

function idOf(id: proto.IAccountID | proto.ITokenID | null | undefined): bigint | undefined {
  if (!id) return undefined;
  const num = 'tokenNum' in id ? id.tokenNum : 'accountNum' in id ? id.accountNum : undefined;
  return encodeEntityId(longToBigInt(id.shardNum), longToBigInt(id.realmNum), longToBigInt(num));
}
