import type { HapiVersion } from '@tain/ledger/hapi-version';
import { asBuffer } from '@tain/ledger/integer-bytes';
import { HASH_LENGTH, itemHash, metadataHashV6, nextRunningHash, sha384 } from '@tain/ledger/record-stream';
import { MalformedError, WireReader } from '@tain/ledger/wire-reader';
import { proto } from '@tain/protos/hapi';
import { eachInSteps, type Steps } from '../../kernel/limits/in-slices.ts';
import type { RawItem, RawRecordFile, SidecarMetadata } from './raw-record-file.ts';

const VERSION_LENGTH = 4;
/** Maximum of the two digits in a sidecar's file name. */
const MAX_SIDECAR_ID = 99;

/**
 * Reads record files v6 (since mid-2022): the version, then one protobuf message. The running hash is recomputed from
 * the bytes of each record and transaction. Takes the decompressed file. Throws `MalformedError`.
 */
export function* readRecordFileV6(bytes: Buffer): Steps<RawRecordFile> {
  const reader = new WireReader(bytes, VERSION_LENGTH);
  let hapiVersion: HapiVersion = { major: 0, minor: 0, patch: 0 };
  let previousHash: Buffer | null = null;
  let endHash: Buffer | null = null;
  let number = 0n;
  const items: RawItem[] = [];
  const sidecars: SidecarMetadata[] = [];
  while (reader.next()) {
    switch (reader.field) {
      case 1:
        hapiVersion = readHapiVersion(reader.content('the HAPI version'));
        break;
      case 2:
        previousHash = readHash(reader.content('the start running hash'), 'the start running hash');
        break;
      case 3:
        items.push(readRawItem(reader.content('an item')));
        break;
      case 4:
        endHash = readHash(reader.content('the end running hash'), 'the end running hash');
        break;
      case 5:
        number = reader.int64('the block number');
        break;
      case 6:
        sidecars.push(readMetadata(reader.content('a sidecar'), sidecars));
        break;
      default:
        reader.skip();
    }
  }
  if (!previousHash) throw new MalformedError('has no start running hash');
  if (!endHash) throw new MalformedError('has no end running hash');

  let hash = previousHash;
  yield* eachInSteps(items, ({ record, transaction }) => {
    hash = nextRunningHash(hash, itemHash(record, transaction));
  });
  if (!hash.equals(endHash))
    throw new MalformedError('its running hash does not follow from its transactions');
  return {
    version: 6,
    hapiVersion,
    previousHash,
    hash: endHash,
    fileHash: sha384(bytes),
    metadataHash: metadataHashV6(hapiVersion, previousHash, endHash, number),
    number,
    items,
    sidecars,
  };
}

/** Returns the sidecars that a v6 file names, without decoding the rest. Throws `MalformedError`. */
export function readSidecarMetadata(bytes: Buffer): SidecarMetadata[] {
  const sidecars: SidecarMetadata[] = [];
  const reader = new WireReader(bytes, VERSION_LENGTH);
  while (reader.next()) {
    if (reader.field === 6) sidecars.push(readMetadata(reader.content('a sidecar'), sidecars));
    else reader.skip();
  }
  return sidecars;
}

function readHapiVersion(bytes: Buffer): HapiVersion {
  const version = proto.SemanticVersion.decode(bytes);
  return { major: version.major, minor: version.minor, patch: version.patch };
}

function readHash(bytes: Buffer, what: string): Buffer {
  const { hash } = proto.HashObject.decode(bytes);
  if (hash.length !== HASH_LENGTH) {
    throw new MalformedError(`${what} has ${hash.length} bytes, not ${HASH_LENGTH}`);
  }
  return asBuffer(hash);
}

/** Splits a `RecordStreamItem` message. Throws `MalformedError`. */
export function readRawItem(bytes: Buffer): RawItem {
  let transaction: Buffer | null = null;
  let record: Buffer | null = null;
  const reader = new WireReader(bytes);
  while (reader.next()) {
    if (reader.field === 1 && !transaction) transaction = reader.content('a transaction');
    else if (reader.field === 2 && !record) record = reader.content('a record');
    // A decoder would merge a second transaction or record into the first, but the running hash covers only one.
    else if (reader.field <= 2) throw new MalformedError('an item has two transactions or two records');
    else reader.skip();
  }
  if (!transaction || !record) throw new MalformedError('an item lacks its transaction or its record');
  return { transaction, record };
}

function readMetadata(bytes: Buffer, before: readonly SidecarMetadata[]): SidecarMetadata {
  const metadata = proto.SidecarMetadata.decode(bytes);
  const { id } = metadata;
  if (id < 1 || id > MAX_SIDECAR_ID)
    throw new MalformedError(`a sidecar has id ${id}, not 1 to ${MAX_SIDECAR_ID}`);
  if (before.some((sidecar) => sidecar.id === id)) throw new MalformedError(`two sidecars have id ${id}`);
  const hash = metadata.hash?.hash;
  if (hash?.length !== HASH_LENGTH)
    throw new MalformedError(`sidecar ${id} has no hash of ${HASH_LENGTH} bytes`);
  return { id, hash: asBuffer(hash), types: [...metadata.types] };
}
