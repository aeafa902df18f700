import Long from 'long';

/** Converts a 64-bit integer of a message to a signed `bigint`; 0 where it is absent. */
export function longToBigInt(
  value: { readonly low: number; readonly high: number } | number | string | null | undefined,
): bigint {
  if (value === null || value === undefined) return 0n;
  if (typeof value !== 'object') return BigInt(value);
  return BigInt(value.high) * 0x1_0000_0000n + BigInt(value.low >>> 0);
}

/** Converts a `bigint` to a 64-bit integer of a message. Wraps beyond 64 bits. */
export function bigIntToLong(value: bigint): Long {
  return Long.fromString(BigInt.asIntN(64, value).toString());
}
