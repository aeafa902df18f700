import { proto } from '@tain/protos/hapi';
import Long from 'long';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { showBlock, startTestGrpc, type TestGrpc, topicEntity } from '../grpc/grpc-fixture.ts';
import { PACKAGES } from './packages.ts';
import { runClient } from './run-client.ts';

// Tests in which the released JavaScript SDKs subscribe to topics and read nodes.

const SECOND = 1_000_000_000n;
const start = (number: number): bigint => (1_700_000_000n + BigInt(number)) * SECOND;

/** Returns a message of a topic; with `chunk`, one chunk of a message whose first chunk has number `first`. */
const message = (
  number: number,
  text: string,
  chunk?: readonly [number: number, total: number, first: number],
) => ({
  topic_id: 777,
  consensus_timestamp: String(start(number)),
  sequence_number: number,
  message: `\\x${Buffer.from(text).toString('hex')}`,
  running_hash: '\\x01',
  chunk_num: chunk?.[0] ?? null,
  chunk_total: chunk?.[1] ?? null,
  payer_account_id: 1001,
  valid_start_timestamp: String(start(number) - 5n),
  initial_transaction_id:
    chunk === undefined
      ? null
      : `\\x${Buffer.from(
          proto.TransactionID.encode({
            accountID: { accountNum: Long.fromNumber(1001) },
            transactionValidStart: { seconds: Long.fromNumber(1_700_000_000), nanos: chunk[2] },
          }).finish(),
        ).toString('hex')}`,
});

describe.skipIf(PACKAGES === undefined)('the JavaScript SDK', () => {
  let grpc: TestGrpc;
  let answers: Readonly<Record<string, unknown>>[];

  beforeAll(async () => {
    grpc = await startTestGrpc({ topicWaitMs: 100 });
    const show = (number: number) => showBlock(grpc, number, start(number));
    await grpc.insert('entity', [topicEntity()]);
    await grpc.insert('address_book', [
      { start_consensus_timestamp: 1, file_id: 102, file_data: '\\x', node_count: 1 },
    ]);
    await grpc.insert('address_book_entry', [
      { consensus_timestamp: 1, node_id: 0, node_account_id: 3, description: 'first', public_key: 'ab' },
    ]);
    await grpc.insert('address_book_service_endpoint', [
      { consensus_timestamp: 1, node_id: 0, ip_address_v4: '10.0.0.1', port: 50_211, domain_name: '' },
    ]);
    await grpc.insert('topic_message', [
      message(1, 'one'),
      message(2, 'two'),
      message(3, 'a'.repeat(1_000), [1, 2, 3]),
      message(4, 'b'.repeat(500), [2, 2, 3]),
      message(5, 'five'),
    ]);
    await show(5);
    let isOver = false;
    const running = runClient<typeof answers>('grpc', `127.0.0.1:${grpc.server.port}`, {
      topic: '0.0.777',
    }).finally(() => {
      isOver = true;
    });
    // The SDKs follow the topic one after the other: the first reads new messages, the second stored ones.
    const followed = grpc.registry.getSingleMetric('tain_grpc_topics');
    while (!isOver && (await followed?.get())?.values[0]?.value !== 1) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    for (const number of [6, 7, 8]) {
      await grpc.insert('topic_message', [message(number, `live ${number}`)]);
      await show(number);
    }
    await grpc.insert('topic_message', [
      message(9, 'c'.repeat(10), [1, 3, 9]),
      message(10, 'd'.repeat(10), [2, 3, 9]),
      message(11, 'e'.repeat(10), [3, 3, 9]),
      message(12, 'last'),
    ]);
    await show(12);
    answers = await running;
  });
  afterAll(() => grpc?.close());

  const plain = (number: number, text: string) => [number, text, text.length, 1, 'null'];
  const chunked = { number: 4, length: 1_500 };

  describe.each([
    ['@hiero-ledger/sdk', 0],
    ['@hashgraph/sdk', 1],
  ])('%s', (_, index) => {
    test('follows a topic from its beginning into new messages, and joins chunks', () => {
      expect(answers[index]?.live).toEqual({
        messages: [
          plain(1, 'one'),
          plain(2, 'two'),
          [chunked.number, 'a'.repeat(40), chunked.length, 2, '0.0.1001@1700000000.000000003'],
          plain(5, 'five'),
          ...[6, 7, 8].map((number) => plain(number, `live ${number}`)),
          [11, `${'c'.repeat(10)}${'d'.repeat(10)}${'e'.repeat(10)}`, 30, 3, '0.0.1001@1700000000.000000009'],
          plain(12, 'last'),
        ],
        ended: 'unsubscribed',
      });
    });

    test('completes with a limit, and with an end', () => {
      const two = { messages: [plain(1, 'one'), plain(2, 'two')], ended: 'completed' };
      expect([answers[index]?.limited, answers[index]?.ended]).toEqual([two, two]);
    });

    test('gets an error for a missing topic after enough attempts', () => {
      expect(answers[index]?.missing).toEqual({
        messages: [],
        ended: expect.stringContaining('0.0.999 does not exist'),
      });
    });

    test('reads the nodes', () => {
      expect(answers[index]?.nodes).toEqual([[0, '0.0.3', ['10.0.0.1:50211'], 0]]);
    });
  });
});
