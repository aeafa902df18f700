import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { sha384, streamInstant } from '@tain/ledger/record-stream';
import { proto } from '@tain/protos/hapi';
import Long from 'long';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findBalanceFiles } from '../../../src/ingest/balance-files/find-balances.ts';
import { verifyBalances } from '../../../src/ingest/balance-files/verify-balances.ts';
import { readAddressBook } from '../../../src/ingest/decode/address-book.ts';
import { recordFileHash } from '../../../src/ingest/decode/record-file.ts';
import { StreamFileError } from '../../../src/ingest/decode/stream-error.ts';
import { followRecords } from '../../../src/ingest/feed/record-stream.ts';
import { openFolderStore } from '../../../src/ingest/store/folder-store.ts';
import { bootstrapAddressBooks } from '../../../src/ingest/verify/address-books.ts';
import { ONE_THIRD } from '../../../src/ingest/verify/consensus-ratio.ts';
import { NodeStakes } from '../../../src/ingest/verify/node-stakes.ts';
import { newRoot } from '../new-root.ts';
import { openFolder } from '../open-folder.ts';
import {
  addFile,
  encodeBook,
  lengthDelimited,
  makeItem,
  makeNode,
  SILENT_LOG,
  type TestNode,
  timestamp,
  type WrittenFile,
  writeSignature,
  writeV2,
  writeV5,
  writeV6,
  ZERO_HASH,
} from '../stream-writer.ts';

/**
 * Nodes sign bare hashes, so a signature does not identify a file's kind: an attacker who can write into a bucket can
 * store any content that was ever signed under any name. The test stores every kind of content under the names of every
 * other kind, signed by all four honest nodes, in every layout of signature files. Only the true kind may be accepted.
 */

const AT = 1_567_188_900_000_000_000n;
const nodes = [0, 1, 2, 3].map(makeNode);
const book = bootstrapAddressBooks(encodeBook(nodes)).at(1n);
const CSV = `TimeStamp:2019-08-30T18:15:00Z
shardNum,realmNum,accountNum,balance
0,0,2,4900000000000000000
`;
const CSV_2 = `# version:2
# TimeStamp:2019-08-30T18:15:00Z
shardNum,realmNum,accountNum,balance,tokenBalances
0,0,2,4900000000000000000,
`;
const PROTOBUF = Buffer.from(
  proto.AllAccountBalances.encode({
    consensusTimestamp: timestamp(AT),
    allAccounts: [{ accountID: { accountNum: Long.fromNumber(2) }, hbarBalance: Long.fromNumber(49) }],
  }).finish(),
);

/** Returns a transaction with arbitrary bytes, which anyone can pay for. */
const crafted = (content: string | Buffer): ReturnType<typeof makeItem>[] => [
  makeItem({
    time: AT,
    body: { memo: `\n${content}`, consensusSubmitMessage: { message: Buffer.from(`\n${content}`) } },
    record: { memo: `\n${content}\n` },
  }),
  makeItem({ time: AT + 1n, body: { fileCreate: { contents: Buffer.from(content) } } }),
];
const items = [...crafted(`${CSV}${CSV_2}`), ...crafted(PROTOBUF)].map((item, nth) =>
  nth < 2 ? item : makeItem({ time: AT + BigInt(nth), body: { fileCreate: { contents: PROTOBUF } } }),
);
const sidecarRecords = [
  {
    consensusTimestamp: timestamp(AT),
    bytecode: { initcode: Buffer.from(`\n${CSV}`), runtimeBytecode: PROTOBUF },
  },
];
const records = {
  'record file v1': writeV2(items, ZERO_HASH, 1),
  'record file v2': writeV2(items, ZERO_HASH, 2),
  'record file v5': writeV5(items, ZERO_HASH),
  'record file v6': writeV6(items, ZERO_HASH, { number: 7n, sidecars: [sidecarRecords] }),
};
type RecordKind = keyof typeof records;

const own = (file: WrittenFile): Buffer => file.sidecars[0]?.bytes ?? Buffer.alloc(0);
const signer = nodes[0] as TestNode;
const headOf = (file: WrittenFile, length: number): Buffer => file.bytes.subarray(0, length);

/** Preimages of hashes are possible files, too, because a reader finds their hash signed. */
const preimages = {
  'what is hashed of a record file v2': Buffer.concat([
    headOf(records['record file v2'], 57),
    sha384(records['record file v2'].bytes.subarray(57)),
  ]),
  'metadata of a record file v5': Buffer.concat([
    headOf(records['record file v5'], 20 + 68),
    records['record file v5'].bytes.subarray(-68),
  ]),
  'metadata of a record file v6': Buffer.concat([
    Buffer.from('00000006000000000000003f00000002', 'hex'),
    ZERO_HASH,
    records['record file v6'].hash,
    Buffer.from('0000000000000007', 'hex'),
  ]),
};

