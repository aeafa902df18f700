/** HTML that is safe to send: made by `html` alone, which escapes every text that is put into it. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** What may be put into HTML: texts are escaped, null and false are nothing. */
export type Part = Html | readonly Part[] | string | number | bigint | null | false;

/** Makes HTML of a template. Texts in it become text, in elements and in quoted attributes. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  let text = strings[0] ?? '';
  for (const [index, part] of parts.entries()) text += textOf(part) + (strings[index + 1] ?? '');
  return new Html(text);
}

function textOf(part: Part): string {
  if (part instanceof Html) return part.text;
  if (part === null || part === false) return '';
  if (typeof part === 'object') return part.map(textOf).join('');
  return escapeHtml(String(part));
}

const MARKUP: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text as it may stand in HTML, in attributes too. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => MARKUP[character] ?? '');
}

/** Nothing. */
export const NOTHING = new Html('');

/**
 * Characters that nobody sees or that change how others are shown: control characters (a line break is none here), marks
 * and overrides of direction, spaces without width, halves of pairs.
 */
export const UNSEEN = /(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** A character by the numbers of its UTF-16 units, as JSON and JavaScript write it: `\u202e`. */
export function escaped(character: string): string {
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}

/**
 * A text that a stranger wrote, of at most so many characters: isolated from the text around it, and with its invisible
 * characters written out (`\u202e`), so that what is read is what is there.
 */
export function strangers(text: string, most = 200): Html {
  // Cut first: of a very long text the rest is not looked at.
  const shown = [...text.slice(0, most * 2)].slice(0, most).join('');
  const visible = shown.replace(UNSEEN, escaped);
  const rest = text.length - shown.length;
  return html`<bdi>${visible}</bdi>${rest > 0 && html`<span class="quiet"> … and ${grouped(rest)} more characters</span>`}`;
}

/** An integer with its digits in groups: `1,234,567`. */
export function grouped(value: number | bigint | string): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ',');
}
