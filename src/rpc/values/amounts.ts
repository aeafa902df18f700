import { WEIBARS_PER_TINYBAR } from '@tain/ledger/amounts';

/** Parses a number of hex digits; no digits are zero. */
export function amount(hex: string): bigint {
  return hex === '0x' ? 0n : BigInt(hex);
}

/** Converts weibars to whole tinybars. An amount below one tinybar becomes one, so that it stays a transfer. */
export function tinybarsSent(weibars: bigint): bigint {
  const whole = weibars / WEIBARS_PER_TINYBAR;
  return whole === 0n && weibars > 0n ? 1n : whole;
}

/** Returns the 64 digits of a word, without `0x`. */
export function wordDigits(hex: string): string {
  return hex.slice(2).padStart(64, '0');
}
