import fc from 'fast-check';
import {
  type Filter,
  type Filters,
  filters,
  given,
  holds,
  idText,
  idValues,
  meetsAll,
  meetsAny,
  type Operator,
  type RandomRequest,
  timeText,
  timeValues,
  word,
  words,
  wordsWithOperators,
} from '../random-request.ts';
import { byNumber, int, type Row, type Rows } from '../rows.ts';
import { nanos, type Statement } from '../statement.ts';

/** Type numbers by name, as in the network's protobufs. */
export const TYPE_NUMBERS = {
  CONTRACTCALL: 7n,
  CRYPTOCREATEACCOUNT: 11n,
  CRYPTOTRANSFER: 14n,
  CRYPTOUPDATEACCOUNT: 15n,
  FREEZE: 23n,
  CONSENSUSSUBMITMESSAGE: 27n,
  TOKENMINT: 37n,
  SCHEDULECREATE: 42n,
  UTILPRNG: 52n,
  // No transaction has this type.
  UNCHECKEDSUBMIT: 28n,
} as const;
const SUCCESSES = [22n, 104n, 220n];
const LISTED_FOR_PAYER = [11n, 15n];

/** Returns accounts and amounts of all transfers of a transaction. */
function transfersOf(rows: Rows, transaction: Row): { account: bigint; amount: bigint }[] {
  const at = int(transaction, 'consensus_timestamp');
  return [
    ...rows
      .with('crypto_transfer', 'consensus_timestamp', at)
      .map((row) => ({ account: int(row, 'entity_id'), amount: int(row, 'amount') })),
    ...rows
      .with('token_transfer', 'consensus_timestamp', at)
      .map((row) => ({ account: int(row, 'account_id'), amount: int(row, 'amount') })),
  ];
}

function isListedForPayer(row: Row): boolean {
  return (
    row.nonce === 0n || row.parent_consensus_timestamp !== null || LISTED_FOR_PAYER.includes(int(row, 'type'))
  );
}

/** Returns whether a requested account takes part in the transaction. */
function concerns(rows: Rows, row: Row, accounts: Filters, direction: string | undefined): boolean {
  const isChosen = (account: bigint) => meetsAny(account, accounts);
  const transfers = transfersOf(rows, row);
  if (direction !== undefined) {
    return transfers.some(
      ({ account, amount }) => isChosen(account) && (direction === 'credit' ? amount > 0n : amount < 0n),
    );
  }
  return (
    (isListedForPayer(row) && isChosen(int(row, 'payer_account_id'))) ||
    rows
      .with('entity_transaction', 'consensus_timestamp', int(row, 'consensus_timestamp'))
      .some((listed) => isChosen(int(listed, 'entity_id'))) ||
    transfers.some(({ account }) => isChosen(account))
  );
}

function isOfTypes(row: Row, types: Filters): boolean {
  const numbers: Readonly<Record<string, bigint>> = TYPE_NUMBERS;
  return types.length === 0 || types.some(({ text }) => numbers[text.toUpperCase()] === row.type);
}

const typeFilters = fc.oneof(
  fc.constant<Filters>([]),
  wordsWithOperators(...Object.keys(TYPE_NUMBERS)),
  fc
    .uniqueArray(fc.constantFrom(...Object.keys(TYPE_NUMBERS)), { minLength: 2, maxLength: 3 })
    .map((names) => names.map((text) => ({ operator: 'eq' as const, value: text, text }))),
);

/** Returns the accounts that pay, have transfers or are listed. */
function accountsOf(rows: Rows): bigint[] {
  return [
    ...new Set([
      ...rows.values('transaction', 'payer_account_id'),
      ...rows.values('crypto_transfer', 'entity_id'),
      ...rows.values('token_transfer', 'account_id'),
    ]),
  ].sort(byNumber);
}

const OPERATORS: readonly Operator[] = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte'];

/** Draws times: one interval or instants, all except some, and other combinations of repeated values. */
export function timeSet(bounds: readonly bigint[]): fc.Arbitrary<Filters> {
  const several = fc.array(
    fc.tuple(fc.constantFrom(...OPERATORS), fc.constantFrom(...bounds)).map(([operator, value]): Filter => {
      return { operator, value, text: timeText(value) };
    }),
    { minLength: 2, maxLength: 4 },
  );
  const usual = filters(bounds, timeText, { eq: 'mixed', ne: true });
  return fc.oneof({ arbitrary: usual, weight: 3 }, { arbitrary: several, weight: 1 });
}

const listTransactions: Statement = {
  route: '/api/v1/transactions',
  items: 'transactions',
  order: 'desc',
  dependsOnServer: true,
  keyOf: (item) => nanos(item.consensus_timestamp),
  requests: (rows) =>
    fc
      .record({
        'account.id': filters(idValues(accountsOf(rows)), idText, { eq: 'mixed', ne: true }),
        timestamp: fc.oneof(
          fc.constant<Filters>([]),
          timeSet(timeValues(rows.values('transaction', 'consensus_timestamp'))),
        ),
        transactiontype: typeFilters,
        result: fc.oneof(fc.constant<Filters>([]), words('success', 'fail')),
        type: fc.oneof(fc.constant<Filters>([]), wordsWithOperators('credit', 'debit')),
      })
      .map((query) => ({ path: {}, query })),
  expect(rows, request) {
    const accounts = given(request, 'account.id').filter(({ operator }) => operator !== 'ne');
    const without = given(request, 'account.id').filter(({ operator }) => operator === 'ne');
    const direction = word(request, 'type');
    const result = word(request, 'result');
    const takesPart = (row: Row, account: Filters[number]['value']) =>
      row.payer_account_id === account ||
      transfersOf(rows, row).some((transfer) => transfer.account === account);
    return rows
      .of('transaction')
      .filter(
        (row) =>
          (accounts.length + (direction === undefined ? 0 : 1) === 0 ||
            concerns(rows, row, accounts, direction)) &&
          !without.some(({ value }) => takesPart(row, value)) &&
          meetsAll(row.consensus_timestamp, given(request, 'timestamp')) &&
          isOfTypes(row, given(request, 'transactiontype')) &&
          (result === undefined || SUCCESSES.includes(int(row, 'result')) === (result === 'success')),
      )
      .map((row) => int(row, 'consensus_timestamp'))
      .sort(byNumber)
      .map(String);
  },
};

