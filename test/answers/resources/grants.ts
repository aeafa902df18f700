import {
  address,
  at,
  hex,
  type Item,
  id,
  keyJson,
  keyRow,
  type ListAnswers,
  many,
  OPERATORS,
  type Resource,
  since,
  span,
  time,
  word,
} from '../answers.ts';

/*
 * What accounts grant and are given: allowances, airdrops, hooks. All are of account 1001, whose tokens stand in
 * `tokens.ts`; the lists of the newer services have 27 items, since their pages are 25 by default.
 */

const OWNER = { idOrAliasOrEvmAddress: '1001' };
const NEW_PAGES = { byDefault: 25, most: 100, above: 'refused' } as const;

// Allowances of hbar: spenders 1002 to 1005; that of 1006 is spent.
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

// Airdrops between 1001 and three others: of one fungible token and of eight NFTs of one.
const AIRDROPS = [1002, 1003, 1004].flatMap((other) =>
  [0, 1, 2, 3, 4, 5, 6, 7, 8].map((serial) => [other, serial] as const),
);
const DROPPED = { fungible: 1811, nft: 1812 };
const airdropRow = (sender: number, receiver: number, serial: number, state = 'PENDING'): Item => ({
  sender_account_id: sender,
  receiver_account_id: receiver,
  token_id: serial === 0 ? DROPPED.fungible : DROPPED.nft,
  serial_number: serial,
  amount: serial === 0 ? 33 : null,
  state,
  timestamp_range: since(41),
});
const airdrop = (sender: number, receiver: number, serial: number): Item => ({
  amount: serial === 0 ? 33 : null,
  receiver_id: id(receiver),
  sender_id: id(sender),
  serial_number: serial === 0 ? null : serial,
  timestamp: span(41),
  token_id: id(serial === 0 ? DROPPED.fungible : DROPPED.nft),
});

// Letters: a to i are with 1002, j to r with 1003, s to A with 1004; the first of each is fungible.
function airdrops(side: 'outstanding' | 'pending'): ListAnswers {
  const [name, member] = side === 'outstanding' ? ['receiver.id', 'receiver_id'] : ['sender.id', 'sender_id'];
  return {
    route: `/accounts/{idOrAliasOrEvmAddress}/airdrops/${side}`,
    path: OWNER,
    family: 'network',
    items: 'airdrops',
    order: 'asc',
    maxAge: 1,
    pages: NEW_PAGES,
    all: AIRDROPS.map(([other, serial]) =>
      side === 'outstanding' ? airdrop(1001, other, serial) : airdrop(other, 1001, serial),
    ),
    keys: {
      [name]: (item) => item[member],
      'token.id': ({ token_id }) => token_id,
      serialnumber: ({ serial_number }) => serial_number,
    },
    filters: {
      [name]: [
        {
          with: 'limit=100',
          value: '1003',
          eq: 'j-r',
          ne: 'a-A',
          gt: 's-A',
          gte: 'j-A',
          lt: 'a-i',
          lte: 'a-r',
        },
      ],
      'token.id': [
        {
          with: 'limit=100',
          value: '1812',
          eq: 'b-ik-rt-A',
          ne: 'a-A',
          gt: '',
          gte: 'b-ik-rt-A',
          lt: 'ajs',
          lte: 'a-A',
        },
        {
          with: `limit=100&${name}=1003`,
          value: '1811',
          eq: 'j',
          ne: 'j-r',
          gt: 'k-r',
          gte: 'j-r',
          lt: '',
          lte: 'j',
        },
        {
          with: `limit=100&${name}=gte:1003`,
          value: '1812',
          eq: 'k-rt-A',
          ne: 'j-A',
          gt: 's-A',
          gte: 'k-A',
          lt: 'j-A',
          lte: 'j-A',
        },
      ],
      serialnumber: [
        {
          with: 'limit=100',
          value: '7',
          eq: 'hqz',
          ne: 'a-A',
          gt: 'irA',
          gte: 'hiqrzA',
          lt: 'a-gj-ps-y',
          lte: 'a-hj-qs-z',
        },
        {
          with: `limit=100&${name}=1004&token.id=1812`,
          value: '7',
          eq: 'z',
          ne: 't-A',
          gt: 'A',
          gte: 'zA',
          lt: 't-y',
          lte: 't-z',
        },
      ],
    },
    cases: {
      [`${name}=gt:1002&${name}=lt:1004&limit=2`]: [
        'jk',
        // The bound on the other side stays where it was.
        `${name}=lt:1004&${name}=gte:0.0.1003&limit=2&token.id=gte:0.0.1812&serialnumber=gt:1`,
      ],
      [`${name}=1004&order=desc&limit=1`]: [
        'A',
        `${name}=1004&order=desc&limit=1&token.id=lte:0.0.1812&serialnumber=lt:8`,
      ],
      [`${name}=1003&${name}=1003&limit=1`]: ['j', `${name}=1003&${name}=1003&limit=1&token.id=gt:0.0.1811`],
      [`${name}=gt:1003&${name}=lt:1003`]: '400 Invalid range provided for account.id',
      [`${name}=x`]: `400 Failed to convert '${name}'`,
      'token.id=1&token.id=2&token.id=3': '400 tokenIds size must be between 0 and 2',
      'serialnumber=1,2,3': '400 serialNumbers size must be between 0 and 2',
      [`${name}=1,2,3`]: `400 ${side === 'outstanding' ? 'receiverIds' : 'senderIds'} size must be between 0 and 2`,
      'serialnumber=-1': "400 Failed to convert 'serialnumber'",
      'limit=x&order=y': "400 Failed to convert 'limit'",
      'limit=0&token.id=1,2,3': '400 limit must be greater than 0 | tokenIds size must be between 0 and 2',
    },
    paths: {
      [`/accounts/1099/airdrops/${side}`]: '',
      [`/accounts/${address(0xdead)}/airdrops/${side}`]: '404 No account found for the given ID',
      [`/accounts/x/airdrops/${side}`]: "400 Failed to convert 'id'",
      [`/accounts/x/airdrops/${side}?limit=x`]: "400 Failed to convert 'id'",
    },
  };
}

