import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { sha384, streamInstant } from '@tain/ledger/record-stream';
import { proto } from '@tain/protos/hapi';
import fc from 'fast-check';
import Long from 'long';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { StreamFileError } from '../../../src/ingest/decode/stream-error.ts';
import { type FollowRecordsOptions, followRecords } from '../../../src/ingest/feed/record-stream.ts';
import type { StreamSource } from '../../../src/ingest/source/stream-source.ts';
import { bootstrapAddressBooks } from '../../../src/ingest/verify/address-books.ts';
import {
  NO_CONSENSUS,
  parseConsensusRatio,
  ratioWarning,
} from '../../../src/ingest/verify/consensus-ratio.ts';
import { NodeStakes } from '../../../src/ingest/verify/node-stakes.ts';
import type { StreamProblem } from '../../../src/ingest/verify/problems.ts';
import type { ProvenBlock } from '../../../src/ingest/verify/proven-block.ts';
import { newRoot } from '../new-root.ts';
import { openFolder } from '../open-folder.ts';
import {
  addFile,
  dataName,
  encodeBook,
  makeChain,
  makeItem,
  makeNode,
  SILENT_LOG,
  START,
  signatureName,
  type TestNode,
  type WrittenFile,
  writeV2,
  writeV5,
  writeV6,
  ZERO_HASH,
} from '../stream-writer.ts';
import { nodesOf } from '../verify/verify-folder.ts';

const nodes = [0, 1, 2, 3].map(makeNode);
const [first, second, third, fourth] = nodes as [TestNode, TestNode, TestNode, TestNode];
async function optionsFor(
  root: string,
  more: Partial<FollowRecordsOptions> = {},
): Promise<FollowRecordsOptions> {
  const source = await openFolder(root, { watch: true });
  onTestFinished(() => source.close());
  return {
    source,
    addressBooks: bootstrapAddressBooks(encodeBook(nodes)),
    stakes: new NodeStakes(),
    startAfter: null,
    follow: false,
    pollIntervalMs: 20,
    signal: new AbortController().signal,
    log: SILENT_LOG,
    ...more,
  };
}

/** Collects the output and the error at its end. */
async function collect(
  options: FollowRecordsOptions,
): Promise<{ files: ProvenBlock[]; error: StreamFileError | null }> {
  const files: ProvenBlock[] = [];
  try {
    for await (const file of followRecords(options)) files.push(file);
  } catch (error) {
    if (!(error instanceof StreamFileError)) throw error;
    return { files, error };
  }
  return { files, error: null };
}

async function verify(root: string, more: Partial<FollowRecordsOptions> = {}) {
  return collect(await optionsFor(root, more));
}

const chain = makeChain(5);
function link(index: number): { file: WrittenFile; instant: bigint } {
  const found = chain[index];
  if (!found) throw new Error('no such file');
  return found;
}

async function addFiles(root: string, by: readonly TestNode[], indexes = [0, 1, 2, 3, 4]): Promise<void> {
  for (const index of indexes) {
    const { file, instant } = link(index);
    for (const node of by) await addFile(root, node, file, instant);
  }
}

function folderOf(root: string, node: TestNode): string {
  return join(root, 'recordstreams', `record0.0.${node.account}`);
}

function dataPath(root: string, node: TestNode, index: number): string {
  const { file, instant } = link(index);
  return join(folderOf(root, node), dataName(file, instant));
}

function signaturePath(root: string, node: TestNode, index: number): string {
  return join(folderOf(root, node), signatureName(link(index).instant));
}

