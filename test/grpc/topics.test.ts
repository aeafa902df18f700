import { status } from '@grpc/grpc-js';
import { longToBigInt } from '@tain/ledger/long';
import { com, proto } from '@tain/protos/hapi';
import fc from 'fast-check';
import Long from 'long';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BLOCK_CHANNEL, printBlockNotice } from '../../src/store/schema/channels.ts';
import {
  addMessages,
  collect,
  numbers,
  open,
  type QueryParts,
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

const { ConsensusTopicQuery, ConsensusTopicResponse } = com.hedera.mirror.api.proto;

let grpc: TestGrpc;
beforeAll(async () => {
  grpc = await startTestGrpc({ topicWaitMs: 200, limits: { quietMs: 100, gapMs: 1_500 } });
  await grpc.insert('entity', [
    topicEntity(),
    topicEntity(778n, 'ACCOUNT'),
    ...[801n, 802n, 803n, 804n].map((id) => topicEntity(id)),
  ]);
});
afterAll(() => grpc.close());

const subscribe = (query: QueryParts) => collect(open(grpc.client, SUBSCRIBE, topicQuery(query)));

describe('a topic', () => {
  test('is refused if it is another kind of entity', async () => {
    expect(await subscribe({ topic: 778n })).toEqual({
      messages: [],
      code: status.INVALID_ARGUMENT,
      text: 'Not a valid topic',
    });
  });

  test('is not found, after a short wait, if it does not exist', async () => {
    const began = performance.now();
    expect(await subscribe({ topic: 999n })).toEqual({
      messages: [],
      code: status.NOT_FOUND,
      text: '0.0.999 does not exist',
    });
    expect(performance.now() - began).toBeGreaterThan(190);
  });

  test('in another realm is not found', async () => {
    const topicID = { realmNum: Long.ONE, topicNum: Long.fromNumber(Number(TOPIC)) };
    const request = Buffer.from(ConsensusTopicQuery.encode({ topicID }).finish());
    expect((await collect(open(grpc.client, SUBSCRIBE, request))).text).toBe('0.1.777 does not exist');
  });

  test('is found if the next block creates it', async () => {
    const patient = await startTestGrpc({ topicWaitMs: 120_000 });
    try {
      await show(patient, 1);
      const subscriber = new Subscriber(patient.client, { topic: 5n, start: 0n });
      // A block without messages of the topic comes first.
      await new Promise((resolve) => setTimeout(resolve, 100));
      await show(patient, 2);
      await patient.insert('entity', [topicEntity(5n)]);
      await addMessages(patient, 3, 4, 5n);
      await show(patient, 4);
      await subscriber.has(4);
      expect(subscriber.numbers).toEqual([3, 4]);
      subscriber.call.cancel();
    } finally {
      await patient.close();
    }
  });
});

test('subscriptions end when a local network returns to an earlier block', async () => {
  const local = await startTestGrpc();
  try {
    await local.servers.listen();
    await local.insert('entity', [topicEntity()]);
    await addMessages(local, 1, 3);
    await show(local, 1);
    await show(local, 3);
    const subscriber = new Subscriber(local.client, { start: 0n });
    await subscriber.has(3);
    const notice = printBlockNotice({ number: 1n, consensusEnd: timeOf(1), returns: 1n });
    await local.database.pool.query(
      `delete from topic_message where sequence_number > 1; delete from record_file where index > 1;
       select pg_notify('${BLOCK_CHANNEL}', '${notice}')`,
    );
    expect(await subscriber.ended).toEqual({
      code: status.UNAVAILABLE,
      text: 'The network returned to an earlier block',
    });
    const again = new Subscriber(local.client, { start: 0n });
    await again.has(1);
    await addMessages(local, 2, 2);
    await show(local, 2);
    await again.has(2);
    expect(again.numbers).toEqual([1, 2]);
    again.call.cancel();
  } finally {
    await local.close();
  }
});

test('has the fields of its messages', async () => {
  const initial = proto.TransactionID.encode({ accountID: { accountNum: 5 as never }, nonce: 1 }).finish();
  const row = {
    topic_id: 801,
    running_hash: '\\x0a0b',
    message: '\\x',
    chunk_num: null,
    chunk_total: null,
    payer_account_id: 9,
    running_hash_version: null,
    initial_transaction_id: null,
    valid_start_timestamp: null,
  };
  const at = (seconds: number, more: object) => ({
    ...row,
    consensus_timestamp: `${seconds}000000007`,
    sequence_number: seconds,
    ...more,
  });
  const chunk = { chunk_num: 1, chunk_total: 2, valid_start_timestamp: 5_000_000_006 };
  await grpc.insert('topic_message', [
    at(1, { message: '\\x616263', running_hash_version: 2 }),
    at(2, { ...chunk, initial_transaction_id: `\\x${Buffer.from(initial).toString('hex')}` }),
    at(3, { ...chunk, chunk_num: 2 }),
    at(4, { ...chunk, initial_transaction_id: '\\x0102' }),
    at(5, { ...chunk, payer_account_id: null }),
    at(6, { running_hash_version: 0, chunk_total: 1, payer_account_id: null }),
  ]);
  const { messages, code } = await subscribe({ topic: 801n, start: 0n, end: 7_000_000_000n });
  expect(code).toBe(status.OK);
  const decoded = messages.map((bytes) => ConsensusTopicResponse.decode(bytes));
  expect(
    decoded.map((message) => [
      Number(message.consensusTimestamp?.seconds),
      message.consensusTimestamp?.nanos,
      Number(message.sequenceNumber),
      Buffer.from(message.message).toString(),
      Buffer.from(message.runningHash).toString('hex'),
      Number(message.runningHashVersion),
    ]),
  ).toEqual([
    [1, 7, 1, 'abc', '0a0b', 2],
    [2, 7, 2, '', '0a0b', 3],
    [3, 7, 3, '', '0a0b', 3],
    [4, 7, 4, '', '0a0b', 3],
    [5, 7, 5, '', '0a0b', 3],
    [6, 7, 6, '', '0a0b', 0],
  ]);
  const chunks = decoded.map(({ chunkInfo }) => {
    const { accountID, transactionValidStart, nonce } = chunkInfo?.initialTransactionID ?? {};
    const payer = accountID && longToBigInt(accountID.accountNum);
    const start = transactionValidStart && [
      Number(transactionValidStart.seconds),
      transactionValidStart.nanos,
    ];
    return chunkInfo && [chunkInfo.number, chunkInfo.total, payer, start, nonce];
  });
  expect(chunks).toEqual([
    null,
    [1, 2, 5n, null, 1],
    [2, 2, 9n, [5, 6], 0],
    [1, 2, 9n, [5, 6], 0],
    [1, 2, undefined, undefined, undefined],
    null,
  ]);
});

test('sends tens of thousands of stored messages, in order and whole, then new ones', async () => {
  await addMessages(grpc, 1, 30_000);
  await show(grpc, 30_000);
  const subscriber = new Subscriber(grpc.client, { start: 0n });
  await subscriber.has(30_000);
  await addMessages(grpc, 30_001, 30_003);
  await show(grpc, 30_003);
  await subscriber.has(30_003);
  expect(subscriber.numbers).toEqual(numbers(1, 30_003));
  subscriber.call.cancel();
});

test.each([
  ['a limit', { start: 0n, limit: 1_500n }, numbers(1, 1_500)],
  ['a limit of one page', { start: 0n, limit: 1_000n }, numbers(1, 1_000)],
  ['a start and an end', { start: timeOf(5), end: timeOf(8) }, [5, 6, 7]],
  ['an end between two messages', { start: timeOf(5) + 1n, end: timeOf(8) + 1n }, [6, 7, 8]],
  ['an end and a limit', { start: timeOf(5), end: timeOf(8), limit: 2n }, [5, 6]],
  ['an end before the first message', { start: 1n, end: 2n }, []],
])('ends successfully with %s', async (_, query, expected) => {
  const { messages, code } = await subscribe(query);
  expect(messages.map((bytes) => Number(ConsensusTopicResponse.decode(bytes).sequenceNumber))).toEqual(
    expected,
  );
  expect(code).toBe(status.OK);
});

test('waits for an end time in the future, and sends the messages until then', async () => {
  await addMessages(grpc, 1, 2, 802n);
  const far = timeOf(60_010);
  const subscriber = new Subscriber(grpc.client, { topic: 802n, start: 0n, end: far });
  await subscriber.has(2);
  await addMessages(grpc, 60_003, 60_012, 802n);
  // The sequence numbers continue after the stored ones.
  await grpc.database.pool.query(
    'update topic_message set sequence_number = sequence_number - 60000 where topic_id = 802 and sequence_number > 60000',
  );
  await show(grpc, 60_012);
  expect(await subscriber.ended).toMatchObject({ code: status.OK });
  expect(subscriber.numbers).toEqual(numbers(1, 9));
});

test('does not wait for an end time when blocks stop', async () => {
  const { code } = await subscribe({ topic: 803n, start: timeOf(60_012), end: timeOf(70_000) });
  expect(code).toBe(status.OK);
});

test('waits for a missing message, and finally reports it', async () => {
  await addMessages(grpc, 1, 2, 804n);
  await addMessages(grpc, 4, 5, 804n);
  const late = new Subscriber(grpc.client, { topic: 804n, start: 0n });
  await late.has(2);
  await addMessages(grpc, 3, 3, 804n);
  await late.has(5);
  expect(late.numbers).toEqual(numbers(1, 5));
  await addMessages(grpc, 8, 8, 804n);
  await show(grpc, 60_020);
  // The block of message 8 is not the announced one, so this subscriber reads it from the tables.
  const failed = new Subscriber(grpc.client, { topic: 804n, start: timeOf(5) });
  expect(await failed.ended).toEqual({
    code: status.UNAVAILABLE,
    text: 'Message 6 of topic 0.0.804 is missing. Please retry later',
  });
  expect(failed.numbers).toEqual([5]);
  late.call.cancel();
  // A subscription that resumes after the sent messages begins with the next stored one.
  const { messages } = await subscribe({ topic: 804n, start: timeOf(5) + 1n, limit: 1n });
  expect(messages.length).toBe(1);
});

test('misses no message of a block that was announced by a server that lost it, once it is stored again', async () => {
  const killed = await startTestGrpc();
  try {
    await killed.insert('entity', [topicEntity()]);
    await addMessages(killed, 1, 2);
    await show(killed, 2);
    const following = new Subscriber(killed.client, { start: 0n });
    await following.has(2);
    // Simulates a commit that had not reached the disk: the block was announced, and is lost in the crash.
    killed.servers.announced({ number: 5n, consensusEnd: timeOf(5) });
    const reading = new Subscriber(killed.client, { start: 0n });
    const bounded = new Subscriber(killed.client, { start: 0n, end: timeOf(5) });
    await Promise.all(
      [reading, bounded].map((each) => new Promise((done) => each.call.once('metadata', done))),
    );
    // After this time, no subscription may use the lost announced block.
    await new Promise((resolve) => setTimeout(resolve, 600));
    await addMessages(killed, 3, 5);
    await show(killed, 5);
    await Promise.all([following.has(5), reading.has(5), bounded.ended]);
    expect([following.numbers, reading.numbers, bounded.numbers]).toEqual([
      numbers(1, 5),
      numbers(1, 5),
      numbers(1, 4),
    ]);
    for (const each of [following, reading]) each.call.cancel();
  } finally {
    await killed.close();
  }
});

test('an open call reports that the server stops', async () => {
  const stopping = await startTestGrpc();
  await stopping.insert('entity', [topicEntity()]);
  const idle = new Subscriber(stopping.client);
  await new Promise((resolve) => idle.call.once('metadata', resolve));
  const closed = stopping.close();
  expect(await idle.ended).toEqual({
    code: status.UNAVAILABLE,
    text: 'The server is stopping. Please retry later',
  });
  await closed;
});

test('any start, limit and end, with disconnects at any message, while messages arrive: each message once', async () => {
  const live = await startTestGrpc();
  await live.insert('entity', [topicEntity()]);
  await addMessages(live, 1, 200);
  await show(live, 200);
  let last = 200;
  let isOver = false;
  const writing = (async () => {
    for (let block = 1; !isOver; block += 1) {
      const more = block % 4;
      if (more > 0) {
        await addMessages(live, last + 1, last + more);
        last += more;
        await show(live, last);
      }
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  })();
  /** Returns the messages of a client that disconnects after a number of messages, and resumes after the last one. */
  const read = async (from: number, limit: number, length: number | undefined, breaks: readonly number[]) => {
    const end = length === undefined ? undefined : timeOf(from + length);
    const found: number[] = [];
    for (const after of [...breaks, limit]) {
      const left = limit - found.length;
      const start = found.length === 0 ? timeOf(from) : timeOf(found.at(-1) ?? 0) + 1n;
      if (left <= 0 || (end !== undefined && start >= end)) break;
      const part = new Subscriber(live.client, {
        start,
        limit: BigInt(left),
        ...(end !== undefined && { end }),
      });
      const enough = new Promise<void>((resolve) => {
        part.call.on('data', () => part.numbers.length >= after && resolve());
      });
      await Promise.race([enough, part.ended]);
      part.call.cancel();
      await part.ended;
      found.push(...part.numbers);
    }
    return found;
  };
  try {
    await fc.assert(
      fc.asyncProperty(
        fc.nat(220),
        fc.integer({ min: 1, max: 120 }),
        fc.option(fc.integer({ min: 1, max: 150 }), { nil: undefined }),
        fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 4 }),
        async (from, limit, length, breaks) => {
          const first = Math.max(from, 1);
          const beforeEnd = length === undefined ? Number.POSITIVE_INFINITY : from + length - 1;
          const expected = numbers(first, Math.min(first + limit - 1, beforeEnd));
          expect(await read(from, limit, length, breaks)).toEqual(expected);
        },
      ),
      { numRuns: 25 },
    );
  } finally {
    isOver = true;
    await writing;
    await live.close();
  }
});
