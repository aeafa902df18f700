import { grouped } from './html.ts';

/** An integer of smallest units as a number with a point: `1,234.5`. */
export function withPoint(amount: bigint, decimals: number): string {
  const sign = amount < 0n ? '−' : '';
  const digits = (amount < 0n ? -amount : amount).toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '');
  return `${sign}${grouped(whole)}${fraction === '' ? '' : `.${fraction}`}`;
}

/** Tinybars as hbars: `1,234.5 ℏ`. */
export function hbars(tinybars: bigint): string {
  return `${withPoint(tinybars, 8)} ℏ`;
}

/** The same with a plus before what is gained. */
export function signedHbars(tinybars: bigint): string {
  return `${tinybars > 0n ? '+' : ''}${hbars(tinybars)}`;
}

/** Consensus time (`seconds.nanoseconds`) in words: `22 Nov 2026, 14:05:59 UTC`; null beyond what dates can be. */
export function readableTime(timestamp: string): { readonly text: string; readonly iso: string } | null {
  const seconds = Number(timestamp);
  const date = new Date(seconds * 1000);
  if (!Number.isFinite(seconds) || Number.isNaN(date.getTime())) return null;
  const iso = date.toISOString();
  const [, month = ''] = date.toUTCString().match(/ ([A-Z][a-z]{2}) /) ?? [];
  return { text: `${date.getUTCDate()} ${month} ${date.getUTCFullYear()}, ${iso.slice(11, 19)} UTC`, iso };
}
