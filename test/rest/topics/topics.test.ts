import { proto } from '@tain/protos/hapi';
import Long from 'long';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../api-fixture.ts';
import { insert, transaction } from '../rows.ts';

let api: TestApi;

const TOPIC = 1000;
const CHAT = 7;
const COUNT = 60;
const BASE = 1_234_567_890_000_000_000n;

const ED = `1220${'aa'.repeat(32)}`;
const EC = `3a21${'02'.repeat(33)}`;

function entity(id: number, type: string, more: Record<string, unknown> = {}) {
  return { id, num: id, realm: 0, shard: 0, type, timestamp_range: '[5,)', ...more };
}

/** Messages are two seconds apart. */
const timeOf = (sequence: number) => BASE + BigInt(sequence) * 2_000_000_000n;
const text = (sequence: number) => `${1_234_567_890 + sequence * 2}.000000000`;

beforeAll(async () => {
  api = await startTestApi();
  const keyList = proto.KeyList.encode({
    keys: [proto.Key.decode(Buffer.from(ED, 'hex')), proto.Key.decode(Buffer.from(EC, 'hex'))],
  }).finish();
  await insert(api.database, 'entity', [
    entity(TOPIC, 'TOPIC', {
      auto_renew_account_id: 20,
      auto_renew_period: 7776000,
      memo: 'a "memo"',
      deleted: true,
      created_timestamp: 5,
    }),
    entity(1001, 'TOPIC'),
    entity(1003, 'ACCOUNT'),
  ]);
  await insert(api.database, 'topic', [
    {
      id: TOPIC,
      created_timestamp: 5,
      admin_key: Buffer.from(ED, 'hex'),
      submit_key: Buffer.from(EC, 'hex'),
      fee_schedule_key: Buffer.from('3200', 'hex'),
      fee_exempt_key_list: Buffer.from(keyList),
      timestamp_range: '[5,)',
    },
    { id: 1001, created_timestamp: 5, timestamp_range: '[5,)' },
    { id: 1002, created_timestamp: 5, timestamp_range: '[5,)' },
  ]);
  await insert(api.database, 'custom_fee', [
    {
      entity_id: TOPIC,
      // An amount above the safe integers of JavaScript.
      fixed_fees:
        '[{"amount":9007199254740993,"collector_account_id":21,"denominating_token_id":77},{"amount":5,"collector_account_id":22}]',
      timestamp_range: '[6,)',
    },
  ]);
  const messages = Array.from({ length: COUNT }, (_, i) => i + 1).map((sequence) => ({
    consensus_timestamp: timeOf(sequence),
    topic_id: CHAT,
    sequence_number: sequence,
    message: Buffer.from(
      sequence === 3 ? 'c3280a22' : Buffer.from(`Grüße ${sequence}`).toString('hex'),
      'hex',
    ),
    running_hash: Buffer.from([sequence]),
    running_hash_version: sequence === 1 ? null : 2,
    payer_account_id: 3,
    ...(sequence === 4 ? { chunk_num: 1, chunk_total: 2, valid_start_timestamp: 9n } : {}),
    ...(sequence === 5
      ? {
          chunk_num: 2,
          chunk_total: 2,
          initial_transaction_id: Buffer.from(
            proto.TransactionID.encode({
              accountID: { accountNum: Long.fromNumber(44) },
              nonce: 6,
              scheduled: true,
              transactionValidStart: { seconds: Long.fromNumber(12), nanos: 34 },
            }).finish(),
          ),
        }
      : {}),
    ...(sequence === 6
      ? { chunk_num: 1, chunk_total: 1, initial_transaction_id: Buffer.from('ffff', 'hex') }
      : {}),
  }));
  await insert(api.database, 'topic_message', messages);
  await insert(api.database, 'transaction', [
    transaction(timeOf(1), 3, { type: 27, entity_id: CHAT }),
    transaction(timeOf(2), 3, { type: 27, entity_id: CHAT, result: 10 }),
    transaction(timeOf(3), 3, { type: 14, entity_id: CHAT }),
  ]);
});
afterAll(() => api.close());

