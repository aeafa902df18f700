import { sign } from 'node:crypto';
import { sha384 } from '@tain/ledger/record-stream';
import type { stream } from '@tain/protos/block-stream';
import { proto } from '@tain/protos/hapi';
import { PROFILES } from '@tain/verify/tss/profiles';
import Long from 'long';
import { afterAll, describe, expect, it } from 'vitest';
import { testNetwork } from '../../../packages/verify/test/tss/test-network.ts';
import { decodeBlock } from '../../../src/ingest/decode/block/block.ts';
import { followBlocks } from '../../../src/ingest/feed/block-stream.ts';
import { bootstrapAddressBooks } from '../../../src/ingest/verify/address-books.ts';
import type { Trust } from '../../../src/ingest/verify/block-proofs.ts';
import { NetworkTrust } from '../../../src/ingest/verify/network-trust.ts';
import { NodeStakes } from '../../../src/ingest/verify/node-stakes.ts';
import { LedgerHistory, type LedgerInForce } from '../../../src/ingest/verify/tss/ledger-history.ts';
import { ThresholdPool } from '../../../src/ingest/verify/tss/threshold-pool.ts';
import { encodeItem, joinItems, leafOf, makeBlock, twoOf } from '../block-writer.ts';
import {
  encodeBook,
  lengthDelimited,
  makeItem,
  makeNode,
  SILENT_LOG,
  START,
  timestamp,
  writeV6,
  ZERO_HASH,
} from '../stream-writer.ts';

/** Blocks with several proofs. Each proof is read, none may be wrong, and the strongest determines the stored kind. */

/** Options without settings of the first ledger. */
const NO_SETTINGS = { pinned: null, given: null, allowsFirstUse: true };
const [profile] = PROFILES.slice(-1);
if (!profile) throw new Error('some profiles are known');
const network = testNetwork(profile, [1n, 2n], 4);
const renewed = testNetwork(profile, [3n, 4n], 4);
const node = makeNode(0);
const NUMBER = 7n;
const block = Long.fromNumber(7, true);

const pool = new ThresholdPool({ threads: 1, maxWaiting: 8, profiles: new Map() });
afterAll(() => pool.close());

const creationTime = proto.Timestamp.encode(timestamp(START)).finish();
const file = writeV6([makeItem({ time: START })], ZERO_HASH, { number: NUMBER });
const amendment = makeItem({ time: START + 10n });
const recordFile = {
  creationTime,
  recordFileContents: file.bytes.subarray(4),
  amendments: [
    Buffer.concat([lengthDelimited(1, amendment.transaction), lengthDelimited(2, amendment.record)]),
  ],
};

/** A wrapped record block with an amendment, and an empty block. */
const wrapped = makeBlock({ number: NUMBER, time: START, items: [{ recordFile }] });
const plain = makeBlock({ number: NUMBER, time: START });
const OTHER_ROOT = sha384(Buffer.from('other'));

type Make = (root: Buffer) => Buffer;
const proofOf = (proof: stream.IBlockProof) => encodeItem({ blockProof: { block, ...proof } });
const signedBy =
  (signature: Make): Make =>
  (root) =>
    proofOf({ signedBlockProof: { blockSignature: signature(root) } });
const byThreshold = signedBy((root) => network.sign(root));
const byOther = signedBy((root) => renewed.sign(root));
const wrong = signedBy(() => network.sign(OTHER_ROOT));
const mock = signedBy((root) => sha384(root));
const wrongMock = signedBy(() => sha384(OTHER_ROOT));

/**
 * A block that begins an hour later and is signed by this network, such as a block whose tree of all roots proves old
 * blocks.
 */
const LATER = START + 3_600_000_000_000n;
const byPath =
  (signature: Make): Make =>
  (root) => {
    const timestampLeaf = proto.Timestamp.encode(timestamp(LATER)).finish();
    const [one, two] = [leafOf(Buffer.from('one')), leafOf(Buffer.from('two'))];
    const signed = twoOf(leafOf(timestampLeaf), twoOf(one, twoOf(root, two)));
    const siblings = [{ hash: two }, { isLeft: true, hash: one }];
    const paths = [
      { timestampLeaf, nextPathIndex: 1 },
      { nextPathIndex: 0xffff_ffff },
      { hash: root, siblings, nextPathIndex: 1 },
    ];
    return proofOf({ blockStateProof: { paths, signedBlockProof: { blockSignature: signature(signed) } } });
  };
const byLater = byPath((root) => network.sign(root));

const nodesSign =
  (hash: Uint8Array, version = 6): Make =>
  () => {
    const signaturesBytes = sign('RSA-SHA384', hash, node.privateKey);
    const recordFileSignatures = [{ nodeId: Long.fromNumber(node.nodeId), signaturesBytes }];
    return proofOf({ signedRecordFileProof: { version, recordFileSignatures } });
  };
const byNodes = nodesSign(file.fileHash);
const unknownKind: Make = () =>
  lengthDelimited(9, Buffer.concat([Buffer.of(8, 7), lengthDelimited(5, Buffer.from('new'))]));

const inForce = (from: bigint, of = network): LedgerInForce => ({
  publication: of.publication,
  from,
  grounds: 'pinned',
});
const KNOWN = [inForce(0n)];

interface Options {
  readonly trust?: Trust;
  readonly known?: readonly LedgerInForce[];
  readonly of?: typeof wrapped;
}

/**
 * Returns the stored kind of a block with these proofs and its number of transactions, or the reason of its refusal.
 */
