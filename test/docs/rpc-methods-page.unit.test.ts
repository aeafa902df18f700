import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { METHODS } from '../../src/rpc/methods.ts';
import { rpcMethodsPage } from '../../tools/docs/rpc-methods-page.ts';

test('docs/json-rpc-methods.md is made from the declared methods', () => {
  const page = readFileSync(new URL('../../docs/json-rpc-methods.md', import.meta.url), 'utf8');
  expect(page).toBe(rpcMethodsPage());
});

test('the page lists every declared method once', () => {
  const listed = [...rpcMethodsPage().matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name ?? '');
  expect(listed.sort()).toEqual(METHODS.map(({ name }) => name).sort());
});
