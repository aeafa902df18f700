import { expect, it, onTestFinished, vi } from 'vitest';
import { ByteAccount } from '../../src/kernel/limits/byte-account.ts';
import { FILTER_LIFETIME_MS, InstalledFilters } from '../../src/rpc/method/installed-filters.ts';

it('removes unused filters, and what they count, when no client calls a method of filters', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const bytes = new ByteAccount();
  const filters = new InstalledFilters(bytes);
  filters.install('a', { kind: 'blocks', seen: 1n });
  vi.advanceTimersByTime(FILTER_LIFETIME_MS / 2);
  filters.install('b', { kind: 'blocks', seen: 1n });
  expect([bytes.held > 0, vi.getTimerCount()]).toEqual([true, 1]);
  vi.advanceTimersByTime(2 * FILTER_LIFETIME_MS);
  expect([bytes.held, vi.getTimerCount()]).toEqual([0, 0]);
});
