import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { visibleText } from '../../../packages/explorer/src/words/visible-text.ts';

/** Ranges of code points: the others are of ideographs, for private use, or not assigned. */
const RANGES = [
  [0, 0x1_ffff],
  [0xe_0000, 0xe_0fff],
] as const;

/** Returns the expression for hidden characters of a page's script, which has no imports. */
function hiddenOf(script: string): RegExp {
  const text = readFileSync(new URL(`../../../web/${script}`, import.meta.url), 'utf8');
  const [, source = ''] = /const HIDDEN = \/(.+)\/g?u;/.exec(text) ?? [];
  return new RegExp(source, 'u');
}

it.each(['docs.js', 'proof.js'])('%s knows the hidden characters of the explorer', (script) => {
  const hidden = hiddenOf(script);
  const others: string[] = [];
  const codes = RANGES.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, at) => first + at),
  );
  for (const code of codes) {
    const character = String.fromCodePoint(code);
    if (/[\t\n\r]/.test(character)) continue;
    if (hidden.test(character) !== visibleText(`a${character}`).startsWith('a[U+'))
      others.push(code.toString(16));
  }
  expect(hidden.test('\u202e')).toBe(true);
  expect(others).toEqual([]);
});
