import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { LIMITS } from '../../src/app/roles/limits.ts';
import type { Limit } from '../../src/kernel/limits/limit.ts';

// Checks the limits that clients share: all limits declared in the sources are listed, and docs/security.md has a row
// for each.

const root = fileURLToPath(new URL('../../', import.meta.url));

const count = (number: number): string => number.toLocaleString('en');

function inAll(limit: Limit): string {
  if (limit.kind === 'rate') return `${count(limit.max)} a second`;
  if (limit.kind === 'open') return count(limit.max);
  const { max, spare = 0, waiting } = limit;
  const spareText = spare > 0 ? `, ${spare} more for a client without any` : '';
  return `${count(max)}${spareText}${waiting === undefined ? '' : `; ${count(waiting)} wait`}`;
}

function ofOneClient(limit: Limit): string {
  if (limit.kind === 'open') return count(limit.perClient);
  return limit.kind === 'rate' ? 'an equal share' : 'takes turns';
}

const rowOf = (limit: Limit): string => {
  const settings = (limit.settings ?? []).map((name) => `\`${name}\``).join(', ');
  const cells = [limit.counts, inAll(limit), ofOneClient(limit), settings];
  return `| ${cells.join(' | ')} |`.replaceAll('|  |', '| |');
};

test('docs/security.md has the table of limits', () => {
  const page = readFileSync(path.join(root, 'docs/security.md'), 'utf8');
  const [, section = ''] = page.split('\n## Limits that clients share\n');
  const [head = ''] = section.split('\n## ');
  const rows = head.split('\n').filter((line) => line.startsWith('| '));
  expect(rows.slice(1)).toEqual(LIMITS.map(rowOf));
});

test('each declared limit is in the list, under a distinct name', () => {
  const declared = readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => {
      const text = readFileSync(path.join(root, 'src', file), 'utf8');
      return [
        ...text.matchAll(/^export const \w+: (?:Rate|Concurrency|Open)Limit = \{\s+name: '([\w-]+)'/gm),
      ];
    })
    .map(([, name]) => name);
  const names = LIMITS.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(declared.length).toBeGreaterThan(10);
  expect(names).toEqual(expect.arrayContaining(declared));
});
