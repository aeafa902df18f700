import { WEIBARS_PER_TINYBAR } from '../../ledger/amounts.ts';

/** A number of hex digits; none are zero. */
export function amount(hex: string): bigint {
  return hex === '0x' ? 0n : BigInt(hex);
}

/** Whole tinybars of an amount in weibars; an amount below one tinybar is one, so that it stays a transfer. */
export function tinybarsSent(weibars: bigint): bigint {
  const whole = weibars / WEIBARS_PER_TINYBAR;
  return whole === 0n && weibars > 0n ? 1n : whole;
}

/** The 64 digits of a word, without `0x`. */
export function wordDigits(hex: string): string {
  return hex.slice(2).padStart(64, '0');
}
