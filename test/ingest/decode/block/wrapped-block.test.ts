import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { ITEM } from '@tain/ledger/block-item';
import { stream } from '@tain/protos/block-stream';
import { proto } from '@tain/protos/hapi';
import Long from 'long';
import { describe, expect, it } from 'vitest';
import {
  type BlockFile,
  possibleRoots,
  readBlockFile,
} from '../../../../src/ingest/decode/block/block-file.ts';
import { recordFileBytes } from '../../../../src/ingest/decode/block/record-file-bytes.ts';
import {
  decodeWrappedBlock,
  type UnsignedOptions,
} from '../../../../src/ingest/decode/block/wrapped-block.ts';
import type { RecordBlock } from '../../../../src/ingest/decode/decoded-block.ts';
import { inflateFile, MAX_INFLATED_BYTES } from '../../../../src/ingest/decode/inflate.ts';
import { readRecordFile } from '../../../../src/ingest/decode/record-file.ts';
import { StreamFileError } from '../../../../src/ingest/decode/stream-error.ts';
import { bootstrapAddressBooks, networkAddressBooks } from '../../../../src/ingest/verify/address-books.ts';
import { proveRoot, type ThresholdTrust } from '../../../../src/ingest/verify/block-proofs.ts';
import { ONE_THIRD } from '../../../../src/ingest/verify/consensus-ratio.ts';
import { NetworkTrust } from '../../../../src/ingest/verify/network-trust.ts';
import { NodeStakes } from '../../../../src/ingest/verify/node-stakes.ts';
import type { NodeSignatures } from '../../../../src/ingest/verify/proof.ts';
import { LedgerHistory } from '../../../../src/ingest/verify/tss/ledger-history.ts';
import { ThresholdPool } from '../../../../src/ingest/verify/tss/threshold-pool.ts';
import { atOnce } from '../../../../src/kernel/limits/in-slices.ts';
import { FIXTURES, MAINNET_FIXTURES } from '../../../fixtures.ts';
import { sharedDir } from '../../../shared.ts';
import { makeBlock } from '../../block-writer.ts';
import {
  encodeBook,
  makeItem,
  makeNode,
  SILENT_LOG,
  START,
  timestamp,
  writeV6,
  ZERO_HASH,
} from '../../stream-writer.ts';

async function open(path: string): Promise<BlockFile> {
  return readBlockFile(path, await inflateFile(path, readFileSync(path), MAX_INFLATED_BYTES));
}

function unwrap(file: BlockFile, options?: UnsignedOptions): RecordBlock {
  const [root] = possibleRoots(file);
  if (!root) throw new Error('has no root');
  return atOnce(decodeWrappedBlock(file, root, 1, options));
}

/** Verifies the signatures of the record file in a block, with the address books of a network or a given one. */
async function prove(file: BlockFile, book?: Buffer): Promise<NodeSignatures> {
  const block = unwrap(file);
  const books = book ? bootstrapAddressBooks(book) : networkAddressBooks('mainnet');
  const inForce = books.at(block.consensusStart);
  const { proof } = await proveRoot(block, possibleRoots(file), file.proofs, {
    publishes: false,
    threshold: NO_THRESHOLD,
    trust: 'proof',
    acceptsMocks: false,
    ratio: ONE_THIRD,
    nodes: () => ({ book: inForce, weights: new NodeStakes().weights(inForce) }),
  });
  if (!('signedWeight' in proof)) throw new Error(`is proven by ${proof.kind}`);
  return proof;
}

const NO_THRESHOLD: ThresholdTrust = {
  propose: () => false,
  verify: () => Promise.reject(new Error('there is no threshold signature')),
  confirm: () => [],
  discard: () => {},
  noteBlock: () => {},
  isReadyAt: () => false,
};

/** Returns the record file that a block wraps. */
function originalBytes(file: BlockFile): Buffer {
  const item = file.items.find(({ kind }) => kind === ITEM.recordFile);
  const { recordFileContents } = stream.RecordFileItem.decode(item?.content ?? Buffer.alloc(0));
  const [proof] = file.proofs;
  const version = proof.kind === 'record-file' ? proof.version : 6;
  return recordFileBytes(version, Buffer.from(recordFileContents));
}