describe('a sound stream', () => {
  it('is complete, in order, with the evidence of each node', async () => {
    const root = await newRoot();
    await addFiles(root, nodes);
    const { files, error } = await verify(root);
    expect(error).toBeNull();
    expect(files.map(({ number }) => number)).toEqual([100n, 101n, 102n, 103n, 104n]);
    expect(files.map(({ numberShift }) => numberShift)).toEqual([0n, 0n, 0n, 0n, 0n]);
    expect(files[0]?.signatures.map(({ nodeAccountId, outcome }) => [nodeAccountId, outcome])).toEqual([
      [3n, 'verified'],
      [4n, 'verified'],
      [5n, 'verified'],
      [6n, 'verified'],
    ]);
    expect(files[0]?.proof).toMatchObject({ kind: 'record-signatures', signedWeight: 4n, totalWeight: 4n });
    expect(files[0]?.addressBooks.books).toHaveLength(1);
    expect(files[1]?.addressBooks.books).toHaveLength(0);
  });

  it('has each of its transactions decoded once to be verified', async () => {
    const root = await newRoot();
    await addFiles(root, nodes);
    const records = vi.spyOn(proto.TransactionRecord, 'decode');
    const bodies = vi.spyOn(proto.TransactionBody, 'decode');
    try {
      const { files } = await verify(root);
      const items = files.reduce((sum, { block }) => sum + block.items.length, 0);
      expect(items).toBe(10);
      expect([records.mock.calls.length, bodies.mock.calls.length]).toEqual([items, items]);
    } finally {
      records.mockRestore();
      bodies.mockRestore();
    }
  });

  it('resumes after a position, or begins at an instant', async () => {
    const root = await newRoot();
    await addFiles(root, nodes);
    const { files } = await verify(root);
    const position = files[1]?.position ?? null;
    const resumed = await verify(root, { startAfter: position });
    expect(resumed.files.map(({ number }) => number)).toEqual([102n, 103n, 104n]);
    const later = await verify(root, { startFrom: link(3).instant });
    expect(later.files.map(({ number }) => number)).toEqual([103n, 104n]);
  });

  it('does not store a file twice if its name has a later instant than its transactions', async () => {
    const root = await newRoot();
    const early = writeV6([makeItem({ time: START - 1n })], ZERO_HASH, { number: 1n });
    await addFile(root, first, early, START);
    await addFile(root, second, early, START);
    const { files } = await verify(root);
    expect(files).toHaveLength(1);
    const again = await verify(root, { startAfter: files[0]?.position ?? null });
    expect(again).toEqual({ files: [], error: null });
  });

  it('may contain empty files and change its format', async () => {
    const root = await newRoot();
    const v2 = writeV2([makeItem({ time: START })], sha384(Buffer.from('earlier')));
    const v5 = writeV5([makeItem({ time: START + 10n })], v2.hash);
    const v6 = writeV6([makeItem({ time: START + 20n })], v5.hash, { number: 5000n });
    const empty = writeV6([], v6.hash, { number: 5001n });
    for (const [index, file] of [v2, v5, v6, empty].entries()) {
      for (const node of nodes) await addFile(root, node, file, START + BigInt(index) * 10n);
    }
    const { files, error } = await verify(root);
    expect(error).toBeNull();
    expect(files.map(({ block, number, numberShift }) => [block.version, number, numberShift])).toEqual([
      [2, 0n, 0n],
      [5, 1n, 0n],
      [6, 5000n, 4998n],
      [6, 5001n, 0n],
    ]);
  });

  it('may be in the node-id layout, or change to it', async () => {
    const root = await newRoot();
    await addFiles(root, nodes);
    for (const node of [first, second, third]) {
      const target = join(root, 'demo/0', String(node.nodeId), 'record');
      await mkdir(target, { recursive: true });
      for (const index of [2, 3, 4]) {
        for (const path of [dataPath(root, node, index), signaturePath(root, node, index)]) {
          await rename(path, join(target, path.slice(path.lastIndexOf('/') + 1)));
        }
      }
    }
    await rm(folderOf(root, fourth), { recursive: true });
    const { files, error } = await verify(root);
    expect(error).toBeNull();
    expect(files).toHaveLength(5);
    expect(files.map(nodesOf).every(({ signedWeight }) => signedWeight === 3n)).toBe(true);
  });

  it('ends quietly when aborted, and when the consumer has enough', async () => {
    const root = await newRoot();
    await addFiles(root, nodes);
    const controller = new AbortController();
    const seen: bigint[] = [];
    for await (const file of followRecords(
      await optionsFor(root, { signal: controller.signal, follow: true }),
    )) {
      seen.push(file.number);
      if (file.number === 104n) controller.abort();
    }
    expect(seen).toHaveLength(5);
    for await (const file of followRecords(await optionsFor(root, { follow: true }))) {
      expect(file.number).toBe(100n);
      break;
    }
    const early = AbortSignal.abort();
    expect(await verify(root, { signal: early })).toEqual({ files: [], error: null });
  });
});

