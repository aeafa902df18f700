import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROUTES } from '../../src/rest/routes.ts';
import { tries } from '../effort.ts';
import { startTestApi, type TestApi } from './api-fixture.ts';
import { block, insert, transaction } from './rows.ts';

/** Requests of every kind, over all routes and parameters: valid, unusual and hostile ones. */

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi({ clock: () => 1_700_000_000_000 });
  await insert(api.database, 'record_file', [block(1, 10), block(2, 20)]);
  await insert(api.database, 'transaction', [transaction(10_000_000_000n, 1001)]);
});
afterAll(() => api.close());

const operator = fc.constantFrom(
  '',
  '',
  '',
  'eq:',
  'ne:',
  'gt:',
  'gte:',
  'lt:',
  'lte:',
  'GT:',
  'foo:',
  ':',
  'a:b:',
);
const ordinary = fc.constantFrom(
  '1',
  '0',
  '25',
  '100',
  '0.0.1001',
  '0.1001',
  '1001',
  '1.5',
  '10',
  '20',
  'asc',
  'DESC',
  'true',
  'false',
  'success',
  'credit',
  'CRYPTOTRANSFER',
  'base64',
  'utf-8',
  `0x${'ab'.repeat(20)}`,
  'ab'.repeat(32),
  `0x${'cd'.repeat(48)}`,
  '0x1',
  '0.0.1001-10-5',
  'HIQQEXWKW53RKN4W6XXC4Q232SYNZ3SZANVZZSUME5B5PRGXL663UAQA',
  'fungible_common',
  'BLOCK_NODE',
);
const odd = fc.constantFrom(
  '',
  '-1',
  '9223372036854775807',
  '9223372036854775808',
  '99999999999999999999',
  '1e5',
  '0x',
  '0xg',
  'NaN',
  'null',
  '1023.65535.274877906943',
  '1024.0.1',
  '0.0.-5',
  '...',
  'a'.repeat(500),
  "' or 1=1 --",
  '$1',
  '\\x00',
  '%00',
  '\0',
  '\u{1f600}',
  '9999999999.999999999',
  '12345678901',
  '../../etc/passwd',
  '{}',
  '[]',
  '1,2,3',
);
const value = fc
  .tuple(operator, fc.oneof(ordinary, ordinary, odd, fc.string({ unit: 'binary', maxLength: 20 })))
  .map((parts) => parts.join(''));
const parameters = [...new Set(ROUTES.flatMap((route) => Object.keys(route.parameters)))];

const request = fc.constantFrom(...ROUTES).chain((route) => {
  const own = Object.keys(route.parameters);
  const name = fc.oneof(...(own.length === 0 ? [] : [{ arbitrary: fc.constantFrom(...own), weight: 8 }]), {
    arbitrary: fc.constantFrom(...parameters, 'unknown', 'constructor', '__proto__'),
    weight: 1,
  });
  const key = fc
    .tuple(name, fc.constantFrom('', '', '', '', '[]', '[0]', '[x]', '[a][b]'))
    .map((parts) => parts.join(''));
  const pairs = fc.array(fc.tuple(key, value), { maxLength: 5 });
  const names = Object.keys(route.pathParameters);
  return fc
    .tuple(
      fc.array(fc.oneof(ordinary, ordinary, odd), { minLength: names.length, maxLength: names.length }),
      pairs,
    )
    .map(([values, query]) => {
      const path = names.reduce(
        (text, own, index) => text.replace(`{${own}}`, encodeURIComponent(values[index] ?? '1')),
        route.path,
      );
      const text = query
        .map(([key, text]) => `${encodeURIComponent(key)}=${encodeURIComponent(text)}`)
        .join('&');
      return { method: route.method, url: text === '' ? path : `${path}?${text}` };
    });
});

describe('every route', () => {
  it('answers any request with a known status, the error body or JSON, and in time', async () => {
    await fc.assert(
      fc.asyncProperty(request, async ({ method, url }) => {
        const begun = performance.now();
        const response = await api.get(url, { method, ...(method === 'POST' ? { body: 'x' } : {}) });
        const body = await response.text();
        expect(performance.now() - begun, url).toBeLessThan(30_000);
        expect([200, 206, 400, 404, 415, 501], `${url} ${body} ${api.errors.at(-1)}`).toContain(
          response.status,
        );
        expect(response.headers.get('access-control-allow-origin')).toBe('*');
        if (response.headers.get('content-type')?.startsWith('text/plain')) return;
        const parsed = JSON.parse(body) as { _status?: { messages: { message: unknown }[] } };
        if (response.status < 400) expect(parsed._status).toBeUndefined();
        else {
          expect(parsed._status?.messages.length).toBeGreaterThan(0);
          for (const { message } of parsed._status?.messages ?? []) expect(typeof message).toBe('string');
          expect(body).not.toMatch(/select|node_modules|\.[jt]s:/i);
        }
      }),
      { numRuns: tries(500), endOnFailure: true },
    );
    expect(api.errors).toEqual([]);
  });
});
