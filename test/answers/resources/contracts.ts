import {
  address,
  at,
  hex,
  type Item,
  id,
  keyJson,
  keyRow,
  type Request,
  type Resource,
  since,
  span,
  time,
  word,
} from '../answers.ts';
import { hashOf, OWN_ADDRESS, TRANSACTION_ID } from './executions.ts';

/* Contracts 1010 to 1013, whose entities are in `accounts.ts`, the storage of the first, and the actions of a call. */

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

// Storage of 1010.

const slot = (number: number, value: Item[string], seconds: number): Item => ({
  address: `0x${OWN_ADDRESS}`,
  contract_id: id(1010),
  slot: word(number),
  timestamp: time(seconds),
  value,
});
export const CHANGES = [
  { seconds: 107, slot: '01', read: '', written: '05' },
  { seconds: 107, slot: '02', read: '08', written: null },
  { seconds: 110, slot: '01', read: '05', written: '06' },
];
const state = (slots: readonly Item[]): Item => ({ state: slots, links: { next: null } });
const [AT_107, AT_110] = [
  [slot(1, word(5), 107), slot(2, word(8), 107)],
  [slot(1, word(6), 110), slot(2, word(8), 107)],
];
export const stateChange = (change: (typeof CHANGES)[number]): Item => ({
  address: `0x${OWN_ADDRESS}`,
  contract_id: id(1010),
  slot: word(Number(`0x${change.slot}`)),
  value_read: word(Number(`0x0${change.read}`)),
  value_written: change.written === null ? null : word(Number(`0x${change.written}`)),
});

// Actions of the call at 110 s.

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

export const contracts: Resource = {
  rows: {
    contract: [
      { id: 1010, file_id: 1030, runtime_bytecode: hex('6002') },
      { id: 1011, initcode: hex('6003') },
    ],
    file_data: [
      // Hex digits as text; the second chunk was appended after the creation.
      { entity_id: 1030, consensus_timestamp: at(9), transaction_type: 17, file_data: Buffer.from('6001') },
      { entity_id: 1030, consensus_timestamp: at(11), transaction_type: 16, file_data: Buffer.from('ff') },
    ],
    entity_history: [OLD_ROW],
    contract_state: [1, 2, 3, 4].map((number) => ({
      contract_id: 1010,
      created_timestamp: at(107),
      modified_timestamp: at(110),
      slot: hex(word(number).slice(2)),
      // An empty value is zero, and a value may be unknown.
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
        // The last named slot ends the list.
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
        '/contracts/1010/state?timestamp=110&slot=gte:2': state(AT_110.slice(1)),
        '/contracts/1010/state?timestamp=110&slot=lt:2': state(AT_110.slice(0, 1)),
        '/contracts/1010/state?timestamp=lt:107': state([]),
        '/contracts/1010/state?timestamp=110&limit=1': {
          state: AT_110.slice(0, 1),
          links: { next: `/api/v1/contracts/1010/state?timestamp=110&limit=1&slot=gt:${word(1)}` },
        },
      },
    },
  ],
  requests: [
    // A server without an engine answers 501.
    request('POST', '/contracts/call', '/contracts/call', '501 This server does not execute contracts'),
    ...(
      [
        ['/contracts/results/{transactionIdOrHash}/opcodes', ['memory', 'stack', 'storage']],
        ['/contracts/{transactionIdOrHash}/results/opcodes', ['memory', 'stack', 'storage']],
        ['/contracts/results/{transactionIdOrHash}/prestate', ['code', 'diff', 'storage']],
      ] as const
    )
      .map(([route, shows]) => [route, shows, route.replace('{transactionIdOrHash}', hashOf(110))] as const)
      .flatMap(([route, shows, url]) => [
        request(
          'GET',
          route,
          `${url}?${shows[0]}=true&${shows[1]}=false&${shows[2]}=on`,
          '501 This server does not execute contracts',
        ),
        ...shows.flatMap((name) =>
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
