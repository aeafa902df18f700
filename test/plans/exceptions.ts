import type { Work } from '../rest/statement-work.ts';
import type { ListRequest } from './list-requests.ts';

/** Requests that may cost more than their page, with the maximum additional rows read, rows sorted, and pages. */
export interface Exception {
  /** End of the route's path. */
  readonly route: string;
  /** Parameters that the request must have, besides any others. */
  readonly parameters: readonly string[];
  /** Further form that its path must have. */
  readonly path?: RegExp;
  readonly read: number;
  readonly sorted: number;
  readonly pages: number;
  /** Maximum rows of sequential scans. */
  readonly scanned?: number;
  readonly reason: string;
}

const GATHERED =
  'up to 1000 rows that meet a condition are gathered and sorted; for more, an index is scanned';
const KEYS = 'no index has a bound of a key and the order of ids: accounts are tested one by one';
const KEYS_AND_BALANCE =
  'few rows may meet both a bound of a key and one of a balance: a scan for one discards rows for the other';
const PAST_BALANCE =
  'no index has the newest balance of each pair: all its rows of the month are read, also for discarded pairs';
const TYPES =
  'transfers of an account that does not pay are looked up one by one for the type, up to all of them';
const LATER = 'accounts that were created after the time are read and discarded';
const HARDLY_MEET =
  "few rows may meet types, directions and bounds together: no index has a transfer and its transaction's type";

const allowed = (
  route: string,
  parameters: readonly string[],
  [read, sorted, pages, scanned = 0]: readonly [
    read: number,
    sorted: number,
    pages: number,
    scanned?: number,
  ],
  reason: string,
  path?: RegExp,
): Exception => ({ route, parameters, read, sorted, pages, scanned, reason, ...(path && { path }) });

/** Several accounts: named, excluded, or of a range. */
const SEVERAL = /[?&]account\.id=(?:(?:ne|gte?|lte?):|.*&account\.id=)/;
/** Accounts that are excluded, or of a range. */
const WIDE = /[?&]account\.id=(?:ne|gte?|lte?):/;

/** No account is named: those that are are read along their ids, whatever their keys. */
const UNNAMED = /^(?!.*[?&]account\.id=(?:\d|eq:))/;

