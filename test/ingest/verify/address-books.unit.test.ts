import { readFileSync } from 'node:fs';
import { proto } from '@tain/protos/hapi';
import fc from 'fast-check';
import Long from 'long';
import { describe, expect, it } from 'vitest';
import { addressBooksForAnyTime } from '../../../src/app/streams/stream-books.ts';
import { readConfig } from '../../../src/config/config.ts';
import { readAddressBook } from '../../../src/ingest/decode/address-book.ts';
import type { Block } from '../../../src/ingest/decode/decoded-block.ts';
import { readRecordFile } from '../../../src/ingest/decode/record-file.ts';
import {
  bootstrapAddressBooks,
  knownAddressBooks,
  networkAddressBooks,
  type PublicNetwork,
  restoreAddressBooks,
} from '../../../src/ingest/verify/address-books.ts';
import { NodeStakes } from '../../../src/ingest/verify/node-stakes.ts';
import { sharedDir } from '../../shared.ts';
import { encodeBook, makeItem, type RawItem, START, writeV5, ZERO_HASH } from '../stream-writer.ts';

const FILE = 102n;
const node = (nodeId: number, key = 'aa') => ({ nodeId, account: nodeId + 3, publicKeyHex: key });
type FakeNode = ReturnType<typeof node>;
const book = (...nodes: FakeNode[]) => encodeBook(nodes);
const long = (value: number) => Long.fromNumber(value);

function encode(nodeAddress: proto.INodeAddress[]): Uint8Array {
  return proto.NodeAddressBook.encode({ nodeAddress }).finish();
}

function blockOf(...items: RawItem[]): Block {
  return readRecordFile('2023-11-14T22_13_20.000000000Z.rcd', writeV5(items, ZERO_HASH).bytes);
}

describe('readAddressBook', () => {
  it('takes the account from the memo if there is no other, and the node id from the account', () => {
    const entries = readAddressBook(
      encode([
        { memo: Buffer.from('0.0.5'), RSA_PubKey: 'k5' },
        { memo: Buffer.from('0.0.3'), RSA_PubKey: 'k3' },
        { memo: Buffer.from('0.0.25'), nodeId: long(22) },
      ]),
      FILE,
    );
    expect(entries?.map(({ nodeId, nodeAccountId, memo }) => [nodeId, nodeAccountId, memo])).toEqual([
      [0n, 3n, '0.0.3'],
      [2n, 5n, '0.0.5'],
      [22n, 25n, '0.0.25'],
    ]);
  });

  it('joins entries of one node and lists each address once', () => {
    const ip = (text: string) => Buffer.from(text);
    const entries = readAddressBook(
      encode([
        { memo: ip('0.0.4'), ipAddress: ip('10.0.0.1'), portno: 50211 },
        {
          memo: ip('0.0.4'),
          ipAddress: ip('10.0.0.1'),
          portno: 50211,
          serviceEndpoint: [
            { ipAddressV4: Uint8Array.of(10, 0, 0, 2), port: 1 },
            { domainName: 'node.example', port: 2 },
          ],
        },
      ]),
      FILE,
    );
    expect(entries).toHaveLength(1);
    expect(entries?.[0]?.endpoints).toEqual([
      { ipAddressV4: '10.0.0.1', domainName: '', port: 50211 },
      { ipAddressV4: '10.0.0.2', domainName: '', port: 1 },
      { ipAddressV4: '', domainName: 'node.example', port: 2 },
    ]);
  });

  it('rejects bytes that are not an address book of the network', () => {
    const account = { nodeAccountId: { accountNum: long(3) } };
    const rejected: proto.INodeAddress[][] = [
      [],
      [{ memo: Buffer.from('no account') }],
      [{ nodeAccountId: { shardNum: long(1), accountNum: long(3) } }],
      [{ nodeAccountId: { realmNum: long(-1), accountNum: long(3) } }],
      [{ ...account, nodeId: long(-1) }],
      [{ ...account, serviceEndpoint: [{ ipAddressV4: Buffer.alloc(16) }] }],
    ];
    for (const nodes of rejected) expect(readAddressBook(encode(nodes), FILE)).toBeNull();
    expect(readAddressBook(book(node(0)).subarray(0, -1), FILE)).toBeNull();
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        expect(() => readAddressBook(bytes, FILE)).not.toThrow();
      }),
      { numRuns: 500 },
    );
  });
});

