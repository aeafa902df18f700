import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { NODE_HASHES } from '@tain/ledger/block-stream';
import { topicRunningHash } from '@tain/ledger/topic-hash';
import { stream } from '@tain/protos/block-stream';
import { com, proto } from '@tain/protos/hapi';
import Long from 'long';
import { EMPTY, leafOf, oneOf, treeOf, twoOf } from '../../../test/ingest/block-writer.ts';
import { timestamp } from '../../../test/ingest/stream-writer.ts';
import { type BlockSigner, openBlockSigner } from '../../network-simulator/src/threshold/block-signer.ts';
import { siblingsOf } from '../src/item-tree.ts';
import type { BlockProofJson, TopicJson, TransactionJson } from '../src/proof-json.ts';

/**
 * Blocks with arbitrary bytes, with proofs of them, and a network that signs any root. An invalid proof then has only
 * that one fault, and its signature is valid.
 */

export type Writable<T> = T extends object ? { -readonly [K in keyof T]: Writable<T[K]> } : T;
export type BlockProof = Writable<BlockProofJson>;

/** Encodes a message of protobuf, one field after another: a number, or bytes. */
export function message(...fields: readonly (readonly [number, number | Uint8Array])[]): Buffer {
  const varint = (value: number): number[] =>
    value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...varint(value >>> 7)];
  return Buffer.concat(
    fields.map(([field, value]) =>
      typeof value === 'number'
        ? Buffer.from([...varint(field << 3), ...varint(value)])
        : Buffer.concat([Buffer.from([...varint((field << 3) | 2), ...varint(value.length)]), value]),
    ),
  );
}

/** Encodes a `BlockItem` of a kind. */
export const item = (kind: number, content: Uint8Array): Buffer => message([kind, content]);

export const TIME_NS = 1_750_000_000_000_000_000n;
const ACCOUNT = { accountNum: Long.fromNumber(2) };
export const TOPIC = '0.0.1001';
const PREVIOUS_HASH = createHash('sha384').update('the message before').digest();

export const timeBytes = (at: bigint): Buffer => Buffer.from(proto.Timestamp.encode(timestamp(at)).finish());

export function transactionId(number: number, more: proto.ITransactionID = {}): Buffer {
  const transactionValidStart = timestamp(TIME_NS - 1_000_000_000n + BigInt(number));
  return Buffer.from(
    proto.TransactionID.encode({ accountID: ACCOUNT, transactionValidStart, ...more }).finish(),
  );
}

const CONTENT = 'hello';
/** Returns the input of a transaction. Transaction 1 sends a message, the others are empty transfers. */
export function input(number: number): Buffer {
  const what: proto.ITransactionBody =
    number === 1
      ? {
          consensusSubmitMessage: {
            topicID: { topicNum: Long.fromNumber(1001) },
            message: Buffer.from(CONTENT),
          },
        }
      : { cryptoTransfer: { transfers: {} } };
  const transactionID = proto.TransactionID.decode(transactionId(number));
  const bodyBytes = proto.TransactionBody.encode({
    transactionID,
    memo: `transaction ${number}`,
    ...what,
  }).finish();
  return item(4, proto.SignedTransaction.encode({ bodyBytes, sigMap: {} }).finish());
}

export function result(number: number, status = 22): Buffer {
  const accountAmounts = [-(number + 1), number + 1].map((amount, index) => ({
    accountID: { accountNum: Long.fromNumber(2 + index) },
    amount: Long.fromNumber(amount),
  }));
  const transferList = proto.TransferList.encode({ accountAmounts }).finish();
  return message([
    5,
    message([1, status], [2, timeBytes(TIME_NS + BigInt(number) + 1n)], [6, 100 + number], [7, transferList]),
  ]);
}

/** Returns the receipts of a unit: one entry each, with the time of its last result. */
export const receiptEntry = (id: Uint8Array, status = 22): Buffer =>
  message([1, message([2, id], [3, status])]);
export const pushOf = (list: Uint8Array, state = 126, field = 7): Buffer =>
  message([2, message([1, state], [field, message([3, list])])]);
