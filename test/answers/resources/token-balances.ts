import { at, type Item, id, type Resource, since, time } from '../answers.ts';
import { BAD_PATHS, ne } from './tokens.ts';

/* Holders of the tokens in `tokens.ts`. Balances at 100 s and 200 s are in `accounts.ts`. */

// Holdings: account, token, balance, and other columns.
const HOLDINGS: readonly (readonly [account: number, token: number, balance: number, more?: Item])[] = [
  [1001, 1501, 100],
  [1001, 1502, 2],
  [1001, 1503, 7, { freeze_status: 1, kyc_status: 2, automatic_association: true }],
  [1001, 1504, 1],
  [1002, 1501, 50],
  [1003, 1501, 25],
  [1004, 1501, 5],
  [1010, 1501, 9, { associated: false }],
  [1020, 1505, 3],
  [1021, 1505, 3],
  [1022, 1505, 0],
];
/** Returns the time of a balance: a second later for each account, and ten seconds later for each token. */
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
/** Members beside a token's holders: the last block ends at 125 s. */
const holderMembers = (count: number): Item => ({
  timestamp: time(125),
  total: { value: count, relation: 'eq' },
});
const holders = (accounts: readonly number[], next: string | null): Item => ({
  holders: accounts.map((account) => ({ account: id(account), balance: 3, decimals: 0 })),
  ...holderMembers(2),
  links: { next: next === null ? null : `/api/v1/tokens/1505/holders?${next}` },
});
const PAST_100 = [ofCoin(1002, 40), ofCoin(1001, 60)];
const PAST_200 = [ofCoin(1002, 40), ofCoin(1001, 61)];
const withToken = (items: readonly Item[]): Item[] => items.map((item) => ({ ...item, token_id: id(1501) }));
/** Items of a list of a single requested token, which do not repeat the token. */
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

export const tokenBalances: Resource = {
  rows: {
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
  },
  lists: [
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
      route: '/tokens/{tokenId}/balances',
      path: { tokenId: '1501' },
      family: 'ledger',
      items: 'balances',
      order: 'desc',
      maxAge: 1,
      all: [ofCoin(1001, 100), ofCoin(1002, 50), ofCoin(1003, 25), ofCoin(1004, 5)],
      extra: (shown) => latest(shown, 1501),
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
      route: '/tokens/{tokenId}/holders',
      path: { tokenId: '1501' },
      family: 'ledger',
      items: 'holders',
      order: 'desc',
      maxAge: 1,
      all: [ofCoin(1004, 5), ofCoin(1003, 25), ofCoin(1002, 50), ofCoin(1001, 100)],
      extra: () => holderMembers(4),
      keys: { balance: (item) => item.balance, 'account.id': (item) => item.account },
      filters: {
        balance: { value: '25', eq: 'b', gt: 'cd', gte: 'b-d', lt: 'a', lte: 'ab' },
        'account.id': [
          {
            with: 'balance=gte:25',
            value: '1003',
            gt: 'cd',
            gte: 'b-d',
            lt: '400 balance must have lte or eq operator',
            lte: '400 balance must have lte or eq operator',
          },
          {
            with: 'balance=lte:25',
            value: '1003',
            gt: '400 balance must have gte or eq operator',
            gte: '400 balance must have gte or eq operator',
            lt: 'a',
            lte: 'ab',
          },
        ],
      },
      cases: {
        'balance=0': '',
        'balance=gte:0': 'dcba',
        'balance=lt:1': '',
        'account.id=gt:5': '400 account.id without a balance parameter filter',
        'balance=gt:5&balance=gt:6': '400 Only one gt/gte operator is allowed for balance',
        'balance=gt:5&balance=lt:100&limit=1': [
          'c',
          'balance=gt:5&balance=lte:50&limit=1&account.id=lt:0.0.1002',
        ],
        'balance=x&account.id=y': '400 Invalid parameter: balance | Invalid parameter: account.id',
      },
      paths: BAD_PATHS('/holders'),
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
      extra: (shown) => latest(shown),
      keys: { 'token.id': ({ token_id }) => token_id, 'account.id': (item) => item.account },
      filters: {
        'token.id': {
          value: '1502',
          ne: ne('token.id'),
          gt: 'f-j',
          gte: 'e-j',
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
            gt: 'c-j',
            gte: 'b-j',
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
        'account.balance': {
          value: '7',
          eq: 'f',
          ne: 'a-eg-j',
          gt: 'a-c',
          gte: 'a-cf',
          lt: 'deg-j',
          lte: 'd-j',
        },
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
  ],
  items: [
    {
      route: '/tokens/{tokenId}/holders',
      family: 'ledger',
      maxAge: 1,
      answers: {
        // Equal balances, and an account that holds nothing.
        '/tokens/1505/holders': holders([1021, 1020], null),
        '/tokens/1505/holders?order=asc': holders([1020, 1021], null),
        '/tokens/1505/holders?limit=1': holders([1021], 'limit=1&balance=lte:3&account.id=lt:0.0.1021'),
        '/tokens/1505/holders?limit=1&balance=lte:3&account.id=lt:0.0.1021': holders(
          [1020],
          'limit=1&balance=lte:3&account.id=lt:0.0.1020',
        ),
        // A bound of accounts belongs to a balance of zero, which nobody has.
        '/tokens/1504/holders?balance=gte:0&account.id=gte:1002': {
          holders: [{ account: id(1001), balance: 1, decimals: 0 }],
          ...holderMembers(1),
          links: { next: null },
        },
        '/tokens/1599/holders': { holders: [], ...holderMembers(0), links: { next: null } },
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
  ],
};
