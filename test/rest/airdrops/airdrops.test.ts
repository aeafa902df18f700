import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tries } from '../../effort.ts';
import { readPages, startTestApi, type TestApi } from '../api-fixture.ts';
import { insert } from '../rows.ts';

let api: TestApi;

const ME = 1000;
const OTHERS = [1, 2, 3, 4];
const TOKENS = [5, 6, 7, 8];
/** Tokens whose airdrops are NFTs; the others are fungible and have no serial number. */
const UNIQUE = [6, 8];
const SERIALS = [1, 2, 3];

interface Airdrop {
  readonly other: number;
  readonly token: number;
  readonly serial: number;
}

const ALL: readonly Airdrop[] = OTHERS.flatMap((other) =>
  TOKENS.flatMap((token) =>
    (UNIQUE.includes(token) ? SERIALS : [0]).map((serial) => ({ other, token, serial })),
  ),
);

beforeAll(async () => {
  api = await startTestApi();
  const row = (sender: number, receiver: number, token: number, serial: number, state = 'PENDING') => ({
    sender_account_id: sender,
    receiver_account_id: receiver,
    token_id: token,
    serial_number: serial,
    amount: serial === 0 ? 9 : null,
    state,
    timestamp_range: '[1000000001,)',
  });
  await insert(api.database, 'token_airdrop', [
    ...ALL.map(({ other, token, serial }) => row(ME, other, token, serial)),
    ...ALL.map(({ other, token, serial }) => row(other, ME, token, serial)),
    row(ME, 9, 5, 0, 'CLAIMED'),
    row(ME, 9, 6, 1, 'CANCELLED'),
    row(77, 1, 5, 0),
  ]);
  await insert(api.database, 'entity', [
    {
      id: ME,
      num: ME,
      realm: 0,
      shard: 0,
      type: 'ACCOUNT',
      timestamp_range: '[0,)',
      deleted: false,
      alias: Buffer.alloc(25, 1),
      evm_address: Buffer.alloc(20, 2),
    },
  ]);
});
afterAll(() => api.close());

const SENT = `/api/v1/accounts/${ME}/airdrops/outstanding`;
const RECEIVED = `/api/v1/accounts/${ME}/airdrops/pending`;

interface Item {
  readonly receiver_id: string;
  readonly sender_id: string;
  readonly token_id: string;
  readonly serial_number: number | null;
}

const num = (id: string) => Number(id.split('.').at(-1));

function airdropOf(item: unknown): Airdrop {
  const { receiver_id, sender_id, token_id, serial_number } = item as Item;
  const other = num(receiver_id) === ME ? num(sender_id) : num(receiver_id);
  return { other, token: num(token_id), serial: serial_number ?? 0 };
}

async function list(path: string): Promise<Airdrop[]> {
  return ((await api.json(path)).airdrops as unknown[]).map(airdropOf);
}

async function readAll(path: string): Promise<Airdrop[]> {
  return (await readPages(api, path, 'airdrops')).flat().map(airdropOf);
}

type Bound = readonly [operator: 'gt' | 'gte' | 'lt' | 'lte' | 'eq', value: number];

function holds([operator, value]: Bound, candidate: number): boolean {
  if (operator === 'eq') return candidate === value;
  if (operator === 'gt') return candidate > value;
  if (operator === 'gte') return candidate >= value;
  return operator === 'lt' ? candidate < value : candidate <= value;
}

const isLower = ([operator]: Bound) => operator === 'gt' || operator === 'gte';

/** Returns the first or last row within a bound, as an inclusive number. */
const inclusive = ([operator, value]: Bound) => value + (operator === 'gt' ? 1 : operator === 'lt' ? -1 : 0);

/** Returns the airdrops within the bounds of the three keys, by the documented rules. */
function expected(order: string, keys: readonly (readonly Bound[])[]): Airdrop[] {
  const values = ({ other, token, serial }: Airdrop) => [other, token, serial];
  const open = keys
    .map((bounds, index) => ({ bounds, index }))
    .filter(({ bounds }) => !bounds.some(([op]) => op === 'eq'));
  const ranged = open.slice(
    Math.max(
      0,
      open.findIndex(({ bounds }) => bounds.length > 0),
    ),
  );
  const end = (lower: boolean) => {
    const bound: { index: number; value: number }[] = [];
    for (const { bounds, index } of ranged) {
      const own = bounds.find((candidate) => isLower(candidate) === lower);
      if (own === undefined) break;
      bound.push({ index, value: inclusive(own) });
    }
    return bound;
  };
  const compare = (row: Airdrop, bound: readonly { index: number; value: number }[]) => {
    for (const { index, value } of bound) {
      const own = values(row)[index] ?? 0;
      if (own !== value) return own - value;
    }
    return 0;
  };
  const rows = ALL.filter(
    (row) =>
      keys.every((bounds, index) =>
        bounds.every((bound) => bound[0] !== 'eq' || holds(bound, values(row)[index] ?? 0)),
      ) &&
      compare(row, end(true)) >= 0 &&
      compare(row, end(false)) <= 0,
  );
  return order === 'asc' ? rows : rows.toReversed();
}

