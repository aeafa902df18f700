import { gzipSync } from 'node:zlib';
import { sha384 } from '@tain/ledger/record-stream';
import { MAX_MESSAGE_DEPTH } from '@tain/protos/decoding';
import { proto } from '@tain/protos/hapi';
import fc from 'fast-check';
import Long from 'long';
import { describe, expect, it } from 'vitest';
import type { RecordBlock } from '../../../src/ingest/decode/decoded-block.ts';
import { inflateFile } from '../../../src/ingest/decode/inflate.ts';
import { DECODED_ITEMS } from '../../../src/ingest/decode/items.ts';
import { readRecordFile } from '../../../src/ingest/decode/record-file.ts';
import { SidecarContent } from '../../../src/ingest/decode/sidecar-file.ts';
import { StreamFileError } from '../../../src/ingest/decode/stream-error.ts';
import {
  lengthDelimited,
  makeItem,
  type RawItem,
  START,
  timestamp,
  varint,
  writeV2,
  writeV5,
  writeV6,
  ZERO_HASH,
} from '../stream-writer.ts';

const NAME = '2023-11-14T22_13_20.000000000Z.rcd';
const item = makeItem({ time: START });

function read(bytes: Uint8Array): RecordBlock {
  return readRecordFile(NAME, bytes);
}

/** Returns the error of a read. Every failure must be a StreamFileError that names the file. */
function refusal(bytes: Uint8Array): StreamFileError {
  try {
    read(bytes);
  } catch (error) {
    if (error instanceof StreamFileError) {
      expect(error.file).toBe(NAME);
      return error;
    }
    throw error;
  }
  throw new Error('was not refused');
}

const writers = {
  v1: (items: readonly RawItem[], previous: Buffer) => writeV2(items, previous, 1),
  v2: (items: readonly RawItem[], previous: Buffer) => writeV2(items, previous),
  v5: writeV5,
  v6: (items: readonly RawItem[], previous: Buffer) => writeV6(items, previous, { number: 7n }),
};

