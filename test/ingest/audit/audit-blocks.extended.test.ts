import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { blockPath } from '@tain/ledger/block-stream';
import { PROFILES } from '@tain/verify/tss/profiles';
import Long from 'long';
import { expect, it } from 'vitest';
import { testNetwork } from '../../../packages/verify/test/tss/test-network.ts';
import { auditStreams } from '../../../src/ingest/audit/audit-streams.ts';
import { decodeBlock } from '../../../src/ingest/decode/block/block.ts';
import { openStoredBlocks } from '../../../src/ingest/source/stored-blocks.ts';
import { openFolderStore } from '../../../src/ingest/store/folder-store.ts';
import { bootstrapAddressBooks } from '../../../src/ingest/verify/address-books.ts';
import type { Trust } from '../../../src/ingest/verify/block-proofs.ts';
import { NetworkTrust } from '../../../src/ingest/verify/network-trust.ts';
import { NodeStakes } from '../../../src/ingest/verify/node-stakes.ts';
import { LedgerHistory } from '../../../src/ingest/verify/tss/ledger-history.ts';
import { ThresholdPool } from '../../../src/ingest/verify/tss/threshold-pool.ts';
import { CommandOutput } from '../../../src/kernel/command-output.ts';
import { makeBlock } from '../block-writer.ts';
import { newRoot } from '../new-root.ts';
import { openFolder } from '../open-folder.ts';
import { addFile, encodeBook, makeChain, makeNode, SILENT_LOG, START } from '../stream-writer.ts';

const [profile] = PROFILES.slice(-1);
if (!profile) throw new Error('some profiles are known');
const network = testNetwork(profile, [1n, 1n, 1n], 4);
const node = makeNode(0);
const SECOND = 1_000_000_000n;
const OWN = 'proven by its threshold signature';

const NO_SETTINGS = { pinned: null, given: null, allowsFirstUse: true };
/** Writes blocks that the network signs. `change` replaces the content of a block; null omits the block. */
async function writeBlocks(
  root: string,
  from: number,
  count: number,
  change: (number: number, bytes: Buffer) => Buffer | null = (_, bytes) => bytes,
): Promise<void> {
  let previousRoot: Buffer | undefined;
  for (let number = from; number < from + count; number += 1) {
    const base = {
      number: BigInt(number),
      time: START + BigInt(number) * SECOND,
      ...(previousRoot && { previousRoot }),
    };
    previousRoot = makeBlock(base).sixteenLeaves;
    const proof = {
      block: Long.fromNumber(number, true),
      signedBlockProof: { blockSignature: network.sign(previousRoot) },
    };
    const bytes = change(number, makeBlock({ ...base, proof }).bytes);
    if (bytes === null) continue;
    const path = join(root, blockPath(BigInt(number)).replace(/\.zstd$/, '.gz'));
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, gzipSync(bytes));
  }
}

async function report(path: string, options: { trust?: Trust; isPreview?: boolean } = {}) {
  const lines: string[] = [];
  const pool = new ThresholdPool({ threads: 2, maxWaiting: 64, profiles: new Map() });
  const known = [{ publication: network.publication, from: 0n, grounds: 'pinned' as const }];
  const threshold = new NetworkTrust(new LedgerHistory(NO_SETTINGS, known), pool, SILENT_LOG);
  const state = {
    addressBooks: bootstrapAddressBooks(encodeBook([node])),
    stakes: new NodeStakes(),
  };
  const source = await openFolder(path);
  try {
    const result = await auditStreams({
      location: 'here',
      records: { ...state, source, ledgers: threshold },
      blocks: {
        ...state,
        source: openStoredBlocks(await openFolderStore(path), null),
        decode: decodeBlock,
        threshold,
        trust: options.trust ?? 'proof',
        acceptsMocks: false,
        log: SILENT_LOG,
      },
      isPreview: () => options.isPreview ?? false,
      output: new CommandOutput((line) => void lines.push(line)),
      signal: new AbortController().signal,
    });
    const verdicts = lines.slice(0, -1).map((line) => line.replace(/^0*(\d+)\.blk\.gz/, '$1'));
    return { verdicts, lines, result };
  } finally {
    await source.close();
    await pool.close();
  }
}

it('reports the grounds of each block', async () => {
  const root = await newRoot();
  await writeBlocks(root, 3, 4);
  const { lines, result } = await report(root);
  expect(lines).toEqual([
    ...[3, 4, 5, 6].map(
      (number) => `000000000000000000${number}.blk.gz  v7  block ${number}  0 transactions  ${OWN}  ok`,
    ),
    '4 files, 0 transactions verified: all hold',
  ]);
  expect(result).toEqual({ files: 4, problems: 0, transactions: 0, ledgerProblem: null });
});

