import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { stream } from '@tain/protos/block-stream';
import { MAX_MESSAGE_DEPTH } from '@tain/protos/decoding';
import { proto } from '@tain/protos/hapi';
import fc from 'fast-check';
import Long from 'long';
import { describe, expect, it } from 'vitest';
import { Backwards } from '../../../../src/ingest/decode/block/backwards.ts';
import { readBlock } from '../../../../src/ingest/decode/block/block.ts';
import { possibleRoots, readBlockFile } from '../../../../src/ingest/decode/block/block-file.ts';
import { contractSidecars, FirstReads } from '../../../../src/ingest/decode/block/contract-traces.ts';
import { StateContext } from '../../../../src/ingest/decode/block/state-context.ts';
import type { BlockTransaction } from '../../../../src/ingest/decode/block/transactions.ts';
import { inflateFile, MAX_INFLATED_BYTES } from '../../../../src/ingest/decode/inflate.ts';
import { StreamFileError } from '../../../../src/ingest/decode/stream-error.ts';
import { FIXTURES } from '../../../fixtures.ts';
import { makeBlock } from '../../block-writer.ts';
import { lengthDelimited, makeItem, START, timestamp, writeV6, ZERO_HASH } from '../../stream-writer.ts';

/** Random bytes of a block are read or refused as a stream file. No other error may be thrown, and nothing may hang. */

const RUNS = 300;
const time = Buffer.from(proto.Timestamp.encode(timestamp(START)).finish());

/** Returns a wrapped record block of genesis with state, an amendment and a signature beside its record file. */
function wrapped(): Buffer {
  const file = writeV6([makeItem({ time: START })], ZERO_HASH, { number: 0n });
  const accountId = { accountNum: Long.fromNumber(1001) };
  const stateChanges = {
    consensusTimestamp: time,
    stateChanges: [
      {
        stateId: 2,
        mapUpdate: {
          key: { accountIdKey: proto.AccountID.encode(accountId).finish() },
          value: { accountValue: proto.Account.encode({ accountId, alias: Buffer.alloc(20, 1) }).finish() },
        },
      },
    ],
  };
  const amended = makeItem({ time: START + 1n });
  const recordFile = {
    creationTime: time,
    recordFileContents: file.bytes.subarray(4),
    amendments: [
      proto.RecordStreamItem.encode({
        transaction: proto.Transaction.decode(amended.transaction),
        record: proto.TransactionRecord.decode(amended.record),
      }).finish(),
    ],
  };
  const recordFileSignatures = [{ nodeId: Long.fromNumber(0), signaturesBytes: Buffer.alloc(384, 5) }];
  const proof = { block: Long.UZERO, signedRecordFileProof: { version: 6, recordFileSignatures } };
  return makeBlock({ number: 0n, time: START, items: [{ stateChanges }, { recordFile }], proof }).bytes;
}

function read(bytes: Uint8Array): void {
  const file = readBlockFile('7.blk', bytes);
  readBlock(file, possibleRoots(file)[0] ?? Buffer.alloc(48), bytes.length, { acceptsUnsigned: true });
}

function expectReadOrRefused(bytes: Uint8Array): void {
  try {
    read(bytes);
  } catch (error) {
    expect(error).toBeInstanceOf(StreamFileError);
    expect(String(error)).not.toContain('\n');
  }
}

describe('changed blocks', async () => {
  const real = await inflateFile(
    '7.blk.zstd',
    readFileSync(`${FIXTURES}/blocks/007.blk.zstd`),
    MAX_INFLATED_BYTES,
  );
  const own = wrapped();

  it('unchanged ones are read', () => {
    expect(() => read(own)).not.toThrow();
  });

  it.each([
    ['a block of the block stream', real],
    ['a wrapped record block', own],
  ])('%s: bytes changed, removed, inserted, truncated', (_, bytes) => {
    const index = fc.nat({ max: bytes.length - 1 });
    const change = fc.record({
      at: index,
      removed: fc.nat({ max: 40 }),
      added: fc.uint8Array({ maxLength: 40 }),
    });
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 4 }), fc.option(index), (changes, end) => {
        let changed = Buffer.from(bytes);
        for (const { at, removed, added } of changes) {
          changed = Buffer.concat([changed.subarray(0, at), added, changed.subarray(at + removed)]);
        }
        expectReadOrRefused(end === null ? changed : changed.subarray(0, end));
      }),
      { numRuns: RUNS, seed: 7 },
    );
  });

  it('bytes of any kind', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => expectReadOrRefused(bytes)),
      { numRuns: RUNS, seed: 8 },
    );
  });
});

