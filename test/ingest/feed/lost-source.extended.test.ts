import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { blockPath } from '@tain/ledger/block-stream';
import { afterEach, describe, expect, it } from 'vitest';
import { followRecords } from '../../../src/ingest/feed/record-stream.ts';
import { openRecords } from '../../../src/ingest/source/record-source.ts';
import { openStoredBlocks } from '../../../src/ingest/source/stored-blocks.ts';
import { openFolderStore } from '../../../src/ingest/store/folder-store.ts';
import type { ObjectStore } from '../../../src/ingest/store/object-store.ts';
import { bootstrapAddressBooks } from '../../../src/ingest/verify/address-books.ts';
import { NodeStakes } from '../../../src/ingest/verify/node-stakes.ts';
import { problemCauseOf, type StreamProblem } from '../../../src/ingest/verify/problems.ts';
import { addFile, encodeBook, makeChain, makeFolder, makeNode } from '../stream-writer.ts';

/** The loss of a followed folder is a failure of the source, and never the end of the stream. */

const nodes = [0, 1, 2, 3].map(makeNode);
const chain = makeChain(4);
const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function newFolder(): Promise<{ root: string; backup: string }> {
  const { path, remove } = await makeFolder();
  ends.push(remove);
  return { root: join(path, 'streams'), backup: join(path, 'beside') };
}

async function add(root: string, index: number): Promise<void> {
  const link = chain[index];
  if (!link) throw new Error('no such file');
  for (const node of nodes) await addFile(root, node, link.file, link.instant);
}

async function moveContent(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  for (const name of await readdir(from)) await rename(join(from, name), join(to, name));
}

async function until(condition: () => boolean): Promise<void> {
  for (const deadline = Date.now() + 20_000; !condition(); ) {
    if (Date.now() > deadline) throw new Error(`not met in time: ${condition}`);
    await sleep(10);
  }
}

/** Ways to lose a folder, and to restore it. */
const LOSSES: [
  string,
  (root: string, backup: string) => Promise<void>,
  (root: string, backup: string) => Promise<void>,
][] = [
  ['is missing', (root, backup) => rename(root, backup), (root, backup) => rename(backup, root)],
  ['is empty', moveContent, (root, backup) => moveContent(backup, root)],
  [
    'is a file',
    async (root, backup) => {
      await rename(root, backup);
      await writeFile(root, '');
    },
    async (root, backup) => {
      await rm(root);
      await rename(backup, root);
    },
  ],
  [
    'has no folders of nodes',
    (root, backup) => moveContent(join(root, 'recordstreams'), backup),
    (root, backup) => moveContent(backup, join(root, 'recordstreams')),
  ],
];

interface Followed {
  readonly numbers: bigint[];
  readonly problems: (StreamProblem | null)[];
  readonly warnings: string[];
}

/** Follows record files in a store until the test ends. */
function follow(store: ObjectStore): Followed {
  const controller = new AbortController();
  const followed: Followed = { numbers: [], problems: [], warnings: [] };
  const files = followRecords({
    source: openRecords(store),
    addressBooks: bootstrapAddressBooks(encodeBook(nodes)),
    stakes: new NodeStakes(),
    startAfter: null,
    follow: true,
    pollIntervalMs: 20,
    signal: controller.signal,
    log: { info: () => undefined, warn: (_fields, message) => followed.warnings.push(message) },
    onProblem: (problem) => followed.problems.push(problem),
  });
  const done = (async () => {
    for await (const { number } of files) followed.numbers.push(number);
  })();
  ends.push(async () => {
    controller.abort();
    await done;
    await store.close();
  });
  return followed;
}

describe('record files in a folder', () => {
  it.each(LOSSES)('are a failure of the source while it %s', async (_name, lose, mend) => {
    const { root, backup: beside } = await newFolder();
    await add(root, 0);
    const { numbers, problems, warnings } = follow(await openFolderStore(root, { watch: true }));
    await until(() => numbers.length === 1);
    await sleep(100);
    expect(problems).toEqual([]);
    await lose(root, beside);
    await until(() => problems.length > 0);
    // The problem persists through repeated polls.
    await sleep(1_000);
    expect(problems.every((problem) => problem !== null && problemCauseOf(problem.code) === 'source')).toBe(
      true,
    );
    expect(warnings.join()).toContain('The stream waits: ');
    expect(warnings.join()).toContain(root);
    await mend(root, beside);
    // Recovery is also detected without a new file.
    await until(() => problems.at(-1) === null);
    await add(root, 1);
    await until(() => numbers.length === 2);
    expect(
      problems.filter((problem) => problem !== null).every(({ code }) => problemCauseOf(code) === 'source'),
    ).toBe(true);
  });

  it('are a failure of the source until the folder is created', async () => {
    const { root } = await newFolder();
    const { numbers, problems } = follow(await openFolderStore(root, { watch: true }));
    await until(() => problems.length > 0);
    expect(problems[0]?.code).toBe('unreadable');
    await add(root, 0);
    await until(() => numbers.length === 1);
    expect(problems).toHaveLength(2);
  });

  it('are a failure if the folder is emptied, but not if it was empty from the start', async () => {
    const { root } = await newFolder();
    await mkdir(root);
    const store = await openFolderStore(root, { watch: true });
    const { problems } = follow(store);
    await sleep(200);
    expect(problems).toEqual([]);
    store.hadObjects?.();
    await until(() => problems.length > 0);
    expect(problems[0]?.message).toContain('is empty, though it had files');
  });
});

describe('blocks in a folder', () => {
  it.each([
    ['is missing', 'streams'],
    ['has no blocks', 'streams/block'],
  ])('cannot be read while it %s', async (_name, lost) => {
    const { root, backup: beside } = await newFolder();
    const file = join(root, 'block', blockPath(7n));
    await mkdir(join(file, '..'), { recursive: true });
    await writeFile(file, 'block');
    const store = await openFolderStore(root, { watch: true });
    ends.push(() => store.close());
    const blocks = openStoredBlocks(store, null);
    const { signal } = new AbortController();
    expect(await blocks.first(signal)).toBe(7n);
    expect(await blocks.open(8n, 1_000, signal)).toBeNull();
    await rename(join(root, '..', lost), beside);
    const codes: unknown[] = [];
    await sleep(1_000);
    for (let i = 0; i < 3; i += 1) {
      codes.push(await blocks.open(8n, 1_000, signal).then(String, ({ code }) => code));
      await sleep(900);
    }
    expect(codes).toEqual(['unreadable', 'unreadable', 'unreadable']);
    await rename(beside, join(root, '..', lost));
    await sleep(900);
    expect(await blocks.open(8n, 1_000, signal)).toBeNull();
    await writeFile(join(root, 'block', blockPath(8n)), 'block');
    expect(await blocks.open(8n, 1_000, signal)).not.toBeNull();
  });
});
