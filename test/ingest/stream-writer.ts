import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import {
  CLASS_VERSION,
  DIGEST_TYPE_SHA384,
  HASH_OBJECT_CLASS_ID,
  itemHash,
  metadataHashV6,
  nextRunningHash,
  RECORD_OBJECT_CLASS_ID,
  sha384,
  streamInstant,
} from '@tain/ledger/record-stream';
import { proto } from '@tain/protos/hapi';
import Long from 'long';

/**
 * Writes record streams for the tests of reading, by the format's description, independent of the code under test
 * (except the hashes of the kernel, which tests of real files check).
 */

export const ZERO_HASH = Buffer.alloc(48);
export const START = 1_700_000_000_000_000_000n;

export interface RawItem {
  readonly transaction: Uint8Array;
  readonly record: Uint8Array;
}

export interface ItemOptions {
  readonly time: bigint;
  readonly parentTime?: bigint;
  readonly status?: number;
  readonly body?: proto.ITransactionBody;
  readonly record?: proto.ITransactionRecord;
  /** Bytes appended to the body. */
  readonly extraBody?: Uint8Array;
  /** Field of the transaction that contains the body. */
  readonly form?: 'signed' | 'bodyBytes' | 'body';
}

export function timestamp(nanos: bigint): proto.ITimestamp {
  return { seconds: Long.fromString(String(nanos / 1_000_000_000n)), nanos: Number(nanos % 1_000_000_000n) };
}

/** Returns one transaction and its record; by default an empty transfer paid by 0.0.1001. */
export function makeItem(options: ItemOptions): RawItem {
  const plain = proto.TransactionBody.encode({
    transactionID: {
      accountID: { accountNum: Long.fromNumber(1001) },
      transactionValidStart: timestamp(options.time - 1_000_000_000n),
    },
    memo: `at ${options.time}`,
    ...(options.body ?? { cryptoTransfer: {} }),
  }).finish();
  const bodyBytes = Buffer.concat([plain, options.extraBody ?? new Uint8Array()]);
  const sigMap = { sigPair: [{ pubKeyPrefix: Buffer.from([1, 2]), ed25519: Buffer.alloc(64, 3) }] };
  const record = proto.TransactionRecord.encode({
    receipt: { status: options.status ?? 22 },
    transactionHash: sha384(bodyBytes),
    consensusTimestamp: timestamp(options.time),
    ...(options.parentTime !== undefined && { parentConsensusTimestamp: timestamp(options.parentTime) }),
    ...options.record,
  }).finish();
  return { transaction: wrapBody(bodyBytes, sigMap, options.form ?? 'signed'), record };
}

function wrapBody(
  bodyBytes: Buffer,
  sigMap: proto.ISignatureMap,
  form: 'signed' | 'bodyBytes' | 'body',
): Uint8Array {
  if (form === 'bodyBytes') return proto.Transaction.encode({ bodyBytes, sigMap }).finish();
  if (form === 'body') {
    const rest = proto.Transaction.encode({ sigMap }).finish();
    return Buffer.concat([lengthDelimited(1, bodyBytes), rest]);
  }
  const signedTransactionBytes = proto.SignedTransaction.encode({ bodyBytes, sigMap }).finish();
  return proto.Transaction.encode({ signedTransactionBytes }).finish();
}

/** Encodes a protobuf field of wire type 2. */
export function lengthDelimited(field: number, content: Uint8Array): Buffer {
  return Buffer.concat([varint(field * 8 + 2), varint(content.length), content]);
}

export function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  while (rest >= 0x80) {
    bytes.push((rest % 0x80) | 0x80);
    rest = Math.floor(rest / 0x80);
  }
  return Buffer.from([...bytes, rest]);
}

export interface WrittenFile {
  /** Decompressed bytes. */
  readonly bytes: Buffer;
  readonly fileHash: Buffer;
  readonly metadataHash: Buffer | null;
  /** Hash that the next file must name. */
  readonly hash: Buffer;
  readonly version: 2 | 5 | 6;
  readonly sidecars: readonly { readonly id: number; readonly bytes: Buffer }[];
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

function uint64(value: bigint): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(value);
  return bytes;
}

