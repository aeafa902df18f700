import { MalformedError } from '@tain/ledger/malformed-error';
import { bit32, part, read, whole } from './message-fields.ts';

export interface ReadHeader {
  readonly number: bigint;
  readonly version: { readonly major: number; readonly minor: number; readonly patch: number };
  /** Bytes of the `Timestamp`, which the root also covers by itself. */
  readonly timestamp: Uint8Array;
}

/** Decodes a `BlockHeader`. */
export function readHeader(bytes: Uint8Array): ReadHeader {
  let number = 0n;
  let timestamp: Uint8Array | null = null;
  let version = { major: 0, minor: 0, patch: 0 };
  let algorithm = 0n;
  read(bytes, (reader) => {
    if (reader.field === 1) version = readVersion(part(reader));
    else if (reader.field === 3) number = BigInt.asUintN(64, whole(reader));
    else if (reader.field === 4) timestamp = part(reader);
    else if (reader.field === 5) algorithm = whole(reader);
    else return false;
    return true;
  });
  if (timestamp === null) throw new MalformedError('a header has no timestamp');
  if (algorithm !== 0n) throw new MalformedError('a header names an unknown hash algorithm');
  return { number, version, timestamp };
}

function readVersion(bytes: Uint8Array): ReadHeader['version'] {
  const parts = [0, 0, 0];
  read(bytes, (reader) => {
    if (reader.field > 3) return false;
    parts[reader.field - 1] = bit32(whole(reader));
    return true;
  });
  const [major = 0, minor = 0, patch = 0] = parts;
  return { major, minor, patch };
}
