import { expect, test, vi } from 'vitest';
import { FairSemaphore } from '../../../src/kernel/limits/fair-semaphore.ts';
import { Limiter, ownerOf } from '../../../src/net/limiter.ts';
import { startHarness } from '../harness.ts';

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::FFFF:C000:207', '192.0.2.7'],
  ['0:0:0:0:0:ffff:192.0.2.7', '192.0.2.7'],
  ['::ffff:0:1', '0.0.0.1'],
  ['2001:db8:1:2::/64', '2001:db8:1:2::/64'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:0001:2::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['nonsense', 'nonsense'],
])('%s belongs to %s', (address, owner) => {
  expect(ownerOf(address)).toBe(owner);
});

test('a client with a range of addresses has as many attempts as others', () => {
  const limiter = new Limiter(3, 60_000, () => 0);
  for (let last = 1; last <= 3; last++) limiter.count(`2001:db8:1:2::${last}`);
  expect(limiter.waitSecondsOf('2001:db8:1:2::ffff')).toBe(60);
  expect(limiter.waitSecondsOf('2001:db8:1:3::1')).toBe(0);
});

test.each([
  [true, '203.0.113.9'],
  [false, '127.0.0.1'],
])(
  'the address that the proxy appended counts, not those sent by the client: %s',
  async (trustProxy, owner) => {
    const h = await startHarness({ settings: { network: 'demo', trustProxy } });
    const runs = vi.spyOn(FairSemaphore.prototype, 'run');
    try {
      await h.get('/incidents/aaaaaaaaaaaa', { 'x-forwarded-for': '198.51.100.7, 203.0.113.9' });
      expect(runs.mock.calls.map(([whose]) => whose)).toEqual([owner]);
    } finally {
      runs.mockRestore();
      await h.close();
    }
  },
);
