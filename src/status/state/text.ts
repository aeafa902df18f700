import { escapeMarkup } from '../../kernel/markup.ts';
import { Refusal } from './model.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this finds
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this finds
const BREAK = /[\u0000-\u001f\u007f\u2028\u2029]/;

/** Maximum length of an update's text, as in Statuspage. */
export const MAX_BODY = 25_000;
export const MAX_NAME = 250;

/**
 * Checks an external text: its length in characters, no control characters, and on one line unless `multiline`. Throws
 * `Refusal` naming the field.
 */
export function verifyText(
  field: string,
  text: string,
  maxLength: number,
  rules: { readonly required?: boolean; readonly multiline?: boolean } = {},
): string {
  const label = field.charAt(0).toUpperCase() + field.slice(1);
  if (text.length > maxLength) throw new Refusal(`${label} is too long (maximum is ${maxLength} characters)`);
  if (rules.required === true && text.trim() === '') throw new Refusal(`${label} can't be blank`);
  if ((rules.multiline === true ? CONTROL : BREAK).test(text)) {
    throw new Refusal(`${label} contains control characters`);
  }
  if (/\p{Surrogate}/u.test(text)) throw new Refusal(`${label} is not well-formed text`);
  return text;
}

/**
 * Replaces characters that XML 1.0 forbids even when escaped (most control characters, halves of surrogate pairs, U+FFFE and
 * U+FFFF) with U+FFFD, and escapes the text.
 */
export function escapeXml(text: string): string {
  return escapeMarkup(text.replace(NOT_XML, '\ufffd'));
}

// Characters outside the production Char: https://www.w3.org/TR/xml/#charsets
const NOT_XML = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** Returns the text on one line: no breaks, no control characters. */
export function oneLine(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it removes control characters
  return text.replace(/[\u0000-\u001f\u007f\u2028\u2029]+/g, ' ').trim();
}