describe.each(Object.entries(writers))('record file %s', (_, write) => {
  const previous = sha384(Buffer.from('before'));

  it('returns blocks with the raw bytes of their items and the hashes of the format', () => {
    const items = [makeItem({ time: START }), makeItem({ time: START + 5n, status: 10 })];
    const file = write(items, previous);
    const block = read(file.bytes);
    expect(Buffer.from(block.hashes.record.previousHash)).toEqual(previous);
    expect(Buffer.from(block.hashes.record.hash)).toEqual(file.hash);
    expect(Buffer.from(block.hashes.record.fileHash)).toEqual(file.fileHash);
    expect(block.hashes.record.metadataHash && Buffer.from(block.hashes.record.metadataHash)).toEqual(
      file.metadataHash,
    );
    expect([block.consensusStart, block.consensusEnd]).toEqual([START, START + 5n]);
    expect(block.items).toHaveLength(2);
    for (const [index, raw] of items.entries()) {
      const decoded = block.items[index];
      expect(Buffer.from(decoded?.transactionBytes ?? [])).toEqual(Buffer.from(raw.transaction));
      expect(Buffer.from(decoded?.recordBytes ?? [])).toEqual(Buffer.from(raw.record));
      expect(decoded?.index).toBe(index);
    }
    expect(
      block.items.map(({ successful, status, payer, type }) => [successful, status, payer, type]),
    ).toEqual([
      [true, 22, 1001n, 14],
      [false, 10, 1001n, 14],
    ]);
  });

  it('refuses a file that ends anywhere before its end', () => {
    const { bytes } = write([item], previous);
    let refused = 0;
    for (let length = 0; length < bytes.length; length += 1) {
      const cut = bytes.subarray(0, length);
      try {
        // A v6 file without its last fields may still parse, but then its hashes differ.
        const block = read(cut);
        expect(Buffer.from(block.hashes.record.fileHash)).not.toEqual(sha384(bytes));
      } catch (error) {
        expect(error).toBeInstanceOf(StreamFileError);
        refused += 1;
      }
    }
    expect(refused).toBeGreaterThan(bytes.length * 0.9);
  });

  it('survives any flipped bit: refused, or read with another file hash', () => {
    const { bytes, fileHash } = write([item], previous);
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const flipped = Buffer.from(bytes);
      flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      try {
        expect(Buffer.from(read(flipped).hashes.record.fileHash)).not.toEqual(fileHash);
      } catch (error) {
        expect(error).toBeInstanceOf(StreamFileError);
      }
    }
  });

  it('throws only StreamFileError, after any valid beginning', () => {
    const { bytes } = write([item], previous);
    fc.assert(
      fc.property(fc.nat(bytes.length), fc.uint8Array({ maxLength: 200 }), (length, tail) => {
        try {
          read(Buffer.concat([bytes.subarray(0, length), tail]));
        } catch (error) {
          expect(error).toBeInstanceOf(StreamFileError);
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe('properties of reading', () => {
  it('decodes the encoded content, in every format', () => {
    const bodies = fc.record({
      memo: fc.string({ maxLength: 40 }),
      gap: fc.bigInt({ min: 1n, max: 10n ** 9n }),
      status: fc.integer({ min: 0, max: 300 }),
      form: fc.constantFrom('signed', 'bodyBytes', 'body' as const),
    });
    fc.assert(
      fc.property(
        fc.array(bodies, { minLength: 1, maxLength: 8 }),
        fc.constantFrom(...Object.values(writers)),
        (all, write) => {
          let time = START;
          const items = all.map(({ memo, gap, status, form }) => {
            time += gap;
            return makeItem({ time, status, form: form as 'signed', body: { cryptoTransfer: {}, memo } });
          });
          const block = read(write(items, ZERO_HASH).bytes);
          expect(block.items.map(({ body }) => body.memo)).toEqual(all.map(({ memo }) => memo));
          expect(block.items.map(({ status }) => status)).toEqual(all.map(({ status }) => status));
          expect(block.consensusEnd).toBe(time);
          expect(block.items[0]?.signatureMap.sigPair).toHaveLength(1);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('throws StreamFileError for any bytes', () => {
    const versions = fc.constantFrom(0, 1, 2, 3, 4, 5, 6, 7, -1);
    fc.assert(
      fc.property(versions, fc.uint8Array({ maxLength: 300 }), (version, bytes) => {
        const head = Buffer.alloc(4);
        head.writeInt32BE(version);
        expect(refusal(Buffer.concat([head, bytes])).code).toBe('malformed');
      }),
      { numRuns: 500 },
    );
  });
});

describe('record files v1 to v5 at their limits', () => {
  it('refuses lengths out of range, wrong markers and files without transactions', () => {
    const { bytes } = writeV2([item], ZERO_HASH);
    for (const length of [0, -1, 65_537, 0x7fffffff]) {
      const wrong = Buffer.from(bytes);
      wrong.writeInt32BE(length, 58);
      expect(refusal(wrong).reason).toContain(`the length of a transaction is ${length}`);
    }
    const marker = Buffer.from(bytes);
    marker[8] = 7;
    expect(refusal(marker).reason).toContain('the marker of the previous hash is 7, not 1');
    const itemMarker = Buffer.from(bytes);
    itemMarker[57] = 1;
    expect(refusal(itemMarker).reason).toContain('the marker of a transaction is 1, not 2');
    expect(refusal(writeV2([], ZERO_HASH).bytes).reason).toContain('holds no transaction');
    expect(refusal(writeV5([], ZERO_HASH).bytes).reason).toContain('holds no transaction');
  });

  it('accepts an element of the maximum length', () => {
    const memo = makeItem({ time: START, extraBody: lengthDelimited(6, Buffer.alloc(65_000, 0x61)) });
    expect(memo.transaction.length).toBeLessThanOrEqual(65_536);
    expect(read(writeV5([memo], ZERO_HASH).bytes).items).toHaveLength(1);
  });

  it('refuses bytes after the end of a v5 file, and a wrong running hash', () => {
    const { bytes } = writeV5([item], ZERO_HASH);
    expect(refusal(Buffer.concat([bytes, Buffer.from([0])])).code).toBe('malformed');
    const wrong = Buffer.from(bytes);
    wrong[wrong.length - 1] = (wrong.at(-1) ?? 0) ^ 1;
    expect(refusal(wrong).reason).toContain('running hash');
  });
});

describe('record file v6', () => {
  it('refuses a running hash that does not follow from its items', () => {
    const { bytes } = writeV6([item], ZERO_HASH, { number: 1n, endHash: sha384(Buffer.from('x')) });
    expect(refusal(bytes).reason).toContain('running hash does not follow');
  });

  it('uses the instant of its name for an empty file', () => {
    const block = read(writeV6([], ZERO_HASH, { number: 1n }).bytes);
    expect(block.items).toEqual([]);
    expect([block.consensusStart, block.consensusEnd]).toEqual([START, START]);
  });

  it('ignores unknown fields', () => {
    const { bytes } = writeV6([item], ZERO_HASH, { number: 1n });
    const extended = Buffer.concat([
      bytes,
      lengthDelimited(99, Buffer.from('later')),
      varint(98 * 8),
      varint(5),
    ]);
    expect(read(extended).items).toHaveLength(1);
  });

  it('refuses an item with two records, although a decoder would merge them', () => {
    const doubled = Buffer.concat([
      lengthDelimited(1, item.transaction),
      lengthDelimited(2, item.record),
      lengthDelimited(2, item.record),
    ]);
    const { bytes } = writeV6([], ZERO_HASH, { number: 1n });
    expect(refusal(Buffer.concat([bytes, lengthDelimited(3, doubled)])).reason).toContain('two records');
  });

  it('reads block numbers of the whole signed range', () => {
    for (const number of [0n, -9_223_372_036_854_775_797n, 9_223_372_036_854_775_807n]) {
      expect(read(writeV6([item], ZERO_HASH, { number }).bytes).number).toBe(number);
    }
  });
});

describe('items', () => {
  function types(extraBody: Uint8Array, body: proto.ITransactionBody = {}): number {
    const raw = makeItem({ time: START, body, extraBody });
    return read(writeV5([raw], ZERO_HASH).bytes).items[0]?.type ?? -1;
  }

  it('identifies a type newer than the protos by its tag', () => {
    expect(types(lengthDelimited(150, Buffer.from('new')))).toBe(150);
    expect(
      types(Buffer.concat([lengthDelimited(150, Buffer.alloc(1)), lengthDelimited(151, Buffer.alloc(1))])),
    ).toBe(0);
    expect(types(Buffer.alloc(0))).toBe(0);
    // An unknown field besides a known type is ignored.
    expect(types(lengthDelimited(150, Buffer.from('new')), { cryptoDelete: {} })).toBe(12);
  });

  it('finds parents: the previous item, its parent, and the batch of that', () => {
    const batch = START;
    const inner = START + 1n;
    const items = [
      makeItem({ time: batch }),
      makeItem({ time: inner, parentTime: batch }),
      makeItem({ time: START + 2n, parentTime: inner }),
      makeItem({ time: START + 3n, parentTime: inner }),
      makeItem({ time: START + 4n, parentTime: batch }),
      makeItem({ time: START + 5n, parentTime: START - 1n }),
    ];
    const block = read(writeV5(items, ZERO_HASH).bytes);
    expect(block.items.map(({ parent }) => parent?.index ?? null)).toEqual([null, 0, 1, 1, 0, null]);
  });

  it('counts a child as successful only with its parent', () => {
    const items = [makeItem({ time: START, status: 33 }), makeItem({ time: START + 1n, parentTime: START })];
    expect(read(writeV5(items, ZERO_HASH).bytes).items.map(({ successful }) => successful)).toEqual([
      false,
      false,
    ]);
  });

  it('caches few decoded items, and decodes the others again', () => {
    const many = Array.from({ length: DECODED_ITEMS + 1 }, (_, i) => makeItem({ time: START + BigInt(i) }));
    const [first, ...others] = read(writeV5(many, ZERO_HASH).bytes).items;
    if (!first) throw new Error('no item');
    const { body, record, signatureMap } = first;
    expect(first.body).toBe(body);
    for (const other of others) expect(other.record).toBeDefined();
    expect(first.body).not.toBe(body);
    expect(first.body).toEqual(body);
    expect(first.record).not.toBe(record);
    expect(first.record).toEqual(record);
    expect(first.signatureMap).toEqual(signatureMap);
  });

  it('finds the hook call a contract child descends from', () => {
    const call = (contract: number) => ({
      contractCallResult: { contractID: { contractNum: Long.fromNumber(contract) } },
    });
    const items = [
      makeItem({ time: START }),
      makeItem({ time: START + 1n, parentTime: START, record: call(365) }),
      makeItem({ time: START + 2n, parentTime: START, record: call(1234) }),
      makeItem({ time: START + 3n, parentTime: START }),
      makeItem({ time: START + 4n, parentTime: START, record: call(365) }),
      makeItem({ time: START + 5n, parentTime: START, record: call(1234) }),
      makeItem({ time: START + 6n }),
      makeItem({ time: START + 7n, parentTime: START + 6n, record: call(1234) }),
    ];
    const block = read(writeV5(items, ZERO_HASH).bytes);
    const found = block.items.map(({ hookParent }) => hookParent?.index ?? null);
    expect(found).toEqual([null, null, 1, null, null, 4, null, null]);
  });

  it('has the empty payer if the payer is not a number in range', () => {
    const payer = (accountNum: Long) => ({
      transactionID: { accountID: { accountNum } },
      cryptoTransfer: {},
    });
    for (const number of [Long.fromNumber(-5), Long.MAX_VALUE]) {
      const raw = makeItem({ time: START, body: payer(number) });
      expect(read(writeV5([raw], ZERO_HASH).bytes).items[0]?.payer).toBe(0n);
    }
  });

  it('refuses a record without consensus time and a transaction without body', () => {
    const { transaction, record } = item;
    const timeless = proto.TransactionRecord.encode({ receipt: { status: 22 } }).finish();
    expect(refusal(writeV5([{ transaction, record: timeless }], ZERO_HASH).bytes).reason).toContain(
      'transaction 0 cannot be read: its record has no consensus timestamp',
    );
    const empty = lengthDelimited(3, Buffer.alloc(0));
    expect(refusal(writeV5([{ transaction: empty, record }], ZERO_HASH).bytes).reason).toContain(
      'has no body',
    );
  });

  it('refuses deeply nested keys', () => {
    let key: Buffer = lengthDelimited(2, Buffer.alloc(32));
    const nested = (depth: number) => {
      for (let level = 0; level < depth; level += 1) key = lengthDelimited(6, lengthDelimited(1, key));
      const extraBody = lengthDelimited(11, lengthDelimited(1, key));
      return writeV6([makeItem({ time: START, body: {}, extraBody })], ZERO_HASH, { number: 1n }).bytes;
    };
    expect(read(nested(15)).items[0]?.type).toBe(11);
    // Together with the levels before: the deepest one.
    expect(read(nested(MAX_MESSAGE_DEPTH - 16)).items[0]?.type).toBe(11);
    expect(refusal(nested(20_000)).reason).toContain(`nested deeper than ${MAX_MESSAGE_DEPTH} levels`);
    // An exceeded limit does not affect the next file.
    expect(read(writeV5([item], ZERO_HASH).bytes).items).toHaveLength(1);
  });
});

describe('sidecars', () => {
  const time = timestamp(START);
  const records = [
    { consensusTimestamp: time, migration: true },
    { consensusTimestamp: timestamp(START + 9n) },
  ];
  const file = writeV6([item], ZERO_HASH, { number: 1n, sidecars: [records] });
  const [sidecar] = file.sidecars;
  const contentOf = (bytes: Buffer) => new SidecarContent(1, 'x_01.rcd.gz', bytes, 77);
  const content = contentOf(sidecar?.bytes ?? Buffer.alloc(0));

  it('are joined to the items of their consensus time', () => {
    const block = readRecordFile(NAME, file.bytes, { sidecars: [content] });
    expect(block.sidecars).toMatchObject([{ id: 1, name: 'x_01.rcd.gz', types: [1], size: 77, count: 2 }]);
    expect(block.items[0]?.sidecars).toHaveLength(1);
    expect(block.items[0]?.sidecars[0]?.migration).toBe(true);
  });

  it('are refused if missing or different', () => {
    const other = contentOf(Buffer.concat([content.bytes, Buffer.from([0x78, 1])]));
    expect(() => readRecordFile(NAME, file.bytes, { sidecars: [] })).toThrow('sidecar 1 is missing');
    expect(() => readRecordFile(NAME, file.bytes, { sidecars: [other] })).toThrow(StreamFileError);
  });

  it('have ids that fit their names, each once', () => {
    for (const sidecarIds of [
      [0, 1],
      [100, 1],
      [1, 1],
      [-1, 1],
    ]) {
      const { bytes } = writeV6([item], ZERO_HASH, { number: 1n, sidecars: [records, records], sidecarIds });
      expect(refusal(bytes).reason).toMatch(/sidecar/);
    }
  });
});

describe('inflateFile', () => {
  it('detects compression by the name', async () => {
    const bytes = gzipSync('text');
    expect((await inflateFile('a.rcd.gz', bytes, 100)).toString()).toBe('text');
    expect(await inflateFile('a.rcd', bytes, 100)).toEqual(bytes);
  });

  it('refuses a bomb without inflating it', async () => {
    const bomb = gzipSync(Buffer.alloc(200 * 1024 * 1024));
    const before = process.memoryUsage().rss;
    await expect(inflateFile('a.rcd.gz', bomb, 1024 * 1024)).rejects.toMatchObject({ code: 'too-large' });
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024);
    await expect(inflateFile('a.rcd', bomb, 1000)).rejects.toMatchObject({ code: 'too-large' });
  });

  it('refuses truncated gzip and other bytes', async () => {
    const bytes = gzipSync(Buffer.alloc(5000, 7));
    for (let length = 0; length < bytes.length; length += 1) {
      await expect(inflateFile('a.rcd.gz', bytes.subarray(0, length), 10_000)).rejects.toBeInstanceOf(
        StreamFileError,
      );
    }
    await expect(inflateFile('a.rcd.gz', Buffer.from('plain'), 100)).rejects.toMatchObject({
      code: 'malformed',
    });
  });
});
