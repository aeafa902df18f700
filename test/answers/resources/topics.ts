import {
  at,
  base64,
  hex,
  type Item,
  id,
  keyJson,
  keyRow,
  type Resource,
  since,
  span,
  time,
} from '../answers.ts';

/** Topic 1601 with five messages (the fourth of a transaction that failed), 1602 deleted and with fees, 1603 without an entity, 1604 without fees. */
const entity = (num: number, more: Item = {}): Item => ({
  id: num,
  num,
  realm: 0,
  shard: 0,
  type: 'TOPIC',
  memo: `topic ${num}`,
  created_timestamp: at(20),
  deleted: false,
  timestamp_range: since(20),
  auto_renew_account_id: 1001,
  auto_renew_period: 7_776_000,
  ...more,
});

const ONE: Item = {
  admin_key: keyJson('b1'),
  auto_renew_account: id(1001),
  auto_renew_period: 7_776_000,
  created_timestamp: time(20),
  custom_fees: { created_timestamp: time(20), fixed_fees: [] },
  deleted: false,
  fee_exempt_key_list: [],
  fee_schedule_key: null,
  memo: 'topic 1601',
  submit_key: keyJson('b2'),
  timestamp: span(20),
  topic_id: id(1601),
};

const row = (sequence: number, more: Item = {}): Item => ({
  consensus_timestamp: at(129 + sequence, sequence),
  message: hex('68c3a9'),
  running_hash: hex(`0${sequence}`.repeat(48)),
  running_hash_version: 3,
  sequence_number: sequence,
  payer_account_id: 1001,
  topic_id: 1601,
  valid_start_timestamp: at(120),
  ...more,
});

const message = (sequence: number, more: Item = {}): Item => ({
  chunk_info: null,
  consensus_timestamp: time(129 + sequence, sequence),
  message: base64('68c3a9'),
  payer_account_id: id(1001),
  running_hash: base64(`0${sequence}`.repeat(48)),
  running_hash_version: 3,
  sequence_number: sequence,
  topic_id: id(1601),
  ...more,
});

/** Messages 2 and 3 are chunks; the id of the first transaction is stored for message 3. Message 5 is of version 2. */
const MESSAGES = [
  message(1),
  message(2, {
    chunk_info: {
      initial_transaction_id: {
        account_id: id(1001),
        nonce: null,
        scheduled: null,
        transaction_valid_start: time(120),
      },
      number: 1,
      total: 2,
    },
  }),
  message(3, {
    chunk_info: {
      initial_transaction_id: {
        account_id: id(5),
        nonce: 0,
        scheduled: true,
        transaction_valid_start: time(7, 8),
      },
      number: 2,
      total: 2,
    },
  }),
  message(4),
  message(5, { running_hash_version: 2 }),
];

