import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readRecordFile } from '../../../src/ingest/decode/record-file.ts';
import { readSidecarFile } from '../../../src/ingest/decode/sidecar-file.ts';
import { readSignatureFile } from '../../../src/ingest/decode/signature-file.ts';
import { StreamFileError } from '../../../src/ingest/decode/stream-error.ts';
import { type ConsensusRatio, NO_CONSENSUS } from '../../../src/ingest/verify/consensus-ratio.ts';
import { sharedDir } from '../../shared.ts';
import { newRoot } from '../new-root.ts';
import { encodeBook, makeNode, type TestNode, writeSignature } from '../stream-writer.ts';
import { nodesOf, verifyFolder } from '../verify/verify-folder.ts';

// Files of real networks, which are outside of the project. Skipped without them.
const streams = `${sharedDir}/streams`;
interface Expected {
  readonly folder: string;
  readonly book: string;
  readonly ratio?: ConsensusRatio;
  /** Version, block number, and number of transactions of each file. */
  readonly blocks: readonly (readonly [number, bigint, number])[];
  readonly signed: readonly [bigint, bigint];
}

const cases: readonly Expected[] = [
  {
    folder: 'recordstreams/v1',
    book: 'addressbook/fixtures/test-v1',
    blocks: [
      [1, 0n, 15],
      [1, 1n, 69],
    ],
    signed: [4n, 4n],
  },
  {
    folder: 'recordstreams/v2',
    book: 'addressbook/fixtures/testnet',
    blocks: [
      [2, 0n, 19],
      [2, 1n, 15],
    ],
    signed: [4n, 4n],
  },
  {
    folder: 'recordstreams/v2v5',
    book: 'addressbook/fixtures/testnet',
    blocks: [
      [2, 0n, 1],
      [5, 1n, 1],
    ],
    signed: [4n, 4n],
  },
  {
    folder: 'recordstreams/v5',
    book: 'addressbook/fixtures/testnet',
    blocks: [
      [5, 0n, 1],
      [5, 1n, 1],
    ],
    signed: [4n, 4n],
  },
  {
    folder: 'recordstreams/v5v6',
    book: 'addressbook/fixtures/test-v6-4n.bin',
    blocks: [
      [5, 0n, 1],
      [6, -9_223_372_036_854_775_797n, 1],
    ],
    signed: [4n, 4n],
  },
  {
    folder: 'recordstreams/v6',
    book: 'addressbook/fixtures/test-v6-sidecar-4n.bin',
    blocks: [
      [6, 5n, 1],
      [6, 6n, 2],
    ],
    signed: [4n, 4n],
  },
  {
    folder: 'throughput-v2',
    book: 'addressbook/fixtures/testnet',
    ratio: NO_CONSENSUS,
    blocks: [
      [2, 0n, 5000],
      [2, 1n, 5002],
      [2, 2n, 4986],
      [2, 3n, 5015],
    ],
    signed: [1n, 4n],
  },
  {
    folder: 'hip679/provider-auto',
    book: 'addressbook/fixtures/test-v6-sidecar-4n.bin',
    blocks: [
      [6, 5n, 1],
      [6, 6n, 2],
    ],
    signed: [2n, 4n],
  },
  {
    folder: 'hip679/provider-node-id',
    book: 'addressbook/fixtures/test-v6-sidecar-4n.bin',
    ratio: NO_CONSENSUS,
    blocks: [
      [6, 5n, 1],
      [6, 6n, 2],
    ],
    signed: [1n, 4n],
  },
];