/** Returns whether a version was valid at some time of an interval; a single time means at or before it. */
function isValidWithin(row: Row, times: Filters): boolean {
  const since = int(row, 'since');
  const until = row.until;
  return times.every(({ operator, value }) => {
    if (typeof value !== 'bigint') return false;
    if (operator === 'gt' || operator === 'gte') {
      const first = operator === 'gt' ? value + 1n : value;
      return until === null || int(row, 'until') > first;
    }
    if (operator === 'ne') return !(since <= value && (until === null || int(row, 'until') > value));
    return since <= (operator === 'lt' ? value - 1n : value);
  });
}

/** Returns whether the bounds are empty, regardless of any `eq`. */
function isEmpty(times: Filters): boolean {
  const bounds = (...operators: readonly Operator[]) =>
    times.flatMap(({ operator, value }) =>
      typeof value === 'bigint' && operators.includes(operator) ? [{ operator, value }] : [],
    );
  const firsts = bounds('gt', 'gte').map(({ operator, value }) => (operator === 'gt' ? value + 1n : value));
  const lasts = bounds('lt', 'lte').map(({ operator, value }) => (operator === 'lt' ? value - 1n : value));
  return firsts.some((first) => lasts.some((last) => first > last));
}

/** Returns the versions of the account of a path that were valid within the times of a request. */
function versionsOf(rows: Rows, request: RandomRequest): readonly Row[] {
  const times = given(request, 'timestamp');
  const account = pathAccount(request);
  return [
    ...rows.with('entity', 'id', account),
    ...(times.length > 0 ? rows.with('entity_history', 'id', account) : []),
  ].filter(
    (row) =>
      (row.type === 'ACCOUNT' || row.type === 'CONTRACT') &&
      !(row.num === 2n && row.memo === 'Mirror node created synthetic treasury account') &&
      isValidWithin(row, times),
  );
}

/** Transactions within GET /accounts/{id}. */
const accountTransactions: Statement = {
  route: '/api/v1/accounts/{idOrAliasOrEvmAddress}',
  items: 'transactions',
  order: 'desc',
  dependsOnServer: true,
  keyOf: (item) => nanos(item.consensus_timestamp),
  // The times of a link also select the account: it has no version before its creation, and may have none besides those of
  // the times that it must not have (`ne`).
  endsWith(rows, request, order, key) {
    const created = versionsOf(rows, request).find((row) => row.created_timestamp !== null);
    if (order === 'desc' && created && key <= int(created, 'created_timestamp')) return true;
    const bound = { operator: order === 'desc' ? 'lt' : 'gt', value: key, text: '' } as const;
    const timestamp = [...(request.query.timestamp ?? []), bound];
    return versionsOf(rows, { ...request, query: { ...request.query, timestamp } }).length === 0;
  },
  requests: (rows) =>
    fc
      .record({
        account: fc.constantFrom(...idValues(accountsOf(rows))),
        timestamp: fc.oneof(
          fc.constant<Filters>([]),
          timeSet(timeValues(rows.values('transaction', 'consensus_timestamp'))),
        ),
        exact: words('false', 'true'),
        transactions: fc.oneof(fc.constant<Filters>([]), words('true', 'true', 'false')),
        transactiontype: typeFilters,
      })
      .map(({ account, exact, ...query }) => ({
        path: { idOrAliasOrEvmAddress: idText(account) },
        query: {
          ...query,
          // Exact balances need one time, which is not a lower bound.
          exact:
            query.timestamp.length === 1 &&
            query.timestamp.every(({ operator }) => ['eq', 'lt', 'lte'].includes(operator))
              ? exact
              : [],
        },
      })),
  expect(rows, request) {
    const account = pathAccount(request);
    const times = given(request, 'timestamp');
    if (isEmpty(times) || versionsOf(rows, request).length === 0) return 404;
    if (word(request, 'transactions') === 'false') return [];
    const own: Filters = [{ operator: 'eq', value: account, text: '' }];
    return rows
      .of('transaction')
      .filter(
        (row) =>
          concerns(rows, row, own, undefined) &&
          times.every((filter) => holds(row.consensus_timestamp, filter)) &&
          isOfTypes(row, given(request, 'transactiontype')),
      )
      .map((row) => int(row, 'consensus_timestamp'))
      .sort(byNumber)
      .map(String);
  },
};

export const TRANSACTION_STATEMENTS: readonly Statement[] = [listTransactions, accountTransactions];

/** Returns the account of a path. */
export function pathAccount(request: RandomRequest): bigint {
  return BigInt((request.path.idOrAliasOrEvmAddress ?? '').replace('0.0.', ''));
}
