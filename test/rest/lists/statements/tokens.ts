import fc from 'fast-check';
import {
  type Filters,
  filters,
  given,
  idText,
  idValues,
  literal,
  meetsAll,
  meetsAny,
  meetsBoth,
  numberText,
  numberValues,
  type Operator,
  some,
  timeText,
  timeValues,
  twoKeys,
  word,
  words,
} from '../random-request.ts';
import { byNumber, int, type Row, type Rows } from '../rows.ts';
import { nanos, num, type Statement } from '../statement.ts';
import { keyFilters, sortRows } from './accounts.ts';
import { isNamed } from './balances.ts';

const TYPES = ['FUNGIBLE_COMMON', 'NON_FUNGIBLE_UNIQUE'];

const listTokens: Statement = {
  route: '/api/v1/tokens',
  items: 'tokens',
  order: 'asc',
  dependsOnServer: true,
  keyOf: ({ token_id }) => num(token_id),
  requests(rows) {
    const common = {
      publickey: keyFilters(rows),
      type: fc.oneof(words('ALL', ...TYPES, ...TYPES.map((name) => name.toLowerCase())), typeBounds),
    };
    const account = fc.option(
      fc
        .constantFrom(...idValues(rows.values('token_account', 'account_id')))
        .map((id) => [literal(idText(id))]),
      { nil: [] },
    );
    const listed = fc.record({
      ...common,
      'token.id': filters(idValues(rows.values('token', 'token_id')), idText, { eq: 'mixed', ne: true }),
      'account.id': account,
    });
    const names = some(
      rows.of('token').map(({ name }) => String(name)),
      5,
    );
    const named = fc.record({
      ...common,
      name: fc
        .constantFrom('extra', 'COIN 900', 'b_%', '_% ', ' 9000', 'no such', ...names)
        .map((text) => [literal(text)]),
    });
    return fc.oneof({ arbitrary: listed, weight: 2 }, named).map((query) => ({ path: {}, query }));
  },
  expect(rows, request) {
    const account = word(request, 'account.id')?.replace('0.0.', '');
    const name = word(request, 'name')?.toLowerCase();
    const found = rows.of('token').filter((row) => {
      const id = int(row, 'token_id');
      return (
        meetsAny(id, given(request, 'token.id')) &&
        isOfTypes(String(row.type), given(request, 'type')) &&
        rows
          .with('entity', 'id', id)
          .some(({ public_key }) => meetsAll(public_key, given(request, 'publickey'))) &&
        (name === undefined || String(row.name).toLowerCase().includes(name)) &&
        (account === undefined ||
          rows
            .with('token_account', 'token_id', id)
            .some((held) => held.associated === true && held.account_id === BigInt(account)))
      );
    });
    return sortRows(found, ['token_id']);
  },
  refused: { 'account.id': ['ne', 'gt', 'gte', 'lt', 'lte'] },
  unlinked: (request) => given(request, 'name').length > 0,
};

/** Returns the number of a term: its bytes, padded with zeros on the right. */
const termNumber = (term: string): bigint =>
  BigInt(`0x${Buffer.from(term).toString('hex').padEnd(800, '0')}`);
const termText = (term: bigint): string =>
  `0x${term
    .toString(16)
    .padStart(800, '0')
    .replace(/(?:00)+$/, '')}`;

/** Returns each token with its symbol and its name in lower case, in the order of these terms. */
function termsOf(rows: Rows, prefix: string): (readonly [term: string, token: bigint])[] {
  const found = rows
    .of('token')
    .flatMap((row) =>
      [...new Set([row.symbol, row.name].map((text) => String(text).toLowerCase()))].map(
        (term) => [term, int(row, 'token_id')] as const,
      ),
    );
  return found
    .filter(([term]) => term.startsWith(prefix.toLowerCase()))
    .sort(([a, x], [b, y]) => byNumber(termNumber(a), termNumber(b)) || byNumber(x, y));
}

