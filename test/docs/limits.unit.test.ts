import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { LIMITS, withLimitsTable } from '../../tools/docs/limits-table.ts';

// Checks the limits that clients share: all limits declared in the sources are listed, and docs/security.md has a row
// for each.

const root = fileURLToPath(new URL('../../', import.meta.url));

test('docs/security.md has the table of limits', () => {
  const page = readFileSync(path.join(root, 'docs/security.md'), 'utf8');
  expect(page).toBe(withLimitsTable(page));
});

test('each declared limit is in the list, under a distinct name', () => {
  const declared = readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => {
      const text = readFileSync(path.join(root, 'src', file), 'utf8');
      return [
        ...text.matchAll(/^export const \w+: (?:Rate|Concurrency|Open|Byte)Limit = \{\s+name: '([\w-]+)'/gm),
      ];
    })
    .map(([, name]) => name);
  const names = LIMITS.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(declared.length).toBeGreaterThan(10);
  expect(names).toEqual(expect.arrayContaining(declared));
});