describe.skipIf(sharedDir === null)('streams of real networks', () => {
  it.each(cases)('$folder verifies', async ({ folder, book, ratio, blocks, signed }) => {
    const { files, error } = await verifyFolder(
      `${streams}/${folder}`,
      readFileSync(`${streams}/${book}`),
      ratio,
    );
    expect(error).toBeNull();
    expect(files.map(({ block, number }) => [block.version, number, block.items.length])).toEqual(blocks);
    for (const { signedWeight, totalWeight } of files.map(nodesOf))
      expect([signedWeight, totalWeight]).toEqual(signed);
    for (const { block } of files) {
      expect(block.items.map(({ index }) => index)).toEqual([...block.items.keys()]);
      for (const item of block.items) expect(item.type).toBeGreaterThan(0);
    }
  });

  it('needs one third if only one of four nodes signed', async () => {
    const book = readFileSync(`${streams}/addressbook/fixtures/testnet`);
    const { files, error } = await verifyFolder(`${streams}/throughput-v2`, book);
    expect(files).toHaveLength(0);
    expect(error?.reason).toBe(
      'Require at least 1/3 signature files to prove consensus, got 1 out of 4 for file 2020-02-09T18_30_00.000084Z.rcd_sig',
    );
  });

  it('eth-0.26.0 is not adjacent: each file holds alone', async () => {
    const folder = `${streams}/recordstreams/eth-0.26.0`;
    const book = readFileSync(`${streams}/addressbook/fixtures/test-v6-4n.bin`);
    const together = await verifyFolder(folder, book, NO_CONSENSUS);
    expect(together.files.map(({ block }) => block.items.length)).toEqual([14]);
    expect(together.error).toMatchObject({ code: 'chain', file: '2022-04-28T15_28_40.210859000Z.rcd' });
    const alone = await verifyFolder(folder, book, NO_CONSENSUS, 1_651_159_720_000_000_000n);
    expect(alone.error).toBeNull();
    expect(alone.files.map(({ block }) => block.items.length)).toEqual([12]);
  });

  it('provider-auto-transition changes from one layout to the other, and from one network to another', async () => {
    const folder = `${streams}/hip679/provider-auto-transition`;
    const before = readFileSync(`${streams}/addressbook/fixtures/test-v6-sidecar-4n.bin`);
    const after = readFileSync(`${streams}/addressbook/network/demo`);
    const classic = await verifyFolder(folder, before, NO_CONSENSUS);
    expect(classic.files.map(({ number }) => number)).toEqual([5n, 6n]);
    expect(classic.error?.code).toBe('no-consensus');
    const byNodeId = await verifyFolder(folder, after, NO_CONSENSUS, 1_671_000_000_000_000_000n);
    expect(byNodeId.error).toBeNull();
    expect(byNodeId.files.map((file) => [file.number, nodesOf(file).readFrom])).toEqual([
      [205_327n, 0n],
      [205_328n, 0n],
    ]);
  });
});

describe.skipIf(sharedDir === null)('files of real networks', () => {
  const all = (sharedDir ? (readdirSync(streams, { recursive: true }) as string[]) : []).filter(
    (path) => !path.startsWith('accountBalances'),
  );

  it('are all read', () => {
    const count = { data: 0, signature: 0, sidecar: 0 };
    for (const path of all) {
      if (!/\.rcd(_sig)?(\.gz)?$/.test(path)) continue;
      const wire = readFileSync(`${streams}/${path}`);
      const bytes = path.endsWith('.gz') ? gunzipSync(wire) : wire;
      if (path.includes('_sig')) {
        expect(readSignatureFile(path, bytes).file.signature).toHaveLength(384);
        count.signature += 1;
      } else if (path.includes('/sidecar/')) {
        expect(readSidecarFile(path, bytes).records.length).toBeGreaterThan(0);
        count.sidecar += 1;
      } else {
        expect(readRecordFile(basename(path), bytes).items.length).toBeGreaterThan(0);
        count.data += 1;
      }
    }
    expect(count.data).toBeGreaterThan(50);
    expect(count.signature).toBeGreaterThan(80);
    expect(count.sidecar).toBeGreaterThan(5);
  });

  const small = [
    'mainnet/2019-09-13/recordstreams/record0.0.3/2019-09-13T21_53_51.396440Z.rcd',
    'recordstreams/v2v5/record0.0.3/2021-01-21T00_19_43.558496000Z.rcd',
    'recordstreams/v6/record0.0.3/2022-07-13T08_46_11.304284003Z.rcd.gz',
  ];
  it.each(small)('%s is refused at every length but its own, and with any bit flipped', (path) => {
    const wire = readFileSync(`${streams}/${path}`);
    const bytes = path.endsWith('.gz') ? gunzipSync(wire) : wire;
    const { fileHash } = readRecordFile(basename(path), bytes).hashes.record;
    const attempt = (damaged: Buffer) => {
      try {
        expect(readRecordFile(basename(path), damaged).hashes.record.fileHash).not.toEqual(fileHash);
      } catch (error) {
        expect(error).toBeInstanceOf(StreamFileError);
      }
    };
    for (let length = 0; length < bytes.length; length += 1) attempt(bytes.subarray(0, length));
    for (let position = 0; position < bytes.length; position += 1) {
      for (const mask of [1, 0x80, 0xff]) {
        const damaged = Buffer.from(bytes);
        damaged[position] = (damaged[position] ?? 0) ^ mask;
        attempt(damaged);
      }
    }
  });
});

