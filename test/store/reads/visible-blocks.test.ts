import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { Database } from '../../../src/store/connections/database.ts';
import { ReadServers } from '../../../src/store/reads/servers/read-servers.ts';
import {
  BlockBroadcast,
  type VisibleBlock,
  type VisibleBlocks,
} from '../../../src/store/reads/visible-blocks.ts';
import { createTestDatabase, type TestDatabase } from '../../database.ts';
import { block, insert } from '../../rest/rows.ts';
import { TcpProxy } from '../../tcp-proxy.ts';

/** Announcements of visible blocks, from a real database over a connection that can break. */

const SILENT = { error: () => undefined, info: () => undefined, warn: () => undefined };
const NEVER = new AbortController().signal;

let created: TestDatabase;
let proxy: TcpProxy;
let last = 0;
beforeAll(async () => {
  created = await createTestDatabase();
  proxy = await TcpProxy.to(created.target);
});
afterAll(async () => {
  proxy?.close();
  await created?.drop();
});

const ends: (() => unknown)[] = [];
afterEach(async () => {
  proxy.state = 'open';
  for (const end of ends.splice(0).reverse()) await end();
});

/** Returns servers of a process that does not listen yet. */
function servers(): ReadServers {
  const primary = new Database(proxy.target, {
    applicationName: 'test blocks',
    maxConnections: 1,
    onError: () => undefined,
  });
  const made = new ReadServers({ primary, replicas: [], maxLagMs: 1_000, log: SILENT });
  ends.push(async () => {
    await made.close();
    await primary.end();
  });
  return made;
}

async function watch(): Promise<VisibleBlocks> {
  const made = servers();
  await made.listen();
  return made.blocks;
}

/** Stores a block like an ingest; `announced`: with its notification. */
async function store(announced = true): Promise<bigint> {
  const number = ++last;
  await created.database.transaction(async (client) => {
    await insert({ pool: client } as unknown as Database, 'record_file', [block(number, number)]);
    if (announced) {
      await client.query('select pg_notify($1, $2)', ['tain_block', `${number} ${number}000000000`]);
    }
  });
  return BigInt(number);
}

/** Returns the number of connections to this test's database that listen for announcements. */
async function listeners(): Promise<number> {
  const { rows } = await created.database.pool.query(
    `select count(*)::int as count from pg_stat_activity
      where datname = current_database() and application_name = 'tain listen'`,
  );
  return rows[0].count;
}

async function until(is: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await is())) await sleep(20);
}

test('a committed block is reported to all waiters, and a visible one immediately', async () => {
  const blocks = await watch();
  const first = await store();
  expect(await blocks.next(first - 1n, NEVER)).toEqual({ index: first, end: first * 1_000_000_000n });
  const waiting = [blocks.next(first, NEVER), blocks.next(first + 1n, NEVER)];
  const second = await store();
  expect(await waiting[0]).toMatchObject({ index: second });
  const third = await store();
  expect(await waiting[1]).toMatchObject({ index: third });
  expect(await blocks.next(first, NEVER)).toMatchObject({ index: third });
  expect(blocks.last).toMatchObject({ index: third });
});

test('every listener gets every block in order, with the previous one, and none after it has ended', async () => {
  const blocks = await watch();
  const reported: [VisibleBlock, VisibleBlock | undefined][] = [];
  const first = await store();
  const forget = blocks.onBlock((block, previous) => reported.push([block, previous]));
  await until(() => blocks.last?.index === first);
  for (let count = 0; count < 20; count++) await store();
  await until(() => blocks.last?.index === BigInt(last));
  expect(reported.length).toBeGreaterThan(1);
  for (const [i, [block, previous]] of reported.entries()) {
    // The block before the first is the one that was visible when the servers began to listen.
    if (i > 0) expect(previous).toBe(reported[i - 1]?.[0]);
    if (previous !== undefined) expect(block.index).toBeGreaterThan(previous.index);
  }
  forget();
  const length = reported.length;
  await blocks.next(await store().then((number) => number - 1n), NEVER);
  expect(reported).toHaveLength(length);
});

