import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { streamInstant } from '@tain/ledger/record-stream';
import Long from 'long';
import { describe, expect, it, onTestFinished } from 'vitest';
import { StreamFileError } from '../../../src/ingest/decode/stream-error.ts';
import { type FollowRecordsOptions, followRecords } from '../../../src/ingest/feed/record-stream.ts';
import type { StreamSource } from '../../../src/ingest/source/stream-source.ts';
import { AddressBooks, bootstrapAddressBooks } from '../../../src/ingest/verify/address-books.ts';
import { NodeStakes } from '../../../src/ingest/verify/node-stakes.ts';
import { newRoot } from '../new-root.ts';
import { openFolder } from '../open-folder.ts';
import {
  addFile,
  dataName,
  encodeBook,
  makeChain,
  makeItem,
  makeNode,
  START,
  signatureName,
  type TestNode,
  type WrittenFile,
  writeSignature,
  writeV6,
  ZERO_HASH,
} from '../stream-writer.ts';

/**
 * An attacker can write into the bucket and controls one node of four. Only files signed by honest nodes may be stored.
 */

const nodes = [0, 1, 2, 3].map(makeNode);
const [first, second, third, fourth] = nodes as [TestNode, TestNode, TestNode, TestNode];
const chain = makeChain(8);
const link = (index: number): { file: WrittenFile; instant: bigint } => chain[index] ?? fail();
function fail(): never {
  throw new Error('no such file');
}
const folderOf = (root: string, node: TestNode) => join(root, 'recordstreams', `record0.0.${node.account}`);
async function addFiles(root: string, indexes: readonly number[], by = nodes): Promise<void> {
  for (const index of indexes) {
    for (const node of by) await addFile(root, node, link(index).file, link(index).instant);
  }
}

interface Outcome {
  readonly numbers: bigint[];
  readonly error: StreamFileError | null;
  readonly warnings: string[];
}

/** Reads files until there are `enough` (following) or no more. */
async function read(
  root: string,
  more: Partial<FollowRecordsOptions> = {},
  enough = Number.NaN,
): Promise<Outcome> {
  const folder = await openFolder(root, { watch: true });
  onTestFinished(() => folder.close());
  const numbers: bigint[] = [];
  const warnings: string[] = [];
  const controller = new AbortController();
  const options: FollowRecordsOptions = {
    source: folder,
    addressBooks: bootstrapAddressBooks(encodeBook(nodes)),
    stakes: new NodeStakes(),
    startAfter: null,
    follow: !Number.isNaN(enough),
    pollIntervalMs: 20,
    graceMs: 0,
    signal: controller.signal,
    log: { info: () => undefined, warn: (_, message) => void warnings.push(message) },
    ...more,
  };
  try {
    for await (const { number } of followRecords(options)) {
      numbers.push(number);
      if (numbers.length === enough) controller.abort();
    }
    return { numbers, error: null, warnings };
  } catch (error) {
    if (!(error instanceof StreamFileError)) throw error;
    return { numbers, error, warnings };
  }
}

/** Writes a valid file forged by one node, with a time of its choice. */
async function addForgedSignature(root: string, node: TestNode, instant: bigint): Promise<void> {
  await writeFile(
    join(folderOf(root, node), signatureName(instant)),
    writeSignature(writeV6([makeItem({ time: instant })], ZERO_HASH, { number: 9n }), node.privateKey),
  );
}

