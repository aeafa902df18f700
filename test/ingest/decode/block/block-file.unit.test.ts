import { ITEM } from '@tain/ledger/block-item';
import type { stream } from '@tain/protos/block-stream';
import fc from 'fast-check';
import Long from 'long';
import { describe, expect, it } from 'vitest';
import { possibleRoots, readBlockFile } from '../../../../src/ingest/decode/block/block-file.ts';
import { blockSize, splitBlock } from '../../../../src/ingest/decode/block/block-items.ts';
import { StreamFileError } from '../../../../src/ingest/decode/stream-error.ts';
import { EMPTY, encodeItem, joinItems, leafOf, makeBlock } from '../../block-writer.ts';
import { lengthDelimited, START, varint } from '../../stream-writer.ts';

const NAME = '0000/0000/0000/0000/007.blk.zstd';

/** Returns the error of a read. Every failure must be a StreamFileError that names the file. */
function refusal(bytes: Uint8Array): string {
  try {
    readBlockFile(NAME, bytes);
  } catch (error) {
    if (!(error instanceof StreamFileError)) throw error;
    expect(error.file).toBe(NAME);
    return error.reason;
  }
  throw new Error('was not refused');
}

const hash = (text: string) => leafOf(Buffer.from(text));
const items: readonly stream.IBlockItem[] = [
  { roundHeader: { roundNumber: Long.fromNumber(5) } },
  { eventHeader: Buffer.from([8, 1]) },
  { signedTransaction: Buffer.from('a transaction') },
  { transactionResult: { status: 22 } },
  { transactionOutput: { utilPrng: { prngNumber: 0 } } },
  { traceData: { submitMessageTraceData: { sequenceNumber: Long.fromNumber(9) } } },
  { stateChanges: { stateChanges: [{ stateId: 21 }, { stateId: 7 }] } },
  { signedTransaction: Buffer.from('another') },
];
const written = makeBlock({ number: 7n, time: START, items, previousRoot: hash('block 6') });

