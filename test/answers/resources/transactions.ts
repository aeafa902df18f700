import { at, base64, hex, type Item, id, keyJson, keyRow, many, type Resource, time } from '../answers.ts';
import { BAD_PATHS } from './tokens.ts';

/*
 * Twenty transactions: a to t, at 101 s to 114 s (k a nanosecond after j) and 130 s to 134 s. Those of contracts are also in
 * `contracts.ts`, those with messages in `topics.ts`.
 */

const SUCCESS = 22;
const HASH = 'e1'.repeat(48);
const NAMES: Readonly<Record<string, number>> = {
  CONTRACTCALL: 7,
  CRYPTOCREATEACCOUNT: 11,
  CRYPTOTRANSFER: 14,
  CONSENSUSSUBMITMESSAGE: 27,
  TOKENMINT: 37,
  SCHEDULECREATE: 42,
  CRYPTOAPPROVEALLOWANCE: 48,
  ETHEREUMTRANSACTION: 50,
  ATOMICBATCH: 74,
};

interface Made {
  readonly row: Item;
  readonly json: Item;
}

/** Returns a transaction whose valid start is five seconds earlier, with overrides of its row and of its answer. */
function made(seconds: number, name: string, payer: number, row: Item = {}, json: Item = {}): Made {
  return {
    row: {
      consensus_timestamp: at(seconds),
      type: NAMES[name],
      result: SUCCESS,
      payer_account_id: payer,
      valid_start_ns: at(seconds - 5),
      valid_duration_seconds: 120,
      node_account_id: 3,
      max_fee: 100,
      charged_tx_fee: 5,
      ...row,
    },
    json: {
      batch_key: null,
      bytes: null,
      charged_tx_fee: 5,
      consensus_timestamp: time(seconds),
      entity_id: null,
      high_volume: false,
      high_volume_pricing_multiplier: null,
      max_custom_fees: [],
      max_fee: '100',
      memo_base64: null,
      name,
      nft_transfers: [],
      node: id(3),
      nonce: 0,
      parent_consensus_timestamp: null,
      result: 'SUCCESS',
      scheduled: false,
      staking_reward_transfers: [],
      token_transfers: [],
      transaction_hash: null,
      transaction_id: `${id(payer)}-${seconds - 5}-000000000`,
      transfers: [],
      valid_duration_seconds: '120',
      valid_start_timestamp: time(seconds - 5),
      ...json,
    },
  };
}

const transfer = (account: number, amount: number, isApproval = false): Item => ({
  account: id(account),
  amount,
  is_approval: isApproval,
});
const nft = (sender: number | null, receiver: number, isApproval = false): Made => ({
  row: {
    is_approval: isApproval,
    receiver_account_id: receiver,
    sender_account_id: sender,
    serial_number: 1,
    token_id: 1502,
  },
  json: {
    is_approval: isApproval,
    receiver_account_id: id(receiver),
    sender_account_id: sender === null ? null : id(sender),
    serial_number: 1,
    token_id: id(1502),
  },
});
const withNft = (seconds: number, name: string, payer: number, { row, json }: Made, entity?: number): Made =>
  made(
    seconds,
    name,
    payer,
    { nft_transfer: JSON.stringify([row]), ...(entity === undefined ? {} : { entity_id: entity }) },
    { nft_transfers: [json], ...(entity === undefined ? {} : { entity_id: id(entity) }) },
  );

const SCHEDULED = { valid_start_ns: at(103), scheduled: true };
const SCHEDULED_JSON = {
  scheduled: true,
  transaction_id: '0.0.1001-103-000000000',
  valid_start_timestamp: time(103),
};

