import { Refusal } from './model.ts';

const ISO = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)?(?:Z|[+-]\d\d:?\d\d)?$/;

/**
 * Parses an ISO 8601 instant; without an offset it is UTC. Throws `Refusal` naming the field for an invalid text, and
 * for years outside 2000–2999, which are typing errors.
 */
export function parseInstant(field: string, text: string): Date {
  const normal = text.replace(' ', 'T');
  const zoned =
    /(?:Z|[+-]\d\d:?\d\d)$/.test(normal.slice(10)) || normal.length === 10 ? normal : `${normal}Z`;
  const date = ISO.test(text) ? new Date(zoned) : new Date(Number.NaN);
  if (Number.isNaN(date.getTime()))
    throw new Refusal(`${field} must be an ISO 8601 time, not ${text.slice(0, 40)}`);
  const year = date.getUTCFullYear();
  if (year < 2000 || year > 2999) throw new Refusal(`${field} is not a plausible time`);
  return date;
}

/** Refuses a maintenance without a beginning and a later end. */
export function verifyPeriod(from: Date | undefined, until: Date | undefined): void {
  if (from === undefined || until === undefined) {
    throw new Refusal('A scheduled maintenance needs a beginning and an end');
  }
  if (until.getTime() <= from.getTime())
    throw new Refusal('A scheduled maintenance must end after it begins');
}
