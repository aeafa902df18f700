import {
  address,
  at,
  base64,
  hex,
  type Item,
  id,
  keyJson,
  keyRow,
  type Resource,
  since,
  time,
} from '../answers.ts';

/*
 * Tokens 1501 (fungible, with fees; its supply was raised at 70 s), 1502 (NFTs, with royalties), 1503 (fungible, may
 * be frozen and paused), 1504 (NFTs, deleted at 140 s), and 1505, which has a token but no fees.
 */

const entity = (num: number, more: Item = {}): Item => ({
  id: num,
  num,
  realm: 0,
  shard: 0,
  type: 'TOKEN',
  memo: `memo ${num}`,
  created_timestamp: at(30),
  timestamp_range: since(30),
  deleted: false,
  ...more,
});
const row = (num: number, name: string, more: Item = {}): Item => ({
  token_id: num,
  created_timestamp: at(30),
  decimals: 0,
  initial_supply: 1000,
  name,
  symbol: `S${num}`,
  total_supply: 1000,
  treasury_account_id: 1001,
  freeze_status: 0,
  kyc_status: 0,
  timestamp_range: since(30),
  ...more,
});
const NFT = { type: 'NON_FUNGIBLE_UNIQUE' };

const listed = (num: number, name: string, more: Item = {}) => ({
  admin_key: null,
  decimals: 0,
  metadata: '',
  name,
  symbol: `S${num}`,
  token_id: id(num),
  type: 'FUNGIBLE_COMMON',
  ...more,
});
const TOKENS = [
  listed(1501, 'Copper Coin', { admin_key: keyJson('a1'), decimals: 2, metadata: base64('6d64') }),
  listed(1502, 'Deeds', { admin_key: keyJson('b1'), ...NFT }),
  listed(1503, 'copper_coin 2'),
  listed(1504, 'Lost 100%', { admin_key: keyJson('a1'), ...NFT }),
  listed(1505, 'Bare'),
];

const termHex = (term: unknown): string => `0x${Buffer.from(String(term)).toString('hex')}`;
/** Answer to a search: terms, and the indexes of their tokens. */
const found = (...terms: readonly (readonly [term: string, token: number])[]): Item => ({
  tokens: terms.map(([term, token]) => ({ ...TOKENS[token], term })),
  links: { next: null },
});

