import Long from 'long';

/** The shape of a 64-bit integer as protobufjs decodes it (package `long`): two signed 32-bit halves. */
export interface LongLike {
  readonly low: number;
  readonly high: number;
}

/**
 * A decoded 64-bit protobuf integer as a signed `bigint`. Absent values are 0, the protobuf default.
 * Values below 2^53 take a fast path.
 */
export function longToBigInt(value: LongLike | number | string | null | undefined): bigint {
  if (value === null || value === undefined) return 0n;
  if (typeof value === 'object') {
    const { low, high } = value;
    if (high >= 0 && high < 0x200000) return BigInt(high * 0x1_0000_0000 + (low >>> 0));
    return (BigInt(high) << 32n) | BigInt(low >>> 0);
  }
  return BigInt(value);
}

/** Converts a `bigint` for encoding. Wraps beyond 64 bits. */
export function bigIntToLong(value: bigint): Long {
  return Long.fromBits(Number(BigInt.asIntN(32, value)), Number(BigInt.asIntN(32, value >> 32n)));
}
