import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { startTestApi, type TestApi } from '../rest/api-fixture.ts';

/*
 * Checks the responses to failures of the server itself, in each family of services. They have Tain's own text, without
 * details of the error.
 */

const fail = (): never => {
  throw new Error('secret: select 1 at /home');
};

let made: TestDatabase;
let broken: TestApi;
let hurried: TestApi;
beforeAll(async () => {
  made = await createTestDatabase();
  const { database } = made;
  broken = await startTestApi({
    database,
    clock: fail,
    capabilities: fail,
    callContract: async () => fail(),
  });
  hurried = await startTestApi({ database, settings: { requestTimeout: 100 } });
});
afterAll(async () => {
  await broken?.close();
  await hurried?.close();
  await made?.drop();
});

const errorOf = async (response: Response) => [
  response.status,
  ((await response.json()) as { _status: { messages: unknown } })._status.messages,
];

describe('failures of the server itself', () => {
  it.each([
    ['GET', 'balances?timestamp=1', [{ message: 'Internal error' }]],
    ['GET', 'tokens/1/balances?timestamp=1', [{ message: 'Internal error' }]],
    ['GET', 'network/capabilities', [{ message: 'Internal Server Error', detail: '' }]],
    ['POST', 'contracts/call', [{ message: 'Internal Server Error', detail: '', data: '' }]],
  ])('%s %s is 500', async (method, path, messages) => {
    const init =
      method === 'GET' ? {} : { method, body: '{}', headers: { 'content-type': 'application/json' } };
    expect(await errorOf(await broken.get(`/api/v1/${path}`, init))).toEqual([500, messages]);
    expect(broken.errors.at(-1)).toContain('request failed');
  });
});

describe('requests that took too long', () => {
  const detail = 'The time budget of the request ended';
  it.each([
    ['schedule', 'schedules', [{ message: 'Service unavailable', detail }]],
    ['network_stake', 'network/stake', [{ message: 'Service Unavailable', detail }]],
  ])('on table %s is 503', async (table, path, messages) => {
    const client = await made.database.pool.connect();
    try {
      await client.query(`begin; lock table ${table} in access exclusive mode`);
      const response = await hurried.get(`/api/v1/${path}`);
      expect(response.headers.get('retry-after')).toBe('1');
      expect(await errorOf(response)).toEqual([503, messages]);
    } finally {
      await client.query('rollback');
      client.release();
    }
  });
});
