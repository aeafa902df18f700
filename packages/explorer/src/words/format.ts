/** Formats of numbers, amounts, times and ids for users. Pure functions, without browser or network. */

/** Groups the digits of an integer: `1,234,567`. */
export function grouped(value: bigint | number | string): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** Formats a number with its noun: `1 signature`, `2,000 signatures`. */
export function counted(count: number | bigint, noun: string): string {
  return `${grouped(count)} ${noun}${count === 1 || count === 1n ? '' : 's'}`;
}

/** Maximum number of decimals that are written out: a contract can claim any number of them. */
const MAX_DECIMALS = 80;

/**
 * Formats an integer of smallest units as a decimal number: `1,234.5`; exact for all sizes. With more than 80 decimals
 * `12,345e-2000`.
 */
export function withPoint(amount: bigint, decimals: number): string {
  if (decimals > MAX_DECIMALS) return `${grouped(amount)}e-${decimals}`;
  const sign = amount < 0n ? '−' : '';
  const digits = (amount < 0n ? -amount : amount).toString().padStart(decimals + 1, '0');
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '');
  const whole = grouped(digits.slice(0, digits.length - decimals));
  return `${sign}${whole}${decimals === 0 || fraction === '' ? '' : `.${fraction}`}`;
}

/** Formats tinybars as hbars: `1,234.5 ℏ`. */
export function hbars(tinybars: bigint): string {
  return `${withPoint(tinybars, 8)} ℏ`;
}

/** An exchange rate as the REST API has it. */
interface Rate {
  readonly cent_equivalent: number;
  readonly hbar_equivalent: number;
}

/** Returns the price of one hbar in US cents; null if the rate is missing, or not positive. */
export function centsOf(rate: Rate | null | undefined): number | null {
  const cents = Number(rate?.cent_equivalent) / Number(rate?.hbar_equivalent);
  return cents > 0 && Number.isFinite(cents) ? cents : null;
}

/** Formats tinybars in US dollars at a price of one hbar in cents, with enough digits for small amounts: `$0.0001`. */
export function dollarText(tinybars: bigint, centsPerHbar: number): string {
  const dollars = ((Number(tinybars) / 1e8) * centsPerHbar) / 100;
  if (dollars === 0) return '$0';
  const digits = Math.abs(dollars) >= 1 ? 2 : Math.min(20, 1 - Math.floor(Math.log10(Math.abs(dollars))));
  const [whole = '', fraction = ''] = Math.abs(dollars).toFixed(digits).split('.');
  return `${dollars < 0 ? '−' : ''}$${grouped(whole)}.${fraction}`;
}

/** Parses an integer of a response: number, bigint or text; null if it is missing. */
export function integer(value: unknown): bigint | null {
  if (typeof value === 'bigint') return value;
  if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value);
  return typeof value === 'string' && /^-?\d+$/.test(value) ? BigInt(value) : null;
}

/**
 * Formats a consensus time (`seconds.nanoseconds`) as `22 Nov 2026, 14:05:59 UTC`; unchanged beyond the range of dates.
 */
export function timeText(timestamp: string): string {
  const date = new Date(Math.floor(Number(timestamp)) * 1000);
  if (Number.isNaN(date.getTime())) return timestamp;
  const [, day = '', month = '', year = '', time = ''] =
    /^\w+, (\d+) (\w+) (-?\d+) ([\d:]+)/.exec(date.toUTCString()) ?? [];
  return `${Number(day)} ${month} ${year}, ${time} UTC`;
}

const UNITS = [
  [86_400 * 365, 'year'],
  [86_400 * 30, 'month'],
  [86_400, 'day'],
  [3600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
] as const;

/** Formats a duration in seconds, in its largest unit: `3 days`. */
function durationText(seconds: number): string {
  const [size, unit] = UNITS.find(([least]) => seconds >= least) ?? [1, 'second'];
  return counted(Math.floor(seconds / size), unit);
}

/** Formats a consensus time relative to `now` (milliseconds): `3 seconds ago`, `in 2 days`. */
export function agoText(timestamp: string, now: number): string {
  const seconds = Math.round(now / 1000 - Number(timestamp));
  if (Math.abs(seconds) < 1) return 'just now';
  return seconds > 0 ? `${durationText(seconds)} ago` : `in ${durationText(-seconds)}`;
}

/** Decodes base64 in either alphabet; null for invalid text. */
export function bytesOfBase64(text: string): Uint8Array | null {
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    return Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
  } catch {
    return null;
  }
}

/** Encodes bytes as hex without a prefix. */
export function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Decodes hex, with or without `0x`; a last odd digit is dropped. */
export function bytesOfHex(hex: string): Uint8Array {
  const digits = hex.replace(/^0x/, '');
  return Uint8Array.from({ length: Math.floor(digits.length / 2) }, (_, at) =>
    Number.parseInt(digits.slice(at * 2, at * 2 + 2), 16),
  );
}

/** Decodes bytes as UTF-8 text; null for other bytes. */
export function utf8Text(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters tell binary data from text
    return /[\u0000-\u0008\u000e-\u001f]/.test(text) ? null : text;
  } catch {
    return null;
  }
}

/** Cuts a text after a number of characters, with an ellipsis. */
export function shortened(text: string, max: number): string {
  return text.length <= max ? text : `${text.slice(0, max)}…`;
}

/** Formats a memo or metadata (base64) as text if possible, otherwise as hex. */
export function memoText(base64: string): string {
  const bytes = bytesOfBase64(base64);
  if (bytes === null) return base64;
  return utf8Text(bytes) ?? `0x${hexOf(bytes)}`;
}

/** Formats a transaction id as in the SDKs: `0.0.2@1234567890.000000001`. */
export function sdkTransactionId(id: string): string {
  return id.replace(/^(\d+\.\d+\.\d+)-(\d+)-(\d+)$/, '$1@$2.$3');
}
