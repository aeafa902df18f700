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
 * Tokens 1501 (fungible, with fees; its supply was raised at 70 s), 1502 (NFTs, with royalties), 1503 (fungible, may be
 * frozen and paused) and 1504 (NFTs, deleted at 140 s). Of 1505 there is a token without fees. Balances at 100 s and
 * 200 s stand in `accounts.ts`, transactions of NFTs in `transactions.ts`.
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

const listed = (num: number, name: string, more: Item = {}): Item => ({
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
  // In nanoseconds: seven seconds behind the creation.
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

// Holdings: account, token, balance, and what differs.
const HOLDINGS: readonly (readonly [account: number, token: number, balance: number, more?: Item])[] = [
  [1001, 1501, 100],
  [1001, 1502, 2],
  [1001, 1503, 7, { freeze_status: 1, kyc_status: 2, automatic_association: true }],
  [1001, 1504, 1],
  [1002, 1501, 50],
  [1003, 1501, 25],
  [1004, 1501, 5],
  [1010, 1501, 9, { associated: false }],
];
/** When a balance was set: a second later for each account, and for each token ten. */
const setAt = (account: number, token: number): number => account - 1000 + 10 * (token - 1500);

const relation = (token: number, balance: number, more: Item = {}): Item => ({
  automatic_association: false,
  balance,
  created_timestamp: time(35),
  decimals: 0,
  freeze_status: 'NOT_APPLICABLE',
  kyc_status: 'NOT_APPLICABLE',
  token_id: id(token),
  ...more,
});

const balance = (account: number, token: number, amount: number): Item => ({
  account: id(account),
  balance: amount,
  decimals: token === 1501 ? 2 : 0,
  token_id: id(token),
});
const numOf = (text: unknown): number => Number(String(text).slice(4));
const latest = (shown: readonly Item[], token?: number): Item => {
  const times = shown.map((item) => setAt(numOf(item.account), token ?? numOf(item.token_id)));
  return { timestamp: times.length === 0 ? null : time(Math.max(...times)) };
};
const ofCoin = (account: number, amount: number): Item => ({
  account: id(account),
  balance: amount,
  decimals: 2,
});
const PAST_100 = [ofCoin(1002, 40), ofCoin(1001, 60)];
const PAST_200 = [ofCoin(1002, 40), ofCoin(1001, 61)];
const withToken = (items: readonly Item[]): Item[] => items.map((item) => ({ ...item, token_id: id(1501) }));
/** One token that is named stands in the request, not in each item. */
const ONE_TOKEN = {
  timestamp: time(21),
  balances: [{ account: id(1001), balance: 2, decimals: 0 }],
  links: { next: null },
};
const snapshot = (seconds: number | null, balances: readonly Item[]): Item => ({
  timestamp: seconds === null ? null : time(seconds),
  balances,
  links: { next: null },
});
const pastBalances = (
  path: string,
  shape: (items: readonly Item[]) => readonly Item[],
): Record<string, Item> => ({
  [`${path}timestamp=100`]: snapshot(100, shape(PAST_100)),
  [`${path}timestamp=eq:199`]: snapshot(100, shape(PAST_100)),
  [`${path}timestamp=lt:200`]: snapshot(100, shape(PAST_100)),
  [`${path}timestamp=lte:200`]: snapshot(200, shape(PAST_200)),
  [`${path}timestamp=gt:100`]: snapshot(200, shape(PAST_200)),
  [`${path}timestamp=gte:200`]: snapshot(200, shape(PAST_200)),
  [`${path}timestamp=ne:200`]: snapshot(100, shape(PAST_100)),
  [`${path}timestamp=99`]: snapshot(null, []),
  [`${path}timestamp=200&account.balance=lt:50`]: snapshot(200, shape(PAST_200.slice(0, 1))),
  [`${path}timestamp=200&account.id=1001`]: snapshot(200, shape(PAST_200.slice(1))),
});

// NFTs: token, serial number, owner, and what differs. The fourth of 1502 is burned.
const NFTS: readonly (readonly [token: number, serial: number, owner: number | null, more?: Item])[] = [
  [1502, 1, 1001, { timestamp_range: since(112), spender: 1002, delegating_spender: 1003 }],
  [1502, 2, 1002],
  [1502, 3, 1001, { spender: 1004 }],
  [1502, 4, null, { deleted: true }],
  [1504, 1, 1001],
  // When the last came is not known.
  [1504, 2, 1001, { created_timestamp: null }],
];
const nft = ([token, serial, owner, more = {}]: (typeof NFTS)[number]): Item => ({
  account_id: owner === null ? null : id(owner),
  created_timestamp: more.created_timestamp === null ? null : time(104),
  delegating_spender: serial === 1 && token === 1502 ? id(1003) : null,
  // Those of a deleted token are deleted, too.
  deleted: more.deleted === true || token === 1504,
  metadata: base64('6e66'),
  modified_timestamp: time(serial === 1 && token === 1502 ? 112 : 104),
  serial_number: serial,
  spender: more.spender === undefined ? null : id(Number(more.spender)),
  token_id: id(token),
});
const ALL_NFTS = NFTS.map(nft);
const DEED = ALL_NFTS[0] as Item;

const nftTransaction = (
  seconds: number,
  type: string,
  payer: number,
  [sender, receiver]: readonly [number | null, number | null],
  isApproval = false,
): Item => ({
  consensus_timestamp: time(seconds),
  is_approval: isApproval,
  nonce: 0,
  receiver_account_id: receiver === null ? null : id(receiver),
  sender_account_id: sender === null ? null : id(sender),
  transaction_id: `${id(payer)}-${seconds - 5}-000000000`,
  type,
});
const NFT_TRANSACTIONS = [
  nftTransaction(104, 'TOKENMINT', 1001, [null, 1001]),
  nftTransaction(105, 'CRYPTOTRANSFER', 1001, [1001, 1002]),
  nftTransaction(106, 'CRYPTOTRANSFER', 1002, [1002, 1001], true),
  nftTransaction(112, 'CRYPTOAPPROVEALLOWANCE', 1001, [null, null]),
];

/** The mint of another NFT at the same time moved none of this one; its token's deletion is not known. */
const UNDATED = {
  transactions: [nftTransaction(104, 'TOKENMINT', 1001, [null, null])],
  links: { next: null },
};

const ne = (name: string): string => `400 Not equal (ne) operator is not supported for ${name}`;
const TIMES = { value: '105', eq: 'b', ne: 'acd', gt: 'cd', gte: 'b-d', lt: 'a', lte: 'ab' };
const BAD_PATHS = (rest: string): Record<string, string> => ({
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
    token_account: HOLDINGS.map(([account, token, amount, more]) => ({
      account_id: account,
      token_id: token,
      balance: amount,
      balance_timestamp: at(setAt(account, token)),
      created_timestamp: at(35),
      associated: true,
      automatic_association: false,
      timestamp_range: since(35),
      ...more,
    })),
    nft: NFTS.map(([token, serial, owner, more]) => ({
      token_id: token,
      serial_number: serial,
      account_id: owner,
      created_timestamp: at(104),
      deleted: false,
      metadata: hex('6e66'),
      timestamp_range: since(104),
      ...more,
    })),
    nft_history: [
      [104, 105, 1001],
      [105, 106, 1002],
      [106, 112, 1001],
    ].map(([from = 0, to, owner]) => ({
      token_id: 1502,
      serial_number: 1,
      account_id: owner,
      created_timestamp: at(104),
      deleted: false,
      timestamp_range: since(from, to),
    })),
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
        // One account, without any operator.
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
          // In the order in which the interface names them.
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
      route: '/accounts/{idOrAliasOrEvmAddress}/tokens',
      path: { idOrAliasOrEvmAddress: '1001' },
      family: 'ledger',
      items: 'tokens',
      order: 'asc',
      maxAge: 1,
      all: [
        relation(1501, 100, { decimals: 2 }),
        relation(1502, 2),
        relation(1503, 7, { automatic_association: true, freeze_status: 'FROZEN', kyc_status: 'REVOKED' }),
        relation(1504, 1),
      ],
      keys: { 'token.id': ({ token_id }) => token_id },
      filters: {
        'token.id': {
          value: '1502',
          eq: 'b',
          ne: '400 Not equal (ne) comparison operator is not supported for token.id',
          gt: 'cd',
          gte: 'b-d',
          lt: 'a',
          lte: 'ab',
        },
      },
      cases: { 'token.id=1501&token.id=1503': 'ac', 'token.id=gt:1501&token.id=lt:1504&order=desc': 'cb' },
      paths: {
        '/accounts/1099/tokens': '404 Not found',
        '/accounts/x!/tokens': '400 Invalid parameter: idOrAliasOrEvmAddress',
        '/accounts/1010/tokens': '',
      },
    },
    {
      route: '/accounts/{idOrAliasOrEvmAddress}/nfts',
      path: { idOrAliasOrEvmAddress: '1001' },
      family: 'ledger',
      items: 'nfts',
      order: 'desc',
      maxAge: 1,
      all: ALL_NFTS.filter(({ account_id }) => account_id === id(1001)),
      keys: { 'token.id': ({ token_id }) => token_id, serialnumber: ({ serial_number }) => serial_number },
      filters: {
        'token.id': { value: '1502', eq: 'ab', ne: ne('token.id'), gt: 'cd', gte: 'a-d', lt: '', lte: 'ab' },
        serialnumber: [
          {
            with: 'token.id=1502',
            value: '1',
            eq: 'a',
            ne: ne('serialnumber'),
            gt: 'b',
            gte: 'ab',
            lt: '',
            lte: 'a',
          },
          {
            with: 'token.id=gte:1502',
            value: '2',
            eq: 'd',
            ne: ne('serialnumber'),
            gt: 'b-d',
            gte: 'b-d',
            lt: '400 token.id must have lte or eq operator',
            lte: '400 token.id must have lte or eq operator',
          },
          {
            with: 'token.id=lte:1504',
            value: '2',
            eq: 'd',
            ne: ne('serialnumber'),
            gt: '400 token.id must have gte or eq operator',
            gte: '400 token.id must have gte or eq operator',
            lt: 'a-c',
            lte: 'a-d',
          },
        ],
        'spender.id': {
          value: '1003',
          eq: '',
          ne: '400 Not equals (ne) comparison operator is not supported',
          gt: 'b',
          gte: 'b',
          lt: 'a',
          lte: 'a',
        },
      },
      cases: {
        'spender.id=1002&spender.id=1004': 'ba',
        'spender.id=gt:1&spender.id=gte:2': '400 Multiple range params not allowed for spender.id',
        'spender.id=lt:1&spender.id=lte:2': '400 Multiple range params not allowed for spender.id',
        'serialnumber=1': '400 serialnumber without a token.id parameter filter',
        'token.id=1502&limit=1': ['b', 'token.id=1502&limit=1&serialnumber=lt:3'],
        'token.id=1502&serialnumber=1&limit=1': 'a',
        'token.id=1502&serialnumber=gt:1&serialnumber=lt:3': '',
        'serialnumber=0&token.id=x': '400 Invalid parameter: serialnumber | Invalid parameter: token.id',
      },
      paths: {
        '/accounts/1099/nfts': '',
        '/accounts/AEAQ/nfts?limit=0': '404 No account with a matching alias found',
        '/accounts/x!/nfts': '400 Invalid parameter: idOrAliasOrEvmAddress',
      },
    },
    {
      route: '/tokens/{tokenId}/balances',
      path: { tokenId: '1501' },
      family: 'ledger',
      items: 'balances',
      order: 'desc',
      maxAge: 1,
      all: [ofCoin(1001, 100), ofCoin(1002, 50), ofCoin(1003, 25), ofCoin(1004, 5)],
      beside: (shown) => latest(shown, 1501),
      keys: { 'account.id': (item) => item.account },
      filters: {
        'account.balance': { value: '25', eq: 'c', ne: 'abd', gt: 'ab', gte: 'a-c', lt: 'd', lte: 'cd' },
        'account.id': { value: '1002', eq: 'b', ne: 'acd', gt: 'cd', gte: 'b-d', lt: 'a', lte: 'ab' },
        'account.publickey': {
          value: 'b1'.repeat(32),
          eq: 'b',
          ne: 'acd',
          gt: 'd',
          gte: 'bd',
          lt: 'ac',
          lte: 'a-c',
        },
      },
      cases: {
        'account.id=1001&account.id=1003': 'ca',
        'account.balance=gt:5&account.balance=lt:100&limit=1': [
          'c',
          'account.balance=gt:5&account.balance=lt:100&limit=1&account.id=lt:0.0.1003',
        ],
        'account.balance=-1&account.id=x&account.publickey=y&timestamp=z':
          '400 Invalid parameter: account.balance | Invalid parameter: account.id | Invalid parameter: account.publickey | Invalid parameter: timestamp',
      },
      paths: { '/tokens/1599/balances': '', ...BAD_PATHS('/balances') },
    },
    {
      route: '/tokens/balances',
      family: 'ledger',
      items: 'balances',
      order: 'desc',
      maxAge: 1,
      all: [...HOLDINGS]
        .filter(([, , , more]) => more?.associated !== false)
        .sort(([a, s], [b, t]) => s - t || a - b)
        .map(([account, token, amount]) => balance(account, token, amount)),
      beside: (shown) => latest(shown),
      keys: { 'token.id': ({ token_id }) => token_id, 'account.id': (item) => item.account },
      filters: {
        'token.id': {
          value: '1502',
          ne: ne('token.id'),
          gt: 'fg',
          gte: 'e-g',
          lt: 'a-d',
          lte: 'a-e',
          eq: ONE_TOKEN,
        },
        'account.id': [
          {
            with: 'token.id=gte:1501',
            value: '1002',
            eq: 'b',
            ne: ne('account.id'),
            gt: 'c-g',
            gte: 'b-g',
            lt: '400 token.id must have lte or eq operator',
            lte: '400 token.id must have lte or eq operator',
          },
          {
            with: 'token.id=lte:1501',
            value: '1002',
            eq: 'b',
            ne: ne('account.id'),
            gt: '400 token.id must have gte or eq operator',
            gte: '400 token.id must have gte or eq operator',
            lt: 'a',
            lte: 'ab',
          },
        ],
        'account.balance': { value: '7', eq: 'f', ne: 'a-eg', gt: 'a-c', gte: 'a-cf', lt: 'deg', lte: 'd-g' },
        'account.publickey': {
          value: 'b1'.repeat(32),
          eq: 'b',
          ne: 'acd-g',
          gt: 'd',
          gte: 'bd',
          lt: 'ace-g',
          lte: 'a-ce-g',
        },
      },
      cases: {
        'account.id=1002': '400 account.id without a token.id parameter filter',
        'token.id=gte:1502&limit=1&order=asc': [
          'e',
          'limit=1&order=asc&token.id=gte:0.0.1502&account.id=gt:0.0.1001',
        ],
        'timestamp=x': '400 Invalid parameter: timestamp',
      },
    },
    {
      route: '/tokens/{tokenId}/nfts',
      path: { tokenId: '1502' },
      family: 'ledger',
      items: 'nfts',
      order: 'desc',
      maxAge: 1,
      all: ALL_NFTS.slice(0, 4),
      keys: { serialnumber: ({ serial_number }) => serial_number },
      filters: {
        'account.id': { value: '1001', eq: 'ac', ne: 'b', gt: 'b', gte: 'a-c', lt: '', lte: 'ac' },
        serialnumber: { value: '3', eq: 'c', ne: 'abd', gt: 'd', gte: 'cd', lt: 'ab', lte: 'a-c' },
      },
      cases: {
        'serialnumber=1&serialnumber=2': '',
        'account.id=1001&serialnumber=gt:1': 'c',
        'account.id=x&serialnumber=0': '400 Invalid parameter: account.id | Invalid parameter: serialnumber',
      },
      paths: { '/tokens/1599/nfts': '', ...BAD_PATHS('/nfts') },
    },
    {
      route: '/tokens/nfts',
      family: 'ledger',
      items: 'nfts',
      order: 'desc',
      maxAge: 1,
      all: ALL_NFTS,
      keys: { 'token.id': ({ token_id }) => token_id, serialnumber: ({ serial_number }) => serial_number },
      filters: {
        'token.id': {
          value: '1502',
          eq: 'a-d',
          ne: ne('token.id'),
          gt: 'ef',
          gte: 'a-f',
          lt: '',
          lte: 'a-d',
        },
        serialnumber: [
          { with: 'token.id=1502', value: '3', eq: 'c', ne: 'abd', gt: 'd', gte: 'cd', lt: 'ab', lte: 'a-c' },
          {
            with: 'token.id=gte:1502',
            value: '3',
            eq: 'c',
            ne: ne('serialnumber'),
            gt: 'd-f',
            gte: 'c-f',
            lt: '400 token.id must have lte or eq operator',
            lte: '400 token.id must have lte or eq operator',
          },
          {
            with: 'token.id=lte:1504',
            value: '1',
            eq: 'ae',
            ne: ne('serialnumber'),
            gt: '400 token.id must have gte or eq operator',
            gte: '400 token.id must have gte or eq operator',
            lt: 'a-d',
            lte: 'a-e',
          },
        ],
        'account.id': { value: '1001', eq: 'acef', ne: 'b', gt: 'b', gte: 'a-cef', lt: '', lte: 'acef' },
      },
      cases: {
        serialnumber: '400 Invalid parameter: serialnumber',
        'serialnumber=2': '400 serialnumber without a token.id parameter filter',
        'account.id=1001&limit=3': ['fec', 'account.id=1001&limit=3&token.id=lte:0.0.1502&serialnumber=lt:3'],
      },
    },
    ...[
      {
        route: '/tokens/{tokenId}/nfts/{serialNumber}/transactions',
        path: { tokenId: '1502', serialNumber: '1' },
        filters: { timestamp: TIMES },
        paths: {
          '/tokens/x/nfts/0/transactions?limit=0': '400 Invalid parameter: tokenid',
          '/tokens/1502/nfts/0/transactions?limit=0': '400 Invalid parameter: serialnumber',
        },
      },
      {
        route: '/tokens/nfts/{id}/transactions',
        path: { id: '1' },
        query: 'token.id=1502',
        filters: { timestamp: TIMES, 'token.id': { value: '1502', eq: 'a-d' } },
        paths: {
          '/tokens/nfts/1/transactions': '400 Invalid parameter: token.id',
          '/tokens/nfts/x/transactions?token.id=1502': '400 Invalid parameter: serialnumber',
        },
      },
    ].map((list) => ({
      ...list,
      family: 'ledger' as const,
      items: 'transactions',
      order: 'desc' as const,
      maxAge: 1,
      all: NFT_TRANSACTIONS,
      keys: { timestamp: ({ consensus_timestamp }: Item) => consensus_timestamp },
      cases: { 'timestamp=104&timestamp=105': '', 'timestamp=gt:104&timestamp=lt:112': 'cb' },
    })),
  ],
  items: [
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
    {
      route: '/tokens/{tokenId}/balances',
      family: 'ledger',
      maxAge: 1,
      answers: pastBalances('/tokens/1501/balances?', (items) => items),
    },
    {
      route: '/tokens/balances',
      family: 'ledger',
      maxAge: 1,
      answers: {
        ...pastBalances('/tokens/balances?token.id=1501&', (items) => items),
        '/tokens/balances?timestamp=200': snapshot(200, withToken(PAST_200)),
        '/tokens/balances?token.id=1501&limit=1': {
          timestamp: time(setAt(1004, 1501)),
          balances: [ofCoin(1004, 5)],
          links: { next: '/api/v1/tokens/balances?token.id=1501&limit=1&account.id=lt:0.0.1004' },
        },
      },
    },
    {
      route: '/tokens/{tokenId}/nfts/{serialNumber}',
      family: 'lookup',
      maxAge: 1,
      answers: {
        '/tokens/1502/nfts/1': DEED,
        '/tokens/1502/nfts/4': ALL_NFTS[3] as Item,
        '/tokens/1502/nfts/5': '404 Not found',
        '/tokens/1502/nfts/0': '400 Invalid parameter: serialnumber',
        '/tokens/x/nfts/0': '400 Invalid parameter: tokenid',
        '/tokens/x/nfts/1?foo=1': '400 Unknown query parameter: foo',
      },
    },
    {
      route: '/tokens/nfts/{serialNumber}',
      family: 'lookup',
      maxAge: 1,
      answers: {
        '/tokens/nfts/1?token.id=1502': DEED,
        '/tokens/nfts/1?token.id=eq:0.0.1502': DEED,
        '/tokens/nfts/9?token.id=1502': '404 Not found',
        '/tokens/nfts/1': '400 Invalid parameter: token.id',
        '/tokens/nfts/x?token.id=1502': '400 Invalid parameter: serialnumber',
        ...Object.fromEntries(
          ['ne', 'gt', 'gte', 'lt', 'lte'].map((operator) => [
            `/tokens/nfts/1?token.id=${operator}:1502`,
            '400 Invalid parameter: token.id',
          ]),
        ),
      },
    },
    {
      route: '/tokens/{tokenId}/nfts/{serialNumber}/transactions',
      family: 'ledger',
      maxAge: 1,
      answers: {
        '/tokens/1599/nfts/1/transactions': { transactions: [], links: { next: null } },
        '/tokens/1504/nfts/2/transactions': [206, UNDATED],
      },
    },
    {
      route: '/tokens/nfts/{id}/transactions',
      family: 'ledger',
      maxAge: 1,
      answers: { '/tokens/nfts/2/transactions?token.id=1504': [206, UNDATED] },
    },
  ],
};
