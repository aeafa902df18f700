import { escapeMarkup } from '../../kernel/markup.ts';

/** HTML that is safe to send: only `html` makes it, and escapes every interpolated text. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Value that can be interpolated into HTML: texts are escaped, null and false print nothing. */
export type HtmlPart = Html | readonly HtmlPart[] | string | number | bigint | null | false;

/** Makes HTML from a template. Interpolated texts are escaped, in elements and in quoted attributes. */
export function html(strings: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html {
  let text = strings[0] ?? '';
  for (const [index, part] of parts.entries()) text += textOf(part) + (strings[index + 1] ?? '');
  return new Html(text);
}

function textOf(part: HtmlPart): string {
  if (part instanceof Html) return part.text;
  if (part === null || part === false) return '';
  if (typeof part === 'object') return part.map(textOf).join('');
  return escapeMarkup(String(part));
}
