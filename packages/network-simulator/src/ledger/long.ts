import Long from 'long';

/** A 64-bit integer of a message as a signed `bigint`; 0 where it is absent. */
export function longToBigInt(
  value: { readonly low: number; readonly high: number } | number | string | null | undefined,
): bigint {
  if (value === null || value === undefined) return 0n;
  if (typeof value !== 'object') return BigInt(value);
  return BigInt(value.high) * 0x1_0000_0000n + BigInt(value.low >>> 0);
}

/** The other way. Wraps beyond 64 bits. */
export function bigIntToLong(value: bigint): Long {
  return Long.fromString(BigInt.asIntN(64, value).toString());
}
