import { asBuffer } from '@tain/ledger/integer-bytes';
import { parseStreamInstant, sha384 } from '@tain/ledger/record-stream';
import { MalformedError } from '@tain/ledger/wire-reader';
import { proto } from '@tain/protos/hapi';
import { messageOf } from '../../kernel/failure.ts';
import { atOnce, type Steps } from '../../kernel/limits/in-slices.ts';
import type { RecordBlock, RecordHashes, Sidecar } from './decoded-block.ts';
import type { Item } from './item.ts';
import { makeItems, nanosOfTimestamp, readRecordedItem } from './items.ts';
import type { RawItem, RawRecordFile, SidecarMetadata } from './raw-record-file.ts';
import { fileHashV2, readRecordFileV2 } from './record-file-v2.ts';
import { readRecordFileV5 } from './record-file-v5.ts';
import { readRecordFileV6 } from './record-file-v6.ts';
import {
  readSidecarFile,
  type SidecarContent,
  type SidecarFile,
  sidecarRecordsByTime,
} from './sidecar-file.ts';
import { StreamFileError } from './stream-error.ts';
import { collectUnrecognized } from './unrecognized.ts';

export interface ReadRecordFileOptions {
  /** Bytes on the wire, if the file was compressed. Default: the length of `bytes`. */
  readonly size?: number;
  /**
   * All sidecars that the file announces. Without them, sidecars are not read: the block then lists them with size and
   * count 0.
   */
  readonly sidecars?: readonly SidecarContent[];
  /** Items to insert among those of the file, or to replace those of the same time. No hash covers them. */
  readonly amendments?: readonly RawItem[];
}

const VERSIONS: ReadonlySet<number> = new Set([1, 2, 5, 6]);

/** Returns the format version of a record file, from its first four bytes; 0 when it is too short to have one. */
export function recordFileVersion(bytes: Buffer): number {
  return bytes.length < 4 ? 0 : bytes.readInt32BE(0);
}

/** Returns whether bytes begin like a record file. The network writes no other kind of file that begins in this way. */
export function isRecordFile(bytes: Buffer): boolean {
  return VERSIONS.has(recordFileVersion(bytes));
}

/** Returns the file hash that nodes sign, without decoding the file. */
export function recordFileHash(bytes: Buffer): Buffer {
  const version = recordFileVersion(bytes);
  return version === 1 || version === 2 ? fileHashV2(version, bytes) : sha384(bytes);
}

/**
 * Reads a record file of any version (1, 2, 5, 6) from its decompressed bytes. Recomputes the running hash of v5 and v6
 * and compares sidecars with the hashes that name them; does not decide whether the file is trusted. Throws
 * `StreamFileError`. Those of a stream are decoded `inSlices`, as blocks are.
 */
export function* decodeRecordFile(
  name: string,
  bytes: Uint8Array,
  options: ReadRecordFileOptions = {},
): Steps<RecordBlock> {
  const buffer = asBuffer(bytes);
  try {
    const { value, unrecognized } = yield* collectUnrecognized(readContent(name, buffer, options));
    const { raw, files, items } = value;
    const [consensusStart, consensusEnd] = consensusRange(name, items);
    return {
      name,
      version: raw.version,
      hapiVersion: raw.hapiVersion,
      softwareVersion: null,
      consensusStart,
      consensusEnd,
      hashes: { record: hashesOf(raw), root: null },
      number: raw.number,
      rounds: null,
      size: options.size ?? bytes.length,
      items,
      sidecars: options.sidecars ? files.map((file) => file.sidecar) : raw.sidecars.map(unreadSidecar),
      unrecognized,
    };
  } catch (error) {
    if (error instanceof StreamFileError) throw error;
    const reason = messageOf(error);
    throw new StreamFileError('malformed', name, null, reason, { cause: error });
  }
}

