import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tries } from '../../effort.ts';
import { readPages, startTestApi, type TestApi } from '../api-fixture.ts';
import { insert } from '../rows.ts';

/** Lists of an account: paging with random bounds, compared with rows in memory. */

const OWNER = 1001;
const OTHER = 1002;
let api: TestApi;

interface Nft {
  readonly token: number;
  readonly serial: number;
  readonly owner: number;
  readonly spender: number | null;
}

const nfts: Nft[] = Array.from({ length: 60 }, (_, i) => ({
  token: 10 + (i % 5),
  serial: 1 + Math.floor(i / 5),
  owner: i % 7 === 3 ? OTHER : OWNER,
  spender: i % 3 === 0 ? null : 20 + (i % 4),
}));
const allowances = Array.from({ length: 60 }, (_, i) => ({
  owner: i % 9 === 4 ? OTHER : OWNER,
  spender: 30 + (i % 6),
  token: 10 + Math.floor(i / 6),
  amount: i % 4 === 0 ? 0 : i,
}));
const rewards = Array.from({ length: 40 }, (_, i) => ({
  account: i % 5 === 0 ? OTHER : OWNER,
  at: 1000 + i * 7,
}));
const associations = Array.from({ length: 40 }, (_, i) => ({
  account: i % 6 === 0 ? OTHER : OWNER,
  token: 100 + i,
  associated: i % 4 !== 0,
}));

beforeAll(async () => {
  api = await startTestApi();
  const account = { realm: 0, shard: 0, type: 'ACCOUNT', timestamp_range: '[0,)' };
  await insert(api.database, 'entity', [
    { ...account, id: OWNER, num: OWNER, evm_address: `\\x${'ee'.repeat(20)}`, deleted: false },
    { ...account, id: OTHER, num: OTHER },
    { ...account, id: 11, num: 11, type: 'TOKEN', deleted: true },
  ]);
  await insert(
    api.database,
    'nft',
    nfts.map(({ token, serial, owner, spender }) => ({
      token_id: token,
      serial_number: serial,
      account_id: owner,
      spender,
      created_timestamp: 5,
      timestamp_range: '[9,)',
      metadata: serial === 1 ? '\\x' : `\\x${'fb'.repeat(60)}`,
    })),
  );
  await insert(
    api.database,
    'token_allowance',
    allowances.map(({ owner, spender, token, amount }) => ({
      owner,
      spender,
      token_id: token,
      amount,
      amount_granted: '9223372036854775807',
      payer_account_id: owner,
      timestamp_range: '[1,)',
    })),
  );
  await insert(
    api.database,
    'crypto_allowance',
    allowances
      .filter(({ token }) => token === 12 || token === 13)
      .map(({ spender, amount, token }) => ({
        owner: token === 12 ? OWNER : OTHER,
        spender,
        amount,
        amount_granted: amount,
        payer_account_id: OWNER,
        timestamp_range: '[1000000000,2000000000)',
      })),
  );
  await insert(
    api.database,
    'staking_reward_transfer',
    rewards.map(({ account, at }) => ({
      account_id: account,
      amount: at,
      consensus_timestamp: at,
      payer_account_id: 1,
    })),
  );
  await insert(
    api.database,
    'token_account',
    associations.map(({ account, token, associated }) => ({
      account_id: account,
      token_id: token,
      associated,
      balance: '9223372036854775807',
      timestamp_range: '[1,)',
      freeze_status: token % 2 === 0 ? token % 3 : null,
      kyc_status: null,
    })),
  );
  await insert(api.database, 'token', [
    {
      token_id: 101,
      created_timestamp: 1,
      decimals: 8,
      initial_supply: 0,
      name: 'n',
      symbol: 's',
      treasury_account_id: 2,
      timestamp_range: '[1,)',
      freeze_status: 1,
      kyc_status: 2,
    },
  ]);
});
afterAll(() => api.close());

type Bound = readonly [operator: string, value: number];
type Pair = readonly [first: number, second: number];

const COMPARE: Readonly<Record<string, (a: number, b: number) => boolean>> = {
  eq: (a, b) => a === b,
  gt: (a, b) => a > b,
  gte: (a, b) => a >= b,
  lt: (a, b) => a < b,
  lte: (a, b) => a <= b,
};
const holds = ([operator, bound]: Bound, value: number) => COMPARE[operator]?.(value, bound) ?? false;