/** Returns the statement of a search; `termsOf` returns each term with its id, in order. */
export function searchStatement(
  route: string,
  items: string,
  [idKey, idName]: readonly [member: string, parameter: string],
  queries: readonly string[],
  termsOf: (rows: Rows, prefix: string) => readonly (readonly [term: string, id: bigint])[],
): Statement {
  return {
    route,
    items,
    order: 'asc',
    dependsOnServer: true,
    keyOf: ({ term, [idKey]: id }) => `${String(term)}:${num(id)}`,
    requests(rows) {
      const terms = some(termsOf(rows, ''), 12);
      const bound = (inclusive: 'gte' | 'lte', open: 'gt' | 'lt') =>
        fc
          .tuple(fc.constantFrom(...terms), fc.constantFrom<readonly Operator[]>([], [inclusive], [open]))
          .map(([[term, id], operators]) => {
            const value = termNumber(term);
            return {
              term: [{ operator: inclusive, value, text: termText(value) }] as Filters,
              id: operators.map((operator) => ({ operator, value: id, text: idText(id) })),
            };
          });
      const none = fc.constant({ term: [] as Filters, id: [] as Filters });
      return fc
        .record({
          query: fc.constantFrom(...queries, 'no such', ...terms.map(([term]) => term)),
          from: fc.oneof(none, none, bound('gte', 'gt')),
          to: fc.oneof(none, none, bound('lte', 'lt')),
        })
        .map(({ query, from, to }) => ({
          path: {},
          query: {
            query: [literal(query)],
            term: [...from.term, ...to.term],
            [idName]: [...from.id, ...to.id],
          },
        }));
    },
    expect: (rows, request) =>
      termsOf(rows, word(request, 'query') ?? '')
        .filter(([term, id]) =>
          meetsBoth(termNumber(term), given(request, 'term'), id, given(request, idName)),
        )
        .map(([term, id]) => `${term}:${id}`),
  };
}

const searchTokens = searchStatement(
  '/api/v1/tokens/search',
  'tokens',
  ['token_id', 'token.id'],
  ['e', 'X', 'extra c', 'EXTRA AB_%'],
  termsOf,
);

const searchMemos = (kind: 'topic' | 'contract') =>
  searchStatement(
    `/api/v1/${kind}s/search`,
    `${kind}s`,
    [`${kind}_id`, `${kind}.id`],
    ['m', 'Memo Ab_% ', 'MEMO \\'],
    (rows, prefix) =>
      rows
        .of('entity')
        .filter(({ type, memo }) => type === kind.toUpperCase() && memo !== '')
        .map((row) => [String(row.memo).toLowerCase(), int(row, 'id')] as const)
        .filter(([term]) => term.startsWith(prefix.toLowerCase()))
        .sort(([a, x], [b, y]) => byNumber(termNumber(a), termNumber(b)) || byNumber(x, y)),
  );

/** Types with operators other than `eq`, in their order. */
const typeBounds = fc
  .tuple(fc.constantFrom('ne', 'gt', 'gte', 'lt', 'lte'), fc.constantFrom(...TYPES))
  .map(([operator, text]): Filters => [{ operator: operator as 'ne', value: text, text }]);

function isOfTypes(type: string, types: Filters): boolean {
  const typeFilters = types
    .map((filter) => ({ ...filter, value: filter.text.toUpperCase() }))
    .filter(({ value }) => value !== 'ALL');
  return meetsAny(type, typeFilters);
}

const ownersOf = (rows: Rows) =>
  fc.oneof(
    fc.constant<Filters>([]),
    filters(idValues(rows.values('nft', 'account_id')), idText, { eq: 'several', ne: true }),
  );
const collections = (rows: Rows): bigint[] => [
  900_002n,
  900_002n,
  900_003n,
  ...some(rows.values('nft', 'token_id'), 5),
  98n,
];
const serials = (rows: Rows) =>
  filters(numberValues(rows.values('nft', 'serial_number'), 1n), numberText, { eq: 'several', ne: true });

const tokenNfts: Statement = {
  route: '/api/v1/tokens/{tokenId}/nfts',
  items: 'nfts',
  order: 'desc',
  dependsOnServer: true,
  keyOf: ({ serial_number }) => String(serial_number),
  requests: (rows) =>
    fc.record({
      path: fc.constantFrom(...collections(rows)).map((token) => ({ tokenId: idText(token) })),
      query: fc.record({ serialnumber: serials(rows), 'account.id': ownersOf(rows) }),
    }),
  expect: (rows, request) =>
    sortRows(
      rows
        .of('nft')
        .filter(
          (row) =>
            idText(int(row, 'token_id')) === request.path.tokenId &&
            meetsAll(row.serial_number, given(request, 'serialnumber')) &&
            meetsAll(row.account_id, given(request, 'account.id')),
        ),
      ['serial_number'],
    ),
};