/** All kinds of bytes that a network or its operator stores. */
const contents: Record<string, Buffer> = {
  ...Object.fromEntries(Object.entries(records).map(([kind, file]) => [kind, file.bytes])),
  ...preimages,
  sidecar: own(records['record file v6']),
  'balance CSV v1': Buffer.from(CSV),
  'balance CSV v2': Buffer.from(CSV_2),
  'balance protobuf': PROTOBUF,
  'signature v2': writeSignature(records['record file v2'], signer.privateKey),
  'signature v5': writeSignature(records['record file v5'], signer.privateKey),
  'signature v6': writeSignature(records['record file v6'], signer.privateKey),
  'address book': Buffer.from(encodeBook(nodes)),
  'fee schedules': Buffer.from(
    proto.CurrentAndNextFeeSchedule.encode({
      currentFeeSchedule: { transactionFeeSchedule: [{ hederaFunctionality: 1, feeData: {} }] },
      nextFeeSchedule: { expiryTime: { seconds: Long.fromNumber(9) } },
    }).finish(),
  ),
  'exchange rates': Buffer.from(
    proto.ExchangeRateSet.encode({
      currentRate: { hbarEquiv: 30_000, centEquiv: 100, expirationTime: { seconds: Long.fromNumber(9) } },
      nextRate: { hbarEquiv: 30_000, centEquiv: 100, expirationTime: { seconds: Long.fromNumber(9) } },
    }).finish(),
  ),
  throttles: Buffer.from(
    proto.ThrottleDefinitions.encode({
      throttleBuckets: [{ name: CSV, burstPeriodMs: Long.fromNumber(1) }],
    }).finish(),
  ),
  errata: Buffer.concat(
    items.slice(0, 1).flatMap(({ record, transaction }) => {
      const length = (part: Uint8Array) => Buffer.from([0, 0, part.length >> 8, part.length & 255]);
      return [length(record), Buffer.from(record), length(transaction), Buffer.from(transaction)];
    }),
  ),
  block: lengthDelimited(
    1,
    lengthDelimited(1, Buffer.concat([lengthDelimited(1, Buffer.from([8, 0])), Buffer.from([24, 7])])),
  ),
  nothing: Buffer.alloc(0),
  'CSV after an event file head': Buffer.concat([
    Buffer.from('0000000301', 'hex'),
    ZERO_HASH,
    Buffer.from(CSV),
  ]),
};

type Layout = 2 | 5 | 6;
const LAYOUTS: readonly Layout[] = [2, 5, 6];

/** Returns all nodes' signatures of a content in this layout. The metadata hash is the record file's, if it is one. */
function signed(content: Buffer, fileHash: Buffer, layout: Layout, node: TestNode): Buffer {
  const known = Object.values(records).find(({ bytes }) => bytes.equals(content))?.metadataHash;
  const metadataHash = layout === 2 ? null : (known ?? sha384(content));
  return writeSignature(
    { bytes: content, fileHash, metadataHash, hash: fileHash, version: layout, sidecars: [] },
    node.privateKey,
  );
}

/** Reads a content under a name of a kind of balance file. */
async function asBalances(
  content: Buffer,
  format: 'csv' | 'pb',
  layout: Layout,
  compressed: boolean,
): Promise<number | StreamFileError> {
  const root = await newRoot();
  const name = `2019-08-30T18_15_00Z_Balances.${format}`;
  for (const node of nodes) {
    const folder = join(root, 'accountBalances', `balance0.0.${node.account}`);
    await mkdir(folder, { recursive: true });
    const file = compressed ? `${name}.gz` : name;
    await writeFile(join(folder, file), compressed ? gzipSync(content) : content);
    await writeFile(join(folder, `${name}_sig`), signed(content, sha384(content), layout, node));
  }
  const { signal } = new AbortController();
  const store = await openFolderStore(root);
  const [instant] = await findBalanceFiles(store, signal);
  if (!instant) throw new Error('no balance file');
  const weights = new NodeStakes().weights(book);
  const trust = { book, weights, ratio: ONE_THIRD, protobufSince: null, shard: 0n };
  try {
    return [...(await verifyBalances(store, instant, trust, signal)).file.accounts].length;
  } catch (error) {
    if (error instanceof StreamFileError) return error;
    // The content is read account by account, and the caller adds the file's name.
    return new StreamFileError('malformed', name, null, String(error));
  }
}

/** Reads a content under the name of a record file. */
async function asRecords(
  content: Buffer,
  layout: Layout,
  compressed: boolean,
): Promise<number | StreamFileError> {
  const root = await newRoot();
  for (const node of nodes) {
    const folder = join(root, 'recordstreams', `record0.0.${node.account}`);
    await mkdir(join(folder, 'sidecar'), { recursive: true });
    const base = streamInstant(AT);
    const file = `${base}.rcd${compressed ? '.gz' : ''}`;
    await writeFile(join(folder, file), compressed ? gzipSync(content) : content);
    await writeFile(join(folder, `${base}.rcd_sig`), signed(content, recordFileHash(content), layout, node));
    await writeFile(join(folder, 'sidecar', `${base}_01.rcd.gz`), gzipSync(own(records['record file v6'])));
  }
  return verifyRoot(root);
}

