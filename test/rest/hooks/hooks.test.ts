import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tries } from '../../effort.ts';
import { readPages, startTestApi, type TestApi } from '../api-fixture.ts';
import { insert } from '../rows.ts';

let api: TestApi;

const OWNER = 1234;
const HOOKS = [0, 1, 2, 3, 7];
const BASE = 1726874345123456780n;
const SLOTS = 9;

const word = (n: number) => n.toString(16).padStart(64, '0');
const bytes = (n: number) => Buffer.from(word(n), 'hex');

beforeAll(async () => {
  api = await startTestApi();
  await insert(
    api.database,
    'hook',
    HOOKS.map((id) => ({
      hook_id: id,
      owner_id: OWNER,
      contract_id: 100,
      created_timestamp: 1234567890000000000n,
      timestamp_range: id === 0 ? '[1,100000)' : '[0,)',
      admin_key: Buffer.from(`1220${'aa'.repeat(32)}`, 'hex'),
      deleted: id === 3,
    })),
  );
  // Slot n is written at n, 2n, 3n … nanoseconds up to 30. Every third slot is cleared at the end.
  const changes = Array.from({ length: SLOTS }, (_, i) => i + 1).flatMap((slot) =>
    Array.from({ length: Math.floor(30 / slot) }, (_, i) => ({ slot, at: slot * (i + 1) })),
  );
  await insert(
    api.database,
    'hook_storage_change',
    changes.map(({ slot, at }) => ({
      hook_id: 2001,
      owner_id: OWNER,
      key: bytes(slot),
      consensus_timestamp: BASE + BigInt(at),
      value_read: Buffer.alloc(0),
      value_written: slot % 3 === 0 && at + slot > 30 ? Buffer.alloc(0) : Buffer.from([at]),
    })),
  );
  await insert(
    api.database,
    'hook_storage',
    Array.from({ length: SLOTS }, (_, i) => i + 1).map((slot) => ({
      hook_id: 2001,
      owner_id: OWNER,
      key: bytes(slot),
      value: Buffer.from([Math.floor(30 / slot) * slot]),
      created_timestamp: BASE + BigInt(slot),
      modified_timestamp: BASE + BigInt(Math.floor(30 / slot) * slot),
      deleted: slot % 3 === 0,
    })),
  );
});
afterAll(() => api.close());

async function details(path: string): Promise<unknown> {
  const response = await api.get(path);
  const { _status } = (await response.json()) as { _status: { messages: { detail: string }[] } };
  return [response.status, ..._status.messages.map((message) => message.detail)];
}

describe('hooks', () => {
  const PATH = `/api/v1/accounts/${OWNER}/hooks`;
  const ids = (items: unknown) => (items as { hook_id: number }[]).map((hook) => hook.hook_id);
  const list = async (query: string) => ids((await api.json(`${PATH}?${query}`)).hooks);

  it('answer with every field', async () => {
    expect((await api.json(`${PATH}?hook.id=0`)).hooks).toEqual([
      {
        admin_key: { _type: 'ED25519', key: 'aa'.repeat(32) },
        contract_id: '0.0.100',
        created_timestamp: '1234567890.000000000',
        deleted: false,
        extension_point: 'ACCOUNT_ALLOWANCE_HOOK',
        hook_id: 0,
        owner_id: '0.0.1234',
        timestamp_range: { from: '0.000000001', to: '0.000100000' },
        type: 'EVM',
      },
    ]);
    const [first] = (await api.json(PATH)).hooks as { timestamp_range: unknown }[];
    expect(first?.timestamp_range).toEqual({ from: '0.0', to: null });
  });

  it.each([
    ['', [7, 3, 2, 1, 0]],
    ['order=asc', [0, 1, 2, 3, 7]],
    ['hook.id=1&hook.id=2&hook.id=gt:1', [2]],
    ['hook.id=0&hook.id=gt:1', []],
    ['hook.id=gt:2&hook.id=lt:2', []],
    ['hook.id=lt:2&hook.id=lt:3', [1, 0]],
    ['hook.id=gte:1,lte:3', [3, 2, 1]],
    ['hook.id=ne:2', [7, 3, 2, 1, 0]],
    ['hook.id=1,7,9', [7, 1]],
  ])('%s', async (query, expected) => {
    expect(await list(query)).toEqual(expected);
  });

  it('are paged in both orders', async () => {
    expect((await api.json(`${PATH}?limit=2&order=asc`)).links).toEqual({
      next: `${PATH}?limit=2&order=asc&hook.id=gt:1`,
    });
    expect((await api.json(`${PATH}?limit=2`)).links).toEqual({ next: `${PATH}?limit=2&hook.id=lt:3` });
    for (const order of ['asc', 'desc']) {
      for (const limit of [1, 2, 5]) {
        for (const bounds of ['', '&hook.id=gt:0&hook.id=lt:7', '&hook.id=1&hook.id=3&hook.id=7']) {
          const query = `order=${order}${bounds}`;
          const paged = await readPages(api, `${PATH}?${query}&limit=${limit}`, 'hooks');
          expect(paged.flatMap(ids), `${query} by ${limit}`).toEqual(await list(query));
        }
      }
    }
  });

  it('are an empty list for a missing account', async () => {
    expect(await api.json('/api/v1/accounts/5/hooks')).toEqual({ hooks: [], links: { next: null } });
  });

  it.each([
    ['hook.id=lt:abc', "Failed to convert 'hook.id'"],
    ['hook.id=foo:123', "Failed to convert 'hook.id'"],
    ['hook.id=gte::123', "Failed to convert 'hook.id'"],
    [`hook.id=${Array(101).fill('1').join(',')}`, 'hookId size must be between 0 and 100'],
    ['limit=0&order=x', "Failed to convert 'order'"],
  ])('refuse %s', async (query, detail) => {
    expect(await details(`${PATH}?${query}`)).toEqual([400, detail]);
  });

  it('refuse an owner that is not an account', async () => {
    expect(await details('/api/v1/accounts/1.2.3.4/hooks')).toEqual([400, "Failed to convert 'ownerId'"]);
    expect(await details(`/api/v1/accounts/${'A'.repeat(40)}/hooks?limit=x`)).toEqual([
      400,
      "Failed to convert 'limit'",
    ]);
    expect((await api.get(`/api/v1/accounts/${'A'.repeat(40)}/hooks`)).status).toBe(404);
  });
});

