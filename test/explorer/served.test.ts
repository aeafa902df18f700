import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../api/api-fixture.ts';

const BUILT = new URL('../../dist/explorer/', import.meta.url);
const HAS_EXPLORER = existsSync(BUILT);
if (!HAS_EXPLORER) process.stderr.write('the explorer is not tried: npm run build makes it\n');

/** Bytes of JavaScript, gzipped, that the first page may take. */
const MAX_FIRST_LOAD_BYTES = 90_000;
const BROWSER = { headers: { accept: 'text/html,application/xhtml+xml' } };

describe.skipIf(!HAS_EXPLORER)('the explorer', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi({ statusUrl: 'https://status.example.org/a' });
  });
  afterAll(() => api?.close());

  test.each([
    '/',
    '/transactions',
    '/account/0.0.2',
    '/transaction/0.0.2-1-000000001',
    '/token/0.0.5/7',
    '/search?q=x',
  ])('is served to browsers at %s', async (path) => {
    const { status, headers } = await api.get(path, BROWSER);
    expect([status, headers.get('content-type'), headers.get('vary')?.includes('accept')]).toEqual([
      200,
      'text/html; charset=utf-8',
      true,
    ]);
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self' https://status.example.org; img-src 'self' data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    );
  });

  test('allows pictures from elsewhere only in an address that asks for them', async () => {
    const { headers } = await api.get('/token/0.0.5/7?pictures=on', BROWSER);
    expect(headers.get('content-security-policy')).toContain("img-src 'self' data: https:;");
  });

  test('loads files that exist, which caches keep', async () => {
    const html = await (await api.get('/', BROWSER)).text();
    const files = [...html.matchAll(/"(\/assets\/[^"]+)"/g)].map(([, file = '']) => file);
    expect(files.map((file) => file.split('.').at(-1))).toEqual(['css', 'js']);
    for (const file of files) {
      const { status, headers } = await api.get(file);
      expect([status, headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable']);
    }
    expect(html).not.toMatch(/<script(?![^>]*src)|<style|\son\w+=/);
  });

  test('is told where it is', async () => {
    expect(await api.json('/config.json')).toEqual({
      mirror: '',
      status: 'https://status.example.org/a',
      routing: 'path',
    });
  });

  test.each(['/transactions', '/nfts', '/assets/none.js'])('is JSON to programs at %s', async (path) => {
    const response = await api.get(path, { headers: { accept: 'application/json' } });
    expect([response.status, await response.text()]).toEqual([
      404,
      '{"_status":{"messages":[{"message":"Not found"}]}}',
    ]);
  });

  test('takes at most 90 kB of JavaScript for its first page, and for all pages together', () => {
    const assets = new URL('assets/', BUILT);
    const bytes = readdirSync(assets)
      .filter((name) => name.endsWith('.js'))
      .map((name) => gzipSync(readFileSync(new URL(name, assets)), { level: 9 }).length);
    expect(bytes.length).toBeGreaterThan(5);
    expect(bytes.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(MAX_FIRST_LOAD_BYTES);
  });
});
