import { pino } from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { settled } from '../../../../src/kernel/settled.ts';
import { ReadServers } from '../../../../src/store/reads/servers/read-servers.ts';
import { BLOCK_CHANNEL, printBlockNotice } from '../../../../src/store/schema/channels.ts';
import { createTestDatabase, type TestDatabase } from '../../../database.ts';
import { block, insert } from '../../../rest/rows.ts';

let db: TestDatabase;
let servers: ReadServers;
beforeAll(async () => {
  db = await createTestDatabase();
  servers = new ReadServers({
    primary: db.database,
    replicas: [],
    maxLagMs: 1_000,
    log: pino({ level: 'silent' }),
  });
});
afterAll(async () => {
  vi.restoreAllMocks();
  await servers?.close();
  await db?.drop();
});

const endOf = (number: number): bigint => BigInt(number) * 1_000_000_000n;
const visible = () => servers.visible?.number;

test('a block that was read before a return, and arrives after it, does not become visible', async () => {
  const { pool } = db.database;
  const rows = [1, 2, 3].map((number) => ({
    ...block(number, 1),
    consensus_start: endOf(number),
    consensus_end: endOf(number),
  }));
  await insert(db.database, 'record_file', rows);
  // Polls read at once, and get their rows when the gate is open.
  const gate = settled();
  let read = 0;
  let delivered = 0;
  const query = pool.query.bind(pool) as (...given: unknown[]) => Promise<unknown>;
  vi.spyOn(pool, 'query').mockImplementation((async (...given: unknown[]) => {
    const result = await query(...given);
    read += 1;
    await gate.promise;
    delivered += 1;
    return result;
  }) as never);
  await servers.listen();
  const reached = servers.reach(9n);
  await expect.poll(() => read).toBe(2);
  const notice = printBlockNotice({ number: 1n, consensusEnd: endOf(1), returns: 1n });
  await query('delete from record_file where index > 1');
  await query('select pg_notify($1, $2)', [BLOCK_CHANNEL, notice]);
  await expect.poll(visible).toBe(1n);
  gate.resolve();
  await expect.poll(() => delivered).toBeGreaterThan(2);
  expect(visible()).toBe(1n);
  expect(await reached).toBe(false);
  expect(visible()).toBe(1n);
});
