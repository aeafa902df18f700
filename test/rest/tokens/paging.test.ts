import fc from 'fast-check';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { tries } from '../../effort.ts';
import { readPages, startTestApi, type TestApi } from '../api-fixture.ts';
import { insert } from '../rows.ts';
import { entity, holding, insertToken, nft } from './token-rows.ts';

/*
 * Checks that following links.next from any request returns exactly the items of a model in memory, in its order, each
 * once, on full pages until the last.
 */

const KEYS = ['aa'.repeat(32), 'bb'.repeat(32)];
const TYPES = ['FUNGIBLE_COMMON', 'NON_FUNGIBLE_UNIQUE'];
const TOKENS = Array.from({ length: 12 }, (_, index) => 100 + index * 3);
const ACCOUNTS = Array.from({ length: 9 }, (_, index) => 10 + index * 2);
const SNAPSHOTS = ['2024-03-03T00:00:00Z', '2024-03-03T00:15:00Z', '2024-03-09T00:00:00Z'].map(
  (text) => Date.parse(text) / 1000,
);

interface Pair {
  readonly token: number;
  readonly account: number;
  readonly balance: number;
}

const keyOf = (id: number): string | undefined => KEYS[id % 3];
const typeOf = (token: number): string => TYPES[token % 2] ?? '';
const isAssociated = (token: number, account: number): boolean => (token * 7 + account) % 5 !== 0;
const balanceOf = (token: number, account: number): number => (token * account) % 11;
const ownerOf = (token: number, serial: number): number => ACCOUNTS[(token + serial) % ACCOUNTS.length] ?? 0;
const serialsOf = (token: number): number[] =>
  typeOf(token) === TYPES[1] ? Array.from({ length: token % 7 }, (_, index) => index * 2 + 1) : [];

const pairs: Pair[] = TOKENS.flatMap((token) =>
  ACCOUNTS.filter((account) => isAssociated(token, account)).map((account) => ({
    token,
    account,
    balance: balanceOf(token, account),
  })),
);
const nfts = TOKENS.flatMap((token) => serialsOf(token).map((serial) => ({ token, serial })));

/** Returns whether a pair has a row in a snapshot, and its balance then. */
const inSnapshot = (token: number, account: number, snapshot: number): number | undefined =>
  snapshot === 0 || (token + account + snapshot) % 3 === 0 ? (token + account * snapshot) % 13 : undefined;

/** Returns the balances at a snapshot (by index): the newest rows up to it. */
function pairsAt(snapshot: number): Pair[] {
  const found: Pair[] = [];
  for (const token of TOKENS) {
    for (const account of ACCOUNTS) {
      for (let earlier = snapshot; earlier >= 0; earlier--) {
        const balance = inSnapshot(token, account, earlier);
        if (balance === undefined) continue;
        found.push({ token, account, balance });
        break;
      }
    }
  }
  return found;
}

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi({ clock: () => 1_750_000_000_000 });
  const { database } = api;
  for (const id of TOKENS) {
    await insertToken(database, id, { token: { type: typeOf(id) }, entity: { public_key: keyOf(id) } });
  }
  await insert(
    database,
    'entity',
    ACCOUNTS.map((id) => entity(id, 'ACCOUNT', { public_key: keyOf(id) })),
  );
  const everyPair = TOKENS.flatMap((token) => ACCOUNTS.map((account) => ({ token, account })));
  await insert(
    database,
    'token_account',
    everyPair.map(({ token, account }) =>
      holding(account, token, balanceOf(token, account), { associated: isAssociated(token, account) }),
    ),
  );
  await insert(
    database,
    'nft',
    nfts.map(({ token, serial }) => nft(token, serial, ownerOf(token, serial))),
  );
  const time = (snapshot: number) => BigInt(SNAPSHOTS[snapshot] ?? 0) * 1_000_000_000n;
  await insert(
    database,
    'account_balance',
    SNAPSHOTS.map((_, snapshot) => ({ consensus_timestamp: time(snapshot), account_id: 2, balance: 1 })),
  );
  await insert(
    database,
    'token_balance',
    SNAPSHOTS.flatMap((_, snapshot) =>
      everyPair.flatMap(({ token, account }) => {
        const balance = inSnapshot(token, account, snapshot);
        return balance === undefined
          ? []
          : [{ consensus_timestamp: time(snapshot), token_id: token, account_id: account, balance }];
      }),
    ),
  );
});
afterAll(() => api.close());

type Operator = 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte';
interface Condition {
  readonly operator: Operator;
  readonly value: number;
}

const holds = (value: number, { operator, value: bound }: Condition): boolean =>
  ({
    eq: value === bound,
    ne: value !== bound,
    gt: value > bound,
    gte: value >= bound,
    lt: value < bound,
    lte: value <= bound,
  })[operator];