const ALL: readonly Made[] = [
  // a
  made(
    101,
    'CRYPTOCREATEACCOUNT',
    2,
    {
      entity_id: 1001,
      memo: hex('6869'),
      transaction_bytes: hex('0a01'),
      high_volume: true,
      high_volume_pricing_multiplier: 2000,
      // CustomFeeLimit of custom_fees.proto: account 7, 40 of token 9, then 50 tinybars.
      max_custom_fees: [Buffer.from('0a02180712060828120218091202' + '0832', 'hex')],
    },
    {
      entity_id: id(1001),
      memo_base64: base64('6869'),
      bytes: base64('0a01'),
      high_volume: true,
      high_volume_pricing_multiplier: 2000,
      max_custom_fees: [
        { account_id: id(7), amount: 40, denominating_token_id: id(9) },
        { account_id: id(7), amount: 50, denominating_token_id: null },
      ],
      transfers: [transfer(2, -10), transfer(98, 10)],
    },
  ),
  // b
  made(
    102,
    'CRYPTOTRANSFER',
    1001,
    { transaction_hash: hex(HASH) },
    {
      transaction_hash: base64(HASH),
      transfers: [transfer(98, 4), transfer(1001, -24), transfer(1002, 20, true)],
    },
  ),
  // c
  made(
    103,
    'CRYPTOTRANSFER',
    1002,
    {},
    {
      token_transfers: [
        { token_id: id(1501), account: id(1001), amount: -5, is_approval: false },
        { token_id: id(1501), account: id(1002), amount: 5, is_approval: true },
      ],
    },
  ),
  // d
  withNft(104, 'TOKENMINT', 1001, nft(null, 1001), 1502),
  // e
  withNft(105, 'CRYPTOTRANSFER', 1001, nft(1001, 1002)),
  // f
  withNft(106, 'CRYPTOTRANSFER', 1002, nft(1002, 1001, true)),
  // g
  made(
    107,
    'CONTRACTCALL',
    1002,
    { entity_id: 1010, result: 33 },
    { entity_id: id(1010), result: 'CONTRACT_REVERT_EXECUTED' },
  ),
  // h
  made(108, 'SCHEDULECREATE', 1001, { entity_id: 1702 }, { entity_id: id(1702) }),
  // i
  made(109, 'CRYPTOTRANSFER', 1001, SCHEDULED, {
    ...SCHEDULED_JSON,
    staking_reward_transfers: [{ account: id(1002), amount: 3 }],
    transfers: [transfer(800, -3), transfer(1002, 3)],
  }),
  // j
  made(110, 'CONTRACTCALL', 1002, { entity_id: 1010 }, { entity_id: id(1010) }),
  // k
  made(
    110,
    'CONTRACTCALL',
    1002,
    {
      consensus_timestamp: at(110, 1),
      entity_id: 1011,
      nonce: 1,
      parent_consensus_timestamp: at(110),
    },
    {
      consensus_timestamp: time(110, 1),
      entity_id: id(1011),
      nonce: 1,
      parent_consensus_timestamp: time(110),
    },
  ),
  // l
  made(111, 'ETHEREUMTRANSACTION', 1004, { entity_id: 1011 }, { entity_id: id(1011) }),
  // m
  made(112, 'CRYPTOAPPROVEALLOWANCE', 1001),
  // n
  made(113, 'ATOMICBATCH', 1004, { inner_transactions: [1003, String(at(109))] }),
  // o
  made(
    114,
    'CRYPTOTRANSFER',
    1003,
    { batch_key: keyRow('e2'), parent_consensus_timestamp: at(113) },
    { batch_key: keyJson('e2'), parent_consensus_timestamp: time(113) },
  ),
  // p to t; s failed, so it has no message.
  ...many(5, (n) =>
    made(
      129 + n,
      'CONSENSUSSUBMITMESSAGE',
      1001,
      {
        consensus_timestamp: at(129 + n, n),
        entity_id: 1601,
        valid_start_ns: at(120, n),
        result: n === 4 ? 9 : SUCCESS,
      },
      {
        consensus_timestamp: time(129 + n, n),
        entity_id: id(1601),
        result: n === 4 ? 'INSUFFICIENT_TX_FEE' : 'SUCCESS',
        transaction_id: `0.0.1001-120-00000000${n}`,
        valid_start_timestamp: time(120, n),
      },
    ),
  ),
];

/** Returns transactions by their letters, in the format of answers. */
export function transactionsOf(letters: string): Item[] {
  return [...letters].map((letter) => ALL['abcdefghijklmnopqrst'.indexOf(letter)]?.json as Item);
}

const hbar = (seconds: number, account: number, amount: number, more: Item = {}): Item => ({
  entity_id: account,
  consensus_timestamp: at(seconds),
  amount,
  payer_account_id: 1001,
  ...more,
});
const tokens = (account: number, amount: number, isApproval: boolean | null): Item => ({
  token_id: 1501,
  account_id: account,
  consensus_timestamp: at(103),
  amount,
  payer_account_id: 1002,
  is_approval: isApproval,
});
const fee = (amount: number, collector: number, token: number | null): Item => ({
  amount,
  collector_account_id: collector,
  consensus_timestamp: at(103),
  token_id: token,
  effective_payer_account_ids: [1001, 1002],
  payer_account_id: 1002,
});
const feeJson = (amount: number, collector: number, token: number | null): Item => ({
  amount,
  collector_account_id: id(collector),
  effective_payer_account_ids: [id(1001), id(1002)],
  token_id: token === null ? null : id(token),
});
const C_WITH_FEES = {
  ...transactionsOf('c')[0],
  assessed_custom_fees: [feeJson(8, 1003, null), feeJson(6, 1004, 1501), feeJson(7, 1004, 1501)],
};

