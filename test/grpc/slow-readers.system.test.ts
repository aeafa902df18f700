import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { status } from '@grpc/grpc-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { framesOf } from '../../src/grpc/frames.ts';
import { answerWeb } from '../../src/grpc/web.ts';
import { ByteAccount, HELD_BYTES } from '../../src/kernel/limits/byte-account.ts';
import {
  clientOf,
  numbers,
  SUBSCRIBE,
  Subscriber,
  show,
  startTestGrpc,
  type TestGrpc,
  TOPIC,
  timeOf,
  topicEntity,
  topicQuery,
} from './grpc-fixture.ts';

// Clients that read slowly, or not at all.

const STORED = 6_000;
/** Timeout of a stalled client: longer than any test, so that the others are served while it stalls. */
const ENDLESS_MS = 3_600_000;

let grpc: TestGrpc;
beforeAll(async () => {
  grpc = await startTestGrpc({ stallTimeoutMs: ENDLESS_MS });
  await grpc.insert('entity', [topicEntity()]);
  await add(1, STORED);
});
afterAll(() => grpc.close());

/** Adds messages of a kilobyte each, in one block. */
async function add(first: number, last: number): Promise<void> {
  await grpc.database.pool.query(
    `insert into topic_message (consensus_timestamp, message, running_hash, sequence_number, topic_id)
     select $4::bigint + n * 1000, convert_to(repeat('x', 1000), 'UTF8'), '\\x0102', n, $3 from generate_series($1::bigint, $2::bigint) n`,
    [first, last, TOPIC, timeOf(0)],
  );
  await show(grpc, last);
}

async function sent(source?: string): Promise<number> {
  const metric = await grpc.registry.getSingleMetric('tain_grpc_messages_total')?.get();
  const values =
    metric?.values.filter(({ labels }) => source === undefined || labels.source === source) ?? [];
  return values.reduce((sum, { value }) => sum + value, 0);
}

/** Waits until a number has not changed for `milliseconds`. */
async function settled(read: () => Promise<number>, milliseconds = 1_500): Promise<number> {
  for (let [last, since] = [await read(), performance.now()]; ; ) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    const now = await read();
    if (now !== last) [last, since] = [now, performance.now()];
    else if (performance.now() - since > milliseconds) return now;
  }
}

test('a stalled reader is sent little, and everything once it reads again', async () => {
  const before = await sent();
  const subscriber = new Subscriber(grpc.client, { start: 0n });
  subscriber.call.pause();
  await new Promise((resolve) => subscriber.call.once('metadata', resolve));
  const held = (await settled(() => sent())) - before;
  // Windows and buffers hold less than a page, whatever is stored.
  expect(held).toBeGreaterThan(16);
  expect(held).toBeLessThan(1_000);
  subscriber.call.resume();
  await subscriber.has(STORED);
  expect(subscriber.numbers).toEqual(numbers(1, STORED));
  subscriber.call.cancel();
});

test('a reader that falls behind live messages gets the rest from the tables and does not delay others', async () => {
  const followed = () => grpc.registry.getSingleMetric('tain_grpc_calls')?.get();
  const slow = new Subscriber(grpc.client, { start: timeOf(STORED) });
  const other = clientOf(grpc.server.port, { other: 1 });
  const quick = new Subscriber(other, { start: timeOf(STORED) });
  await Promise.all([slow.has(STORED), quick.has(STORED)]);
  expect((await followed())?.values.length).toBe(1);
  slow.call.pause();
  let last = STORED;
  for (let block = 0; block < 8; block += 1) {
    await add(last + 1, last + 200);
    last += 200;
    await quick.has(last);
  }
  expect(quick.numbers).toEqual(numbers(STORED, last));
  expect(slow.numbers.length).toBeLessThan(1_600);
  slow.call.resume();
  await slow.has(last);
  expect(slow.numbers).toEqual(numbers(STORED, last));
  // The subscription is live again.
  await add(last + 1, last + 1);
  await Promise.all([slow.has(last + 1), quick.has(last + 1)]);
  slow.call.cancel();
  quick.call.cancel();
  other.close();
});

