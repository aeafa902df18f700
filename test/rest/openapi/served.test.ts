import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { OpenApiDocument, Operation } from '../../../src/rest/openapi/document.ts';
import { openApiDocument } from '../../../src/rest/openapi/document.ts';
import { operationName } from '../../../src/rest/openapi/operation-names.ts';
import { ROUTES, STREAMS } from '../../../src/rest/routes.ts';
import { startDemoApi } from '../../client/demo-api.ts';
import { startTestApi, type TestApi } from '../api-fixture.ts';
import { AnswerValidator } from './answer-validator.ts';

describe('the interface description over HTTP', () => {
  const document: unknown = JSON.parse(JSON.stringify(openApiDocument(ROUTES, {}, STREAMS)));
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi();
  });
  afterAll(() => api?.close());

  /** Returns the document without examples, which come from the almost empty database. */
  const withoutExamples = (found: object): unknown =>
    JSON.parse(JSON.stringify(found), function (this: object, name: string, value: unknown) {
      return name === 'example' &&
        ('schema' in this || 'in' in this) &&
        !JSON.stringify(value).includes('_status')
        ? undefined
        : value;
    });

  test.each(['/api/v1/docs/openapi.yml', '/api/v1/docs/openapi.yaml'])('%s is YAML', async (path) => {
    const response = await api.get(path);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/yaml; charset=utf-8');
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(withoutExamples(parse(await response.text()))).toEqual(document);
  });

  test.each(['/api/v1/openapi.json', '/api/v1/docs/openapi.json'])('%s is JSON', async (path) => {
    const response = await api.get(path);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(withoutExamples((await response.json()) as object)).toEqual(document);
    // The document changes once, when examples are found.
    const again = async () => {
      const etag = (await api.get(path)).headers.get('etag') ?? '';
      return (await api.get(path, { headers: { 'if-none-match': etag, 'cache-control': 'max-age=0' } }))
        .status;
    };
    await expect.poll(again, { timeout: 120_000 }).toBe(304);
  });

  test('an empty database fills no path', async () => {
    const { paths } = (await api.json('/api/v1/openapi.json')) as unknown as OpenApiDocument;
    const filled = Object.values(paths)
      .flatMap((item) => Object.values(item))
      .flatMap(({ operationId, parameters }) =>
        parameters.filter((it) => it.in === 'path' && it.example !== undefined).map(() => operationId),
      );
    expect(filled).toEqual([]);
  });

  test.each(['/api/v1/docs/', '/api/v1/docs'])(
    '%s is a page that requests only this server',
    async (path) => {
      const response = await api.get(path);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(response.headers.get('content-security-policy')).toMatch(
        /^default-src 'none'; style-src 'sha256-[^']+'; script-src 'sha256-[^']+'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'$/,
      );
      const html = (await response.text()).replace(/<script>[\s\S]*<\/script>/, '');
      // The page is self-contained except for its icon.
      expect(html).not.toMatch(/ src=|href="https?:|<link rel="stylesheet"/);
      const ids = new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
      expect(ids.size).toBe([...html.matchAll(/ id="/g)].length);
      for (const [, location = ''] of html.matchAll(/href="#([^"]+)"/g)) expect(ids).toContain(location);
      for (const [, file = ''] of html.matchAll(/href="(\/[^"]*)"/g)) {
        expect([file, (await api.get(file)).status]).toEqual([file, 200]);
      }
      // Each operation occurs once, with its parameters and code in three languages; errors occur once.
      const operations = Object.values((document as OpenApiDocument).paths).flatMap((item) =>
        Object.values(item),
      );
      for (const { operationId, parameters } of operations) {
        expect(html).toContain(`<article class="op" id="${operationId}"`);
        for (const language of ['curl', 'JavaScript', 'Python'])
          expect(ids).toContain(`${operationId}-${language}`);
        for (const { name, in: location } of parameters)
          expect(ids).toContain(`${operationId}-${location}-${name}`);
      }
      expect(html.match(/<article /g)).toHaveLength(operations.length);
      // Enumerations are optional select fields.
      expect(html).toMatch(
        /<select id="listTransactions-query-result"[^>]*><option value="">not sent<\/option>(?:<option(?: selected)?>(?:success|fail)<\/option>){2}<\/select>/,
      );
      expect(html.match(/id="errors"/g)).toHaveLength(1);
      expect(html).not.toMatch(/undefined|\[object|NaN/);
    },
  );
});

describe('the examples', () => {
  let api: TestApi;
  let document: OpenApiDocument;
  let operations: { readonly url: string; readonly method: string; readonly operation: Operation }[];
  beforeAll(async () => {
    api = await startDemoApi();
    // The search runs in the background. The first request waits for it at most one second.
    for (let attempt = 0; attempt < 100; attempt++) {
      document = (await api.json('/api/v1/openapi.json')) as unknown as OpenApiDocument;
      operations = Object.entries(document.paths)
        .flatMap(([path, item]) =>
          Object.entries(item).map(([method, operation]) => ({
            url: urlOf(path, operation),
            method,
            operation,
          })),
        )
        // The response of a stream does not end.
        .filter(({ operation }) => operation['x-tain-extension'] === undefined);
      if (operations.some(({ operation }) => exampleOf(operation) !== undefined)) break;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  });
  afterAll(() => api?.close());

  /** Returns the request of an unchanged form: the examples, and the defaults of all other parameters. */
  function urlOf(path: string, { parameters }: Operation): string {
    const query = new URLSearchParams();
    let filled = path;
    for (const { name, in: location, schema, example } of parameters) {
      const value = example ?? schema.default;
      if (value === undefined) continue;
      if (location === 'path') filled = filled.replace(`{${name}}`, String(value));
      else for (const each of [value].flat()) query.append(name, String(each));
    }
    return query.size === 0 ? filled : `${filled}?${query}`;
  }

  function exampleOf({ responses }: Operation): unknown {
    const answer = responses[200];
    return answer !== undefined && 'content' in answer
      ? answer.content['application/json']?.example
      : undefined;
  }

  test('exist for every operation except those that send something or need a contract engine', () => {
    const without = operations.filter(({ url }) => url.includes('{'));
    expect(without.map(({ operation }) => operation.operationId).sort()).toEqual([
      'getContractResultsOpcodes',
      'getContractsResultOpcodes',
      'getContractsResultPrestate',
    ]);
    const silent = operations.filter(({ operation }) => exampleOf(operation) === undefined);
    expect(silent.map(({ operation }) => operation.operationId).sort()).toEqual([
      'getContractResultsOpcodes',
      'getContractsResultOpcodes',
      'getContractsResultPrestate',
      'postContractsCall',
      'postNetworkFees',
    ]);
  });

  test('none is a dead link, and each is as described', async () => {
    const validator = new AnswerValidator(document);
    for (const { url, method, operation } of operations) {
      if (method !== 'get' || url.includes('{')) continue;
      const response = await api.get(url);
      expect([url, response.status]).toEqual([url, 200]);
      expect([url, validator.check('get', url, 200, await response.json())]).toEqual([url, []]);
      expect([url, validator.check('get', url, 200, exampleOf(operation))]).toEqual([url, []]);
    }
  });

  test('belong to the routes, and name none that there is not', async () => {
    const ids = new Set(ROUTES.map((route) => operationName(route).id));
    const { EXAMPLE_VALUES } = await import('../../../src/rest/openapi/example-values.ts');
    expect(Object.keys(EXAMPLE_VALUES).filter((id) => !ids.has(id))).toEqual([]);
  });

  test('no request caused an internal error', () => {
    expect(api.errors).toEqual([]);
  });
});
