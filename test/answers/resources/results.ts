import { address, at, hex, type Item, id, type Resource, time, word } from '../answers.ts';
import { CHANGES, stateChange } from './contracts.ts';
import { addressOf, hashOf, OWN_ADDRESS, TRANSACTION_ID } from './executions.ts';
import { LOGS, type Log, shortLog } from './logs.ts';

/* Outcomes of the executions in `executions.ts`, with logs and changes of storage. */

const TESTNET_DEMO = '0x12a';
const TINYBAR = 10_000_000_000n;
const BLOOM = 'b1'.repeat(256);
const NO_BLOOM = `0x${'00'.repeat(256)}`;
/**
 * Gas price in tinybars: 852,000 thousandths of a tinycent at 10 cents for one hbar, rounded down, by the rates of 60 s
 * and the fees at the start of the hour.
 */
const PRICE = 85n;
const quantity = (value: bigint): string => `0x${value.toString(16)}`;

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
const result = (seconds: number, num: number, sender: number | null, more: Item = {}): Item => ({
  address: addressOf(num),
  amount: 0,
  bloom: NO_BLOOM,
  call_result: '0x',
  child: false,
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
const CHILD = { ...result(110, 1011, 1010), child: true, timestamp: time(110, 1) };
const ETHEREUM = result(111, 1011, 1004);
const OPEN = result(116, 1010, null);

/** Fees in weibars: prices of two tinybars, a tip of one and a half, a value of three and a half. */
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
const TRANSFER = result(103, 1501, 1002, {
  amount: null,
  bloom: '0x',
  function_parameters: '0x',
  gas_consumed: null,
  gas_limit: 0,
  gas_used: null,
  hash: '0x',
});
const SYNTHETIC = details(TRANSFER, IN_BLOCK[1], { transaction_index: 2 });
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

const single = (
  item: Item,
  ownLogs: readonly number[],
  changes: readonly number[],
  more: Item = {},
): Item => ({
  ...item,
  logs: ownLogs.map((index) => {
    const one = LOGS[index] as Log;
    return { ...shortLog(one), index: one.index };
  }),
  state_changes: changes.map((index) => stateChange(CHANGES[index] as (typeof CHANGES)[number])),
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

export const results: Resource = {
  rows: {
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
  },
  lists: [
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
      route: '/contracts/{contractIdOrAddress}/results',
      path: { contractIdOrAddress: '0' },
      family: 'ledger',
      items: 'results',
      order: 'desc',
      maxAge: 1,
      all: [TRANSFER, REVERTED, CALLED, ETHEREUM, OPEN],
      keys: { timestamp: ({ timestamp }) => timestamp },
      filters: {
        from: SENDER,
        timestamp: { value: '110', eq: 'c', ne: 'abde', gt: 'de', gte: 'c-e', lt: 'ab', lte: 'a-c' },
        'block.number': { value: '2', eq: 'bc' },
        'block.hash': { value: '2'.repeat(96), eq: 'bc' },
        'transaction.index': { with: 'block.number=2', value: '1', eq: 'c' },
        hbar: { value: 'true', eq: 'a-e' },
        internal: { value: 'FALSE', eq: 'a-e' },
      },
      paths: {
        [`/contracts/0x${'00'.repeat(20)}/results?order=asc`]: 'a-e',
        '/contracts/0.0.0/results?order=asc': 'a-e',
      },
    },
  ],
  items: [
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
  ],
};
