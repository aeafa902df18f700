import { DEFAULT_AUTO_RENEW_SECONDS, expiryOf } from '@tain/ledger/expiry';
import { usableKey } from '@tain/ledger/key-json';
import { NANOS_PER_SECOND } from '@tain/ledger/timestamp';
import type { StateRow } from '../../store/schema/current-state-tables.ts';
import type { LedgerToken, TokenFees, TokenKeyName } from './ledger-objects.ts';

const KEYS: readonly (readonly [TokenKeyName, Extract<keyof StateRow<'token'>, `${string}_key`>])[] = [
  ['kyc', 'kyc_key'],
  ['freeze', 'freeze_key'],
  ['wipe', 'wipe_key'],
  ['supply', 'supply_key'],
  ['feeSchedule', 'fee_schedule_key'],
  ['pause', 'pause_key'],
  ['metadata', 'metadata_key'],
];

/** Expiry of a token without a known one: 2100-01-01, in nanoseconds. Source: the public mirror node. */
const DEFAULT_EXPIRATION = 4_102_444_800n * NANOS_PER_SECOND;

function expirationOf(entity: StateRow<'entity'> | undefined): bigint {
  const lifetime = {
    expires: entity?.expiration_timestamp ?? null,
    created: entity?.created_timestamp ?? null,
    renewalPeriod: entity?.auto_renew_period ?? null,
  };
  return expiryOf(lifetime) ?? DEFAULT_EXPIRATION;
}

/** Returns keys without those that are absent or were removed by an empty key list. */
export function usableKeys(
  keys: Iterable<readonly [TokenKeyName, Uint8Array | null | undefined]>,
): LedgerToken['keys'] {
  const usable: Partial<Record<TokenKeyName, Uint8Array>> = {};
  for (const [name, bytes] of keys) {
    const key = usableKey(bytes);
    if (key !== undefined) usable[name] = key;
  }
  return usable;
}

/** Returns a token from its rows. `entity` has the columns of all entities: the admin key, the memo, expiry. */
export function tokenOf(
  token: StateRow<'token'>,
  entity: StateRow<'entity'> | undefined,
  fees: StateRow<'custom_fee'> | undefined,
  nextSerial: bigint,
  totalSupply: bigint,
): LedgerToken {
  return {
    id: token.token_id,
    type: token.type === 'NON_FUNGIBLE_UNIQUE' ? token.type : 'FUNGIBLE_COMMON',
    name: token.name,
    symbol: token.symbol,
    decimals: Number(token.decimals),
    memo: entity?.memo ?? '',
    metadata: token.metadata ?? new Uint8Array(),
    treasury: token.treasury_account_id,
    totalSupply,
    supplyType: token.supply_type === 'FINITE' ? 'FINITE' : 'INFINITE',
    maxSupply: token.max_supply,
    freezeDefault: token.freeze_default,
    kycDefault: token.kyc_status === 1 ? 'GRANTED' : token.kyc_status === 2 ? 'REVOKED' : 'NOT_APPLICABLE',
    paused: token.pause_status === 'PAUSED',
    deleted: entity?.deleted ?? false,
    keys: usableKeys([
      ['admin', entity?.key],
      ...KEYS.map(([name, column]) => [name, token[column]] as const),
    ]),
    fees: feesOf(fees),
    // 0 stands for an account that was removed.
    autoRenewAccount: entity?.auto_renew_account_id || undefined,
    autoRenewPeriod: entity?.auto_renew_period ?? DEFAULT_AUTO_RENEW_SECONDS,
    expiration: expirationOf(entity),
    nextSerial,
  };
}

type FeeJson = Readonly<Record<string, unknown>>;

/** Parses fees from the table: their amounts are 64-bit numbers, which a double cannot represent. */
function feesOf(row: StateRow<'custom_fee'> | undefined): TokenFees {
  return {
    fixed: listOf(row?.fixed_fees).map((fee) => ({ ...common(fee), ...fixedOf(fee) })),
    fractional: listOf(row?.fractional_fees).map((fee) => ({
      ...common(fee),
      numerator: numberOf(fee.numerator),
      denominator: numberOf(fee.denominator),
      minimum: numberOf(fee.minimum_amount),
      maximum: optional(fee.maximum_amount),
      netOfTransfers: fee.net_of_transfers === true,
    })),
    royalty: listOf(row?.royalty_fees).map((fee) => ({
      ...common(fee),
      numerator: numberOf(fee.numerator),
      denominator: numberOf(fee.denominator),
      fallback: isObject(fee.fallback_fee) ? fixedOf(fee.fallback_fee) : undefined,
    })),
  };
}

function common(fee: FeeJson) {
  return {
    collector: numberOf(fee.collector_account_id),
    allCollectorsExempt: fee.all_collectors_are_exempt === true,
  };
}

function fixedOf(fee: FeeJson) {
  return { amount: numberOf(fee.amount), denominatingToken: optional(fee.denominating_token_id) };
}

/** Numbers are converted to text first, because a double cannot represent every int64. */
function listOf(text: string | null | undefined): readonly FeeJson[] {
  if (text === null || text === undefined) return [];
  const parsed: unknown = JSON.parse(text.replaceAll(/([:[,]\s*)(-?\d+)(?=\s*[,}\]])/g, '$1"$2"'));
  return Array.isArray(parsed) ? parsed.filter(isObject) : [];
}

function isObject(value: unknown): value is FeeJson {
  return typeof value === 'object' && value !== null;
}

function numberOf(value: unknown): bigint {
  return optional(value) ?? 0n;
}

function optional(value: unknown): bigint | undefined {
  return typeof value === 'string' && /^-?\d+$/.test(value) ? BigInt(value) : undefined;
}