describe('consensus', () => {
  it('requires at least a third', async () => {
    const root = await newRoot();
    await addFiles(root, [first], [0]);
    const book = (count: number) => bootstrapAddressBooks(encodeBook(nodes.slice(0, count)));
    expect((await verify(root, { addressBooks: book(3) })).files).toHaveLength(1);
    const { files, error } = await verify(root);
    expect(files).toHaveLength(0);
    const name = `${streamInstant(START)}.rcd_sig`;
    expect(error).toMatchObject({
      code: 'no-consensus',
      reason: `Require at least 1/3 signature files to prove consensus, got 1 out of 4 for file ${name}`,
    });
    expect(error?.message).toContain('0.0.3 verified, 0.0.4 missing');
    expect((await verify(root, { consensusRatio: NO_CONSENSUS })).files).toHaveLength(1);
    const quarter = parseConsensusRatio('0.25');
    expect((await verify(root, quarter ? { consensusRatio: quarter } : {})).files).toHaveLength(1);
  });

  it('weighs by stake, which the stream itself may change', async () => {
    const root = await newRoot();
    const stake = (...stakes: number[]) =>
      makeItem({
        time: START + 1n,
        body: {
          nodeStakeUpdate: {
            nodeStake: stakes.map((value, index) => ({
              nodeId: Long.fromNumber(index),
              stake: Long.fromNumber(value),
            })),
          },
        },
      });
    const a = writeV6([stake(10, 1, 1, 1)], ZERO_HASH, { number: 1n });
    const b = writeV6([makeItem({ time: START + 10n })], a.hash, { number: 2n });
    for (const node of nodes) await addFile(root, node, a, START);
    for (const node of [second, third, fourth]) await addFile(root, node, b, START + 10n);
    const without = await verify(root);
    expect(without.files.map(({ number }) => number)).toEqual([1n]);
    expect(without.error).toMatchObject({
      code: 'no-consensus',
      reason: `Require at least 1/3 signature files to prove consensus, got 3 out of 4 for file ${signatureName(START + 10n)}, which have 3 of 13 tinybars of the stake`,
    });
    await addFile(root, first, b, START + 10n);
    const withFirst = await verify(root);
    expect(
      withFirst.files.map(nodesOf).map(({ signedWeight, totalWeight }) => [signedWeight, totalWeight]),
    ).toEqual([
      [4n, 4n],
      [13n, 13n],
    ]);
    // Stakes of nodes without signatures prove nothing.
    const stakes = new NodeStakes([{ nodeId: 9n, stake: 1000n }]);
    expect((await verify(root, { stakes })).error).toMatchObject({
      code: 'no-consensus',
      reason: `Require at least 1/3 signature files to prove consensus, got 4 out of 4 for file ${signatureName(START)}; the stakes of all nodes are 0, so no number of them is enough (TAIN_CONSENSUS_RATIO=0 accepts a single one)`,
    });
  });

  it('changes keys with the address book of the stream, also for prefetched files', async () => {
    const root = await newRoot();
    const rotated = nodes.map(({ nodeId }) => makeNode(nodeId));
    const update = makeItem({
      time: START + 1n,
      body: { fileUpdate: { fileID: { fileNum: Long.fromNumber(102) }, contents: encodeBook(rotated) } },
    });
    const a = writeV6([update], ZERO_HASH, { number: 1n });
    const b = writeV6([makeItem({ time: START + 10n })], a.hash, { number: 2n });
    const c = writeV6([makeItem({ time: START + 20n })], b.hash, { number: 3n });
    for (const node of nodes) await addFile(root, node, a, START);
    for (const node of rotated) {
      await addFile(root, node, b, START + 10n);
      await addFile(root, node, c, START + 20n);
    }
    const { files, error } = await verify(root);
    expect(error).toBeNull();
    expect(files).toHaveLength(3);
    expect(files[0]?.addressBooks.books.map(({ book }) => book.startConsensusTimestamp)).toEqual([
      1n,
      START + 2n,
    ]);
  });

  it('does not count signatures of others, in the wrong folder, or of another file', async () => {
    const root = await newRoot();
    await addFiles(root, nodes, [0, 1]);
    // The signatures are swapped between nodes, so neither verifies with the key of the folder's node.
    const [a, b] = [signaturePath(root, first, 0), signaturePath(root, second, 0)];
    const [contentA, contentB] = [await readFile(a), await readFile(b)];
    await writeFile(a, contentB);
    await writeFile(b, contentA);
    // The signature is that of the previous file.
    await writeFile(signaturePath(root, third, 1), await readFile(signaturePath(root, third, 0)));
    await writeFile(signaturePath(root, fourth, 1), Buffer.from([6, 1, 2, 3]));
    const { files, error } = await verify(root);
    expect(error).toBeNull();
    const outcomes = files.map(({ signatures }) => signatures.map(({ outcome }) => outcome));
    expect(outcomes).toEqual([
      ['invalid', 'invalid', 'verified', 'verified'],
      ['verified', 'verified', 'diverged', 'unreadable'],
    ]);
    // The folder of an unknown node is ignored.
    await addFile(root, makeNode(40), link(0).file, START);
    expect((await verify(root)).files).toHaveLength(2);
  });

  it('stops if two versions both have enough, naming both and their nodes', async () => {
    const root = await newRoot();
    await addFiles(root, nodes, [0]);
    const one = writeV6([makeItem({ time: START + 5n })], link(0).file.hash, { number: 101n });
    const other = writeV6([makeItem({ time: START + 5n, status: 10 })], link(0).file.hash, { number: 101n });
    for (const node of [first, second]) await addFile(root, node, one, START + 5n);
    for (const node of [third, fourth]) await addFile(root, node, other, START + 5n);
    for (const follow of [false, true]) {
      const { files, error } = await verify(root, { follow });
      expect(files).toHaveLength(1);
      expect(error?.code).toBe('divergent');
      expect(error?.message).toContain(`${one.fileHash.toString('hex')} of nodes 0.0.3, 0.0.4`);
      expect(error?.message).toContain(`${other.fileHash.toString('hex')} of nodes 0.0.5, 0.0.6`);
    }
  });
});

