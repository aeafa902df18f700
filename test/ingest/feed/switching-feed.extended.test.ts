import { EventEmitter, once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { HapiVersion } from '@tain/ledger/hapi-version';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import type { BlockPosition } from '../../../src/ingest/decode/decoded-block.ts';
import { StreamFileError } from '../../../src/ingest/decode/stream-error.ts';
import { CUTOVER_VERSIONS } from '../../../src/ingest/feed/cutover.ts';
import type { Feed } from '../../../src/ingest/feed/feed.ts';
import type { OpenStream, PreviewedStream } from '../../../src/ingest/feed/follow.ts';
import { switchingFeed } from '../../../src/ingest/feed/switching-feed.ts';
import { Problems, type StreamProblem } from '../../../src/ingest/verify/problems.ts';
import type { ProvenBlock } from '../../../src/ingest/verify/proven-block.ts';
import { SILENT_LOG } from '../stream-writer.ts';

/** Poll options for a busy machine. */
const POLL = { timeout: 120_000, interval: 5 };

const NEW = { major: 0, minor: 80, patch: 0 };
const OLD = { major: 0, minor: 79, patch: 9 };

function position(number: number, version: number, hapiVersion = NEW): BlockPosition {
  const [recordHash, rootHash] = version === 7 ? [null, `root ${number}`] : [`record ${number}`, null];
  return { number: BigInt(number), consensusEnd: BigInt(number), version, hapiVersion, recordHash, rootHash };
}

const proven = (at: BlockPosition): ProvenBlock =>
  ({ number: at.number, position: at }) as unknown as ProvenBlock;

/** A stream of blocks in memory, which may be opened repeatedly. */
interface FakeStream {
  readonly open: OpenStream<PreviewedStream>;
  /** Positions at which it was opened. */
  readonly opened: (bigint | null)[];
  readonly stream: BlockPosition[];
  /** Numbers of the blocks that it returned. */
  readonly given: bigint[];
  /** Number of previews and polls so far. */
  previews: number;
  polls: number;
  /** Milliseconds of a preview and a poll. */
  latencyMs: number;
  /** Error with which its next block is refused, or null. */
  refusal: StreamFileError | null;
  add(...positions: readonly BlockPosition[]): void;
}

/** Returns a fake stream. `reports`: whether its source reports changes, like a folder and unlike a bucket. */
function fakeStream(stream: readonly BlockPosition[], reports = true): FakeStream {
  const added = new EventEmitter().setMaxListeners(0);
  let changes = 0;
  const fake: FakeStream = {
    opened: [],
    given: [],
    stream: [...stream],
    previews: 0,
    polls: 0,
    latencyMs: 0,
    refusal: null,
    add(...positions) {
      fake.stream.push(...positions);
      if (!reports) return;
      changes += 1;
      added.emit('added');
    },
    open(after, signal) {
      fake.opened.push(after?.number ?? null);
      let last = after?.number ?? -1n;
      const next = () => fake.stream.find(({ number }) => number === last + 1n) ?? null;
      return {
        restMs: 0,
        pollIntervalMs: 5,
        reached: null,
        source: {
          get changes() {
            return changes;
          },
          async changed(milliseconds, own, seen) {
            if (seen !== changes) return;
            const options = { signal: own };
            const waits = [sleep(milliseconds, undefined, options), once(added, 'added', options)];
            await Promise.race(waits).catch(() => undefined);
          },
        },
        isFinal: ({ code }) => code === 'divergent',
        async preview() {
          fake.previews += 1;
          await sleep(fake.latencyMs, undefined, { signal });
          const at = next();
          if (at === null) return null;
          const { number, hapiVersion } = at;
          return { number, name: `${number}.blk`, hapiVersion: hapiVersion ?? NEW, softwareVersion: null };
        },
        dropPreviewed() {},
        async *poll() {
          fake.polls += 1;
          await sleep(fake.latencyMs, undefined, { signal });
          for (let at = next(); at !== null; at = next()) {
            if (fake.refusal) throw fake.refusal;
            last = at.number;
            fake.given.push(last);
            yield proven(at);
          }
          return { refusal: null, again: null };
        },
      };
    },
  };
  return fake;
}

interface Settings {
  readonly since?: HapiVersion | null;
  readonly switchAfterMs?: number;
  readonly reports?: boolean;
}

function feeds(
  records: readonly BlockPosition[],
  blocks: readonly BlockPosition[],
  follow: boolean,
  { since = CUTOVER_VERSIONS.mainnet, switchAfterMs = 20, reports = true }: Settings = {},
) {
  const record = fakeStream(records, reports);
  const block = fakeStream(blocks, reports);
  const problems: (StreamProblem | null)[] = [];
  const seen = new Problems({
    log: SILENT_LOG,
    graceMs: 0,
    onProblem: (problem) => problems.push(problem),
  });
  const options = { record: record.open, block: block.open, follow, since, log: SILENT_LOG, switchAfterMs };
  const feed = switchingFeed({ ...options, problems: seen });
  return { record, block, feed, problems };
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

  it('happens once: record files after a block are ignored', async () => {
    const { feed, record } = feeds([...records, position(6, 6)], blocks, false);
    expect(await take(feed, position(4, 7), 99)).toEqual([5n]);
    expect(record.opened).toEqual([]);
  });

  it.each([true, false])(
    'does not happen with a preview beside the record files (following: %s)',
    async (follow) => {
      const preview = blocks.map(({ number }) => position(Number(number), 7, OLD));
      const old = records.map(({ number }) => position(Number(number), 6, OLD));
      const { feed, record, block, problems } = feeds(old, preview, follow);
      const numbers = take(feed, null, follow ? 7 : 99);
      if (follow) {
        await vi.waitFor(() => expect(problems).toMatchObject([{ code: 'missing' }]), POLL);
        expect(problems[0]?.message).toContain(
          '3.blk: is a preview beside the record stream: its HAPI version is 0.79.9',
        );
        // The last record file may have the previous version, because the block determines the switch.
        record.add(position(3, 6, OLD));
        await vi.waitFor(() => expect(record.given).toContain(3n), POLL);
        block.stream.splice(0);
        block.add(...[4, 5, 6].map((number) => position(number, 7)));
      }
      expect(await numbers).toEqual(follow ? [0n, 1n, 2n, 3n, 4n, 5n, 6n] : [0n, 1n, 2n]);
      expect(block.given).toEqual(follow ? [4n, 5n, 6n] : []);
    },
  );

  it('is detected while following, without a notification of either stream', async () => {
    const { feed, block } = feeds([...records], [], true);
    const numbers = take(feed, null, 6);
    await vi.waitFor(() => expect(block.previews).toBeGreaterThan(0), POLL);
    expect(block.given).toEqual([]);
    block.add(...blocks);
    expect(await numbers).toEqual([0n, 1n, 2n, 3n, 4n, 5n]);
  });

  it('does not happen while record files arrive', async () => {
    const { feed, record, block } = feeds(records.slice(0, 1), blocks, true, { switchAfterMs: 10_000 });
    const numbers = take(feed, null, 3);
    for (const next of records.slice(1)) {
      await sleep(50);
      record.add(next);
    }
    expect(await numbers).toEqual([0n, 1n, 2n]);
    expect([block.opened, block.previews]).toEqual([[], 0]);
  });

  it('returns to record files that arrive late', async () => {
    const { feed, record, block } = feeds(records.slice(0, 1), [], true);
    const numbers = take(feed, null, 3);
    await vi.waitFor(() => expect(block.previews).toBeGreaterThan(0), POLL);
    record.add(...records.slice(1));
    expect(await numbers).toEqual([0n, 1n, 2n]);
  });

  it('allows a record file after a wrapped record block', async () => {
    const { feed, record, block } = feeds(records.slice(0, 1), [position(1, 6)], true);
    const numbers = take(feed, null, 3);
    await vi.waitFor(() => expect(block.given).toEqual([1n]), POLL);
    record.add(position(1, 6), position(2, 6));
    expect(await numbers).toEqual([0n, 1n, 2n]);
  });

  it('is not prevented by a stream that starts later than the timeout', async () => {
    const { feed, block } = feeds(records, blocks, true, { reports: false });
    block.latencyMs = 60;
    expect(await take(feed, null, 6)).toEqual([0n, 1n, 2n, 3n, 4n, 5n]);
  });

  it('does not wait if the network begins with block 0 and has no record files', async () => {
    const all = [0, 1, 2].map((number) => position(number, 7));
    const local = { since: null, switchAfterMs: 3_600_000 };
    expect(await take(feeds([], all, true, local).feed, null, 3)).toEqual([0n, 1n, 2n]);
    // Blocks from the middle on may follow late record files.
    const late = feeds([], blocks, true, local);
    const numbers = take(late.feed, null, 3);
    await vi.waitFor(() => expect(late.block.previews).toBeGreaterThan(0), POLL);
    await sleep(50);
    expect(late.block.given).toEqual([]);
    late.record.add(...records);
    expect(await numbers).toEqual([0n, 1n, 2n]);
  });

  it.each([true, false])('polls both streams regularly (sources report changes: %s)', async (reports) => {
    const { feed, record, block } = feeds(records.slice(0, 1), [], true, { switchAfterMs: 500, reports });
    const controller = new AbortController();
    const seen: bigint[] = [];
    const read = (async () => {
      for await (const { number } of feed.blocks(null, controller.signal)) seen.push(number);
    })();
    await sleep(1_700);
    record.add(...records.slice(1));
    const begun = performance.now();
    await vi.waitFor(() => expect(seen).toHaveLength(3), POLL);
    expect(performance.now() - begun).toBeLessThan(500);
    await sleep(1_700);
    const added = performance.now();
    block.add(...blocks);
    await vi.waitFor(() => expect(seen).toHaveLength(6), POLL);
    expect(performance.now() - added).toBeLessThan(reports ? 500 : 2_500);
    // Previews happen once per arrival, and every two seconds if sources do not report changes.
    expect(block.previews).toBeLessThanOrEqual(4);
    controller.abort();
    await read;
  });

  it('continues with record files while the source of blocks does not respond', async () => {
    const { feed, record, block } = feeds(records.slice(0, 1), [], true);
    block.latencyMs = 3_600_000;
    const numbers = take(feed, null, 3);
    await vi.waitFor(() => expect(block.previews).toBeGreaterThan(0), POLL);
    const { polls: pollCount } = record;
    await sleep(250);
    // Polls happen every five milliseconds.
    expect(record.polls - pollCount).toBeLessThan(100);
    record.add(...records.slice(1));
    expect(await numbers).toEqual([0n, 1n, 2n]);
  });

  it('reports why the next block is refused, and continues with record files', async () => {
    const { feed, record, block, problems } = feeds(records.slice(0, 1), [position(1, 7)], true);
    block.refusal = new StreamFileError('not-proven', '1.blk', null, 'is not signed');
    const numbers = take(feed, null, 3);
    await vi.waitFor(() => expect(problems).toMatchObject([{ code: 'not-proven' }]), POLL);
    record.add(...records.slice(1));
    expect(await numbers).toEqual([0n, 1n, 2n]);
    expect(problems.at(-1)).toBeNull();
  });

  it('throws the error of a stream', async () => {
    const { block } = feeds(records, blocks, false);
    const open: OpenStream = () => {
      throw new Error('refused');
    };
    const feed = switchingFeed({
      record: open,
      block: block.open,
      follow: false,
      since: null,
      log: SILENT_LOG,
    });
    await expect(take(feed, null, 1)).rejects.toThrow('refused');
  });

  it('loses and repeats nothing, for any interruption and any arrival of files', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 7 }),
        fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 4 }),
        fc.array(fc.integer({ min: 0, max: 6 }), { minLength: 8, maxLength: 8 }),
        fc.boolean(),
        async (cutover, stops, pauses, reports) => {
          const all = Array.from({ length: 8 }, (_, number) => position(number, number < cutover ? 6 : 7));
          const { feed, record, block } = feeds([], [], true, { switchAfterMs: 4, reports });
          const writing = (async () => {
            for (const [index, at] of all.entries()) {
              await sleep(pauses[index]);
              (at.version === 7 ? block : record).add(at);
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
        },
      ),
      { numRuns: 20 },
    );
  });
});
