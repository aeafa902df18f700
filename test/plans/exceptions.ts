import type { Work } from '../api/statement-work.ts';
import type { ListRequest } from './list-requests.ts';

/** Requests that may cost more than their page: by so many rows read, rows sorted, and pages. */
export interface Exception {
  /** The end of the route's path. */
  readonly route: string;
  /** Parameters that the request has, among others. */
  readonly parameters: readonly string[];
  readonly read: number;
  readonly sorted: number;
  readonly pages: number;
  /** Tables that are read as a whole. */
  readonly scanned?: number;
  readonly reason: string;
}

const GATHERED = 'up to 1000 rows that meet a condition are gathered and sorted, more are met on a walk';
const KEYS = 'public keys are looked up row by row, also within bounds of a key, where no row may be met';
const TYPES =
  'transfers of an account that does not pay are looked up one by one for the type, up to all of them';

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
): Exception => ({ route, parameters, read, sorted, pages, scanned, reason });

export const EXCEPTIONS: readonly Exception[] = [
  allowed('/accounts', ['account.publickey'], [61_000, 1000, 5000], KEYS),
  allowed('/balances', ['account.publickey'], [61_000, 1000, 5000], KEYS),
  allowed('/tokens', ['publickey'], [4500, 1000, 4500, 4000], KEYS),
  allowed('/tokens/{tokenId}/balances', ['account.publickey'], [25_000, 1000, 4500], KEYS),
  allowed('/tokens/balances', ['account.publickey'], [25_000, 1000, 6000], KEYS),
  allowed('/tokens/balances', ['account.publickey', 'timestamp'], [200_000, 100_000, 250_000, 90_000], KEYS),
  allowed('/tokens/{tokenId}/balances', ['account.publickey', 'timestamp'], [61_000, 1000, 150_000], KEYS),
  allowed('/accounts', ['account.balance'], [2500, 2000, 4000], GATHERED),
  allowed('/balances', ['account.balance'], [2500, 2000, 4000], GATHERED),
  allowed('/tokens', ['name'], [2500, 1000, 4000, 2000], GATHERED),
  allowed('/tokens/nfts', ['account.id'], [2500, 1000, 4000], GATHERED),
  allowed('/tokens/{tokenId}/nfts', ['account.id'], [2500, 1000, 4000], GATHERED),
  allowed('/tokens/{tokenId}/balances', ['account.balance'], [2500, 1000, 4000], GATHERED),
  allowed(
    '/tokens/balances',
    ['account.balance'],
    [4100, 1000, 13_000],
    'each of the tokens is looked at for the balance: one step along an index each',
  ),
  allowed(
    '/transactions',
    ['account.id'],
    [6000, 500, 3000],
    'up to 5000 entries within bounds are gathered; a walk passes over transactions of other accounts',
  ),
  allowed('/accounts/{idOrAliasOrEvmAddress}', ['transactiontype'], [10_000, 500, 22_000], TYPES),
  allowed(
    '/contracts/{contractIdOrAddress}/state',
    ['timestamp'],
    [16_000, 0, 95_000],
    'slots that did not change within the times are passed over one by one',
  ),
  ...['/contracts/results', '/contracts/{contractIdOrAddress}/results'].map((route) =>
    allowed(
      route,
      ['from'],
      [200, 150, 800],
      'senders within bounds are counted up to 100, and each is walked',
    ),
  ),
  allowed(
    '/accounts/{idOrAliasOrEvmAddress}/tokens',
    [],
    [2000, 0, 500],
    'the kinds of all tokens (a small table here) are hashed for a page of 100',
  ),
  allowed(
    '/network/registered-nodes',
    ['type'],
    [2000, 0, 50],
    'a table of a few pages, whose types are in a list',
  ),
  allowed(
    '/schedules',
    ['account.id'],
    [200, 200, 300],
    'schedules of a few creators are gathered and sorted',
  ),
];

/** What requests may cost besides what their page does. */
export function allowanceFor({ route, parameters }: ListRequest): Work {
  const found = EXCEPTIONS.filter(
    (exception) =>
      route === `/api/v1${exception.route}` &&
      exception.parameters.every((name) => parameters.includes(name)),
  );
  const most = (value: (exception: Exception) => number) => Math.max(0, ...found.map(value));
  return {
    read: most(({ read }) => read),
    sorted: most(({ sorted }) => sorted),
    scanned: most(({ scanned = 0 }) => scanned),
    pages: most(({ pages }) => pages),
  };
}
