import { at, base64, hex, type Item, id, type Resource, since, time } from '../answers.ts';
import { BAD_PATHS, ne } from './tokens.ts';

/*
 * NFTs of 1502 and of 1504; `tokens.ts` has the tokens. Owners of the first of 1502 changed at 105 s, 106 s and 112 s
 * (`transactions.ts`).
 */

// NFTs: token, serial number, owner, and other columns. The fourth of 1502 is burned.
const NFTS: readonly (readonly [token: number, serial: number, owner: number | null, more?: Item])[] = [
  [1502, 1, 1001, { timestamp_range: since(112), spender: 1002, delegating_spender: 1003 }],
  [1502, 2, 1002],
  [1502, 3, 1001, { spender: 1004 }],
  [1502, 4, null, { deleted: true }],
  [1504, 1, 1001],
  // The creation time of the last NFT is unknown.
  [1504, 2, 1001, { created_timestamp: null }],
];
const nft = ([token, serial, owner, more = {}]: (typeof NFTS)[number]): Item => ({
  account_id: owner === null ? null : id(owner),
  created_timestamp: more.created_timestamp === null ? null : time(104),
  delegating_spender: serial === 1 && token === 1502 ? id(1003) : null,
  // NFTs of a deleted token are deleted, too.
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

/** The mint of another NFT at the same time is not part of this answer. The deletion time of the token is unknown. */
const UNDATED = {
  transactions: [nftTransaction(104, 'TOKENMINT', 1001, [null, null])],
  links: { next: null },
};

const TIMES = { value: '105', eq: 'b', ne: 'acd', gt: 'cd', gte: 'b-d', lt: 'a', lte: 'ab' };

export const nfts: Resource = {
  rows: {
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