/** More subscriptions than the number of pages allowed in memory. */
const STALLED = 40;
/** Checks that a replay of all messages and a new subscription are served, each on its own connection. */
async function expectOthersServed(): Promise<void> {
  const { rows } = await grpc.database.pool.query(
    'select max(sequence_number)::int as last from topic_message',
  );
  const last = Number(rows[0]?.last);
  const clients = [clientOf(grpc.server.port, { replay: 1 }), clientOf(grpc.server.port, { live: 1 })];
  const [replay, live] = clients.map(
    (client, index) => new Subscriber(client, { start: index === 0 ? 0n : timeOf(last) }),
  );
  try {
    await Promise.all([replay?.has(last), live?.has(last)]);
    expect(replay?.numbers).toEqual(numbers(1, last));
  } finally {
    for (const client of clients) client.close();
  }
}

test('clients that read nothing do not delay others', async () => {
  const before = await sent();
  const stalled = Array.from({ length: STALLED }, (_, index) => {
    const client = clientOf(grpc.server.port, { stalled: index });
    const subscriber = new Subscriber(client, { start: 0n });
    subscriber.call.pause();
    return { client, subscriber };
  });
  try {
    while ((await sent()) - before < 16 * 32) await new Promise((resolve) => setTimeout(resolve, 20));
    await expectOthersServed();
  } finally {
    for (const { client, subscriber } of stalled) {
      subscriber.call.cancel();
      client.close();
    }
  }
});

test('browsers that read nothing do not delay others', async () => {
  const answer = answerWeb(grpc.service.calls, ENDLESS_MS);
  const server = http.createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray());
    const contentType = request.headers['content-type'];
    await answer({ path: SUBSCRIBE, contentType, timeout: undefined, body, client: '192.0.2.1', response });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const stalled: http.IncomingMessage[] = [];
  try {
    for (let index = 0; index < STALLED; index += 1) {
      const request = http.request({ port, method: 'POST', agent: false });
      request.on('error', () => undefined);
      request.setHeader('content-type', 'application/grpc-web+proto');
      request.end(framesOf([topicQuery({ start: 0n })]));
      request.on('response', (response: http.IncomingMessage) => {
        response.pause();
        response.on('error', () => undefined);
        stalled.push(response);
      });
    }
    while (stalled.length < 16) await new Promise((resolve) => setTimeout(resolve, 20));
    await expectOthersServed();
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

test.each([
  ['without progress', { stallTimeoutMs: 400 }],
  [
    'for which too much waits in memory',
    { stallTimeoutMs: ENDLESS_MS, bytes: new ByteAccount({ ...HELD_BYTES, max: 10_000 }) },
  ],
])('a reader %s is disconnected with a code on which clients resume', async (_, options) => {
  const strict = await startTestGrpc(options);
  try {
    await strict.insert('entity', [topicEntity()]);
    await strict.database.pool.query(
      `insert into topic_message (consensus_timestamp, message, running_hash, sequence_number, topic_id)
       select $2::bigint + n * 1000, convert_to(repeat('x', 1000), 'UTF8'), '\\x0102', n, $1 from generate_series(1, 2000) n`,
      [TOPIC, timeOf(0)],
    );
    await show(strict, 2_000);
    const open = async () => (await strict.registry.getSingleMetric('tain_grpc_calls')?.get())?.values.length;
    const stalled = new Subscriber(strict.client, { start: 0n });
    stalled.call.pause();
    await new Promise((resolve) => stalled.call.once('metadata', resolve));
    while ((await open()) !== 0) await new Promise((resolve) => setTimeout(resolve, 20));
    const ended = await strict.registry.getSingleMetric('tain_grpc_calls_total')?.get();
    expect(ended?.values.map(({ labels }) => labels.code)).toEqual(['resourceExhausted']);
    stalled.call.resume();
    expect((await stalled.ended).code).toBe(status.RESOURCE_EXHAUSTED);
  } finally {
    await strict.close();
  }
});