describe('a block', () => {
  it('is split into its items, with header, footer, proof and both root hashes', () => {
    const file = readBlockFile(NAME, written.bytes);
    expect(file.header).toMatchObject({
      number: 7n,
      hapiVersion: { major: 0, minor: 78, patch: 0 },
      softwareVersion: { major: 0, minor: 78, patch: 0 },
      timestamp: START,
    });
    expect(file.footer.previousRoot).toEqual(hash('block 6'));
    expect(file.items.map(({ kind }) => kind)).toEqual([3, 2, 4, 5, 6, 11, 7, 4]);
    expect(file.items[2]?.content.toString()).toBe('a transaction');
    expect(file.isWrapped).toBe(false);
    expect(file.proofs[0].kind).toBe('signed-block');
    expect(file.roots).toEqual({ eightLeaves: written.eightLeaves, sixteenLeaves: written.sixteenLeaves });
  });

  it('is the same for a file and for its items', () => {
    const split = [...splitBlock(written.bytes)];
    expect(readBlockFile(NAME, split)).toEqual(readBlockFile(NAME, written.bytes));
    expect(() => readBlockFile(NAME, split.slice(1))).toThrow(StreamFileError);
  });

  it('has the size of the file built from its items', () => {
    const item = fc.oneof(fc.nat(300), fc.constantFrom(127, 128, 16_383, 16_384, 2_097_151, 2_097_152));
    fc.assert(
      fc.property(fc.array(item, { maxLength: 4 }), (sizes) => {
        const made = sizes.map((size) => Buffer.alloc(size));
        expect(blockSize(made)).toBe(joinItems(made).length);
      }),
      { numRuns: 30 },
    );
  });

  it('has the root form of its release; a wrapped record block can have either', () => {
    const at = (minor: number, inner: readonly stream.IBlockItem[]) => {
      const block = makeBlock({ number: 7n, time: START, hapi: [0, minor, 0], items: inner });
      return { block, roots: possibleRoots(readBlockFile(NAME, block.bytes)) };
    };
    const old = at(77, items);
    expect(old.roots).toEqual([old.block.eightLeaves]);
    const current = at(78, items);
    expect(current.roots).toEqual([current.block.sixteenLeaves]);
    const wrapped = [{ recordFile: { recordFileContents: Buffer.from([1]) } }];
    const past = at(3, wrapped);
    expect(past.roots).toEqual([past.block.eightLeaves, past.block.sixteenLeaves]);
    const present = at(78, wrapped);
    expect(present.roots).toEqual([present.block.sixteenLeaves, present.block.eightLeaves]);
  });

  it('is hashed with the hash of a filtered item', () => {
    const [dropped] = [items[3] ?? {}];
    const omitted = { itemHash: leafOf(encodeItem(dropped)), tree: 6 };
    for (const replacement of [{ filteredSingleItem: omitted }, { redactedItem: omitted }]) {
      const other = items.map((item) => (item === dropped ? replacement : item));
      const block = makeBlock({ number: 7n, time: START, items: other, previousRoot: hash('block 6') });
      expect(readBlockFile(NAME, block.bytes).roots).toEqual(readBlockFile(NAME, written.bytes).roots);
    }
    for (const tree of [0, 1, 3, 17]) {
      const block = makeBlock({ number: 7n, time: START, items: [{ redactedItem: { ...omitted, tree } }] });
      expect(refusal(block.bytes)).toMatch(`item 1: was left out of tree ${tree}`);
    }
    const short = { filteredSingleItem: { itemHash: Buffer.alloc(47), tree: 6 } };
    expect(refusal(makeBlock({ number: 7n, time: START, items: [short] }).bytes)).toMatch(/47 bytes/);
  });

  it('is hashed with items of newer kinds in the subtree of their number', () => {
    const withKind = (kind: number) => {
      const newer = lengthDelimited(kind, Buffer.from('new'));
      const [first, ...rest] = written.items;
      return joinItems([first ?? EMPTY, newer, ...rest]);
    };
    const { roots } = readBlockFile(NAME, written.bytes);
    for (const known of [23, 24, 25, 26, 27, 45]) {
      const changed = readBlockFile(NAME, withKind(known)).roots;
      expect(changed.eightLeaves).not.toBeNull();
      expect(changed.eightLeaves).not.toEqual(roots.eightLeaves);
    }
    for (const subtree of [28, 35, 48]) {
      expect(readBlockFile(NAME, withKind(subtree)).roots.eightLeaves).toBeNull();
    }
    for (const uncovered of [13, 15, 18, 20, 21, 22, 36, 38, 39, 40, 61]) {
      const reason = `item 1: is of kind ${uncovered}, which no tree of the root hash covers`;
      expect(refusal(withKind(uncovered))).toBe(reason);
    }
  });

  it.each<[string, (raw: Buffer[]) => Uint8Array[], RegExp]>([
    ['nothing', () => [], /does not begin with a header/],
    ['no header', (raw) => raw.slice(1), /does not begin with a header/],
    ['two headers', (raw) => [...raw.slice(0, 1), ...raw], /header or a proof among/],
    ['no footer', (raw) => raw.filter((_, index) => index !== raw.length - 2), /has no footer/],
    ['two footers', (raw) => [...raw.slice(0, -1), ...raw.slice(-2)], /items after its footer/],
    ['an item after its footer', (raw) => [...raw, ...raw.slice(1, 2)], /items after its footer/],
    ['no proof', (raw) => raw.slice(0, -1), /has no proof/],
    ['a proof before its footer', (raw) => [...raw.slice(0, 3), ...raw.slice(-1), ...raw.slice(3)], /among/],
    [
      'an empty item',
      (raw) => [...raw.slice(0, 3), Buffer.alloc(0), ...raw.slice(3)],
      /item 3: an item is empty/,
    ],
    [
      'an item with two values',
      (raw) => [...raw.slice(0, 1), Buffer.concat(raw.slice(1, 3))],
      /more than one value/,
    ],
    ['an item that is a number', (raw) => [...raw.slice(0, 1), Buffer.from([0x20, 1])], /wire type 0/],
  ])('is refused with %s', (_, change, reason) => {
    expect(refusal(joinItems(change([...written.items])))).toMatch(reason);
  });

  it.each<[string, stream.IBlockProof, RegExp]>([
    ['of another block', { block: Long.fromNumber(8), signedBlockProof: {} }, /proof is of block 8/],
    ['of an unknown kind', { block: Long.fromNumber(7) }, /an unknown kind/],
    [
      'with a path that is too long',
      { block: Long.fromNumber(7), blockStateProof: { paths: [{ siblings: new Array(4097).fill({}) }] } },
      /4097 nodes/,
    ],
  ])('is refused with a proof %s', (_, proof, reason) => {
    expect(refusal(makeBlock({ number: 7n, time: START, proof }).bytes)).toMatch(reason);
  });

  it('is refused with two record files, or other items beside one', () => {
    const file = { recordFile: {} };
    expect(refusal(makeBlock({ number: 7n, time: START, items: [file, file] }).bytes)).toMatch(
      /2 record files/,
    );
    const mixed = makeBlock({ number: 7n, time: START, items: [file, { transactionResult: {} }] });
    expect(refusal(mixed.bytes)).toMatch(/items of kind 5 beside its record file/);
  });

  it('may have several proofs; those of a newer kind are ignored', () => {
    const proof = (signature: string) =>
      encodeItem({
        blockProof: {
          block: Long.fromNumber(7),
          signedBlockProof: { blockSignature: Buffer.from(signature) },
        },
      });
    const newer = lengthDelimited(9, Buffer.concat([Buffer.of(8, 7), lengthDelimited(5, Buffer.of(1))]));
    const upToFooter = written.items.slice(0, -1);
    const proofsOf = (...proofs: Buffer[]) =>
      readBlockFile(NAME, joinItems([...upToFooter, ...proofs])).proofs.map((each) =>
        each.kind === 'signed-block' ? each.signature.toString() : each.kind,
      );
    expect(proofsOf(newer, proof('a'), newer, proof('b'))).toEqual(['a', 'b']);
    expect(refusal(joinItems([...upToFooter, newer]))).toMatch(/an unknown kind/);
    expect(refusal(joinItems([...upToFooter, ...new Array(9).fill(proof('a'))]))).toMatch(/9 proofs/);
    const foreign = encodeItem({ blockProof: { block: Long.fromNumber(99) } });
    expect(refusal(joinItems([...written.items, foreign]))).toMatch(/proof is of block 99/);
    const both = encodeItem({
      blockProof: {
        block: Long.fromNumber(7),
        signedBlockProof: { blockSignature: Buffer.of(1) },
        signedRecordFileProof: { version: 6 },
      },
    });
    // The last kind counts, as in nodes and in the verifier of proofs.
    expect(proofsOf(both)).toEqual(['record-file']);
  });

  it('is refused if it is older than the rules of its root hash', () => {
    const at = (minor: number) => makeBlock({ number: 7n, time: START, hapi: [0, minor, 0], items }).bytes;
    expect(refusal(at(71))).toMatch(/is of HAPI 0.71: how blocks before 0.72 are hashed/);
    expect(readBlockFile(NAME, at(72)).header.hapiVersion.minor).toBe(72);
  });
});

