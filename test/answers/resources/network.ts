import { proto } from '@tain/protos/hapi';
import Long from 'long';
import { feeScheduleBytes, GENESIS, transactionBytes } from '../../rest/network/fee-schedule.ts';
import { at, type Item, OPERATORS, type Request, type Resource, time } from '../answers.ts';

/*
 * The network: its stake and supply, and three system files. Exchange rates were set at 30 s and 60 s, and at 90 s with invalid
 * bytes; fees at 35 s, others from 50 s on, and a simple schedule at 65 s.
 */

const DAY = 86_400;
const FILE_UPDATE = 19;
const file = (num: number, seconds: number, data: Uint8Array): Item => ({
  entity_id: num,
  consensus_timestamp: at(seconds),
  file_data: Buffer.from(data),
  transaction_type: FILE_UPDATE,
});

const rate = (cents: number, seconds: number) => ({
  hbarEquiv: 1,
  centEquiv: cents,
  expirationTime: { seconds: Long.fromNumber(seconds) },
});
const rates = (current: proto.IExchangeRate, next: proto.IExchangeRate): Uint8Array =>
  proto.ExchangeRateSet.encode({ currentRate: current, nextRate: next }).finish();
const rateJson = (cents: number, seconds: number): Item => ({
  cent_equivalent: cents,
  expiration_time: seconds,
  hbar_equivalent: 1,
});

const AT_30 = { current_rate: rateJson(12, 100), next_rate: rateJson(15, 200), timestamp: time(30) };
const AT_60 = { current_rate: rateJson(10, 3600), next_rate: rateJson(20, 7200), timestamp: time(60) };

const { ContractCall, ContractCreate, CryptoTransfer, EthereumTransaction } = proto.HederaFunctionality;
const schedule = (gas: readonly (readonly [proto.HederaFunctionality, number])[], seconds: number) => ({
  transactionFeeSchedule: gas.map(([hederaFunctionality, price]) => ({
    hederaFunctionality,
    fees: [{ servicedata: { gas: Long.fromNumber(price) } }],
  })),
  expiryTime: { seconds: Long.fromNumber(seconds) },
});
const FEES = proto.CurrentAndNextFeeSchedule.encode({
  currentFeeSchedule: schedule(
    [
      [EthereumTransaction, 953_000],
      [ContractCreate, 1_068_000],
      [CryptoTransfer, 7_000],
      [ContractCall, 852_000],
    ],
    50,
  ),
  nextFeeSchedule: schedule([[ContractCall, 85_200_000]], 5000),
}).finish();
type Prices = readonly (readonly [name: string, gas: number])[];
const fees = (prices: Prices, seconds = 35): Item => ({
  fees: prices.map(([transaction_type, gas]) => ({ gas, transaction_type })),
  timestamp: time(seconds),
});
// Prices from 65 s on, by the simple fee schedule: 852 tinycents for one gas of any transaction.
const NOW = [
  ['ContractCall', 85],
  ['ContractCreate', 85],
  ['EthereumTransaction', 85],
] as const;
// Prices at 35 s: a thousandth of the schedule's price, converted from cents to hbars, each step rounded down.
const AT_35 = [
  ['ContractCall', 71],
  ['ContractCreate', 89],
  ['EthereumTransaction', 79],
] as const;

// The balance of 0.0.2 (`accounts.ts`) is not released.
const TOTAL = '5000000000000000000';
const supply = (released: string, seconds: number): Item => ({
  released_supply: released,
  timestamp: time(seconds),
  total_supply: TOTAL,
});

const TRANSFER = transactionBytes({ memo: 'test', cryptoTransfer: {} });
const ESTIMATE = {
  high_volume_multiplier: 1,
  network: { multiplier: 9, subtotal: 900_000 },
  node: { base: 100_000, extras: [] },
  service: { base: 0, extras: [] },
  total: 1_000_000,
};
const post = (
  query: string,
  body: Uint8Array,
  expected: Request['expected'],
  type = 'application/protobuf',
): Request => ({
  route: '/network/fees',
  family: 'network',
  method: 'POST',
  url: `/network/fees${query}`,
  body,
  requestHeaders: { 'content-type': type },
  expected,
});
const bodyOf = (body: proto.ITransactionBody): Uint8Array => transactionBytes(body);

/** A value with an operator is invalid. */
const withOperators = (url: string, name: string, value: string): Record<string, string> =>
  Object.fromEntries(
    OPERATORS.map((operator) => [`${url}?${name}=${operator}:${value}`, `400 Failed to convert '${name}'`]),
  );
