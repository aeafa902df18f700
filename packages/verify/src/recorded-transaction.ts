import { MalformedError } from '@tain/ledger/wire-reader';
import type { ProvenId } from './message-fields.ts';
import {
  bytesOf,
  type Fields,
  fieldsOf,
  hashOf,
  int32Of,
  listOf,
  malformed,
  numberOf,
  readIndex,
} from './proof-json.ts';
import { decoding } from './proven-block.ts';
import {
  fileHash,
  metadataHash,
  type RecordedBytes,
  readFile,
  recordedHash,
  runningHash,
} from './record-hashes.ts';
import { ProofRefused } from './refusal.ts';
import { bodyOfTransaction, type ReadBody, readBody } from './transaction-body.ts';
import { type ReadRecord, readRecord } from './transaction-result.ts';

/** Content of a record file's proof, and the hash that its nodes must have signed. */
export interface ProofFile {
  readonly signed: 'metadata' | 'file';
  readonly hash: Uint8Array;
  /** Hash by which the API names its block: the running hash at its end; for versions 1 and 2 the hash of the file. */
  readonly blockHash: Uint8Array;
  /** Number of the block; null before v6, because nodes did not sign it. */
  readonly number: bigint | null;
  readonly hapi: { readonly major: number; readonly minor: number; readonly patch: number } | null;
  /** Consensus time of the shown transaction, or of the first one, in nanoseconds; null when there is none. */
  readonly at: bigint | null;
  /** Hashes from the transaction to the end of its file; null when the whole file is shown. */
  readonly path: {
    readonly item: Uint8Array;
    /** Number of items after it. */
    readonly after: number;
    readonly end: Uint8Array;
  } | null;
  readonly item: { readonly id: ProvenId; readonly record: ReadRecord; readonly body: ReadBody } | null;
}

/** Computes the signed hash from a transaction and the other inputs of its file. Throws `ProofRefused`. */
export function readProofFile(fields: Fields): ProofFile {
  const file = fieldsOf(fields.file, 'the file');
  const { signed } = fields;
  if (signed === 'file') return readWholeFile(file);
  return signed === 'metadata'
    ? readCompactFile(file)
    : malformed('the signed content is of an unknown kind');
}

function readWholeFile(file: Fields): ProofFile {
  const bytes = bytesOf(file.bytes, 'the file');
  const { version, items, end } = decoding(() => readFile(bytes));
  if (file.version !== version) malformed(`the file is of version ${version}`);
  const item = file.index === null ? null : items[readIndex(file.index, 'the index of the transaction')];
  if (item === undefined) throw new ProofRefused('leaf', 'The file has no transaction at that index.');
  const shown = item && readRecorded(item);
  const [first] = items;
  const hash = fileHash(version, bytes);
  return {
    signed: 'file',
    hash,
    blockHash: end ?? hash,
    number: null,
    hapi: null,
    at: shown?.record.at ?? (first === undefined ? null : readRecorded(first).record.at),
    path: null,
    item: shown,
  };
}

function readCompactFile(file: Fields): ProofFile {
  const { version } = file;
  if (version !== 5 && version !== 6) return malformed('only files of version 5 and 6 have a metadata hash');
  const parts = fieldsOf(file.hapi, 'the HAPI version');
  const [major, minor, patch] = [parts.major, parts.minor, parts.patch].map((part) =>
    int32Of(part, 'a part of the HAPI version'),
  );
  if (major === undefined || minor === undefined || patch === undefined) return malformed('no HAPI version');
  const hapi = { major, minor, patch };
  const given = fieldsOf(file.item, 'the item');
  const item = {
    transaction: bytesOf(given.transaction, 'a transaction'),
    record: bytesOf(given.record, 'a record'),
  };
  const hash = recordedHash(item);
  const after = listOf(file.after, 'the items after it').map((each) => hashOf(each, 'an item'));
  const end = after.reduce(runningHash, runningHash(hashOf(file.before, 'the running hash before'), hash));
  const number = version === 6 ? numberOf(file.number, 'the block number') : null;
  const objectVersion = version === 5 ? int32Of(file.object_version, 'the object version') : 0;
  const head = { version, hapi, objectVersion, number: number ?? 0n } as const;
  const start = hashOf(file.start, 'the running hash at the start');
  const shown = readRecorded(item);
  return {
    signed: 'metadata',
    hash: metadataHash(head, start, end),
    blockHash: end,
    number,
    hapi,
    at: shown.record.at,
    path: { item: hash, after: after.length, end },
    item: shown,
  };
}

function readRecorded({ transaction, record }: RecordedBytes): NonNullable<ProofFile['item']> {
  return decoding(() => {
    const body = readBody(bodyOfTransaction(transaction));
    const read = readRecord(record);
    if (read.id === null) throw new MalformedError('a record names no transaction');
    return { id: read.id, body, record: read };
  });
}
