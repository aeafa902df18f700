import { at, hex, type Item, id, type ListAnswers, type Resource, time, word } from '../answers.ts';
import { addressOf, hashOf, OWN_ADDRESS, REST } from './executions.ts';

/* Logs of the executions in `executions.ts`. */

export interface Log {
  readonly seconds: number;
  readonly index: number;
  readonly contract: number;
  readonly topics: readonly (string | null)[];
  readonly data?: string;
}
export const LOGS: readonly Log[] = [
  { seconds: 103, index: 0, contract: 1501, topics: ['01', '0a'], data: '' },
  { seconds: 107, index: 0, contract: 1010, topics: ['01'] },
  { seconds: 110, index: 0, contract: 1010, topics: ['02', '0b', '0c', '0d'] },
  { seconds: 110, index: 1, contract: 1011, topics: ['01', '0b'] },
  { seconds: 110, index: 2, contract: 1010, topics: ['02', '0a', '0e'] },
  { seconds: 111, index: 0, contract: 1011, topics: ['', null, '0c', '0d'] },
];
const BLOCKS_OF: Readonly<Record<number, number>> = { 103: 1, 107: 2, 110: 2, 111: 3 };
export const shortLog = ({ contract: num, topics, data = '05' }: Log): Item => ({
  address: addressOf(num),
  bloom: '0x',
  contract_id: id(num),
  data: data === '' ? '0x' : `0x${data.padStart(64, '0')}`,
  topics: topics.flatMap((topic) => (topic === null ? [] : [`0x${topic.padStart(64, '0')}`])),
});
const log = (one: Log): Item => {
  const { seconds, index, contract: num } = one;
  const number = BLOCKS_OF[seconds] ?? 0;
  return {
    ...shortLog(one),
    block_hash: `0x${String(number).repeat(96)}`,
    block_number: number,
    index,
    root_contract_id: num === 1501 ? null : id(1010),
    timestamp: time(seconds),
    transaction_hash: num === 1501 ? '0x' : `0x${hashOf(seconds)}`,
    transaction_index: num === 1501 ? 2 : 0,
  };
};
const logKeys = { timestamp: (item: Item) => item.timestamp, index: (item: Item) => item.index };
const CANNOT = '400 Cannot search topics without a valid timestamp range: ';
const WITHIN = 'timestamp=gte:100&timestamp=lte:120';
const NOT_EQUAL = (name: string): string => `400 Not equal (ne) operator is not supported for ${name}`;
const eq = (value: string, shown: string, before = WITHIN) => ({ with: before, value, eq: shown });

function listLogs(route: string, maxAge: number): ListAnswers {
  return {
    route,
    family: 'ledger',
    items: 'logs',
    order: 'desc',
    maxAge,
    all: LOGS.map(log),
    keys: logKeys,
    filters: {
      timestamp: {
        value: '110',
        eq: 'c-e',
        ne: NOT_EQUAL('timestamp'),
        gt: 'f',
        gte: 'c-f',
        lt: 'ab',
        lte: 'a-e',
      },
      index: [
        {
          with: 'timestamp=110',
          value: '1',
          eq: 'd',
          ne: NOT_EQUAL('index'),
          gt: 'e',
          gte: 'de',
          lt: 'c',
          lte: 'cd',
        },
        {
          with: 'timestamp=gte:110',
          value: '1',
          eq: '400 timestamp must have eq operator',
          ne: NOT_EQUAL('index'),
          gt: 'ef',
          gte: 'd-f',
          lt: '400 timestamp must have lte or eq operator',
          lte: '400 timestamp must have lte or eq operator',
        },
        {
          with: 'timestamp=lte:110',
          value: '1',
          eq: '400 timestamp must have eq operator',
          ne: NOT_EQUAL('index'),
          gt: '400 timestamp must have gte or eq operator',
          gte: '400 timestamp must have gte or eq operator',
          lt: 'a-c',
          lte: 'a-d',
        },
      ],
      topic0: [eq('0x01', 'abd'), eq(word(2), 'ce'), eq('0', 'f')],
      topic1: eq('b', 'cd'),
      topic2: eq('0c', 'cf'),
      topic3: eq('0x0d', 'cf'),
      ...(route.includes('{')
        ? {}
        : {
            'transaction.hash': [
              eq(hashOf(110), 'c-e', 'limit=9'),
              eq(hashOf(110) + REST, 'c-e', 'limit=9'),
              eq(`0x${hashOf(111)}`, 'f', 'timestamp=gt:110'),
            ],
          }),
    },
    cases: {
      'timestamp=gte:110&timestamp=lte:110&index=1': 'd',
      'timestamp=110&index=gte:1&limit=1': ['e', 'timestamp=110&index=gte:1&index=lt:2&limit=1'],
      'timestamp=110&index=gte:2&limit=1': 'e',
      'timestamp=110&index=lte:0&limit=1': 'c',
      'topic0=1&topic0=2&timestamp=110': 'edc',
      'topic0=2&topic1=b&timestamp=110': 'c',
      'topic0=1': `${CANNOT}No timestamp range or eq operator provided`,
      'topic0=1&timestamp=gt:1': `${CANNOT}Timestamp range must have gt (or gte) and lt (or lte), or eq operator`,
      'topic0=1&timestamp=gt:1&timestamp=lt:604803': `${CANNOT}Timestamp range by the lower and upper bounds must be positive and within 7d`,
      'topic0=1&timestamp=gt:1&timestamp=gte:2&timestamp=lt:3': `${CANNOT}Multiple gt or gte operators not permitted for timestamp param`,
      'topic0=1&timestamp=lt:1&timestamp=lte:2&timestamp=gt:3': `${CANNOT}Multiple lt or lte operators not permitted for timestamp param`,
      'topic0=1&timestamp=1&timestamp=gt:3': `${CANNOT}Cannot combine eq with ne, gt, gte, lt, or lte for timestamp param`,
      'topic0=1&timestamp=ne:1': `${CANNOT}Not equals operator not supported for timestamp param`,
      'index=1': '400 timestamp must have eq operator',
      'index=1&index=2': '400 timestamp must have eq operator',
      'timestamp=gt:1&timestamp=gt:2&index=1': '400 timestamp must have eq operator',
      'index=gt:1': '400 index without a timestamp parameter filter',
      'timestamp=1&timestamp=2': '400 Only one equal (eq) operator is allowed for timestamp',
      'timestamp=1&timestamp=gt:2': "400 Can't support both range and equal for timestamp",
      'topic0=xyz&index=-1': '400 Invalid parameter: topic0 | Invalid parameter: index',
      ...(route.includes('{')
        ? { [`transaction.hash=${hashOf(1)}`]: '400 Unknown query parameter: transaction.hash' }
        : {
            [`transaction.hash=${hashOf(1)}`]: '',
            [`transaction.hash=${hashOf(110)}&timestamp=lt:110`]: '',
            [`transaction.hash=${hashOf(1)}&transaction.hash=${hashOf(1)}`]:
              '400 Only one transaction.hash filter is allowed',
            'transaction.hash=12': '400 Invalid parameter: transaction.hash',
          }),
    },
  };
}