const condition = (values: readonly number[], ...operators: readonly Operator[]) =>
  fc.record({
    operator: fc.constantFrom(...(operators.length > 0 ? operators : OPERATORS)),
    value: fc.constantFrom(...values.flatMap((value) => [value, value + 1])),
  });
const OPERATORS: readonly Operator[] = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte'];
const RANGES: readonly Operator[] = ['gt', 'gte', 'lt', 'lte'];

/** Draws no condition, one, or two that bound both sides. */
const conditions = (values: readonly number[]): fc.Arbitrary<readonly Condition[]> =>
  fc.oneof(
    fc.constant<readonly Condition[]>([]),
    condition(values).map((one) => [one]),
    fc.tuple(condition(values, 'gt', 'gte'), condition(values, 'lt', 'lte')).map((both) => [...both]),
  );

/** Draws bounds of two keys that belong together, on either side; the second key may have none. */
const twoKeys = (first: readonly number[], second: readonly number[]) =>
  fc
    .record({
      lower: fc.option(
        fc.tuple(fc.constantFrom(...first), fc.option(condition(second, 'gt', 'gte'), { nil: undefined })),
      ),
      upper: fc.option(
        fc.tuple(fc.constantFrom(...first), fc.option(condition(second, 'lt', 'lte'), { nil: undefined })),
      ),
    })
    .map(({ lower, upper }) => ({
      first: [
        ...(lower === null ? [] : [{ operator: 'gte', value: lower[0] } as const]),
        ...(upper === null ? [] : [{ operator: 'lte', value: upper[0] } as const]),
      ],
      second: [lower?.[1], upper?.[1]].filter((one) => one !== undefined),
      within(a: number, b: number): boolean {
        const above =
          lower === null ||
          a > lower[0] ||
          (a === lower[0] && (lower[1] === undefined || holds(b, lower[1])));
        const below =
          upper === null ||
          a < upper[0] ||
          (a === upper[0] && (upper[1] === undefined || holds(b, upper[1])));
        return above && below;
      },
    }));

const page = fc.record({
  limit: fc.integer({ min: 1, max: 7 }),
  order: fc.constantFrom<'asc' | 'desc'>('asc', 'desc'),
});

const query = (parameters: readonly (readonly [string, readonly Condition[]])[]) =>
  parameters
    .flatMap(([name, list]) => list.map(({ operator, value }) => `&${name}=${operator}:${value}`))
    .join('');

/** Pages through a list, and compares it with the ids expected in ascending order. */
async function compare(
  path: string,
  items: string,
  { limit, order }: { limit: number; order: 'asc' | 'desc' },
  idOf: (item: Record<string, unknown>) => string,
  expected: readonly string[],
): Promise<void> {
  const pages = (await readPages(api, `${path}limit=${limit}&order=${order}`, items)) as Record<
    string,
    unknown
  >[][];
  const met = pages.flat().map(idOf);
  const inOrder = order === 'asc' ? expected : expected.toReversed();
  if (JSON.stringify(met) !== JSON.stringify(inOrder)) {
    throw new Error(`${path}: met ${met.join(', ')}; expected ${inOrder.join(', ')}`);
  }
  const full = pages.slice(0, -1).every(({ length }) => length === limit);
  if (!full) throw new Error(`${path}: a page before the last is not full`);
}

const num = (id: unknown): string => String(id).replace('0.0.', '');
const RUNS = { numRuns: tries(20) };

