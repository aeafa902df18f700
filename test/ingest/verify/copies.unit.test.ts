import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { StreamFileError } from '../../../src/ingest/decode/stream-error.ts';
import { followRecords } from '../../../src/ingest/feed/record-stream.ts';
import { openRecords } from '../../../src/ingest/source/record-source.ts';
import { FailoverStore } from '../../../src/ingest/store/failover-store.ts';
import { openFolderStore } from '../../../src/ingest/store/folder-store.ts';
import { bootstrapAddressBooks } from '../../../src/ingest/verify/address-books.ts';
import { NodeStakes } from '../../../src/ingest/verify/node-stakes.ts';
import type { ProvenBlock } from '../../../src/ingest/verify/proven-block.ts';
import { addFile, encodeBook, makeChain, makeFolder, makeNode, SILENT_LOG } from '../stream-writer.ts';

const nodes = [0, 1, 2, 3].map(makeNode);
const chain = makeChain(5);
/** Creates a folder with the stream of all nodes, in which files with matching names are damaged. */
async function copy(damaged: RegExp): Promise<string> {
  const folder = await makeFolder();
  onTestFinished(folder.remove);
  for (const { file, instant } of chain) {
    for (const node of nodes) await addFile(folder.path, node, file, instant);
  }
  for (const entry of await readdir(folder.path, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !damaged.test(entry.name)) continue;
    const file = path.join(entry.parentPath, entry.name);
    await writeFile(
      file,
      (await readFile(file)).map((byte) => byte ^ 0x55),
    );
  }
  return folder.path;
}

async function verify(...roots: readonly string[]): Promise<ProvenBlock[]> {
  const store = new FailoverStore(await Promise.all(roots.map((root) => openFolderStore(root))));
  onTestFinished(() => store.close());
  const blocks: ProvenBlock[] = [];
  for await (const block of followRecords({
    source: openRecords(store),
    addressBooks: bootstrapAddressBooks(encodeBook(nodes)),
    stakes: new NodeStakes(),
    startAfter: null,
    follow: false,
    signal: new AbortController().signal,
    log: SILENT_LOG,
  })) {
    blocks.push(block);
  }
  return blocks;
}

test.each([
  ['every data file', /\.rcd\.gz$/],
  ['every signature', /_sig$/],
  ['everything', /./],
])('copies of the next store are read if %s of the first is damaged', async (_, damaged) => {
  const [bad, good] = [await copy(damaged), await copy(/^$/)];
  await expect(verify(bad)).rejects.toBeInstanceOf(StreamFileError);
  const blocks = await verify(bad, good);
  expect(blocks.map(({ number }) => number)).toEqual([100n, 101n, 102n, 103n, 104n]);
  for (const { files } of blocks) {
    // The copies are the data file and the signatures that agree.
    expect(files.length).toBe(1 + nodes.length);
    for (const { key, bytes } of files) {
      expect(Buffer.from(bytes).equals(await readFile(path.join(good, key)))).toBe(true);
    }
  }
});

test('a file damaged in every store is refused, after each copy was read once', async () => {
  const [one, other] = [await copy(/\.rcd\.gz$/), await copy(/\.rcd\.gz$/)];
  await expect(verify(one, other)).rejects.toThrow('no agreeing node has a good copy');
});