function queryOf(
  order: string,
  limit: number,
  keys: readonly (readonly Bound[])[],
  names: readonly string[],
  /** Order in which the keys are named. */
  places: readonly number[] = [0, 1, 2],
): string {
  const bounds = places.flatMap(
    (index) => keys[index]?.map(([op, value]) => `${names[index]}=${op}:${value}`) ?? [],
  );
  return [`limit=${limit}`, `order=${order}`, ...bounds].join('&');
}

const ORDER = fc.constantFrom('asc', 'desc');
const bounds = (values: readonly number[]) => {
  const value = fc.constantFrom(...values);
  const lower = fc.tuple(fc.constantFrom('gt' as const, 'gte' as const), value);
  const upper = fc.tuple(fc.constantFrom('lt' as const, 'lte' as const), value);
  return fc.oneof(
    fc.constant<Bound[]>([]),
    fc.tuple(fc.constant('eq' as const), value).map((bound): Bound[] => [bound]),
    lower.map((bound): Bound[] => [bound]),
    upper.map((bound): Bound[] => [bound]),
    fc.tuple(lower, upper).map(([a, b]): Bound[] => [a, b]),
  );
};
const NAMES = ['receiver.id', 'token.id', 'serialnumber'];

const isCrossed = (own: readonly Bound[]) => {
  const lower = own.find(isLower);
  const upper = own.find(([operator]) => operator === 'lt' || operator === 'lte');
  return lower !== undefined && upper !== undefined && inclusive(lower) > inclusive(upper);
};