/** Allowed bounds of two keys, and their meaning. */
interface Bounds {
  readonly first: readonly Bound[];
  readonly second: readonly Bound[];
}

const lower = (max: number) => fc.tuple(fc.constantFrom('gt', 'gte'), fc.integer({ min: 1, max }));
const upper = (max: number) => fc.tuple(fc.constantFrom('lt', 'lte'), fc.integer({ min: 1, max }));

function twoKeys(
  firsts: readonly [number, number],
  seconds: readonly [number, number],
): fc.Arbitrary<Bounds> {
  const first = fc.integer({ min: firsts[0], max: firsts[1] });
  const second = fc.integer({ min: seconds[0], max: seconds[1] });
  const equal = fc.record({
    first: first.map((value) => [['eq', value]] as Bound[]),
    second: fc.oneof(
      fc.constant([] as Bound[]),
      second.map((value) => [['eq', value]] as Bound[]),
      fc.tuple(lower(seconds[1]), upper(seconds[1])).map((bounds) => bounds as Bound[]),
      lower(seconds[1]).map((bound) => [bound] as Bound[]),
    ),
  });
  const ranged = fc
    .record({
      from: fc.option(fc.tuple(first, fc.option(fc.tuple(fc.constantFrom('gt', 'gte'), second)))),
      to: fc.option(fc.tuple(first, fc.option(fc.tuple(fc.constantFrom('lt', 'lte'), second)))),
    })
    .map(({ from, to }) => ({
      first: [...(from ? [['gte', from[0]] as Bound] : []), ...(to ? [['lte', to[0]] as Bound] : [])],
      second: [...(from?.[1] ? [from[1] as Bound] : []), ...(to?.[1] ? [to[1] as Bound] : [])],
    }));
  const exclusive = fc.record({
    first: fc.tuple(lower(firsts[1]), upper(firsts[1])).map((bounds) => bounds as Bound[]),
    second: fc.constant([] as Bound[]),
  });
  const crossed = fc.record({
    first: lower(firsts[1]).map((bound) => [bound] as Bound[]),
    second: second.map((value) => [['eq', value]] as Bound[]),
  });
  return fc.oneof(equal, ranged, exclusive, crossed);
}

/** A bound of the second key applies only if the first is equal to its bound on the same side. */
function within({ first, second }: Bounds, [a, b]: Pair): boolean {
  if (!first.every((bound) => holds(bound, a))) return false;
  return second.every((bound) => {
    const side = bound[0].slice(0, 1);
    const ofFirst = first.find(([operator]) => operator.startsWith(side));
    if (bound[0] === 'eq' || ofFirst === undefined || first.some(([operator]) => operator === 'eq')) {
      return holds(bound, b);
    }
    return a !== ofFirst[1] || holds(bound, b);
  });
}

function query(name: string, bounds: readonly Bound[]): string[] {
  return bounds.map(([operator, value]) => `${name}=${operator === 'eq' ? '' : `${operator}:`}${value}`);
}

const compare = (a: Pair, b: Pair) => a[0] - b[0] || a[1] - b[1];
const num = (id: unknown) => Number(String(id).split('.').at(-1));
const page = fc.record({ order: fc.constantFrom('asc', 'desc'), limit: fc.integer({ min: 1, max: 9 }) });

