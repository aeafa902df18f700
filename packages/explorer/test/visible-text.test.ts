import { expect, test } from 'vitest';
import { makeTextVisible } from '../src/ui/visible-nodes.ts';
import { symbolText, visibleText } from '../src/words/visible-text.ts';

// Texts that any client may write into the ledger, beside amounts and ids.

test.each([
  ['US Dollar Coin', 'US Dollar Coin'],
  // An override would show 0001 as the amount.
  ['\u202e1000', '[U+202E]1000'],
  [
    'a\u2066b\u2067c\u2068d\u2069e\u200ef\u200fg\u061c',
    'a[U+2066]b[U+2067]c[U+2068]d[U+2069]e[U+200E]f[U+200F]g[U+061C]',
  ],
  ['US\u200bDC, US\u200cDC, US\ufeffDC, \u3164', 'US[U+200B]DC, US[U+200C]DC, US[U+FEFF]DC, [U+3164]'],
  ['a\u0000b\u007fc\u0085d\u2028e', 'a[U+0000]b[U+007F]c[U+0085]d[U+2028]e'],
  ['two\n\tlines\r\n', 'two\n\tlines\r\n'],
  ['e\u0301', 'e\u0301'],
  [`a${'\u0335'.repeat(50)}b`, `a${'\u0335'.repeat(8)}[…]b`],
  // An emoji of a family, and the flag of Scotland; Persian with a joiner.
  [
    '👨\u200d👩\u200d👧 🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}',
    '👨\u200d👩\u200d👧 🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}',
  ],
  ['A\u{e0041}', 'A[U+E0041]'],
  // Characters without a glyph of their own: variation selectors, and code points that fonts must ignore.
  ['US\ufe0fDC, US\u{e0100}DC, US\u180bDC', 'US[U+FE0F]DC, US[U+E0100]DC, US[U+180B]DC'],
  ['US\u2065DC, US\ufff0DC, US\u{e0fff}DC', 'US[U+2065]DC, US[U+FFF0]DC, US[U+E0FFF]DC'],
  ['❤\ufe0f 1\ufe0f\u20e3 葛\u{e0100}', '❤\ufe0f 1\ufe0f\u20e3 葛\u{e0100}'],
  ['5 שקל חדש of 7', '5 \u2068שקל חדש\u2069 of 7'],
  ['א 100 ב', '\u2068א\u2069 100 \u2068ב\u2069'],
])('%j is shown as %j', (text, shown) => {
  expect(visibleText(text)).toBe(shown);
});

test.each([
  ['USDC', 'USDC'],
  ['', 'units'],
  ['$WHBAR.e', '$WHBAR.e'],
  ['HBAR', '“HBAR”'],
  ['ℏ', '“ℏ”'],
  ['tinybars', '“tinybars”'],
  // Cyrillic letters.
  ['НВАR', '“НВАR”'],
  // Would read as a larger amount, and as another receiver.
  ['000', '“000”'],
  ['ℏ to 0.0.2', '“ℏ to 0.0.2”'],
  ['x” of 0.0.2 to “0.0.3', '“x" of 0.0.2 to "0.0.3”'],
  ['a'.repeat(21), `“${'a'.repeat(21)}”`],
])('the symbol %j is shown as %j', (symbol, shown) => {
  expect(symbolText(symbol)).toBe(shown);
});

test('a long symbol that is not plain is shortened', () => {
  expect(symbolText('long '.repeat(20)).length).toBeLessThan(35);
});

test('every text node and every shown attribute is visible', () => {
  const seen: unknown[] = [];
  // As Preact calls it: a text node has the type null, an element that of its tag, a component its function.
  const options: { vnode?: (node: { type: unknown; props: unknown }) => void } = {
    vnode: ({ props }) => void seen.push(props),
  };
  makeTextVisible(options);
  const attributes = { alt: '\u202e1', title: '\u202e2', src: 'https://example.com/\u202e' };
  options.vnode?.({ type: null, props: '\u202e1' });
  options.vnode?.({ type: null, props: 12n });
  options.vnode?.({ type: 'img', props: attributes });
  options.vnode?.({ type: () => null, props: { title: '\u202e' } });
  expect(seen).toEqual([
    '[U+202E]1',
    12n,
    { alt: '[U+202E]1', title: '[U+202E]2', src: 'https://example.com/\u202e' },
    { title: '\u202e' },
  ]);
});
