import { base32 } from '../../rest/oracle/texts.ts';
import {
  address,
  at,
  hex,
  type Item,
  id,
  keyJson,
  keyRow,
  many,
  type Resource,
  since,
  time,
} from '../answers.ts';
import { transactionsOf } from './transactions.ts';

/*
 * The treasury, accounts 1001 to 1004 and contracts 1010 to 1013, with balances now and in snapshots at 100 s and 200 s. 1001 was
 * changed at 60 s. `tokens.ts` has their tokens.
 */

const DAY = 86_400;
const ALIAS = `1220${'a1'.repeat(32)}`;
const ALIAS_TEXT = base32(Buffer.from(ALIAS, 'hex'));
const IDS = [2, 1001, 1002, 1003, 1004, 1010, 1011, 1012, 1013];
/** Current balances in tinybars, in the order of `IDS`: the first since 90 s, each other one since a second later. */
const BALANCES = ['4000000000000000000', '1000', '2000', '0', '3000', '10', '11', '12', '13'];
const setAt = (num: number): number => 90 + IDS.indexOf(num);
const balanceOf = (num: number): bigint | number => {
  const balance = BigInt(BALANCES[IDS.indexOf(num)] ?? 0);
  return balance > Number.MAX_SAFE_INTEGER ? balance : Number(balance);
};

const held = (token: number, balance: number): Item => ({ token_id: id(token), balance });
/** Token balances, as in `tokens.ts`. */
const TOKENS: Readonly<Record<number, readonly Item[]>> = {
  1001: [held(1501, 100), held(1502, 2), held(1503, 7), held(1504, 1)],
  1002: [held(1501, 50)],
  1003: [held(1501, 25)],
  1004: [held(1501, 5)],
};

const row = (num: number, more: Item = {}): Item => ({
  id: num,
  num,
  realm: 0,
  shard: 0,
  type: num < 1010 ? 'ACCOUNT' : 'CONTRACT',
  memo: `memo ${num}`,
  created_timestamp: at(10),
  timestamp_range: since(10),
  deleted: false,
  balance: BALANCES[IDS.indexOf(num)],
  balance_timestamp: at(setAt(num)),
  ...more,
});

const account = (num: number, more: Item = {}): Item => ({
  account: id(num),
  alias: null,
  auto_renew_period: null,
  balance: { balance: balanceOf(num), timestamp: time(setAt(num)), tokens: TOKENS[num] ?? [] },
  created_timestamp: time(10),
  decline_reward: false,
  delegation_address: '0x',
  deleted: false,
  ethereum_nonce: 0,
  evm_address: address(num),
  expiry_timestamp: null,
  key: null,
  max_automatic_token_associations: null,
  memo: `memo ${num}`,
  pending_reward: 0,
  receiver_sig_required: null,
  staked_account_id: null,
  staked_node_id: null,
  stake_period_start: null,
  ...more,
});

const RICH_ROW: Item = {
  alias: hex(ALIAS),
  auto_renew_period: 100,
  delegation_address: hex('de'.repeat(20)),
  ethereum_nonce: 3,
  key: keyRow('a1'),
  max_automatic_token_associations: 5,
  public_key: 'a1'.repeat(32),
  receiver_sig_required: true,
  staked_node_id: 1,
  stake_period_start: 5,
};
const RICH: Item = {
  alias: ALIAS_TEXT,
  auto_renew_period: 100,
  delegation_address: `0x${'de'.repeat(20)}`,
  ethereum_nonce: 3,
  expiry_timestamp: time(110),
  key: keyJson('a1'),
  max_automatic_token_associations: 5,
  pending_reward: 7,
  receiver_sig_required: true,
  staked_node_id: 1,
  stake_period_start: time(5 * DAY),
};

const EXPIRING = { expiration_timestamp: at(500), auto_renew_period: 9 };
const ACCOUNTS: readonly Item[] = [
  account(2),
  account(1001, RICH),
  account(1002, {
    evm_address: `0x${'bb'.repeat(20)}`,
    expiry_timestamp: time(500),
    auto_renew_period: 9,
    // A list of one key is returned as that key.
    key: keyJson('b1'),
    // Its staking period began at the end of the last one.
    staked_node_id: 0,
    stake_period_start: time(9 * DAY),
  }),
  account(1003, {
    // The alias is an EVM address.
    alias: base32(Buffer.from('cc'.repeat(20), 'hex')),
    evm_address: `0x${'cc'.repeat(20)}`,
    deleted: true,
  }),
  account(1004, {
    decline_reward: true,
    staked_account_id: id(1001),
    key: { _type: 'ProtobufEncoded', key: '2a00' },
  }),
  account(1010, { evm_address: `0x${'10'.repeat(20)}` }),
  account(1011),
  account(1012),
  account(1013),
];
const withTokensReversed = (item: Item): Item => {
  const { balance } = item;
  if (typeof balance !== 'object' || balance === null || !('tokens' in balance)) return item;
  return { ...item, balance: { ...balance, tokens: [...(balance.tokens as Item[])].reverse() } };
};