export function writeV2(items: readonly RawItem[], previousHash: Buffer, version = 2): WrittenFile {
  const header = Buffer.concat([int32(version), int32(3), Buffer.from([1]), previousHash]);
  const body = Buffer.concat(
    items.flatMap(({ transaction, record }) => [
      Buffer.from([2]),
      int32(transaction.length),
      transaction,
      int32(record.length),
      record,
    ]),
  );
  const bytes = Buffer.concat([header, body]);
  const fileHash = version === 1 ? sha384(bytes) : sha384(header, sha384(body));
  return { bytes, fileHash, metadataHash: null, hash: fileHash, version: 2, sidecars: [] };
}

function hashObject(hash: Buffer): Buffer {
  return Buffer.concat([
    uint64(HASH_OBJECT_CLASS_ID),
    int32(CLASS_VERSION),
    int32(DIGEST_TYPE_SHA384 | 0),
    int32(48),
    hash,
  ]);
}

function endHashOf(items: readonly RawItem[], previousHash: Buffer): Buffer {
  let hash = previousHash;
  for (const { record, transaction } of items) hash = nextRunningHash(hash, itemHash(record, transaction));
  return hash;
}

export function writeV5(items: readonly RawItem[], previousHash: Buffer): WrittenFile {
  const head = Buffer.concat([int32(5), int32(0), int32(20), int32(1), int32(1), hashObject(previousHash)]);
  const body = Buffer.concat(
    items.flatMap(({ transaction, record }) => [
      uint64(RECORD_OBJECT_CLASS_ID),
      int32(CLASS_VERSION),
      int32(record.length),
      record,
      int32(transaction.length),
      transaction,
    ]),
  );
  const hash = endHashOf(items, previousHash);
  const tail = hashObject(hash);
  const bytes = Buffer.concat([head, body, tail]);
  return {
    bytes,
    fileHash: sha384(bytes),
    metadataHash: sha384(head, tail),
    hash,
    version: 5,
    sidecars: [],
  };
}

export interface V6Options {
  readonly number: bigint;
  readonly sidecars?: readonly proto.ITransactionSidecarRecord[][];
  /** Hash that replaces the true one. */
  readonly endHash?: Buffer;
  readonly sidecarIds?: readonly number[];
}

export function writeV6(items: readonly RawItem[], previousHash: Buffer, options: V6Options): WrittenFile {
  const hash = options.endHash ?? endHashOf(items, previousHash);
  const sidecars = (options.sidecars ?? []).map((sidecarRecords, index) => ({
    id: options.sidecarIds?.[index] ?? index + 1,
    bytes: Buffer.from(proto.SidecarFile.encode({ sidecarRecords }).finish()),
  }));
  const message = Buffer.concat([
    lengthDelimited(1, proto.SemanticVersion.encode({ minor: 63, patch: 2 }).finish()),
    lengthDelimited(2, encodeHash(previousHash)),
    ...items.map(({ transaction, record }) =>
      lengthDelimited(3, Buffer.concat([lengthDelimited(1, transaction), lengthDelimited(2, record)])),
    ),
    lengthDelimited(4, encodeHash(hash)),
    proto.RecordStreamFile.encode({ blockNumber: Long.fromString(String(options.number)) }).finish(),
    ...sidecars.map(({ id, bytes }) =>
      lengthDelimited(
        6,
        proto.SidecarMetadata.encode({
          id,
          types: [1],
          hash: { algorithm: 1, length: 48, hash: sha384(bytes) },
        }).finish(),
      ),
    ),
  ]);
  const bytes = Buffer.concat([int32(6), message]);
  const metadataHash = metadataHashV6({ major: 0, minor: 63, patch: 2 }, previousHash, hash, options.number);
  return { bytes, fileHash: sha384(bytes), metadataHash, hash, version: 6, sidecars };
}

function encodeHash(hash: Buffer): Uint8Array {
  return proto.HashObject.encode({ algorithm: 1, length: hash.length, hash }).finish();
}

function rsaSign(key: KeyObject, hash: Buffer): Buffer {
  return sign('sha384', hash, key);
}

