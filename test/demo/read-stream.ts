import { createHash, createPublicKey, verify } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { proto } from '@tain/protos/hapi';

/**
 * Reads a record stream with independent code and no imports from src/, so that the demo network's output is checked against the
 * format and not against itself.
 */
export interface ReadItem {
  readonly transaction: Uint8Array;
  readonly body: proto.TransactionBody;
  readonly signatures: proto.ISignaturePair[];
  readonly bodyBytes: Uint8Array;
  readonly record: proto.TransactionRecord;
  readonly at: bigint;
}

export interface ReadFile {
  readonly name: string;
  readonly bytes: Buffer;
  /** SHA-384 of the file, as hex. */
  readonly hash: string;
  readonly file: proto.RecordStreamFile;
  readonly items: ReadItem[];
  readonly sidecars: proto.ITransactionSidecarRecord[];
}

const sha384 = (...parts: Uint8Array[]): Buffer => {
  const hash = createHash('sha384');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

export const nodeDir = (dir: string, node: number): string => join(dir, 'recordstreams', `record0.0.${node}`);

export function fileNames(dir: string, node = 3, suffix = '.rcd.gz'): string[] {
  return readdirSync(nodeDir(dir, node))
    .filter((name) => name.endsWith(suffix))
    .sort();
}

export const instant = (time: proto.ITimestamp | null | undefined): bigint =>
  BigInt(time?.seconds?.toString() ?? '0') * 1_000_000_000n + BigInt(time?.nanos ?? 0);

export function readItem(transaction: Uint8Array, record: Uint8Array): ReadItem {
  const outer = proto.Transaction.decode(transaction);
  const signed = proto.SignedTransaction.decode(outer.signedTransactionBytes);
  const decoded = proto.TransactionRecord.decode(record);
  return {
    transaction,
    bodyBytes: signed.bodyBytes,
    body: proto.TransactionBody.decode(signed.bodyBytes),
    signatures: signed.sigMap?.sigPair ?? [],
    record: decoded,
    at: instant(decoded.consensusTimestamp),
  };
}

export function readFile(dir: string, name: string): ReadFile {
  const bytes = gunzipSync(readFileSync(join(nodeDir(dir, 3), name)));
  if (bytes.readInt32BE(0) !== 6) throw new Error('not a v6 file');
  const file = proto.RecordStreamFile.decode(bytes.subarray(4));
  const items = (file.recordStreamItems ?? []).map((item) =>
    readItem(
      proto.Transaction.encode(item.transaction ?? {}).finish(),
      proto.TransactionRecord.encode(item.record ?? {}).finish(),
    ),
  );
  const sidecars: proto.ITransactionSidecarRecord[] = [];
  for (const metadata of file.sidecars) {
    const path = join(nodeDir(dir, 3), 'sidecar', name.replace('.rcd.gz', `_0${metadata.id}.rcd.gz`));
    const content = gunzipSync(readFileSync(path));
    if (!sha384(content).equals(Buffer.from(metadata.hash?.hash ?? [])))
      throw new Error(`sidecar hash of ${name}`);
    sidecars.push(...(proto.SidecarFile.decode(content).sidecarRecords ?? []));
  }
  return { name, bytes, hash: sha384(bytes).toString('hex'), file, items, sidecars };
}

/** Slices the raw bytes of transaction and record of every item out of a v6 file. */
export function* rawItems(bytes: Buffer): Generator<{ transaction: Buffer; record: Buffer }> {
  for (const [field, value] of fields(bytes.subarray(4))) {
    if (field !== 3) continue;
    const parts = new Map(fields(value));
    yield { transaction: parts.get(1) ?? Buffer.alloc(0), record: parts.get(2) ?? Buffer.alloc(0) };
  }
}

function* fields(bytes: Buffer): Generator<[number, Buffer]> {
  let at = 0;
  const varint = (): number => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++] ?? 0;
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
  };
  while (at < bytes.length) {
    const tag = varint();
    if ((tag & 7) === 0) varint();
    else {
      const length = varint();
      yield [tag >> 3, bytes.subarray(at, at + length)];
      at += length;
    }
  }
}

/** Computes the running hash after all items of a file, from the raw bytes. */
export function runningHash(start: Uint8Array, bytes: Buffer): Buffer {
  const itemHead = Buffer.from('e370929ba5429d8b00000001', 'hex');
  const hashHead = Buffer.from('1e7451a283da22f401000000', 'hex');
  let running: Buffer = Buffer.from(start);
  for (const { transaction, record } of rawItems(bytes)) {
    const lengths = [record.length, transaction.length].map((n) => {
      const length = Buffer.alloc(4);
      length.writeInt32BE(n);
      return length;
    });
    const item = sha384(itemHead, lengths[0] ?? itemHead, record, lengths[1] ?? itemHead, transaction);
    running = sha384(hashHead, running, hashHead, item);
  }
  return running;
}

/** Checks the four nodes' signatures of a file. Throws on the first invalid one. */
export function checkSignatures(dir: string, { name, bytes, file }: ReadFile): void {
  const book = proto.NodeAddressBook.decode(readFileSync(join(dir, 'address_book.bin')));
  const version = file.hapiProtoVersion ?? {};
  const ints = Buffer.alloc(16);
  for (const [i, value] of [6, version.major ?? 0, version.minor ?? 0, version.patch ?? 0].entries()) {
    ints.writeInt32BE(value, i * 4);
  }
  const number = Buffer.alloc(8);
  number.writeBigInt64BE(BigInt(file.blockNumber.toString()));
  const metadataHash = sha384(
    ints,
    file.startObjectRunningHash?.hash ?? new Uint8Array(),
    file.endObjectRunningHash?.hash ?? new Uint8Array(),
    number,
  );
  if (book.nodeAddress.length !== 4) throw new Error('address book');
  for (const node of book.nodeAddress) {
    const account = node.nodeAccountId?.accountNum?.toNumber() ?? 0;
    const raw = readFileSync(join(nodeDir(dir, account), name.replace('.rcd.gz', '.rcd_sig')));
    if (raw[0] !== 6) throw new Error('signature version');
    const signature = proto.SignatureFile.decode(raw.subarray(1));
    const key = createPublicKey({
      key: Buffer.from(node.RSA_PubKey ?? '', 'hex'),
      format: 'der',
      type: 'spki',
    });
    for (const [part, hash] of [
      [signature.fileSignature, sha384(bytes)],
      [signature.metadataSignature, metadataHash],
    ] as const) {
      if (!part?.signature || part.length !== 384 || part.checksum !== 101 - 384)
        throw new Error('signature object');
      if (!hash.equals(Buffer.from(part.hashObject?.hash ?? []))) throw new Error(`signed hash of ${name}`);
      if (!verify('sha384', hash, key, part.signature))
        throw new Error(`signature of ${name} by 0.0.${account}`);
    }
  }
}
