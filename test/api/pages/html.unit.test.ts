import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hbars, readableTime, withPoint } from '../../../src/api/pages/amounts.ts';
import { html, strangers } from '../../../src/api/pages/html.ts';
import { jsonHtml, readJson } from '../../../src/api/pages/json.ts';
import { revertReason } from '../../../src/api/pages/revert-reason.ts';

/** Texts of what is special in markup, of what nobody sees, and of anything else. */
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
      expect(strangers(text).text).toMatch(/^<bdi>[^<>"']*<\/bdi>/);
      expect(strangers(text).text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u);
    }),
  );
});

test('a long text is cut, and says by how much', () => {
  expect(strangers('a'.repeat(1300), 100).text).toBe(
    `<bdi>${'a'.repeat(100)}</bdi><span class="quiet"> … and 1,200 more characters</span>`,
  );
  // Not within a character.
  expect(strangers('😀😀😀', 2).text).toContain('<bdi>😀😀</bdi>');
});

test('an answer is printed as it is, whatever it holds', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = JSON.stringify(value);
      const { html: shown, isWhole } = jsonHtml(text);
      expect(shown.text).not.toMatch(/[<>]/);
      const plain = shown.text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
      if (isWhole) expect(JSON.parse(plain)).toEqual(JSON.parse(text));
      expect(Buffer.byteLength(shown.text)).toBeLessThanOrEqual(12_100);
    }),
  );
});

test('integers keep their digits, texts that look like them too', () => {
  const text =
    '{"a":12345678901234567890,"b":"12345678901234567890,\\"1234567890123456789","c":[-9007199254740993,1.5e3]}';
  expect(readJson(text)).toEqual({
    a: '12345678901234567890',
    b: '12345678901234567890,"1234567890123456789',
    c: ['-9007199254740993', 1500],
  });
  expect(jsonHtml(text).html.text).toContain('"a": 12345678901234567890');
});

test.each([
  [0n, '0 ℏ'],
  [1n, '0.00000001 ℏ'],
  [-150_000_000n, '−1.5 ℏ'],
  [5_000_000_000_000_000_001n, '50,000,000,000.00000001 ℏ'],
])('%s tinybars are %s', (amount, text) => {
  expect(hbars(amount)).toBe(text);
});

test('amounts without decimals, and times beyond what dates can be', () => {
  expect(withPoint(1234n, 0)).toBe('1,234');
  expect(readableTime('1700000000.000000001')?.text).toBe('14 Nov 2023, 22:13:20 UTC');
  expect(readableTime('99999999999999.000000001')).toBe(null);
});

test.each([
  [
    `0x08c379a0${'20'.padStart(64, '0')}${'5'.padStart(64, '0')}${Buffer.from('hello').toString('hex').padEnd(64, '0')}`,
    'hello',
  ],
  [`0x4e487b71${'11'.padStart(64, '0')}`, 'Panic(0x11)'],
  ['0x08c379a0', null],
  [`0x08c379a0${'20'.padStart(64, '0')}${'f'.repeat(64)}`, null],
  ['0x', null],
  ['nonsense', null],
])('what a contract returned, %s, says %s', (data, reason) => {
  expect(revertReason(data)).toBe(reason);
});
