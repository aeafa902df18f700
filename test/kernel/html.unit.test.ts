import fc from 'fast-check';
import { expect, test } from 'vitest';
import { html } from '../../src/kernel/html.ts';

/** Texts with special characters of markup, and any others. */
const TEXT = fc
  .array(
    fc.oneof(
      fc.constantFrom('<', '>', '"', "'", '&', '\u202e', '\u200b', '\u0000', '\ud800', '\n', '</pre>'),
      fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code)),
    ),
    { maxLength: 60 },
  )
  .map((characters) => characters.join(''));

test('no text becomes markup, however it is put in', () => {
  fc.assert(
    fc.property(TEXT, (text) => {
      const shown = html`<p title="${text}">${[text, html`${text}`]}${null}${false}</p>`.text;
      const inside = shown.slice('<p title="'.length, -'</p>'.length);
      expect(inside.replace('">', '')).not.toMatch(/[<>"']/);
    }),
  );
});
