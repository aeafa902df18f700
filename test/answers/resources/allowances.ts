import { address, type Item, id, many, OPERATORS, type Resource, since, span } from '../answers.ts';
import { NEW_PAGES, OWNER } from './owner.ts';

/* Allowances, all of account 1001; `tokens.ts` has the tokens. */

// Allowances of hbar for spenders 1002 to 1006; the allowance of 1006 is used up.
const cryptoAllowance = (spender: number): Item => ({
  amount: spender - 1000,
  amount_granted: 500,
  owner: id(1001),
  spender: id(spender),
  timestamp: span(spender - 970),
});

// Allowances of tokens: spenders 1002 and 1003, two tokens each, and one of 1004.
const TOKEN_ALLOWANCES: readonly (readonly [spender: number, token: number])[] = [
  [1002, 1501],
  [1002, 1503],
  [1003, 1501],
  [1003, 1503],
  [1004, 1503],
];

// Allowances for all NFTs of a token: three spenders, nine tokens each.
const NFT_ALLOWANCES = [1002, 1003, 1004].flatMap((spender) => many(9, (n) => [spender, 1800 + n] as const));
const nftAllowance = ([spender, token]: readonly [number, number]): Item => ({
  approved_for_all: true,
  owner: id(1001),
  spender: id(spender),
  timestamp: span(40),
  token_id: id(token),
});