describe('lists with two keys', () => {
  it('NFTs of an account: all pages visit each within the bounds once, in order', async () => {
    const search = fc.record({
      bounds: twoKeys([9, 15], [1, 13]),
      spenders: fc.oneof(
        fc.constant([] as Bound[]),
        fc.array(
          fc.integer({ min: 20, max: 24 }).map((value) => ['eq', value] as Bound),
          { maxLength: 3 },
        ),
        fc.tuple(lower(24), upper(24)).map((bounds) => bounds as Bound[]),
      ),
    });
    await fc.assert(
      fc.asyncProperty(search, page, async ({ bounds, spenders }, { order, limit }) => {
        const named = spenders.filter(([operator]) => operator === 'eq');
        const expected = nfts
          .filter(({ owner }) => owner === OWNER)
          .filter(({ spender }) => spenders.length === 0 || spender !== null)
          .filter(({ spender }) => named.length === 0 || named.some((one) => holds(one, spender ?? 0)))
          .filter(({ spender }) => spenders.every((one) => one[0] === 'eq' || holds(one, spender ?? 0)))
          .map(({ token, serial }): Pair => [token, serial])
          .filter((pair) => within(bounds, pair))
          .sort(compare);
        const path = `/api/v1/accounts/${OWNER}/nfts?${[
          ...query('token.id', bounds.first),
          ...query('serialnumber', bounds.second),
          ...query('spender.id', spenders),
          `order=${order}`,
          `limit=${limit}`,
        ].join('&')}`;
        const pages = await readPages(api, path, 'nfts');
        const items = pages.flat() as { token_id: string; serial_number: number }[];
        expect(
          items.map(({ token_id, serial_number }) => [num(token_id), serial_number]),
          path,
        ).toEqual(order === 'asc' ? expected : expected.reverse());
      }),
      { numRuns: tries(80) },
    );
  });

  it('token allowances: all pages visit each within the bounds once, in order', async () => {
    await fc.assert(
      fc.asyncProperty(twoKeys([29, 37], [9, 21]), page, async (bounds, { order, limit }) => {
        const expected = allowances
          .filter(({ owner, amount }) => owner === OWNER && amount > 0)
          .map(({ spender, token }): Pair => [spender, token])
          .filter((pair) => within(bounds, pair))
          .sort(compare);
        const path = `/api/v1/accounts/0x${'ee'.repeat(20)}/allowances/tokens?${[
          ...query('spender.id', bounds.first),
          ...query('token.id', bounds.second),
          `order=${order}`,
          `limit=${limit}`,
        ].join('&')}`;
        const pages = await readPages(api, path, 'allowances');
        const items = pages.flat() as { spender: string; token_id: string }[];
        expect(
          items.map(({ spender, token_id }) => [num(spender), num(token_id)]),
          path,
        ).toEqual(order === 'asc' ? expected : expected.reverse());
      }),
      { numRuns: tries(80) },
    );
  });
});

describe('lists with one key', () => {
  const filters = (from: number, to: number) =>
    fc.array(
      fc.tuple(
        fc.constantFrom('eq', 'eq', 'gt', 'gte', 'lt', 'lte'),
        fc.integer({ min: from, max: to }),
      ) as fc.Arbitrary<Bound>,
      { maxLength: 3 },
    );
  const accepts = (bounds: readonly Bound[], value: number) => {
    const named = bounds.filter(([operator]) => operator === 'eq');
    return (
      (named.length === 0 || named.some((one) => holds(one, value))) &&
      bounds.every((one) => one[0] === 'eq' || holds(one, value))
    );
  };

  async function readAll(
    path: string,
    parameter: string,
    bounds: readonly Bound[],
    items: string,
    all: readonly number[],
    read: (item: Record<string, string>) => number,
    print: (value: number) => string = String,
  ): Promise<void> {
    await fc.assert(
      fc.asyncProperty(page, async ({ order, limit }) => {
        const expected = all.filter((value) => accepts(bounds, value)).sort((a, b) => a - b);
        const text = [
          ...bounds.map(([operator, value]) => `${parameter}=${operator}:${print(value)}`),
          `order=${order}`,
          `limit=${limit}`,
        ].join('&');
        const pages = await readPages(api, `${path}?${text}`, items);
        expect(
          pages.flat().map((item) => read(item as Record<string, string>)),
          `${path}?${text}`,
        ).toEqual(order === 'asc' ? expected : expected.reverse());
      }),
      { numRuns: 2 },
    );
  }

  it('crypto allowances', async () => {
    const all = allowances
      .filter(({ token, amount }) => token === 12 && amount > 0)
      .map(({ spender }) => spender);
    await fc.assert(
      fc.asyncProperty(filters(28, 37), (bounds) =>
        readAll(
          `/api/v1/accounts/${OWNER}/allowances/crypto`,
          'spender.id',
          bounds,
          'allowances',
          all,
          (item) => num(item.spender),
        ),
      ),
      { numRuns: tries(20) },
    );
  });

  it('rewards', async () => {
    const all = rewards.filter(({ account }) => account === OWNER).map(({ at }) => at);
    const print = (at: number) => `0.${String(at).padStart(9, '0')}`;
    await fc.assert(
      fc.asyncProperty(filters(990, 1300), (bounds) =>
        readAll(
          `/api/v1/accounts/${OWNER}/rewards`,
          'timestamp',
          bounds,
          'rewards',
          all,
          (item) => Number(item.timestamp?.slice(2)),
          print,
        ),
      ),
      { numRuns: tries(20) },
    );
  });

  it('token relationships', async () => {
    const all = associations
      .filter(({ account, associated }) => account === OWNER && associated)
      .map(({ token }) => token);
    await fc.assert(
      fc.asyncProperty(filters(98, 142), (bounds) =>
        readAll(`/api/v1/accounts/${OWNER}/tokens`, 'token.id', bounds, 'tokens', all, (item) =>
          num(item.token_id),
        ),
      ),
      { numRuns: tries(20) },
    );
  });
});