describe('data files', () => {
  it('are read from any node that agrees and has a valid one', async () => {
    const root = await newRoot();
    await addFiles(root, nodes, [0, 1, 2]);
    await rm(dataPath(root, first, 0));
    await writeFile(dataPath(root, first, 1), gzipSync('something else'));
    await writeFile(dataPath(root, second, 1), 'no gzip');
    await writeFile(
      dataPath(root, first, 2),
      await readFile(dataPath(root, first, 0).replace('0.0.3', '0.0.4')),
    );
    const { files, error } = await verify(root);
    expect(error).toBeNull();
    expect(files.map((file) => nodesOf(file).readFrom)).toEqual([1n, 2n, 1n]);
  });

  it('are refused if no agreeing node has a valid one, naming file, nodes and reasons', async () => {
    const root = await newRoot();
    await addFiles(root, nodes);
    await rm(dataPath(root, first, 2));
    await writeFile(dataPath(root, second, 2), gzipSync('something else'));
    await writeFile(dataPath(root, third, 2), gzipSync(Buffer.alloc(200 * 1024 * 1024)));
    await writeFile(dataPath(root, fourth, 2), Buffer.alloc(65 * 1024 * 1024));
    const { files, error } = await verify(root);
    expect(files).toHaveLength(2);
    expect(error?.file).toBe(dataName(link(2).file, link(2).instant));
    expect(error?.message).toContain('node 0.0.3: is missing');
    expect(error?.message).toContain('node 0.0.4: differs from the hash that was signed');
    expect(error?.message).toContain('node 0.0.5: is larger than 134217728 bytes once decompressed');
    expect(error?.message).toContain('node 0.0.6: has 68157440 bytes, more than 67108864');
  });

  it('are refused if the signed content contradicts itself', async () => {
    const wrongEnd = writeV6([makeItem({ time: START })], ZERO_HASH, {
      number: 1n,
      endHash: sha384(Buffer.from('x')),
    });
    const good = link(0).file;
    const wrongMetadata = { ...good, metadataHash: sha384(Buffer.from('y')) };
    const unsignedMetadata = { ...good, metadataHash: null };
    for (const [file, reason] of [
      [wrongEnd, 'its running hash does not follow'],
      [wrongMetadata, 'its metadata differ'],
      [unsignedMetadata, 'its metadata differ'],
    ] as const) {
      const root = await newRoot();
      for (const node of nodes) await addFile(root, node, file, START);
      const { files, error } = await verify(root);
      expect(files).toHaveLength(0);
      expect(error?.message).toContain(reason);
      expect(error?.file).toBe(dataName(good, START));
    }
  });

  it('have sidecars that match their hash, from any agreeing node', async () => {
    const root = await newRoot();
    const sidecars = [
      [{ consensusTimestamp: { seconds: Long.fromString('1700000000'), nanos: 0 }, migration: true }],
    ];
    const file = writeV6([makeItem({ time: START })], ZERO_HASH, { number: 1n, sidecars });
    for (const node of nodes) await addFile(root, node, file, START);
    const sidecar = (node: TestNode) =>
      join(folderOf(root, node), 'sidecar', `${streamInstant(START)}_01.rcd.gz`);
    await rm(sidecar(first));
    await writeFile(sidecar(second), gzipSync('wrong'));
    const { files } = await verify(root);
    expect(files[0]?.block.sidecars).toMatchObject([
      { id: 1, count: 1, name: `${streamInstant(START)}_01.rcd.gz` },
    ]);
    expect(files[0]?.block.items[0]?.sidecars).toHaveLength(1);
    for (const node of nodes) await writeFile(sidecar(node), gzipSync('wrong'));
    const { error } = await verify(root);
    expect(error).toMatchObject({ code: 'hash-mismatch', file: `${streamInstant(START)}_01.rcd.gz` });
    for (const node of nodes) await rm(sidecar(node));
    const name = `${streamInstant(START)}_01.rcd.gz`;
    expect((await verify(root)).error).toMatchObject({
      code: 'missing',
      file: name,
      reason:
        'sidecar 1: no agreeing node has a good copy: node 0.0.3: is missing; node 0.0.4: is missing; node 0.0.5: is missing; node 0.0.6: is missing',
    });
    for (const node of nodes.slice(1)) await rm(folderOf(root, node), { recursive: true });
    expect((await verify(root, { consensusRatio: NO_CONSENSUS })).error).toMatchObject({
      file: name,
      node: '0.0.3',
      reason: 'sidecar 1 is missing',
    });
  });
});

