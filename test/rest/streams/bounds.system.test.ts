import http from 'node:http';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { ByteAccount, HELD_BYTES } from '../../../src/kernel/limits/byte-account.ts';
import type { ApiSettings } from '../../../src/rest/route/settings.ts';
import { Database } from '../../../src/store/connections/database.ts';
import { createTestDatabase, type TestDatabase } from '../../database.ts';
import { startTestApi, type TestApi } from '../api-fixture.ts';
import { block, insert, transaction } from '../rows.ts';
import { type Frame, type ReadStream, readStream, type StreamOptions } from './stream-reader.ts';

/**
 * Limits of streams (number of streams, slow readers, retention, shutdown of the server), and the low number of reads
 * of many streams.
 */

const SECOND = 1_000_000_000n;
const SETTINGS = {
  eventStreams: 500,
  eventStreamsPerClient: 400,
  eventStreamHeartbeatMs: 60_000,
  eventStreamStallTimeoutMs: 1_500,
};
/** More bytes than operating systems buffer for a connection. */
const LARGE_BYTES = 300_000;
const LARGE_COUNT = 100;
const COUNT = 250;

let created: TestDatabase;
/** Reads as the process does: a statement and the last block after it see one snapshot. */
let reading: Database;
let last = COUNT;
beforeAll(async () => {
  created = await createTestDatabase();
  const { database } = created;
  reading = new Database(created.target, {
    applicationName: 'tain test',
    maxConnections: 10,
    repeatableRead: true,
  });
  for (let second = 1; second <= COUNT; second++) {
    await insert(database, 'transaction', [transaction(BigInt(second) * SECOND, 1001)]);
  }
  await database.pool.query(
    `update transaction set transaction_bytes = decode(repeat('ab', ${LARGE_BYTES}), 'hex')
      where consensus_timestamp <= ${BigInt(LARGE_COUNT) * SECOND}`,
  );
  await insert(database, 'record_file', [{ ...block(1, COUNT), consensus_start: SECOND }]);
});
afterAll(async () => {
  await reading?.end();
  await created?.drop();
});

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function start(settings: Partial<ApiSettings> = {}, bytes = new ByteAccount()): Promise<TestApi> {
  const api = await startTestApi({
    bytes,
    clock: Date.now,
    database: reading,
    settings: { ...SETTINGS, ...settings },
  });
  ends.push(() => api.close());
  return api;
}

async function open(api: TestApi, path: string, options?: StreamOptions): Promise<ReadStream> {
  const stream = await readStream(`${api.url}/api/v1/${path}`, options);
  ends.push(() => stream.leave());
  return stream;
}

async function store(payers: readonly number[]): Promise<void> {
  const second = ++last;
  await created.database.transaction(async (client) => {
    const database = { pool: client } as unknown as Database;
    for (const [index, payer] of payers.entries()) {
      await insert(database, 'transaction', [transaction(BigInt(second) * SECOND - BigInt(index), payer)]);
    }
    await insert(database, 'record_file', [block(second, second)]);
    await client.query('select pg_notify($1, $2)', ['tain_block', `${second} ${second}000000000`]);
  });
}

async function metric(api: TestApi, name: string, labels: Record<string, string> = {}): Promise<number> {
  const found = await api.registry.getSingleMetric(name)?.get();
  const value = found?.values.find((each) =>
    Object.entries(labels).every(([label, text]) => each.labels[label] === text),
  );
  return value?.value ?? 0;
}

const ALL = 'transactions/stream?timestamp=gte:1&timestamp=lte:250';

async function rest(stream: ReadStream): Promise<Frame[]> {
  const frames: Frame[] = [];
  for (let frame = await stream.next(); frame !== undefined; frame = await stream.next()) frames.push(frame);
  return frames;
}