const BALANCE_ITEMS = IDS.map((num) => ({
  account: id(num),
  balance: balanceOf(num),
  tokens: TOKENS[num] ?? [],
}));
const reversed = (item: Item): Item => ({ ...item, tokens: [...(item.tokens as Item[])].reverse() });

/** Snapshots: in the second, 1002 has not changed, and 1003 is new. */
const SNAPSHOTS: readonly (readonly [seconds: number, account: number, balance: string])[] = [
  [100, 2, '4100000000000000000'],
  [100, 1001, '50'],
  [100, 1002, '20'],
  [200, 2, '4050000000000000000'],
  [200, 1001, '11'],
  [200, 1003, '30'],
];
const past = (num: number, balance: number | bigint, ...tokens: Item[]): Item => ({
  account: id(num),
  balance,
  tokens,
});
const AT_100 = [
  past(1002, 20, held(1501, 40)),
  past(1001, 50, held(1501, 60)),
  past(2, 4_100_000_000_000_000_000n),
];
const AT_200 = [
  past(1003, 30),
  past(1002, 20, held(1501, 40)),
  past(1001, 11, held(1501, 61)),
  past(2, 4_050_000_000_000_000_000n),
];
const snapshot = (seconds: number | null, balances: readonly Item[]): Item => ({
  timestamp: seconds === null ? null : time(seconds),
  balances,
  links: { next: null },
});

/** Returns the answer for one account with its transactions. */
const single = (item: Item | undefined, letters: string, next: string | null = null): Item => ({
  ...item,
  transactions: transactionsOf(letters),
  links: { next: next === null ? null : `/api/v1${next}` },
});
/** Answer for an account without a snapshot within the times: the version's balance, and no tokens. */
const NO_SNAPSHOT: Item = {
  ...account(1001, RICH),
  balance: { balance: 1000, timestamp: time(91), tokens: [] },
};
const OLD: Item = { ...NO_SNAPSHOT, memo: 'before', pending_reward: 0 };
const at100 = (item: Item): Item => ({
  ...item,
  balance: { balance: 50, timestamp: time(100), tokens: [held(1501, 60)] },
});
const at200 = (item: Item): Item => ({
  ...item,
  balance: { balance: 11, timestamp: time(200), tokens: [held(1501, 61)] },
});
const [, ALICE = {}, , DELETED = {}] = ACCOUNTS;

