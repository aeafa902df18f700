const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Characters outside the production Char: https://www.w3.org/TR/xml/#charsets */
const NOT_XML = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** HTML or XML that is safe to send: `html` and `xml` make it, and escape every interpolated text. */
export class Html {
  readonly text: string;

  /** Takes text of the program's own that is not escaped. */
  constructor(text: string) {
    this.text = text;
  }
}

/** Value that can be interpolated into HTML: texts are escaped, null and false print nothing. */
export type HtmlPart = Html | readonly HtmlPart[] | string | number | bigint | null | false;

/** Makes HTML from a template. Interpolated texts are escaped, in elements and in quoted attributes. */
export function html(strings: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html {
  return filled(strings, parts, escapeMarkup);
}

/**
 * Makes XML as `html` does. Characters that XML 1.0 forbids even when escaped (most control characters, halves of surrogate
 * pairs, U+FFFE and U+FFFF) become U+FFFD.
 */
export function xml(strings: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html {
  return filled(strings, parts, (text) => escapeMarkup(text.replace(NOT_XML, '\ufffd')));
}

function filled(
  strings: TemplateStringsArray,
  parts: readonly HtmlPart[],
  escaped: (text: string) => string,
): Html {
  const textOf = (part: HtmlPart): string => {
    if (part instanceof Html) return part.text;
    if (part === null || part === false) return '';
    if (typeof part === 'object') return part.map(textOf).join('');
    return escaped(String(part));
  };
  let text = strings[0] ?? '';
  for (const [index, part] of parts.entries()) text += textOf(part) + (strings[index + 1] ?? '');
  return new Html(text);
}

/** Escapes text for HTML and XML, inside elements and quoted attributes. */
function escapeMarkup(text: string): string {
  return text.replace(/[&<>"']/g, (char) => ESCAPES[char] ?? char);
}