describe('airdrops', () => {
  it('answers with every field', async () => {
    const { airdrops, links } = await api.json(`${SENT}?limit=2`);
    expect(airdrops).toEqual([
      {
        amount: 9,
        receiver_id: '0.0.1',
        sender_id: '0.0.1000',
        serial_number: null,
        timestamp: { from: '1.000000001', to: null },
        token_id: '0.0.5',
      },
      {
        amount: null,
        receiver_id: '0.0.1',
        sender_id: '0.0.1000',
        serial_number: 1,
        timestamp: { from: '1.000000001', to: null },
        token_id: '0.0.6',
      },
    ]);
    expect(links).toEqual({
      next: `${SENT}?limit=2&receiver.id=gte:0.0.1&token.id=gte:0.0.6&serialnumber=gt:1`,
    });
  });

  it('returns the items within the bounds of all three keys', async () => {
    await fc.assert(
      fc.asyncProperty(
        ORDER,
        bounds(OTHERS),
        bounds(TOKENS),
        bounds([0, ...SERIALS]),
        async (order, a, b, c) => {
          fc.pre(!isCrossed(a));
          const query = queryOf(order, 100, [a, b, c], NAMES);
          expect(await list(`${SENT}?${query}`), query).toEqual(expected(order, [a, b, c]));
        },
      ),
      { numRuns: tries(80) },
    );
  });

  it('visits each airdrop once over all pages within bounds', async () => {
    await fc.assert(
      fc.asyncProperty(
        ORDER,
        fc.integer({ min: 1, max: 7 }),
        bounds(OTHERS),
        bounds(TOKENS),
        bounds([0, ...SERIALS]),
        fc.shuffledSubarray([0, 1, 2], { minLength: 3 }),
        async (order, limit, a, b, c, places) => {
          fc.pre(!isCrossed(a));
          // As in the public mirror node, such bounds apply to the first page only.
          const ahead = (own: readonly Bound[]) =>
            own.every((bound) => bound[0] === 'eq' || isLower(bound) !== (order === 'asc'));
          fc.pre(a.length > 0 || (ahead(b) && ahead(c)));
          const query = queryOf(order, limit, [a, b, c], NAMES, places);
          const all = await list(`${SENT}?${queryOf(order, 100, [a, b, c], NAMES, places)}`);
          expect(await readAll(`${SENT}?${query}`), query).toEqual(all);
        },
      ),
      { numRuns: tries(200) },
    );
  });

  it('pages a later key with a bound where the first one has none', async () => {
    for (const query of [
      'receiver.id=gte:3&token.id=lte:6&order=asc',
      'token.id=gte:6&token.id=lte:7&receiver.id=lte:3&order=asc',
      'token.id=gte:6&receiver.id=lte:3&order=asc',
      'receiver.id=lte:3&token.id=gte:6&order=desc',
      'receiver.id=gte:3&serialnumber=lte:1&order=asc',
      'token.id=lte:7&token.id=lte:6&order=asc',
    ]) {
      const all = await list(`${SENT}?${query}&limit=100`);
      for (const limit of [1, 2, 3])
        expect(await readAll(`${SENT}?${query}&limit=${limit}`), query).toEqual(all);
    }
  });

  it.each(['asc', 'desc'])('include the NFTs of all tokens of an account, %s', async (order) => {
    const equal = ALL.filter(({ other }) => other === 3);
    for (const query of ['receiver.id=3', 'receiver.id=gte:3&receiver.id=lte:3', 'receiver.id=0.0.3']) {
      const paged = await readAll(`${SENT}?${query}&limit=1&order=${order}`);
      expect(paged, query).toEqual(order === 'asc' ? equal : equal.toReversed());
    }
    const token = ALL.filter((one) => one.token === 6);
    const paged = await readAll(`${SENT}?token.id=6&limit=1&order=${order}`);
    expect(paged).toEqual(order === 'asc' ? token : token.toReversed());
  });

  it('retains filters on columns that pages advance along', async () => {
    const below = (one: Airdrop) => one.token < 8;
    expect(await readAll(`${SENT}?token.id=lt:8&limit=2`)).toEqual(ALL.filter(below));
    expect(await readAll(`${SENT}?serialnumber=lt:2&limit=2`)).toEqual(
      ALL.filter(({ serial }) => serial < 2),
    );
    expect(await readAll(`${SENT}?token.id=gt:5&limit=2&order=desc`)).toEqual(
      ALL.filter(({ token }) => token > 5).toReversed(),
    );
  });

  it('is the mirror image for the receiver', async () => {
    expect(await readAll(`${RECEIVED}?limit=5`)).toEqual(ALL);
    expect(await readAll(`${RECEIVED}?limit=3&order=desc&sender.id=lt:3`)).toEqual(
      ALL.filter(({ other }) => other < 3).toReversed(),
    );
    // The other list's parameter is unknown in this list.
    expect(await readAll(`${RECEIVED}?receiver.id=1`)).toEqual(ALL);
    expect((await api.json(`${RECEIVED}?limit=1`)).links).toEqual({
      next: `${RECEIVED}?limit=1&sender.id=gte:0.0.1&token.id=gt:0.0.5`,
    });
  });

  it('finds the account by alias and address', async () => {
    const alias = 'AEAQCAIBAEAQCAIBAEAQCAIBAEAQCAIBAEAQCAIB';
    for (const id of [
      alias,
      `0.0.${alias}`,
      `0x${'02'.repeat(20)}`,
      '02'.repeat(20),
      `0.0.${'02'.repeat(20)}`,
    ]) {
      expect(await list(`/api/v1/accounts/${id}/airdrops/pending?limit=100`), id).toEqual(ALL);
    }
    expect(await list('/api/v1/accounts/5/airdrops/pending')).toEqual([]);
    const response = await api.get(`/api/v1/accounts/0x${'03'.repeat(20)}/airdrops/pending`);
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({
      _status: { messages: [{ message: 'Not Found', detail: 'No account found for the given ID' }] },
    });
  });

  it.each([
    ['receiver.id=gt:3&receiver.id=lt:3', 'Invalid range provided for account.id'],
    ['receiver.id=5&receiver.id=lt:3', 'Invalid range provided for account.id'],
    ['receiver.id=lt:0', 'Invalid range provided for account.id'],
    ['receiver.id=1&receiver.id=2&receiver.id=3', 'receiverIds size must be between 0 and 2'],
    ['token.id=1,2,3', 'tokenIds size must be between 0 and 2'],
    ['serialnumber=1,2,3', 'serialNumbers size must be between 0 and 2'],
    ['serialnumber=-1', "Failed to convert 'serialnumber'"],
    ['token.id=x&serialnumber=y', "Failed to convert 'serialnumber'"],
    ['limit=0', 'limit must be greater than 0'],
    ['limit=101', 'limit must be less than or equal to 100'],
    ['limit=99999999999', "Failed to convert 'limit'"],
    ['order=up', "Failed to convert 'order'"],
  ])('refuses %s', async (query, detail) => {
    const response = await api.get(`${SENT}?${query}`);
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({ _status: { messages: [{ message: 'Bad Request', detail }] } });
  });

  it('reports several broken rules in one error', async () => {
    const response = await api.get(`${SENT}?limit=0&token.id=1,2,3`);
    const { _status } = (await response.json()) as { _status: { messages: unknown[] } };
    expect(_status.messages).toHaveLength(2);
  });

  it('ignores unknown parameters', async () => {
    expect(await list(`${SENT}?limit=100&receiver.id=ne:3&foo=bar&LIMIT=1`)).toEqual(ALL);
    const { links } = await api.json(`${SENT}?foo=bar&limit=1&&x`);
    expect(links).toEqual({ next: `${SENT}?foo=bar&limit=1&x=&receiver.id=gte:0.0.1&token.id=gt:0.0.5` });
  });
});
