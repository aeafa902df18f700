import fc from 'fast-check';
import { CLOCK } from '../extra-rows.ts';
import {
  type Filters,
  filters,
  given,
  holds,
  idText,
  idValues,
  meetsAll,
  meetsAny,
  meetsBoth,
  numberText,
  type RandomRequest,
  some,
  timeText,
  timeValues,
  twoKeys,
  word,
  words,
} from '../random-request.ts';
import { byNumber, int, type Row, type Rows } from '../rows.ts';
import { num, type Statement } from '../statement.ts';
import { balanceFilters, isAccount, keyFilters } from './accounts.ts';

const NANOS_PER_MILLISECOND = 1_000_000n;
const QUARTER = 900_000_000_000n;

/** Returns the first instant of the month that is `months` after the month of a time. */
function month(time: bigint, months = 0): bigint {
  const date = new Date(Number(time / NANOS_PER_MILLISECOND));
  return BigInt(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months)) * NANOS_PER_MILLISECOND;
}

/** Returns filters in which a time without an operator means at or before it. */
function asState(times: Filters): Filters {
  return times.map((filter) => (filter.operator === 'eq' ? { ...filter, operator: 'lte' } : filter));
}

/** Returns the newest snapshot within times. Each snapshot has a row of the treasury. */
function snapshotWithin(rows: Rows, times: Filters): bigint | undefined {
  const now = BigInt(CLOCK) * NANOS_PER_MILLISECOND;
  const stateTimes = asState(times);
  const uppers = stateTimes.flatMap(({ operator, value }) =>
    typeof value === 'bigint' && (operator === 'lt' || operator === 'lte')
      ? [value - (operator === 'lt' ? 1n : 0n)]
      : [],
  );
  const last = [...uppers, now].sort(byNumber)[0] ?? now;
  return rows
    .with('account_balance', 'account_id', 2n)
    .map((row) => int(row, 'consensus_timestamp'))
    .filter((time) => time >= month(last, -1) && stateTimes.every((filter) => holds(time, filter)))
    .sort(byNumber)
    .at(-1);
}

/** Returns the newest of the rows with equal keys, from the first day of a snapshot's month to the snapshot. */
function newest(rows: readonly Row[], snapshot: bigint, keys: readonly string[]): Row[] {
  const found = new Map<string, Row>();
  for (const row of rows) {
    const at = int(row, 'consensus_timestamp');
    if (at > snapshot || at < month(snapshot)) continue;
    const key = keys.map((name) => String(row[name])).join(':');
    const known = found.get(key);
    if (known === undefined || int(known, 'consensus_timestamp') < at) found.set(key, row);
  }
  return [...found.values()];
}

function hasKey(rows: Rows, id: bigint, keys: Filters, which: (row: Row) => boolean): boolean {
  return (
    keys.length === 0 ||
    rows.with('entity', 'id', id).some((row) => which(row) && meetsAll(row.public_key, keys))
  );
}

/** Returns the balances at a time: the previous snapshot and the transfers since, or all transfers. */
function balancesAt(rows: Rows, instant: bigint): Map<bigint, bigint> {
  const [start, end] = [
    rows.values('record_file', 'consensus_start')[0] ?? 0n,
    rows.values('record_file', 'consensus_end').at(-1) ?? 0n,
  ];
  const before = rows
    .with('account_balance', 'account_id', 2n)
    .map((row) => int(row, 'consensus_timestamp'))
    .filter((time) => time <= instant)
    .sort(byNumber)
    .at(-1);
  // A snapshot far before the first block leaves a gap.
  const snapshot = before !== undefined && before >= start - QUARTER ? before : undefined;
  const last = end > (before ?? 0n) ? end : (before ?? 0n);
  const at = instant < last ? instant : last;
  const balances = new Map<bigint, bigint>();
  for (const row of rows.of('entity')) {
    if (isAccount(row) && (row.created_timestamp === null || int(row, 'created_timestamp') <= at)) {
      balances.set(int(row, 'id'), 0n);
    }
  }
  if (snapshot !== undefined) {
    for (const row of newest(rows.of('account_balance'), snapshot, ['account_id'])) {
      balances.set(int(row, 'account_id'), int(row, 'balance'));
    }
  }
  for (const row of rows.of('crypto_transfer')) {
    const [time, account] = [int(row, 'consensus_timestamp'), int(row, 'entity_id')];
    const known = balances.get(account);
    if (known === undefined || time > at || (snapshot !== undefined && time <= snapshot)) continue;
    if (row.errata !== 'DELETE') balances.set(account, known + int(row, 'amount'));
  }
  return balances;
}

const snapshotTimes = (rows: Rows): fc.Arbitrary<Filters> => {
  const last = rows.values('account_balance', 'consensus_timestamp', ({ account_id }) => account_id === 2n);
  return filters(timeValues([...last, BigInt(CLOCK) * NANOS_PER_MILLISECOND]), timeText, { ne: true });
};