describe('the chain', () => {
  it('stops at a gap, and yields nothing after it', async () => {
    const root = await newRoot();
    await addFiles(root, nodes, [0, 1, 3, 4]);
    const { files, error } = await verify(root);
    expect(files).toHaveLength(2);
    expect(error).toMatchObject({ code: 'chain', file: dataName(link(3).file, link(3).instant) });
    expect(error?.message).toContain(link(1).file.hash.toString('hex'));
  });

  it('stops at a file without consensus, although later ones have it', async () => {
    const root = await newRoot();
    await addFiles(root, nodes, [0, 1, 3, 4]);
    await addFiles(root, [first], [2]);
    const { files, error } = await verify(root);
    expect(files).toHaveLength(2);
    expect(error).toMatchObject({ code: 'no-consensus', file: signatureName(link(2).instant) });
    // The first file has no chain to compare with.
    expect((await verify(root, { startFrom: link(2).instant })).files).toHaveLength(0);
  });

  it('is not stopped by a file that one node forged: the chain continues without it', async () => {
    const root = await newRoot();
    await addFiles(root, nodes);
    const bogus = writeV6([makeItem({ time: START })], ZERO_HASH, { number: 9n });
    for (let index = 1n; index < 6n; index += 1n) await addFile(root, second, bogus, link(1).instant + index);
    const warnings: string[] = [];
    const log = { info: () => {}, warn: (_: object, message: string) => void warnings.push(message) };
    const { files, error } = await verify(root, { log });
    expect(error).toBeNull();
    expect(files).toHaveLength(5);
    expect(warnings).toHaveLength(5);
    expect(warnings[0]).toContain('the chain of hashes continues without it');
  });

  it('refuses block numbers that jump', async () => {
    const root = await newRoot();
    const next = writeV6([makeItem({ time: START + 5n })], link(0).file.hash, { number: 200n });
    await addFiles(root, nodes, [0]);
    for (const node of nodes) await addFile(root, node, next, START + 5n);
    const { files, error } = await verify(root);
    expect(files).toHaveLength(1);
    expect(error?.message).toContain('is block 200 instead of 101');
  });

  it('refuses a file whose transactions are not after those of the previous file', async () => {
    const root = await newRoot();
    const next = writeV6([makeItem({ time: START })], link(0).file.hash, { number: 101n });
    await addFiles(root, nodes, [0]);
    for (const node of nodes) await addFile(root, node, next, START + 5n);
    const { files, error } = await verify(root);
    expect(files).toHaveLength(1);
    expect(error).toMatchObject({ code: 'chain', reason: 'begins before the end of the previous file' });
  });

  it('refuses a file that does not follow the position it is to resume after', async () => {
    const root = await newRoot();
    await addFiles(root, nodes);
    const startAfter = {
      consensusEnd: link(1).instant,
      recordHash: sha384(Buffer.from('z')).toString('hex'),
      rootHash: null,
      hapiVersion: null,
      number: 101n,
      version: 6,
    };
    const { files, error } = await verify(root, { startAfter });
    expect(files).toHaveLength(0);
    expect(error?.code).toBe('chain');
  });
});

