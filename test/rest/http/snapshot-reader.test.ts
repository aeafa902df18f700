import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RequestSignal } from '../../../src/kernel/abort-signal.ts';
import { QueryGate } from '../../../src/rest/http/query-gate.ts';
import { requestBy } from '../../../src/rest/http/request-context.ts';
import { type Reads, SeenBlocks, SnapshotReader } from '../../../src/rest/http/snapshot-reader.ts';
import { repeatable } from '../../../src/rest/route/route.ts';
import { ReadServers } from '../../../src/store/reads/servers/read-servers.ts';
import { sql } from '../../../src/store/sql.ts';
import { createTestDatabase, type TestDatabase } from '../../database.ts';
import { block, insert } from '../rows.ts';

let own: TestDatabase;
let servers: ReadServers;
let reader: SnapshotReader;
let last = 0;

beforeAll(async () => {
  own = await createTestDatabase();
  const log = pino({ level: 'silent' });
  servers = new ReadServers({ primary: own.database, replicas: [], maxLagMs: 1_000, log });
  reader = new SnapshotReader(servers, new QueryGate(4, 10), servers.outages);
});
afterAll(async () => {
  await servers?.close();
  await own?.drop();
});

const request = requestBy('ann', '/test');
const BLOCKS = sql`select count(*) from record_file`;
const commit = () => insert(own.database, 'record_file', [block(++last, last * 10)]);

test('a read without statements has no snapshot', async () => {
  const snapshot = new SeenBlocks();
  const made = await reader.read(
    request,
    repeatable(async () => 'made'),
    snapshot,
  );
  expect([made, snapshot]).toEqual(['made', new SeenBlocks()]);
});

test('a read is repeated once when a block is committed between its statements, and has the snapshot of its last attempt', async () => {
  await commit();
  let attempts = 0;
  const snapshot = new SeenBlocks();
  const counts = await reader.read(
    request,
    repeatable(async ({ select }: Reads) => {
      attempts += 1;
      const [before] = await select(BLOCKS);
      if (attempts === 1) await commit();
      const [after] = await select(BLOCKS);
      return [before?.[0], after?.[0]];
    }),
    snapshot,
  );
  expect([attempts, counts]).toEqual([2, ['2', '2']]);
  expect([snapshot.first?.number, snapshot.last?.number]).toEqual([2n, 2n]);
});

test('a statement that outlives its attempt does not change the snapshot', async () => {
  let retained: Reads | undefined;
  const [seen, later] = [new SeenBlocks(), new SeenBlocks()];
  const first = await reader.read(
    request,
    repeatable(async (reads: Reads) => {
      retained = reads;
      return (await reads.select(BLOCKS))[0]?.[0];
    }),
    seen,
  );
  await commit();
  await retained?.select(BLOCKS);
  const second = await reader.read(
    request,
    repeatable(async ({ select }: Reads) => (await select(BLOCKS))[0]?.[0]),
    later,
  );
  expect([first, second]).toEqual(['2', '3']);
  expect([seen.last?.number, later.first?.number]).toEqual([2n, 3n]);
});

test('a failure reports the block that was seen before it', async () => {
  const error = new Error('no');
  const snapshot = new SeenBlocks();
  const read = reader.read(
    request,
    repeatable(async ({ select }: Reads) => {
      await select(BLOCKS);
      throw error;
    }),
    snapshot,
  );
  await expect(read).rejects.toBe(error);
  expect(snapshot).toMatchObject({ last: { number: 3n }, isQueried: true });
});

test('an aborted request starts no statement', async () => {
  const signal = new RequestSignal();
  signal.abort();
  const snapshot = new SeenBlocks();
  const read = reader.read(
    { ...request, signal },
    repeatable(({ select }: Reads) => select(BLOCKS)),
    snapshot,
  );
  await expect(read).rejects.toMatchObject({ status: 503 });
  expect(snapshot).toMatchObject({ first: undefined, isQueried: true });
});