const balances: Statement = {
  route: '/api/v1/balances',
  items: 'balances',
  order: 'desc',
  dependsOnServer: true,
  keyOf: ({ account, balance }) => `${num(account)}:${String(balance)}`,
  requests: (rows) =>
    fc
      .record({
        'account.balance': balanceFilters([
          ...rows.values('entity', 'balance', isAccount),
          ...some(rows.values('account_balance', 'balance'), 6),
        ]),
        'account.id': fc.oneof(
          fc.constant<Filters>([]),
          filters(idValues([...rows.values('entity', 'id', isAccount), 4_999_999n].sort(byNumber)), idText, {
            eq: 'mixed',
            ne: true,
          }),
        ),
        'account.publickey': fc.oneof(fc.constant<Filters>([]), keyFilters(rows)),
        timestamp: fc.oneof(fc.constant<Filters>([]), snapshotTimes(rows)),
        exact: fc.oneof(fc.constant<Filters>([]), words('true', 'false')),
      })
      .map(({ exact, ...query }) => {
        const [only, ...more] = query.timestamp;
        const allowed =
          only !== undefined && more.length === 0 && ['eq', 'lt', 'lte'].includes(only.operator);
        return { path: {}, query: { ...query, exact: allowed ? exact : [] } };
      }),
  expect(rows, request) {
    const [ids, bounds, keys, times] = [
      'account.id',
      'account.balance',
      'account.publickey',
      'timestamp',
    ].map((name) => given(request, name)) as [Filters, Filters, Filters, Filters];
    const print = (found: readonly (readonly [bigint, bigint | null])[]) =>
      [...found].sort(([a], [b]) => byNumber(a, b)).map(([id, balance]) => `${id}:${balance}`);
    const isWanted = (id: bigint) => meetsAny(id, ids) && hasKey(rows, id, keys, isAccount);
    if (times.length === 0) {
      return print(
        rows
          .of('entity')
          .filter((row) => isAccount(row) && isWanted(int(row, 'id')) && meetsAll(row.balance, bounds))
          .map((row) => [int(row, 'id'), row.balance === null ? null : int(row, 'balance')]),
      );
    }
    if (word(request, 'exact') === 'true') {
      const [time] = times;
      if (typeof time?.value !== 'bigint') throw new TypeError('no time');
      const at = balancesAt(rows, time.operator === 'lt' ? time.value - 1n : time.value);
      return print([...at].filter(([id, balance]) => isWanted(id) && meetsAll(balance, bounds)));
    }
    const snapshot = snapshotWithin(rows, times);
    if (snapshot === undefined) return [];
    const within = rows.of('account_balance').filter((row) => meetsAll(row.balance, bounds));
    return print(
      newest(within, snapshot, ['account_id'])
        .filter((row) => isWanted(int(row, 'account_id')))
        .map((row) => [int(row, 'account_id'), int(row, 'balance')]),
    );
  },
};

interface Holding {
  readonly token: bigint;
  readonly account: bigint;
  readonly balance: bigint;
}

/** Returns the current holdings, or those of the newest snapshot within times. */
function holdings(rows: Rows, times: Filters): Holding[] {
  const of = (row: Row) => ({
    token: int(row, 'token_id'),
    account: int(row, 'account_id'),
    balance: int(row, 'balance'),
  });
  if (times.length === 0)
    return rows
      .of('token_account')
      .filter(({ associated }) => associated === true)
      .map(of);
  const snapshot = snapshotWithin(rows, times);
  return snapshot === undefined
    ? []
    : newest(rows.of('token_balance'), snapshot, ['account_id', 'token_id']).map(of);
}

const isOwnAccount = ({ type }: Row): boolean => type === 'ACCOUNT';

/** Returns the holdings that meet the filters other than tokens and accounts. */
function selectedHoldings(rows: Rows, request: RandomRequest): Holding[] {
  const bounds = given(request, 'account.balance');
  const keys = given(request, 'account.publickey').slice(-1);
  return holdings(rows, given(request, 'timestamp')).filter(
    ({ account, balance }) => meetsAll(balance, bounds) && hasKey(rows, account, keys, isOwnAccount),
  );
}

const inOrder = (found: readonly Holding[]): Holding[] =>
  [...found].sort((a, b) => byNumber(a.token, b.token) || byNumber(a.account, b.account));

const commonQuery = (rows: Rows) => ({
  'account.balance': balanceFilters(rows.values('token_account', 'balance')),
  'account.publickey': fc.oneof(fc.constant<Filters>([]), keyFilters(rows)),
  timestamp: fc.oneof(fc.constant<Filters>([]), snapshotTimes(rows)),
});
const holders = (rows: Rows) =>
  filters(idValues(rows.values('token_account', 'account_id')), idText, { eq: 'mixed', ne: true });
