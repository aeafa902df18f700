import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../../src/store/connections/database.ts';
import { startTestApi, type TestApi } from '../api-fixture.ts';
import { block, insert, transaction } from '../rows.ts';
import { type ReadStream, readStream, type StreamOptions } from './stream-reader.ts';

/** Event streams over real HTTP, of blocks that are stored while the streams are open. */

const SECOND = 1_000_000_000n;

let api: TestApi;
let last = 0;
beforeAll(async () => {
  api = await startTestApi({
    clock: Date.now,
    settings: {
      eventStreams: 50,
      eventStreamsPerClient: 40,
      eventStreamHeartbeatMs: 300,
      eventStreamStallTimeoutMs: 2_000,
    },
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

/** Stores a block of a second with three transactions, like an ingest. */
async function store(): Promise<number> {
  const number = ++last;
  await api.database.transaction(async (client) => {
    const database = { pool: client } as unknown as Database;
    for (const offset of [3n, 2n, 1n]) {
      const payer = 1000 + Number(offset);
      await insert(database, 'transaction', [transaction(BigInt(number) * SECOND - offset, payer)]);
    }
    await insert(database, 'record_file', [block(number, number)]);
    await client.query('select pg_notify($1, $2)', ['tain_block', `${number} ${number}000000000`]);
  });
  return number;
}

test('a stream begins now, reports it, and sends the object of the list for each new block', async () => {
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

test('replay continues into live events, and a cursor resumes after its event', async () => {
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

const FORMS: readonly (readonly [path: string, status: number, text: string])[] = [
  ['blocks/stream?cursor=x', 400, 'Invalid parameter: cursor'],
  ['blocks/stream?cursor=1.5', 400, 'Invalid parameter: cursor'],
  ['blocks/stream?cursor=gt:1.000000001', 400, 'Invalid parameter: cursor'],
  ['blocks/stream?cursor=9999999999.000000000', 400, 'Invalid parameter: cursor'],
  ['blocks/stream?cursor=1.000000000-1', 400, 'Invalid parameter: cursor'],
  ['contracts/results/logs/stream?cursor=1.000000000-99999999999999999999', 400, 'Invalid parameter: cursor'],
  ['contracts/results/logs/stream?cursor=1.000000000-9999999999999999999', 400, 'Invalid parameter: cursor'],
  ['blocks/stream?cursor=9000000000.000000000', 400, 'is in the future)'],
  ['blocks/stream?limit=0', 400, 'Invalid parameter: limit'],
  ['blocks/stream?limit=x', 400, 'Invalid parameter: limit'],
  ['blocks/stream?order=desc', 400, 'Invalid parameter: order'],
  ['blocks/stream?block.number=ne:1', 400, 'Invalid parameter: block.number'],
  ['blocks/stream?nothing=1', 400, 'Unknown query parameter: nothing'],
  ['transactions/stream?timestamp=x', 400, 'Invalid parameter: timestamp'],
  ['topics/x/messages/stream', 400, 'Invalid parameter: topic.id'],
  ['contracts/results/stream?from=00000000000000000000000000000000000000ab1', 400, 'Invalid parameter: from'],
  ['contracts/results/stream?from=ab000000000000000000000000000000000000ab', 404, 'Not found'],
  [`contracts/results/stream?block.number=1&block.hash=${'a'.repeat(64)}`, 400, 'cannot combine'],
  ['contracts/logs/stream?index=1', 400, 'timestamp must have eq operator'],
  ['accounts/stream', 400, 'Invalid'],
];

test.each(FORMS)('%s is refused with %d: %s', async (path, status, text) => {
  const refused = await stream(path);
  expect(refused.status).toBe(status);
  expect(await refused.text()).toContain(text);
  expect(refused.headers['access-control-allow-origin']).toBe('*');
});

test('a malformed cursor header is refused, an empty one is ignored', async () => {
  const refused = await stream('blocks/stream', { lastEventId: 'what' });
  expect(refused.status).toBe(400);
  expect(await refused.text()).toContain('Invalid header: last-event-id');
  const opened = await stream('blocks/stream', { lastEventId: '' });
  expect(opened.status).toBe(200);
  // The header takes precedence over the parameter.
  const later = await stream('blocks/stream?cursor=1.000000000', { lastEventId: '3.000000000' });
  expect((await later.until('message')).id).toBe('4.000000000');
});

test('a cursor whose events were removed is refused with the oldest valid one', async () => {
  const setRetention = (from: bigint) =>
    api.database.pool.query("update tain.kept set kept_from = $1 where family = 'transactions'", [from]);
  await setRetention(3n * SECOND);
  try {
    const gone = await stream('transactions/stream', { lastEventId: '2.000000000' });
    expect(gone.status).toBe(410);
    const { cursor, _status } = JSON.parse(await gone.text());
    expect(cursor).toBe('2.999999999');
    expect(_status.messages[0].detail).toContain('The events after 2.000000000 were removed');
    const first = await stream(`transactions/stream?cursor=${cursor}`);
    expect(first.status).toBe(200);
    expect((await first.until('message')).id).toBe('3.999999997');
    // The bounds of a list may include removed rows; the list begins with the retained history.
    const bounded = await stream('transactions/stream?timestamp=gte:0');
    expect((await bounded.until('message')).id).toBe('3.999999997');
    // Blocks are never removed.
    expect((await stream('blocks/stream', { lastEventId: '2.000000000' })).status).toBe(200);
  } finally {
    await setRetention(0n);
  }
});

test('a stream ends with the last event of its range, and does not restart after it', async () => {
  const bounded = await stream('transactions/stream?timestamp=gte:2&timestamp=lt:3');
  const events = [
    await bounded.until('message'),
    await bounded.until('message'),
    await bounded.until('message'),
  ];
  const end = await bounded.until('end');
  expect(end.data).toEqual({ reason: 'end of range', cursor: end.id });
  expect(await bounded.next()).toBeUndefined();
  expect(events.map(({ id }) => id)).toEqual(['2.999999997', '2.999999998', '2.999999999']);
  const again = await stream('transactions/stream?timestamp=gte:2&timestamp=lt:3', {
    lastEventId: end.id ?? '',
  });
  expect(again.status).toBe(204);
  const numbered = await stream('blocks/stream?block.number=gte:2&block.number=lte:3');
  expect((await numbered.caughtUp()).map(({ data }) => (data as { number: number }).number)).toEqual([2, 3]);
  const limited = await stream('blocks/stream?timestamp=gte:1&limit=2', { format: 'ndjson' });
  expect((await limited.until('message')).id).toBe('1.000000000');
  expect((await limited.until('message')).id).toBe('2.000000000');
  expect((await limited.until('end')).data).toEqual({ reason: 'limit', cursor: '2.000000000' });
});

test('HEAD returns only the headers, and other methods are refused', async () => {
  const head = await api.get('/api/v1/blocks/stream', { method: 'HEAD' });
  expect(head.status).toBe(200);
  expect(head.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  expect((await api.get('/api/v1/blocks/stream', { method: 'POST' })).status).toBe(404);
});

test('a quiet stream reports progress, from which a client without events resumes', async () => {
  const quiet = await stream('transactions/stream?account.id=7777');
  const first = await quiet.until('progress');
  const number = await store();
  let progress = first;
  while (progress.id === first.id) progress = await quiet.until('progress');
  expect(progress).toEqual({
    id: `${number}.000000000`,
    kind: 'progress',
    data: { block: number, timestamp: `${number}.000000000` },
  });
});
