import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { NEXT } from '../../../src/ingest/load/batch-life.ts';
import { STATES } from '../../../src/ingest/states/states.ts';

const PAGE = readFileSync('docs/architecture.md', 'utf8');

/** Returns the first and last column of the first table after a heading. */
function statesIn(heading: string): [name: string, next: string[]][] {
  const [, section = ''] = PAGE.split(`\n${heading}\n`);
  const [table = ''] = section.match(/(?:^\|.*\n)+/m) ?? [];
  const rows = table.match(/^\| .*$/gm) ?? [];
  return rows.slice(1).map((row) => {
    const cells = row.split('|').map((cell) => cell.trim());
    return [cells[1] ?? '', (cells.at(-2) ?? '').split(', ').filter((name) => name !== 'none')];
  });
}

test('docs/architecture.md has each state of an ingest, with its successors', () => {
  const states = Object.entries(STATES).map(([name, { next }]) => [name, next.map((to) => to ?? 'the end')]);
  expect(statesIn('### States of an ingest')).toEqual(states);
});

test('docs/architecture.md has each state of a batch, with its successors', () => {
  const states = Object.entries(NEXT).map(([name, next]) => [name, next.filter((to) => to !== name)]);
  expect(statesIn('### States of a batch')).toEqual(states);
});
