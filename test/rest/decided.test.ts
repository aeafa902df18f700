import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi, type TestApi } from './api-fixture.ts';
import { at, blockOf, log, shown } from './contracts/contract-rows.ts';
import { insert } from './rows.ts';

/*
 * Decided differences from the public mirror node, as listed in docs/differences.md: links to an empty page or to the
 * same page, and requests that the public mirror accepts by accident.
 */

type Json = Record<string, unknown>;

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
  await insert(api.database, 'record_file', [blockOf(7, at(100), at(199))]);
  const entity = { realm: 0, shard: 0, deleted: false, balance: 7, balance_timestamp: 5 };
  const named = (id: number, type: string) => ({
    ...entity,
    id,
    num: id,
    type,
    created_timestamp: id,
    timestamp_range: `[${id},)`,
  });
  await insert(api.database, 'entity', [
    ...[1001, 1002, 1003, 1004].map((id) => named(id, 'ACCOUNT')),
    ...[2001, 2002, 2003].map((id) => named(id, 'CONTRACT')),
  ]);
  await insert(
    api.database,
    'contract_log',
    [101, 102, 103].flatMap((second) => [log(at(second), 0, 2001), log(at(second), 1, 2001)]),
  );
});
afterAll(() => api.close());

const request = async (path: string): Promise<[status: number, body: Json]> => {
  const response = await api.get(`/api/v1/${path}`);
  return [response.status, (await response.json()) as Json];
};
const nextOf = async (path: string): Promise<unknown> =>
  ((await api.json(`/api/v1/${path}`)).links as Json).next;

describe('decided differences', () => {
  it.each(['contracts/results/logs', 'contracts/2001/results/logs'])(
    'crossed bounds of %s leave nothing',
    async (path) => {
      const crossed = `timestamp=gt:${shown(at(103))}&timestamp=lt:${shown(at(102))}`;
      expect(await request(`${path}?${crossed}`)).toEqual([200, { logs: [], links: { next: null } }]);
      // In the reverse order, the same times do not exclude each other.
      const within = `timestamp=gt:${shown(at(101))}&timestamp=lt:${shown(at(103))}`;
      expect((await api.json(`/api/v1/${path}?${within}`)).logs).toHaveLength(2);
    },
  );

  it.each([
    ['accounts?account.id=ne:1002&limit=1', 'account.id=ne:1002&account.id=gt:0.0.1001&limit=1'],
    [
      'contracts?contract.id=ne:2003&contract.id=gte:2001&limit=1',
      'contract.id=ne:2003&contract.id=gte:2001&contract.id=lt:0.0.2002&limit=1',
    ],
    [
      'accounts?account.id=ne:1003&account.id=gt:1000&account.id=lt:9999&limit=2',
      'account.id=ne:1003&account.id=lt:9999&account.id=gt:0.0.1002&limit=2',
    ],
  ])('the link of %s continues after the last item, with `ne` and the other bound', async (path, query) => {
    expect(await nextOf(path)).toBe(`/api/v1/${path.split('?')[0]}?${query}`);
  });

  it.each([
    // A full page after which the bounds or numbers allow no rows.
    'accounts?account.id=lte:1002&limit=2',
    'accounts?account.id=1001&limit=1',
    'contracts?contract.id=gte:2003&limit=1',
    `contracts/results/logs?timestamp=${shown(at(102))}&order=desc&limit=2`,
  ])('the link of %s is null', async (path) => {
    expect(await nextOf(path)).toBeNull();
  });

  it('`eq:` before a word means the word', async () => {
    const balances = async (value: string) =>
      ((await api.json(`/api/v1/accounts?balance=${value}&limit=1`)).accounts as Json[]).map(
        ({ balance }) => balance,
      );
    expect(await balances('eq:true')).toEqual(await balances('true'));
    expect(await balances('eq:true')).toMatchObject([{ balance: 7 }]);
    expect(await balances('eq:false')).toEqual([null]);
  });

  it.each([
    ['accounts?limit=gt:5', 'Invalid parameter: limit'],
    ['accounts?order=lt:asc', 'Invalid parameter: order'],
    ['balances?limit=eq:5&order=gt:desc', 'Invalid parameter: order'],
    ['accounts/%zz', 'Bad Request'],
    ['contracts/%', 'Bad Request'],
    [`contracts/results/logs?timestamp=${shown(at(102))}&index=0x1`, 'Invalid parameter: index'],
    ['blocks?block.number=0x1z', 'Invalid parameter: block.number'],
    [`contracts/1.${'f'.repeat(40)}`, `Invalid entity ID "1.${'f'.repeat(40)}"`],
    [
      'transactions/0.0.5-9223372036-854775808',
      'Invalid Transaction id. Please use "shard.realm.num-sss-nnn" format where sss are seconds and nnn are nanoseconds',
    ],
  ])('%s is refused', async (path, message) => {
    expect(await request(path)).toEqual([400, { _status: { messages: [{ message }] } }]);
  });
});