export const allowances: Resource = {
  rows: {
    crypto_allowance: [1002, 1003, 1004, 1005, 1006].map((spender) => ({
      owner: 1001,
      spender,
      payer_account_id: 1001,
      amount: spender === 1006 ? 0 : spender - 1000,
      amount_granted: 500,
      timestamp_range: since(spender - 970),
    })),
    token_allowance: [...TOKEN_ALLOWANCES, [1004, 1501] as const].map(([spender, token]) => ({
      owner: 1001,
      spender,
      token_id: token,
      payer_account_id: 1001,
      // Account 1004 has used up its first allowance.
      amount: spender === 1004 && token === 1501 ? 0 : 7,
      amount_granted: 70,
      timestamp_range: since(39, 90),
    })),
    nft_allowance: [
      ...NFT_ALLOWANCES.flatMap(([spender, token]) => [
        { owner: 1001, spender, token_id: token, approved_for_all: true },
        // The reverse direction: allowances granted to 1001 for NFTs of others.
        { owner: spender, spender: 1001, token_id: token, approved_for_all: token === 1801 },
      ]),
      { owner: 1001, spender: 1005, token_id: 1801, approved_for_all: false },
    ].map((row) => ({ ...row, payer_account_id: 1001, timestamp_range: since(40) })),
  },
  lists: [
    {
      route: '/accounts/{idOrAliasOrEvmAddress}/allowances/crypto',
      path: OWNER,
      family: 'ledger',
      items: 'allowances',
      order: 'desc',
      maxAge: 1,
      all: [1002, 1003, 1004, 1005].map(cryptoAllowance),
      keys: { 'spender.id': ({ spender }) => spender },
      filters: {
        'spender.id': {
          value: '1003',
          eq: 'b',
          ne: '400 Not equal (ne) comparison operator is not supported for spender.id',
          gt: 'cd',
          gte: 'b-d',
          lt: 'a',
          lte: 'ab',
        },
      },
      cases: {
        'spender.id=1002&spender.id=1004&limit=1': [
          'c',
          'spender.id=1002&spender.id=1004&spender.id=lt:0.0.1004&limit=1',
        ],
        'spender.id=x': '400 Invalid parameter: spender.id',
      },
      paths: {
        '/accounts/0.0.1099/allowances/crypto': '',
        '/accounts/x/allowances/crypto?limit=0': '400 Invalid parameter: idOrAliasOrEvmAddress',
        [`/accounts/${address(0xdead)}/allowances/crypto`]: '',
        [`/accounts/0x${'ee'.repeat(20)}/allowances/crypto`]: '404 Not found',
        '/accounts/AEAQ/allowances/crypto?foo=1': '404 No account with a matching alias found',
      },
    },
    {
      route: '/accounts/{idOrAliasOrEvmAddress}/allowances/tokens',
      path: OWNER,
      family: 'ledger',
      items: 'allowances',
      order: 'asc',
      maxAge: 1,
      all: TOKEN_ALLOWANCES.map(([spender, token]) => ({
        amount: 7,
        amount_granted: 70,
        owner: id(1001),
        spender: id(spender),
        timestamp: span(39, 90),
        token_id: id(token),
      })),
      keys: { 'spender.id': ({ spender }) => spender, 'token.id': ({ token_id }) => token_id },
      filters: {
        'spender.id': {
          value: '1003',
          eq: 'cd',
          ne: '400 Not equal (ne) operator is not supported for spender.id',
          gt: 'e',
          gte: 'c-e',
          lt: 'ab',
          lte: 'a-d',
        },
        'token.id': [
          {
            with: 'spender.id=1003',
            value: '1501',
            eq: 'c',
            ne: '400 Not equal (ne) operator is not supported for token.id',
            gt: 'd',
            gte: 'cd',
            lt: '',
            lte: 'c',
          },
          {
            with: 'spender.id=gte:1003',
            value: '1503',
            eq: 'de',
            ne: '400 Not equal (ne) operator is not supported for token.id',
            gt: 'e',
            gte: 'de',
            lt: '400 spender.id must have lte or eq operator',
            lte: '400 spender.id must have lte or eq operator',
          },
          {
            with: 'spender.id=lte:1003',
            value: '1503',
            eq: 'bd',
            ne: '400 Not equal (ne) operator is not supported for token.id',
            gt: '400 spender.id must have gte or eq operator',
            gte: '400 spender.id must have gte or eq operator',
            lt: 'a-c',
            lte: 'a-d',
          },
        ],
      },
      cases: {
        'token.id=1501': '400 token.id without a spender.id parameter filter',
        'spender.id=gt:1003&token.id=gt:1501': '400 spender.id must have gte or eq operator',
        'spender.id=1002&spender.id=1003': '400 Only one equal (eq) operator is allowed for spender.id',
        'spender.id=gt:1&spender.id=gte:2': '400 Only one gt/gte operator is allowed for spender.id',
        'spender.id=lt:1&spender.id=lte:2': '400 Only one lt/lte operator is allowed for spender.id',
        'spender.id=1002&spender.id=lt:5': "400 Can't support both range and equal for spender.id",
        'spender.id=1002&limit=1': ['a', 'spender.id=1002&limit=1&token.id=gt:0.0.1501'],
        'spender.id=gte:1003&spender.id=lte:1003&order=desc': 'dc',
      },
      paths: {
        '/accounts/1099/allowances/tokens': '',
        '/accounts/x!/allowances/tokens': '400 Invalid parameter: idOrAliasOrEvmAddress',
      },
    },
    {
      route: '/accounts/{idOrAliasOrEvmAddress}/allowances/nfts',
      path: OWNER,
      family: 'network',
      items: 'allowances',
      order: 'asc',
      maxAge: 1,
      pages: NEW_PAGES,
      // Letters: a to i of 1002, j to r of 1003, s to A of 1004.
      all: NFT_ALLOWANCES.map(nftAllowance),
      keys: { 'account.id': ({ spender }) => spender, 'token.id': ({ token_id }) => token_id },
      filters: {
        'account.id': {
          with: 'limit=100',
          value: '1003',
          eq: 'j-r',
          ne: '400 Unsupported range operator ne for account.id',
          gt: 's-A',
          gte: 'j-A',
          lt: 'a-i',
          lte: 'a-r',
        },
        'token.id': [
          {
            with: 'account.id=1003',
            value: '1804',
            eq: 'm',
            ne: '400 Unsupported range operator ne for token.id',
            gt: 'n-r',
            gte: 'm-r',
            lt: 'j-l',
            lte: 'j-m',
          },
          {
            with: 'limit=100&account.id=gte:1003',
            value: '1804',
            eq: 'mv',
            ne: '400 Unsupported range operator ne for token.id',
            gt: 'n-A',
            gte: 'm-A',
            lt: '400 Requires the presence of an lte or eq account.id parameter',
            lte: '400 Requires the presence of an lte or eq account.id parameter',
          },
          {
            with: 'limit=100&account.id=lte:1003',
            value: '1804',
            eq: 'dm',
            ne: '400 Unsupported range operator ne for token.id',
            gt: '400 Requires the presence of an gte or eq account.id parameter',
            gte: '400 Requires the presence of an gte or eq account.id parameter',
            lt: 'a-l',
            lte: 'a-m',
          },
        ],
      },
      cases: {
        ...Object.fromEntries(
          OPERATORS.map((operator) => [`owner=${operator}:true`, "400 Failed to convert 'owner'"]),
        ),
        'owner=true&limit=1': ['a', 'owner=true&limit=1&account.id=gte:0.0.1002&token.id=gt:0.0.1801'],
        'token.id=1804': '400 token.id parameter must have account.id present',
        'account.id=gt:5&account.id=lt:4': '400 Invalid range provided for account.id',
        'account.id=1&account.id=2':
          '400 Only one range operator from [eq] is allowed for the given parameter for account.id',
        'account.id=gt:1&account.id=gte:2':
          '400 Only one range operator from [gt, gte] is allowed for the given parameter for account.id',
        'account.id=lt:1&account.id=lte:2':
          '400 Only one range operator from [lt, lte] is allowed for the given parameter for account.id',
        'account.id=1002&account.id=gt:5': "400 Can't support both range and equal for account.id",
        'account.id=1002&token.id=gt:5&token.id=lt:4': '400 Invalid range provided for token.id',
        'account.id=1,2,3': '400 accountIds size must be between 0 and 2',
        'account.id=1&token.id=1,2,3': '400 tokenIds size must be between 0 and 2',
        'account.id=x': "400 Failed to convert 'account.id'",
        'owner=maybe': "400 Failed to convert 'owner'",
        'token.id=0x1&account.id=x': "400 Failed to convert 'account.id'",
      },
      paths: {
        '/accounts/1099/allowances/nfts': '',
        [`/accounts/${address(0xdead)}/allowances/nfts`]: '404 No account found for the given ID',
        '/accounts/x/allowances/nfts': "400 Failed to convert 'id'",
      },
    },
  ],
  items: [
    {
      route: '/accounts/{idOrAliasOrEvmAddress}/allowances/nfts',
      family: 'network',
      maxAge: 1,
      answers: {
        // Allowances granted to 1001, one token of each owner.
        '/accounts/1001/allowances/nfts?owner=false&account.id=gt:1002': {
          allowances: [1003, 1004].map((owner) => ({
            approved_for_all: true,
            owner: id(owner),
            spender: id(1001),
            timestamp: span(40),
            token_id: id(1801),
          })),
          links: { next: null },
        },
      },
    },
  ],
};