describe('items', () => {
  it('return the values of their rows', async () => {
    const { nfts: list } = await api.json(
      `/api/v1/accounts/${OWNER}/nfts?token.id=lte:11&serialnumber=lte:2&order=desc&limit=2`,
    );
    expect(list).toEqual([
      {
        account_id: '0.0.1001',
        created_timestamp: '0.000000005',
        delegating_spender: null,
        // The token of the NFT is deleted.
        deleted: true,
        metadata: Buffer.alloc(60, 0xfb).toString('base64'),
        modified_timestamp: '0.000000009',
        serial_number: 2,
        spender: null,
        token_id: '0.0.11',
      },
      {
        account_id: '0.0.1001',
        created_timestamp: '0.000000005',
        delegating_spender: null,
        deleted: true,
        metadata: '',
        modified_timestamp: '0.000000009',
        serial_number: 1,
        spender: '0.0.21',
        token_id: '0.0.11',
      },
    ]);
    const granted = await (
      await api.get(`/api/v1/accounts/${OWNER}/allowances/tokens?spender.id=31&token.id=10`)
    ).text();
    expect(granted).toContain('"amount_granted":9223372036854775807');
    expect(JSON.parse(granted)).toMatchObject({
      allowances: [
        {
          amount: 1,
          owner: '0.0.1001',
          spender: '0.0.31',
          token_id: '0.0.10',
          timestamp: { from: '0.000000001', to: null },
        },
      ],
      links: { next: null },
    });
    const { allowances: hbar } = await api.json(`/api/v1/accounts/${OWNER}/allowances/crypto?spender.id=31`);
    expect(hbar).toEqual([
      {
        amount: 13,
        amount_granted: 13,
        owner: '0.0.1001',
        spender: '0.0.31',
        timestamp: { from: '1.000000000', to: '2.000000000' },
      },
    ]);
  });

  it('take statuses and decimals from the token if the relationship has none', async () => {
    const text = await (await api.get(`/api/v1/accounts/${OWNER}/tokens?limit=3`)).text();
    expect(text.match(/"balance":9223372036854775807/g)).toHaveLength(3);
    const { tokens, links } = JSON.parse(text);
    expect(tokens).toMatchObject([
      { token_id: '0.0.101', decimals: 8, freeze_status: 'FROZEN', kyc_status: 'REVOKED' },
      { token_id: '0.0.102', decimals: null, freeze_status: 'NOT_APPLICABLE', kyc_status: null },
      { token_id: '0.0.103', decimals: null, freeze_status: null, kyc_status: null },
    ]);
    expect(links).toEqual({ next: '/api/v1/accounts/1001/tokens?limit=3&token.id=gt:0.0.103' });
  });

  it('are an empty list for an unknown account if its existence does not matter', async () => {
    for (const [name, items] of [
      ['nfts', 'nfts'],
      ['allowances/crypto', 'allowances'],
      ['allowances/tokens', 'allowances'],
    ] as const) {
      expect(await api.json(`/api/v1/accounts/77/${name}`)).toEqual({ [items]: [], links: { next: null } });
    }
  });
});