describe('a wrapped record block of mainnet', () => {
  const path = `${FIXTURES}/blocks/mainnet-2019-wrapped.blk.gz`;
  const folder = `${MAINNET_FIXTURES}/2019-09-13/recordstreams`;
  const original = readFileSync(join(folder, 'record0.0.3/2019-09-13T21_53_51.396440Z.rcd'));

  it('contains the exact bytes of the record file, and the block in it', async () => {
    const file = await open(path);
    expect(originalBytes(file).equals(original)).toBe(true);
    const alone = readRecordFile('2019-09-13T21_53_51.396440Z.rcd', original);
    const block = unwrap(file);
    expect(block).toMatchObject({
      name: alone.name,
      version: 2,
      hapiVersion: null,
      number: 0n,
      consensusStart: alone.consensusStart,
      hashes: { record: alone.hashes.record, root: { previousHash: file.footer.previousRoot } },
    });
    expect(block.items.map(({ recordBytes }) => recordBytes)).toEqual(
      alone.items.map(({ recordBytes }) => recordBytes),
    );
  });

  it('is proven by the signatures of that time', async () => {
    const file = await open(path);
    const { kind, signedWeight, totalWeight } = await prove(file);
    expect([kind, signedWeight, totalWeight]).toEqual(['record-file-proof', 7n, 13n]);
  });

  it('is not proven by too few signatures, or by one node many times', async () => {
    const file = await open(path);
    const [proof] = file.proofs;
    if (proof.kind !== 'record-file') throw new Error('is another proof');
    const { signatures } = proof;
    const signedBy = (retained: typeof signatures) => ({
      ...file,
      proofs: [{ ...proof, signatures: retained }] as const,
    });
    const [first] = signatures;
    for (const retained of [signatures.slice(0, 4), first ? new Array(13).fill(first) : []]) {
      await expect(prove(signedBy(retained))).rejects.toMatchObject({ code: 'no-consensus' });
    }
    expect((await prove(signedBy(signatures.slice(0, 5)))).signedWeight).toBe(5n);
  });

  it('is not proven if any signed bit differs', async () => {
    const file = await open(path);
    const item = file.items.find(({ kind }) => kind === ITEM.recordFile);
    if (!item) throw new Error('wraps nothing');
    for (let position = 0; position < item.content.length; position += 7) {
      const content = Buffer.from(item.content);
      content[position] = (content[position] ?? 0) ^ 1;
      const items = [{ ...item, content }];
      try {
        const proof = await prove({ ...file, items });
        // Unsigned changes are limited to a name, or to another encoding of the same content.
        expect(originalBytes({ ...file, items }).equals(original)).toBe(true);
        expect(proof.signedWeight).toBe(7n);
      } catch (error) {
        if (!(error instanceof StreamFileError)) throw error;
        expect(['no-consensus', 'malformed']).toContain(error.code);
      }
    }
  });
});

const UNSIGNED = { signatures: [], signedWeight: 0n, totalWeight: 0n, readFrom: null };
const long = (value: bigint) => Long.fromString(String(value));

