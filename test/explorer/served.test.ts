import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../rest/api-fixture.ts';

const BUILT = new URL('../../dist/explorer/', import.meta.url);
const HAS_EXPLORER = existsSync(BUILT);
if (!HAS_EXPLORER) process.stderr.write('the explorer is not tried: npm run build makes it\n');

/** Maximum gzipped bytes of JavaScript that the home page loads. */
const MAX_FIRST_LOAD_BYTES = 90_000;
const BROWSER = { headers: { accept: 'text/html,application/xhtml+xml' } };

describe.skipIf(!HAS_EXPLORER)('the explorer', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi({ statusUrl: 'https://status.example.org/a', rpcPort: 7546 });
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
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self' https://status.example.org http://127.0.0.1:7546; img-src 'self' data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    );
  });

  test('allows pictures from elsewhere only in an address that asks for them', async () => {
    const { headers } = await api.get('/token/0.0.5/7?pictures=on', BROWSER);
    expect(headers.get('content-security-policy')).toMatch(
      /connect-src 'self' https:\/\/status\.example\.org http:\/\/127\.0\.0\.1:7546 https:; img-src 'self' data: https:;/,
    );
  });

  test('loads files that exist, which caches keep, all in parallel', async () => {
    const html = await (await api.get('/', BROWSER)).text();
    const files = [...html.matchAll(/"(\/assets\/[^"]+)"/g)].map(([, file = '']) => file);
    const [style = '', script = '', ...preloads] = files;
    expect([style.split('.').at(-1), script.split('.').at(-1)]).toEqual(['css', 'js']);
    const imports: string[] = [];
    for (const file of files) {
      const response = await api.get(file);
      const cached = response.headers.get('cache-control');
      expect([file, response.status, cached]).toEqual([file, 200, 'public, max-age=31536000, immutable']);
      const source = await response.text();
      for (const [, name = ''] of source.matchAll(/(?:from|import)"\.\/([\w-]+\.js)"/g)) imports.push(name);
    }
    // All modules of the first script's graph are requested in parallel with it.
    expect(imports.length).toBeGreaterThan(0);
    expect(preloads.toSorted()).toEqual([...new Set(imports)].map((name) => `/assets/${name}`).toSorted());
    // The address is absolute, because pages have paths of any depth.
    expect(html).toContain('<link rel="preload" href="/config.json" as="fetch" crossorigin>');
    expect(html).not.toMatch(/<script(?![^>]*src)|<style|\son\w+=/);
  });

  test('gets its base path', async () => {
    expect(await api.json('/config.json')).toEqual({
      mirror: '',
      status: 'https://status.example.org/a',
      rpc: 'http://127.0.0.1:7546/',
      sourcify: null,
      routing: 'path',
    });
  });

  test('connects to a Sourcify server only where one is set', async () => {
    const other = await startTestApi({ sourcifyUrl: 'https://sourcify.example.org/server' });
    try {
      expect(await other.json('/config.json')).toMatchObject({
        rpc: null,
        sourcify: 'https://sourcify.example.org/server',
      });
      const { headers } = await other.get('/contract/0.0.5', BROWSER);
      expect(headers.get('content-security-policy')).toContain(
        "; connect-src 'self' https://sourcify.example.org; ",
      );
    } finally {
      await other.close();
    }
  });

  const JSON_404 = '{"_status":{"messages":[{"message":"Not found"}]}}';
  test.each(
    ['/transactions', '/account/0.0.2', '/search?q=0.0.2', '/nowhere', '/assets/none.js'].flatMap((path) =>
      [undefined, '*/*', 'application/json', 'application/json, text/plain, */*'].map(
        (accept) => [path, accept] as const,
      ),
    ),
  )('is JSON to programs at %s (%s)', async (path, accept) => {
    const response = await api.get(path, accept === undefined ? {} : { headers: { accept } });
    expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([
      404,
      'application/json; charset=utf-8',
      JSON_404,
    ]);
  });

  test('is the answer of / to every client, with a link to the API for those without scripts', async () => {
    const response = await api.get('/', { headers: { accept: '*/*' } });
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'text/html; charset=utf-8',
    ]);
    expect(await response.text()).toMatch(/<noscript>.*href="\/api\/v1\/docs\/".*<\/noscript>/s);
    expect((await api.get('//')).status).toBe(404);
  });

  test('is a page with status 404 at unknown addresses, which no cache returns to a program', async () => {
    for (const where of ['/nowhere', '/%3Cscript%3Ealert(1)', '/account', '/account/0.0.2/x']) {
      const { status, headers } = await api.get(where, BROWSER);
      const cached = headers.get('cache-control');
      expect([where, status, headers.get('vary')?.includes('accept'), cached]).toEqual([
        where,
        404,
        true,
        'no-store',
      ]);
    }
    expect(await (await api.get('/api/v1/accounts/0.0.987654', BROWSER)).text()).toBe(JSON_404);
    const posted = await api.get('/nowhere', { method: 'POST', ...BROWSER });
    expect([posted.status, await posted.text()]).toEqual([404, JSON_404]);
  });

  test('has an icon under both names', async () => {
    for (const where of ['/favicon.svg', '/favicon.ico']) {
      const { status, headers } = await api.get(where);
      expect([status, headers.get('content-type')]).toEqual([200, 'image/svg+xml; charset=utf-8']);
    }
  });

  test('loads at most 90 kB of JavaScript for its first page, and for all pages together', () => {
    const assets = new URL('assets/', BUILT);
    const bytes = readdirSync(assets)
      .filter((name) => name.endsWith('.js'))
      .map((name) => gzipSync(readFileSync(new URL(name, assets)), { level: 9 }).length);
    expect(bytes.length).toBeGreaterThan(5);
    expect(bytes.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(MAX_FIRST_LOAD_BYTES);
  });
});
