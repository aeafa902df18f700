import { type ComponentStatus, type Impact, type IncidentStatus, RefusedChange } from './model.ts';

/** Returns the words of a status, such as `Degraded Performance`. */
export function statusLabel(status: ComponentStatus | IncidentStatus): string {
  return status.split('_').map(capitalize).join(' ');
}

export function impactLabel(impact: Impact): string {
  if (impact === 'maintenance') return 'Maintenance';
  return `${capitalize(impact === 'none' ? 'no' : impact)} impact`;
}

function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this finds
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this finds
const BREAKS = /[\u0000-\u001f\u007f\u2028\u2029]+/;

/** Maximum length of an update's text, as in Statuspage. */
const MAX_BODY = 25_000;

/**
 * Checks an external text: its length in characters, and that it has no control characters. Throws `RefusedChange` naming the
 * field.
 */
function verifyText(field: string, text: string, maxLength: number, refused: RegExp): string {
  const label = capitalize(field);
  if (text.length > maxLength)
    throw new RefusedChange(`${label} is too long (maximum is ${maxLength} characters)`);
  if (refused.test(text)) throw new RefusedChange(`${label} contains control characters`);
  if (/\p{Surrogate}/u.test(text)) throw new RefusedChange(`${label} is not well-formed text`);
  return text;
}

/** Checks a text of several lines. */
export function verifyBody(field: string, text: string): string {
  return verifyText(field, text, MAX_BODY, CONTROL);
}

/** Joins sentences to the text of an update, as many characters as fit into it. */
export function bodyOf(sentences: readonly string[]): string {
  return sentences.join('\n').slice(0, MAX_BODY);
}

/** Checks a text on one line. */
export function verifyLine(field: string, text: string, maxLength: number): string {
  return verifyText(field, text, maxLength, BREAKS);
}

/** Checks a text on one line, which must not be blank. */
export function verifyName(field: string, text: string, maxLength = 250): string {
  if (text.trim() === '') throw new RefusedChange(`${capitalize(field)} can't be blank`);
  return verifyLine(field, text, maxLength);
}

/** Returns the value of a list that a text names. Throws `RefusedChange` naming the field. */
export function verifyOneOf<T extends string>(field: string, allowed: readonly T[], text: string): T {
  const found = allowed.find((it) => it === text);
  if (found === undefined) throw new RefusedChange(`${field} must be one of ${allowed.join(', ')}`);
  return found;
}

/** Returns the text on one line: no breaks, no control characters. */
export function oneLine(text: string): string {
  return text.split(BREAKS).join(' ').trim();
}
