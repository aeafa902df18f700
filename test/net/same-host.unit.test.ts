import { expect, test } from 'vitest';
import { urlOnSameHost } from '../../src/kernel/http-url.ts';

test.each([
  ['example.org', 'http://example.org:5552/'],
  ['example.org:5551', 'http://example.org:5552/'],
  ['[::1]:5551', 'http://[::1]:5552/'],
  ['a"><script>', null],
  ['a/b', null],
  ['user@host', null],
  ['', null],
  [undefined, null],
])('the other service of the host %s', (host, expected) => {
  expect(urlOnSameHost(host, 5552)).toBe(expected);
  expect(urlOnSameHost(host, undefined)).toBe(null);
  expect(urlOnSameHost(host, 0)).toBe(null);
});
