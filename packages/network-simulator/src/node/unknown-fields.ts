/**
 * Detection of fields that a message type does not have. A protobuf decoder drops them, so they are missing when the
 * message is encoded again. Comparing lengths is not enough, because a number may be encoded in fewer bytes than usual.
 */

const VARINT = 0;
const FIXED64 = 1;
const DELIMITED = 2;
const FIXED32 = 5;

interface WireField {
  readonly type: number;
  readonly content: Buffer;
}

/**
 * Returns whether bytes contain a field, at any depth, that is missing after decoding and encoding the message again.
 */
export function hasUnknownFields(bytes: Uint8Array, again: Uint8Array): boolean {
  const [sent, known] = [Buffer.from(bytes), Buffer.from(again)];
  if (sent.equals(known)) return false;
  const [mine, theirs] = [fieldsOf(sent), fieldsOf(known)];
  // Packed numbers are not a message.
  if (mine === null || theirs === null) return false;
  for (const [number, list] of mine) {
    const others = theirs.get(number);
    if (others === undefined) return true;
    const isList = list.every(({ type }) => type !== DELIMITED);
    if (isList) continue;
    // A repeated occurrence of a single field replaces the first one, whose content is not checked.
    if (list.length !== others.length) return true;
    for (const [i, { type, content }] of list.entries()) {
      const other = others[i]?.content;
      if (type === DELIMITED && other && hasUnknownFields(content, other)) return true;
    }
  }
  return false;
}

/** Returns the fields of a message by number, as on the wire; null: the bytes are no message. */
function fieldsOf(bytes: Buffer): Map<number, WireField[]> | null {
  const fields = new Map<number, WireField[]>();
  let at = 0;
  /** Advances past a varint. Returns its low 32 bits, or -1 beyond the end. */
  const varint = (): number => {
    let value = 0;
    for (let shift = 0; at < bytes.length; shift += 7) {
      const byte = bytes[at++] ?? 0;
      if (shift < 32) value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value >>> 0;
    }
    return -1;
  };
  while (at < bytes.length) {
    const tag = varint();
    const [type, number] = [tag & 7, tag >>> 3];
    const start = at;
    let from = start;
    if (tag <= 0 || number === 0) return null;
    if (type === VARINT) {
      if (varint() < 0) return null;
    } else if (type === DELIMITED) {
      const length = varint();
      from = at;
      if (length < 0) return null;
      at += length;
    } else if (type === FIXED64) at += 8;
    else if (type === FIXED32) at += 4;
    else return null;
    if (at > bytes.length) return null;
    const list = fields.get(number) ?? [];
    list.push({ type, content: bytes.subarray(from, at) });
    fields.set(number, list);
  }
  return fields;
}
