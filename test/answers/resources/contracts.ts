import {
  address,
  at,
  hex,
  type Item,
  id,
  keyJson,
  keyRow,
  type ListAnswers,
  type Request,
  type Resource,
  since,
  span,
  time,
  word,
} from '../answers.ts';

/*
 * Contracts 1010 to 1013, whose entities stand in `accounts.ts`, and what ran: a call that reverted at 107 s, one that
 * called another contract at 110 s (the child a nanosecond later), an Ethereum transaction at 111 s, a call without an
 * outcome at 116 s, one refused for its nonce at 117 s. The transfer of tokens at 103 s left a log without a contract.
 */

const TESTNET_DEMO = '0x12a';
const TINYBAR = 10_000_000_000n;
const OWN_ADDRESS = '10'.repeat(20);
const hashOf = (seconds: number): string => seconds.toString(16).padStart(64, '7');
/** What transaction hashes have behind their first 32 bytes. */
const REST = '88'.repeat(16);
const BLOOM = 'b1'.repeat(256);
const NO_BLOOM = `0x${'00'.repeat(256)}`;
/** 852,000 thousandths of a cent by ten cents, rounded down: the rates of 60 s, fees as of the hour's begin. */
const PRICE = 85n;
const quantity = (value: bigint): string => `0x${value.toString(16)}`;

// Contracts.

const contract = (num: number, more: Item = {}): Item => ({
  admin_key: null,
  auto_renew_account: null,
  auto_renew_period: null,
  contract_id: id(num),
  created_timestamp: time(10),
  deleted: false,
  evm_address: num === 1010 ? `0x${OWN_ADDRESS}` : address(num),
  expiration_timestamp: null,
  file_id: null,
  max_automatic_token_associations: null,
  memo: `memo ${num}`,
  nonce: 0,
  obtainer_id: null,
  permanent_removal: null,
  proxy_account_id: null,
  timestamp: span(10),
  ...more,
});
const CONTRACTS = [contract(1010, { file_id: id(1030) }), contract(1011), contract(1012), contract(1013)];
const detailed = (item: Item | undefined, bytecode: string, runtime: string): Item => ({
  ...item,
  bytecode,
  runtime_bytecode: runtime,
});
const FIRST = detailed(CONTRACTS[0], '0x6001', '0x6002');
const OLD_ROW = {
  id: 1012,
  num: 1012,
  realm: 0,
  shard: 0,
  type: 'CONTRACT',
  memo: 'old',
  created_timestamp: at(5),
  deleted: false,
  timestamp_range: since(5, 10),
  key: keyRow('ab'),
  auto_renew_account_id: 1001,
  auto_renew_period: 20,
  ethereum_nonce: 2,
  max_automatic_token_associations: 3,
  obtainer_id: 1002,
  permanent_removal: true,
  proxy_account_id: 1003,
};
const OLD = detailed(
  contract(1012, {
    admin_key: keyJson('ab'),
    auto_renew_account: id(1001),
    auto_renew_period: 20,
    created_timestamp: time(5),
    expiration_timestamp: time(25),
    max_automatic_token_associations: 3,
    memo: 'old',
    nonce: 2,
    obtainer_id: id(1002),
    permanent_removal: true,
    proxy_account_id: id(1003),
    timestamp: span(5, 10),
  }),
  '0x',
  '0x',
);

// Results.

