import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { NEXT } from '../../../src/ingest/load/batch-life.ts';
import { MODES } from '../../../src/ingest/modes.ts';

const PAGE = readFileSync('docs/architecture.md', 'utf8');

/** Returns the cells of the first table after a heading, without its header. */
function tableAt(heading: string): string[][] {
  const [, section = ''] = PAGE.split(`\n${heading}\n`);
  const [table = ''] = section.match(/(?:^\|.*\n)+/m) ?? [];
  const rows = table.match(/^\| .*$/gm) ?? [];
  return rows.slice(1).map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

test('docs/architecture.md has each mode of an ingest, with its bounds', () => {
  const rows = Object.values(MODES).map(({ name, enter, leave, storesImmediately }) => [
    name,
    Number.isFinite(enter) ? `${enter / 1_000} s` : 'any',
    Number.isFinite(leave) ? `${leave / 1_000} s` : 'none',
    storesImmediately ? 'one block each' : 'large',
  ]);
  expect(tableAt('### Modes of an ingest').map((row) => row.slice(0, 4))).toEqual(rows);
});

test('docs/architecture.md has each state of a batch, with its successors', () => {
  const states = Object.entries(NEXT).map(([name, next]) => [name, next.filter((to) => to !== name)]);
  const shown = tableAt('### States of a batch').map((row) => [
    row[0],
    (row.at(-1) ?? '').split(', ').filter((name) => name !== 'none'),
  ]);
  expect(shown).toEqual(states);
});