// Hooks 1 to 27 of 1001; every tenth is deleted.
const hook = (number: number): Item => ({
  admin_key: number === 1 ? keyJson('c1') : null,
  contract_id: id(1010),
  created_timestamp: time(42),
  deleted: number % 10 === 0,
  extension_point: 'ACCOUNT_ALLOWANCE_HOOK',
  hook_id: number,
  owner_id: id(1001),
  timestamp_range: span(42),
  type: 'EVM',
});

/** Slots 1 to 28 of hook 3; the last is cleared. At 43 s the first three were written, the third cleared at 44 s. */
const SLOTS = many(27, (number) => ({ key: word(number), timestamp: time(45), value: word(number * 2) }));
const CHANGES: readonly Item[] = [
  { key: word(1), timestamp: time(43), value: word(100) },
  { key: word(2), timestamp: time(43), value: null },
  { key: word(3), timestamp: time(44), value: word(0) },
];
const digits = (number: number): string => hex(word(number).slice(2));

export const grants: Resource = {
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
      // What 1004 could spend of the first is spent.
      amount: spender === 1004 && token === 1501 ? 0 : 7,
      amount_granted: 70,
      timestamp_range: since(39, 90),
    })),
    nft_allowance: [
      ...NFT_ALLOWANCES.flatMap(([spender, token]) => [
        { owner: 1001, spender, token_id: token, approved_for_all: true },
        // The same the other way round: what 1001 may do with NFTs of others.
        { owner: spender, spender: 1001, token_id: token, approved_for_all: token === 1801 },
      ]),
      { owner: 1001, spender: 1005, token_id: 1801, approved_for_all: false },
    ].map((row) => ({ ...row, payer_account_id: 1001, timestamp_range: since(40) })),
    token_airdrop: [
      ...AIRDROPS.flatMap(([other, serial]) => [
        airdropRow(1001, other, serial),
        airdropRow(other, 1001, serial),
      ]),
      airdropRow(1001, 1005, 0, 'CLAIMED'),
      airdropRow(1005, 1001, 0, 'CANCELLED'),
    ],
    hook: many(27, (number) => ({
      owner_id: 1001,
      hook_id: number,
      contract_id: 1010,
      created_timestamp: at(42),
      timestamp_range: since(42),
      deleted: number % 10 === 0,
      admin_key: number === 1 ? keyRow('c1') : null,
    })),
    hook_storage: many(28, (number) => ({
      owner_id: 1001,
      hook_id: 3,
      key: digits(number),
      value: hex((number * 2).toString(16).padStart(2, '0')),
      created_timestamp: at(43),
      modified_timestamp: at(45),
      deleted: number === 28,
    })),
    hook_storage_change: [
      [1, 43, '64'],
      [2, 43, null],
      [3, 43, '07'],
      [3, 44, ''],
    ].map(([number, seconds, written]) => ({
      owner_id: 1001,
      hook_id: 3,
      key: digits(Number(number)),
      consensus_timestamp: at(Number(seconds)),
      value_read: hex(''),
      value_written: written === null ? null : hex(String(written)),
    })),
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
    airdrops('outstanding'),
    airdrops('pending'),
    {
      route: '/accounts/{idOrAliasOrEvmAddress}/hooks',
      path: OWNER,
      family: 'network',
      items: 'hooks',
      order: 'desc',
      maxAge: 1,
      pages: NEW_PAGES,
      all: many(27, hook),
      keys: { 'hook.id': ({ hook_id }) => hook_id },
      ends: {},
      filters: {
        'hook.id': {
          with: 'limit=100',
          value: '20',
          eq: 't',
          ne: 'a-A',
          gt: 'u-A',
          gte: 't-A',
          lt: 'a-s',
          lte: 'a-t',
        },
      },
      cases: {
        'hook.id=3&hook.id=5&hook.id=7&hook.id=gt:3': 'ge',
        'hook.id=1,2,27': 'Aba',
        'hook.id=gt:5&hook.id=lt:4': '',
        'hook.id=x': "400 Failed to convert 'hook.id'",
        'hook.id=lt:5&limit=1': ['d', 'limit=1&hook.id=lt:4'],
        'hook.id=gt:26&limit=1': 'A',
        [`hook.id=${many(101, String).join(',')}`]: '400 hookId size must be between 0 and 100',
      },
      paths: {
        '/accounts/1099/hooks': '',
        [`/accounts/${address(0xdead)}/hooks`]: '404 No account found for the given ID',
        '/accounts/x/hooks': "400 Failed to convert 'ownerId'",
      },
    },
    {
      route: '/accounts/{idOrAliasOrEvmAddress}/hooks/{hookId}/storage',
      path: { ...OWNER, hookId: '3' },
      family: 'network',
      items: 'storage',
      order: 'asc',
      maxAge: 1,
      pages: NEW_PAGES,
      all: SLOTS,
      beside: () => ({ hook_id: 3, owner_id: id(1001) }),
      keys: { key: ({ key }) => key },
      filters: {
        key: [
          { with: 'limit=100', value: word(5), eq: 'e', gt: 'f-A', gte: 'e-A', lt: 'a-d', lte: 'a-e' },
          { with: 'limit=100', value: '0x5', eq: 'e', gt: 'f-A', gte: 'e-A', lt: 'a-d', lte: 'a-e' },
        ],
      },
      cases: {
        'key=1&key=0x02&key=gt:1': 'b',
        'key=xyz': "400 Failed to convert 'key'",
        'key=ne:1': "400 Failed to convert 'key'",
        [`key=${many(101, String).join(',')}`]: '400 keys size must be between 0 and 100',
        'timestamp=1,2,3': '400 timestamps size must be between 0 and 2',
        'timestamp=x': "400 Failed to convert 'timestamp'",
        'timestamp=ne:1': "400 Failed to convert 'timestamp'",
      },
      paths: {
        '/accounts/x/hooks/3/storage': "400 Failed to convert 'ownerId'",
        '/accounts/1001/hooks/x/storage': "400 Failed to convert 'hookId'",
        '/accounts/1001/hooks/-1/storage': '400 hookId must be greater than or equal to 0',
        [`/accounts/${address(0xdead)}/hooks/3/storage`]: '404 No account found for the given ID',
      },
    },
  ],
  items: [
    {
      route: '/accounts/{idOrAliasOrEvmAddress}/allowances/nfts',
      family: 'network',
      maxAge: 1,
      answers: {
        // The other side: who allowed what to 1001, of which one token of each is allowed.
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
    {
      route: '/accounts/{idOrAliasOrEvmAddress}/hooks/{hookId}/storage',
      family: 'network',
      maxAge: 1,
      answers: Object.fromEntries(
        (
          [
            // At or before; the slot that was cleared is shown with what was written.
            ['timestamp=44', [0, 1, 2]],
            ['timestamp=eq:44', [0, 1, 2]],
            ['timestamp=lte:44', [0, 1, 2]],
            ['timestamp=gt:43', [2]],
            ['timestamp=gte:44', [2]],
            ['timestamp=gte:43&timestamp=lt:43.1', [0, 1, '3 before']],
            ['timestamp=lt:44', [0, 1, '3 before']],
            ['timestamp=lt:44&order=desc&key=lte:2', [1, 0]],
            ['timestamp=lt:43', []],
          ] as const
        ).map(([query, shown]) => [
          `/accounts/1001/hooks/3/storage?${query}`,
          {
            hook_id: 3,
            owner_id: id(1001),
            storage: shown.map((one) =>
              typeof one === 'number' ? CHANGES[one] : { key: word(3), timestamp: time(43), value: word(7) },
            ),
            links: { next: null },
          },
        ]),
      ),
    },
    {
      route: '/accounts/{idOrAliasOrEvmAddress}/hooks/{hookId}/storage',
      family: 'network',
      maxAge: 1,
      answers: {
        '/accounts/1001/hooks/99/storage': {
          hook_id: 99,
          owner_id: id(1001),
          storage: [],
          links: { next: null },
        },
      },
    },
  ],
};