describe('pages', () => {
  it('tokens', async () => {
    const requests = fc.record({
      page,
      ids: conditions(TOKENS),
      type: fc.option(fc.constantFrom(...TYPES)),
      key: fc.option(fc.constantFrom(...KEYS)),
      account: fc.option(fc.constantFrom(...ACCOUNTS)),
    });
    await fc.assert(
      fc.asyncProperty(requests, async ({ page, ids, type, key, account }) => {
        const expected = TOKENS.filter(
          (token) =>
            ids.every((one) => holds(token, one)) &&
            (type === null || typeOf(token) === type) &&
            (key === null || keyOf(token) === key) &&
            (account === null || isAssociated(token, account)),
        );
        const filters = [
          ...(type === null ? [] : [`&type=${type}`]),
          ...(key === null ? [] : [`&publickey=${key}`]),
          ...(account === null ? [] : [`&account.id=${account}`]),
        ].join('');
        const path = `/api/v1/tokens?${`${query([['token.id', ids]])}${filters}&`.slice(1)}`;
        await compare(path, 'tokens', page, ({ token_id }) => num(token_id), expected.map(String));
      }),
      RUNS,
    );
  });

  const pairFilters = fc.record({
    balances: conditions([0, 3, 6, 9]),
    key: fc.option(fc.constantFrom(...KEYS)),
    // Index of a snapshot; null for the current state.
    snapshot: fc.option(fc.integer({ min: 0, max: SNAPSHOTS.length - 1 })),
  });
  type PairFilters = typeof pairFilters extends fc.Arbitrary<infer Value> ? Value : never;
  const meets = ({ account, balance }: Pair, { balances, key }: PairFilters): boolean =>
    balances.every((one) => holds(balance, one)) && (key === null || keyOf(account) === key);
  const source = ({ snapshot }: PairFilters): Pair[] => (snapshot === null ? pairs : pairsAt(snapshot));
  const filterQuery = ({ balances, key, snapshot }: PairFilters): string =>
    query([['account.balance', balances]]) +
    (key === null ? '' : `&account.publickey=${key}`) +
    (snapshot === null ? '' : `&timestamp=lte:${(SNAPSHOTS[snapshot] ?? 0) + 1}`);

  it('balances of a token, present and past, in both spellings', async () => {
    const requests = fc.record({
      page,
      token: fc.constantFrom(...TOKENS),
      accounts: conditions(ACCOUNTS),
      filters: pairFilters,
      named: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(requests, async ({ page, token, accounts, filters, named }) => {
        const expected = source(filters).filter(
          (pair) =>
            pair.token === token && accounts.every((one) => holds(pair.account, one)) && meets(pair, filters),
        );
        const path = named
          ? `/api/v1/tokens/balances?token.id=${token}`
          : `/api/v1/tokens/${token}/balances?`;
        await compare(
          `${path}${query([['account.id', accounts]])}${filterQuery(filters)}&`,
          'balances',
          page,
          ({ account, balance }) => `${num(account)}:${String(balance)}`,
          expected.map(({ account, balance }) => `${account}:${balance}`),
        );
      }),
      { numRuns: tries(50) },
    );
  });

  it('balances across tokens, present and past', async () => {
    const requests = fc.record({ page, bounds: twoKeys(TOKENS, ACCOUNTS), filters: pairFilters });
    await fc.assert(
      fc.asyncProperty(requests, async ({ page, bounds, filters }) => {
        const expected = source(filters).filter(
          (pair) => bounds.within(pair.token, pair.account) && meets(pair, filters),
        );
        const keys = query([
          ['token.id', bounds.first],
          ['account.id', bounds.second],
        ]);
        await compare(
          `/api/v1/tokens/balances?${`${keys}${filterQuery(filters)}&`.slice(1)}`,
          'balances',
          page,
          ({ token_id, account, balance }) => `${num(token_id)}:${num(account)}:${String(balance)}`,
          expected.map(({ token, account, balance }) => `${token}:${account}:${balance}`),
        );
      }),
      { numRuns: tries(50) },
    );
  });

  it('NFTs of a token, in both spellings', async () => {
    const requests = fc.record({
      page,
      token: fc.constantFrom(...TOKENS),
      serials: conditions([1, 3, 6, 9]),
      owners: conditions(ACCOUNTS),
      named: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(requests, async ({ page, token, serials, owners, named }) => {
        const expected = nfts.filter(
          (one) =>
            one.token === token &&
            serials.every((bound) => holds(one.serial, bound)) &&
            owners.every((bound) => holds(ownerOf(one.token, one.serial), bound)),
        );
        const path = named ? `/api/v1/tokens/nfts?token.id=${token}` : `/api/v1/tokens/${token}/nfts?`;
        const filters = query([
          ['serialnumber', serials],
          ['account.id', owners],
        ]);
        await compare(
          `${path}${filters}&`,
          'nfts',
          page,
          ({ serial_number }) => String(serial_number),
          expected.map(({ serial }) => String(serial)),
        );
      }),
      RUNS,
    );
  });

  it('NFTs across tokens', async () => {
    const requests = fc.record({
      page,
      bounds: twoKeys(TOKENS, [1, 3, 6, 9]),
      owners: fc.oneof(
        fc.constant<readonly Condition[]>([]),
        condition(ACCOUNTS, ...RANGES, 'eq', 'ne').map((one) => [one]),
      ),
    });
    await fc.assert(
      fc.asyncProperty(requests, async ({ page, bounds, owners }) => {
        const expected = nfts.filter(
          ({ token, serial }) =>
            bounds.within(token, serial) && owners.every((bound) => holds(ownerOf(token, serial), bound)),
        );
        const filters = query([
          ['token.id', bounds.first],
          ['serialnumber', bounds.second],
          ['account.id', owners],
        ]);
        await compare(
          `/api/v1/tokens/nfts?${`${filters}&`.slice(1)}`,
          'nfts',
          page,
          ({ token_id, serial_number }) => `${num(token_id)}:${String(serial_number)}`,
          expected.map(({ token, serial }) => `${token}:${serial}`),
        );
      }),
      RUNS,
    );
  });
});