async function verifyRoot(root: string): Promise<number | StreamFileError> {
  const source = await openFolder(root);
  onTestFinished(() => source.close());
  try {
    let transactions = 0;
    const files = followRecords({
      source,
      addressBooks: bootstrapAddressBooks(encodeBook(nodes)),
      stakes: new NodeStakes(),
      startAfter: null,
      follow: false,
      signal: new AbortController().signal,
      log: SILENT_LOG,
    });
    for await (const { block } of files) transactions += block.items.length;
    return transactions;
  } catch (error) {
    if (error instanceof StreamFileError) return error;
    throw error;
  }
}

/** Returns the layout of a kind; all others are wrong. */
const layoutOf = (kind: string): Layout => {
  if (kind === 'record file v5') return 5;
  return kind === 'record file v6' ? 6 : 2;
};
const FORMATS: Record<string, 'csv' | 'pb'> = {
  'balance CSV v1': 'csv',
  'balance CSV v2': 'csv',
  'balance protobuf': 'pb',
};

describe.each(Object.entries(contents))('%s, signed by all nodes', (kind, content) => {
  it.each(['csv', 'pb'] as const)('as a balance file (%s)', async (format) => {
    for (const layout of LAYOUTS) {
      for (const compressed of [false, true]) {
        const outcome = await asBalances(content, format, layout, compressed);
        if (FORMATS[kind] === format && layout === 2) {
          expect(outcome).toBe(1);
          continue;
        }
        expect(outcome, `layout ${layout}`).toBeInstanceOf(StreamFileError);
        const expected = layout === 2 ? 'malformed' : 'no-consensus';
        expect(outcome).toMatchObject({
          code: expected,
          file: expect.stringContaining(`_Balances.${format}`),
        });
      }
    }
  });

  it('as a record file', async () => {
    for (const layout of LAYOUTS) {
      for (const compressed of [false, true]) {
        const outcome = await asRecords(content, layout, compressed);
        if (kind in records && layout === layoutOf(kind)) {
          expect(outcome).toBe(items.length);
          continue;
        }
        expect(outcome, `layout ${layout}`).toBeInstanceOf(StreamFileError);
        expect(outcome).toMatchObject({ file: expect.stringContaining('.rcd') });
        expect(['malformed', 'hash-mismatch']).toContain((outcome as StreamFileError).code);
      }
    }
  });

  it('as a sidecar', async () => {
    const root = await newRoot();
    const file = records['record file v6'];
    for (const node of nodes) {
      await addFile(root, node, file, AT);
      const folder = join(root, 'recordstreams', `record0.0.${node.account}`, 'sidecar');
      await writeFile(join(folder, `${streamInstant(AT)}_01.rcd.gz`), gzipSync(content));
      await writeFile(
        join(folder, `${streamInstant(AT)}_01.rcd_sig`),
        signed(content, sha384(content), 2, node),
      );
    }
    const outcome = await verifyRoot(root);
    if (kind === 'sidecar') expect(outcome).toBe(items.length);
    else expect(outcome).toMatchObject({ code: 'hash-mismatch', file: `${streamInstant(AT)}_01.rcd.gz` });
  });

  // Address books are not signed, because they come from transactions of the stream or from the operator. Still, no
  // other content may be accepted as an address book.
  it('as an address book', () => {
    expect(readAddressBook(content, 102n) !== null).toBe(kind === 'address book');
  });
});

describe('the known attack', () => {
  it.each(Object.keys(records) as RecordKind[])('%s copied with its own signatures', async (kind) => {
    const file = records[kind];
    for (const format of ['csv', 'pb'] as const) {
      const root = await newRoot();
      const name = `2019-08-30T18_15_00Z_Balances.${format}`;
      for (const node of nodes) {
        const folder = join(root, `balance0.0.${node.account}`);
        await mkdir(folder);
        await writeFile(join(folder, `${name}.gz`), gzipSync(file.bytes));
        await writeFile(join(folder, `${name}_sig`), writeSignature(file, node.privateKey));
      }
      const { signal } = new AbortController();
      const store = await openFolderStore(root);
      const [instant] = await findBalanceFiles(store, signal);
      const weights = new NodeStakes().weights(book);
      const trust = { book, weights, ratio: ONE_THIRD, protobufSince: null, shard: 0n };
      await expect(
        verifyBalances(store, instant ?? { instant: 0n, entries: [] }, trust, signal),
      ).rejects.toMatchObject({
        file: expect.stringContaining(name),
      });
    }
  });
});
