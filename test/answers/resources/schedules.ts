import { at, base64, hex, type Item, id, keyJson, keyRow, many, type Resource, time } from '../answers.ts';

/** Schedules 1701 to 1704: 1702 is executed and signed, 1703 deleted, 1704 has only its own row. */
const entity = (num: number, more: Item = {}): Item => ({
  id: num,
  num,
  realm: 0,
  shard: 0,
  type: 'SCHEDULE',
  memo: `schedule ${num}`,
  deleted: false,
  timestamp_range: `[${at(50)},)`,
  key: keyRow('a7'),
  ...more,
});

const row = (num: number, creator: number, more: Item = {}): Item => ({
  consensus_timestamp: at(num - 1650),
  creator_account_id: creator,
  payer_account_id: 1002,
  schedule_id: num,
  transaction_body: hex('0a0b'),
  ...more,
});

const schedule = (num: number, creator: number, more: Item = {}): Item => ({
  admin_key: keyJson('a7'),
  consensus_timestamp: time(num - 1650),
  creator_account_id: id(creator),
  deleted: false,
  executed_timestamp: null,
  expiration_time: null,
  memo: `schedule ${num}`,
  payer_account_id: id(1002),
  schedule_id: id(num),
  signatures: [],
  transaction_body: base64('0a0b'),
  wait_for_expiry: false,
  ...more,
});

const signature = (seconds: number, digits: string, type: string): Item => ({
  consensus_timestamp: time(seconds),
  public_key_prefix: base64(digits),
  signature: base64(digits.repeat(3)),
  type,
});

const SCHEDULES = [
  schedule(1701, 1001),
  schedule(1702, 1002, {
    executed_timestamp: time(60),
    expiration_time: time(900),
    signatures: [
      signature(52, '01', 'ED25519'),
      signature(53, '02', 'ECDSA_SECP256K1'),
      signature(54, '03', 'CONTRACT'),
      signature(55, '04', 'RSA_3072'),
      signature(56, '05', 'ECDSA_384'),
      signature(57, '06', 'UNKNOWN'),
    ],
    wait_for_expiry: true,
  }),
  schedule(1703, 1002, { deleted: true }),
  schedule(1704, 1003, { admin_key: null, deleted: null, memo: null }),
];

export const schedules: Resource = {
  rows: {
    entity: [entity(1701), entity(1702), entity(1703, { deleted: true })],
    schedule: [
      row(1701, 1001),
      row(1702, 1002, { executed_timestamp: at(60), expiration_time: at(900), wait_for_expiry: true }),
      row(1703, 1002),
      row(1704, 1003),
    ],
    transaction_signature: many(6, (n) => ({
      // The newest signature is stored first.
      consensus_timestamp: at(58 - n),
      entity_id: 1702,
      public_key_prefix: hex(`0${7 - n}`),
      signature: hex(`0${7 - n}`.repeat(3)),
      type: [3, 6, 2, 4, 5, 9][6 - n],
    })),
  },
  lists: [
    {
      route: '/schedules',
      family: 'ledger',
      items: 'schedules',
      order: 'asc',
      maxAge: 10,
      all: SCHEDULES,
      keys: { 'schedule.id': ({ schedule_id }) => schedule_id },
      filters: {
        'account.id': [
          { value: '1002', eq: 'bc', ne: 'ad', gt: 'd', gte: 'b-d', lt: 'a', lte: 'a-c' },
          { value: '0.0.1002', eq: 'bc', ne: 'ad', gt: 'd', gte: 'b-d', lt: 'a', lte: 'a-c' },
        ],
        'schedule.id': { value: '0.1702', eq: 'b', ne: 'acd', gt: 'cd', gte: 'b-d', lt: 'a', lte: 'ab' },
      },
      cases: {
        'account.id=1001&account.id=1003': '',
        'schedule.id=1701&schedule.id=1703': '',
        'schedule.id=gt:1701&schedule.id=lte:1703&order=desc': 'cb',
        'account.id=1002&limit=1': ['b', 'account.id=1002&limit=1&schedule.id=gt:0.0.1702'],
        'account.id=0.0.0.1': '400 Invalid parameter: account.id',
        'schedule.id=0.0.274877906944': '400 Invalid entity ID "0.0.274877906944"',
        'schedule.id=x&foo=1&account.id=y':
          '400 Invalid parameter: schedule.id | Invalid parameter: account.id | Unknown query parameter: foo',
      },
    },
  ],
  items: [
    {
      route: '/schedules/{scheduleId}',
      family: 'lookup',
      maxAge: 3600,
      answers: {
        '/schedules/1702': SCHEDULES[1] as Item,
        '/schedules/0.0.1703': SCHEDULES[2] as Item,
      },
    },
    {
      route: '/schedules/{scheduleId}',
      family: 'lookup',
      // The current time is after the default lifetime of a schedule without an expiration.
      maxAge: 3600,
      answers: {
        '/schedules/0.1701': SCHEDULES[0] as Item,
        '/schedules/1704': SCHEDULES[3] as Item,
        '/schedules/1705': '404 Not found',
        '/schedules/x': '400 Invalid parameter: scheduleid',
        '/schedules/0x0000000000000000000000000000000000000001': '400 Invalid parameter: scheduleid',
        '/schedules/x?foo=1&bar=2': '400 Unknown query parameter: foo | Unknown query parameter: bar',
      },
    },
  ],
};
