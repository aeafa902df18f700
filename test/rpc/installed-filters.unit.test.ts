import { expect, it } from 'vitest';
import { ByteAccount } from '../../src/kernel/limits/byte-account.ts';
import { LimitReached } from '../../src/kernel/limits/limit.ts';
import {
  FILTER_LIFETIME_MS,
  type InstalledFilter,
  InstalledFilters,
  RPC_FILTERS,
} from '../../src/rpc/method/installed-filters.ts';

const blocks = (): InstalledFilter => ({ kind: 'blocks', seen: 1n });

function installed(max = 3, perClient = 2) {
  const clock = { now: 1_000 };
  const filters = new InstalledFilters(
    new ByteAccount(),
    { ...RPC_FILTERS, max, perClient },
    () => clock.now,
  );
  return { clock, filters };
}

it('creates ids of at most 16 random bytes without leading zeros', () => {
  const { filters } = installed(2_000, 2_000);
  const ids = Array.from({ length: 2_000 }, () => filters.install('a', blocks()));
  expect(new Set(ids).size).toBe(2_000);
  for (const id of ids) expect(id).toMatch(/^0x[1-9a-f][\da-f]{0,31}$/);
});

it('finds a filter by its id, also with leading zeros, until it is uninstalled', () => {
  const { filters } = installed();
  const filter = blocks();
  const id = filters.install('a', filter);
  expect(filters.use(id)).toBe(filter);
  expect(filters.use(`0x00${id.slice(2)}`)).toBe(filter);
  expect(filters.use('0x')).toBe(undefined);
  expect([filters.uninstall(id), filters.uninstall(id), filters.use(id)]).toEqual([true, false, undefined]);
});

it('removes each filter five minutes after its last use', () => {
  const { filters, clock } = installed();
  const used = filters.install('a', blocks());
  const unused = filters.install('b', blocks());
  clock.now += FILTER_LIFETIME_MS - 1;
  expect(filters.use(used)).toBeDefined();
  clock.now += 1;
  expect(filters.use(unused)).toBe(undefined);
  expect(filters.uninstall(unused)).toBe(false);
  clock.now += FILTER_LIFETIME_MS - 2;
  expect(filters.use(used)).toBeDefined();
  clock.now += FILTER_LIFETIME_MS;
  expect(filters.use(used)).toBe(undefined);
});

it('limits the filters per client and in total, without removed ones', () => {
  const { filters, clock } = installed();
  const first = filters.install('a', blocks());
  filters.install('a', blocks());
  expect(() => filters.install('a', blocks())).toThrow(LimitReached);
  filters.install('b', blocks());
  expect(() => filters.install('c', blocks())).toThrow('Too many filters of JSON-RPC clients');
  filters.uninstall(first);
  filters.install('c', blocks());
  expect(() => filters.install('d', blocks())).toThrow(LimitReached);
  clock.now += FILTER_LIFETIME_MS;
  filters.install('d', blocks());
});