/** Returns what `decodeRecordFile` does, at once. */
export function readRecordFile(
  name: string,
  bytes: Uint8Array,
  options: ReadRecordFileOptions = {},
): RecordBlock {
  return atOnce(decodeRecordFile(name, bytes, options));
}

function* readContent(name: string, bytes: Buffer, { sidecars, amendments }: ReadRecordFileOptions) {
  const raw = yield* readRaw(bytes);
  const files = sidecars ? readSidecars(name, raw.sidecars, sidecars) : [];
  const records = sidecarRecordsByTime(files.map((sidecar) => sidecar.file));
  const items = yield* makeItems(
    amend(raw.items, amendments ?? []),
    readRecordedItem,
    raw.hapiVersion,
    records,
  );
  return { raw, files, items };
}

/** Returns the items in the order of their times. An amendment replaces an item of its time. */
function amend(items: readonly RawItem[], amendments: readonly RawItem[]): readonly RawItem[] {
  if (amendments.length === 0) return items;
  const byTime = new Map([...items, ...amendments].map((item) => [recordTime(item), item]));
  return [...byTime].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, item]) => item);
}

/** Returns the consensus time of an item (nanoseconds); 0 when its record has none. */
export function recordTime({ record }: RawItem): bigint {
  const { consensusTimestamp } = proto.TransactionRecord.decode(record);
  return consensusTimestamp ? nanosOfTimestamp(consensusTimestamp) : 0n;
}

function hashesOf({ hash, previousHash, fileHash, metadataHash }: RawRecordFile): RecordHashes {
  return { hash, previousHash, fileHash, metadataHash };
}

/**
 * Splits a record file of any version into its parts, and recomputes the running hash of v5 and v6. Takes the decompressed
 * file. Throws `MalformedError`.
 */
export function* readRaw(bytes: Buffer): Steps<RawRecordFile> {
  const version = recordFileVersion(bytes);
  switch (version) {
    case 1:
    case 2:
      return readRecordFileV2(bytes);
    case 5:
      return readRecordFileV5(bytes);
    case 6:
      return yield* readRecordFileV6(bytes);
    default:
      throw new MalformedError(
        bytes.length < 4 ? 'is too short for a record file' : `is of version ${version}, not 1, 2, 5 or 6`,
      );
  }
}

/** Returns the consensus times of the earliest and the latest item; for an empty file, the instant in its name. */
function consensusRange(name: string, items: readonly Item[]): readonly [bigint, bigint] {
  const [first] = items;
  if (!first) {
    const instant = parseStreamInstant(name);
    if (instant === null) throw new MalformedError('holds no transaction and has no instant in its name');
    return [instant, instant];
  }
  let start = first.consensusTimestamp;
  let end = start;
  for (const { consensusTimestamp } of items) {
    if (consensusTimestamp < start) start = consensusTimestamp;
    if (consensusTimestamp > end) end = consensusTimestamp;
  }
  return [start, end];
}

function readSidecars(
  name: string,
  announced: readonly SidecarMetadata[],
  contents: readonly SidecarContent[],
): { file: SidecarFile; sidecar: Sidecar }[] {
  return announced.map((metadata) => {
    const content = contents.find(({ id }) => id === metadata.id);
    if (!content) throw new StreamFileError('missing', name, null, `sidecar ${metadata.id} is missing`);
    if (!content.hash.equals(metadata.hash)) {
      throw new StreamFileError(
        'hash-mismatch',
        content.name,
        null,
        `differs from the hash that ${name} names`,
      );
    }
    const file = readSidecarFile(content.name, content.bytes);
    const sidecar = {
      id: metadata.id,
      name: content.name,
      types: metadata.types,
      hash: content.hash,
      size: content.size,
      count: file.records.length,
    };
    return { file, sidecar };
  });
}

function unreadSidecar(metadata: SidecarMetadata): Sidecar {
  return { ...metadata, name: '', size: 0, count: 0 };
}