describe('address books by stream time', () => {
  const fileID = (num: number) => ({ fileNum: long(num) });
  const update = (time: bigint, contents: Uint8Array, num = 102, status = 22) =>
    makeItem({ time, status, body: { fileUpdate: { fileID: fileID(num), contents } } });
  const append = (time: bigint, contents: Uint8Array, num = 102) =>
    makeItem({ time, body: { fileAppend: { fileID: fileID(num), contents } } });

  it('uses the initial book for the first block, and an update from 1 ns after it', () => {
    const books = bootstrapAddressBooks(book(node(0)));
    const first = books.apply(blockOf(makeItem({ time: START })));
    expect(first.books).toMatchObject([
      { previousStart: null, book: { startConsensusTimestamp: 1n, fileId: 102n } },
    ]);
    const second = books.apply(blockOf(update(START + 5n, book(node(0), node(1)))));
    expect(second.books).toMatchObject([
      { previousStart: 1n, book: { startConsensusTimestamp: START + 6n, fileId: 102n } },
    ]);
    expect(second.fileData).toMatchObject([
      { consensusTimestamp: START + 5n, entityId: 102n, transactionType: 19 },
    ]);
    expect(books.at(START + 5n).entries).toHaveLength(1);
    expect(books.at(START + 6n).entries).toHaveLength(2);
    expect(books.apply(blockOf(makeItem({ time: START + 7n }))).books).toEqual([]);
  });

  it('joins a chunked upload; single chunks change nothing', () => {
    const books = bootstrapAddressBooks(book(node(0)));
    const whole = book(node(0), node(1), node(2));
    const end = whole.length - 3;
    const [a, b, c] = [whole.subarray(0, 5), whole.subarray(5, end), whole.subarray(end)];
    const partly = books.apply(blockOf(update(START, a), append(START + 1n, b)));
    expect(partly.fileData).toHaveLength(2);
    expect(partly.books.map((change) => change.book.startConsensusTimestamp)).toEqual([1n]);
    const done = books.apply(blockOf(append(START + 2n, c)));
    expect(done.books.map((change) => change.book.startConsensusTimestamp)).toEqual([START + 3n]);
    expect(books.at(START + 3n).entries).toHaveLength(3);
  });

  it('resumes an upload that a restart interrupted', () => {
    const whole = book(node(0), node(1));
    const stored = [{ startConsensusTimestamp: 1n, fileId: 102n, fileData: book(node(0)) }];
    const books = restoreAddressBooks(stored, [{ fileId: 102n, content: whole.subarray(0, 20) }]);
    const { books: changes } = books.apply(blockOf(append(START, whole.subarray(20))));
    expect(changes).toMatchObject([{ previousStart: 1n, book: { startConsensusTimestamp: START + 1n } }]);
    // An append without the beginning is ignored.
    const unknown = restoreAddressBooks(stored, []);
    expect(unknown.apply(blockOf(append(START, whole))).books).toEqual([]);
  });

  it('ignores failed, empty and foreign uploads, and excludes 0.0.101 from verification', () => {
    const books = bootstrapAddressBooks(book(node(0)));
    const two = book(node(0), node(1));
    const { books: changes, fileData } = books.apply(
      blockOf(
        update(START, two, 102, 10),
        update(START + 1n, new Uint8Array()),
        update(START + 2n, two, 103),
        makeItem({
          time: START + 3n,
          body: { fileUpdate: { fileID: { shardNum: long(1), fileNum: long(102) }, contents: two } },
        }),
        update(START + 4n, two, 101),
      ),
    );
    expect(fileData.map(({ entityId }) => entityId)).toEqual([101n]);
    expect(changes.map((change) => [change.book.fileId, change.previousStart])).toEqual([
      [102n, null],
      [101n, null],
    ]);
    expect(books.at(START + 10n).entries).toHaveLength(1);
  });

  it('identifies a created file by the id in its receipt', () => {
    const books = bootstrapAddressBooks(book(node(0)));
    const created = makeItem({
      time: START,
      body: { fileCreate: { contents: book(node(0), node(1)) } },
      record: { receipt: { status: 22, fileID: fileID(102) } },
    });
    books.apply(blockOf(created));
    expect(books.at(START + 1n).entries).toHaveLength(2);
  });

  it('refuses to begin without a book', () => {
    expect(() => bootstrapAddressBooks(Buffer.from('no book'))).toThrow(RangeError);
    expect(() => restoreAddressBooks([], [])).toThrow(RangeError);
  });
});

