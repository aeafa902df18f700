import { address, type Item, id, type ListAnswers, type Resource, since, span } from '../answers.ts';
import { NEW_PAGES, OWNER } from './owner.ts';

/* Pending airdrops. All are from or to account 1001; `tokens.ts` has the tokens. */

// Airdrops between 1001 and three others: one of a fungible token, and eight NFTs of one token.
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
        // The bound on the other account is unchanged in the link.
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

export const accountAirdrops: Resource = {
  rows: {
    token_airdrop: [
      ...AIRDROPS.flatMap(([other, serial]) => [
        airdropRow(1001, other, serial),
        airdropRow(other, 1001, serial),
      ]),
      airdropRow(1001, 1005, 0, 'CLAIMED'),
      airdropRow(1005, 1001, 0, 'CANCELLED'),
    ],
  },
  lists: [airdrops('outstanding'), airdrops('pending')],
};
