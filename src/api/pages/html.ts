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
function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => MARKUP[character] ?? '');
}
