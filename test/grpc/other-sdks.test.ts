import http2 from 'node:http2';
import { Client, credentials, status } from '@grpc/grpc-js';
import { com } from '@tain/protos/hapi';
import Long from 'long';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  addMessages,
  GET_NODES,
  numbers,
  openCall,
  parseResponse,
  SUBSCRIBE,
  Subscriber,
  show,
  startTestGrpc,
  type TestGrpc,
  timeOf,
  topicEntity,
  topicQuery,
} from './grpc-fixture.ts';

// Requests of SDKs in other languages, as bytes over HTTP/2: their headers, their messages, and how they resume and
// ping.

const { AddressBookQuery, ConsensusTopicQuery } = com.hedera.mirror.api.proto;

let grpc: TestGrpc;
let session: http2.ClientHttp2Session;
beforeAll(async () => {
  grpc = await startTestGrpc({ topicWaitMs: 60_000 });
  await grpc.insert('entity', [topicEntity()]);
  await addMessages(grpc, 1, 30);
  await show(grpc, 30);
  await grpc.insert('address_book', [
    { start_consensus_timestamp: 1, file_id: 102, file_data: '\\x', node_count: 12 },
  ]);
  await grpc.insert(
    'address_book_entry',
    Array.from({ length: 12 }, (_, node) => ({
      consensus_timestamp: 1,
      node_id: node,
      node_account_id: 3 + node,
    })),
  );
  session = http2.connect(`http://127.0.0.1:${grpc.server.port}`);
});
afterAll(async () => {
  session?.destroy();
  await grpc?.close();
});

/** Headers that a client of each language sends in addition to those of HTTP/2. */
const HEADERS = {
  java: {
    'user-agent': 'grpc-java-netty-lite/1.76.0',
    'x-user-agent': 'hiero-sdk-java/2.77.0',
    'grpc-accept-encoding': 'gzip',
  },
  'java with a deadline': {
    'user-agent': 'grpc-java-netty-lite/1.76.0',
    'grpc-accept-encoding': 'gzip',
    'grpc-timeout': '119999m',
  },
  go: { 'user-agent': 'grpc-go/1.76.0' },
  rust: { 'user-agent': 'tonic/0.14.2' },
  python: {
    'user-agent': 'grpc-python/1.76.0 grpc-c/51.0.0 (linux; chttp2)',
    'grpc-accept-encoding': 'identity, deflate, gzip',
  },
} as const;

interface Answered {
  readonly messages: readonly Buffer[];
  readonly code: number;
  readonly type: unknown;
}

/** Sends a call as bytes. `cut`: closes it after this number of messages. */
function call(
  path: string,
  headers: http2.OutgoingHttpHeaders,
  request: Uint8Array,
  cut?: number,
): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const stream = openCall(session, path, headers);
    const messages: Buffer[] = [];
    let [rest, code, type] = [Buffer.alloc(0), -1, undefined as unknown];
    stream.on('response', (given) => {
      type = given['content-type'];
      code = Number(given['grpc-status'] ?? -1);
    });
    stream.on('trailers', (given) => {
      code = Number(given['grpc-status']);
    });
    stream.on('data', (bytes: Buffer) => {
      rest = Buffer.concat([rest, bytes]);
      while (rest.length >= 5 && rest.length >= 5 + rest.readUInt32BE(1)) {
        const end = 5 + rest.readUInt32BE(1);
        // Messages are not compressed, whatever the client accepts.
        expect(rest[0]).toBe(0);
        messages.push(rest.subarray(5, end));
        rest = rest.subarray(end);
      }
      if (cut !== undefined && messages.length >= cut) stream.close(http2.constants.NGHTTP2_CANCEL);
    });
    stream.on('error', reject);
    stream.on('close', () => resolve({ messages, code, type }));
    const head = Buffer.alloc(5);
    head.writeUInt32BE(request.length, 1);
    stream.end(Buffer.concat([head, request]));
  });
}

const numbersOf = ({ messages }: Answered) => messages.map((bytes) => Number(parseResponse(bytes).number));

