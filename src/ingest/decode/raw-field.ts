import { asBuffer } from '@tain/ledger/integer-bytes';
import { WireReader } from '@tain/ledger/wire-reader';

/**
 * Returns the bytes of a message inside a serialized message, exactly as on the wire: `path` is the field number at
 * each level. If the field occurs more than once, its occurrences are concatenated, as protobuf defines for a
 * message. Null when it is absent.
 */
export function rawMessage(bytes: Uint8Array, ...path: readonly number[]): Buffer | null {
  let message: Buffer | null = asBuffer(bytes);
  for (const field of path) {
    if (message === null) return null;
    const pieces: Buffer[] = rawFields(message, field);
    message = pieces.length > 1 ? Buffer.concat(pieces) : (pieces[0] ?? null);
  }
  return message;
}

/** Returns the bytes of the last occurrence of a string or bytes field of a serialized message; null when absent. */
export function rawBytes(bytes: Uint8Array, field: number): Buffer | null {
  return rawFields(bytes, field).at(-1) ?? null;
}

/** Returns every occurrence of a length-delimited field of a serialized message, in order, not copied. */
export function rawFields(bytes: Uint8Array, field: number): Buffer[] {
  const reader = new WireReader(asBuffer(bytes));
  const found: Buffer[] = [];
  while (reader.next()) {
    if (reader.field === field && reader.wireType === 2) found.push(reader.content('field'));
    else reader.skip();
  }
  return found;
}