describe('hook storage', () => {
  const PATH = `/api/v1/accounts/${OWNER}/hooks/2001/storage`;
  interface Slot {
    readonly key: string;
    readonly timestamp: string;
    readonly value: string;
  }
  const slotsOf = (items: unknown) => (items as Slot[]).map(({ key }) => Number(key));
  const list = async (query: string) => slotsOf((await api.json(`${PATH}?${query}`)).storage);
  const time = (at: number) => `1726874345.${123456780 + at}`;

  it('answers with hook, owner and slots', async () => {
    expect(await api.json(`${PATH}?limit=1`)).toEqual({
      hook_id: 2001,
      owner_id: '0.0.1234',
      storage: [{ key: `0x${word(1)}`, timestamp: '1726874345.123456810', value: `0x${word(30)}` }],
      links: { next: `${PATH}?limit=1&key=gt:0x${word(1)}` },
    });
    expect(await api.json('/api/v1/accounts/5/hooks/1/storage')).toEqual({
      hook_id: 1,
      owner_id: '0.0.5',
      storage: [],
      links: { next: null },
    });
  });

  it.each([
    ['', [1, 2, 4, 5, 7, 8]],
    ['order=desc', [8, 7, 5, 4, 2, 1]],
    ['key=2&key=lte:4', [2]],
    ['key=eq:2&key=lt:2', []],
    ['key=gte:3&key=lte:2', []],
    ['key=gt:0x2&key=lt:00008', [4, 5, 7]],
    ['key=0x2,5', [2, 5]],
    ['key=2&key=5', [2, 5]],
    ['key=3', []],
    // With a timestamp, cleared slots are returned, too.
    ['key=3&timestamp=9223372036', [3]],
  ])('%s', async (query, expected) => {
    expect(await list(query)).toEqual(expected);
  });

  it('is returned for any time', async () => {
    const newest = (slot: number, lower: number, upper: number) => {
      const at = Math.floor(Math.min(upper, 30) / slot) * slot;
      return at >= Math.max(lower, 1) ? at : undefined;
    };
    await fc.assert(
      fc.asyncProperty(
        fc.option(fc.integer({ min: 1, max: 32 }), { nil: undefined }),
        fc.integer({ min: 1, max: 32 }),
        fc.constantFrom('asc', 'desc'),
        fc.integer({ min: 1, max: 10 }),
        fc.option(fc.integer({ min: 1, max: 9 }), { nil: undefined }),
        async (lower, upper, order, limit, key) => {
          const query = [
            `order=${order}&timestamp=${time(upper)}`,
            ...(lower === undefined ? [] : [`timestamp=gte:${time(lower)}`]),
            ...(key === undefined ? [] : [`key=lte:${key}`]),
          ].join('&');
          const expected = Array.from({ length: key ?? SLOTS }, (_, i) => i + 1)
            .map((slot) => ({ slot, at: newest(slot, lower ?? 0, upper) }))
            .filter(({ at }) => at !== undefined);
          if (order === 'desc') expected.reverse();
          const paged = (await readPages(api, `${PATH}?${query}&limit=${limit}`, 'storage')).flat() as Slot[];
          expect(paged.map((slot) => [Number(slot.key), slot.timestamp])).toEqual(
            expected.map(({ slot, at }) => [slot, time(at ?? 0)]),
          );
        },
      ),
      { numRuns: tries(50) },
    );
  });

  it('returns zero for a cleared slot', async () => {
    const [slot] = (await api.json(`${PATH}?key=3&timestamp=${time(30)}`)).storage as Slot[];
    expect(slot?.value).toBe(`0x${word(0)}`);
    const [before] = (await api.json(`${PATH}?key=3&timestamp=lt:${time(30)}`)).storage as Slot[];
    expect(Number(before?.value)).toBe(27);
  });

  it.each([
    ['key=lt:gbc', "Failed to convert 'key'"],
    ['key=GT:1', "Failed to convert 'key'"],
    ['key=ne:1', "Failed to convert 'key'"],
    ['key=', undefined],
    [`key=0x1${'0'.repeat(64)}`, "Failed to convert 'key'"],
    ['timestamp=ne:1', "Failed to convert 'timestamp'"],
    ['timestamp=1,2,3', 'timestamps size must be between 0 and 2'],
    [`key=${Array(101).fill('1').join(',')}`, 'keys size must be between 0 and 100'],
    ['limit=101', 'limit must be less than or equal to 100'],
  ])('accepts or refuses %s', async (query, detail) => {
    if (detail === undefined) expect(await list(query)).toHaveLength(6);
    else expect(await details(`${PATH}?${query}`)).toEqual([400, detail]);
  });

  it.each([
    ['1234/hooks/abc', "Failed to convert 'hookId'"],
    ['1234/hooks/-1', 'hookId must be greater than or equal to 0'],
    ['1234/hooks/9223372036854775808', "Failed to convert 'hookId'"],
    ['-1/hooks/-1', "Failed to convert 'ownerId'"],
  ])('refuses the path %s', async (path, detail) => {
    expect(await details(`/api/v1/accounts/${path}/storage`)).toEqual([400, detail]);
  });
});