/** Transactions with the transfers of one token: of NFT 1 of 1502, and of 1501. */
const transfersIn = (letter: string): Item => {
  const { consensus_timestamp, name, nft_transfers, token_transfers, transaction_id } = transactionsOf(
    letter,
  )[0] as Item;
  return { consensus_timestamp, name, nft_transfers, token_transfers, transaction_id };
};
const TRANSFERS_OF_COIN = [transfersIn('c')];
const ofCoin = (isFound = true): Item => ({
  transactions: isFound ? TRANSFERS_OF_COIN : [],
  links: { next: null },
});

const TRANSACTION_ID =
  'Invalid Transaction id. Please use "shard.realm.num-sss-nnn" format where sss are seconds and nnn are nanoseconds';
const found = (letters: string): Item => ({ transactions: transactionsOf(letters) });
const all = (shown: string) => ({ eq: shown, ne: shown, gt: shown, gte: shown, lt: shown, lte: shown });

export const transactions: Resource = {
  rows: {
    transaction: ALL.map(({ row }) => row),
    transaction_hash: [{ consensus_timestamp: at(102), hash: hex(HASH), payer_account_id: 1001 }],
    crypto_transfer: [
      hbar(101, 98, 10),
      hbar(101, 2, -10),
      // Deleted by an erratum.
      hbar(101, 97, 1, { errata: 'DELETE' }),
      hbar(102, 1002, 20, { is_approval: true }),
      hbar(102, 1001, -24),
      hbar(102, 98, 4),
      hbar(109, 800, -3),
      hbar(109, 1002, 3),
    ],
    staking_reward_transfer: [
      { account_id: 1002, amount: 3, consensus_timestamp: at(109), payer_account_id: 1001 },
    ],
    token_transfer: [tokens(1002, 5, true), tokens(1001, -5, null)],
    assessed_custom_fee: [fee(7, 1004, 1501), fee(6, 1004, 1501), fee(8, 1003, null)],
    entity_transaction: [
      { entity_id: 1003, consensus_timestamp: at(101), payer_account_id: 2, result: SUCCESS, type: 11 },
    ],
  },
  lists: [
    {
      route: '/tokens/{tokenId}/transfers',
      path: { tokenId: '1502' },
      family: 'ledger',
      items: 'transactions',
      order: 'desc',
      maxAge: 1,
      all: ['d', 'e', 'f'].map(transfersIn),
      keys: { timestamp: ({ consensus_timestamp }) => consensus_timestamp },
      filters: {
        'account.id': { value: '1002', eq: 'bc' },
        amount: [
          { value: '1', eq: 'abc', gt: '', gte: 'abc', lt: 'bc', lte: 'abc' },
          { value: '-1', eq: 'bc', gt: 'abc', gte: 'abc', lt: '', lte: 'bc' },
          { with: 'account.id=1001', value: '0', eq: '', gt: 'ac', gte: 'ac', lt: 'b', lte: 'b' },
        ],
        timestamp: { value: '105', eq: 'b', ne: 'ac', gt: 'c', gte: 'bc', lt: 'a', lte: 'ab' },
      },
      cases: {
        'account.id=1001&account.id=1002': 'cba',
        'account.id=999': '',
        'amount=1&amount=-1': '',
        'amount=gt:1&amount=lt:0': '',
        'amount=9223372036854775808': '400 Invalid parameter: amount',
        'amount=1.5': '400 Invalid parameter: amount',
        'timestamp=gte:105&amount=lt:0&limit=1': [
          'c',
          'timestamp=gte:105&timestamp=lt:106.000000000&amount=lt:0&limit=1',
        ],
      },
      paths: BAD_PATHS('/transfers'),
    },
    {
      route: '/transactions',
      family: 'ledger',
      items: 'transactions',
      order: 'desc',
      maxAge: 2,
      all: ALL.map(({ json }) => json),
      keys: { timestamp: ({ consensus_timestamp }) => consensus_timestamp },
      filters: {
        'account.id': {
          value: '1002',
          eq: 'bcfgijk',
          ne: 'adehl-t',
          gt: 'alno',
          gte: 'abcfgijklno',
          lt: 'abcdehimp-t',
          lte: 'a-kmp-t',
        },
        result: [
          { value: 'success', ...all('a-fh-rt') },
          { value: 'FAIL', ...all('gs') },
        ],
        timestamp: { value: '110', eq: 'j', ne: 'a-ik-t', gt: 'k-t', gte: 'j-t', lt: 'a-i', lte: 'a-j' },
        transactiontype: { value: 'cryptoTransfer', ...all('bcefio') },
        type: [
          { value: 'credit', ...all('abci') },
          { with: 'account.id=1001', value: 'debit', ...all('bc') },
        ],
      },
      cases: {
        'account.id=1003&account.id=1004': 'onla',
        'account.id=1001&account.id=gt:1001': '',
        'account.id=1002&type=credit': 'icb',
        'account.id=1002&type=debit': '',
        'type=credit&type=debit': '',
        'account.id=1002&result=fail': 'g',
        'account.id=1001&transactiontype=TOKENMINT&transactiontype=SCHEDULECREATE': 'hd',
        'transactiontype=ATOMICBATCH&transactiontype=CRYPTOCREATEACCOUNT&order=asc&limit=1': [
          'a',
          'transactiontype=ATOMICBATCH&transactiontype=CRYPTOCREATEACCOUNT&order=asc&limit=1&timestamp=gt:101.000000000',
        ],
        'timestamp=110&timestamp=111': '',
        'timestamp=gt:109&timestamp=lte:111': 'lkj',
        'timestamp=gte:109&timestamp=lt:111&limit=2': [
          'kj',
          'timestamp=gte:109&timestamp=lt:110.000000000&limit=2',
        ],
        'timestamp=gt:111&timestamp=lt:110': '',
        'account.id=1001&timestamp=lt:104&limit=1': [
          'c',
          'account.id=1001&limit=1&timestamp=lt:103.000000000',
        ],
        'result=maybe&transactiontype=x&type=y&foo=1':
          '400 Invalid parameter: result | Invalid parameter: transactiontype | Invalid parameter: type | Unknown query parameter: foo',
        'account.id=0.0.9223372036854775808': '400 Invalid parameter: account.id',
        'timestamp=1.0000000001': '400 Invalid parameter: timestamp',
      },
    },
  ],
  items: [
    {
      route: '/tokens/{tokenId}/transfers',
      family: 'ledger',
      maxAge: 1,
      answers: {
        '/tokens/1501/transfers': ofCoin(),
        '/tokens/1501/transfers?account.id=1002&amount=5': ofCoin(),
        '/tokens/1501/transfers?account.id=1002&amount=-5': ofCoin(false),
        '/tokens/1501/transfers?account.id=1001&account.id=1002&amount=lt:-4': ofCoin(),
        '/tokens/1599/transfers': ofCoin(false),
      },
    },
    {
      route: '/transactions/{transactionIdOrHash}',
      family: 'ledger',
      maxAge: 600,
      answers: {
        '/transactions/0.0.1001-103-0': found('hi'),
        '/transactions/0.0.1001-103-000000000?scheduled=true': found('i'),
        '/transactions/0.0.1001-103-000000000?scheduled=FALSE': found('h'),
        '/transactions/0.0.1002-105-000000000': found('jk'),
        '/transactions/0.0.1002-105-000000000?nonce=1': found('k'),
        '/transactions/0.0.1002-105-000000000?nonce=1&nonce=0': found('j'),
        '/transactions/0.0.1002-105-000000000?nonce=eq:1': found('k'),
        '/transactions/0.0.1001-103-000000000?scheduled=eq:true': found('i'),
        '/transactions/0.0.1002-105-000000000?nonce=2': '404 Not found',
        '/transactions/0.0.1004-108-000000000': found('no'),
        '/transactions/0.0.1002-98-000000000': { transactions: [C_WITH_FEES] },
        [`/transactions/${HASH}`]: found('b'),
        [`/transactions/0x${HASH}`]: found('b'),
        [`/transactions/${encodeURIComponent(base64(HASH))}`]: found('b'),
        [`/transactions/${base64(HASH).replaceAll('+', '-').replaceAll('/', '_')}`]: found('b'),
        [`/transactions/${'ab'.repeat(48)}`]: '404 Not found',
        '/transactions/0.0.1001-104-000000000': '404 Not found',
        '/transactions/x': `400 ${TRANSACTION_ID}`,
        '/transactions/1001-103-0': `400 ${TRANSACTION_ID}`,
        '/transactions/0.65536.1-1-1': '400 Invalid entity ID "0.65536.1"',
        '/transactions/x?nonce=-1&scheduled=maybe&foo=1':
          '400 Invalid parameter: nonce | Invalid parameter: scheduled | Unknown query parameter: foo',
        ...Object.fromEntries(
          ['ne', 'gt', 'gte', 'lt', 'lte'].flatMap((operator) => [
            [`/transactions/0.0.1-1-1?nonce=${operator}:1`, '400 Invalid parameter: nonce'],
            [`/transactions/0.0.1-1-1?scheduled=${operator}:true`, '400 Invalid parameter: scheduled'],
          ]),
        ),
      },
    },
  ],
};