export const network: Resource = {
  rows: {
    file_data: [
      file(112, 30, rates(rate(12, 100), rate(15, 200))),
      file(111, 35, FEES),
      file(112, 60, rates(rate(10, 3600), rate(20, 7200))),
      file(113, 65, feeScheduleBytes(GENESIS)),
      file(112, 90, Uint8Array.of(0x0a, 0x7f, 1)),
    ],
    network_stake: [1, 2].map((n) => ({
      consensus_timestamp: at(6 + n),
      epoch_day: n,
      max_stake_rewarded: 10 + n,
      max_staking_reward_rate_per_hbar: 20 + n,
      max_total_reward: 30 + n,
      node_reward_fee_denominator: 3,
      node_reward_fee_numerator: 1,
      reserved_staking_rewards: 40 + n,
      reward_balance_threshold: 50 + n,
      stake_total: 60 + n,
      staking_period: at(DAY * n) - 1n,
      staking_period_duration: 1440,
      staking_periods_stored: 365,
      staking_reward_fee_denominator: 0,
      staking_reward_fee_numerator: 1,
      staking_reward_rate: 70 + n,
      staking_start_threshold: 80 + n,
      unreserved_staking_reward_balance: 90 + n,
    })),
  },
  items: [
    {
      route: '/network/exchangerate',
      family: 'network',
      maxAge: 60,
      answers: {
        '/network/exchangerate': AT_60,
        '/network/exchangerate?timestamp=30': AT_30,
        '/network/exchangerate?timestamp=eq:59': AT_30,
        '/network/exchangerate?timestamp=lt:60': AT_30,
        '/network/exchangerate?timestamp=lte:60': AT_60,
        '/network/exchangerate?timestamp=gt:30&timestamp=lte:70': AT_60,
        '/network/exchangerate?timestamp=gte:60': AT_60,
        '/network/exchangerate?timestamp=gt:60': '404 File 0.0.112 not found',
        '/network/exchangerate?timestamp=29': '404 File 0.0.112 not found',
        '/network/exchangerate?timestamp=ne:30': "400 Failed to convert 'timestamp'",
        '/network/exchangerate?timestamp=x&limit=c': "400 Failed to convert 'timestamp'",
        '/network/exchangerate?timestamp=1,2,3': '400 timestamp size must be between 0 and 2',
        '/network/exchangerate?foo=1': AT_60,
      },
    },
    {
      route: '/network/fees',
      family: 'network',
      maxAge: 60,
      answers: {
        '/network/fees': fees(NOW, 65),
        '/network/fees?order=desc': fees([...NOW].reverse(), 65),
        '/network/fees?order=asc': fees(NOW, 65),
        '/network/fees?timestamp=35': fees(AT_35),
        // The next schedule applies after 50 s, and the newer rates after 60 s.
        '/network/fees?timestamp=eq:51': fees([['ContractCall', 7100]]),
        '/network/fees?timestamp=lt:60': fees([['ContractCall', 7100]]),
        '/network/fees?timestamp=lte:60': fees([['ContractCall', 8520]]),
        '/network/fees?timestamp=gte:35': fees(NOW, 65),
        '/network/fees?timestamp=lte:64': fees([['ContractCall', 8520]]),
        '/network/fees?timestamp=lt:65': fees([['ContractCall', 8520]]),
        '/network/fees?timestamp=65': fees(NOW, 65),
        '/network/fees?timestamp=gt:35': fees(NOW, 65),
        '/network/fees?timestamp=gt:35&timestamp=lt:65': '404 File 0.0.111 not found',
        '/network/fees?timestamp=gt:65': '404 File 0.0.113 not found',
        ...withOperators('/network/fees', 'order', 'asc'),
        '/network/fees?timestamp=gte:31&timestamp=lte:35': '404 File 0.0.112 not found',
        '/network/fees?timestamp=34': '404 File 0.0.111 not found',
        '/network/fees?timestamp=ne:1': "400 Failed to convert 'timestamp'",
        '/network/fees?order=foo': "400 Failed to convert 'order'",
        '/network/fees?order=gt:asc': "400 Failed to convert 'order'",
        '/network/fees?timestamp=1,2,3': '400 timestamp size must be between 0 and 2',
      },
    },
    {
      route: '/network/stake',
      family: 'network',
      maxAge: 60,
      answers: {
        '/network/stake': {
          max_stake_rewarded: 12,
          max_staking_reward_rate_per_hbar: 22,
          max_total_reward: 32,
          node_reward_fee_fraction: 0.33333334,
          reserved_staking_rewards: 42,
          reward_balance_threshold: 52,
          stake_total: 62,
          staking_period: { from: time(2 * DAY), to: time(3 * DAY) },
          staking_period_duration: 1440,
          staking_periods_stored: 365,
          staking_reward_fee_fraction: 0,
          staking_reward_rate: 72,
          staking_start_threshold: 82,
          unreserved_staking_reward_balance: 92,
        },
      },
    },
    {
      route: '/network/supply',
      family: 'network',
      maxAge: 60,
      answers: {
        '/network/supply': supply('1000000000000000000', 90),
        '/network/supply?timestamp=100': supply('900000000000000000', 100),
        '/network/supply?timestamp=eq:199': supply('900000000000000000', 100),
        '/network/supply?timestamp=lt:200': supply('900000000000000000', 100),
        '/network/supply?timestamp=lte:200': supply('950000000000000000', 200),
        '/network/supply?timestamp=gt:100&timestamp=lte:300': supply('950000000000000000', 200),
        '/network/supply?timestamp=gte:200&timestamp=lt:300': supply('950000000000000000', 200),
        '/network/supply?timestamp=gt:200&timestamp=lt:300': '404 Network supply not found',
        // The search starts a month before the upper bound, which is the maximum time here.
        '/network/supply?timestamp=gt:100': '404 Network supply not found',
        '/network/supply?timestamp=99': '404 Network supply not found',
        '/network/supply?timestamp=gt:5&timestamp=lt:4': '400 Invalid range provided for timestamp',
        '/network/supply?timestamp=ne:1': "400 Failed to convert 'timestamp'",
        '/network/supply?timestamp=1,2,3': '400 timestamp size must be between 0 and 2',
        ...withOperators('/network/supply', 'q', 'totalcoins'),
        '/network/supply?q=all': "400 Failed to convert 'q'",
        '/network/supply?q=circulating&timestamp=99': '404 Network supply not found',
      },
    },
    {
      route: '/network/capabilities',
      family: 'network',
      maxAge: 5,
      answers: {
        '/network/capabilities': {
          version: 1,
          interface_version: '0.160.0-SNAPSHOT',
          chain_id: '0x12a',
          roles: ['api'],
          features: {
            contract_calls: { available: false },
            opcode_traces: { available: false },
            event_streams: { available: false },
            proofs: { available: false },
            grpc: { available: false },
            token_holders: { available: false },
            token_search: { available: true },
            memo_search: { available: true },
            token_transfers: { available: true },
            account_transfers: { available: true },
            csv: { available: true },
          },
          blocks: {
            first: { number: 1, timestamp: time(100, 1) },
            last: { number: 5, timestamp: time(120, 1) },
          },
          kept: {
            blocks: { from: null, complete: true },
            transactions: { from: null, complete: true },
            contracts: { from: null, complete: true },
            actions: { from: null, complete: true },
            topics: { from: null, complete: true },
            balances: { from: null, complete: true },
            history: { from: null, complete: true },
          },
          proof: { kinds: [] },
        },
      },
    },
  ],
  requests: [
    ...(['circulating', 'totalcoins'] as const).map(
      (q): Request => ({
        route: '/network/supply',
        family: 'network',
        url: `/network/supply?q=${q}`,
        expected: q === 'circulating' ? '10000000000.00000000' : '50000000000.00000000',
        headers: { 'content-type': 'text/plain;charset=UTF-8' },
      }),
    ),
    post('', TRANSFER, ESTIMATE),
    post('?mode=INTRINSIC', TRANSFER, ESTIMATE, 'application/x-protobuf'),
    post('?mode=state', TRANSFER, ESTIMATE),
    post('?high_volume_throttle=10000', TRANSFER, ESTIMATE),
    // A utilization of 5000 of 10000 is halfway on the line from 1 to 3. The transaction type allows high volume, and
    // the transaction sets the flag.
    post('?mode=STATE&high_volume_throttle=5000', bodyOf({ highVolume: true, fileCreate: {} }), {
      high_volume_multiplier: 2,
      network: { multiplier: 9, subtotal: 1_800_000 },
      node: { base: 200_000, extras: [] },
      service: { base: 998_000_000, extras: [] },
      total: 1_000_000_000,
    }),
    post('', bodyOf({ consensusSubmitMessage: { message: new Uint8Array(128) } }), {
      ...ESTIMATE,
      service: {
        base: 700_000,
        extras: [
          {
            charged: 28,
            count: 128,
            fee_per_unit: 6800,
            included: 100,
            name: 'CONSENSUS_SUBMIT_MESSAGE_WITHOUT_CUSTOM_FEE_BYTES',
            subtotal: 190_400,
          },
        ],
      },
      total: 1_890_400,
    }),
    post('', new Uint8Array(), '400 Failed to read request'),
    post('', Uint8Array.of(0x0a, 0x7f, 1), '400 Unable to parse transaction'),
    post('', Uint8Array.of(0x22, 0), '400 Transaction must contain body bytes or signed transaction bytes'),
    post('', bodyOf({}), '400 Unknown transaction type'),
    post('?mode=all', TRANSFER, "400 Failed to convert 'mode'"),
    ...OPERATORS.flatMap((operator) => [
      post(`?mode=${operator}:STATE`, TRANSFER, "400 Failed to convert 'mode'"),
      post(`?high_volume_throttle=${operator}:1`, TRANSFER, "400 Failed to convert 'high_volume_throttle'"),
    ]),
    post('?high_volume_throttle=x', TRANSFER, "400 Failed to convert 'high_volume_throttle'"),
    post('?high_volume_throttle=-1', TRANSFER, '400 highVolumeThrottle must be greater than or equal to 0'),
    post(
      '?high_volume_throttle=10001',
      TRANSFER,
      '400 highVolumeThrottle must be less than or equal to 10000',
    ),
    post('', TRANSFER, "415 Content-Type 'application/json' is not supported", 'application/json'),
    ...(['exchangerate', 'stake', 'supply', 'capabilities'] as const).map(
      (name): Request => ({
        route: `/network/${name}`,
        family: 'network',
        method: 'POST',
        url: `/network/${name}`,
        body: Uint8Array.of(1),
        expected: "405 Request method 'POST' is not supported",
        headers: { allow: 'GET,HEAD' },
      }),
    ),
  ],
};