const nfts: Statement = {
  route: '/api/v1/tokens/nfts',
  items: 'nfts',
  order: 'desc',
  dependsOnServer: true,
  refused: { 'token.id': ['ne'] },
  keyOf: ({ token_id, serial_number }) => `${num(token_id)}:${String(serial_number)}`,
  requests(rows) {
    const pairs = rows
      .of('nft')
      .map((row) => [int(row, 'token_id'), int(row, 'serial_number')] as const)
      .sort(([a, x], [b, y]) => byNumber(a, b) || byNumber(x, y));
    const across = fc
      .record({
        keys: twoKeys(pairs, idText, numberText).filter(({ first }) => !isNamed(first)),
        owners: ownersOf(rows),
      })
      .map(({ keys, owners }) => ({
        'token.id': keys.first,
        serialnumber: keys.second,
        'account.id': owners,
      }));
    const named = fc
      .record({
        token: fc.constantFrom(...collections(rows)),
        serials: serials(rows),
        owners: ownersOf(rows),
      })
      .map(({ token, serials, owners }) => ({
        'token.id': [{ operator: 'eq' as const, value: token, text: idText(token) }],
        serialnumber: serials,
        'account.id': owners,
      }));
    return fc.oneof({ arbitrary: across, weight: 2 }, named).map((query) => ({ path: {}, query }));
  },
  expect(rows, request) {
    const [tokens, numbers] = [given(request, 'token.id'), given(request, 'serialnumber')];
    const within = (row: Row) =>
      isNamed(tokens)
        ? meetsAll(row.token_id, tokens) && meetsAll(row.serial_number, numbers)
        : meetsBoth(row.token_id, tokens, row.serial_number, numbers);
    return sortRows(
      rows.of('nft').filter((row) => within(row) && meetsAll(row.account_id, given(request, 'account.id'))),
      ['token_id', 'serial_number'],
    );
  },
};

/** Returns the times of an NFT's versions and of its token's deletion, if their transactions are known. */
function versionsOf(rows: Rows, token: bigint, serial: bigint, times: Filters): string[] {
  const own = (row: Row) => row.token_id === token && row.serial_number === serial;
  const found = [
    ...rows.of('nft').filter(own),
    ...rows.of('nft_history').filter(own),
    ...rows.with('entity', 'id', token).filter(({ deleted }) => deleted === true),
  ].map((row) => int(row, 'since'));
  return [...new Set(found)]
    .filter(
      (time) => rows.with('transaction', 'consensus_timestamp', time).length > 0 && meetsAll(time, times),
    )
    .sort(byNumber)
    .map(String);
}

function nftTransactions(
  route: string,
  path: (token: bigint, serial: bigint) => Readonly<Record<string, string>>,
  inQuery: boolean,
): Statement {
  return {
    route,
    items: 'transactions',
    order: 'desc',
    keyOf: ({ consensus_timestamp }) => nanos(consensus_timestamp),
    requests(rows) {
      const changed = rows
        .of('nft_history')
        .map((row) => [int(row, 'token_id'), int(row, 'serial_number')] as const);
      const all = rows.of('nft').map((row) => [int(row, 'token_id'), int(row, 'serial_number')] as const);
      return fc
        .record({
          nft: fc.constantFrom(
            ...some(changed, 10),
            ...some(all, 6),
            [900_002n, 1n] as const,
            [900_002n, 999n] as const,
          ),
          timestamp: filters(
            timeValues(
              [...rows.values('nft_history', 'since'), ...rows.values('nft', 'since')].sort(byNumber),
            ),
            timeText,
            { eq: 'several', ne: true },
          ),
        })
        .map(({ nft: [token, serial], timestamp }) => ({
          path: path(token, serial),
          query: { ...(inQuery ? { 'token.id': [literal(idText(token))] } : {}), timestamp },
        }));
    },
    expect(rows, request) {
      const token = BigInt((request.path.tokenId ?? word(request, 'token.id') ?? '').replace('0.0.', ''));
      const serial = BigInt(request.path.serialNumber ?? request.path.id ?? '');
      return versionsOf(rows, token, serial, given(request, 'timestamp'));
    },
  };
}