test('a client that does not read is ended with a cursor, occupies little, and loses nothing', async () => {
  const api = await start();
  const slow = await open(api, ALL);
  const before = [await slow.until('message')];
  slow.pause();
  await expect
    .poll(() => metric(api, 'tain_event_streams_ended_total', { reason: 'slow reader' }), { timeout: 60_000 })
    .toBe(1);
  expect(await metric(api, 'tain_event_streams_open', { list: 'transactions' })).toBe(0);
  await expect.poll(() => metric(api, 'tain_event_stream_unsent_bytes')).toBe(0);
  slow.resume();
  const frames = await rest(slow);
  before.push(...frames.filter(({ kind }) => kind === 'message'));
  const cursor = frames.at(-1)?.id ?? before.at(-1)?.id ?? '';
  const end = frames.find(({ kind }) => kind === 'end');
  // If the end event still arrives, it has this reason.
  if (end !== undefined) expect(end.data).toEqual({ reason: 'slow reader', cursor });
  const resumed = await open(api, ALL, { lastEventId: cursor });
  const after = resumed.status === 204 ? [] : (await rest(resumed)).filter(({ kind }) => kind === 'message');
  const ids = [...before, ...after].map(({ id }) => id);
  expect(ids).toEqual(Array.from({ length: COUNT }, (_, i) => `${i + 1}.000000000`));
});

test('pages that wait for slow readers count as memory of clients, once for all streams that share them', async () => {
  const bytes = new ByteAccount({ ...HELD_BYTES, max: 60_000_000 });
  const api = await start({ eventStreamStallTimeoutMs: 60_000 }, bytes);
  const ended = () => metric(api, 'tain_event_streams_ended_total', { reason: 'slow reader' });
  const slow = [await open(api, ALL), await open(api, ALL)];
  for (const stream of slow) {
    await stream.until('message');
    stream.pause();
  }
  await expect.poll(() => bytes.held).toBeGreaterThan(30_000_000);
  expect(await ended()).toBe(0);
  const other = bytes.open('10.0.0.9', () => undefined);
  other.add(25_000_000);
  await expect.poll(ended).toBe(2);
  expect(other.isEnded).toBe(false);
}, 120_000);

test('a reader that falls behind retention is disconnected with the cursor to resume from', async () => {
  const api = await start({ eventStreamStallTimeoutMs: 60_000 });
  const setRetention = (from: bigint) =>
    created.database.pool.query("update tain.kept set kept_from = $1 where family = 'transactions'", [from]);
  const slow = await open(api, ALL);
  const first = await slow.until('message');
  slow.pause();
  await setRetention(200n * SECOND);
  try {
    slow.resume();
    const frames = await rest(slow);
    const end = frames.at(-1);
    const ids = [first, ...frames.filter(({ kind }) => kind === 'message')].map(({ id }) => id);
    expect(end?.data).toEqual({ reason: 'retention', cursor: ids.at(-1) });
    // The received events end with a complete page, the one that was read before.
    expect(ids).toEqual(Array.from({ length: LARGE_COUNT }, (_, i) => `${i + 1}.000000000`));
    const refused = await open(api, ALL, { lastEventId: '50.000000000' });
    expect(refused.status).toBe(410);
    expect(JSON.parse(await refused.text()).cursor).toBe('199.999999999');
  } finally {
    await setRetention(0n);
  }
});

test('streams are counted, per client and in total, and released', async () => {
  const api = await start({ eventStreams: 3, eventStreamsPerClient: 2 });
  const own = [await open(api, 'blocks/stream'), await open(api, 'blocks/stream')];
  const third = await open(api, 'blocks/stream');
  expect(third.status).toBe(429);
  expect(third.headers).toMatchObject({ 'retry-after': '5', 'cache-control': 'no-store' });
  expect(JSON.parse(await third.text())._status.messages[0].message).toBe('Too many requests');
  // An invalid request does not count as a stream.
  expect((await open(api, 'blocks/stream?cursor=x')).status).toBe(429);
  const others = [await statusFrom(api, '127.0.0.2'), await statusFrom(api, '127.0.0.3')];
  expect(others).toEqual([200, 503]);
  own[0]?.leave();
  await expect.poll(() => statusFrom(api, '127.0.0.1'), { timeout: 60_000 }).toBe(200);
  expect(await metric(api, 'tain_event_streams_refused_total', { limit: 'all' })).toBe(1);
  expect(await metric(api, 'tain_event_streams_refused_total', { limit: 'client' })).toBeGreaterThan(1);
}, 120_000);

