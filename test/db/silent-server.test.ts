import net from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Database, within } from '../../src/db/database.ts';
import { isDatabaseTrouble } from '../../src/db/database-trouble.ts';
import { KeptConnections } from '../../src/db/kept-connections.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';

// A server whose machine or network is gone neither answers nor ends its connections.

let db: TestDatabase;
let proxy: net.Server;
let silent = false;
const pairs: net.Socket[] = [];

beforeAll(async () => {
  db = await createTestDatabase();
  const { target } = db;
  if ('url' in target) throw new Error('the test server listens on a socket');
  proxy = net.createServer((near) => {
    const far = target.host.startsWith('/')
      ? net.connect(path.join(target.host, `.s.PGSQL.${target.port}`))
      : net.connect(target.port, target.host);
    pairs.push(near, far);
    near.on('data', (bytes) => silent || far.write(bytes));
    far.on('data', (bytes) => silent || near.write(bytes));
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
    }
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  for (const socket of pairs) socket.destroy();
  proxy.close();
  await db.drop();
});

function throughProxy(options: { statementTimeout: number; answerTimeout?: number }): Database {
  const address = proxy.address();
  if ('url' in db.target || typeof address !== 'object' || address === null) throw new Error('no address');
  const target = { ...db.target, host: '127.0.0.1', port: address.port };
  return new Database(target, { applicationName: 'test', maxConnections: 2, ...options });
}

test('a statement without an answer fails, and the next one gets another connection', async () => {
  silent = false;
  const database = throughProxy({ statementTimeout: 500 });
  const kept = new KeptConnections(database, 100);
  const client = await kept.take();
  await client.query('select 1');
  silent = true;
  const began = performance.now();
  const error = await client.query('select 2').catch((cause: Error) => cause);
  expect(error).toBeInstanceOf(Error);
  // The server's own time is half a second here, what is allowed beyond it five.
  expect(performance.now() - began).toBeGreaterThan(4_000);
  kept.giveBack(client, error as Error);
  silent = false;
  const next = await kept.take();
  expect(next).not.toBe(client);
  expect((await next.query('select 3 as three')).rows).toEqual([{ three: 3 }]);
  kept.giveBack(next);
  kept.close();
  await database.end();
}, 30_000);

test('so does a single query, and a transaction with all that follows in it', async () => {
  silent = false;
  const database = throughProxy({ statementTimeout: 0, answerTimeout: 300 });
  await database.pool.query('select 1');
  silent = true;
  await expect(database.pool.query(within(100, 'select 1'))).rejects.toThrow('Query read timeout');
  silent = false;
  const error = await database
    .transaction(async (client) => {
      silent = true;
      await client.query('select 2');
    })
    .catch((cause: Error) => cause);
  expect(isDatabaseTrouble(error)).toBe(true);
  silent = false;
  expect((await database.pool.query('select 3 as three')).rows).toEqual([{ three: 3 }]);
  await database.end();
}, 30_000);
