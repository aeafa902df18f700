import { expect, test } from 'vitest';
import { missingFields } from './fields.ts';

const body = {
  links: { next: null },
  list: [
    { a: 1, b: null },
    { a: 2, b: 3, inner: [{ c: 1 }] },
  ],
  none: [],
};

test.each([
  ['links.next', true],
  ['links.next!', false],
  ['links.first', false],
  ['list[].a!', true],
  ['list[].b', true],
  ['list[].b!', false],
  ['list[].inner', false],
  ['list[].inner[].c', false],
  ['none[]', true],
  ['none[].a!', true],
  ['none[+]', false],
  ['links[]', false],
  ['nothing', false],
])('%s: %s', (path, exists) => {
  expect(missingFields(body, [path])).toEqual(exists ? [] : [path]);
});