describe('names', () => {
  it('a valid file under the name of another time is refused, and hides no later file', async () => {
    const root = await newRoot();
    await addFiles(root, [0, 1, 2]);
    // The fourth block with all its signatures, but named with a time in 2099.
    const far = 4_070_908_800_000_000_000n;
    for (const node of nodes) await addFile(root, node, link(3).file, far);
    const { numbers, error } = await read(root);
    expect(numbers).toEqual([100n, 101n, 102n]);
    expect(error).toMatchObject({ code: 'malformed', file: dataName(link(3).file, far) });
    expect(error?.reason).toContain('not at the instant in its name');
    const later = (async () => {
      await new Promise((resolve) => setTimeout(resolve, 300));
      await addFiles(root, [3, 4]);
    })();
    expect((await read(root, {}, 5)).numbers).toEqual([100n, 101n, 102n, 103n, 104n]);
    await later;
  });

  it("the first file's name does not select keys that were not valid at the time of its content", async () => {
    const root = await newRoot();
    const present = [0, 1, 2, 3].map(makeNode);
    const rotation = START - 3_600_000_000_000n;
    const books = () =>
      new AddressBooks(
        [],
        [],
        [
          { from: 0n, fileData: encodeBook(nodes) },
          { from: rotation, fileData: encodeBook(present) },
        ],
        { shard: 0n, realm: 0n },
      );
    for (const node of nodes) await addFile(root, node, link(0).file, rotation - 5n);
    const old = await read(root, { addressBooks: books() });
    expect(old).toMatchObject({ numbers: [], error: { code: 'malformed' } });
    await rm(join(root, 'recordstreams'), { recursive: true });
    for (const node of present) await addFile(root, node, link(0).file, START);
    expect((await read(root, { addressBooks: books() })).numbers).toEqual([100n]);
  });

  it('names with other content are ignored', async () => {
    const root = await newRoot();
    await addFiles(root, [0, 1, 2]);
    const base = streamInstant(link(1).instant + 1n);
    for (const node of nodes) {
      for (const name of [
        `${base}.rcd_sig\n`,
        `${base}.rcd_sig `,
        ` ${base}.rcd_sig`,
        `${base}.RCD_SIG`,
        `${base}.rcd_sig.gz.gz`,
        `${base}\u001b[2J.rcd_sig`,
        `${base.replace('Z', 'Ｚ')}.rcd_sig`,
        `${base.replace('2023', '２０２３')}.rcd_sig`,
        `-${base}.rcd_sig`,
        `..${base}.rcd_sig`,
        '2023-11-31T22_13_20Z.rcd_sig',
        '2023-11-14T22_13_60Z.rcd_sig',
        '9999-12-31T23_59_59Z.rcd_sig',
      ]) {
        await writeFile(join(folderOf(root, node), name), 'x');
      }
    }
    for (const folder of [
      'record0.0.3\n',
      'record0.0.3 ',
      'record0.0.-3',
      'record0.0.99999999999999',
      'record1024.0.3',
    ]) {
      await cp(folderOf(root, first), join(root, 'recordstreams', folder), { recursive: true });
    }
    expect(await read(root)).toEqual({ numbers: [100n, 101n, 102n], error: null, warnings: [] });
  });
});

describe('weights', () => {
  it('a node counts once, in however many folders its signature is', async () => {
    const root = await newRoot();
    await addFiles(root, [0], [first]);
    const folder = folderOf(root, first);
    for (const copy of [
      'recordstreams/record0.00.3',
      'recordstreams/record0.0.03',
      '0/0/record',
      '00/00/record',
      'demo/0/0/record',
      '2023-11-14/record0.0.3',
      'recordstreams/record0.0.3/2023-11-14',
    ]) {
      await mkdir(join(root, copy), { recursive: true });
      for (const name of await readdir(folder)) {
        if (name.includes('.rcd')) await cp(join(folder, name), join(root, copy, name));
      }
    }
    const { numbers, error } = await read(root);
    expect(numbers).toEqual([]);
    expect(error?.message).toContain('got 1 out of 4');
  });

  it('a signature counts for the node whose key made it, in no folder of another', async () => {
    const root = await newRoot();
    await addFiles(root, [0], [first]);
    for (const node of [second, third, fourth]) {
      await cp(folderOf(root, first), folderOf(root, node), { recursive: true });
      await cp(folderOf(root, first), join(root, `0/${node.nodeId}/record`), { recursive: true });
    }
    const { numbers, error } = await read(root);
    expect(numbers).toEqual([]);
    expect(error?.message).toMatch(/0\.0\.3 verified, 0\.0\.4 invalid, 0\.0\.5 invalid, 0\.0\.6 invalid/);
  });

  it('stakes below 0 do not reduce the total; stakes of 0 prove nothing', async () => {
    const root = await newRoot();
    await addFiles(root, [0], [first]);
    const stakes = (...values: number[]) =>
      new NodeStakes(values.map((stake, nodeId) => ({ nodeId: BigInt(nodeId), stake: BigInt(stake) })));
    // With -18 the total would be 3, of which node 0 has a third.
    expect((await read(root, { stakes: stakes(1, 10, 10, -18) })).error?.code).toBe('no-consensus');
    expect((await read(root, { stakes: stakes(0, 0, 0, 0) })).error?.code).toBe('no-consensus');
    expect((await read(root, { stakes: stakes(-1, -1, -1, -1) })).error?.code).toBe('no-consensus');
    expect((await read(root, { stakes: stakes(10, 10, 10, 0) })).numbers).toEqual([100n]);
  });

  it('the stream cannot publish a stake below 0 either', async () => {
    const root = await newRoot();
    const update = makeItem({
      time: START,
      body: {
        nodeStakeUpdate: {
          nodeStake: [1, 10, 10, -18].map((stake, nodeId) => ({
            nodeId: Long.fromNumber(nodeId),
            stake: Long.fromNumber(stake),
          })),
        },
      },
    });
    const a = writeV6([update], ZERO_HASH, { number: 1n });
    const b = writeV6([makeItem({ time: START + 10n })], a.hash, { number: 2n });
    for (const node of nodes) await addFile(root, node, a, START);
    await addFile(root, first, b, START + 10n);
    expect(await read(root)).toMatchObject({ numbers: [1n], error: { code: 'no-consensus' } });
  });
});