export const receiptsAt = (number: number, ...changes: readonly Uint8Array[]): Buffer =>
  item(7, Buffer.concat([message([1, timeBytes(TIME_NS + BigInt(number) + 1n)]), ...changes]));
export const entries = (...numbers: readonly number[]): Buffer =>
  Buffer.concat(numbers.map((number) => receiptEntry(transactionId(number))));

const SEQUENCE = 7n;
export const RUNNING_HASH = topicRunningHash(PREVIOUS_HASH, {
  payer: 2n,
  topic: 1001n,
  at: TIME_NS + 2n,
  sequenceNumber: SEQUENCE,
  hash: createHash('sha384').update(CONTENT).digest(),
});

export function topicChange(
  topic = 1001,
  hash: Uint8Array = RUNNING_HASH,
  number = Number(SEQUENCE),
): Buffer {
  const value = message([1, message([3, topic])], [2, number], [7, hash]);
  const key = message([12, message([3, topic])]);
  return message([2, message([1, 21], [5, message([1, key], [2, message([13, value])])])]);
}

/** Returns the message of transaction 1, in the format of a proof. */
export const topicPart = (): Writable<TopicJson> => ({
  topic_id: TOPIC,
  sequence_number: SEQUENCE.toString(),
  previous_running_hash: PREVIOUS_HASH.toString('base64'),
  messages: [
    {
      payer: '0.0.2',
      consensus_timestamp: '1750000000.000000002',
      message: Buffer.from(CONTENT).toString('base64'),
    },
  ],
});

/** Parts of a block, one of which a test changes. */
export interface Draft {
  /** Items of the trees 5 to 8. */
  trees: { [tree in 5 | 6 | 7 | 8]: Buffer[] };
  /** Indexes of the leaves that the proof contains. */
  shown: { [tree in 5 | 6 | 7 | 8]: number[] };
  timestamp: Buffer;
  /** Number of leaves below the root, which determines the form. */
  leaves: 8 | 16;
  /** Hashes a leaf. */
  leaf: (bytes: Buffer) => Buffer;
  /** Hashes an inner node with one child, which the form with eight leaves has. */
  one: (hash: Buffer) => Buffer;
  transaction: Writable<TransactionJson>;
  topic: Writable<TopicJson>;
}

export const header = (minor = 78, time = timeBytes(TIME_NS)): Buffer => {
  const version = proto.SemanticVersion.encode({ minor }).finish();
  return item(1, message([1, version], [2, version], [3, 42], [4, time]));
};

/**
 * Returns a block of two units: transactions 0 to 2, of which 1 has an output, too, and 3. Its proof is of transaction
 * 1 and of the message that it sends.
 */
export const draft = (): Draft => ({
  trees: {
    5: [0, 1, 2, 3].map(input),
    6: [header(), result(0), result(1), item(6, message([1, 1])), result(2), result(3)],
    7: [
      receiptsAt(1, topicChange()),
      receiptsAt(2, pushOf(entries(0, 1, 2))),
      receiptsAt(3, pushOf(entries(3))),
    ],
    8: [item(11, message([1, timeBytes(TIME_NS + 2n)])), item(11, message([1, timeBytes(TIME_NS + 3n)]))],
  },
  shown: { 5: [1], 6: [0, 1, 2, 3, 4], 7: [0, 1], 8: [] },
  timestamp: timeBytes(TIME_NS),
  leaves: 16,
  leaf: leafOf,
  one: oneOf,
  transaction: { input: 1, inner: null, link: 'run', receipts: 1, entry: 1 },
  topic: topicPart(),
});

export const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

/** Content of a block that its own signature, or a later block's, must cover. */
export interface Unsigned {
  readonly root: Buffer;
  readonly proof: Omit<BlockProof, 'signature' | 'ledger'>;
}