describe('books of the public networks', () => {
  it('are chosen by the instant of the first file', () => {
    const early = networkAddressBooks('mainnet');
    expect(early.at(1_568_411_631_396_440_000n).entries).toHaveLength(13);
    // The initial book is valid until the stream changes it.
    expect(early.at(1_800_000_000_000_000_000n).entries).toHaveLength(13);
    expect(networkAddressBooks('mainnet').at(1_800_000_000_000_000_000n).entries).toHaveLength(32);
    expect(networkAddressBooks('testnet').at(1n).entries).toHaveLength(7);
    expect(networkAddressBooks('previewnet').at(1n).entries).toHaveLength(7);
  });

  it('are each used for their time if files need not follow a stream, in any order of requests', async () => {
    const log = { info: () => undefined, warn: () => undefined };
    const config = readConfig({ TAIN_NETWORK: 'mainnet' });
    const [old, present] = [1_568_411_631_396_440_000n, 1_800_000_000_000_000_000n];
    const fresh = await addressBooksForAnyTime(config, [], [], log);
    expect([old, present, old].map((instant) => fresh.at(instant).entries.length)).toEqual([13, 32, 13]);
    // A database whose stream has only reached 2019 does not contain the nodes retired since.
    const [stored] = knownAddressBooks('mainnet');
    if (!stored) throw new Error('no book');
    const books = await addressBooksForAnyTime(config, [{ ...stored, startConsensusTimestamp: 1n }], [], log);
    expect([old, present].map((instant) => books.at(instant).entries.length)).toEqual([13, 32]);
  });

  it('know the nodes of every candidate before the first file, then those of the book in force', () => {
    const known = knownAddressBooks('mainnet').map(({ fileData }) => readAddressBook(fileData, FILE) ?? []);
    const books = networkAddressBooks('mainnet');
    expect(known.map(({ length }) => length)).toEqual([13, 32]);
    expect(books.possibleNodes(0n)).toEqual(known.flat());
    expect(books.at(1_568_411_631_396_440_000n).entries).toEqual(known[0]);
    expect(books.possibleNodes(0n)).toEqual(known[0]);
  });

  // Files from which the facts were taken, which are outside of the project. Skipped without them.
  it.skipIf(sharedDir === null)('are those of the networks, to the byte', () => {
    const files: [PublicNetwork, string, bigint][] = [
      ['mainnet', 'mainnet', 1n],
      ['mainnet', 'mainnet-1769623200803405897', 1_769_623_200_803_405_897n],
      ['testnet', 'testnet', 1n],
      ['testnet', 'testnet-1767117600294393897', 1_767_117_600_294_393_897n],
      ['previewnet', 'previewnet', 1n],
    ];
    for (const [network, file, instant] of files) {
      const expected = readFileSync(`${sharedDir}/streams/addressbook/network/${file}`);
      expect(Buffer.from(networkAddressBooks(network).at(instant).fileData)).toEqual(expected);
    }
  });
});

describe('NodeStakes', () => {
  const nodes = readAddressBook(book(node(0), node(1), node(2)), FILE) ?? [];
  const inForce = { startConsensusTimestamp: 1n, fileId: FILE, fileData: new Uint8Array(), entries: nodes };
  const stakeUpdate = (stakes: [number, number][], status = 22) =>
    makeItem({
      time: START,
      status,
      body: {
        nodeStakeUpdate: {
          nodeStake: stakes.map(([id, stake]) => ({ nodeId: long(id), stake: long(stake) })),
        },
      },
    });

  it('weights every node 1 until a stake is known, then by stake, and 0 without one', () => {
    const stakes = new NodeStakes();
    expect([...stakes.weights(inForce).values()]).toEqual([1n, 1n, 1n]);
    stakes.apply(
      blockOf(
        stakeUpdate([
          [0, 5],
          [1, 7],
          [9, 100],
        ]),
      ),
    );
    expect([...stakes.weights(inForce)]).toEqual([
      [0n, 5n],
      [1n, 7n],
      [2n, 0n],
    ]);
    expect(stakes.updates).toBe(1);
    stakes.apply(blockOf(stakeUpdate([[0, 50]], 10)));
    expect(stakes.updates).toBe(1);
    expect([...new NodeStakes([{ nodeId: 2n, stake: 3n }]).weights(inForce).values()]).toEqual([0n, 0n, 3n]);
  });
});