export const EXCEPTIONS: readonly Exception[] = [
  allowed('/accounts', ['account.publickey'], [61_000, 1000, 5000], KEYS, UNNAMED),
  allowed('/balances', ['account.publickey'], [61_000, 1000, 5000], KEYS, UNNAMED),
  allowed('/balances', ['account.publickey', 'timestamp'], [61_000, 60_000, 5000], KEYS),
  allowed(
    '/balances',
    ['account.balance', 'account.publickey', 'timestamp'],
    [120_000, 1000, 230_000],
    PAST_BALANCE,
  ),
  allowed('/balances', ['account.balance', 'timestamp'], [245_000, 245_000, 7000, 185_000], PAST_BALANCE),
  allowed('/balances', ['exact', 'timestamp'], [61_000, 500, 6000], LATER),
  allowed(
    '/balances',
    ['account.balance', 'exact', 'timestamp'],
    [305_000, 180_000, 422_000, 185_000],
    `${PAST_BALANCE}; what moved since is added to each`,
  ),
  allowed('/tokens', ['publickey'], [9500, 4000, 5000, 4000], KEYS),
  allowed('/tokens/{tokenId}/balances', ['account.publickey'], [19_000, 500, 2000], KEYS),
  allowed(
    '/tokens/{tokenId}/balances',
    ['account.balance', 'account.publickey'],
    [55_000, 1000, 4000],
    KEYS_AND_BALANCE,
  ),
  allowed('/tokens/balances', ['account.publickey'], [25_000, 1000, 12_000], KEYS),
  allowed(
    '/tokens/balances',
    ['account.balance', 'account.publickey'],
    [120_000, 1000, 75_000],
    KEYS_AND_BALANCE,
  ),
  allowed('/tokens/balances', ['account.publickey', 'timestamp'], [25_000, 4500, 12_000, 4500], KEYS),
  allowed('/tokens/balances', ['account.balance', 'timestamp'], [170_000, 115_000, 65_000], PAST_BALANCE),
  allowed(
    '/tokens/balances',
    ['account.balance', 'account.publickey', 'timestamp'],
    [400_000, 115_000, 1_300_000, 117_000],
    PAST_BALANCE,
  ),
  allowed(
    '/tokens/{tokenId}/balances',
    ['account.balance', 'timestamp'],
    [100_000, 65_000, 4000],
    PAST_BALANCE,
  ),
  allowed('/tokens/{tokenId}/balances', ['account.publickey', 'timestamp'], [61_000, 1000, 150_000], KEYS),
  allowed(
    '/tokens/{tokenId}/balances',
    ['account.balance', 'account.publickey', 'timestamp'],
    [140_000, 1000, 460_000],
    PAST_BALANCE,
  ),
  allowed('/accounts', ['account.balance'], [2500, 2000, 3000], GATHERED),
  allowed('/balances', ['account.balance'], [2500, 2000, 3000], GATHERED),
  allowed('/tokens', ['name'], [2500, 1000, 2500, 2000], GATHERED),
  allowed('/tokens', ['account.id'], [150, 0, 0], 'tokens of another type are read and discarded'),
  allowed('/tokens/nfts', ['account.id'], [6000, 1000, 5000], GATHERED),
  allowed('/tokens/{tokenId}/nfts', ['account.id'], [2500, 1000, 4000], GATHERED),
  allowed('/tokens/{tokenId}/balances', ['account.balance'], [2500, 1000, 4000], GATHERED),
  allowed(
    '/tokens/{tokenId}/holders',
    [],
    [10_001, 0, 500],
    'up to 10,001 holders are counted along the index',
  ),
  ...['/tokens/{tokenId}/transfers', '/accounts/{idOrAliasOrEvmAddress}/transfers'].map((route) =>
    allowed(
      route,
      [],
      [2500, 1000, 2500],
      'up to 1000 transactions with NFTs of several tokens, senders or receivers are gathered and sorted; the index also finds those with the token in one transfer and the account in another',
    ),
  ),
  allowed(
    '/tokens/balances',
    ['account.balance'],
    [5000, 1000, 14_500],
    'the balance is looked up for each token, by one descent of an index',
  ),
  allowed(
    '/transactions',
    ['account.id'],
    [6000, 1500, 3000],
    'up to 5000 entries within bounds are gathered; a scan reads transactions of other accounts',
    SEVERAL,
  ),
  allowed(
    '/transactions',
    ['account.id'],
    [60_000, 1500, 130_000],
    'more than 5000 entries within bounds: transactions are tested in the order of times, and those accounts may have few lately',
    WIDE,
  ),
  allowed(
    '/transactions',
    ['account.id', 'result'],
    [250, 0, 250],
    'of an account in every fourth transfer 50 are read along the times, to choose a scan',
  ),
  allowed('/transactions', ['account.id', 'transactiontype'], [125_000, 500, 720_000], TYPES),
  allowed('/transactions', ['account.id', 'transactiontype', 'type'], [88_000, 500, 200_000], HARDLY_MEET),
  ...['result', 'transactiontype', 'type'].map((name) =>
    allowed('/transactions', ['account.id', name], [1_000_000, 5000, 3_000_000], HARDLY_MEET, WIDE),
  ),
  allowed(
    '/accounts/{idOrAliasOrEvmAddress}',
    ['timestamp'],
    [400, 150, 700],
    'transactions of the account are merged from up to seven scans',
  ),
  allowed(
    '/accounts/{idOrAliasOrEvmAddress}',
    ['exact', 'timestamp'],
    [55_000, 4000, 9000],
    'what the account moved since the snapshot is added up',
  ),
  allowed('/accounts/{idOrAliasOrEvmAddress}', ['transactiontype'], [125_000, 500, 720_000], TYPES),
  ...['pending', 'outstanding'].map((list) =>
    allowed(
      `/accounts/{idOrAliasOrEvmAddress}/airdrops/${list}`,
      ['serialnumber'],
      [0, 0, 150],
      "serial numbers are tested in the index of an account's pending airdrops, without reading their rows",
    ),
  ),
  allowed(
    '/tokens/{tokenId}/transfers',
    ['amount'],
    [60_000, 1000, 60_000],
    'no index has the amounts of a token: all its transfers are tested',
  ),
  allowed(
    '/contracts/{contractIdOrAddress}/state',
    ['timestamp'],
    [16_000, 0, 95_000],
    "no index has a contract's changes by time, so slots without a change within the times are read and discarded",
  ),
  allowed(
    '/accounts/{idOrAliasOrEvmAddress}/hooks/{hookId}/storage',
    ['timestamp'],
    [600, 0, 3500],
    "no index has a hook's changes by time, so slots without a change within the times are read and discarded",
  ),
  ...['/contracts/results', '/contracts/{contractIdOrAddress}/results'].map((route) =>
    allowed(
      route,
      ['from'],
      [1500, 150, 800],
      'senders within bounds are counted up to 100, and each is scanned',
    ),
  ),
  allowed(
    '/contracts/{contractIdOrAddress}/results',
    ['from'],
    [60_000, 150, 7000],
    'of more than 100 senders each result of the contract is tested',
    /[?&]from=(?:ne|gte?|lte?):/,
  ),
  allowed(
    '/contracts/{contractIdOrAddress}/results/logs',
    [],
    [60, 0, 60],
    'the index has times descending and indexes ascending: the logs of the first times are read and sorted',
  ),
  allowed(
    '/contracts/results',
    [],
    [100, 0, 300],
    'five rows are looked up for each result: contract, transaction, its participants, Ethereum transaction, block',
  ),
  allowed(
    '/network/registered-nodes',
    ['type'],
    [2000, 2000, 50, 2000],
    'a table of a few pages, whose types are in a list',
  ),
  allowed(
    '/schedules',
    ['account.id'],
    [3000, 200, 300],
    'schedules of a few creators are gathered and sorted; of more, as many are tested in the order of ids',
  ),
  allowed(
    '/network/supply',
    [],
    [1200, 0, 2600],
    'adds up the balances of the accounts whose hbars are unreleased: 548 exist from the start',
  ),
  allowed(
    '/tokens/{tokenId}',
    ['timestamp'],
    [49_000, 49_000, 1500],
    'adds up the balances of a token at the time, and counts the burned NFTs of a collection',
  ),
];

/** Returns the allowed cost of a request in addition to its page. */
export function allowanceFor({ route, path, parameters }: ListRequest): Work {
  const found = EXCEPTIONS.filter(
    (exception) =>
      route === `/api/v1${exception.route}` &&
      exception.parameters.every((name) => parameters.includes(name)) &&
      (exception.path === undefined || exception.path.test(path)),
  );
  const max = (value: (exception: Exception) => number) => Math.max(0, ...found.map(value));
  return {
    read: max(({ read }) => read),
    sorted: max(({ sorted }) => sorted),
    scanned: max(({ scanned = 0 }) => scanned),
    pages: max(({ pages }) => pages),
  };
}
