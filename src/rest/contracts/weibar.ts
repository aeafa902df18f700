import { WEIBARS_PER_TINYBAR } from '@tain/ledger/amounts';

/**
 * Amounts of Ethereum transactions: stored as big-endian bytes in weibar, shown in weibar or in tinybars. All
 * functions take the bytes in PostgreSQL's text form (`\x…`).
 */

/** `0x…` as Ethereum writes quantities; one leading zero is dropped. `0x` for null. */
export function quantity(bytes: string | null): string {
  const hex = `0x${bytes === null ? '' : bytes.slice(2)}`;
  return hex.length > 3 && hex.startsWith('0x0') ? `0x${hex.slice(3)}` : hex;
}

/** A price: a quantity in weibar, or in tinybars, rounded down. */
export function price(bytes: string | null, inTinybars: boolean): string {
  if (!inTinybars || bytes === null || bytes.length <= 2) return quantity(bytes);
  return `0x${(BigInt(`0x${bytes.slice(2)}`) / WEIBARS_PER_TINYBAR).toString(16)}`;
}

/**
 * The value of a transaction as a JSON integer: in weibar the bytes as an unsigned number, in tinybars as a signed
 * one, rounded towards zero. Null for null.
 */
export function value(bytes: string | null, inTinybars: boolean): string {
  if (bytes === null || bytes.length <= 2) return 'null';
  const digits = bytes.slice(2);
  const unsigned = BigInt(`0x${digits}`);
  if (!inTinybars) return unsigned.toString();
  return (BigInt.asIntN(digits.length * 4, unsigned) / WEIBARS_PER_TINYBAR).toString();
}

/** An amount of tinybars, as a JSON integer in weibar. */
export function toWeibars(tinybars: string): string {
  return (BigInt(tinybars) * WEIBARS_PER_TINYBAR).toString();
}

/** A price in tinybars (decimal) as a hex quantity, in tinybars or in weibars. */
export function tinybarPrice(tinybars: string, inTinybars: boolean): string {
  const amount = BigInt(tinybars) * (inTinybars ? 1n : WEIBARS_PER_TINYBAR);
  return `0x${amount.toString(16)}`;
}
