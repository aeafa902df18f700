import { afterAll, beforeAll, expect, test } from 'vitest';
import { Database, within } from '../../src/store/connections/database.ts';
import { isDatabaseTrouble } from '../../src/store/connections/database-trouble.ts';
import { HeldConnections } from '../../src/store/connections/held-connections.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { TcpProxy } from '../tcp-proxy.ts';

// A server whose machine or network fails neither responds nor closes its connections.

let db: TestDatabase;
let proxy: TcpProxy;

beforeAll(async () => {
  db = await createTestDatabase();
  proxy = await TcpProxy.to(db.target);
});
afterAll(async () => {
  proxy.close();
  await db.drop();
});

function throughProxy(options: { statementTimeoutMs: number; responseTimeoutMs?: number }): Database {
  return new Database(proxy.target, { applicationName: 'test', maxConnections: 2, ...options });
}

test('a statement without an answer fails, and the next one gets another connection', async () => {
  proxy.state = 'open';
  const database = throughProxy({ statementTimeoutMs: 500 });
  const held = new HeldConnections(database, 100);
  const client = await held.take();
  await client.query('select 1');
  proxy.state = 'silent';
  const began = performance.now();
  const error = await client.query('select 2').catch((cause: Error) => cause);
  expect(error).toBeInstanceOf(Error);
  // The server's own timeout is half a second here. A client waits five seconds longer.
  expect(performance.now() - began).toBeGreaterThan(4_000);
  held.giveBack(client, error as Error);
  proxy.state = 'open';
  const next = await held.take();
  expect(next).not.toBe(client);
  expect((await next.query('select 3 as three')).rows).toEqual([{ three: 3 }]);
  held.giveBack(next);
  held.close();
  await database.end();
});

test('a single query and a transaction without an answer fail, as do later statements of the transaction', async () => {
  proxy.state = 'open';
  const database = throughProxy({ statementTimeoutMs: 0, responseTimeoutMs: 300 });
  await database.pool.query('select 1');
  proxy.state = 'silent';
  await expect(database.pool.query(within(100, 'select 1'))).rejects.toThrow('Query read timeout');
  proxy.state = 'open';
  const error = await database
    .transaction(async (client) => {
      proxy.state = 'silent';
      await client.query('select 2');
    })
    .catch((cause: Error) => cause);
  expect(isDatabaseTrouble(error)).toBe(true);
  proxy.state = 'open';
  expect((await database.pool.query('select 3 as three')).rows).toEqual([{ three: 3 }]);
  await database.end();
});