/** A balance of a token that a transaction changed; an NFT counts as 1. */
export interface Change {
  readonly at: bigint;
  readonly token: bigint;
  readonly account: bigint;
  readonly amount: bigint;
  readonly isNft: boolean;
}

interface StoredNftTransfer {
  readonly token_id: number;
  readonly sender_account_id: number | null;
  readonly receiver_account_id: number | null;
}

/** Returns the changes of balances of tokens of the ledger. */
export function changesOf(rows: Rows): Change[] {
  const fungible = rows.of('token_transfer').map((row) => ({
    at: int(row, 'consensus_timestamp'),
    token: int(row, 'token_id'),
    account: int(row, 'account_id'),
    amount: int(row, 'amount'),
    isNft: false,
  }));
  const nfts = rows.of('transaction').flatMap((row) => {
    const transfers = JSON.parse(String(row.nft_transfer ?? '[]')) as readonly StoredNftTransfer[] | null;
    return (transfers ?? []).flatMap((transfer) =>
      [
        { account: transfer.sender_account_id, amount: -1n },
        { account: transfer.receiver_account_id, amount: 1n },
      ].flatMap(({ account, amount }) =>
        account === null
          ? []
          : [
              {
                at: int(row, 'consensus_timestamp'),
                token: BigInt(transfer.token_id),
                account: BigInt(account),
                amount,
                isNft: true,
              },
            ],
      ),
    );
  });
  return [...fungible, ...nfts];
}

const tokenTransfers: Statement = {
  route: '/api/v1/tokens/{tokenId}/transfers',
  items: 'transactions',
  order: 'desc',
  dependsOnServer: true,
  keyOf: ({ consensus_timestamp }) => nanos(consensus_timestamp),
  requests(rows) {
    const changes = changesOf(rows);
    const tokens = [...new Set(changes.map(({ token }) => token))].sort(byNumber);
    return fc.constantFrom(...some(tokens, 12), 900_001n, 900_002n, 900_005n, 4_999_999n).chain((token) => {
      const own = changes.filter((change) => change.token === token);
      const distinct = (values: readonly bigint[]) => [...new Set(values)].sort(byNumber);
      const accounts = idValues(distinct(own.map(({ account }) => account)));
      const amounts = some(distinct(own.map(({ amount }) => amount)), 8).flatMap((n) => [n - 1n, n, n + 1n]);
      return fc.record({
        path: fc.constant({ tokenId: idText(token) }),
        query: fc.record({
          'account.id': filters(accounts, idText, { eq: 'several', bounds: false }),
          amount: filters(distinct(amounts), numberText),
          timestamp: filters(timeValues(distinct(own.map(({ at }) => at))), timeText, { ne: true }),
        }),
      });
    });
  },
  expect(rows, request) {
    const found = changesOf(rows).filter(
      ({ at, token, account, amount }) =>
        idText(token) === request.path.tokenId &&
        meetsAny(account, given(request, 'account.id')) &&
        meetsAll(amount, given(request, 'amount')) &&
        meetsAll(at, given(request, 'timestamp')),
    );
    return [...new Set(found.map(({ at }) => at))].sort(byNumber).map(String);
  },
};

export const TOKEN_STATEMENTS: readonly Statement[] = [
  listTokens,
  tokenTransfers,
  searchTokens,
  searchMemos('topic'),
  searchMemos('contract'),
  tokenNfts,
  nfts,
  nftTransactions(
    '/api/v1/tokens/{tokenId}/nfts/{serialNumber}/transactions',
    (token, serial) => ({ tokenId: idText(token), serialNumber: String(serial) }),
    false,
  ),
  nftTransactions(
    '/api/v1/tokens/nfts/{id}/transactions',
    (_token, serial) => ({ id: String(serial) }),
    true,
  ),
];