describe.skipIf(sharedDir === null)('node-divergence', () => {
  // Two nodes diverged at block 25049159 in September 2022. Test keys sign the version of each.
  it('is refused at its second file, naming both versions and their nodes', async () => {
    const root = await newRoot();
    const nodes = [makeNode(0), makeNode(5)];
    for (const node of nodes) await signFolder(root, node, `${streams}/node-divergence/node${node.nodeId}`);
    const { files, error } = await verifyFolder(root, encodeBook(nodes));
    expect(files.map(({ number }) => number)).toEqual([25_049_158n]);
    expect(error).toMatchObject({ code: 'divergent', file: '2022-09-19T21_09_17.348788413Z.rcd_sig' });
    const hashes = await Promise.all(
      nodes.map((node) => fileHashOf(root, node, '2022-09-19T21_09_17.348788413Z')),
    );
    expect(hashes[0]).not.toBe(hashes[1]);
    expect(error?.message).toContain(`${hashes[0]} of node 0.0.3`);
    expect(error?.message).toContain(`${hashes[1]} of node 0.0.8`);
  });

  it('follows the version with enough weight', async () => {
    const root = await newRoot();
    const nodes = [0, 1, 2, 3, 4, 5].map(makeNode);
    for (const node of nodes) {
      await signFolder(root, node, `${streams}/node-divergence/node${node.nodeId === 5 ? 5 : 0}`);
    }
    const { files, error } = await verifyFolder(root, encodeBook(nodes));
    expect(error).toBeNull();
    expect(files.map(({ signatures }) => signatures.at(-1)?.outcome)).toEqual([
      'verified',
      'diverged',
      'diverged',
    ]);
  });
});

function readBlock(name: string, wire: Buffer) {
  return readRecordFile(name, gunzipSync(wire));
}

async function fileHashOf(root: string, node: TestNode, base: string): Promise<string> {
  const name = `${base}.rcd.gz`;
  const wire = await readFile(join(root, 'recordstreams', `record0.0.${node.account}`, name));
  return Buffer.from(readBlock(name, wire).hashes.record.fileHash).toString('hex');
}

/** Copies a node's data files into a bucket's layout, with signatures of the node's test key. */
async function signFolder(root: string, node: TestNode, from: string): Promise<void> {
  const folder = join(root, 'recordstreams', `record0.0.${node.account}`);
  await mkdir(folder, { recursive: true });
  for (const name of readdirSync(from)) {
    const wire = await readFile(join(from, name));
    const { fileHash, metadataHash, hash } = readBlock(name, wire).hashes.record;
    const file = {
      bytes: wire,
      fileHash: Buffer.from(fileHash),
      metadataHash: metadataHash && Buffer.from(metadataHash),
      hash: Buffer.from(hash),
      version: 6 as const,
      sidecars: [],
    };
    await writeFile(join(folder, name), wire);
    await writeFile(join(folder, name.replace('.rcd.gz', '.rcd_sig')), writeSignature(file, node.privateKey));
  }
}