export const topics: Resource = {
  rows: {
    entity: [
      entity(1601),
      entity(1602, { deleted: true, auto_renew_account_id: 0, timestamp_range: since(22) }),
      entity(1604),
    ],
    topic: [
      { id: 1601, admin_key: keyRow('b1'), submit_key: keyRow('b2'), timestamp_range: since(20) },
      {
        id: 1602,
        fee_schedule_key: keyRow('b3'),
        // A list of two keys (KeyList of basic_types.proto).
        fee_exempt_key_list: hex(`0a221220${'b4'.repeat(32)}0a221220${'b5'.repeat(32)}`),
        timestamp_range: since(20),
      },
      { id: 1603, timestamp_range: since(20) },
      { id: 1604, timestamp_range: since(20) },
    ],
    custom_fee: [
      { entity_id: 1601, timestamp_range: since(20), fixed_fees: '[]' },
      {
        entity_id: 1602,
        timestamp_range: since(21),
        fixed_fees: JSON.stringify([
          { amount: 9, collector_account_id: 1002, denominating_token_id: null },
          { amount: 8, collector_account_id: 1003, denominating_token_id: 1501 },
        ]),
      },
      { entity_id: 1603, timestamp_range: since(20) },
    ],
    topic_message: [
      row(1),
      row(2, { chunk_num: 1, chunk_total: 2 }),
      // TransactionID of basic_types.proto: valid start 7 s and 8 ns, account 5, scheduled.
      row(3, { chunk_num: 2, chunk_total: 2, initial_transaction_id: hex('0a040807100812021805' + '1801') }),
      row(4, { running_hash_version: null }),
      row(5, { running_hash_version: 2 }),
    ],
  },
  lists: [
    {
      route: '/topics/{topicId}/messages',
      path: { topicId: '1601' },
      family: 'ledger',
      items: 'messages',
      order: 'asc',
      maxAge: 1,
      all: MESSAGES,
      // The next link contains the time even if the request has only the number.
      keys: { timestamp: ({ consensus_timestamp }) => consensus_timestamp },
      filters: {
        sequencenumber: { value: '3', eq: 'c', ne: 'abde', gt: 'de', gte: 'c-e', lt: 'ab', lte: 'a-c' },
        timestamp: {
          value: '132.000000003',
          eq: 'c',
          ne: 'abde',
          gt: 'de',
          gte: 'c-e',
          lt: 'ab',
          lte: 'a-c',
        },
        encoding: { value: 'base64', eq: 'a-e', ne: 'a-e', gt: 'a-e', gte: 'a-e', lt: 'a-e', lte: 'a-e' },
      },
      cases: {
        'sequencenumber=2&sequencenumber=3': '',
        'sequencenumber=gt:1&sequencenumber=lt:4&order=desc': 'cb',
        'timestamp=gt:131&timestamp=lt:133': 'bc',
        'sequencenumber=0': '400 Invalid parameter: sequencenumber',
        'encoding=ascii&sequencenumber=9223372036854775808':
          '400 Invalid parameter: encoding | Invalid parameter: sequencenumber',
      },
      paths: {
        '/topics/0.0.1699/messages': '',
        '/topics/x/messages?limit=0': '400 Invalid parameter: topic.id',
        '/topics/1024.0.5/messages': '400 Invalid entity ID "1024.0.5"',
      },
    },
  ],
  items: [
    {
      route: '/topics/{topicId}',
      family: 'network',
      maxAge: 5,
      answers: {
        '/topics/1601': ONE,
        '/topics/0.0.1602': {
          ...ONE,
          admin_key: null,
          auto_renew_account: null,
          custom_fees: {
            created_timestamp: time(21),
            fixed_fees: [
              { amount: 9, collector_account_id: id(1002), denominating_token_id: null },
              { amount: 8, collector_account_id: id(1003), denominating_token_id: id(1501) },
            ],
          },
          deleted: true,
          fee_exempt_key_list: [keyJson('b4'), keyJson('b5')],
          fee_schedule_key: keyJson('b3'),
          memo: 'topic 1602',
          submit_key: null,
          timestamp: span(22),
          topic_id: id(1602),
        },
        '/topics/1600': '404 Topic not found',
        '/topics/1603': '404 Entity not found',
        '/topics/1604': '404 Custom fee for entity not found',
        '/topics/x': "400 Failed to convert 'id'",
        '/topics/0x0000000000000000000000000000000000000641': "400 Failed to convert 'id'",
      },
    },
    {
      route: '/topics/{topicId}/messages/{sequenceNumber}',
      family: 'lookup',
      maxAge: 600,
      answers: {
        '/topics/1601/messages/3': MESSAGES[2] as Item,
        '/topics/1601/messages/6': '404 Not found',
        '/topics/1601/messages/x': '400 Invalid parameter: sequencenumber',
        '/topics/x/messages/0': '400 Invalid parameter: topic.id | Invalid parameter: sequencenumber',
        '/topics/x/messages/1?foo=1': '400 Unknown query parameter: foo',
      },
    },
    {
      route: '/topics/messages/{timestamp}',
      family: 'lookup',
      maxAge: 600,
      answers: {
        '/topics/messages/130.000000001': MESSAGES[0] as Item,
        '/topics/messages/133.000000004': '404 Not found',
        '/topics/messages/130': '404 Not found',
        '/topics/messages/1.': '400 Invalid parameter: consensus_timestamp',
        '/topics/messages/x?foo=1': '400 Unknown query parameter: foo',
      },
    },
    {
      route: '/topics/{topicId}/messages',
      family: 'ledger',
      maxAge: 1,
      answers: {
        '/topics/1601/messages?encoding=utf-8&sequencenumber=5': {
          messages: [{ ...MESSAGES[4], message: 'hé' }],
          links: { next: null },
        },
        '/topics/1601/messages?encoding=UTF8&sequencenumber=5': {
          messages: [{ ...MESSAGES[4], message: 'hé' }],
          links: { next: null },
        },
      },
    },
  ],
};
