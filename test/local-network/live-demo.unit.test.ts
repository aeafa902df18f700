import { expect, test } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { NEVER_ABORTED, RequestSignal } from '../../src/kernel/abort-signal.ts';
import { advanceByDays, demoUse, waitOf } from '../../src/local-network/live-demo.ts';

test.each([
  [{}, 'runs'],
  [{ TAIN_ROLES: 'ingest' }, 'runs'],
  // Another process, or another role, runs the network.
  [{ TAIN_DEMO_RUN: 'off' }, 'reads'],
  [{ TAIN_ROLES: 'network,ingest' }, 'reads'],
  [{ TAIN_DEMO_RUN: 'off', TAIN_STREAMS: '/streams' }, 'none'],
  [{ TAIN_STREAMS: '/streams' }, 'none'],
  [{ TAIN_BUCKET_NAME: 'a-bucket' }, 'none'],
  [{ TAIN_NETWORK: 'other', TAIN_STREAMS: '/streams' }, 'none'],
  // The block node of a demo network in another process.
  [{ TAIN_BLOCK_NODES: 'localhost:40840' }, 'none'],
  // The block node of this network itself.
  [{ TAIN_BLOCK_NODES: 'localhost:40840', TAIN_DEMO_BLOCK_NODE_PORT: '40840' }, 'runs'],
])('with %j the ingest %s a demo network', (settings, use) => {
  expect(demoUse(readConfig(settings))).toBe(use);
});

test('a first transaction waits for the first blocks of the network, then for those in the mirror', () => {
  const network = { waits: false, after: null as bigint | null };
  const of = (stored?: bigint | null) =>
    waitOf({ isWaiting: () => network.waits, readyAfter: () => network.after }, stored);
  const first = 'The local network makes its first blocks.';
  const reads = "The mirror reads the local network's first blocks.";
  expect([of(), of(null), of(6n)]).toEqual([first, first, first]);
  network.after = 5n;
  // Without a mirror there is nothing to wait for.
  expect([of(), of(null), of(4n), of(5n), of(6n)]).toEqual([null, reads, reads, null, null]);
  network.waits = true;
  expect(of(6n)).toBe('The local network cannot write.');
});

const DAY_MS = 86_400_000;

test('a clock is set ahead day by day, and no further once the client has left', async () => {
  let time = 1.5 * DAY_MS;
  const days: number[] = [];
  const signal = new RequestSignal();
  const clock = {
    now: () => time,
    async set(to: number) {
      time = to;
      days.push(Math.floor(to / DAY_MS));
      if (days.length === 7) signal.abort();
    },
    async endDay(to: number, midnight: number) {
      expect([to > midnight, midnight % DAY_MS]).toEqual([true, 0]);
      await clock.set(to);
    },
  };
  await advanceByDays(clock, 5.5 * DAY_MS, NEVER_ABORTED);
  expect([time, days]).toEqual([5.5 * DAY_MS, [2, 3, 4, 5, 5]]);
  await expect(advanceByDays(clock, 3_650 * DAY_MS, signal)).rejects.toThrow(/client .* has left/);
  expect(days.slice(5)).toEqual([6, 7]);
});
