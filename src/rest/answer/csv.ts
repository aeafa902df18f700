import { NANOS_PER_MILLISECOND, NANOS_PER_SECOND } from '@tain/ledger/timestamp';
import type { Fields, Row } from './field.ts';

/** Content type of CSV answers. */
export const CSV_TYPE = 'text/csv; charset=utf-8; header=present';

/** Characters of tinybars after the decimal point of an amount in hbar. */
const HBAR_DECIMALS = 8;

/** Beginnings of cells that spreadsheets take for a formula, also in full width. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;
const NUMBER = /^-?\d+(?:\.\d+)?$/;

/**
 * Returns a line of CSV (RFC 4180). A text that a spreadsheet would take for a formula gets an apostrophe before it, because
 * clients write memos and messages into the ledger.
 */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(cell).join(',')}\r\n`;
}

function cell(text: string): string {
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Returns the cells of a row whose columns begin at 0: empty for null, JSON for objects and lists. */
export function csvCells(fields: Fields, row: Row): string[] {
  let at = 0;
  return Object.values(fields).map((field) => {
    const begin = at;
    at += field.columns.length;
    return field.toCsv === undefined ? cellOfJson(field.write(row, begin)) : field.toCsv(row, begin);
  });
}

function cellOfJson(json: string): string {
  if (json === 'null') return '';
  return json.startsWith('"') ? (JSON.parse(json) as string) : json;
}

/** Returns a time in nanoseconds as text of ISO 8601 in UTC with nine digits of the second; empty for null. */
export function isoTime(nanos: string | null | undefined): string {
  if (nanos === null || nanos === undefined) return '';
  const time = BigInt(nanos);
  // Before 1970, the fraction counts from the second before.
  const fraction = ((time % NANOS_PER_SECOND) + NANOS_PER_SECOND) % NANOS_PER_SECOND;
  const milliseconds = Number((time - fraction) / NANOS_PER_MILLISECOND);
  return `${new Date(milliseconds).toISOString().slice(0, -'.000Z'.length)}.${fraction.toString().padStart(9, '0')}Z`;
}

/** Returns an amount with a number of decimals: `-0.05` for -5 and 2; empty for null. */
export function decimalText(amount: string | null | undefined, decimals: number): string {
  if (amount === null || amount === undefined) return '';
  if (decimals <= 0) return amount;
  const sign = amount.startsWith('-') ? '-' : '';
  const digits = amount.slice(sign.length).padStart(decimals + 1, '0');
  return `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** Returns an amount of tinybars in hbar; empty for null. */
export function hbarText(tinybars: string | null | undefined): string {
  return decimalText(tinybars, HBAR_DECIMALS);
}