test.each(Object.entries(HEADERS))('the headers of %s are accepted', async (_, headers) => {
  const topic = await call(SUBSCRIBE, headers, topicQuery({ start: 0n, limit: 5n }));
  expect([numbersOf(topic), topic.code]).toEqual([numbers(1, 5), status.OK]);
  expect(topic.type).toMatch(/^application\/grpc(\+proto)?$/);
  const query = AddressBookQuery.encode({
    fileId: { shardNum: Long.ZERO, realmNum: Long.ZERO, fileNum: Long.fromNumber(102) },
  });
  const nodes = await call(GET_NODES, headers, query.finish());
  expect([nodes.messages.length, nodes.code]).toEqual([12, status.OK]);
});

test('Java and Python resume a nanosecond later, without a carry, with the remaining limit', async () => {
  const topic = 778n;
  await grpc.insert('entity', [topicEntity(topic)]);
  // The first message is in the last nanosecond of a second.
  await grpc.database.pool.query(
    `insert into topic_message (consensus_timestamp, message, running_hash, sequence_number, topic_id)
     select 1600000000999999998 + n, '\\x01', '\\x02', n, $1 from generate_series(1, 4) n`,
    [topic],
  );
  const first = await call(SUBSCRIBE, HEADERS.java, topicQuery({ topic, start: 0n, limit: 3n }), 1);
  expect(numbersOf(first)[0]).toBe(1);
  const resumed = ConsensusTopicQuery.encode({
    topicID: { topicNum: Long.fromString(`${topic}`) },
    consensusStartTime: { seconds: Long.fromNumber(1_600_000_000), nanos: 1_000_000_000 },
    limit: Long.fromNumber(2),
  }).finish();
  for (const headers of [HEADERS.java, HEADERS.python]) {
    const rest = await call(SUBSCRIBE, headers, resumed);
    expect([numbersOf(rest), rest.code]).toEqual([[2, 3], status.OK]);
  }
});

test('Rust resumes with the original limit, and ends when it has that many', async () => {
  const whole = topicQuery({ start: 0n, limit: 10n });
  const first = await call(SUBSCRIBE, HEADERS.rust, whole, 4);
  const had = numbersOf(first).slice(0, 4);
  const resumed = topicQuery({ start: timeOf(had.at(-1) ?? 0) + 1n, limit: 10n });
  const second = await call(SUBSCRIBE, HEADERS.rust, resumed);
  expect([...had, ...numbersOf(second)]).toEqual(numbers(1, 14));
  expect(second.code).toBe(status.OK);
});

test('Rust, which does not retry, gets a topic that is created shortly after', async () => {
  const created = call(SUBSCRIBE, HEADERS.rust, topicQuery({ topic: 779n, start: 0n, limit: 1n }));
  await addMessages(grpc, 31, 31, 779n);
  await grpc.insert('entity', [topicEntity(779n)]);
  await show(grpc, 31);
  expect(numbersOf(await created)).toEqual([31]);
});

test('Go begins in 1970, and pings often, with a call and without one', async () => {
  const client = new Client(`127.0.0.1:${grpc.server.port}`, credentials.createInsecure(), {
    'grpc.keepalive_time_ms': 10,
    'grpc.keepalive_timeout_ms': 60_000,
    'grpc.keepalive_permit_without_calls': 1,
  });
  try {
    const subscriber = new Subscriber(client, { start: 0n });
    await subscriber.has(30);
    const pings = 50;
    await new Promise((resolve) => setTimeout(resolve, pings * 10));
    expect(client.getChannel().getConnectivityState(false)).toBe(2);
    subscriber.call.cancel();
    await new Promise((resolve) => setTimeout(resolve, pings * 10));
    const again = new Subscriber(client, { start: 0n, limit: 30n });
    expect(await again.ended).toMatchObject({ code: status.OK });
    expect(again.numbers).toEqual(numbers(1, 30));
  } finally {
    client.close();
  }
});