const tokens = (rows: Rows): bigint[] => [
  900_001n,
  900_001n,
  900_002n,
  900_005n,
  950_000n,
  ...some(rows.values('token_account', 'token_id'), 6),
];

const ofToken: Statement = {
  route: '/api/v1/tokens/{tokenId}/balances',
  items: 'balances',
  order: 'desc',
  dependsOnServer: true,
  keyOf: ({ account, balance }) => `${num(account)}:${String(balance)}`,
  requests: (rows) =>
    fc.record({
      path: fc.constantFrom(...tokens(rows)).map((token) => ({ tokenId: idText(token) })),
      query: fc.record({
        ...commonQuery(rows),
        'account.id': fc.oneof(fc.constant<Filters>([]), holders(rows)),
      }),
    }),
  expect: (rows, request) =>
    inOrder(selectedHoldings(rows, request))
      .filter(
        ({ token, account }) =>
          idText(token) === request.path.tokenId && meetsAny(account, given(request, 'account.id')),
      )
      .map(({ account, balance }) => `${account}:${balance}`),
};

/** Holdings of all tokens, or of the token in the query. */
const ofTokens: Statement = {
  route: '/api/v1/tokens/balances',
  items: 'balances',
  order: 'desc',
  dependsOnServer: true,
  refused: { 'token.id': ['ne'] },
  keyOf: ({ token_id, account, balance }) =>
    `${token_id === undefined ? '' : `${num(token_id)}:`}${num(account)}:${String(balance)}`,
  requests(rows) {
    const pairs = rows
      .of('token_account')
      .map((row) => [int(row, 'token_id'), int(row, 'account_id')] as const)
      .sort(([a, x], [b, y]) => byNumber(a, b) || byNumber(x, y));
    const across = fc
      .record({
        ...commonQuery(rows),
        keys: twoKeys(pairs, idText, idText).filter(({ first }) => !isNamed(first)),
      })
      .map(({ keys, ...query }) => ({ ...query, 'token.id': keys.first, 'account.id': keys.second }));
    const named = fc
      .record({ ...commonQuery(rows), 'account.id': holders(rows), token: fc.constantFrom(...tokens(rows)) })
      .map(({ token, ...query }) => ({
        ...query,
        'token.id': [{ operator: 'eq' as const, value: token, text: idText(token) }],
      }));
    return fc.oneof({ arbitrary: across, weight: 3 }, named).map((query) => ({ path: {}, query }));
  },
  expect(rows, request) {
    const [token, account] = [given(request, 'token.id'), given(request, 'account.id')];
    if (isNamed(token)) {
      return inOrder(selectedHoldings(rows, request))
        .filter((held) => meetsAll(held.token, token) && meetsAny(held.account, account))
        .map((held) => `${held.account}:${held.balance}`);
    }
    // Balance filters match only holders of known tokens.
    const onlyKnown =
      given(request, 'account.balance').some(({ operator }) => operator !== 'ne') &&
      given(request, 'timestamp').length + given(request, 'account.publickey').length === 0 &&
      !account.some(({ operator }) => operator === 'eq');
    return inOrder(selectedHoldings(rows, request))
      .filter(
        (held) =>
          meetsBoth(held.token, token, held.account, account) &&
          (!onlyKnown || rows.with('token', 'token_id', held.token).length > 0),
      )
      .map((held) => `${held.token}:${held.account}:${held.balance}`);
  },
};

const ofHolders: Statement = {
  route: '/api/v1/tokens/{tokenId}/holders',
  items: 'holders',
  order: 'desc',
  dependsOnServer: true,
  keyOf: ({ account, balance }) => `${num(account)}:${String(balance)}`,
  requests(rows) {
    const pairs = rows
      .of('token_account')
      .map((row) => [int(row, 'balance'), int(row, 'account_id')] as const)
      .filter(([balance]) => balance > 0n)
      .sort(([a, x], [b, y]) => byNumber(a, b) || byNumber(x, y));
    const keys = twoKeys(pairs, numberText, idText).filter(({ second }) =>
      second.every(({ operator }) => operator !== 'eq'),
    );
    return fc.record({
      path: fc.constantFrom(...tokens(rows)).map((token) => ({ tokenId: idText(token) })),
      query: keys.map(({ first, second }) => ({ balance: first, 'account.id': second })),
    });
  },
  expect: (rows, request) =>
    holdings(rows, [])
      .filter(
        ({ token, account, balance }) =>
          idText(token) === request.path.tokenId &&
          balance > 0n &&
          meetsBoth(balance, given(request, 'balance'), account, given(request, 'account.id')),
      )
      .sort((a, b) => byNumber(a.balance, b.balance) || byNumber(a.account, b.account))
      .map(({ account, balance }) => `${account}:${balance}`),
};

export function isNamed(tokens: Filters): boolean {
  return tokens.length === 1 && tokens[0]?.operator === 'eq';
}

export const BALANCE_STATEMENTS: readonly Statement[] = [balances, ofToken, ofTokens, ofHolders];
