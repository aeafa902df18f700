import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { NetworkSnapshots, snapshotRefusal } from '../../src/local-network/network-snapshots.ts';

/** Steps of the network and of its mirror, in order. */
let steps: string[] = [];
let block = 10n;
/** Reports a block. */
let published = (): void => undefined;
let snapshots: NetworkSnapshots;

const network = {
  async pause() {
    steps.push('pause');
    return { position: { journal: Number(block) * 100, block }, ahead: 5, held: null };
  },
  async returnTo({ position }: { position: { block: bigint } }) {
    steps.push(`network to ${position.block}`);
  },
  resume: (holds: boolean) => void steps.push(holds ? 'resume, holding' : 'resume'),
  onBlock: (listener: () => void) => {
    published = listener;
  },
};
const mirror = {
  async take(number: bigint) {
    steps.push(`mirror at ${number}`);
    return number * 7n;
  },
  async returnTo(position: bigint, holds: boolean, returnStream: () => Promise<void>) {
    steps.push(`mirror to ${position}${holds ? ', holding' : ''}`);
    await returnStream();
    steps.push('mirror reads');
  },
  forget: async () => void steps.push('mirror forgets'),
};

beforeEach(() => {
  vi.useFakeTimers();
  steps = [];
  block = 10n;
  snapshots = new NetworkSnapshots(network, mirror, null);
});
afterEach(() => {
  vi.useRealTimers();
});

it('counts ids up from 1; a return uses up its snapshot and all later ones', async () => {
  expect(await snapshots.take()).toBe(1n);
  block = 11n;
  expect(await snapshots.take()).toBe(2n);
  expect(await snapshots.take()).toBe(3n);
  steps = [];
  expect(await snapshots.returnTo(4n)).toBe(false);
  expect(await snapshots.returnTo(0n)).toBe(false);
  expect(steps).toEqual([]);
  expect(await snapshots.returnTo(2n)).toBe(true);
  expect(steps).toEqual([
    'pause',
    'mirror to 77, holding',
    'network to 11',
    'mirror reads',
    'resume, holding',
  ]);
  expect(await snapshots.returnTo(3n)).toBe(false);
  expect(await snapshots.returnTo(2n)).toBe(false);
  expect(await snapshots.take()).toBe(4n);
  steps = [];
  expect(await snapshots.returnTo(1n)).toBe(true);
  expect(steps).toEqual(['pause', 'mirror to 70', 'network to 10', 'mirror reads', 'resume']);
  expect(await snapshots.returnTo(4n)).toBe(false);
});

it('returns to its start any number of times, which uses up all snapshots', async () => {
  await expect(snapshots.reset()).rejects.toThrow(/Only a network with --quiet/);
  await snapshots.takeStart();
  const id = await snapshots.take();
  block = 12n;
  for (let time = 0; time < 2; time++) {
    steps = [];
    await snapshots.reset();
    expect(steps).toEqual([
      'pause',
      'mirror to 70, holding',
      'network to 10',
      'mirror reads',
      'resume, holding',
    ]);
    expect(await snapshots.returnTo(id)).toBe(false);
  }
  expect(await snapshots.returnTo(await snapshots.take())).toBe(true);
  expect(steps.at(-1)).toBe('resume, holding');
});

it('returns to its start up to 2,000 blocks after it', async () => {
  await snapshots.takeStart();
  for (let made = 0; made < 2_000; made++) published();
  await snapshots.reset();
  // The blocks of a return do not count.
  for (let made = 0; made < 2_000; made++) published();
  block = 2_010n;
  const id = await snapshots.take();
  steps = [];
  published();
  await expect(snapshots.reset()).rejects.toThrow(/2000 blocks after its start/);
  expect(steps).toEqual([]);
  await snapshots.returnTo(id);
  expect(steps.at(-1)).toBe('resume');
});

it('releases the start when no other snapshot needs what it needs', async () => {
  await snapshots.takeStart();
  steps = [];
  for (let made = 0; made < 2_001; made++) published();
  await vi.advanceTimersByTimeAsync(0);
  expect(steps).toEqual(['resume', 'mirror forgets']);
});

it('removes one snapshot, and releases what none needs any more', async () => {
  const [first, second, third] = [await snapshots.take(), await snapshots.take(), await snapshots.take()];
  steps = [];
  await snapshots.drop(second);
  await snapshots.drop(99n);
  expect(steps).toEqual([]);
  expect(await snapshots.returnTo(second)).toBe(false);
  expect(await snapshots.returnTo(third)).toBe(true);
  steps = [];
  await snapshots.drop(first);
  expect(steps).toEqual(['resume', 'mirror forgets']);
});

it('runs one command at a time, and makes blocks again after a failure', async () => {
  const failing = new NetworkSnapshots(
    network,
    { ...mirror, take: () => Promise.reject(new Error('gone')) },
    null,
  );
  const [first, second] = [failing.take(), failing.take()];
  await expect(first).rejects.toThrow('gone');
  await expect(second).rejects.toThrow('gone');
  expect(steps).toEqual(['pause', 'resume', 'pause', 'resume']);
});

it('removes snapshots a day after the last command', async () => {
  const expired: bigint[] = [];
  const onExpired = (id: bigint): void => void expired.push(id);
  await snapshots.take(onExpired);
  await vi.advanceTimersByTimeAsync(86_000_000);
  await snapshots.drop(await snapshots.take(onExpired));
  await snapshots.take(onExpired);
  steps = [];
  await vi.advanceTimersByTimeAsync(86_000_000);
  expect([steps, expired]).toEqual([[], []]);
  await vi.advanceTimersByTimeAsync(1_000_000);
  expect([steps, expired]).toEqual([
    ['resume', 'mirror forgets'],
    [1n, 3n],
  ]);
  expect(await snapshots.returnTo(1n)).toBe(false);
});

it.each([
  ['TAIN_ARCHIVE', { TAIN_ARCHIVE: '/tmp/archive' }],
  ['TAIN_DEMO_BLOCK_NODE_PORT', { TAIN_DEMO_BLOCK_NODE_PORT: '40840' }],
  ['TAIN_READ_DATABASE_URLS', { DATABASE_URL: 'postgres://a/b', TAIN_READ_DATABASE_URLS: 'postgres://c/d' }],
])('is refused with %s', async (setting, env) => {
  const refusal = snapshotRefusal(readConfig(env));
  expect(refusal).toContain(setting);
  await expect(new NetworkSnapshots(network, mirror, refusal).take()).rejects.toThrow(setting);
  expect(snapshotRefusal(readConfig({}))).toBeNull();
});

it('refuses more than 10,000 snapshots, and loses none', async () => {
  for (let count = 0; count < 10_000; count++) await snapshots.take();
  await expect(snapshots.take()).rejects.toThrow('There are 10000 snapshots, the maximum: evm_revert');
  expect(await snapshots.returnTo(9_999n)).toBe(true);
  expect(await snapshots.take()).toBe(10_001n);
  expect(await snapshots.returnTo(1n)).toBe(true);
});
