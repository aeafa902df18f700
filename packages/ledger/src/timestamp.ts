/** Consensus times are nanoseconds since 1970 in a signed 64-bit integer. */
export const MAX_INT64 = (1n << 63n) - 1n;
export const MIN_INT64 = -(1n << 63n);
export const NANOS_PER_SECOND = 1_000_000_000n;
export const NANOS_PER_MILLISECOND = 1_000_000n;

/**
 * Nanoseconds of seconds and nanos. Saturates at the ends of int64, as the ledger's tables do
 * (a far-future expiry becomes the greatest value).
 */
export function nanosOf(seconds: bigint, nanos: bigint | number): bigint {
  return saturated(seconds * NANOS_PER_SECOND + BigInt(nanos));
}

/** The nearest value that int64 can hold. Sums of numbers from a faulty network may exceed it. */
export function saturated(value: bigint): bigint {
  if (value > MAX_INT64) return MAX_INT64;
  return value < MIN_INT64 ? MIN_INT64 : value;
}

/** `seconds.nanoseconds`, the fraction always nine digits. */
export function printTimestamp(nanos: bigint): string {
  const seconds = nanos / NANOS_PER_SECOND;
  return `${seconds}.${(nanos % NANOS_PER_SECOND).toString().padStart(9, '0')}`;
}

/** Midnight (UTC) of the first day of the month in which a time lies, or of the month `months` later. All in nanoseconds. */
export function firstDayOfMonth(time: bigint, months = 0): bigint {
  const date = new Date(Number(time / NANOS_PER_MILLISECOND));
  return BigInt(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months)) * NANOS_PER_MILLISECOND;
}

/** The earlier of two times. */
export function earlier(a: bigint, b: bigint): bigint {
  if (a < b) return a;
  return b;
}

/** The later of two times. */
export function later(a: bigint, b: bigint): bigint {
  if (a > b) return a;
  return b;
}
