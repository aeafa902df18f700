import { createHash } from 'node:crypto';

/** Framing of stored bytes with a hash before them, to detect damage. In a journal, the length precedes the hash. */
const HASH = 32;
export const FRAME_HEAD = 4 + HASH;

function digest(payload: Uint8Array): Buffer {
  return createHash('sha256').update(payload).digest();
}

/** Frames the payload of a file. */
export function withHash(payload: Uint8Array): Buffer {
  return Buffer.concat([digest(payload), payload]);
}

/** Returns the payload of a framed file, or null when it is damaged. */
export function checkedPayload(bytes: Buffer): Buffer | null {
  const payload = bytes.subarray(HASH);
  return bytes.length >= HASH && digest(payload).equals(bytes.subarray(0, HASH)) ? payload : null;
}

/** Frames an entry of a journal. */
export function framed(payload: Uint8Array): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt32BE(payload.length);
  return Buffer.concat([head, withHash(payload)]);
}

/** Returns the payload of the entry at `at`, or null when the entry is incomplete or damaged. */
export function framePayload(journal: Buffer, at: number): Buffer | null {
  if (journal.length < at + FRAME_HEAD) return null;
  const length = journal.readUInt32BE(at);
  if (journal.length < at + FRAME_HEAD + length) return null;
  return checkedPayload(journal.subarray(at + 4, at + FRAME_HEAD + length));
}
