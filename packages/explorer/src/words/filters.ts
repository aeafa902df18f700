import { integer } from './format.ts';
import { dateMs } from './search.ts';

/** Filters whose values a user writes in other units than the API: dates, and hbars. */
export type FilterKind = 'time' | 'hbars';

const TINYBARS = 100_000_000n;

/**
 * Converts the text of a filter to a value of the API: a date (UTC) to a consensus time, hbars to tinybars. An operator
 * (`gte:`) stays, and a date without one means `lte:`. A text that is neither is unchanged.
 */
export function apiValue(kind: FilterKind | undefined, given: string): string {
  const [operator, text] = parts(given);
  if (kind === 'time') {
    const ms = dateMs(text);
    return ms === null ? given.trim() : `${operator || 'lte:'}${Math.floor(ms / 1000)}`;
  }
  const [, whole, fraction = ''] = /^(\d+)(?:\.(\d{1,8}))?$/.exec(text) ?? [];
  if (kind === undefined || whole === undefined) return given.trim();
  return `${operator}${BigInt(whole) * TINYBARS + BigInt(fraction.padEnd(8, '0'))}`;
}

/** Converts a value of the API to what a user writes in its filter; unchanged where that would lose digits. */
export function shownValue(kind: FilterKind | undefined, value: string): string {
  const [operator, text] = parts(value);
  const number = integer(text);
  if (number === null || number < 0n || kind === undefined) return value;
  if (kind === 'time') {
    const date = new Date(Number(number) * 1000);
    return Number.isNaN(date.getTime())
      ? value
      : operator + date.toISOString().slice(0, 19).replace('T', ' ');
  }
  const fraction = (number % TINYBARS).toString().padStart(8, '0').replace(/0+$/, '');
  return `${operator}${number / TINYBARS}${fraction === '' ? '' : `.${fraction}`}`;
}

function parts(given: string): readonly [operator: string, text: string] {
  const [, operator = '', text = ''] = /^((?:eq|ne|gte?|lte?):)?(.*)$/s.exec(given.trim()) ?? [];
  return [operator, text.trim()];
}