const info = (num: number, name: string, more: Item = {}): Item => ({
  admin_key: null,
  auto_renew_account: null,
  auto_renew_period: null,
  created_timestamp: time(30),
  custom_fees: { created_timestamp: time(30), fixed_fees: [], fractional_fees: [] },
  decimals: '0',
  deleted: false,
  expiry_timestamp: null,
  fee_schedule_key: null,
  freeze_default: false,
  freeze_key: null,
  initial_supply: '1000',
  kyc_key: null,
  max_supply: '9223372036854775807',
  memo: `memo ${num}`,
  metadata: '',
  metadata_key: null,
  modified_timestamp: time(30),
  name,
  pause_key: null,
  pause_status: 'NOT_APPLICABLE',
  supply_key: null,
  supply_type: 'INFINITE',
  symbol: `S${num}`,
  token_id: id(num),
  total_supply: '1000',
  treasury_account_id: id(1001),
  type: 'FUNGIBLE_COMMON',
  wipe_key: null,
  ...more,
});
const COIN = info(1501, 'Copper Coin', {
  admin_key: keyJson('a1'),
  auto_renew_account: id(1001),
  auto_renew_period: 7,
  custom_fees: {
    created_timestamp: time(31),
    fixed_fees: [
      {
        all_collectors_are_exempt: true,
        amount: 5,
        collector_account_id: id(1003),
        denominating_token_id: null,
      },
      {
        all_collectors_are_exempt: false,
        amount: 6,
        collector_account_id: id(1004),
        denominating_token_id: id(1503),
      },
    ],
    fractional_fees: [
      {
        all_collectors_are_exempt: false,
        amount: { denominator: 10, numerator: 1 },
        collector_account_id: id(1004),
        denominating_token_id: id(1501),
        maximum: null,
        minimum: 2,
        net_of_transfers: true,
      },
    ],
  },
  decimals: '2',
  // Nanoseconds, seven seconds after the creation.
  expiry_timestamp: 37_000_000_000,
  fee_schedule_key: keyJson('f1'),
  freeze_key: keyJson('f2'),
  kyc_key: keyJson('f3'),
  max_supply: '5000',
  metadata: base64('6d64'),
  metadata_key: keyJson('f4'),
  modified_timestamp: time(70),
  pause_key: keyJson('f5'),
  pause_status: 'UNPAUSED',
  supply_key: keyJson('f6'),
  supply_type: 'FINITE',
  total_supply: '2000',
  wipe_key: keyJson('f7'),
});
const COIN_BEFORE = { ...COIN, modified_timestamp: time(30), total_supply: '1000' };
const COIN_UNPRICED = {
  ...COIN_BEFORE,
  custom_fees: { created_timestamp: time(30), fixed_fees: [], fractional_fees: [] },
};
const COIN_ROW = {
  decimals: 2,
  metadata: hex('6d64'),
  fee_schedule_key: keyRow('f1'),
  freeze_key: keyRow('f2'),
  kyc_key: keyRow('f3'),
  max_supply: 5000,
  metadata_key: keyRow('f4'),
  pause_key: keyRow('f5'),
  pause_status: 'UNPAUSED',
  supply_key: keyRow('f6'),
  supply_type: 'FINITE',
  wipe_key: keyRow('f7'),
};
const DEEDS = info(1502, 'Deeds', {
  admin_key: keyJson('b1'),
  ...NFT,
  custom_fees: {
    created_timestamp: time(30),
    fixed_fees: [],
    royalty_fees: [
      {
        all_collectors_are_exempt: false,
        amount: { denominator: 20, numerator: 3 },
        collector_account_id: id(1003),
        fallback_fee: { amount: 9, denominating_token_id: id(1501) },
      },
      {
        all_collectors_are_exempt: false,
        amount: { denominator: 20, numerator: 1 },
        collector_account_id: id(1004),
        fallback_fee: null,
      },
    ],
  },
});

export const ne = (name: string): string => `400 Not equal (ne) operator is not supported for ${name}`;
export const BAD_PATHS = (rest: string): Record<string, string> => ({
  [`/tokens/x${rest}`]: '400 Invalid parameter: tokenid',
  [`/tokens/0x${'f'.repeat(40)}${rest}`]: '400 Invalid parameter: tokenid',
  [`/tokens/0.0.274877906944${rest}`]: '400 Invalid parameter: tokenid',
});