export const accounts: Resource = {
  rows: {
    entity: [
      row(2),
      row(1001, { ...RICH_ROW, timestamp_range: since(60) }),
      row(1002, {
        ...EXPIRING,
        evm_address: hex('bb'.repeat(20)),
        key: hex(`32240a221220${'b1'.repeat(32)}`),
        public_key: 'b1'.repeat(32),
        staked_node_id: 0,
        stake_period_start: 9,
      }),
      row(1003, { alias: hex('cc'.repeat(20)), deleted: true, public_key: 'a1'.repeat(32) }),
      row(1004, {
        decline_reward: true,
        staked_account_id: 1001,
        public_key: 'c1'.repeat(32),
        key: hex('2a00'),
        delegation_address: hex('00'.repeat(20)),
      }),
      row(1010, { evm_address: hex('10'.repeat(20)) }),
      row(1011),
      row(1012),
      row(1013),
    ],
    entity_history: [row(1001, { ...RICH_ROW, memo: 'before', timestamp_range: since(10, 60) })],
    entity_stake: [
      { id: 1001, end_stake_period: 6, pending_reward: 7 },
      { id: 1002, end_stake_period: 9, pending_reward: 8 },
      { id: 1004, end_stake_period: 9, pending_reward: 9 },
    ].map((stake) => ({
      staked_node_id_start: 1,
      staked_to_me: 0,
      stake_total_start: 0,
      timestamp_range: since(60),
      ...stake,
    })),
    account_balance: SNAPSHOTS.map(([seconds, num, balance]) => ({
      consensus_timestamp: at(seconds),
      account_id: num,
      balance,
    })),
    token_balance: [
      [100, 1001, 60],
      [100, 1002, 40],
      [200, 1001, 61],
    ].map(([seconds = 0, num, balance]) => ({
      consensus_timestamp: at(seconds),
      account_id: num,
      token_id: 1501,
      balance,
    })),
  },
  lists: [
    {
      route: '/accounts',
      family: 'lookup',
      items: 'accounts',
      order: 'asc',
      maxAge: 10,
      all: ACCOUNTS,
      descending: withTokensReversed,
      keys: { 'account.id': (item) => item.account },
      filters: {
        'account.balance': {
          value: '1000',
          eq: 'b',
          ne: 'ac-i',
          gt: 'ace',
          gte: 'abce',
          lt: 'df-i',
          lte: 'bdf-i',
        },
        'account.id': [
          { value: '1002', eq: 'c', ne: 'abd-i', gt: 'd-i', gte: 'c-i', lt: 'ab', lte: 'a-c' },
          { value: address(1002), eq: 'c', ne: 'abd-i', gt: 'd-i', gte: 'c-i', lt: 'ab', lte: 'a-c' },
        ],
        'account.publickey': [
          { value: 'b1'.repeat(32), eq: 'c', ne: 'bde', gt: 'e', gte: 'ce', lt: 'bd', lte: 'b-d' },
          {
            value: `302a300506032b6570032100${'B1'.repeat(32)}`,
            eq: 'c',
            ne: 'bde',
            gt: 'e',
            gte: 'ce',
            lt: 'bd',
            lte: 'b-d',
          },
        ],
        balance: { value: 'true', eq: 'a-i' },
      },
      cases: {
        'account.id=1002&account.id=1004': 'ce',
        'account.id=gt:1001&account.id=lte:1004&order=desc': 'edc',
        'account.id=1002&account.id=1004&limit=1': [
          'c',
          'account.id=1002&account.id=1004&account.id=gt:0.0.1002&limit=1',
        ],
        'account.id=gt:1002&account.balance=gt:11': 'ehi',
        'account.balance=1000&account.balance=2000': '',
        'balance=TRUE&limit=1': ['a', 'balance=TRUE&limit=1&account.id=gt:0.0.2'],
        'account.id=x&foo=1&foo=2&account.balance=y':
          '400 Invalid parameter: account.id | Unknown query parameter: foo | Invalid parameter: account.balance',
        'account.id=a:gt:5': '400 Invalid parameter: account.id',
        'account.publickey=abc': '400 Invalid parameter: account.publickey',
        'balance=1': '400 Invalid parameter: balance',
        'account.id=1024.0.5': '400 Invalid entity ID "1024.0.5"',
      },
    },
    {
      route: '/balances',
      family: 'lookup',
      items: 'balances',
      order: 'desc',
      maxAge: 1,
      all: BALANCE_ITEMS,
      descending: reversed,
      extra: (shown) => {
        const times = shown.map((item) => setAt(Number(String(item.account).slice(4))));
        return { timestamp: times.length === 0 ? null : time(Math.max(...times)) };
      },
      keys: { 'account.id': (item) => item.account },
      filters: {
        'account.balance': {
          value: '1000',
          eq: 'b',
          ne: 'ac-i',
          gt: 'ace',
          gte: 'abce',
          lt: 'df-i',
          lte: 'bdf-i',
        },
        'account.id': [
          { value: '1002', eq: 'c', ne: 'abd-i', gt: 'd-i', gte: 'c-i', lt: 'ab', lte: 'a-c' },
          { value: `0x${'bb'.repeat(20)}`, eq: 'c', ...onlyEquals() },
          { value: ALIAS_TEXT, eq: 'b', ...onlyEquals() },
        ],
        'account.publickey': {
          value: 'b1'.repeat(32),
          eq: 'c',
          ne: 'bde',
          gt: 'e',
          gte: 'ce',
          lt: 'bd',
          lte: 'b-d',
        },
        exact: { value: 'false', eq: 'a-i' },
      },
      cases: {
        'account.id=1002&account.id=1004': 'ec',
        'account.id=lte:1004&account.id=gt:1002&limit=1': [
          'e',
          'account.id=gt:1002&account.id=lt:0.0.1004&limit=1',
        ],
        'account.balance=9223372036854775808&timestamp=x':
          '400 Invalid parameter: account.balance | Invalid parameter: timestamp',
        'exact=maybe': '400 Invalid parameter: exact',
        'exact=true&timestamp=gt:1':
          '400 Invalid parameter usage: exact - requires a single timestamp with eq, lt, lte or no operator',
        [`account.id=${ALIAS_TEXT}&account.id=0x${'bb'.repeat(20)}`]:
          '400 Invalid parameter: account.id / Only one EVM address or alias is allowed.',
      },
    },
    {
      route: '/accounts/{idOrAliasOrEvmAddress}',
      path: { idOrAliasOrEvmAddress: '1001' },
      family: 'ledger',
      items: 'transactions',
      order: 'desc',
      maxAge: 2,
      all: transactionsOf('bcdehimpqrst'),
      // The times in a link apply to the account, too.
      extra: (_, url) =>
        url.includes('timestamp=gt') ? at200(ALICE) : url.includes('timestamp=lt') ? at100(ALICE) : ALICE,
      keys: { timestamp: ({ consensus_timestamp }) => consensus_timestamp },
      filters: {
        transactiontype: {
          value: 'cryptoTransfer',
          eq: 'abdf',
          ne: 'abdf',
          gt: 'abdf',
          gte: 'abdf',
          lt: 'abdf',
          lte: 'abdf',
        },
        transactions: { value: 'true', eq: 'a-l' },
        exact: { value: 'false', eq: 'a-l' },
      },
    },
  ],
  items: [
    {
      route: '/accounts',
      family: 'lookup',
      maxAge: 10,
      answers: {
        '/accounts?balance=false&account.id=lte:1001': {
          accounts: ACCOUNTS.slice(0, 2).map((item) => ({ ...item, balance: null })),
          links: { next: null },
        },
      },
    },
    {
      route: '/balances',
      family: 'lookup',
      maxAge: 1,
      answers: {
        '/balances?timestamp=100': snapshot(100, AT_100),
        '/balances?timestamp=eq:199': snapshot(100, AT_100),
        '/balances?timestamp=lt:200': snapshot(100, AT_100),
        '/balances?timestamp=lte:200': snapshot(200, AT_200),
        '/balances?timestamp=gt:100': snapshot(200, AT_200),
        '/balances?timestamp=gte:200': snapshot(200, AT_200),
        '/balances?timestamp=ne:200': snapshot(100, AT_100),
        // Exact balances at this instant: the snapshot plus the transfers since then (`transactions.ts`).
        '/balances?timestamp=lt:104&exact=true&account.id=gte:1001&account.id=lte:1002': {
          timestamp: time(103, 999_999_999),
          balances: [
            past(1002, 40, held(1501, 45)),
            past(1001, 26, held(1504, 0), held(1503, 0), held(1502, 0), held(1501, 55)),
          ],
          links: { next: null },
        },
        '/balances?timestamp=gt:200': snapshot(null, []),
        '/balances?timestamp=99': snapshot(null, []),
        '/balances?timestamp=200&account.id=1001&order=asc': snapshot(200, AT_200.slice(2, 3)),
        '/balances?timestamp=200&account.balance=gt:15&account.balance=lt:35': snapshot(
          200,
          AT_200.slice(0, 2),
        ),
        [`/balances?timestamp=200&account.publickey=${'a1'.repeat(32)}`]: snapshot(200, [
          ...AT_200.slice(0, 1),
          ...AT_200.slice(2, 3),
        ]),
        '/balances?timestamp=200&limit=2': {
          timestamp: time(200),
          balances: AT_200.slice(0, 2),
          links: { next: '/api/v1/balances?timestamp=200&limit=2&account.id=lt:0.0.1002' },
        },
      },
    },
    {
      route: '/accounts/{idOrAliasOrEvmAddress}',
      family: 'ledger',
      maxAge: 2,
      answers: {
        '/accounts/1001?limit=2': single(ALICE, 'ts', '/accounts/1001?limit=2&timestamp=lt:133.000000004'),
        '/accounts/0.0.1001?order=asc&limit=3': single(
          ALICE,
          'bcd',
          '/accounts/0.0.1001?order=asc&limit=3&timestamp=gt:104.000000000',
        ),
        '/accounts/1001': single(ALICE, 'tsrqpmihedcb'),
        '/accounts/1001?transactions=false': single(ALICE, ''),
        '/accounts/1001?transactions=eq:TRUE&limit=1&order=asc': single(
          ALICE,
          'b',
          '/accounts/1001?transactions=eq:TRUE&limit=1&order=asc&timestamp=gt:102.000000000',
        ),
        '/accounts/1001?transactiontype=tokenmint&transactiontype=SCHEDULECREATE': single(ALICE, 'hd'),
        [`/accounts/${ALIAS_TEXT}?transactions=false`]: single(ALICE, ''),
        [`/accounts/0.0.${ALIAS_TEXT}?transactions=false`]: single(ALICE, ''),
        [`/accounts/${address(1001)}?transactions=false`]: single(ALICE, ''),
        [`/accounts/0x${'bb'.repeat(20)}?transactions=false`]: single(ACCOUNTS[2], ''),
        '/accounts/1003': single(DELETED, 'oa'),
        // An account at a time: the version then, the snapshot before it, and the transactions at that time.
        '/accounts/1001?timestamp=102': single(at100(ALICE), 'b'),
        '/accounts/1001?timestamp=eq:130.000000001': single(at100(ALICE), 'p'),
        '/accounts/1001?timestamp=lt:104': single(at100(ALICE), 'cb'),
        '/accounts/1001?timestamp=lte:104': single(at100(ALICE), 'dcb'),
        '/accounts/1001?timestamp=gt:131': single(at200(ALICE), 'tsrq'),
        '/accounts/1001?timestamp=gte:131.000000002': single(at200(ALICE), 'tsrq'),
        '/accounts/1001?timestamp=gt:103&timestamp=lt:106': single(NO_SNAPSHOT, 'ed'),
        // The newest version that was not valid then.
        '/accounts/1001?timestamp=ne:200&transactions=false': single(at100(OLD), ''),
        '/accounts/1001?timestamp=59': single(OLD, ''),
        '/accounts/1001?timestamp=lt:60': single(OLD, ''),
        '/accounts/1001?timestamp=9': '404 Not found',
        '/accounts/1001?timestamp=gt:5&timestamp=lt:4': '404 Timestamp range is empty',
        '/accounts/1099': '404 Not found',
        [`/accounts/0x${'ee'.repeat(20)}`]: '404 Not found',
        '/accounts/AEAQ': '404 No account with a matching alias found',
        '/accounts/x!': '400 Invalid parameter: idOrAliasOrEvmAddress',
        '/accounts/x!?foo=1&timestamp=y&transactiontype=z&limit=0&order=up&transactions=1&exact=2':
          '400 Invalid parameter: timestamp | Invalid parameter: transactiontype | Invalid parameter: limit | Invalid parameter: order | Invalid parameter: transactions | Invalid parameter: exact | Unknown query parameter: foo',
        '/accounts/1001?exact=eq:false&transactions=false': single(ALICE, ''),
      },
    },
    {
      route: '/accounts/{idOrAliasOrEvmAddress}/rewards',
      family: 'ledger',
      maxAge: 60,
      answers: {
        '/accounts/1099/rewards': '404 Not found',
        '/accounts/1099/rewards?limit=0': '404 Not found',
        '/accounts/x!/rewards': '400 Invalid parameter: idOrAliasOrEvmAddress',
      },
    },
  ],
};