describe('signatures', () => {
  /** Returns the signature of the file's hash in the oldest layout, because that hash does not depend on the layout. */
  const asV2 = (file: WrittenFile, node: TestNode): Buffer =>
    writeSignature({ ...file, metadataHash: null, version: 2 }, node.privateKey);

  it('copied into another layout are not two versions of one file', async () => {
    for (const some of [
      [first, second],
      [third, fourth],
    ] as const) {
      const root = await newRoot();
      await addFiles(root, [0, 1]);
      for (const node of some)
        await writeFile(join(folderOf(root, node), signatureName(link(1).instant)), asV2(link(1).file, node));
      expect(await read(root)).toMatchObject({ numbers: [100n, 101n], error: null });
    }
    const root = await newRoot();
    await addFiles(root, [0, 1]);
    for (const node of nodes)
      await writeFile(join(folderOf(root, node), signatureName(link(1).instant)), asV2(link(1).file, node));
    expect(await read(root)).toMatchObject({ numbers: [100n], error: { code: 'hash-mismatch' } });
  });

  it('do not prove this file if they sign another one, or its metadata', async () => {
    const { file, instant } = link(1);
    for (const bytes of [
      // The metadata hash, signed like that of a file.
      (node: TestNode) => asV2({ ...file, fileHash: file.metadataHash ?? ZERO_HASH }, node),
      (node: TestNode) =>
        writeSignature({ ...file, fileHash: file.metadataHash ?? ZERO_HASH }, node.privateKey),
      // The previous file, signed by all nodes.
      (node: TestNode) => writeSignature(link(0).file, node.privateKey),
      // Its own hash, with the metadata of the previous file.
      (node: TestNode) =>
        writeSignature({ ...file, metadataHash: link(0).file.metadataHash }, node.privateKey),
    ]) {
      const root = await newRoot();
      await addFiles(root, [0, 1]);
      for (const node of nodes)
        await writeFile(join(folderOf(root, node), signatureName(instant)), bytes(node));
      const { numbers, error } = await read(root);
      expect(numbers).toEqual([100n]);
      expect(error?.code).toBe('hash-mismatch');
    }
  });
});

