import { asBuffer } from '@tain/ledger/integer-bytes';
import { HASH_LENGTH } from '@tain/ledger/record-stream';
import { MalformedError } from '@tain/ledger/wire-reader';
import { proto } from '@tain/protos/hapi';
import { messageOf } from '../../kernel/failure.ts';
import { ByteReader } from './byte-reader.ts';
import { readHashObject } from './record-file-v5.ts';
import { StreamFileError } from './stream-error.ts';

/** A hash and a node's RSA signature of it. */
export interface SignedHash {
  readonly hash: Buffer;
  readonly signature: Buffer;
}

/** The content of a node's signature file. */
export interface SignatureFile {
  /** Layout: 2 (record files v1 and v2), 5 or 6. */
  readonly version: 2 | 5 | 6;
  readonly file: SignedHash;
  /** Signature of the metadata hash; present in v5 and v6 only. */
  readonly metadata: SignedHash | null;
}

/** Length of an RSA signature of 3072 bits, in bytes. */
const MAX_SIGNATURE_LENGTH = 384;
const SHA384_WITH_RSA = 1;
/** A signature's checksum is this number minus its length. */
const CHECKSUM_BASE = 101;
const FILE_HASH_MARKER = 4;
const SIGNATURE_MARKER = 3;

/** Reads a decompressed signature file of any version. Throws `StreamFileError`. */
export function readSignatureFile(name: string, bytes: Uint8Array): SignatureFile {
  const buffer = asBuffer(bytes);
  try {
    const version = buffer[0];
    if (version === 6) return readV6(buffer.subarray(1));
    if (version === 5) return readV5(new ByteReader(buffer));
    // The older layout has no version; it begins with the marker of the file hash.
    if (version === FILE_HASH_MARKER) return readV2(new ByteReader(buffer));
    throw new MalformedError(
      version === undefined ? 'is empty' : `begins with byte ${version}, not 4, 5 or 6`,
    );
  } catch (error) {
    const reason = messageOf(error);
    throw new StreamFileError('malformed', name, null, reason, { cause: error });
  }
}

function readV2(reader: ByteReader): SignatureFile {
  reader.expect(reader.byte('the marker'), FILE_HASH_MARKER, 'the marker of the file hash');
  const hash = reader.take(HASH_LENGTH, 'the file hash');
  reader.expect(reader.byte('the marker'), SIGNATURE_MARKER, 'the marker of the signature');
  const signature = reader.counted(MAX_SIGNATURE_LENGTH, 'the signature');
  reader.expectEnd();
  return { version: 2, file: { hash, signature }, metadata: null };
}

function readV5(reader: ByteReader): SignatureFile {
  reader.byte('the version');
  reader.int32('the stream signature version');
  const file = readSignedHashV5(reader, 'file');
  const metadata = readSignedHashV5(reader, 'metadata');
  reader.expectEnd();
  return { version: 5, file, metadata };
}

function readSignedHashV5(reader: ByteReader, which: string): SignedHash {
  const hash = readHashObject(reader, `the ${which} hash`);
  const what = `the ${which} signature`;
  reader.int64(what);
  reader.int32(what);
  reader.expect(reader.int32(what), SHA384_WITH_RSA, `the type of ${what}`);
  const length = reader.int32(what);
  if (length < 1 || length > MAX_SIGNATURE_LENGTH) {
    throw new MalformedError(`the length of ${what} is ${length}, not 1 to ${MAX_SIGNATURE_LENGTH}`);
  }
  reader.expect(reader.int32(what), CHECKSUM_BASE - length, `the checksum of ${what}`);
  return { hash, signature: reader.take(length, what) };
}

function readV6(message: Buffer): SignatureFile {
  const { fileSignature, metadataSignature } = proto.SignatureFile.decode(message);
  return {
    version: 6,
    file: readSignedHashV6(fileSignature, 'file'),
    metadata: readSignedHashV6(metadataSignature, 'metadata'),
  };
}

function readSignedHashV6(object: proto.ISignatureObject | null | undefined, which: string): SignedHash {
  const hash = object?.hashObject?.hash;
  const signature = object?.signature;
  if (!hash || !signature) throw new MalformedError(`has no ${which} signature`);
  if (hash.length !== HASH_LENGTH) {
    throw new MalformedError(`the ${which} hash has ${hash.length} bytes, not ${HASH_LENGTH}`);
  }
  if (object.type !== SHA384_WITH_RSA) {
    throw new MalformedError(`the type of the ${which} signature is ${object.type}, not ${SHA384_WITH_RSA}`);
  }
  const { length } = signature;
  if (length < 1 || length > MAX_SIGNATURE_LENGTH || object.length !== length) {
    throw new MalformedError(`the length of the ${which} signature is ${object.length}, its bytes ${length}`);
  }
  return { hash: Buffer.from(hash), signature: Buffer.from(signature) };
}
