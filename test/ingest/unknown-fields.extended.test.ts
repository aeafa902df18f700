import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readBlockItem } from '@tain/ledger/block-item';
import { itemHash, nextRunningHash, sha384 } from '@tain/ledger/record-stream';
import { WireReader } from '@tain/ledger/wire-reader';
import { stream } from '@tain/protos/block-stream';
import { com, proto } from '@tain/protos/hapi';
import { readHeader } from '@tain/verify/proven-block';
import { readPublication } from '@tain/verify/read-publication';
import { readMessageTrace, readReceipts, readTopics } from '@tain/verify/state-changes';
import { readStateProof } from '@tain/verify/state-proof';
import { bodyOfSigned, bodyOfTransaction, readBody } from '@tain/verify/transaction-body';
import { readRecord, readResult } from '@tain/verify/transaction-result';
import fc from 'fast-check';
import Long from 'long';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BlockFolder } from '../../packages/network-simulator/src/stream/block-folder.ts';
import { writeDemo } from '../../packages/network-simulator/src/write-demo.ts';
import { readAddressBook } from '../../src/ingest/decode/address-book.ts';
import { readBlock } from '../../src/ingest/decode/block/block.ts';
import { possibleRoots, readBlockFile } from '../../src/ingest/decode/block/block-file.ts';
import type { Block } from '../../src/ingest/decode/decoded-block.ts';
import { readRawItem } from '../../src/ingest/decode/record-file-v6.ts';
import { readSignatureFile } from '../../src/ingest/decode/signature-file.ts';
import { demoEngine } from '../../src/local-network/demo-engine.ts';
import { createTestDatabase } from '../database.ts';
import { SMALL_POPULATION } from '../demo/populations.ts';
import { tries } from '../effort.ts';
import { removeFolder } from '../remove-folder.ts';
import { dumpTables } from './dump-tables.ts';
import { type RecordBytes, readRecordBlock, recordFiles, store } from './store-decoded.ts';
import { type Draw, UnknownFields } from './unknown-fields.ts';

const BLOCKS = 8;
const VERSION_LENGTH = 4;
/**
 * Excludes unknown transaction types, which are recognized only while their field is the only unknown one of the body.
 */
const HISTORY = {
  seed: 5,
  tps: 20,
  blocks: BLOCKS,
  runCode: demoEngine,
  mix: { FUTURE: 0 },
  population: SMALL_POPULATION,
};

/** Columns that store the original bytes, possibly with other content, and the hashes of blocks. */
const ORIGINAL_BYTES =
  /(^|_)key(_list)?$|^initial_transaction_id$|^transaction_(record_)?bytes$|^transaction_body$|^function_result$|^max_custom_fees$/;
const HASHES = /^(transaction_)?hash(_suffix)?$/;

const fields = new UnknownFields();
let dirs: string[];
let records: readonly RecordBytes[];
let blocks: readonly Buffer[];

beforeAll(async () => {
  dirs = await Promise.all([1, 2].map(() => mkdtemp(path.join(tmpdir(), 'tain-unknown-'))));
  const [asRecords = '', asBlocks = ''] = dirs;
  await writeDemo({ ...HISTORY, dir: asRecords });
  await writeDemo({ ...HISTORY, dir: asBlocks, cutover: 1 });
  records = recordFiles(asRecords);
  const folder = new BlockFolder(asBlocks);
  const read = (number: number) => folder.read(BigInt(number)).then((bytes) => Buffer.from(bytes));
  blocks = await Promise.all(Array.from({ length: BLOCKS - 1 }, (_, i) => read(i + 1)));
}, 120_000);
afterAll(() => Promise.all(dirs.map((dir) => removeFolder(dir))));