describe('hostile bytes of a block', () => {
  it('are refused when they end anywhere before the end', () => {
    for (let length = 0; length < written.bytes.length; length += 1)
      refusal(written.bytes.subarray(0, length));
  });

  it('are refused, have other root hashes, or decode to the same, with any flipped bit', () => {
    const { proofs: _, ...whole } = readBlockFile(NAME, written.bytes);
    for (let bit = 0; bit < written.bytes.length * 8; bit += 1) {
      const flipped = Buffer.from(written.bytes);
      flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      try {
        const { proofs: _, ...file } = readBlockFile(NAME, flipped);
        if (file.roots.sixteenLeaves.equals(whole.roots.sixteenLeaves)) expect(file).toEqual(whole);
      } catch (error) {
        expect(error).toBeInstanceOf(StreamFileError);
      }
    }
  });

  it('throw no other error, after any valid beginning', () => {
    fc.assert(
      fc.property(fc.nat(written.bytes.length), fc.uint8Array({ maxLength: 200 }), (length, tail) => {
        try {
          readBlockFile(NAME, Buffer.concat([written.bytes.subarray(0, length), tail]));
        } catch (error) {
          expect(error).toBeInstanceOf(StreamFileError);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('may contain at most a million items', () => {
    const [header = EMPTY] = written.items;
    // Proofs, which are not hashed, to save time.
    const tiny = lengthDelimited(1, lengthDelimited(9, Buffer.alloc(0)));
    const many = Buffer.concat([lengthDelimited(1, header), ...new Array(1_000_000).fill(tiny)]);
    expect(refusal(many)).toBe('has more than 1000000 items');
  });

  it('may declare any length or nest groups deeply without harm', () => {
    const footer = encodeItem({ blockFooter: {} });
    expect(refusal(Buffer.concat([varint(10), varint(2 ** 31), Buffer.alloc(20)]))).toMatch(/longer than/);
    expect(refusal(joinItems([...written.items.slice(0, 1), footer]))).toMatch(/0 bytes, not 48/);
    const groups = lengthDelimited(1, Buffer.alloc(200_000, 0x63));
    const [, ...rest] = written.items;
    refusal(joinItems([groups, ...rest]));
  });
});

it('kinds of items have the tags of the format', () => {
  const kinds = written.items.map((bytes) => (bytes[0] ?? 0) >> 3);
  expect(kinds).toEqual([
    ITEM.header,
    ...[ITEM.roundHeader, ITEM.eventHeader, ITEM.signedTransaction, ITEM.result, ITEM.output, ITEM.trace],
    ...[ITEM.stateChanges, ITEM.signedTransaction, ITEM.footer, ITEM.proof],
  ]);
});