describe('amendments', () => {
  const accepting = { acceptsUnsigned: true };
  const items = [makeItem({ time: START }), makeItem({ time: START + 20n })];
  const file = writeV6(items, ZERO_HASH, { number: 7n });
  const wrap = (
    amendments: readonly { transaction: Uint8Array; record: Uint8Array }[],
    sidecars: Uint8Array[] = [],
  ) => {
    const recordFile = {
      creationTime: proto.Timestamp.encode(timestamp(START)).finish(),
      recordFileContents: file.bytes.subarray(4),
      sidecarFileContents: sidecars,
      amendments: amendments.map(({ transaction, record }) =>
        Buffer.concat([field(1, transaction), field(2, record)]),
      ),
    };
    const proof = {
      block: Long.fromNumber(7),
      signedRecordFileProof: { version: 6, recordFileSignatures: [] },
    };
    return readBlockFile(
      '7.blk',
      makeBlock({ number: 7n, time: START, items: [{ recordFile }], proof }).bytes,
    );
  };

  it('replace items of their time or are inserted between others, and no hash changes', () => {
    const replacing = makeItem({ time: START + 20n, status: 10 });
    const block = unwrap(
      wrap([replacing, makeItem({ time: START + 10n }), makeItem({ time: START - 1n })]),
      accepting,
    );
    expect(block.items.map(({ consensusTimestamp, status }) => [consensusTimestamp - START, status])).toEqual(
      [
        [-1n, 22],
        [0n, 22],
        [10n, 22],
        [20n, 10],
      ],
    );
    expect(block.items.map(({ index }) => index)).toEqual([0, 1, 2, 3]);
    expect(block.hashes.record.fileHash).toEqual(file.fileHash);
    expect(unwrap(wrap([])).items).toHaveLength(2);
  });

  it('are refused if they are not items', () => {
    const broken = { transaction: Buffer.from([1]), record: Buffer.alloc(0) };
    expect(() => unwrap(wrap([broken]), accepting)).toThrow(StreamFileError);
  });

  it('are omitted if nodes signed only the record file, and used if the root hash is proven', () => {
    const added = wrap([makeItem({ time: START + 10n })]);
    const leftOut: string[] = [];
    expect(unwrap(added, { onLeftOut: (what) => leftOut.push(what) }).items).toHaveLength(2);
    expect(leftOut).toEqual(['7.blk: left out 1 unsigned amendments']);
    const signature = { kind: 'signed-block' as const, signature: Buffer.alloc(0) };
    const signed: BlockFile = { ...added, proofs: [signature] };
    expect(unwrap(signed)).toMatchObject({ items: { length: 3 }, isUndecided: false });
    // With proofs of both kinds, the kind is known only after verification.
    const both: BlockFile = { ...added, proofs: [...added.proofs, signature] };
    expect(unwrap(both, { onLeftOut: (what) => leftOut.push(what) })).toMatchObject({
      items: { length: 2 },
      isUndecided: true,
    });
    expect(leftOut).toHaveLength(1);
    expect(unwrap(both, { isCovered: true })).toMatchObject({ items: { length: 3 }, isUndecided: false });
    expect(unwrap(both, { isCovered: false, onLeftOut: (what) => leftOut.push(what) })).toMatchObject({
      items: { length: 2 },
      isUndecided: false,
    });
    expect(leftOut).toHaveLength(2);
    expect(unwrap(signed).unsignedTimes).toBeUndefined();
    expect(unwrap(both, { isCovered: true }).unsignedTimes).toBeUndefined();
  });

  it('do not affect signatures if they are used unsigned', () => {
    const nodeId = long(0n);
    const bookId = { fileNum: long(102n) };
    const others = Buffer.from(encodeBook([makeNode(0)]));
    const added = [
      { ledgerIdPublication: { ledgerId: Buffer.alloc(32, 1), nodeContributions: [{ nodeId }] } },
      { fileUpdate: { fileID: bookId, contents: others } },
      { nodeStakeUpdate: { nodeStake: [{ nodeId, stake: long(9n) }] } },
    ].map((body, index) => makeItem({ time: START + BigInt(index) + 1n, body }));
    const block = unwrap(wrap(added), accepting);
    expect(block.unsignedTimes).toEqual(new Set([START + 1n, START + 2n, START + 3n]));
    const books = bootstrapAddressBooks(encodeBook([makeNode(1)]));
    expect(books.apply(block)).toMatchObject({ fileData: [], books: [{ previousStart: null }] });
    const stakes = new NodeStakes();
    stakes.apply(block);
    expect(stakes.updates).toBe(0);
    const history = new LedgerHistory({ pinned: null, given: null, allowsFirstUse: true });
    const pool = new ThresholdPool({ threads: 1, maxWaiting: 1, profiles: new Map() });
    const trust = new NetworkTrust(history, pool, SILENT_LOG);
    expect(trust.propose(block)).toBe(true);
    expect(trust.confirm({ kind: 'record-file-proof', ...UNSIGNED })).toMatchObject([{ grounds: 'chain' }]);
    // The nodes signed the same transaction in the record file.
    expect(trust.propose({ ...block, unsignedTimes: new Set() })).toBe(true);
    expect(trust.confirm({ kind: 'record-file-proof', ...UNSIGNED })).toMatchObject([
      { grounds: 'record-file-proof' },
    ]);
  });
});