test('polling compensates for a lost notification', async () => {
  const blocks = await watch();
  await blocks.next((await store()) - 1n, NEVER);
  // Blocks are announced from here on, so polling is slow.
  await blocks.next((await store()) - 1n, NEVER);
  const silent = await store(false);
  expect(await blocks.next(silent - 1n, NEVER)).toMatchObject({ index: silent });
  const announced = await store();
  expect(await blocks.next(announced - 1n, NEVER)).toMatchObject({ index: announced });
});

test('blocks stored while the server is unreachable are seen when it is back', async () => {
  const blocks = await watch();
  await blocks.next((await store()) - 1n, NEVER);
  proxy.state = 'cut';
  const missed = await store();
  const waiting = blocks.next(missed - 1n, NEVER);
  expect(await Promise.race([waiting, sleep(300, 'nothing')])).toBe('nothing');
  proxy.state = 'open';
  expect(await waiting).toMatchObject({ index: missed });
  await until(async () => (await listeners()) === 1);
});

test('a return to an earlier block while the server is unreachable is reported when it is back', async () => {
  const blocks = await watch();
  const kept = await store();
  const gone = await store();
  await blocks.next(gone - 1n, NEVER);
  const returned: bigint[] = [];
  blocks.onReturn(({ index }) => returned.push(index));
  /** Removes a block, like an ingest. */
  const removeBlock = (index: bigint, returns: number): Promise<void> =>
    created.database.transaction(async (client) => {
      await client.query('delete from record_file where index = $1', [index]);
      await client.query(
        `insert into tain.first_block (index, consensus_start, is_genesis, returns) values (1, 1, true, $1)
         on conflict (one) do update set returns = excluded.returns`,
        [returns],
      );
      await client.query('select pg_notify($1, $2)', [
        'tain_block',
        `${kept} ${kept}000000000 returned ${returns}`,
      ]);
    });
  proxy.state = 'cut';
  await until(async () => (await listeners()) === 0);
  await removeBlock(gone, 1);
  proxy.state = 'open';
  await until(() => returned.length > 0);
  expect(blocks.last).toMatchObject({ index: kept });
  await until(async () => (await listeners()) === 1);
  // From now on it is notified, once for each return.
  const later = await store();
  await blocks.next(later - 1n, NEVER);
  await removeBlock(later, 2);
  await until(() => returned.length > 1);
  expect(returned).toEqual([kept, kept]);
});

test('no connection is open before the first listener, and one serves all listeners', async () => {
  // Connections of earlier tests close on the server shortly after they close here.
  await until(async () => (await listeners()) === 0);
  const made = servers();
  await made.primary.database.pool.query('select 1');
  expect(await listeners()).toBe(0);
  const reported: (bigint | undefined)[] = [];
  const forget = made.onAnnounced((block) => reported.push(block?.number));
  made.onAnnounced((block) => reported.push(block?.number));
  await Promise.all([made.listen(), made.listen()]);
  await made.listen();
  expect(await listeners()).toBe(1);
  const first = await store();
  await made.blocks.next(first - 1n, NEVER);
  expect(reported.filter((number) => number === first).length).toBeGreaterThanOrEqual(2);
  forget();
  const second = await store();
  await made.blocks.next(second - 1n, NEVER);
  await until(() => reported.includes(second));
  await made.close();
  await until(async () => (await listeners()) === 0);
});

test('a broadcast only goes forward, and an aborted wait leaves nothing behind', async () => {
  const blocks = new BlockBroadcast();
  await expect(blocks.next(0n, AbortSignal.abort(new Error('left')))).rejects.toThrow('left');
  const stop = new AbortController();
  const waiting = blocks.next(5n, stop.signal);
  blocks.show({ index: 5n, end: 50n });
  blocks.show({ index: 4n, end: 40n });
  expect(blocks.last).toEqual({ index: 5n, end: 50n });
  expect(blocks.hasListeners).toBe(true);
  stop.abort(new Error('left'));
  await expect(waiting).rejects.toThrow('left');
  expect(blocks.hasListeners).toBe(false);
});