it('continues after a failure, so that all are reported', async () => {
  const root = await newRoot();
  const wrong = network.sign(Buffer.alloc(48, 1));
  await writeBlocks(root, 0, 12, (number, bytes) => {
    // The signature is for another root, although the signature of the next block would suffice to store both.
    if (number === 2) {
      const end = bytes.lastIndexOf(wrong.subarray(0, 32));
      return Buffer.concat([bytes.subarray(0, end), wrong, bytes.subarray(end + wrong.length)]);
    }
    if (number === 5) return bytes.subarray(0, 20);
    return number === 8 || number === 9 ? null : bytes;
  });
  const { verdicts, result } = await report(root);
  expect(verdicts).toEqual([
    `0  v7  block 0  0 transactions  ${OWN}  ok`,
    `1  v7  block 1  0 transactions  ${OWN}  ok`,
    '2  The threshold signature is wrong: the nodes that it names did not sign this block.',
    `3  v7  block 3  0 transactions  ${OWN}  follows nothing: block 2 does not hold`,
    `4  v7  block 4  0 transactions  ${OWN}  ok`,
    '0000/0000/0000/0000/005.blk.gz  an item is longer than its container',
    `6  v7  block 6  0 transactions  ${OWN}  follows nothing: block 5 does not hold`,
    `7  v7  block 7  0 transactions  ${OWN}  ok`,
    `10  v7  block 10  0 transactions  ${OWN}  follows nothing: block 9 is missing`,
    `11  v7  block 11  0 transactions  ${OWN}  ok`,
  ]);
  expect(result).toEqual({ files: 10, problems: 5, transactions: 0, ledgerProblem: null });
});

it('a block with a wrong predecessor is otherwise checked completely', async () => {
  const root = await newRoot();
  await writeBlocks(root, 0, 2);
  // A new stream, which refers to no previous block.
  await writeBlocks(root, 2, 3);
  const { verdicts } = await report(root);
  expect(verdicts).toEqual([
    `0  v7  block 0  0 transactions  ${OWN}  ok`,
    `1  v7  block 1  0 transactions  ${OWN}  ok`,
    expect.stringMatching(
      /^2 {2}v7 {2}block 2 {2}0 transactions {2}proven by its threshold signature {2}does not follow the previous block/,
    ),
    `3  v7  block 3  0 transactions  ${OWN}  ok`,
    `4  v7  block 4  0 transactions  ${OWN}  ok`,
  ]);
});

it('a mock is a problem, and with TAIN_TRUST=chain only its hash chain', async () => {
  const root = await newRoot();
  const path = join(root, '7.blk');
  await writeFile(path, makeBlock({ number: 7n, time: START }).bytes);
  expect((await report(root)).verdicts).toEqual([expect.stringContaining('TAIN_TRUST=chain')]);
  expect((await report(root, { trust: 'chain' })).verdicts).toEqual([
    '7.blk  v7  block 7  0 transactions  proven only by its hash chain  ok',
  ]);
});

it('record files come first, and blocks at their end', async () => {
  const root = await newRoot();
  for (const { file, instant } of makeChain(2)) await addFile(root, node, file, instant);
  // A preview with numbers of the record files is ignored.
  await writeBlocks(root, 100, 4);
  const { verdicts, result } = await report(root);
  expect(verdicts.map((verdict) => verdict.split('  ').at(2))).toEqual([
    'block 100',
    'block 101',
    'block 102',
    'block 103',
  ]);
  expect(verdicts[1]).toMatch(/signed by 0\.0\.3 .* ok$/);
  expect(verdicts[2]).toBe(`102  v7  block 102  0 transactions  ${OWN}  ok`);
  expect(result).toMatchObject({ files: 4, problems: 0 });
});

it('blocks that do not begin at the end of record files are a problem', async () => {
  const root = await newRoot();
  for (const { file, instant } of makeChain(2)) await addFile(root, node, file, instant);
  await writeBlocks(root, 104, 1);
  const { verdicts, result } = await report(root);
  expect(verdicts.at(-1)).toBe(
    `104  v7  block 104  0 transactions  ${OWN}  follows nothing: block 103 is missing`,
  );
  expect(result).toMatchObject({ files: 3, problems: 1 });
});

it('reports that blocks beside record files are a preview', async () => {
  const root = await newRoot();
  for (const { file, instant } of makeChain(2)) await addFile(root, node, file, instant);
  await writeBlocks(root, 102, 1);
  const { verdicts, result } = await report(root, { isPreview: true });
  expect(verdicts.at(-1)).toContain('here: the blocks in it are a preview beside the record files');
  expect(result).toMatchObject({ files: 2, problems: 0 });
});
