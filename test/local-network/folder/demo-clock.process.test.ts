import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { DemoClock } from '../../../src/local-network/folder/demo-clock.ts';
import { removeFolder } from '../../remove-folder.ts';

afterEach(() => {
  vi.useRealTimers();
});

it('is held for each block at an interval, and runs on from the last block when the interval ends', async () => {
  vi.useFakeTimers({ now: 1_800_000_000_000, toFake: ['Date'] });
  const folder = await mkdtemp(path.join(tmpdir(), 'tain-clock-'));
  const clock = await DemoClock.open(folder);
  const { shared } = clock;
  const end = Date.now() + 500_321;

  shared.setInterval(86_400_000);
  shared.blockEnded(end);
  expect(clock.now()).toBe(end - 321 + 86_400_000);
  await clock.endInterval(end);
  expect([shared.held(), clock.now()]).toEqual([null, end]);
  expect((await DemoClock.open(folder)).now()).toBe(end);

  // Without an interval there is nothing to end: the clock stays held for the next block.
  shared.hold(end + 90_000);
  await clock.endInterval(end);
  expect(clock.now()).toBe(end + 90_000);

  // Where the last block is not known, the clock runs on from where it is held.
  shared.setInterval(1_000);
  await clock.endInterval(0);
  expect([shared.held(), clock.now()]).toEqual([null, end + 90_000]);
  await removeFolder(folder);
});

const TEN_YEARS_MS = 3_653 * 86_400_000;

it('is not held beyond ten years by an interval, which can then be ended', async () => {
  vi.useFakeTimers({ now: 1_800_000_000_000, toFake: ['Date'] });
  const folder = await mkdtemp(path.join(tmpdir(), 'tain-clock-'));
  const clock = await DemoClock.open(folder);
  const { shared } = clock;
  shared.setInterval(86_400_000);
  const last = Date.now() + TEN_YEARS_MS;

  shared.blockEnded(last - 86_400_000);
  expect(clock.now()).toBe(last);
  // The network releases a clock that no later block needs, because this block has the time at which it is held.
  shared.blockEnded(last);
  expect(clock.now()).toBe(last);
  expect(() => clock.checkBlock(shared.nextAt(last))).toThrow(/ten years/);
  await clock.release();
  shared.blockEnded(last + 1);
  expect(shared.held()).toBeNull();

  await clock.endInterval(last);
  expect([shared.interval(), clock.now()]).toEqual([0, last]);
  await removeFolder(folder);
});

it('keeps the interval if its end cannot be stored', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'tain-clock-'));
  // A file in place of the network's folder.
  const clock = await DemoClock.open(path.join(folder, 'network'));
  await writeFile(path.join(folder, 'network'), '');
  clock.shared.setInterval(1_000);
  clock.shared.blockEnded(Date.now());
  await expect(clock.endInterval(Date.now())).rejects.toThrow();
  expect(clock.shared.interval()).toBe(1_000);
  await removeFolder(folder);
});

it('runs on from the last block after a start, however the process before it ended', async () => {
  vi.useFakeTimers({ now: 1_800_000_000_000, toFake: ['Date'] });
  const folder = await mkdtemp(path.join(tmpdir(), 'tain-clock-'));
  const end = Date.now() + 12_000_000;
  const clock = await DemoClock.open(folder);
  clock.shared.catchUp(end);
  expect(clock.now()).toBe(end);
  vi.setSystemTime(Date.now() + 5_000);
  expect(clock.now()).toBe(end + 5_000);
  // A block that has passed changes nothing, and no block leads beyond ten years.
  clock.shared.catchUp(end);
  expect(clock.now()).toBe(end + 5_000);
  clock.shared.catchUp(Date.now() + 2 * TEN_YEARS_MS);
  expect(clock.now()).toBe(Date.now() + TEN_YEARS_MS);
  await removeFolder(folder);
});