describe('a wrapped record block', () => {
  const file = writeV6([makeItem({ time: START })], ZERO_HASH, { number: 7n });
  const block = (number: bigint, recordFile: stream.IRecordFileItem, version = 6) => {
    const proof = { block: Long.fromString(String(number)), signedRecordFileProof: { version } };
    return readBlockFile('7.blk', makeBlock({ number, time: START, items: [{ recordFile }], proof }).bytes);
  };
  const creationTime = proto.Timestamp.encode(timestamp(START)).finish();
  const recordFileContents = file.bytes.subarray(4);

  it.each<[string, BlockFile, RegExp]>([
    [
      'another number',
      block(8n, { creationTime, recordFileContents }),
      /is block 8, but wraps record file 7/,
    ],
    ['no creation time', block(7n, { recordFileContents }), /no creation time/],
    ['an unknown version', block(7n, { creationTime, recordFileContents }, 3), /version 3, not 2, 5 or 6/],
    ['no content', block(7n, { creationTime }), /no start running hash/],
    [
      'millions of transactions',
      block(
        7n,
        { creationTime, recordFileContents: Buffer.alloc(600_006, Buffer.from('1a040a001200', 'hex')) },
        2,
      ),
      /more than 100000 transactions/,
    ],
    [
      'millions of amendments',
      block(7n, { creationTime, recordFileContents, amendments: Array(100_001).fill(Buffer.alloc(0)) }),
      /more than 100000 sidecars and amendments/,
    ],
  ])('is refused with %s', (_, wrapped, reason) => {
    expect(() => unwrap(wrapped)).toThrow(reason);
  });

  it('has a different hash than the one signed under another version', () => {
    const other = unwrap(block(7n, { creationTime, recordFileContents }, 2));
    expect(Buffer.from(other.hashes.record.fileHash)).not.toEqual(file.fileHash);
  });
});

describe.skipIf(sharedDir === null)('wrapped record blocks of ../shared', () => {
  const streams = `${sharedDir}/streams`;
  const wrapped = `${streams}/wrapped-record-blocks`;

  it.each([
    ['v5-block.blk.gz', '2022-01-01', 12n, 24n],
    ['v6-block.blk.gz', '2025-07-23', 12n, 31n],
  ])('%s contains the bytes of a record file, with its signatures', async (name, day, signed, total) => {
    const file = await open(`${wrapped}/samples/${name}`);
    const folder = `${MAINNET_FIXTURES}/${day}`;
    const paths = (readdirSync(folder, { recursive: true }) as string[]).filter((path) =>
      /(?<!_\d\d)\.rcd(\.gz)?$/.test(path),
    );
    const [path = ''] = paths;
    const wire = readFileSync(`${folder}/${path}`);
    const original = path.endsWith('.gz') ? gunzipSync(wire) : wire;
    expect(originalBytes(file).equals(original)).toBe(true);
    const block = unwrap(file);
    expect(path.endsWith(`/${block.name}`)).toBe(true);
    const proof = await prove(file, readFileSync(`${folder}/address_book.bin`));
    expect([proof.signedWeight, proof.totalWeight]).toEqual([signed, total]);
  });

  it('SOLO_4N: five blocks are proven by three of four nodes', async () => {
    const book = readFileSync(`${streams}/addressbook/fixtures/test-v6-4n.bin`);
    let previous: RecordBlock | null = null;
    for (const number of [0, 1, 2, 3, 4]) {
      const file = await open(`${wrapped}/SOLO_4N/${number}.blk.gz`);
      const block = unwrap(file);
      const proof = await prove(file, book);
      expect([proof.signedWeight, proof.totalWeight]).toEqual([3n, 4n]);
      expect(block.number).toBe(BigInt(number));
      if (previous) {
        expect(block.hashes.record.previousHash).toEqual(previous.hashes.record.hash);
        expect(block.hashes.root?.previousHash).toEqual(previous.hashes.root?.hash);
      }
      previous = block;
    }
  });

  it.each([
    ['mainnet', 'mainnet', 10n, 13n],
    ['testnet', 'testnet', 7n, 7n],
  ])("%s's genesis is proven", async (network, name, signed, total) => {
    const file = await open(`${wrapped}/${network}/genesis/0000000000000000000.blk.zstd`);
    const books = readFileSync(`${streams}/addressbook/network/${name}`);
    const proof = await prove(file, books);
    expect([proof.signedWeight, proof.totalWeight]).toEqual([signed, total]);
  });
});

function field(number: number, bytes: Uint8Array): Buffer {
  const length = [];
  for (let rest = bytes.length; ; rest >>>= 7) {
    length.push(rest > 0x7f ? (rest & 0x7f) | 0x80 : rest);
    if (rest <= 0x7f) break;
  }
  return Buffer.concat([Buffer.from([(number << 3) | 2, ...length]), bytes]);
}