/** Returns a node's signature file of a written file. */
export function writeSignature(file: WrittenFile, key: KeyObject): Buffer {
  const fileSignature = rsaSign(key, file.fileHash);
  if (!file.metadataHash) {
    return Buffer.concat([
      Buffer.from([4]),
      file.fileHash,
      Buffer.from([3]),
      int32(fileSignature.length),
      fileSignature,
    ]);
  }
  const metadataSignature = rsaSign(key, file.metadataHash);
  if (file.version === 5) {
    return Buffer.concat([
      Buffer.from([5]),
      int32(1),
      hashObject(file.fileHash),
      signatureObject(fileSignature),
      hashObject(file.metadataHash),
      signatureObject(metadataSignature),
    ]);
  }
  const object = (signature: Buffer, hash: Buffer) => ({
    type: 1,
    length: signature.length,
    checksum: 101 - signature.length,
    signature,
    hashObject: { algorithm: 1, length: 48, hash },
  });
  const message = proto.SignatureFile.encode({
    fileSignature: object(fileSignature, file.fileHash),
    metadataSignature: object(metadataSignature, file.metadataHash),
  }).finish();
  return Buffer.concat([Buffer.from([6]), message]);
}

function signatureObject(signature: Buffer): Buffer {
  return Buffer.concat([
    uint64(0x13dc4b399b245c69n),
    int32(1),
    int32(1),
    int32(signature.length),
    int32(101 - signature.length),
    signature,
  ]);
}

export interface TestNode {
  readonly nodeId: number;
  readonly account: number;
  readonly privateKey: KeyObject;
  readonly publicKeyHex: string;
}

/**
 * Creates a node with an RSA key of 2048 bits: the tests do not depend on the length, and 3072 bits are slow to
 * generate.
 */
export function makeNode(nodeId: number): TestNode {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const publicKeyHex = publicKey.export({ type: 'spki', format: 'der' }).toString('hex');
  return { nodeId, account: nodeId + 3, privateKey, publicKeyHex };
}

export function encodeBook(nodes: readonly Omit<TestNode, 'privateKey'>[]): Uint8Array {
  return proto.NodeAddressBook.encode({
    nodeAddress: nodes.map(({ nodeId, account, publicKeyHex }) => ({
      nodeId: Long.fromNumber(nodeId),
      nodeAccountId: { accountNum: Long.fromNumber(account) },
      RSA_PubKey: publicKeyHex,
    })),
  }).finish();
}

/** Creates a folder in the system's temporary folder. Returns it with a function that removes it. */
export async function makeFolder(): Promise<{ path: string; remove: () => Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'tain-read-'));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

export function dataName(file: WrittenFile, instant: bigint): string {
  return `${streamInstant(instant)}.rcd${file.version === 6 ? '.gz' : ''}`;
}

export function signatureName(instant: bigint): string {
  return `${streamInstant(instant)}.rcd_sig`;
}

/** Creates a file atomically, like a bucket. */
async function putFile(path: string, bytes: Buffer): Promise<void> {
  await writeFile(`${path}.part`, bytes);
  await rename(`${path}.part`, path);
}

/** Writes a file's data, sidecars and signature into one node's folder of the classic layout. */
export async function addFile(
  root: string,
  node: TestNode,
  file: WrittenFile,
  instant: bigint,
  what: { readonly data?: boolean; readonly signature?: boolean } = {},
): Promise<void> {
  const folder = join(root, 'recordstreams', `record0.0.${node.account}`);
  await mkdir(join(folder, 'sidecar'), { recursive: true });
  if (what.data !== false) {
    const bytes = file.version === 6 ? gzipSync(file.bytes) : file.bytes;
    await putFile(join(folder, dataName(file, instant)), bytes);
    for (const { id, bytes: sidecar } of file.sidecars) {
      const name = `${streamInstant(instant)}_${String(id).padStart(2, '0')}.rcd.gz`;
      await putFile(join(folder, 'sidecar', name), gzipSync(sidecar));
    }
  }
  if (what.signature !== false) {
    await putFile(join(folder, signatureName(instant)), writeSignature(file, node.privateKey));
  }
}

/** Returns a chain of v6 files, two seconds apart, with `perFile` transfers each. */
export function makeChain(
  length: number,
  perFile = 2,
  firstNumber = 100n,
): { file: WrittenFile; instant: bigint }[] {
  const chain: { file: WrittenFile; instant: bigint }[] = [];
  let previous: Buffer = ZERO_HASH;
  for (let index = 0; index < length; index += 1) {
    const instant = START + BigInt(index) * 2_000_000_000n;
    const items = Array.from({ length: perFile }, (_, nth) => makeItem({ time: instant + BigInt(nth) }));
    const file = writeV6(items, previous, { number: firstNumber + BigInt(index) });
    chain.push({ file, instant });
    previous = file.hash;
  }
  return chain;
}

export const SILENT_LOG = { info: () => {}, warn: () => {} };
