import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { systemContractsPage } from '../../tools/docs/system-contracts-page.ts';

test('docs/system-contracts.md is made from the table of methods', () => {
  const page = readFileSync(new URL('../../docs/system-contracts.md', import.meta.url), 'utf8');
  expect(page).toBe(systemContractsPage());
});

test('the page counts every declared method once', () => {
  const [total, ...parts] = [
    ...systemContractsPage().matchAll(/\b(\d+) (?:declared methods|are read-only|change)/g),
  ].map(([, count]) => Number(count));
  expect([total, parts.reduce((sum, part) => sum + part, 0)]).toEqual([127, 127]);
});