/** Returns draws from a seed, which are the same each time. */
function drawing(seed: number): Draw {
  let state = seed >>> 0 || 1;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Returns a record file with unknown fields in all of its messages, and with right hashes. */
function sprinkledFile({ name, bytes, sidecars }: RecordBytes, draw: Draw): RecordBytes {
  const file = proto.RecordStreamFile.decode(bytes.subarray(VERSION_LENGTH));
  const changed = sidecars.map((each) => ({
    ...each,
    bytes: fields.sprinkle('proto.SidecarFile', each.bytes, draw),
  }));
  for (const metadata of file.sidecars) {
    const content = changed.find(({ id }) => id === metadata.id)?.bytes ?? Buffer.alloc(0);
    metadata.hash = { ...metadata.hash, hash: sha384(content) };
  }
  const plain = proto.RecordStreamFile.encode(file).finish();
  const message = fields.sprinkle('proto.RecordStreamFile', plain, draw);
  let hash: Buffer = Buffer.from(file.startObjectRunningHash?.hash ?? []);
  const reader = new WireReader(message);
  while (reader.next()) {
    if (reader.field === 3) {
      const { record, transaction } = readRawItem(reader.content('an item'));
      hash = nextRunningHash(hash, itemHash(record, transaction));
    } else reader.skip();
  }
  // The last value of a repeated singular field applies.
  const endObjectRunningHash = { algorithm: 1, length: hash.length, hash };
  const end = proto.RecordStreamFile.encode({ endObjectRunningHash }).finish();
  return { name, bytes: Buffer.concat([bytes.subarray(0, VERSION_LENGTH), message, end]), sidecars: changed };
}

function decodedBlock(bytes: Buffer, index: number): Block {
  const file = readBlockFile(`${index + 1}.blk`, bytes);
  const { items, ...block } = readBlock(file, possibleRoots(file)[0] ?? Buffer.alloc(0), 1);
  return { ...block, number: BigInt(index + 1), items };
}

/** Returns the rows of all tables except those of files and blocks, without the columns that match. */
async function rowsOf(all: readonly Block[], without: RegExp): Promise<Record<string, string[]>> {
  const test = await createTestDatabase();
  try {
    await store(test.database, all);
    const {
      record_file: _,
      sidecar_file: __,
      transaction_hash: ___,
      ...tables
    } = await dumpTables(test.database);
    return Object.fromEntries(
      Object.entries(tables).map(([table, rows]) => [
        table,
        rows
          .map((text) => JSON.parse(text) as Record<string, unknown>)
          .map((row) => JSON.stringify(Object.entries(row).filter(([column]) => !without.test(column))))
          .sort(),
      ]),
    );
  } finally {
    await test.drop();
  }
}

/** Returns the rows of `changed` that are not in `plain`, and the reverse. */
function different(changed: Record<string, string[]>, plain: Record<string, string[]>): string[] {
  return [...new Set([...Object.keys(changed), ...Object.keys(plain)])].flatMap((table) => {
    const [got, expected] = [new Set(changed[table]), new Set(plain[table])];
    return [
      ...[...expected].filter((row) => !got.has(row)).map((row) => `${table} lacks ${row}`),
      ...[...got].filter((row) => !expected.has(row)).map((row) => `${table} has ${row}`),
    ].slice(0, 3);
  });
}

describe('unknown fields in every message', () => {
  it('in record files and sidecars change no row', async () => {
    const plain = await rowsOf(records.map(readRecordBlock), ORIGINAL_BYTES);
    await fc.assert(
      fc.asyncProperty(fc.nat(), async (seed) => {
        const draw = drawing(seed);
        const changed = records.map((file) => readRecordBlock(sprinkledFile(file, draw)));
        expect(different(await rowsOf(changed, ORIGINAL_BYTES), plain)).toEqual([]);
        expect(changed.some(({ unrecognized }) => unrecognized.some(({ kind }) => kind === 'field'))).toBe(
          true,
        );
        expect(
          changed
            .flatMap(({ unrecognized }) => unrecognized)
            .filter(({ kind }) => kind === 'transaction type'),
        ).toEqual([]);
      }),
      { numRuns: tries(1) },
    );
  });

  it('in blocks change only hashes', async () => {
    const without = new RegExp(`${ORIGINAL_BYTES.source}|${HASHES.source}`);
    const [genesis] = records.map(readRecordBlock);
    const whole = (bytes: readonly Buffer[]) => [...(genesis ? [genesis] : []), ...bytes.map(decodedBlock)];
    const plain = await rowsOf(whole(blocks), without);
    await fc.assert(
      fc.asyncProperty(fc.nat(), async (seed) => {
        const draw = drawing(seed);
        const changed = whole(blocks.map((bytes) => fields.sprinkle('stream.Block', bytes, draw)));
        expect(different(await rowsOf(changed, without), plain)).toEqual([]);
        for (const { unrecognized } of changed) expect(unrecognized.length).toBeLessThan(100);
      }),
      { numRuns: tries(1) },
    );
  });

  it('reach the messages of the stream', () => {
    expect(fields.reached.size).toBeGreaterThan(80);
    expect([...fields.reached]).toEqual(
      expect.arrayContaining([
        'proto.Key',
        'proto.TransactionReceipt',
        'proto.ContractAction',
        'proto.CustomFee',
        'stream.MapChangeValue',
        'proto.Account',
        'stream.BlockProof',
        'stream.BlockFooter',
      ]),
    );
  });

  it('change nothing that a proof reads', () => {
    const items = blocks.flatMap((bytes) => {
      const all: Buffer[] = [];
      const reader = new WireReader(bytes);
      while (reader.next()) all.push(reader.content('an item'));
      return all;
    });
    const recorded = records.flatMap(
      ({ bytes }) => proto.RecordStreamFile.decode(bytes.subarray(VERSION_LENGTH)).recordStreamItems,
    );
    const READERS: Readonly<Record<number, (content: Uint8Array) => unknown>> = {
      1: (bytes) => ({ ...readHeader(bytes), timestamp: null }),
      4: (bytes) => withoutBytes(readBody(bodyOfSigned(bytes))),
      5: readResult,
      7: (bytes) => [readReceipts(bytes), readTopics(bytes)],
      11: readMessageTrace,
    };
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const draw = drawing(seed);
        for (const item of items) {
          const [plain, changed] = [item, fields.sprinkle('stream.BlockItem', item, draw)].map(readBlockItem);
          expect(changed?.kind).toBe(plain?.kind);
          const read = READERS[plain?.kind ?? 0];
          if (read && plain && changed) expect(read(changed.content)).toEqual(read(plain.content));
        }
        for (const { transaction, record } of recorded) {
          if (!transaction || !record) continue;
          const bytes = proto.Transaction.encode(transaction).finish();
          const changed = fields.sprinkle('proto.Transaction', bytes, draw);
          const bodies = [bytes, changed].map((each) => withoutBytes(readBody(bodyOfTransaction(each))));
          expect(bodies[1]).toEqual(bodies[0]);
          const plainRecord = proto.TransactionRecord.encode(record).finish();
          expect(readRecord(fields.sprinkle('proto.TransactionRecord', plainRecord, draw))).toEqual(
            readRecord(plainRecord),
          );
        }
      }),
      { numRuns: tries(1) },
    );
  });

  it('change no address book, signature, state proof or publication of a ledger', () => {
    const hash = (byte: number) => Buffer.alloc(48, byte);
    const object = {
      type: 1,
      length: 384,
      checksum: 0,
      signature: Buffer.alloc(384, 3),
      hashObject: { hash: hash(1), length: 48 },
    };
    const signatures = proto.SignatureFile.encode({
      fileSignature: object,
      metadataSignature: object,
    }).finish();
    const book = proto.NodeAddressBook.encode({
      nodeAddress: [3, 4].map((num) => ({
        RSA_PubKey: 'ab',
        memo: Buffer.from(`0.0.${num}`),
        description: `node ${num}`,
        serviceEndpoint: [
          { ipAddressV4: Uint8Array.of(1, 2, 3, num), port: 50_211 },
          { domainName: 'n.test', port: 1 },
        ],
      })),
    }).finish();
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const draw = drawing(seed);
        expect(readAddressBook(fields.sprinkle('proto.NodeAddressBook', book, draw), 102n)).toEqual(
          readAddressBook(book, 102n),
        );
        const file = (message: Uint8Array) =>
          readSignatureFile('a.rcd_sig', Buffer.concat([Buffer.of(6), message]));
        expect(file(fields.sprinkle('proto.SignatureFile', signatures, draw))).toEqual(file(signatures));
        expect(readStateProof(fields.sprinkle('stream.StateProof', STATE_PROOF, draw))).toEqual(
          readStateProof(STATE_PROOF),
        );
        const name = 'com.hedera.hapi.node.tss.LedgerIdPublicationTransactionBody';
        expect(readPublication(fields.sprinkle(name, PUBLICATION, draw))).toEqual(
          readPublication(PUBLICATION),
        );
      }),
      { numRuns: tries(100) },
    );
  });
});

