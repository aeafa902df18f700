import { shortened } from './format.ts';

/** Characters that are invisible, or reorder the text around them. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;
/** Letters written from right to left, by the blocks of Unicode that are reserved for them. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
/** Words of these letters, without the numbers and the other words between them. */
const RIGHT_TO_LEFT_WORDS = new RegExp(
  `(?:${RIGHT_TO_LEFT.source}\\p{M}*)+(?:[ ,.:;!?-]+(?:${RIGHT_TO_LEFT.source}\\p{M}*)+)*`,
  'gu',
);
const ALL_HIDDEN = new RegExp(HIDDEN.source, 'gu');
/** More combining characters than any script needs cover the lines around them. */
const MARKS = /(\p{M}{8})\p{M}+/gu;
const NEEDS_WORK = new RegExp(`${HIDDEN.source}|${RIGHT_TO_LEFT.source}|\\p{M}{9}`, 'u');
/** Isolates words from the order of what surrounds them (UAX 9: FSI, PDI). */
const ISOLATE = ['\u2068', '\u2069'] as const;

/**
 * Returns a text as it may be shown beside amounts and ids: any client may write names, symbols, memos and messages. Hidden
 * characters become their code (`[U+202E]`), except line breaks, and joiners, variation selectors and tags after a character
 * of an emoji or a script that needs them. Words from right to left are isolated, so that they do not reorder digits beside them.
 */
export function visibleText(text: string): string {
  if (!NEEDS_WORK.test(text)) return text;
  return text
    .replace(ALL_HIDDEN, (character, at: number) =>
      isNeeded(character, text, at) ? character : codeOf(character),
    )
    .replace(MARKS, '$1[…]')
    .replace(RIGHT_TO_LEFT_WORDS, (words) => ISOLATE[0] + words + ISOLATE[1]);
}

function isNeeded(character: string, text: string, at: number): boolean {
  if (/[\t\n\r]/.test(character)) return true;
  const isPart = /\u200c|\u200d|\p{Variation_Selector}|[\u{e0020}-\u{e007f}]/u.test(character);
  const isKeycap = character === '\ufe0f' && text[at + 1] === '\u20e3';
  return isKeycap || (isPart && at > 0 && text.charCodeAt(at - 1) > 0x7f);
}

function codeOf(character: string): string {
  return `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`;
}

/** Symbols that name nothing but their token. */
const PLAIN_SYMBOL = /^(?!(?:tiny|h)bars?$)[a-z$_][\w$.+-]{0,19}$/i;
/** Maximum number of characters of another symbol. */
const MAX_SYMBOL = 30;

/**
 * Returns a token's symbol as it is shown after an amount. One that could be read as the rest of the sentence, or of the
 * amount, or as hbars, is shortened and in quotes: `5 “ℏ to 0.0.2”`. `units` for an empty one.
 */
export function symbolText(symbol: string): string {
  if (symbol === '') return 'units';
  if (PLAIN_SYMBOL.test(symbol)) return symbol;
  return quoted(symbol, MAX_SYMBOL);
}

/** Returns a text of a stranger as part of a sentence: in quotes, with at most `max` characters. */
export function quoted(text: string, max: number): string {
  return `“${shortened(text.replace(/[“”]/g, '"'), max)}”`;
}