export const tokens: Resource = {
  rows: {
    entity: [
      entity(1501, {
        key: keyRow('a1'),
        public_key: 'a1'.repeat(32),
        auto_renew_account_id: 1001,
        auto_renew_period: 7,
      }),
      entity(1502, { key: keyRow('b1'), public_key: 'b1'.repeat(32) }),
      entity(1503),
      entity(1504, {
        key: keyRow('a1'),
        public_key: 'a1'.repeat(32),
        deleted: true,
        timestamp_range: since(140),
      }),
      entity(1505),
    ],
    token: [
      row(1501, 'Copper Coin', { ...COIN_ROW, total_supply: 2000, timestamp_range: since(70) }),
      row(1502, 'Deeds', NFT),
      row(1503, 'copper_coin 2'),
      row(1504, 'Lost 100%', NFT),
      row(1505, 'Bare'),
    ],
    token_history: [row(1501, 'Copper Coin', { ...COIN_ROW, timestamp_range: since(30, 70) })],
    custom_fee: [
      {
        entity_id: 1501,
        timestamp_range: since(31),
        fixed_fees: JSON.stringify([
          {
            all_collectors_are_exempt: true,
            amount: 5,
            collector_account_id: 1003,
            denominating_token_id: null,
          },
          {
            all_collectors_are_exempt: false,
            amount: 6,
            collector_account_id: 1004,
            denominating_token_id: 1503,
          },
        ]),
        fractional_fees: JSON.stringify([
          {
            all_collectors_are_exempt: false,
            numerator: 1,
            denominator: 10,
            collector_account_id: 1004,
            maximum_amount: null,
            minimum_amount: 2,
            net_of_transfers: true,
          },
        ]),
      },
      {
        entity_id: 1502,
        timestamp_range: since(30),
        royalty_fees: JSON.stringify([
          {
            all_collectors_are_exempt: false,
            numerator: 3,
            denominator: 20,
            collector_account_id: 1003,
            fallback_fee: { amount: 9, denominating_token_id: 1501 },
          },
          {
            all_collectors_are_exempt: false,
            numerator: 1,
            denominator: 20,
            collector_account_id: 1004,
            fallback_fee: null,
          },
        ]),
      },
      { entity_id: 1503, timestamp_range: since(30) },
      { entity_id: 1504, timestamp_range: since(30) },
    ],
    custom_fee_history: [{ entity_id: 1501, timestamp_range: since(30, 31), fixed_fees: '[]' }],
  },
  lists: [
    {
      route: '/tokens',
      family: 'ledger',
      items: 'tokens',
      order: 'asc',
      maxAge: 10,
      all: TOKENS,
      keys: { 'token.id': ({ token_id }) => token_id },
      filters: {
        // A single account, for which no operator is allowed.
        'account.id': {
          value: '1001',
          eq: '400 Invalid parameter: account.id',
          ne: '400 Invalid parameter: account.id',
          gt: '400 Invalid parameter: account.id',
          gte: '400 Invalid parameter: account.id',
          lt: '400 Invalid parameter: account.id',
          lte: '400 Invalid parameter: account.id',
        },
        name: { value: 'COPPER', eq: 'ac' },
        publickey: { value: 'b1'.repeat(32), eq: 'b', ne: 'ad', gt: '', gte: 'b', lt: 'ad', lte: 'abd' },
        'token.id': [
          { value: '1502', eq: 'b', ne: 'ac-e', gt: 'c-e', gte: 'b-e', lt: 'a', lte: 'ab' },
          { value: address(1502), eq: 'b', ne: 'ac-e', gt: 'c-e', gte: 'b-e', lt: 'a', lte: 'ab' },
        ],
        type: [
          // Types are compared in the order in which the interface names them.
          { value: 'fungible_common', eq: 'ace', ne: 'bd', gt: 'bd', gte: 'a-e', lt: '', lte: 'ace' },
          { value: 'NON_FUNGIBLE_UNIQUE', eq: 'bd', ne: 'ace', gt: '', gte: 'bd', lt: 'ace', lte: 'a-e' },
          { value: 'all', eq: 'a-e', ne: 'a-e', gt: 'a-e', gte: 'a-e', lt: 'a-e', lte: 'a-e' },
        ],
      },
      cases: {
        'account.id=1001': 'a-d',
        'account.id=0.0.1010': '',
        'account.id=1001&type=NON_FUNGIBLE_UNIQUE&order=desc': 'db',
        'account.id=1001&limit=2': ['ab', 'account.id=1001&limit=2&token.id=gt:0.0.1502'],
        'name=copper&limit=1': 'a',
        'name=r_c': 'c',
        'name=00%25': 'd',
        'type=fungible_common&type=non_fungible_unique': 'a-e',
        'token.id=1501&token.id=1504&order=desc': 'da',
        'name=abc&token.id=1':
          '400 token.id and name can not be used together. Use a more specific name instead.',
        'name=abc&account.id=1': '400 account.id and name cannot be used together',
        'account.id=1&account.id=2': '400 Entity ID "1,2" is not a string',
        'name=ab&publickey=x&type=y':
          '400 Invalid parameter: name | Invalid parameter: publickey | Invalid parameter: type',
        'token.id=0x5': '400 Invalid parameter: token.id',
      },
    },
    {
      route: '/tokens/search',
      query: 'query=S',
      family: 'ledger',
      items: 'tokens',
      order: 'asc',
      maxAge: 10,
      all: TOKENS.map((token) => ({ ...token, term: token.symbol.toLowerCase() })),
      keys: { term: ({ term }) => termHex(term), 'token.id': ({ token_id }) => token_id },
      filters: {
        query: { value: 's1502', eq: 'b' },
        term: { value: termHex('s1502'), gte: 'b-e', lte: 'ab' },
        'token.id': [
          {
            with: `term=gte:${termHex('s1502')}`,
            value: '1502',
            gt: 'c-e',
            gte: 'b-e',
            lt: '400 term must have lte or eq operator',
            lte: '400 term must have lte or eq operator',
          },
          {
            with: `term=lte:${termHex('s1502')}`,
            value: '1502',
            gt: '400 term must have gte or eq operator',
            gte: '400 term must have gte or eq operator',
            lt: 'a',
            lte: 'ab',
          },
        ],
      },
      cases: {
        'token.id=gt:5': '400 token.id without a term parameter filter',
        'term=gte:0x7': '400 Invalid parameter: term',
        'term=gte:s1502': '400 Invalid parameter: term',
      },
    },
  ],
  items: [
    {
      route: '/tokens/search',
      family: 'ledger',
      maxAge: 10,
      answers: {
        // A space is before an underscore.
        '/tokens/search?query=cOP': found(['copper coin', 0], ['copper_coin 2', 2]),
        '/tokens/search?query=copper_': found(['copper_coin 2', 2]),
        '/tokens/search?query=LOST%20100%25': found(['lost 100%', 3]),
        '/tokens/search?query=s1501': found(['s1501', 0]),
        '/tokens/search?query=oin': found(),
        '/tokens/search': '400 Invalid parameter: query',
        '/tokens/search?query=': '400 Invalid parameter: query',
        [`/tokens/search?query=${'x'.repeat(101)}`]: '400 Invalid parameter: query',
      },
    },
    {
      route: '/tokens/{tokenId}',
      family: 'ledger',
      maxAge: 5,
      answers: {
        '/tokens/1501': COIN,
        '/tokens/0.0.1502': DEEDS,
        [`/tokens/${address(1502)}`]: DEEDS,
        '/tokens/1504': info(1504, 'Lost 100%', {
          admin_key: keyJson('a1'),
          ...NFT,
          custom_fees: { created_timestamp: time(30), fixed_fees: [], royalty_fees: [] },
          deleted: true,
          modified_timestamp: time(140),
        }),
        '/tokens/1501?timestamp=70': COIN,
        '/tokens/1501?timestamp=eq:69': COIN_BEFORE,
        '/tokens/1501?timestamp=lt:70': COIN_BEFORE,
        '/tokens/1501?timestamp=lte:70': COIN,
        '/tokens/1501?timestamp=lt:31': COIN_UNPRICED,
        '/tokens/1501?timestamp=lt:31&timestamp=70': COIN,
        '/tokens/1501?timestamp=29': '404 Not found',
        '/tokens/1505': '404 Not found',
        '/tokens/1599': '404 Not found',
        '/tokens/1501?timestamp=ne:1': '400 Invalid parameter: timestamp',
        '/tokens/1501?timestamp=gt:1': '400 Invalid parameter: timestamp',
        '/tokens/1501?timestamp=gte:1&foo=1':
          '400 Invalid parameter: timestamp | Unknown query parameter: foo',
        ...BAD_PATHS(''),
      },
    },
  ],
};
