import { RefusedChange } from './model.ts';

const ISO = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)?(Z|[+-]\d\d:?\d\d)?$/;

/**
 * Parses an ISO 8601 instant; without an offset it is UTC. Throws `RefusedChange` naming the field for an invalid text, and
 * for years outside 2000–2999, which are typing errors.
 */
export function parseInstant(field: string, text: string): Date {
  const match = ISO.exec(text);
  // `Date` reads a time without an offset as local time, and a day as UTC.
  const isLocal = match !== null && text.length > 10 && match[1] === undefined;
  const date = new Date(match === null ? Number.NaN : `${text.replace(' ', 'T')}${isLocal ? 'Z' : ''}`);
  if (Number.isNaN(date.getTime()))
    throw new RefusedChange(`${field} must be an ISO 8601 time, not ${text.slice(0, 40)}`);
  const year = date.getUTCFullYear();
  if (year < 2000 || year > 2999) throw new RefusedChange(`${field} is not a plausible time`);
  return date;
}
