import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../../src/db/connections/database.ts';
import { startTestApi, type TestApi } from '../api-fixture.ts';
import { block, insert, transaction } from '../rows.ts';
import { type ReadStream, readStream, type StreamOptions } from './stream-reader.ts';

/** Event streams over real HTTP, of blocks that are stored while they run. */

const SECOND = 1_000_000_000n;

let api: TestApi;
let last = 0;
beforeAll(async () => {
  api = await startTestApi({
    clock: Date.now,
    settings: { streams: { most: 50, mostPerClient: 40, heartbeat: 300, stallTime: 2_000 } },
  });
  for (let count = 0; count < 5; count++) await store();
});
afterAll(() => api?.close());

const open: ReadStream[] = [];
afterEach(() => {
  for (const stream of open.splice(0)) stream.leave();
});

async function stream(path: string, options?: StreamOptions): Promise<ReadStream> {
  const opened = await readStream(`${api.url}/api/v1/${path}`, options);
  open.push(opened);
  return opened;
}

/** Stores a block of a second with three transactions, as an ingest does. */
async function store(): Promise<number> {
  const number = ++last;
  await api.database.transaction(async (client) => {
    const database = { pool: client } as unknown as Database;
    for (const place of [3n, 2n, 1n]) {
      const payer = 1000 + Number(place);
      await insert(database, 'transaction', [transaction(BigInt(number) * SECOND - place, payer)]);
    }
    await insert(database, 'record_file', [block(number, number)]);
    await client.query('select pg_notify($1, $2)', ['tain_block', `${number} ${number}000000000`]);
  });
  return number;
}

test('a stream begins now, says so, and gives each block as it comes with the object of the list', async () => {
  const blocks = await stream('blocks/stream');
  expect(blocks.status).toBe(200);
  expect(blocks.headers).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'access-control-allow-origin': '*',
    'x-accel-buffering': 'no',
    'tain-block': String(last),
  });
  expect(await blocks.next()).toEqual({ id: undefined, kind: 'retry', data: 1000 });
  const end = `${last}.000000000`;
  expect(await blocks.next()).toEqual({
    id: end,
    kind: 'progress',
    data: { block: last, timestamp: end },
  });
  const number = await store();
  const event = await blocks.until('message');
  expect(event.id).toBe(`${number}.000000000`);
  const listed = (await api.json(`/api/v1/blocks?block.number=${number}`)).blocks as unknown[];
  expect(event.data).toEqual(listed[0]);
});

test('replay flows into the live end, and a cursor goes on behind its event', async () => {
  const first = await stream('transactions/stream?timestamp=gte:1.5', { format: 'ndjson' });
  expect(first.headers['content-type']).toBe('application/x-ndjson; charset=utf-8');
  const replayed = await first.caughtUp();
  expect(replayed).toHaveLength(3 * (last - 1));
  await store();
  const live = [await first.until('message'), await first.until('message')];
  const resumed = await stream('transactions/stream', { lastEventId: live[0]?.id ?? '' });
  expect((await resumed.until('message')).id).toBe(live[1]?.id);
  const again = await stream(`transactions/stream?cursor=${replayed[4]?.id}`);
  expect((await again.caughtUp()).slice(0, 2)).toEqual(replayed.slice(5, 7));
});