async function outcomeOf(proofs: readonly Make[], options: Options = {}): Promise<unknown> {
  const { trust = 'proof', known = KNOWN, of = wrapped } = options;
  const proofItems = proofs.map((make) => make(of.sixteenLeaves));
  const bytes = joinItems([...of.items.slice(0, -1), ...proofItems]);
  const leftOut: string[] = [];
  const blocks = followBlocks({
    source: {
      name: 'memory',
      first: async () => NUMBER,
      open: async (number) => (number === NUMBER ? { key: '7.blk', name: '7.blk', bytes } : null),
      changes: 0,
      changed: async () => undefined,
      close: async () => undefined,
    },
    decode: (each, root, size, proven) =>
      decodeBlock(each, root, size, {
        acceptsUnsigned: trust === 'chain',
        onLeftOut: (what) => leftOut.push(what),
        ...proven,
      }),
    addressBooks: bootstrapAddressBooks(encodeBook([node])),
    stakes: new NodeStakes(),
    threshold: new NetworkTrust(new LedgerHistory(NO_SETTINGS, known), pool, SILENT_LOG),
    trust,
    acceptsMocks: false,
    startAfter: null,
    follow: false,
    signal: new AbortController().signal,
    log: SILENT_LOG,
  });
  try {
    for await (const { proof, block: stored } of blocks) {
      return { kind: proof.kind, items: stored.items.length, leftOut: leftOut.length };
    }
  } catch (error) {
    return (error as { code?: string }).code;
  }
  throw new Error('there is a block');
}

const stored = (kind: string, items: number) => ({ kind, items, leftOut: items === 1 ? 1 : 0 });

describe('a wrapped record block', () => {
  it.each<[string, Make[], unknown]>([
    ['nodes’ signatures', [byNodes], stored('record-file-proof', 1)],
    ['a threshold signature after those of nodes', [byNodes, byThreshold], stored('threshold-signature', 2)],
    ['a threshold signature before those of nodes', [byThreshold, byNodes], stored('threshold-signature', 2)],
    ['a state proof', [byNodes, byLater], stored('state-proof', 2)],
    ['all three', [byNodes, byLater, byThreshold], stored('threshold-signature', 2)],
    ['an unknown kind', [unknownKind, byNodes, unknownKind], stored('record-file-proof', 1)],
    ['a mock', [byNodes, mock], stored('record-file-proof', 1)],
    ['a threshold signature alone', [byThreshold], stored('threshold-signature', 2)],
  ])('is stored by its strongest proof: %s', async (_, proofs, outcome) => {
    expect(await outcomeOf(proofs)).toEqual(outcome);
  });

  it.each<[string, Make[], string]>([
    ['a wrong threshold signature', [byNodes, wrong], 'not-proven'],
    ['a threshold signature of another network', [byNodes, byOther], 'not-proven'],
    ['a wrong threshold signature after a valid one', [byNodes, byThreshold, wrong], 'not-proven'],
    ['a state proof of another block', [byNodes, () => byLater(OTHER_ROOT)], 'not-proven'],
    ['a state proof with a wrong signature', [byNodes, byPath(() => network.sign(OTHER_ROOT))], 'not-proven'],
    ['the mock of another root hash', [byNodes, wrongMock], 'not-proven'],
    ['nodes’ signatures of another file', [nodesSign(OTHER_ROOT), byThreshold], 'no-consensus'],
    [
      'nodes’ signatures of another version',
      [byThreshold, byNodes, nodesSign(file.fileHash, 5)],
      'malformed',
    ],
    ['only an unknown kind', [unknownKind], 'malformed'],
  ])('is refused with %s, whatever its other proofs', async (_, proofs, code) => {
    expect(await outcomeOf(proofs)).toBe(code);
    expect(await outcomeOf(proofs, { trust: 'chain' })).toBe(code);
  });

  it('is proven by its nodes’ signatures if no ledger is known for its other proofs', async () => {
    expect(await outcomeOf([byNodes, byThreshold], { known: [] })).toEqual(stored('record-file-proof', 1));
    expect(await outcomeOf([byNodes, byLater], { known: [] })).toEqual(stored('record-file-proof', 1));
    expect(await outcomeOf([byThreshold], { known: [] })).toBe('not-proven');
    expect(await outcomeOf([byThreshold], { known: [], trust: 'chain' })).toEqual(stored('chain', 2));
  });

  it('is signed by the ledger of the time of wrapping, or of the block that its proof leads to', async () => {
    // Both ledgers were published after the record file.
    const known = [inForce(START + 1n), inForce(LATER + 1n, renewed)];
    expect(await outcomeOf([byNodes, byOther], { known })).toEqual(stored('threshold-signature', 2));
    expect(await outcomeOf([byNodes, byThreshold], { known })).toBe('not-proven');
    expect(await outcomeOf([byNodes, byLater], { known })).toEqual(stored('state-proof', 2));
    expect(await outcomeOf([byNodes, byPath((root) => renewed.sign(root))], { known })).toBe('not-proven');
  });
});

it('a block of the block stream may have several proofs, too', async () => {
  const of = plain;
  expect(await outcomeOf([byLater, byThreshold], { of })).toMatchObject({ kind: 'threshold-signature' });
  expect(await outcomeOf([byLater], { of })).toMatchObject({ kind: 'state-proof' });
  expect(await outcomeOf([byLater, wrong], { of })).toBe('not-proven');
  expect(await outcomeOf([mock, byLater], { of })).toMatchObject({ kind: 'state-proof' });
  expect(await outcomeOf([mock], { of })).toBe('not-proven');
  expect(await outcomeOf([mock], { of, trust: 'chain' })).toMatchObject({ kind: 'chain' });
  expect(await outcomeOf([wrongMock], { of, trust: 'chain' })).toBe('not-proven');
});