describe('one node that forges files', () => {
  it('does not stop the stream with a thousand files between two blocks', async () => {
    const root = await newRoot();
    await addFiles(root, [0, 1, 2]);
    for (let index = 1n; index <= 1000n; index += 1n)
      await addForgedSignature(root, fourth, link(0).instant + index);
    const { numbers, error, warnings } = await read(root);
    expect({ numbers, error }).toEqual({ numbers: [100n, 101n, 102n], error: null });
    // The warnings are limited: there are at most a thousand of them.
    expect(warnings.length).toBeGreaterThan(5);
    expect(warnings.length).toBeLessThan(20);
  });

  it('does not delay new files with files of the future', async () => {
    const root = await newRoot();
    await addFiles(root, [0, 1]);
    for (let index = 1n; index <= 200n; index += 1n)
      await addForgedSignature(root, fourth, link(7).instant + index);
    let slowest = 0;
    const controller = new AbortController();
    const source = await openFolder(root, { watch: true });
    onTestFinished(() => source.close());
    let next = 2;
    let placedAt = 0;
    const files = followRecords({
      source,
      addressBooks: bootstrapAddressBooks(encodeBook(nodes)),
      stakes: new NodeStakes(),
      startAfter: null,
      follow: true,
      signal: controller.signal,
      log: { info: () => undefined, warn: () => undefined },
    });
    for await (const { number } of files) {
      if (number === 107n) controller.abort();
      if (number < 101n) continue;
      if (placedAt > 0) slowest = Math.max(slowest, performance.now() - placedAt);
      if (next > 7) continue;
      const index = next++;
      setTimeout(async () => {
        await addFiles(root, [index]);
        placedAt = performance.now();
      }, 500);
    }
    // Waiting a second for each of the 200, six at a time, would take half a minute.
    expect(slowest).toBeLessThan(15_000);
  });
});

describe('a listing that contains a file but not its predecessor', () => {
  /** Returns a store whose listings omit one time until the next listing. */
  async function raced(root: string, hidden: bigint): Promise<{ source: StreamSource; again: () => number }> {
    const inner = await openFolder(root);
    onTestFinished(() => inner.close());
    let again = 0;
    const source: StreamSource = {
      name: inner.name,
      changes: 0,
      nodeFolders: (signal) => inner.nodeFolders(signal),
      list: async (folder, after, limit, signal) => {
        const entries = await inner.list(folder, after, limit, signal);
        return again > 0 ? entries : entries.filter(({ instant }) => instant !== hidden);
      },
      listAgain: () => {
        again += 1;
        inner.listAgain();
      },
      open: (entry, name, maxBytes, signal) => inner.open(entry, name, maxBytes, signal),
      changed: (milliseconds, signal, seen) => inner.changed(milliseconds, signal, seen),
    };
    return { source, again: () => again };
  }

  it('is repeated before a warning or a refusal', async () => {
    const root = await newRoot();
    await addFiles(root, [0, 1, 2, 3, 4]);
    for (const enough of [Number.NaN, 5]) {
      const { source, again } = await raced(root, link(2).instant);
      const problems: unknown[] = [];
      const onProblem = (problem: unknown) => void problems.push(problem);
      const { numbers, error, warnings } = await read(root, { source, onProblem }, enough);
      expect({ numbers, error, warnings, problems }).toEqual({
        numbers: [100n, 101n, 102n, 103n, 104n],
        error: null,
        warnings: [],
        problems: [],
      });
      expect(again()).toBe(1);
    }
  });

  it('is really repeated: a recently read directory is read again', async () => {
    const root = await newRoot();
    await addFiles(root, [0, 1, 2]);
    const elsewhere = await newRoot();
    const source = await openFolder(root);
    onTestFinished(() => source.close());
    const { signal } = new AbortController();
    const folders = await source.nodeFolders(signal);
    const [folder] = folders;
    if (!folder) throw new Error('no folder');
    expect(await source.list(folder, 0n, 10, signal)).toHaveLength(3);
    await rename(join(root, 'recordstreams', folder.key), join(elsewhere, 'x'));
    source.listAgain();
    expect(await source.list(folder, 0n, 10, signal)).toHaveLength(0);
  });

  it('remains a refusal if the file is really missing, reported once', async () => {
    const root = await newRoot();
    await addFiles(root, [0, 1, 3]);
    const { numbers, error } = await read(root);
    expect(numbers).toEqual([100n, 101n]);
    expect(error?.code).toBe('chain');
  });
});

describe('content', () => {
  it('is read from another node if one node replaced its own', async () => {
    const root = await newRoot();
    await addFiles(root, [0, 1, 2]);
    const data = (node: TestNode, index: number) =>
      join(folderOf(root, node), dataName(link(index).file, link(index).instant));
    const good = await readFile(data(first, 1));
    for (const content of [
      Buffer.alloc(0),
      gzipSync(''),
      gzipSync(Buffer.alloc(1)),
      Buffer.concat([good, good]),
    ]) {
      for (const node of [first, second, third]) await writeFile(data(node, 1), content);
      expect((await read(root)).numbers).toEqual([100n, 101n, 102n]);
    }
  });
});
