import { streamInstant } from '@tain/ledger/record-stream';
import { expect, test } from 'vitest';
import { InstantGroups } from '../../../src/ingest/source/instant-groups.ts';
import { openRecords } from '../../../src/ingest/source/record-source.ts';
import type { ObjectListing } from '../../../src/ingest/store/object-store.ts';
import { MemoryStore } from '../store/memory-store.ts';
import { START } from '../stream-writer.ts';

/** An attacker can write into the bucket, in the folder of a node or beside it. */

const { signal } = new AbortController();
const SECOND = 1_000_000_000n;
const nameAt = (seconds: bigint, extension = '.rcd_sig') =>
  `${streamInstant(START + seconds * SECOND)}${extension}`;

/** A store whose folder of node 0.0.3 lists other names after the last file that was read, without an end. */
class Endless extends MemoryStore {
  endless = 0;

  override async list(prefix: string, after: string | null, limit: number): Promise<ObjectListing> {
    if (!prefix.endsWith('record0.0.3/')) return super.list(prefix, after, limit, signal);
    this.endless += 1;
    const [start = prefix, count = '0'] = (after ?? prefix).split('junk');
    const keys = Array.from(
      { length: limit },
      (_, index) => `${start}junk${String(Number(count) + index + 1).padStart(12, '0')}`,
    );
    return { keys, prefixes: [], next: keys.at(-1) ?? null };
  }
}

test('a list of other names without an end hides the files of its own node only', async () => {
  const store = new Endless();
  for (const account of [3, 4, 5]) {
    for (const second of [1n, 2n]) store.put(`record0.0.${account}/${nameAt(second)}`, '');
  }
  const source = openRecords(store);
  const groups = new InstantGroups(source, await source.nodeFolders(signal), START, signal);
  const found: string[][] = [];
  for (let group = await groups.next(); group; group = await groups.next()) {
    found.push(group.entries.map(({ folder }) => folder.key));
  }
  expect(found).toEqual([
    ['record0.0.4', 'record0.0.5'],
    ['record0.0.4', 'record0.0.5'],
  ]);
  // Pages of 514 names, until 5,000 of them were read.
  expect(store.endless).toBe(10);
});

test('other names before a file are read over while they are few', async () => {
  const store = new MemoryStore();
  for (let index = 0; index < 4_000; index += 1) store.put(`record0.0.3/${nameAt(0n, `_${index}`)}`, '');
  store.put(`record0.0.3/${nameAt(1n)}`, '');
  const source = openRecords(store);
  const [folder] = await source.nodeFolders(signal);
  if (!folder) throw new Error('no folder');
  expect(await source.list(folder, START, 5, signal)).toHaveLength(1);
});

test('at most a hundred days without a file are listed in a row', async () => {
  const store = new MemoryStore();
  const dayAfter = (days: number) => streamInstant(START + BigInt(days) * 86_400n * SECOND).slice(0, 10);
  for (let day = 1; day <= 5_000; day += 1) store.put(`record0.0.3/${dayAfter(day)}/other`, '');
  store.put(`record0.0.3/${dayAfter(90)}/${streamInstant(START + 90n * 86_400n * SECOND)}.rcd_sig`, '');
  const source = openRecords(store);
  const [folder] = await source.nodeFolders(signal);
  if (!folder) throw new Error('no folder');
  const before = store.requests.list;
  expect(await source.list(folder, START, 5, signal)).toHaveLength(1);
  expect(store.requests.list - before).toBeLessThan(300);
});

test('a node has one folder in each layout, whose name has no leading zeros', async () => {
  const store = new MemoryStore();
  for (const name of [
    'record0.0.3',
    'record0.0.03',
    'record00.0.3',
    '0/3/record',
    '0/03/record',
    '00/3/record',
  ])
    store.put(`${name}/${nameAt(1n)}`, '');
  const folders = await openRecords(store).nodeFolders(signal);
  expect(folders.map(({ key }) => key).sort()).toEqual(['0/3/record', 'record0.0.3']);
});

test('folders of any number are listed a few at a time', async () => {
  const store = new MemoryStore('bucket', 1);
  for (let account = 1; account <= 400; account += 1) store.put(`record0.0.${account}/${nameAt(1n)}`, '');
  const source = openRecords(store);
  const groups = new InstantGroups(source, await source.nodeFolders(signal), -1n, signal);
  expect((await groups.next())?.entries).toHaveLength(400);
  expect(store.requests.max).toBeLessThanOrEqual(128);
});