/** Opens a stream from another address, which stays open until the test ends. Returns its status. */
function statusFrom(api: TestApi, localAddress: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = http.get(
      `${api.url}/api/v1/blocks/stream`,
      { agent: false, localAddress },
      (response) => {
        response.resume();
        ends.push(() => response.destroy());
        resolve(response.statusCode ?? 0);
      },
    );
    request.on('error', reject);
  });
}

test('a server that stops ends its streams with a cursor that another one accepts', async () => {
  const api = await start();
  const streams = [await open(api, 'blocks/stream'), await open(api, 'blocks/stream', { format: 'ndjson' })];
  for (const stream of streams) await stream.until('progress');
  ends.pop();
  await api.close();
  const cursors = await Promise.all(
    streams.map(async (stream) => {
      const end = await stream.until('end');
      expect(end.data).toEqual({ reason: 'shutdown', cursor: end.id });
      expect(await stream.next()).toBeUndefined();
      return end.id ?? '';
    }),
  );
  await store([1]);
  const next = await start();
  const resumed = await open(next, 'blocks/stream', { lastEventId: cursors[0] ?? '' });
  expect((await resumed.until('message')).id).toBe(`${last}.000000000`);
}, 120_000);

test('only the filters that match rows of a block are read, in one statement', async () => {
  const api = await start();
  const streams: ReadStream[] = [];
  for (let payer = 5000; payer < 5200; payer++) {
    streams.push(await open(api, `transactions/stream?account.id=${payer}`));
  }
  // A further stream with the same filters as one of these.
  streams.push(await open(api, 'transactions/stream?account.id=0.0.5007'));
  for (const stream of streams) await stream.until('progress');
  const read = async () => ({
    live: await metric(api, 'tain_event_stream_reads_total', { kind: 'live' }),
    skipped: await metric(api, 'tain_event_stream_reads_total', { kind: 'skipped' }),
    shared: await metric(api, 'tain_event_stream_reads_total', { kind: 'shared' }),
  });
  await store([5007, 5150, 1]);
  const events = await Promise.all([7, 150, 200].map((index) => streams[index]?.until('message')));
  expect(events.map((event) => event?.id)).toEqual([
    `${last}.000000000`,
    `${last - 1}.999999999`,
    `${last}.000000000`,
  ]);
  await expect.poll(read, { timeout: 60_000 }).toEqual({ live: 1, skipped: 198, shared: 2 });
  expect(await metric(api, 'tain_event_stream_events_total', { list: 'transactions' })).toBe(3);
}, 120_000);

test('a block announced by a server that lost it is not treated as empty', async () => {
  const api = await start();
  const streams: ReadStream[] = [];
  for (let payer = 6000; payer < 6010; payer++) {
    streams.push(await open(api, `transactions/stream?account.id=${payer}`));
  }
  for (const stream of streams) await stream.until('progress');
  // Simulates a commit that did not reach the disk: the block was announced, and is lost until it is stored again.
  const lost = last + 1;
  await created.database.pool.query('select pg_notify($1, $2)', ['tain_block', `${lost} ${lost}000000000`]);
  await expect
    .poll(() => metric(api, 'tain_event_stream_reads_total', { kind: 'live' }), { timeout: 60_000 })
    .toBeGreaterThan(0);
  await store([6003]);
  await store([6004]);
  const events = await Promise.all([3, 4].map((index) => streams[index]?.until('message')));
  expect(events.map((event) => event?.id)).toEqual([`${lost}.000000000`, `${lost + 1}.000000000`]);
}, 120_000);