const resultRow = (seconds: number, num: number, sender: number | null, more: Item = {}): Item => ({
  consensus_timestamp: at(seconds),
  contract_id: num,
  sender_id: sender,
  payer_account_id: sender ?? 1002,
  function_parameters: hex('aa'),
  gas_limit: 1000,
  gas_used: 900,
  gas_consumed: 800,
  amount: 0,
  bloom: hex(''),
  call_result: hex(''),
  created_contract_ids: [],
  transaction_hash: hex(hashOf(seconds)),
  transaction_index: 0,
  transaction_result: 22,
  transaction_nonce: 0,
  ...more,
});
const addressOf = (num: number): string => (num === 1010 ? `0x${OWN_ADDRESS}` : address(num));
const result = (seconds: number, num: number, sender: number | null, more: Item = {}): Item => ({
  address: addressOf(num),
  amount: 0,
  bloom: NO_BLOOM,
  call_result: '0x',
  contract_id: id(num),
  created_contract_ids: [],
  error_message: null,
  from: sender === null ? null : address(sender),
  function_parameters: '0xaa',
  gas_consumed: 800,
  gas_limit: 1000,
  gas_used: 900,
  hash: `0x${hashOf(seconds)}`,
  timestamp: time(seconds),
  to: address(num),
  ...more,
});
const block = (number: number, gas: number | null = 1000 * number): Item => ({
  block_gas_used: gas,
  block_hash: `0x${String(number).repeat(96)}`,
  block_number: number,
});
const details = (item: Item, inBlock: Item, more: Item = {}): Item => ({
  ...item,
  ...inBlock,
  access_list: [],
  chain_id: TESTNET_DEMO,
  failed_initcode: null,
  gas_price: quantity(PRICE),
  max_fee_per_gas: null,
  max_priority_fee_per_gas: null,
  nonce: null,
  r: null,
  result: 'SUCCESS',
  s: null,
  status: '0x1',
  transaction_index: 0,
  type: 0,
  v: null,
  ...more,
});

const REVERTED = result(107, 1010, 1002, { error_message: 'reverted', from: address(1002) });
const CALLED = result(110, 1010, 1002, {
  amount: 7,
  bloom: `0x${BLOOM}`,
  call_result: '0x01',
  created_contract_ids: [id(1012)],
});
const CHILD = { ...result(110, 1011, 1010), timestamp: time(110, 1) };
const ETHEREUM = result(111, 1011, 1004);
const OPEN = result(116, 1010, null);

/** In weibars: prices of two tinybars, a tip of one and a half, a value of three and a half. */
const FEES = { max: 2n * TINYBAR, tip: (3n * TINYBAR) / 2n, value: (7n * TINYBAR) / 2n };
const bytes = (value: bigint): string => {
  const text = value.toString(16);
  return hex(text.padStart(text.length + (text.length % 2), '0'));
};
const AUTHORIZATION = {
  address: `0x${'44'.repeat(20)}`,
  chain_id: '0x1',
  nonce: 1,
  r: '0x1',
  s: '0x2',
  y_parity: '0x0',
};
const ACCESS = { address: `0x${'55'.repeat(20)}`, storage_keys: [word(1)] };
const ofEthereum = (inTinybars: boolean): Item => ({
  access_list: [ACCESS],
  amount: inTinybars ? 3 : Number(FEES.value),
  authorization_list: [AUTHORIZATION],
  function_parameters: '0xc0de',
  gas_price: '0x',
  max_fee_per_gas: quantity(inTinybars ? 2n : FEES.max),
  max_priority_fee_per_gas: quantity(inTinybars ? 1n : FEES.tip),
  nonce: 4,
  r: '0x0a',
  s: '0x0b',
  to: `0x${'11'.repeat(20)}`,
  type: 2,
  v: 1,
});

const IN_BLOCK = { 1: block(1), 2: block(2), 3: block(3), 4: block(4, null) };
const SYNTHETIC = details(
  result(103, 1501, 1002, {
    amount: null,
    bloom: '0x',
    function_parameters: '0x',
    gas_consumed: null,
    gas_limit: 0,
    gas_used: null,
    hash: '0x',
  }),
  IN_BLOCK[1],
  { transaction_index: 2 },
);
const D_REVERTED = details(REVERTED, IN_BLOCK[2], { result: 'CONTRACT_REVERT_EXECUTED', status: '0x0' });
const D_CALLED = details(CALLED, IN_BLOCK[2], { transaction_index: 1 });
const D_CHILD = details(CHILD, IN_BLOCK[3], { transaction_index: 1 });
const D_ETHEREUM = details(ETHEREUM, IN_BLOCK[3], ofEthereum(true));
const D_OPEN = details(OPEN, IN_BLOCK[4]);
const inWeibars = (item: Item): Item => ({
  ...item,
  amount: Number(BigInt(Number(item.amount)) * TINYBAR),
  gas_price: quantity(PRICE * TINYBAR),
});

// Logs.

