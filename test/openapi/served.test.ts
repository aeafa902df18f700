import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { escapeHtml } from '../../src/api/front-page/frame.ts';
import { openApiDocument } from '../../src/api/openapi/document.ts';
import { readExamples } from '../../src/api/openapi/examples.ts';
import { ROUTES } from '../../src/api/routes.ts';
import { startTestApi, type TestApi } from '../api/api-fixture.ts';

describe('the interface description over HTTP', () => {
  const document: unknown = JSON.parse(JSON.stringify(openApiDocument(ROUTES, readExamples())));
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi();
  });
  afterAll(() => api?.close());

  test.each(['/api/v1/docs/openapi.yml', '/api/v1/docs/openapi.yaml'])('%s is YAML', async (path) => {
    const response = await api.get(path);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/yaml; charset=utf-8');
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(parse(await response.text())).toEqual(document);
  });

  test.each(['/api/v1/openapi.json', '/api/v1/docs/openapi.json'])('%s is JSON', async (path) => {
    const response = await api.get(path);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(await response.json()).toEqual(document);
    const etag = response.headers.get('etag') ?? '';
    const again = await api.get(path, { headers: { 'if-none-match': etag } });
    expect(again.status).toBe(304);
  });

  test.each(['/api/v1/docs/', '/api/v1/docs'])('%s is a page that needs nothing else', async (path) => {
    const response = await api.get(path);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-/,
    );
    const html = await response.text();
    expect(html).not.toMatch(/<script|<link rel="stylesheet|src=|https?:\/\/(?!www\.w3)/);
    for (const { path: route, summary } of ROUTES) {
      expect(html).toContain(`<code>${route}</code>`);
      expect(html).toContain(escapeHtml(summary));
    }
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const [, target] of html.matchAll(/href="#([^"]+)"/g)) expect(ids).toContain(target);
  });
});
