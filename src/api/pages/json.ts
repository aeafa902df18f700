import { escaped, Html, UNSEEN } from './html.ts';

/** A value of an answer. Integers beyond 2^53 are texts of their digits, so that none loses any. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;

/** Reads an answer of the interface. Throws `SyntaxError`. */
export function readJson(text: string): Json {
  return JSON.parse(
    text.replace(TOKEN, (token) => (/^-?\d{16,}$/.test(token) ? `"${token}"` : token)),
  ) as Json;
}

/** A member of an object; null where there is none. */
export function member(value: Json | undefined, name: string): Json {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  return Object.hasOwn(value, name) ? ((value as { readonly [name: string]: Json })[name] ?? null) : null;
}

/** A text, or a number as text; null for anything else. */
export function textAt(value: Json | undefined, name: string): string | null {
  const found = member(value, name);
  return typeof found === 'string' || typeof found === 'number' ? String(found) : null;
}

/** A list; an empty one where there is none. */
export function listAt(value: Json | undefined, name: string): readonly Json[] {
  const found = member(value, name);
  return Array.isArray(found) ? found : [];
}

/** An integer; null where there is none. */
export function integerAt(value: Json | undefined, name: string): bigint | null {
  const text = textAt(value, name);
  return text !== null && /^-?\d{1,40}$/.test(text) ? BigInt(text) : null;
}

/** Bytes of an answer that are shown at most, as HTML. */
const MOST_BYTES = 12_000;
const PIECES = /"(?:[^"\\]|\\.)*"|[[\]{},:]|[^\s"[\]{},:]+/g;

/** An answer as it came, with line breaks: the beginning of one that is long. Every digit is as it was sent. */
export function jsonHtml(text: string): { readonly html: Html; readonly isWhole: boolean } {
  let out = '';
  let bytes = 0;
  let depth = 0;
  let before = '';
  for (const [piece] of text.matchAll(PIECES)) {
    const isEnd = piece === '}' || piece === ']';
    if (isEnd) depth--;
    const isEmpty = isEnd && (before === '{' || before === '[');
    const breaks = !isEmpty && (isEnd || before === '{' || before === '[' || before === ',');
    const lead = breaks ? `\n${'  '.repeat(Math.min(depth, 20))}` : before === ':' ? ' ' : '';
    const room = MOST_BYTES - bytes - lead.length;
    const shown = room > 0 ? escapedUpTo(piece, room) : undefined;
    if (shown === undefined || shown.bytes < 0) return { html: new Html(out), isWhole: false };
    out += lead + shown.text;
    bytes += lead.length + shown.bytes;
    if (!shown.isWhole) return { html: new Html(out), isWhole: false };
    if (piece === '{' || piece === '[') depth++;
    before = piece;
  }
  return { html: new Html(out), isWhole: true };
}

const MARKUP: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
/** A piece of JSON as text of an element, of so many bytes at most; what nobody sees as its escape, which means the same. */
function escapedUpTo(piece: string, most: number): { text: string; bytes: number; isWhole: boolean } {
  let text = '';
  let bytes = 0;
  for (const character of piece) {
    const shown = MARKUP[character] ?? character.replace(UNSEEN, escaped);
    const size = shown.length === 1 && shown < '\u0080' ? 1 : Buffer.byteLength(shown);
    if (bytes + size > most) return { text, bytes, isWhole: false };
    text += shown;
    bytes += size;
  }
  return { text, bytes, isWhole: true };
}
