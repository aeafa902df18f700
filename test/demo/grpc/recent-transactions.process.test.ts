import { RecentTransactions } from '@tain/network-simulator/node/recent-transactions';
import Long from 'long';
import { expect, it, onTestFinished, vi } from 'vitest';

const ID = {
  transactionValidStart: { seconds: Long.fromNumber(1) },
  accountID: { accountNum: Long.fromNumber(2) },
};

it('retains nothing of a query whose time is over before the outcome', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const cleared = vi.spyOn(globalThis, 'clearTimeout');
  const recent = new RecentTransactions();
  recent.expect(ID);
  const early = recent.settled(ID, 1_000);
  await vi.advanceTimersByTimeAsync(1_000);
  await early;
  const late = recent.settled(ID, 1_000);
  cleared.mockClear();
  recent.settle({ id: ID, record: new Uint8Array() }, 1n);
  await late;
  expect([cleared.mock.calls.length, vi.getTimerCount()]).toEqual([1, 0]);
});
