import { MalformedError } from '../kernel/malformed-error.ts';
import type { ProvenId } from './message-fields.ts';
import {
  bytesOf,
  type Fields,
  fieldsOf,
  hashOf,
  listOf,
  malformed,
  numberOf,
  placeOf,
} from './proof-json.ts';
import { decoding } from './proven-block.ts';
import {
  fileHash,
  itemsOf,
  metadataHash,
  type RecordedBytes,
  recordedHash,
  runningHash,
} from './record-hashes.ts';
import { ProofRefused } from './refusal.ts';
import { bodyOfTransaction, type ReadBody, readBody } from './transaction-body.ts';
import { type ReadRecord, readRecord } from './transaction-result.ts';

/** What a proof shows of a record file, and the hash that its nodes must have signed. */
export interface ShownFile {
  readonly signed: 'metadata' | 'file';
  readonly hash: Uint8Array;
  /** Of the block, where the nodes signed it: v6 alone. */
  readonly number: bigint | null;
  readonly hapi: { readonly major: number; readonly minor: number; readonly patch: number } | null;
  readonly item: { readonly id: ProvenId; readonly record: ReadRecord; readonly body: ReadBody } | null;
}

/** Computes what the nodes signed from a transaction and what its file has besides. Throws `ProofRefused`. */
export function readShownFile(fields: Fields): ShownFile {
  const file = fieldsOf(fields.file, 'the file');
  const { signed } = fields;
  if (signed === 'file') return readWholeFile(file);
  return signed === 'metadata' ? readCompactFile(file) : malformed('what is signed is of no known kind');
}

function readWholeFile(file: Fields): ShownFile {
  const bytes = bytesOf(file.bytes, 'the file');
  const { version, items } = decoding(() => itemsOf(bytes));
  if (file.version !== version) malformed(`the file is of version ${version}`);
  const item = file.index === null ? null : items[placeOf(file.index, 'the place of the transaction')];
  if (item === undefined) throw new ProofRefused('leaf', 'The file has no transaction at that place.');
  return {
    signed: 'file',
    hash: fileHash(version, bytes),
    number: null,
    hapi: null,
    item: item && readRecorded(item),
  };
}

function readCompactFile(file: Fields): ShownFile {
  const { version } = file;
  if (version !== 5 && version !== 6) return malformed('only files of version 5 and 6 have a metadata hash');
  const parts = fieldsOf(file.hapi, 'the HAPI version');
  const [major, minor, patch] = [parts.major, parts.minor, parts.patch].map((part) =>
    placeOf(part, 'a part of the HAPI version'),
  );
  if (major === undefined || minor === undefined || patch === undefined) return malformed('no HAPI version');
  const hapi = { major, minor, patch };
  const given = fieldsOf(file.item, 'the item');
  const item = {
    transaction: bytesOf(given.transaction, 'a transaction'),
    record: bytesOf(given.record, 'a record'),
  };
  let end = runningHash(hashOf(file.before, 'the running hash before'), recordedHash(item));
  for (const hash of listOf(file.after, 'the items after it'))
    end = runningHash(end, hashOf(hash, 'an item'));
  const number = version === 6 ? numberOf(file.number, 'the block number') : null;
  const objectVersion = version === 5 ? placeOf(file.object_version, 'the object version') : 0;
  const head = { version, hapi, objectVersion, number: number ?? 0n } as const;
  const start = hashOf(file.start, 'the running hash at the start');
  return { signed: 'metadata', hash: metadataHash(head, start, end), number, hapi, item: readRecorded(item) };
}

function readRecorded({ transaction, record }: RecordedBytes): NonNullable<ShownFile['item']> {
  return decoding(() => {
    const body = readBody(bodyOfTransaction(transaction));
    const read = readRecord(record);
    if (read.id === null) throw new MalformedError('a record names no transaction');
    return { id: read.id, body, record: read };
  });
}