export const logs: Resource = {
  rows: {
    transaction_hash: [
      { consensus_timestamp: at(110), hash: hex(hashOf(110) + REST), payer_account_id: 1002 },
      // Only the first 32 bytes of this hash are known, the length of an Ethereum hash.
      { consensus_timestamp: at(111), hash: hex(hashOf(111)), payer_account_id: 1004 },
    ],
    contract_log: LOGS.map(({ seconds, index, contract: num, topics, data = '05' }) => ({
      consensus_timestamp: at(seconds),
      index,
      contract_id: num,
      root_contract_id: num === 1501 ? null : 1010,
      bloom: hex(''),
      data: hex(data),
      payer_account_id: 1002,
      synthetic: num === 1501,
      transaction_hash: num === 1501 ? null : hex(hashOf(seconds)),
      transaction_index: num === 1501 ? 2 : 0,
      ...Object.fromEntries(
        topics.map((topic, index) => [`topic${index}`, topic === null ? null : hex(topic)]),
      ),
    })),
  },
  lists: [
    listLogs('/contracts/results/logs', 10),
    listLogs('/contracts/logs', 10),
    {
      ...listLogs('/contracts/{contractIdOrAddress}/results/logs', 1),
      path: { contractIdOrAddress: '1010' },
      all: [LOGS[1], LOGS[2], LOGS[4]].map((one) => log(one as Log)),
      filters: {
        timestamp: {
          value: '110',
          eq: 'bc',
          ne: NOT_EQUAL('timestamp'),
          gt: '',
          gte: 'bc',
          lt: 'a',
          lte: 'a-c',
        },
        index: {
          with: 'timestamp=110',
          value: '1',
          eq: '',
          ne: NOT_EQUAL('index'),
          gt: 'c',
          gte: 'c',
          lt: 'b',
          lte: 'b',
        },
        topic0: eq('0x01', 'a'),
        topic1: eq('b', 'b'),
        topic2: eq('0c', 'b'),
        topic3: eq('0x0d', 'b'),
      },
      cases: {
        'topic0=1': `${CANNOT}No timestamp range or eq operator provided`,
        'index=1': '400 timestamp must have eq operator',
        [`transaction.hash=${hashOf(1)}`]: '400 Unknown query parameter: transaction.hash',
      },
      paths: {
        [`/contracts/0x${OWN_ADDRESS}/results/logs?timestamp=107`]: 'a',
        '/contracts/1099/results/logs': '',
        '/contracts/0/results/logs': '',
        [`/contracts/0x${'00'.repeat(20)}/results/logs`]: '',
        '/contracts/x/results/logs': '400 Invalid parameter: contractid',
      },
    },
  ],
};
