import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tries } from '../../effort.ts';
import { readPages, startTestApi, type TestApi } from '../api-fixture.ts';
import { insert } from '../rows.ts';

let api: TestApi;

const ME = 1001;
const OTHERS = [2001, 2002, 2003, 2004];
const TOKENS = [3001, 3002, 3003];

type Pair = readonly [other: number, token: number];
const ALL: readonly Pair[] = OTHERS.flatMap((other) => TOKENS.map((token): Pair => [other, token]));

beforeAll(async () => {
  api = await startTestApi();
  const row = (owner: number, spender: number, token: number, all = true) => ({
    owner,
    spender,
    token_id: token,
    approved_for_all: all,
    payer_account_id: owner,
    timestamp_range: '[1000000001,)',
  });
  await insert(api.database, 'nft_allowance', [
    ...ALL.map(([other, token]) => row(ME, other, token)),
    ...ALL.map(([other, token]) => row(other, ME, token)),
    row(ME, 2005, 3001, false),
  ]);
});
afterAll(() => api.close());

const PATH = `/api/v1/accounts/${ME}/allowances/nfts`;

interface Item {
  readonly owner: string;
  readonly spender: string;
  readonly token_id: string;
}

function pairOf(item: unknown): Pair {
  const { owner, spender, token_id } = item as Item;
  const num = (id: string) => Number(id.split('.')[2]);
  return [num(owner) === ME ? num(spender) : num(owner), num(token_id)];
}

const list = async (query: string) =>
  ((await api.json(`${PATH}?${query}`)).allowances as unknown[]).map(pairOf);
const readAll = async (query: string) =>
  (await readPages(api, `${PATH}?${query}`, 'allowances')).flat().map(pairOf);

async function detail(query: string): Promise<unknown> {
  const response = await api.get(`${PATH}?${query}`);
  const { _status } = (await response.json()) as { _status: { messages: { detail: string }[] } };
  return [response.status, ..._status.messages.map((message) => message.detail)];
}

describe('NFT allowances', () => {
  it('answer with every field', async () => {
    expect(await api.json(`${PATH}?limit=1`)).toEqual({
      allowances: [
        {
          approved_for_all: true,
          owner: '0.0.1001',
          spender: '0.0.2001',
          timestamp: { from: '1.000000001', to: null },
          token_id: '0.0.3001',
        },
      ],
      links: { next: `${PATH}?limit=1&account.id=gte:0.0.2001&token.id=gt:0.0.3001` },
    });
  });

  it.each([
    ['owner=true', ALL],
    ['owner=false', ALL],
    ['owner=No&order=DESC', ALL.toReversed()],
    ['account.id=2002', ALL.filter(([other]) => other === 2002)],
    [
      'account.id=2002&token.id=gt:3001',
      [
        [2002, 3002],
        [2002, 3003],
      ],
    ],
    ['account.id=2002&token.id=3002', [[2002, 3002]]],
    [
      'account.id=gte:2003&token.id=3002',
      [
        [2003, 3002],
        [2004, 3002],
      ],
    ],
    ['account.id=gte:2003&token.id=gt:3002', [[2003, 3003], ...ALL.filter(([other]) => other === 2004)]],
    // Token bounds apply within account bounds, so they may exclude each other.
    [
      'account.id=gte:2003&account.id=lte:2004&token.id=gt:3002&token.id=lt:3002',
      [
        [2003, 3003],
        [2004, 3001],
      ],
    ],
    ['account.id=gte:2003&account.id=lte:2003&token.id=gte:3002&token.id=lte:3002', [[2003, 3002]]],
    ['account.id=gte:2003,lte:2003', ALL.filter(([other]) => other === 2003)],
    ['account.id=gt:9999', []],
    ['account.id=2005', []],
  ] as const)('%s', async (query, expected) => {
    expect(await list(`${query}&limit=100`)).toEqual(expected);
  });

  it('are visited once each over all pages', async () => {
    const account = fc.constantFrom(
      '',
      'account.id=gte:2002',
      'account.id=lte:2003',
      'account.id=2002',
      'account.id=gte:2002&account.id=lte:2003',
      'account.id=gt:2001&account.id=lt:2004&token.id=3002',
      'account.id=gte:2002&token.id=gt:3001',
      'account.id=lte:2003&token.id=lt:3003',
      'account.id=gte:2002&account.id=lte:2003&token.id=gt:3001&token.id=lt:3003',
      'account.id=2002&token.id=gte:3001&token.id=lt:3003',
      'account.id=2002&token.id=3002',
    );
    await fc.assert(
      fc.asyncProperty(
        account,
        fc.constantFrom('asc', 'desc'),
        fc.boolean(),
        fc.integer({ min: 1, max: 5 }),
        async (bounds, order, owner, limit) => {
          const query = `owner=${owner}&order=${order}&${bounds}`;
          expect(await readAll(`${query}&limit=${limit}`)).toEqual(await list(`${query}&limit=100`));
        },
      ),
      { numRuns: tries(50) },
    );
  });

  it.each([
    ['token.id=gt:1', 'token.id parameter must have account.id present'],
    ['account.id=ne:1', 'Unsupported range operator ne for account.id'],
    ['account.id=gte:1&token.id=ne:1', 'Unsupported range operator ne for token.id'],
    [
      'account.id=1&account.id=2',
      'Only one range operator from [eq] is allowed for the given parameter for account.id',
    ],
    [
      'account.id=gt:1&account.id=gte:2',
      'Only one range operator from [gt, gte] is allowed for the given parameter for account.id',
    ],
    [
      'account.id=1&token.id=lt:1&token.id=lte:2',
      'Only one range operator from [lt, lte] is allowed for the given parameter for token.id',
    ],
    ['account.id=1&account.id=gte:1', "Can't support both range and equal for account.id"],
    ['account.id=1&token.id=1&token.id=gt:1', "Can't support both range and equal for token.id"],
    ['account.id=gte:1000&account.id=lte:999&token.id=ne:1', 'Invalid range provided for account.id'],
    ['account.id=gte:1000&token.id=gt:1000&token.id=lt:800', 'Invalid range provided for token.id'],
    ['account.id=gte:1&token.id=lt:1', 'Requires the presence of an lte or eq account.id parameter'],
    ['account.id=lt:5&token.id=lt:9', 'Requires the presence of an lte or eq account.id parameter'],
    ['account.id=gt:5&token.id=gt:9', 'Requires the presence of an gte or eq account.id parameter'],
    ['owner=maybe&limit=x', "Failed to convert 'limit'"],
    ['owner=maybe&token.id=x', "Failed to convert 'owner'"],
    [
      'account.id=1,2,3&limit=101',
      'accountIds size must be between 0 and 2',
      'limit must be less than or equal to 100',
    ],
  ])('refuse %s', async (query, ...details) => {
    expect(await detail(query)).toEqual([400, ...details]);
  });

  it('check the rules before the account', async () => {
    const unknown = `/api/v1/accounts/0x${'ab'.repeat(20)}/allowances/nfts`;
    expect((await api.get(`${unknown}?token.id=1`)).status).toBe(400);
    expect((await api.get(unknown)).status).toBe(404);
    const response = await api.get('/api/v1/accounts/0.65537.1001/allowances/nfts?limit=x');
    expect(await response.json()).toEqual({
      _status: { messages: [{ message: 'Bad Request', detail: "Failed to convert 'id'" }] },
    });
  });
});
