import { type Item, id, type Resource } from '../answers.ts';
import { transactionsOf } from './transactions.ts';

/*
 * Transfers of account 1002: in the transactions b (hbar), c (a fungible token), e and f (an NFT) and i (hbar) of `transactions.ts`.
 * `test/rest/accounts/account-transfers.test.ts` has those of tokens of contracts.
 */

/** Returns a transaction with the transfers of 1002 alone. */
function transfersOf(letter: string): Item {
  const [item = {}] = transactionsOf(letter);
  const own = (name: string) => (item[name] as Item[]).filter(({ account }) => account === id(1002));
  return {
    consensus_timestamp: item.consensus_timestamp,
    events: [],
    name: item.name,
    nft_transfers: item.nft_transfers,
    token_transfers: own('token_transfers'),
    transaction_id: item.transaction_id,
    transfers: own('transfers'),
  };
}

export const accountTransfers: Resource = {
  rows: {},
  lists: [
    {
      route: '/accounts/{idOrAliasOrEvmAddress}/transfers',
      path: { idOrAliasOrEvmAddress: `0x${'bb'.repeat(20)}` },
      family: 'ledger',
      items: 'transactions',
      order: 'desc',
      maxAge: 1,
      all: ['b', 'c', 'e', 'f', 'i'].map(transfersOf),
      keys: { timestamp: ({ consensus_timestamp }) => consensus_timestamp },
      filters: {
        kind: { value: 'hbar', eq: 'ae' },
        timestamp: { value: '105', eq: 'c', ne: 'abde', gt: 'de', gte: 'cde', lt: 'ab', lte: 'abc' },
        'token.id': { value: '1502', eq: 'cd' },
      },
      cases: {
        'kind=NFT&kind=hbar': 'edca',
        'kind=event': '',
        'kind=token&timestamp=gt:103': '',
        'token.id=1501': 'b',
        'token.id=1501&kind=token&kind=hbar': 'b',
        'token.id=1502&kind=hbar': '',
        'token.id=1502&kind=token': '',
        'token.id=1599': '',
        'timestamp=103&timestamp=105': '',
        'timestamp=gte:105&limit=1': ['e', 'timestamp=gte:105&timestamp=lt:109.000000000&limit=1'],
        'kind=all&token.id=x': '400 Invalid parameter: kind | Invalid parameter: token.id',
      },
      paths: {
        '/accounts/1099/transfers': '',
        [`/accounts/0x${'ee'.repeat(20)}/transfers`]: '404 Not found',
        [`/accounts/0x${'ee'.repeat(20)}/transfers?limit=0`]: '404 Not found',
        '/accounts/AEAQ/transfers': '404 No account with a matching alias found',
        '/accounts/x!/transfers': '400 Invalid parameter: idOrAliasOrEvmAddress',
      },
    },
  ],
};