async function problem(path: string): Promise<unknown> {
  const response = await api.get(path);
  const { _status } = (await response.json()) as { _status: { messages: unknown[] } };
  return [response.status, ..._status.messages];
}

describe('a topic', () => {
  it('answers with every field', async () => {
    const body = await (await api.get('/api/v1/topics/0.0.1000')).text();
    expect(body).toContain('"amount":9007199254740993,');
    expect(JSON.parse(body)).toEqual({
      admin_key: { _type: 'ED25519', key: 'aa'.repeat(32) },
      auto_renew_account: '0.0.20',
      auto_renew_period: 7776000,
      created_timestamp: '0.000000005',
      custom_fees: {
        created_timestamp: '0.000000006',
        fixed_fees: [
          { amount: 9007199254740992, collector_account_id: '0.0.21', denominating_token_id: '0.0.77' },
          { amount: 5, collector_account_id: '0.0.22', denominating_token_id: null },
        ],
      },
      deleted: true,
      fee_exempt_key_list: [
        { _type: 'ED25519', key: 'aa'.repeat(32) },
        { _type: 'ECDSA_SECP256K1', key: '02'.repeat(33) },
      ],
      fee_schedule_key: null,
      memo: 'a "memo"',
      submit_key: { _type: 'ECDSA_SECP256K1', key: '02'.repeat(33) },
      timestamp: { from: '0.000000005', to: null },
      topic_id: '0.0.1000',
    });
  });

  it.each(['0.1000', '1000', '0.0.1000?x=y', '1000/'])('is found as %s', async (id) => {
    expect((await api.json(`/api/v1/topics/${id}`)).topic_id).toBe('0.0.1000');
  });

  it.each([
    'AABBCC22',
    '%200.0.1%20',
    '0.0.0.2',
    'a.b.c',
    '.0.1000',
    '-1',
    '9223372036854775807',
    '0.70000.1',
    `0x${'00'.repeat(19)}01`,
  ])('is not found as %s', async (id) => {
    expect(await problem(`/api/v1/topics/${id}`)).toEqual([
      400,
      { message: 'Bad Request', detail: "Failed to convert 'id'" },
    ]);
  });

  it.each([
    [1002, 'Entity not found'],
    [1001, 'Custom fee for entity not found'],
    [1003, 'Topic not found'],
    [9999, 'Topic not found'],
  ])('%i is refused with its own error', async (id, detail) => {
    expect(await problem(`/api/v1/topics/${id}`)).toEqual([404, { message: 'Not Found', detail }]);
  });

  it('refuses other methods', async () => {
    const response = await api.get('/api/v1/topics/1000', { method: 'POST', body: 'x' });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET,HEAD']);
  });
});