/** Returns the fields of a body, without the bytes of the messages in it, which have their unknown fields. */
function withoutBytes({ inner, publication, ...body }: ReturnType<typeof readBody>): unknown {
  return {
    ...body,
    inner: inner.map((signed) => readBody(bodyOfSigned(signed)).type),
    publication: publication && readPublication(publication),
  };
}

const STATE_PROOF = stream.StateProof.encode({
  paths: [
    {
      hash: Buffer.alloc(48, 1),
      siblings: [{ isLeft: true, hash: Buffer.alloc(48, 2) }, { hash: Buffer.alloc(48, 3) }],
      nextPathIndex: 2,
    },
    { timestampLeaf: Buffer.of(8, 1), nextPathIndex: 2 },
    { siblings: [], nextPathIndex: 0xffff_ffff },
  ],
  signedBlockProof: { blockSignature: Buffer.alloc(48, 4) },
}).finish();

const PUBLICATION = com.hedera.hapi.node.tss.LedgerIdPublicationTransactionBody.encode({
  ledgerId: Buffer.alloc(32, 1),
  historyProofVerificationKey: Buffer.alloc(32, 2),
  nodeContributions: [
    { nodeId: Long.fromNumber(1), weight: Long.fromNumber(7), historyProofKey: Buffer.alloc(32, 3) },
  ],
}).finish();
