import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import type { BlockPosition } from '../../../src/ingest/decode/decoded-block.ts';
import type { Feed } from '../../../src/ingest/feed/feed.ts';
import { CUTOVER_SINCE, switchingFeed } from '../../../src/ingest/feed/switching-feed.ts';
import type { ProvenBlock } from '../../../src/ingest/verify/proven-block.ts';
import { SILENT_LOG } from '../stream-writer.ts';

/** Of what comes sooner or later, on a machine however busy. */
const PATIENTLY = { timeout: 120_000, interval: 5 };

const NEW = { major: 0, minor: 76, patch: 0 };
const OLD = { major: 0, minor: 75, patch: 9 };

function position(number: number, version: number, hapiVersion = NEW): BlockPosition {
  const [recordHash, rootHash] = version === 7 ? [null, `root ${number}`] : [`record ${number}`, null];
  return { number: BigInt(number), consensusEnd: BigInt(number), version, hapiVersion, recordHash, rootHash };
}

const proven = (at: BlockPosition): ProvenBlock =>
  ({ number: at.number, position: at }) as unknown as ProvenBlock;

interface FakeFeed extends Feed {
  /** Positions from which it was opened. */
  readonly opened: (bigint | null)[];
  readonly stream: BlockPosition[];
  /** Numbers of the blocks that it gave. */
  readonly given: bigint[];
  /** How many of its runs have not ended. */
  running: number;
}

/** Gives what its stream has after a position; following, waits for more until it is aborted. */
function fakeFeed(stream: BlockPosition[], follow: boolean): FakeFeed {
  const feed: FakeFeed = {
    opened: [],
    given: [],
    stream,
    running: 0,
    async *blocks(after, signal) {
      feed.opened.push(after?.number ?? null);
      feed.running += 1;
      try {
        for (let last = after?.number ?? -1n; ; ) {
          const next = feed.stream.find(({ number }) => number === last + 1n);
          if (next) {
            last = next.number;
            feed.given.push(last);
            yield proven(next);
            if (signal.aborted) return;
          } else if (!follow) return;
          else await sleep(1, undefined, { signal }).catch(() => undefined);
          if (signal.aborted) return;
        }
      } finally {
        feed.running -= 1;
      }
    },
  };
  return feed;
}

function feeds(records: BlockPosition[], blocks: BlockPosition[], follow: boolean, patience = 20) {
  const record = fakeFeed(records, follow);
  const block = fakeFeed(blocks, follow);
  const options = { record, block, follow, since: CUTOVER_SINCE, log: SILENT_LOG, patience };
  return { record, block, feed: switchingFeed(options) };
}

async function take(feed: Feed, after: BlockPosition | null, count: number): Promise<bigint[]> {
  const controller = new AbortController();
  const numbers: bigint[] = [];
  for await (const { number } of feed.blocks(after, controller.signal)) {
    numbers.push(number);
    if (numbers.length === count) break;
  }
  controller.abort();
  return numbers;
}

const records = [0, 1, 2].map((number) => position(number, 6));
const blocks = [3, 4, 5].map((number) => position(number, 7));

describe('the switch from record files to blocks', () => {
  it('happens at the end of the record files', async () => {
    const { feed, record, block } = feeds(records, blocks, false);
    expect(await take(feed, null, 99)).toEqual([0n, 1n, 2n, 3n, 4n, 5n]);
    expect([record.opened, block.opened]).toEqual([[null], [2n]]);
  });

  it('happens once: after a block there are no record files', async () => {
    const { feed, record } = feeds([...records, position(6, 6)], blocks, false);
    expect(await take(feed, position(4, 7), 99)).toEqual([5n]);
    expect(record.opened).toEqual([]);
  });

  it('does not happen while the network is too old for it', async () => {
    const old = records.map(({ number }) => position(Number(number), 6, OLD));
    const { feed, block } = feeds(old, blocks, false);
    expect(await take(feed, null, 99)).toEqual([0n, 1n, 2n]);
    expect(block.opened).toEqual([]);
  });

  it('is found while following, when neither stream says so', async () => {
    const { feed, record, block } = feeds([...records], [], true);
    const numbers = take(feed, null, 6);
    await vi.waitFor(() => expect(block.opened.length).toBeGreaterThan(0), PATIENTLY);
    expect(record.running + block.running).toBe(1);
    block.stream.push(...blocks);
    expect(await numbers).toEqual([0n, 1n, 2n, 3n, 4n, 5n]);
    expect(record.running + block.running).toBe(0);
  });

  it('goes back to record files that come after all', async () => {
    const { feed, record, block } = feeds(records.slice(0, 1), [], true);
    const numbers = take(feed, null, 3);
    await vi.waitFor(() => expect(block.opened.length).toBeGreaterThan(0), PATIENTLY);
    record.stream.push(...records.slice(1));
    expect(await numbers).toEqual([0n, 1n, 2n]);
    expect(block.running).toBe(0);
  });

  it('lets a wrapped record block be followed by a record file', async () => {
    const { feed, record, block } = feeds(records.slice(0, 1), [position(1, 6)], true);
    const numbers = take(feed, null, 3);
    await vi.waitFor(() => expect(block.given).toEqual([1n]), PATIENTLY);
    record.stream.push(position(1, 6), position(2, 6));
    expect(await numbers).toEqual([0n, 1n, 2n]);
    expect(record.running + block.running).toBe(0);
  });

  it('gives a feed that begins more slowly than its patience a longer turn', async () => {
    const { record, block } = feeds(records, [], true);
    const slow: Feed = {
      async *blocks(after, signal) {
        await sleep(60, undefined, { signal }).catch(() => undefined);
        if (!signal.aborted) yield* block.blocks(after, signal);
      },
    };
    block.stream.push(...blocks);
    const options = { record, block: slow, follow: true, since: null, log: SILENT_LOG, patience: 20 };
    expect(await take(switchingFeed(options), null, 6)).toEqual([0n, 1n, 2n, 3n, 4n, 5n]);
  });

  it('throws what a feed throws', async () => {
    const broken: Feed = {
      // biome-ignore lint/correctness/useYield: it fails before
      async *blocks() {
        throw new Error('refused');
      },
    };
    const { block } = feeds(records, blocks, false);
    const feed = switchingFeed({ record: broken, block, follow: false, since: null, log: SILENT_LOG });
    await expect(take(feed, null, 1)).rejects.toThrow('refused');
  });

  it('loses and doubles nothing, wherever it is interrupted and whenever files come', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 7 }),
        fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 4 }),
        fc.array(fc.integer({ min: 0, max: 6 }), { minLength: 8, maxLength: 8 }),
        async (cutover, stops, pauses) => {
          const all = Array.from({ length: 8 }, (_, number) => position(number, number < cutover ? 6 : 7));
          const { feed, record, block } = feeds([], [], true, 4);
          const writing = (async () => {
            for (const [index, at] of all.entries()) {
              await sleep(pauses[index]);
              (at.version === 7 ? block : record).stream.push(at);
            }
          })();
          const stored: BlockPosition[] = [];
          for (const stop of [...stops, 99]) {
            const count = Math.min(stop, all.length - stored.length);
            if (count === 0) break;
            for (const number of await take(feed, stored.at(-1) ?? null, count)) {
              stored.push(all[Number(number)] as BlockPosition);
            }
          }
          await writing;
          expect(stored.map(({ number }) => Number(number))).toEqual([...all.keys()]);
          expect(record.running + block.running).toBe(0);
        },
      ),
      { numRuns: 20 },
    );
  });
});