describe('messages', () => {
  const PATH = `/api/v1/topics/${CHAT}/messages`;
  interface Message {
    readonly sequence_number: number;
    readonly consensus_timestamp: string;
    readonly message: string;
    readonly chunk_info: unknown;
    readonly running_hash_version: number;
  }
  const list = async (query: string) =>
    ((await api.json(`${PATH}?${query}`)).messages as Message[]).map((message) => message.sequence_number);

  it('answer with every field', async () => {
    const [first] = (await api.json(`${PATH}?limit=1`)).messages as Message[];
    expect(first).toEqual({
      chunk_info: null,
      consensus_timestamp: text(1),
      message: Buffer.from('Grüße 1').toString('base64'),
      payer_account_id: '0.0.3',
      running_hash: 'AQ==',
      running_hash_version: 3,
      sequence_number: 1,
      topic_id: '0.0.7',
    });
  });

  it.each([
    ['utf-8', 'Grüße 2'],
    ['UTF8', 'Grüße 2'],
    ['base64', Buffer.from('Grüße 2').toString('base64')],
  ])('are returned in the encoding %s', async (encoding, expected) => {
    const [message] = (await api.json(`${PATH}?sequencenumber=2&encoding=${encoding}`)).messages as Message[];
    expect(message?.message).toBe(expected);
  });

  it('contain replacement characters for bytes that are not UTF-8', async () => {
    const [message] = (await api.json(`${PATH}?sequencenumber=3&encoding=utf8`)).messages as Message[];
    expect(message?.message).toBe('\ufffd(\n"');
  });

  it('describe their chunks', async () => {
    const { messages } = await api.json(`${PATH}?sequencenumber=gte:4&limit=3`);
    expect((messages as Message[]).map((message) => message.chunk_info)).toEqual([
      {
        initial_transaction_id: {
          account_id: '0.0.3',
          nonce: null,
          scheduled: null,
          transaction_valid_start: '0.000000009',
        },
        number: 1,
        total: 2,
      },
      {
        initial_transaction_id: {
          account_id: '0.0.44',
          nonce: 6,
          scheduled: true,
          transaction_valid_start: '12.000000034',
        },
        number: 2,
        total: 2,
      },
      {
        initial_transaction_id: {
          account_id: '0.0.3',
          nonce: null,
          scheduled: null,
          transaction_valid_start: null,
        },
        number: 1,
        total: 1,
      },
    ]);
  });

  it('are requested as clients do', async () => {
    expect(await list(`&timestamp=gt:${text(3)}&limit=2`)).toEqual([4, 5]);
    expect(await list(`timestamp=gte%3A${text(3)}&timestamp[]=lte%3A${text(4)}&encoding=base64`)).toEqual([
      3, 4,
    ]);
    expect(await list('SequenceNumber=gte:1&sequencenumber=lte:3')).toEqual([1, 2, 3]);
    expect((await api.json('/api/v1/topics/999/messages')).messages).toEqual([]);
    const { links } = await api.json(`${PATH}?limit=2&order=desc`);
    expect(links).toEqual({ next: `${PATH}?limit=2&order=desc&timestamp=lt:${text(COUNT - 1)}` });
  });

  it.each([
    [
      'topics/7/messages?topic.id=7&sequencenumber=2_2&timestamp=18:34&limit=-1',
      [
        'Invalid parameter: sequencenumber',
        'Invalid parameter: timestamp',
        'Invalid parameter: limit',
        'Unknown query parameter: topic.id',
      ],
    ],
    [
      'topics/7/messages?sequencenumber=0&encoding=hex',
      ['Invalid parameter: sequencenumber', 'Invalid parameter: encoding'],
    ],
    ['topics/x/messages?foo=1', ['Invalid parameter: topic.id']],
    [`topics/0x${'00'.repeat(19)}07/messages`, ['Invalid parameter: topic.id']],
    ['topics/0.0.-3/messages/a', ['Invalid parameter: topic.id', 'Invalid parameter: sequencenumber']],
    ['topics/7/messages/1?limit=2', ['Unknown query parameter: limit']],
    ['topics/messages/123abc', ['Invalid parameter: consensus_timestamp']],
  ])('refuse %s', async (path, messages) => {
    expect(await problem(`/api/v1/${path}`)).toEqual([400, ...messages.map((message) => ({ message }))]);
  });

  it('are found one by one, by number and by time', async () => {
    const response = await api.get(`${PATH}/4`);
    expect(response.headers.get('cache-control')).toBe('public, max-age=600');
    expect(await response.json()).toMatchObject({ sequence_number: 4, chunk_info: { number: 1 } });
    expect(await api.json(`/api/v1/topics/messages/${text(1)}`)).toMatchObject({ sequence_number: 1 });
    const missing = [404, { message: 'Not found' }];
    expect(await problem(`${PATH}/${COUNT + 1}`)).toEqual(missing);
    // Transactions of the messages: a failed submission, another transaction, none.
    for (const sequence of [2, 3, 4]) {
      expect(await problem(`/api/v1/topics/messages/${text(sequence)}`)).toEqual(missing);
    }
  });
});