function onlyEquals(): Readonly<Record<'ne' | 'gt' | 'gte' | 'lt' | 'lte', string>> {
  const text = '400 Invalid parameter: account.id / EVM address or alias only supports equals operator';
  return { ne: text, gt: text, gte: text, lt: text, lte: text };
}

/** Staking rewards of 1002: the rewards in `transactions.ts`, and four more. */
const REWARDS = [3, 41, 42, 43, 44].map((amount, index) => ({
  account_id: id(1002),
  amount,
  timestamp: index === 0 ? time(109) : time(150 + index),
}));

export const rewards: Resource = {
  rows: {
    staking_reward_transfer: many(4, (n) => ({
      account_id: 1002,
      amount: 40 + n,
      consensus_timestamp: at(150 + n),
      payer_account_id: 1002,
    })),
  },
  lists: [
    {
      route: '/accounts/{idOrAliasOrEvmAddress}/rewards',
      path: { idOrAliasOrEvmAddress: '0.0.1002' },
      family: 'ledger',
      items: 'rewards',
      order: 'desc',
      maxAge: 60,
      all: REWARDS,
      keys: { timestamp: ({ timestamp }) => timestamp },
      filters: {
        timestamp: {
          value: '152',
          eq: 'c',
          ne: '400 Not equals (ne) operator is not supported for timestamp',
          gt: 'de',
          gte: 'c-e',
          lt: 'ab',
          lte: 'a-c',
        },
      },
      cases: { 'timestamp=151&timestamp=153': 'db', 'timestamp=gt:151&timestamp=lt:154': 'dc' },
    },
  ],
};