describe('following', () => {
  /** Reads `count` files from a followed stream, and calls a function before each. */
  async function follow(
    root: string,
    count: number,
    before: (index: number, problems: readonly (StreamProblem | null)[]) => Promise<void>,
    more: Partial<FollowRecordsOptions> = {},
  ): Promise<{ files: ProvenBlock[]; problems: (StreamProblem | null)[] }> {
    const controller = new AbortController();
    const problems: (StreamProblem | null)[] = [];
    const options = await optionsFor(root, {
      follow: true,
      signal: controller.signal,
      onProblem: (problem) => problems.push(problem),
      graceMs: 0,
      ...more,
    });
    const files: ProvenBlock[] = [];
    const written = (async () => {
      for (let index = 0; index < count; index += 1) await before(index, problems);
    })();
    for await (const file of followRecords(options)) {
      files.push(file);
      if (files.length === count) controller.abort();
    }
    await written;
    return { files, problems };
  }

  it.each([
    ['unreadable', 2_000],
    ['timeout', 2_000],
    ['bad-name', 10_000],
  ] as const)('a source that is %s is polled at least every %i ms', async (code, max) => {
    const controller = new AbortController();
    const waits: number[] = [];
    const source: StreamSource = {
      name: 'broken',
      changes: 0,
      nodeFolders: async () => {
        throw new StreamFileError(code, 'bucket', null, 'fails');
      },
      list: async () => [],
      listAgain: () => undefined,
      open: async () => {
        throw new Error('nothing is opened');
      },
      changed: async (milliseconds) => {
        waits.push(milliseconds);
        if (waits.length === 14) controller.abort();
      },
    };
    await follow(await newRoot(), 0, async () => undefined, { source, signal: controller.signal });
    expect(waits.slice(0, 4)).toEqual([20, 40, 80, 160]);
    expect(Math.max(...waits)).toBe(max);
  });

  it('reports the end once everything available was read', async () => {
    const root = await newRoot();
    await addFiles(root, nodes, [0, 1, 2]);
    const controller = new AbortController();
    const events: string[] = [];
    let onRequest = () => {};
    const ended = new Promise<void>((resolve) => {
      onRequest = resolve;
    });
    const options = await optionsFor(root, {
      follow: true,
      signal: controller.signal,
      onEnd: () => {
        if (events.at(-1) !== 'end') events.push('end');
        onRequest();
      },
    });
    const more = ended.then(() => addFiles(root, nodes, [3]));
    for await (const file of followRecords(options)) {
      events.push(String(file.number));
      if (file.number === 103n) controller.abort();
    }
    await more;
    expect(events.slice(0, 5)).toEqual(['100', '101', '102', 'end', '103']);
  });

  it('reads files as they are written, also in new folders', async () => {
    const root = await newRoot();
    const { files, problems } = await follow(root, 5, async (index) => {
      await new Promise((resolve) => setTimeout(resolve, 30));
      await addFiles(root, nodes, [index]);
    });
    expect(files.map(({ number }) => number)).toEqual([100n, 101n, 102n, 103n, 104n]);
    expect(problems.filter((problem) => problem?.code === 'chain')).toEqual([]);
  });

  it('waits for late nodes, rather than report them as missing', async () => {
    const root = await newRoot();
    const { files, problems } = await follow(
      root,
      3,
      async (index) => {
        for (const node of nodes) {
          await addFiles(root, [node], [index]);
          await new Promise((resolve) => setTimeout(resolve, 60));
        }
      },
      { settleMs: 30_000 },
    );
    const later = files.flatMap(({ signatures }) => signatures.map(({ outcome }) => outcome));
    expect(new Set(later)).toEqual(new Set(['verified']));
    expect(problems).toEqual([]);
  });

  it('waits at a file without consensus, logs it, and continues once there is consensus', async () => {
    const root = await newRoot();
    await addFiles(root, nodes, [0, 2]);
    await addFiles(root, [first], [1]);
    const { files, problems } = await follow(root, 3, async (index, known) => {
      if (index !== 1) return;
      await expect.poll(() => known.length).toBe(1);
      await addFiles(root, [second], [1]);
    });
    expect(files.map(({ number }) => number)).toEqual([100n, 101n, 102n]);
    const name = signatureName(link(1).instant);
    expect(problems).toEqual([
      {
        code: 'no-consensus',
        file: name,
        message: `Require at least 1/3 signature files to prove consensus, got 1 out of 4 for file ${name}`,
      },
      null,
    ]);
  });

  it('waits for a half-written data file', async () => {
    const root = await newRoot();
    await addFiles(root, nodes, [0, 1]);
    const whole = await readFile(dataPath(root, first, 1));
    for (const node of nodes) await writeFile(dataPath(root, node, 1), whole.subarray(0, 50));
    const { files, problems } = await follow(root, 2, async (index, known) => {
      if (index !== 1) return;
      await expect.poll(() => known[0]?.code).toBe('malformed');
      await writeFile(dataPath(root, third, 1), whole);
    });
    expect(files).toHaveLength(2);
    expect(files[1]?.proof).toMatchObject({ readFrom: 2n });
    expect(problems.at(-1)).toBeNull();
  });
});