describe('blocks that decompress beyond the limit', () => {
  const inItem = (content: Buffer) => inItemOf(7, content);
  const inItemOf = (kind: number, content: Buffer) => {
    const item = Buffer.concat([Buffer.from([(kind << 3) | 2]), varint(content.length), content]);
    return Buffer.concat([Buffer.from([0x0a]), varint(item.length), item]);
  };

  it('are refused in gzip and zstd before they are in memory', async () => {
    const bomb = gzipSync(Buffer.alloc(8 * 1024 * 1024));
    expect(bomb.length).toBeLessThan(10_000);
    await expect(inflateFile('7.blk.gz', bomb, 1024 * 1024)).rejects.toMatchObject({ code: 'too-large' });
    // A zstd frame with a declared size of 2^40 bytes.
    const frame = Buffer.from('28b52ffde00000000000010000', 'hex');
    await expect(inflateFile('7.blk.zstd', frame, 1024 * 1024)).rejects.toBeInstanceOf(StreamFileError);
  });

  it('have few unknown fields, and small headers, footers and substitutes of items', () => {
    const { bytes } = makeBlock({ number: 7n, time: START });
    const header = (content: Buffer) => readBlockFile('7.blk', inItemOf(1, content));
    const unknown = (count: number) => Buffer.alloc(2 * count, Buffer.from([0x50, 0]));
    expect(readBlockFile('7.blk', Buffer.concat([bytes, unknown(1_000)])).header.number).toBe(7n);
    expect(() => readBlockFile('7.blk', Buffer.concat([bytes, unknown(1_001)]))).toThrow(
      /more than 1000 unknown/,
    );
    expect(() => header(unknown(40_000))).toThrow('its header has 80000 bytes');
    expect(() => readBlockFile('7.blk', inItemOf(8, unknown(40_000)))).toThrow('it has 80000 bytes');
    const item = Buffer.alloc(3 * 1_001, Buffer.from([0xa8, 1, 0]));
    expect(() =>
      readBlockFile('7.blk', Buffer.concat([bytes, Buffer.from([0x0a]), varint(item.length), item])),
    ).toThrow('more than 1000 values');
  });

  it('have the same root hash if an item is hashed in parts', () => {
    const large = makeBlock({
      number: 7n,
      time: START,
      items: [{ eventHeader: Buffer.alloc(1_000_000, 1) }, { eventHeader: Buffer.alloc(300_000, 2) }],
    });
    expect(readBlockFile('7.blk', large.bytes).roots.sixteenLeaves).toEqual(large.sixteenLeaves);
  });

  it.each([1_000, 100_000])('nested %i levels deep are read or refused', (depth) => {
    // Groups (wire type 3) cost one byte per level.
    expectReadOrRefused(inItem(Buffer.alloc(depth, 0x0b)));
    const key = Buffer.alloc(depth * 2);
    for (let i = 0; i < depth; i += 1) key.writeUInt16BE(0x3202, i * 2);
    expectReadOrRefused(inItem(key));
  });

  it('keys and groups nested too deeply are refused with the limit', () => {
    let key: Buffer = lengthDelimited(2, Buffer.alloc(32));
    for (let depth = 0; depth < 20_000; depth += 1) key = lengthDelimited(6, lengthDelimited(1, key));
    const body = lengthDelimited(11, lengthDelimited(1, key));
    const block = (...items: Parameters<typeof makeBlock>[0]['items'] & object) =>
      makeBlock({ number: 7n, time: START, items }).bytes;
    const result = { transactionResult: { status: 22, consensusTimestamp: time } } as never;
    const signed = Buffer.from(proto.SignedTransaction.encode({ bodyBytes: body }).finish());
    expect(() => read(block({ signedTransaction: signed }, result))).toThrow(
      `nested deeper than ${MAX_MESSAGE_DEPTH} levels`,
    );
  });
});

function varint(value: number): Buffer {
  const bytes: number[] = [];
  for (let rest = value; ; rest >>>= 7) {
    bytes.push(rest > 0x7f ? (rest & 0x7f) | 0x80 : rest);
    if (rest <= 0x7f) return Buffer.from(bytes);
  }
}

it('reads many slots of one trace in linear time', () => {
  // A trace of 2 MB, which is decoded before its block is proven.
  const keys = Array.from({ length: 150_000 }, (_, index) => slotKey(index));
  const usage = {
    writtenSlotKeys: { keys },
    slotReads: keys.map((_, index) => ({ key: slotKey(1_000_000 + index), readValue: Buffer.alloc(0) })),
  };
  const trace = stream.TraceData.encode({ evmTraceData: { contractSlotUsages: [usage] } }).finish();
  const transaction = {
    traces: [Buffer.from(trace)],
    execution: { result: { gasUsed: Long.fromNumber(5) }, bytes: Buffer.alloc(0), isCreation: false },
    parent: null,
    status: 22,
    state: new StateContext([], null),
    time: 1n,
  } as unknown as BlockTransaction;
  const slots = { after: new Backwards<Buffer>(), first: new FirstReads([transaction]), fields: {} };
  const begun = performance.now();
  contractSidecars(transaction, slots, new Set());
  // In quadratic time it would take a minute.
  expect(performance.now() - begun).toBeLessThan(15_000);
});

function slotKey(index: number): Buffer {
  const key = Buffer.alloc(3);
  key.writeUIntBE(index, 0, 3);
  return key;
}
