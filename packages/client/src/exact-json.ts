const INTEGER = /(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/g;

/**
 * Parses JSON; integers beyond 2^53, which a number cannot hold exactly, become `bigint`.
 * Throws `SyntaxError`.
 */
export function parseExactJson(text: string): unknown {
  if (!/\d{16}/.test(text)) return JSON.parse(text);
  const mark = newMark();
  let marked = '';
  for (let at = 0; at < text.length; ) {
    const quote = text.indexOf('"', at);
    const end = quote < 0 ? text.length : quote;
    marked += text
      .slice(at, end)
      .replaceAll(INTEGER, (digits) =>
        Number.isSafeInteger(Number(digits)) ? digits : `"${mark}${digits}"`,
      );
    if (quote < 0) break;
    at = endOfString(text, quote);
    marked += text.slice(quote, at);
  }
  return JSON.parse(marked, (_, value: unknown) =>
    typeof value === 'string' && value.startsWith(mark) ? BigInt(value.slice(mark.length)) : value,
  );
}

/** Prints JSON; a `bigint` is written as an integer. */
export function printExactJson(value: unknown): string {
  const mark = newMark();
  const marked = JSON.stringify(value ?? null, (_, member: unknown) =>
    typeof member === 'bigint' ? `${mark}${member}` : member,
  );
  return marked.replaceAll(new RegExp(`"${mark}(-?\\d+)"`, 'g'), '$1');
}

/** Returns a random mark for numbers, which no text of a response can contain because it is unpredictable. */
function newMark(): string {
  return `${Math.random().toString(36).slice(2)}${Math.random().toString(36).slice(2)}:`;
}

/** Returns the index after the quote that ends the string which begins at `quote`. */
function endOfString(text: string, quote: number): number {
  for (let at = text.indexOf('"', quote + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let backslashes = 0;
    while (text[at - 1 - backslashes] === '\\') backslashes++;
    if (backslashes % 2 === 0) return at + 1;
  }
  return text.length;
}
