import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startDemoApi } from '../client/demo-api.ts';
import type { TestApi } from '../rest/api-fixture.ts';
import { EXPLORER } from './explorer-requests.ts';
import { missingFields } from './fields.ts';
import { RELAY } from './relay-requests.ts';
import { requestValues } from './request-values.ts';

// Checks that the responses to all requests of the JSON-RPC relay and of the explorer have the fields that they read.

describe('the relay and the explorer', () => {
  let api: TestApi;
  let values: Readonly<Record<string, string>> = {};
  beforeAll(async () => {
    api = await startDemoApi();
    values = await requestValues(api);
  });
  afterAll(() => api?.close());

  test.each([
    ...RELAY.map((request) => ({ client: 'relay', request })),
    ...EXPLORER.map((request) => ({ client: 'explorer', request })),
  ])('$client: $request.0', async ({ request: [template, fields, expected = 200] }) => {
    const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
      const value = values[name];
      if (value === undefined || value === '') throw new Error(`no value for ${name}`);
      return value;
    });
    const response = await api.get(path);
    const text = await response.text();
    expect([path, response.status]).toEqual([path, expected]);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect([path, missingFields(text === '' ? {} : JSON.parse(text), fields)]).toEqual([path, []]);
  });

  test('no request caused an internal error', () => {
    expect(api.errors).toEqual([]);
  });
});
