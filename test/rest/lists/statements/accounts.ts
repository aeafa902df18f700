import fc from 'fast-check';
import {
  type Filters,
  filters,
  given,
  holds,
  idText,
  idValues,
  isLower,
  isUpper,
  meetsAll,
  meetsAny,
  meetsBoth,
  numberText,
  numberValues,
  type RandomRequest,
  SPECIAL_IDS,
  some,
  timeText,
  timeValues,
  twoKeys,
  word,
  words,
} from '../random-request.ts';
import { byNumber, int, type Row, type Rows, type TableName } from '../rows.ts';
import { type Item, nanos, num, type Statement } from '../statement.ts';
import { pathAccount } from './transactions.ts';

export const isAccount = (row: Row): boolean => row.type === 'ACCOUNT' || row.type === 'CONTRACT';

export function keyFilters(rows: Rows): fc.Arbitrary<Filters> {
  const keys = new Set(
    rows.of('entity').flatMap(({ public_key }) => (typeof public_key === 'string' ? [public_key] : [])),
  );
  const key = fc.constantFrom('aa'.repeat(32), 'bb'.repeat(32), ...some([...keys].sort(), 5));
  const filter = (operator: 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte') =>
    key.map((text) => [{ operator, value: text, text }]);
  return fc.oneof(
    { arbitrary: fc.constant<Filters>([]), weight: 6 },
    { arbitrary: filter('eq'), weight: 4 },
    ...(['ne', 'gt', 'gte', 'lt', 'lte'] as const).map((operator) => ({
      arbitrary: filter(operator),
      weight: 1,
    })),
  );
}

/** Bounds of a balance: at powers of two, and at existing balances. */
export function balanceFilters(values: readonly bigint[]): fc.Arbitrary<Filters> {
  const bounds = [0n, 1n, 2n, 3n, 4n, 127n, 128n, 9_223_372_036_854_775_806n, 9_223_372_036_854_775_807n];
  return filters([...new Set([...bounds, ...some(values, 9)])], numberText, { ne: true });
}

const listAccounts: Statement = {
  route: '/api/v1/accounts',
  items: 'accounts',
  order: 'asc',
  dependsOnServer: true,
  keyOf: ({ account }) => num(account),
  requests: (rows) =>
    fc
      .record({
        'account.balance': balanceFilters(rows.values('entity', 'balance', isAccount)),
        'account.id': fc.oneof(
          fc.constant<Filters>([]),
          filters(idValues(rows.values('entity', 'id', isAccount)), idText, { eq: 'mixed', ne: true }),
        ),
        'account.publickey': keyFilters(rows),
        balance: words('true', 'false'),
      })
      .map((query) => ({ path: {}, query })),
  expect: (rows, request) =>
    rows
      .of('entity')
      .filter(
        (row) =>
          isAccount(row) &&
          !(row.num === 2n && row.memo === 'Mirror node created synthetic treasury account') &&
          meetsAny(row.id, given(request, 'account.id')) &&
          meetsAll(row.balance, given(request, 'account.balance')) &&
          meetsAll(row.public_key, given(request, 'account.publickey')),
      )
      .map((row) => int(row, 'id'))
      .sort(byNumber)
      .map(String),
};

/** Draws the path of an account, mostly of one that has rows. */
function owners(rows: Rows, table: TableName, column: string): fc.Arbitrary<RandomRequest['path']> {
  const values = some(rows.values(table, column), 8);
  return fc
    .oneof(
      { arbitrary: fc.constantFrom(1001n, ...values), weight: 6 },
      { arbitrary: fc.constantFrom(...SPECIAL_IDS, 6_500_000n, 87_654_321n), weight: 2 },
    )
    .map((id) => ({ idOrAliasOrEvmAddress: idText(id) }));
}

interface OwnList {
  readonly route: string;
  readonly items: string;
  readonly order: 'asc' | 'desc';
  readonly table: TableName;
  readonly column: string;
  readonly keyOf: (item: Item) => string;
  readonly query: (rows: Rows) => fc.Arbitrary<RandomRequest['query']>;
  readonly keys: readonly string[];
  readonly meets: (row: Row, request: RandomRequest) => boolean;
  readonly mustExist?: boolean;
  readonly dependsOnServer?: boolean;
  readonly refused?: NonNullable<Statement['refused']>;
}

/** Sorts rows by numeric columns, compared one after another. */
export function sortRows(rows: readonly Row[], columns: readonly string[]): string[] {
  return rows
    .map((row) => columns.map((column) => int(row, column)))
    .sort((a, b) => a.reduce((order, value, index) => order || byNumber(value, b[index] ?? 0n), 0))
    .map((keys) => keys.join(':'));
}

/** Returns the statement of a list that belongs to the account in the path. */
function ownList({ table, column, query, keys, meets, mustExist, ...rest }: OwnList): Statement {
  return {
    ...rest,
    requests: (rows) => fc.record({ path: owners(rows, table, column), query: query(rows) }),
    expect(rows, request) {
      const account = pathAccount(request);
      if (mustExist && rows.with('entity', 'id', account).length === 0) return 404;
      return sortRows(
        rows.of(table).filter((row) => row[column] === account && meets(row, request)),
        keys,
      );
    },
  };
}

const path = (rest: string): string => `/api/v1/accounts/{idOrAliasOrEvmAddress}/${rest}`;
const pairsOf = (rows: Rows, table: TableName, first: string, second: string, which: (row: Row) => boolean) =>
  rows
    .of(table)
    .filter(which)
    .map((row) => [int(row, first), int(row, second)] as const)
    .sort(([a, x], [b, y]) => byNumber(a, b) || byNumber(x, y));

const rewards = ownList({
  route: path('rewards'),
  items: 'rewards',
  order: 'desc',
  table: 'staking_reward_transfer',
  column: 'account_id',
  keyOf: ({ timestamp }) => nanos(timestamp),
  query: (rows) =>
    fc.record({
      timestamp: filters(
        timeValues(rows.values('staking_reward_transfer', 'consensus_timestamp')),
        timeText,
        { eq: 'several' },
      ),
    }),
  keys: ['consensus_timestamp'],
  refused: { timestamp: ['ne'] },
  meets: (row, request) => meetsAny(row.consensus_timestamp, given(request, 'timestamp')),
  mustExist: true,
});

const relationships = ownList({
  route: path('tokens'),
  items: 'tokens',
  order: 'asc',
  table: 'token_account',
  column: 'account_id',
  keyOf: ({ token_id }) => num(token_id),
  query: (rows) =>
    fc.record({
      'token.id': filters(idValues(rows.values('token_account', 'token_id')), idText, { eq: 'mixed' }),
    }),
  keys: ['token_id'],
  refused: { 'token.id': ['ne'] },
  meets: (row, request) => row.associated === true && meetsAny(row.token_id, given(request, 'token.id')),
  mustExist: true,
});

const cryptoAllowances = ownList({
  route: path('allowances/crypto'),
  items: 'allowances',
  order: 'desc',
  table: 'crypto_allowance',
  column: 'owner',
  keyOf: ({ spender }) => num(spender),
  query: (rows) =>
    fc.record({
      'spender.id': filters(idValues(rows.values('crypto_allowance', 'spender')), idText, { eq: 'mixed' }),
    }),
  keys: ['spender'],
  refused: { 'spender.id': ['ne'] },
  meets: (row, request) => int(row, 'amount') > 0n && meetsAny(row.spender, given(request, 'spender.id')),
});

const tokenAllowances = ownList({
  route: path('allowances/tokens'),
  items: 'allowances',
  order: 'asc',
  table: 'token_allowance',
  column: 'owner',
  keyOf: ({ spender, token_id }) => `${num(spender)}:${num(token_id)}`,
  query: (rows) =>
    twoKeys(
      pairsOf(rows, 'token_allowance', 'spender', 'token_id', ({ owner }) => owner === 1001n),
      idText,
      idText,
    ).map(({ first, second }) => ({ 'spender.id': first, 'token.id': second })),
  keys: ['spender', 'token_id'],
  refused: { 'spender.id': ['ne'], 'token.id': ['ne'] },
  meets: (row, request) =>
    int(row, 'amount') > 0n &&
    meetsBoth(row.spender, given(request, 'spender.id'), row.token_id, given(request, 'token.id')),
});

const nfts = ownList({
  route: path('nfts'),
  items: 'nfts',
  order: 'desc',
  table: 'nft',
  column: 'account_id',
  keyOf: ({ token_id, serial_number }) => `${num(token_id)}:${String(serial_number)}`,
  query: (rows) =>
    fc
      .record({
        keys: twoKeys(
          pairsOf(rows, 'nft', 'token_id', 'serial_number', () => true),
          idText,
          numberText,
        ),
        spenders: fc.oneof(
          fc.constant<Filters>([]),
          filters(idValues(rows.values('nft', 'spender')), idText, { eq: 'mixed' }),
        ),
      })
      .map(({ keys, spenders }) => ({
        'token.id': keys.first,
        serialnumber: keys.second,
        'spender.id': spenders,
      })),
  keys: ['token_id', 'serial_number'],
  refused: { 'token.id': ['ne'], serialnumber: ['ne'], 'spender.id': ['ne'] },
  meets: (row, request) =>
    meetsBoth(row.token_id, given(request, 'token.id'), row.serial_number, given(request, 'serialnumber')) &&
    meetsAny(row.spender, given(request, 'spender.id')) &&
    (given(request, 'spender.id').length === 0 || row.spender !== null),
});

/** Approvals for all NFTs of a token, granted or received. */
const nftAllowances: Statement = {
  route: path('allowances/nfts'),
  items: 'allowances',
  order: 'asc',
  refused: { 'account.id': ['ne'], 'token.id': ['ne'] },
  keyOf: ({ owner, spender, token_id }) => `${num(owner)}:${num(spender)}:${num(token_id)}`,
  requests: (rows) =>
    fc
      .record({
        path: owners(rows, 'nft_allowance', 'owner'),
        owner: words('true', 'false'),
        keys: twoKeys(
          pairsOf(rows, 'nft_allowance', 'spender', 'token_id', ({ owner }) => owner === 1001n),
          idText,
          idText,
        ),
      })
      .filter(({ keys: { first, second } }) => !isCrossed(first) && (first.length > 1 || !isCrossed(second)))
      .map(({ path, owner, keys }) => ({
        path,
        query: { 'account.id': keys.first, 'token.id': keys.second, owner },
      })),
  expect(rows, request) {
    const [own, other] = word(request, 'owner') === 'false' ? ['spender', 'owner'] : ['owner', 'spender'];
    const found = rows
      .of('nft_allowance')
      .filter(
        (row) =>
          row.approved_for_all === true &&
          row[own as string] === pathAccount(request) &&
          meetsBoth(
            row[other as string],
            given(request, 'account.id'),
            row.token_id,
            given(request, 'token.id'),
          ),
      );
    const inOrder = sortRows(found, [other as string, 'token_id']);
    const account = pathAccount(request);
    return inOrder.map((key) => {
      const [a, token] = key.split(':');
      return own === 'owner' ? `${account}:${a}:${token}` : `${a}:${account}:${token}`;
    });
  },
};

/** Returns whether bounds exclude each other. Such requests are refused. */
export function isCrossed(bounds: Filters): boolean {
  const [lower, upper] = [bounds.find(isLower), bounds.find(isUpper)];
  if (typeof upper?.value !== 'bigint') return false;
  const first = typeof lower?.value === 'bigint' ? lower.value + (lower.operator === 'gt' ? 1n : 0n) : 0n;
  return first > upper.value - (upper.operator === 'lt' ? 1n : 0n);
}

/** Returns the statement of pending airdrops, from the account to others, or from others to it. */
function airdrops(route: string, own: string, other: string, parameter: string): Statement {
  const keys = [other, 'token_id', 'serial_number'];
  return {
    route: path(route),
    items: 'airdrops',
    order: 'asc',
    keyOf: (item) =>
      `${num(item[other === 'receiver_account_id' ? 'receiver_id' : 'sender_id'])}:${num(item.token_id)}:${String(item.serial_number ?? 0)}`,
    requests(rows) {
      const isOwn = (row: Row) => row[own] === 1001n;
      const accounts = filters(idValues(rows.values('token_airdrop', other)), idText, { ne: true }).filter(
        (bounds) => !isCrossed(bounds),
      );
      const id = fc.constantFrom(...idValues(rows.values('token_airdrop', other, isOwn)));
      const token = fc.constantFrom(
        900_001n,
        900_002n,
        900_002n,
        900_002n,
        ...some(rows.values('token_airdrop', 'token_id'), 4),
      );
      const eq = (value: bigint, print = idText) => [{ operator: 'eq' as const, value, text: print(value) }];
      const serial = fc.constantFrom(1n, 2n, 5n, 6n);
      const request = fc.oneof(
        accounts.map((all) => ({ [parameter]: all, 'token.id': [], serialnumber: [] })),
        fc
          .tuple(accounts, token)
          .map(([all, one]) => ({ [parameter]: all, 'token.id': eq(one), serialnumber: [] })),
        fc.tuple(accounts, token, serial).map(([all, one, n]) => ({
          [parameter]: all,
          'token.id': eq(one),
          serialnumber: eq(n, numberText),
        })),
        fc
          .tuple(accounts, serial)
          .map(([all, n]) => ({ [parameter]: all, 'token.id': [], serialnumber: eq(n, numberText) })),
        // Tokens of one account, within bounds.
        fc
          .tuple(id, filters([900_000n, 900_001n, 900_002n, 900_003n], idText, { ne: true }))
          .map(([one, tokens]) => ({
            [parameter]: eq(one),
            'token.id': tokens,
            serialnumber: [],
          })),
        // Serial numbers of one account and token, within bounds.
        fc
          .tuple(id, token, filters([1n, 2n, 3n, 4n, 5n, 6n, 7n], numberText, { ne: true }))
          .map(([one, two, serials]) => ({
            [parameter]: eq(one),
            'token.id': eq(two),
            serialnumber: serials,
          })),
      );
      // A parameter has at most two values.
      const query = request.filter((all) => Object.values(all).every(({ length }) => length <= 2));
      return fc.record({ path: owners(rows, 'token_airdrop', own), query });
    },
    expect(rows, request) {
      // `ne` is ignored.
      const filtersOf = (name: string) => given(request, name).filter(({ operator }) => operator !== 'ne');
      const found = rows
        .of('token_airdrop')
        .filter(
          (row) =>
            row.state === 'PENDING' &&
            row[own] === pathAccount(request) &&
            meetsAll(row[other], filtersOf(parameter)) &&
            meetsAll(row.token_id, filtersOf('token.id')) &&
            meetsAll(row.serial_number, filtersOf('serialnumber')),
        );
      return sortRows(found, keys);
    },
  };
}

const hooks: Statement = {
  route: path('hooks'),
  items: 'hooks',
  order: 'desc',
  keyOf: ({ hook_id }) => String(hook_id),
  requests: (rows) =>
    fc.record({
      path: owners(rows, 'hook', 'owner_id'),
      query: fc.record({
        'hook.id': filters(numberValues(rows.values('hook', 'hook_id')), numberText, {
          eq: 'mixed',
          ne: true,
        }),
      }),
    }),
  // `ne` is ignored.
  expect: (rows, request) =>
    sortRows(
      rows.of('hook').filter(
        (row) =>
          row.owner_id === pathAccount(request) &&
          meetsAny(
            row.hook_id,
            given(request, 'hook.id').filter(({ operator }) => operator !== 'ne'),
          ),
      ),
      ['hook_id'],
    ),
};

const slotText = (slot: bigint): string => `0x${slot.toString(16)}`;

const hookStorage: Statement = {
  route: path('hooks/{hookId}/storage'),
  items: 'storage',
  order: 'asc',
  keyOf: ({ key }) => String(BigInt(String(key))),
  requests(rows) {
    const slots = [
      1n,
      2n,
      5n,
      39n,
      40n,
      41n,
      ...some(
        rows.of('hook_storage').map(({ key }) => BigInt(`0x${String(key)}`)),
        6,
      ),
    ];
    const of = some(
      [...new Set(rows.of('hook_storage').map(({ owner_id, hook_id }) => `${owner_id}/${hook_id}`))],
      6,
    );
    return fc.record({
      path: fc.constantFrom('1001/7000', '1001/7000', '98/1', ...of).map((text) => {
        const [owner = '', hook = ''] = text.split('/');
        return { idOrAliasOrEvmAddress: idText(BigInt(owner)), hookId: hook };
      }),
      query: fc.record({
        key: filters([...new Set(slots)], slotText, { eq: 'mixed' }),
        timestamp: fc.oneof(
          fc.constant<Filters>([]),
          filters(timeValues(rows.values('hook_storage_change', 'consensus_timestamp')), timeText),
        ),
      }),
    });
  },
  expect(rows, request) {
    const hook = BigInt(request.path.hookId ?? '');
    const own = (row: Row) => row.owner_id === pathAccount(request) && row.hook_id === hook;
    const slot = (row: Row) => BigInt(`0x${String(row.key)}`);
    // A time without an operator means at or before it.
    const times = given(request, 'timestamp').map((filter) =>
      filter.operator === 'eq' ? { ...filter, operator: 'lte' as const } : filter,
    );
    const found =
      times.length === 0
        ? rows.of('hook_storage').filter((row) => own(row) && row.deleted !== true)
        : rows
            .of('hook_storage_change')
            .filter((row) => own(row) && times.every((time) => holds(row.consensus_timestamp, time)));
    return [...new Set(found.map(slot))]
      .filter((value) => meetsAny(value, given(request, 'key')))
      .sort(byNumber)
      .map(String);
  },
};

export const ACCOUNT_STATEMENTS: readonly Statement[] = [
  listAccounts,
  rewards,
  relationships,
  cryptoAllowances,
  tokenAllowances,
  nfts,
  nftAllowances,
  airdrops('airdrops/outstanding', 'sender_account_id', 'receiver_account_id', 'receiver.id'),
  airdrops('airdrops/pending', 'receiver_account_id', 'sender_account_id', 'sender.id'),
  hooks,
  hookStorage,
];