export function unsignedProof(block: Draft): Unsigned {
  const numbers = [5, 6, 7, 8] as const;
  const hashes = numbers.map((number) => block.trees[number].map(block.leaf));
  const first = ['previous', 'all', 'state'].map((text) => leafOf(Buffer.from(text)));
  const subtrees = [...first, EMPTY, ...hashes.map(treeOf), ...Array<Buffer>(block.leaves - 8).fill(EMPTY)];
  const top = treeOf(subtrees);
  const root = twoOf(leafOf(block.timestamp), block.leaves === 8 ? block.one(top) : top);
  return {
    root,
    proof: {
      version: 1,
      kind: 'block',
      block: { number: '42', hash: `0x${root.toString('hex')}` },
      timestamp: base64(block.timestamp),
      subtrees: subtrees.map(base64),
      trees: numbers.flatMap((tree, index) => {
        const [all, indexes] = [hashes[index] ?? [], block.shown[tree]];
        if (indexes.length === 0) return [];
        const items = indexes.map((index) => ({
          index: index,
          bytes: base64(block.trees[tree][index] ?? EMPTY),
        }));
        return [
          { tree, leaves: all.length, items, siblings: siblingsOf(all, indexes, NODE_HASHES).map(base64) },
        ];
      }),
      transaction: block.transaction,
      topic: block.topic,
    },
  };
}

/** Value of `next_path_index` for -1. */
export const ROOT = 0xffff_ffff;

/** Returns the paths from a block's root to the next block's, and that root. */
export function laterPaths(root: Uint8Array): {
  readonly paths: stream.IMerklePath[];
  readonly root: Buffer;
} {
  const time = timeBytes(TIME_NS + 2_000_000_000n);
  const siblings = ['all roots', 'state', 'items', 'unused'].map((text) => leafOf(Buffer.from(text)));
  const top = siblings.reduce<Buffer>((hash, sibling) => twoOf(hash, sibling), Buffer.from(root));
  return {
    paths: [
      { timestampLeaf: time, nextPathIndex: 2 },
      { hash: root, siblings: siblings.map((hash) => ({ isLeft: false, hash })), nextPathIndex: 2 },
      { nextPathIndex: ROOT },
    ],
    root: twoOf(leafOf(time), top),
  };
}

export const stateProof = (paths: stream.IMerklePath[], blockSignature: Uint8Array): string =>
  base64(stream.StateProof.encode({ paths, signedBlockProof: { blockSignature } }).finish());

export type Signed = 'direct' | 'later';

/** A network that signs any root. */
export class OwnNetwork {
  readonly signer: BlockSigner;
  readonly publication: Buffer;

  private constructor(signer: BlockSigner) {
    this.signer = signer;
    const { LedgerIdPublicationTransactionBody } = com.hedera.hapi.node.tss;
    this.publication = Buffer.from(LedgerIdPublicationTransactionBody.encode(signer.publication).finish());
  }

  static async open(): Promise<OwnNetwork> {
    const dir = mkdtempSync(path.join(tmpdir(), 'tain-own-network-'));
    try {
      return new OwnNetwork(await openBlockSigner(dir));
    } finally {
      rmSync(dir, { recursive: true, force: true });
    }
  }

  get ledgerId(): string {
    return this.signer.ledgerId;
  }

  signatureOf(root: Uint8Array, signed: Signed): BlockProof['signature'] {
    if (signed === 'direct') return { kind: 'direct', block_signature: base64(this.signer.sign(root)) };
    const { paths, root: later } = laterPaths(root);
    return { kind: 'later', state_proof: stateProof(paths, this.signer.sign(later)) };
  }

  /** Returns a valid proof, except that `change` modifies its block before it is signed. */
  proof(signed: Signed = 'direct', change: (block: Draft) => void = () => undefined): BlockProof {
    const block = draft();
    change(block);
    const { proof, root } = unsignedProof(block);
    const ledger = { publication: base64(this.publication) };
    return structuredClone({ ...proof, signature: this.signatureOf(root, signed), ledger });
  }
}

/** Returns the base64 with one bit flipped. */
export function flipped(text: string, bit: number): string {
  const bytes = Buffer.from(text, 'base64');
  const at = (bit >> 3) % bytes.length;
  bytes[at] = (bytes[at] ?? 0) ^ (1 << (bit & 7));
  return base64(bytes);
}

/** Returns the step that refuses a proof. Any other error fails the test. */
export async function stepOf(verified: Promise<unknown>): Promise<string> {
  return verified.then(
    () => 'none: it is accepted',
    (error: { name?: string; step?: string }) => {
      if (error.name !== 'ProofRefused') throw error;
      return error.step ?? '';
    },
  );
}