interface Log {
  readonly seconds: number;
  readonly index: number;
  readonly contract: number;
  readonly topics: readonly (string | null)[];
  readonly data?: string;
}
const LOGS: readonly Log[] = [
  { seconds: 103, index: 0, contract: 1501, topics: ['01', '0a'], data: '' },
  { seconds: 107, index: 0, contract: 1010, topics: ['01'] },
  { seconds: 110, index: 0, contract: 1010, topics: ['02', '0b', '0c', '0d'] },
  { seconds: 110, index: 1, contract: 1011, topics: ['01', '0b'] },
  { seconds: 110, index: 2, contract: 1010, topics: ['02', '0a', '0e'] },
  { seconds: 111, index: 0, contract: 1011, topics: ['', null, '0c', '0d'] },
];
const BLOCKS_OF: Readonly<Record<number, number>> = { 103: 1, 107: 2, 110: 2, 111: 3 };
const shortLog = ({ contract: num, topics, data = '05' }: Log): Item => ({
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

function logs(route: string, maxAge: number): ListAnswers {
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

// Storage of 1010.

const slot = (number: number, value: Item[string], seconds: number): Item => ({
  address: `0x${OWN_ADDRESS}`,
  contract_id: id(1010),
  slot: word(number),
  timestamp: time(seconds),
  value,
});
const CHANGES = [
  { seconds: 107, slot: '01', read: '', written: '05' },
  { seconds: 107, slot: '02', read: '08', written: null },
  { seconds: 110, slot: '01', read: '05', written: '06' },
];
const state = (slots: readonly Item[]): Item => ({ state: slots, links: { next: null } });
const [AT_107, AT_110] = [
  [slot(1, word(5), 107), slot(2, word(8), 107)],
  [slot(1, word(6), 110), slot(2, word(8), 107)],
];
const stateChange = (change: (typeof CHANGES)[number]): Item => ({
  address: `0x${OWN_ADDRESS}`,
  contract_id: id(1010),
  slot: word(Number(`0x${change.slot}`)),
  value_read: word(Number(`0x0${change.read}`)),
  value_written: change.written === null ? null : word(Number(`0x${change.written}`)),
});

// What the call at 110 s called.

const ACTIONS = [
  { index: 0, call_type: 1, call_operation_type: 1, recipient_contract: 1010, result_data_type: 11 },
  { index: 1, call_type: 2, call_operation_type: 6, recipient_account: 1003, result_data_type: 12, depth: 1 },
  {
    index: 2,
    call_type: 3,
    call_operation_type: 4,
    recipient_address: '66'.repeat(20),
    result_data_type: 13,
    depth: 1,
  },
  {
    index: 3,
    call_type: 4,
    call_operation_type: null,
    recipient_contract: 1011,
    result_data_type: 11,
    depth: 2,
  },
] as const;
const action = (index: number, more: Item): Item => ({
  call_depth: 0,
  call_operation_type: 'CALL',
  call_type: 'CALL',
  caller: id(1002),
  caller_type: 'ACCOUNT',
  from: address(1002),
  gas: 500,
  gas_used: 400,
  index,
  input: '0x1122',
  recipient: id(1010),
  recipient_type: 'CONTRACT',
  result_data: '0x33',
  result_data_type: 'OUTPUT',
  timestamp: time(110),
  to: address(1010),
  value: 9,
  ...more,
});

const TRANSACTION_ID =
  'Invalid Transaction id. Please use "shard.realm.num-sss-nnn" format where sss are seconds and nnn are nanoseconds';
const single = (
  item: Item,
  ownLogs: readonly number[],
  changes: readonly number[],
  more: Item = {},
): Item => ({
  ...item,
  logs: ownLogs.map((place) => {
    const one = LOGS[place] as Log;
    return { ...shortLog(one), index: one.index };
  }),
  state_changes: changes.map((place) => stateChange(CHANGES[place] as (typeof CHANGES)[number])),
  ...more,
});
const S_REVERTED = single(D_REVERTED, [1], [0, 1]);
const S_CALLED = single(D_CALLED, [2, 3, 4], [2]);
const S_ETHEREUM = single(D_ETHEREUM, [5], [], { gas_limit: 5000 });
const noOperators = (url: string, name: string, value: string, text: string): Record<string, string> =>
  Object.fromEntries(['ne', 'gt', 'gte', 'lt', 'lte'].map((one) => [`${url}?${name}=${one}:${value}`, text]));

const RESULT_FILTERS = (internal: string, all: string) => ({
  hbar: { value: 'true', eq: all },
  internal: { value: 'TRUE', eq: internal },
});
const SENDER = { value: '1003', eq: '', ne: 'bcd', gt: 'd', gte: 'd', lt: 'bc', lte: 'bc' };
const BLOCK_RULES = {
  'transaction.index=1':
    '400 Invalid parameter usage: transaction.index - transaction.index requires block.number or block.hash filter to be specified',
  [`block.number=1&block.hash=${'1'.repeat(64)}`]:
    '400 Invalid parameter usage: block.hash - cannot combine block.number and block.hash',
  [`from=0x${'ee'.repeat(20)}`]: '404 Not found',
  'block.number=x&block.hash=y&from=z&hbar=1&internal=2&transaction.index=-1':
    '400 Invalid parameter: block.number | Invalid parameter: block.hash | Invalid parameter: from | Invalid parameter: hbar | Invalid parameter: internal | Invalid parameter: transaction.index',
};

export const contracts: Resource = {
  rows: {
    contract: [
      { id: 1010, file_id: 1030, runtime_bytecode: hex('6002') },
      { id: 1011, initcode: hex('6003') },
    ],
    file_data: [
      // Hex digits as text; the second part was appended later, behind the creation.
      { entity_id: 1030, consensus_timestamp: at(9), transaction_type: 17, file_data: Buffer.from('6001') },
      { entity_id: 1030, consensus_timestamp: at(11), transaction_type: 16, file_data: Buffer.from('ff') },
    ],
    entity_history: [OLD_ROW],
    contract_result: [
      resultRow(107, 1010, 1002, { transaction_result: 33, error_message: 'reverted' }),
      resultRow(110, 1010, 1002, {
        amount: 7,
        bloom: hex(BLOOM),
        call_result: hex('01'),
        created_contract_ids: [1012],
        transaction_index: 1,
      }),
      {
        ...resultRow(110, 1011, 1010),
        consensus_timestamp: at(110, 1),
        transaction_nonce: 1,
        transaction_index: 1,
      },
      resultRow(111, 1011, 1004),
      resultRow(116, 1010, null, { call_result: null }),
      resultRow(117, 1010, 1002, { transaction_result: 312 }),
    ],
    ethereum_transaction: [
      {
        consensus_timestamp: at(111),
        payer_account_id: 1004,
        access_list: JSON.stringify([ACCESS]),
        authorization_list: JSON.stringify([AUTHORIZATION]),
        call_data: hex('c0de'),
        chain_id: hex('012a'),
        data: hex('00'),
        gas_limit: 5000,
        hash: hex(hashOf(111)),
        max_fee_per_gas: bytes(FEES.max),
        max_gas_allowance: 0,
        max_priority_fee_per_gas: bytes(FEES.tip),
        nonce: 4,
        recovery_id: 1,
        signature_r: hex('0a'),
        signature_s: hex('0b'),
        to_address: hex('11'.repeat(20)),
        type: 2,
        value: bytes(FEES.value),
      },
    ],
    contract_transaction: [
      [107, 0, 1002, [1010]],
      [107, 0, 1010, [1010]],
      [110, 0, 1002, [1010, 1011]],
      [110, 0, 1010, [1010, 1011]],
      [110, 1, 1002, [1011]],
      [111, 0, 1004, [1011]],
      [111, 0, 1011, [1011]],
      [116, 0, 1010, [1010]],
    ].map(([seconds, nanos, entity, ids]) => ({
      consensus_timestamp: at(Number(seconds), Number(nanos)),
      entity_id: entity,
      contract_ids: ids,
      payer_account_id: seconds === 111 ? 1004 : 1002,
    })),
    contract_transaction_hash: [107, 110, 111].map((seconds) => ({
      consensus_timestamp: at(seconds),
      hash: hex(hashOf(seconds)),
      payer_account_id: seconds === 111 ? 1004 : 1002,
      entity_id: seconds === 111 ? 1004 : 1002,
      transaction_result: seconds === 107 ? 33 : 22,
    })),
    transaction_hash: [
      { consensus_timestamp: at(110), hash: hex(hashOf(110) + REST), payer_account_id: 1002 },
      // Only what an Ethereum hash has is known of the other.
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
        topics.map((topic, place) => [`topic${place}`, topic === null ? null : hex(topic)]),
      ),
    })),
    contract_state: [1, 2, 3, 4].map((number) => ({
      contract_id: 1010,
      created_timestamp: at(107),
      modified_timestamp: at(110),
      slot: hex(word(number).slice(2)),
      // Nothing is zero, and a value may be unknown.
      value: number === 3 ? hex('') : number === 4 ? null : hex(`0${number}`),
    })),
    contract_state_change: CHANGES.map(({ seconds, slot: key, read, written }) => ({
      consensus_timestamp: at(seconds),
      contract_id: 1010,
      payer_account_id: 1002,
      slot: hex(key),
      value_read: hex(read),
      value_written: written === null ? null : hex(written),
    })),
    contract_action: ACTIONS.map((one) => ({
      call_depth: 'depth' in one ? one.depth : 0,
      call_type: one.call_type,
      call_operation_type: one.call_operation_type,
      caller: one.index === 0 ? 1002 : 1010,
      caller_type: one.index === 0 ? 'ACCOUNT' : 'CONTRACT',
      consensus_timestamp: at(110),
      gas: 500,
      gas_used: 400,
      index: one.index,
      input: hex('1122'),
      payer_account_id: 1002,
      recipient_account: 'recipient_account' in one ? one.recipient_account : null,
      recipient_contract: 'recipient_contract' in one ? one.recipient_contract : null,
      recipient_address: 'recipient_address' in one ? hex(one.recipient_address) : null,
      result_data: hex('33'),
      result_data_type: one.result_data_type,
      value: 9,
    })),
  },
  lists: [
    {
      route: '/contracts',
      family: 'ledger',
      items: 'contracts',
      order: 'desc',
      maxAge: 10,
      all: CONTRACTS,
      keys: { 'contract.id': ({ contract_id }) => contract_id },
      filters: {
        'contract.id': [
          { value: '1011', eq: 'b', ne: 'acd', gt: 'cd', gte: 'b-d', lt: 'a', lte: 'ab' },
          { value: OWN_ADDRESS, eq: 'a' },
        ],
      },
      cases: {
        'contract.id=1010&contract.id=1012': 'ca',
        [`contract.id=${'ee'.repeat(20)}`]: '',
        [`contract.id=0x${OWN_ADDRESS}`]: '400 Invalid parameter: contract.id',
        'contract.id=gt:1010&contract.id=lt:1013&limit=1': [
          'c',
          'contract.id=gt:1010&contract.id=lt:0.0.1012&limit=1',
        ],
        'contract.id=x': '400 Invalid parameter: contract.id',
      },
    },
    {
      route: '/contracts/results',
      family: 'ledger',
      items: 'results',
      order: 'desc',
      maxAge: 10,
      all: [SYNTHETIC, D_REVERTED, D_CALLED, D_ETHEREUM, D_OPEN],
      keys: { timestamp: ({ timestamp }) => timestamp },
      filters: {
        from: [SENDER, { value: address(1002), eq: 'bc', ne: 'd', gt: 'd', gte: 'b-d', lt: '', lte: 'bc' }],
        timestamp: { value: '110', eq: 'c', ne: 'abde', gt: 'de', gte: 'c-e', lt: 'ab', lte: 'a-c' },
        'block.number': [
          { value: '2', eq: 'bc' },
          { value: '0x2', eq: 'bc' },
        ],
        'block.hash': [
          { value: '2'.repeat(96), eq: 'bc' },
          { value: `0x${'2'.repeat(64)}`, eq: 'bc' },
        ],
        'transaction.index': { with: 'block.number=2', value: '1', eq: 'c' },
        hbar: { value: 'true', eq: 'a-e' },
        internal: { value: 'FALSE', eq: 'a-e' },
      },
      cases: {
        'from=1002&from=1004': 'dcb',
        'block.number=1&block.number=3': 'd',
        'block.number=9': '',
        'block.number=2&transaction.index=0&transaction.index=1': 'cb',
        'timestamp=gt:103&timestamp=lt:111': 'cb',
        'hbar=true&hbar=false': "400 Invalid hbar parameter value: true,false. Must be 'true' or 'false'",
        ...BLOCK_RULES,
      },
    },
    {
      route: '/contracts/{contractIdOrAddress}/results',
      path: { contractIdOrAddress: '1010' },
      family: 'ledger',
      items: 'results',
      order: 'desc',
      maxAge: 1,
      all: [REVERTED, CALLED, OPEN],
      keys: { timestamp: ({ timestamp }) => timestamp },
      filters: {
        from: { value: '1002', eq: 'ab', ne: '', gt: '', gte: 'ab', lt: '', lte: 'ab' },
        timestamp: { value: '110', eq: 'b', ne: 'ac', gt: 'c', gte: 'bc', lt: 'a', lte: 'ab' },
        'block.number': { value: '2', eq: 'ab' },
        'block.hash': { value: '2'.repeat(96), eq: 'ab' },
        'transaction.index': { with: `block.hash=${'2'.repeat(96)}`, value: '1', eq: 'b' },
        ...RESULT_FILTERS('a-c', 'a-c'),
      },
      cases: { 'hbar=false': 'cba', ...BLOCK_RULES },
      paths: {
        [`/contracts/0x${OWN_ADDRESS}/results?timestamp=110`]: 'b',
        [`/contracts/0x${'ee'.repeat(20)}/results`]: '',
        '/contracts/1099/results': '',
        '/contracts/x/results?limit=0': '400 Invalid parameter: contractid',
        '/contracts/-1/results?limit=0': '400 Invalid parameter: limit',
        '/contracts/-1/results': '400 Invalid parameter: contractid',
      },
    },
    {
      route: '/contracts/results/{transactionIdOrHash}/actions',
      path: { transactionIdOrHash: '0.0.1002-105-000000000' },
      family: 'ledger',
      items: 'actions',
      order: 'asc',
      maxAge: 600,
      all: [
        action(0, {}),
        action(1, {
          call_depth: 1,
          call_operation_type: 'CREATE2',
          call_type: 'CREATE',
          caller: id(1010),
          caller_type: 'CONTRACT',
          from: address(1010),
          recipient: id(1003),
          recipient_type: 'ACCOUNT',
          result_data_type: 'REVERT_REASON',
          to: address(1003),
        }),
        action(2, {
          call_depth: 1,
          call_operation_type: 'STATICCALL',
          call_type: 'PRECOMPILE',
          caller: id(1010),
          caller_type: 'CONTRACT',
          from: address(1010),
          recipient: null,
          recipient_type: null,
          result_data_type: 'ERROR',
          to: `0x${'66'.repeat(20)}`,
        }),
        action(3, {
          call_depth: 2,
          call_operation_type: 'UNKNOWN',
          call_type: 'SYSTEM',
          caller: id(1010),
          caller_type: 'CONTRACT',
          from: address(1010),
          recipient: id(1011),
          to: address(1011),
        }),
      ],
      keys: { index: ({ index }) => index },
      ends: { desc: true },
      filters: { index: { value: '1', eq: 'b', ne: 'acd', gt: 'cd', gte: 'b-d', lt: 'a', lte: 'ab' } },
      cases: { 'index=x': '400 Invalid parameter: index', 'index=gt:0&index=lt:2': 'b' },
      paths: {
        [`/contracts/results/0x${hashOf(110)}/actions?index=2`]: 'c',
        [`/contracts/results/${hashOf(107)}/actions`]: '',
        [`/contracts/results/${hashOf(1)}/actions`]: '404 Not found',
        '/contracts/results/0.0.1-1-1/actions': '404 Not found',
        '/contracts/results/x/actions': `400 ${TRANSACTION_ID}`,
        '/contracts/results/x/actions?index=y': '400 Invalid parameter: index',
      },
    },
    logs('/contracts/results/logs', 10),
    logs('/contracts/logs', 10),
    {
      ...logs('/contracts/{contractIdOrAddress}/results/logs', 1),
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
        '/contracts/x/results/logs': '400 Invalid parameter: contractid',
      },
    },
    {
      route: '/contracts/{contractIdOrAddress}/state',
      path: { contractIdOrAddress: '1010' },
      family: 'ledger',
      items: 'state',
      order: 'asc',
      maxAge: 1,
      all: [slot(1, word(1), 110), slot(2, word(2), 110), slot(3, word(0), 110), slot(4, null, 110)],
      keys: { slot: ({ slot: own }) => own },
      filters: {
        slot: [
          { value: '2', eq: 'b', gt: 'cd', gte: 'b-d', lt: 'a', lte: 'ab' },
          { value: word(2), eq: 'b', gt: 'cd', gte: 'b-d', lt: 'a', lte: 'ab' },
        ],
      },
      cases: {
        'slot=1&slot=0x03': 'ac',
        // The last slot that is named ends the list.
        'slot=1&slot=0x03&limit=2': 'ac',
        'slot=xyz&timestamp=1.': '400 Invalid parameter: slot | Invalid parameter: timestamp',
        'timestamp=ne:1': '400 Not equals (ne) operator is not supported for timestamp',
        'slot=gt:1&slot=lt:4&order=desc': 'cb',
      },
      paths: {
        [`/contracts/0x${OWN_ADDRESS}/state?slot=4`]: 'd',
        '/contracts/1099/state': '',
        '/contracts/x/state': '400 Invalid parameter: contractid',
      },
    },
  ],
  items: [
    {
      route: '/contracts/{contractIdOrAddress}',
      family: 'ledger',
      maxAge: 1,
      answers: {
        '/contracts/1010': FIRST,
        [`/contracts/0x${OWN_ADDRESS}`]: FIRST,
        [`/contracts/0.0.${OWN_ADDRESS}`]: FIRST,
        '/contracts/0.0.1011': detailed(CONTRACTS[1], '0x6003', '0x'),
        [`/contracts/${address(1011)}`]: detailed(CONTRACTS[1], '0x6003', '0x'),
        '/contracts/1012?timestamp=9': OLD,
        '/contracts/1012?timestamp=eq:9.5': OLD,
        '/contracts/1012?timestamp=lt:10': OLD,
        '/contracts/1012?timestamp=lte:10': detailed(CONTRACTS[2], '0x', '0x'),
        '/contracts/1012?timestamp=gt:5': detailed(CONTRACTS[2], '0x', '0x'),
        '/contracts/1012?timestamp=gte:5&timestamp=lt:6': OLD,
        '/contracts/1012?timestamp=ne:12': OLD,
        '/contracts/1012?timestamp=4': '404 Not found',
        '/contracts/1099': '404 Not found',
        '/contracts/1001': '404 Not found',
        [`/contracts/0x${'ee'.repeat(20)}`]: '404 Not found',
        '/contracts/x?foo=1': '400 Invalid parameter: contractid',
        '/contracts/1010?timestamp=x&foo=1':
          '400 Invalid parameter: timestamp | Unknown query parameter: foo',
        '/contracts/1024.0.5': '400 Invalid entity ID "1024.0.5"',
      },
    },
    {
      route: '/contracts/results',
      family: 'ledger',
      maxAge: 10,
      answers: {
        '/contracts/results?internal=true&timestamp=gte:110&timestamp=lt:111&order=asc': {
          results: [D_CALLED, D_CHILD],
          links: { next: null },
        },
        '/contracts/results?internal=eq:true&timestamp=110.000000001': {
          results: [D_CHILD],
          links: { next: null },
        },
        '/contracts/results?hbar=false&timestamp=gte:110&timestamp=lte:111&order=asc': {
          results: [inWeibars(D_CALLED), { ...D_ETHEREUM, ...ofEthereum(false) }],
          links: { next: null },
        },
      },
    },
    {
      route: '/contracts/results/{transactionIdOrHash}',
      family: 'lookup',
      maxAge: 600,
      answers: {
        '/contracts/results/0.0.1002-102-000000000': S_REVERTED,
        [`/contracts/results/0x${hashOf(110)}`]: S_CALLED,
        '/contracts/results/0.0.1002-105-0': S_CALLED,
        '/contracts/results/0.0.1002-105-000000000?nonce=1': single(D_CHILD, [], []),
        '/contracts/results/0.0.1002-105-000000000?nonce=eq:0': S_CALLED,
        '/contracts/results/110.000000000': S_CALLED,
        [`/contracts/results/${hashOf(111)}`]: S_ETHEREUM,
        [`/contracts/results/${hashOf(111)}?hbar=false`]: { ...S_ETHEREUM, ...ofEthereum(false) },
        [`/contracts/results/${hashOf(110)}?hbar=eq:false`]: inWeibars(S_CALLED),
        [`/contracts/results/${hashOf(110)}?hbar=TRUE`]: S_CALLED,
        '/contracts/results/116.000000000': [206, single(D_OPEN, [], [])],
        '/contracts/results/0.0.1002-105-000000000?nonce=2': '404 Not found',
        [`/contracts/results/${hashOf(1)}`]: '404 Not found',
        '/contracts/results/117.000000000': '404 Not found',
        '/contracts/results/x': `400 ${TRANSACTION_ID}`,
        '/contracts/results/x?nonce=-1&hbar=1&foo=2':
          '400 Invalid parameter: nonce | Invalid parameter: hbar | Unknown query parameter: foo',
        ...noOperators(`/contracts/results/${hashOf(110)}`, 'nonce', '0', '400 Invalid parameter: nonce'),
        ...noOperators(`/contracts/results/${hashOf(110)}`, 'hbar', 'true', '400 Invalid parameter: hbar'),
      },
    },
    {
      route: '/contracts/{contractIdOrAddress}/results/{timestamp}',
      family: 'lookup',
      maxAge: 600,
      answers: {
        '/contracts/1010/results/107': S_REVERTED,
        [`/contracts/0x${OWN_ADDRESS}/results/110.000000000`]: S_CALLED,
        '/contracts/1011/results/111?hbar=false': { ...S_ETHEREUM, ...ofEthereum(false) },
        '/contracts/1010/results/110?hbar=eq:TRUE': S_CALLED,
        '/contracts/1010/results/116': [206, single(D_OPEN, [], [])],
        '/contracts/1013/results/110': '404 Not found',
        '/contracts/1010/results/109': '404 Not found',
        '/contracts/x/results/1.': '400 Invalid parameter: contractid | Invalid parameter: timestamp',
        '/contracts/1010/results/107?foo=1': '400 Unknown query parameter: foo',
        '/contracts/x/results/1.?hbar=1': "400 Invalid hbar parameter value: 1. Must be 'true' or 'false'",
        ...Object.fromEntries(
          ['ne', 'gt', 'gte', 'lt', 'lte'].map((operator) => [
            `/contracts/1010/results/107?hbar=${operator}:true`,
            `400 Invalid hbar parameter value: ${operator}:true. Must be 'true' or 'false'`,
          ]),
        ),
      },
    },
    {
      route: '/contracts/{contractIdOrAddress}/state',
      family: 'ledger',
      maxAge: 1,
      answers: {
        '/contracts/1010/state?timestamp=109': state(AT_107),
        '/contracts/1010/state?timestamp=eq:110': state(AT_110),
        '/contracts/1010/state?timestamp=lt:110': state(AT_107),
        '/contracts/1010/state?timestamp=lte:110': state(AT_110),
        '/contracts/1010/state?timestamp=gt:107': state(AT_110.slice(0, 1)),
        '/contracts/1010/state?timestamp=gte:107&order=desc': state([...AT_110].reverse()),
        '/contracts/1010/state?timestamp=gte:107&slot=2': state(AT_110.slice(1)),
        '/contracts/1010/state?timestamp=lt:107': state([]),
        '/contracts/1010/state?timestamp=110&limit=1': {
          state: AT_110.slice(0, 1),
          links: { next: `/api/v1/contracts/1010/state?timestamp=110&limit=1&slot=gt:${word(1)}` },
        },
      },
    },
  ],
  requests: [
    // A server that executes nothing says so.
    request('POST', '/contracts/call', '/contracts/call', '501 This server does not execute contracts'),
    ...[
      ['/contracts/results/{transactionIdOrHash}/opcodes', `/contracts/results/${hashOf(110)}/opcodes`],
      ['/contracts/{transactionIdOrHash}/results/opcodes', `/contracts/${hashOf(110)}/results/opcodes`],
    ].flatMap(([route = '', url = '']) => [
      request(
        'GET',
        route,
        `${url}?memory=true&stack=false&storage=on`,
        '501 This server does not execute contracts',
      ),
      ...['memory', 'stack', 'storage'].flatMap((name) =>
        ['ne', 'gt', 'gte', 'lt', 'lte', 'eq'].map((operator) =>
          request('GET', route, `${url}?${name}=${operator}:true`, `400 Failed to convert '${name}'`),
        ),
      ),
      request('GET', route, url.replace(hashOf(110), 'x'), "400 Unsupported ID format: 'x'"),
      request('GET', route, url.replace(hashOf(110), '%20'), '400 Missing transaction ID or hash'),
    ]),
  ],
};

function request(method: string, route: string, url: string, expected: string): Request {
  const body = method === 'POST' ? Buffer.from('{}') : undefined;
  return { route, family: 'execution', method, url, expected, ...(body === undefined ? {} : { body }) };
}