describe('a verified file', () => {
  it('cannot be constructed or imitated', async () => {
    const root = await newRoot();
    await addFiles(root, nodes, [0]);
    const { files } = await verify(root);
    const module = await import('../../../src/ingest/verify/proven-block.ts');
    expect(Object.keys(module)).toEqual(['admitBlock', 'admitFile']);
    const [file] = files;
    if (!file) throw new Error('no file');
    expect(file.proven).toBe(true);
    // A copy lacks the private field, so its accessor throws.
    const copy = Object.create(Object.getPrototypeOf(file), Object.getOwnPropertyDescriptors(file));
    expect(() => copy.proven).toThrow(TypeError);
    await expect(module.admitFile({ ...file } as never, {} as never, null, {} as never)).rejects.toThrow();
  });
});

describe('consensus ratio', () => {
  it('is parsed exactly', () => {
    const third = { numerator: 1n, denominator: 3n };
    for (const text of ['1/3', '0.333333', '0.3333333333333333333'])
      expect(parseConsensusRatio(text)).toEqual(third);
    expect(parseConsensusRatio('0')).toEqual({ numerator: 0n, denominator: 1n });
    expect(parseConsensusRatio('0.50')).toEqual({ numerator: 50n, denominator: 100n });
    expect(parseConsensusRatio('1')).toEqual({ numerator: 1n, denominator: 1n });
    expect(parseConsensusRatio('0.000000000000000001')).toEqual({ numerator: 1n, denominator: 10n ** 18n });
    for (const text of ['', '-1', '2', '1/0', '4/3', '1e3', 'x', '1/3 ', '1.5', '1.000000000000000001'])
      expect(parseConsensusRatio(text)).toBeNull();
  });

  it('is 0 only for a bare 0', () => {
    for (const text of [
      '0.0000000000000000001',
      `0.${'0'.repeat(39)}1`,
      '0.0',
      '0.000',
      '00',
      '-0',
      '+0',
      '0/5',
      '0/0',
      '000000000/1',
      '1e-30',
      '0e0',
      '0x0',
      '1/1000000000000000000000',
      '0.33333333333333333333333333333333333333334',
      ' 0',
      '0 ',
      '\u0660',
    ]) {
      expect(parseConsensusRatio(text), text).toBeNull();
    }
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('0', '1', '3', '.', '/', 'e', '-', ' ') }), (text) => {
        const ratio = parseConsensusRatio(text);
        if (ratio) expect(ratio.numerator === 0n).toBe(text === '0');
      }),
    );
  });

  it('logs a warning if a minority would suffice', () => {
    const warning = (text: string) =>
      ratioWarning(parseConsensusRatio(text) ?? { numerator: 9n, denominator: 1n });
    expect(warning('0')).toContain('Consensus is off');
    for (const text of ['0.3333', '1/4', '0.000000000000000001', '300000000/999999999'])
      expect(warning(text), text).toContain('Less than a third');
    for (const text of ['1/3', '0.33333', '0.34', '2/3', '1']) expect(warning(text), text).toBeNull();
  });
});
