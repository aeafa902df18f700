import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { DemoStream } from '../../../packages/network-simulator/src/stream/demo-stream.ts';
import { demoEngine } from '../../../src/local-network/demo-engine.ts';
import { Database } from '../../../src/store/connections/database.ts';
import { ingestFolder } from '../../ingest/ingest-folder.ts';
import { seedsOf } from '../../seeds.ts';
import { startTestApi, type TestApi } from '../api-fixture.ts';
import type { Item } from './compare.ts';
import { growingLists, type List } from './growing-lists.ts';
import { openWorld, shareKeys, type WorldOptions } from './world.ts';
import { inHistories, optionsOf, shapes } from './worlds.ts';

/**
 * Pages all kinds of lists while blocks are ingested between the pages. Each item that existed when the paging began
 * must be returned exactly once, in order.
 */

/** Number of blocks that are ingested during the paging. */
const ARRIVING_BLOCKS = 5;

/** One paging of a list and the items it has seen. */
interface Paging {
  readonly list: List;
  readonly order: 'asc' | 'desc';
  readonly seen: Item[];
  next: string | null;
  /** Number of blocks when its last page was read. */
  blocks: number;
}

describe('while blocks arrive', () => {
  it('pages return every item exactly once', () => {
    // Page sizes are increased, so that there are not many more pages than blocks to ingest.
    const smaller = shapes.map((shape) => ({
      ...shape,
      tps: Math.min(shape.tps, 15),
      limit: 20 + (shape.limit % 50),
    }));
    return inHistories(
      fc.asyncProperty(smaller, (shape) => pageWhileGrowing(optionsOf(shape))),
      seedsOf([3]),
    );
  }, 180_000);
});

async function pageWhileGrowing(options: WorldOptions): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), 'tain-oracle-paging-'));
  const api = await startTestApi({ settings: { maxConnections: 6 } });
  const ingest = new Database(api.database.target, {
    applicationName: 'tain test ingest',
    maxConnections: 4,
  });
  try {
    shareKeys(dir);
    const stream = await DemoStream.open({ ...options, dir, dataEverywhere: false, runCode: demoEngine });
    shareKeys(dir);
    const grow = async (blocks: number): Promise<void> => {
      for (let i = 0; i < blocks; i++) await stream.write();
      await stream.commit();
      await ingestFolder({ database: ingest, folder: dir, addressBook: join(dir, 'address_book.bin') });
    };
    await grow(options.blocks);
    const first = await openWorld(options, { files: new Map(), book: new Uint8Array() }, api);
    const pagings = growingLists(first).flatMap((list) =>
      (['asc', 'desc'] as const).map((order): Paging => {
        const query = `order=${order}&limit=${options.limit}`;
        const next = `/api/v1${list.path}${list.path.includes('?') ? '&' : '?'}${query}`;
        return { list, order, seen: [], next, blocks: options.blocks };
      }),
    );
    let blocks = options.blocks;
    while (pagings.some(({ next }) => next !== null)) {
      await Promise.all(pagings.map((paging) => takePage(api, paging, blocks)));
      if (blocks === options.blocks + ARRIVING_BLOCKS) continue;
      await grow(1);
      blocks += 1;
    }
    await stream.close();
    const whole = { ...options, blocks: options.blocks + ARRIVING_BLOCKS };
    const last = await openWorld(whole, { files: new Map(), book: new Uint8Array() }, api);
    const lists = growingLists(last);
    for (const paging of pagings) {
      const { path } = paging.list;
      const list = lists.find((one) => one.path === path);
      if (list === undefined) throw new Error(`no list ${path}`);
      const ends = last.blocks.map(({ end }) => end);
      checkPaging(paging, list, ends[options.blocks - 1] ?? 0n, ends[paging.blocks - 1] ?? 0n);
    }
  } finally {
    await ingest.end();
    await api.close();
    rmSync(dir, { recursive: true, force: true });
  }
}

async function takePage(api: TestApi, paging: Paging, blocks: number): Promise<void> {
  if (paging.next === null) return;
  const answer: Record<string, unknown> = await api.json(paging.next).catch((error: unknown) => {
    throw new Error(`${String(error)} ${api.errors.at(-1) ?? ''}`);
  });
  paging.seen.push(...(answer[paging.list.items] as Item[]));
  paging.next = (answer.links as { next: string | null }).next;
  paging.blocks = blocks;
}

/** `began` and `ended`: ends of the last block when the first and last page were read. */
function checkPaging({ seen, order }: Paging, list: List, began: bigint, ended: bigint): void {
  const { path, key, members, appends } = list;
  const keys = seen.map(key);
  const fail = (what: string): never => {
    throw new Error(`${path} ${order}: ${what}`);
  };
  keys.forEach((own, i) => {
    const before = keys[i - 1];
    if (before !== undefined && (order === 'asc' ? before >= own : before <= own)) {
      fail(`${own} comes after ${before}`);
    }
  });
  const have = new Set(keys);
  const missing = members.filter(({ since, key: own }) => since <= began && !have.has(own));
  if (missing.length > 0) fail(`${missing.map(({ key: own }) => own).join(', ')} is on no page`);
  const known = new Set(members.filter(({ since }) => since <= ended).map(({ key: own }) => own));
  const strange = keys.filter((own) => !known.has(own));
  if (strange.length > 0) fail(`${strange.join(', ')} is not in the ledger`);
  if (!appends) return;
  // New items are at the end, so paging in ascending order returns all of them, in descending order none.
  const time = order === 'asc' ? ended : began;
  const count = members.filter(({ since }) => since <= time).length;
  if (keys.length !== count) fail(`${keys.length} items came instead of ${count}`);
}
