/** Protobuf framing around encoded bytes, cheaper than encoding them again. */
function varintLength(value: number): number {
  return value < 0x80 ? 1 : value < 0x4000 ? 2 : value < 0x20_0000 ? 3 : value < 0x1000_0000 ? 4 : 5;
}

function writeVarint(bytes: Uint8Array, at: number, value: number): number {
  let rest = value;
  let to = at;
  while (rest >= 0x80) {
    bytes[to++] = (rest & 0x7f) | 0x80;
    rest >>>= 7;
  }
  bytes[to++] = rest;
  return to;
}

/** Returns the number of bytes of one field (number up to 15) with that content. */
function fieldLength(content: number): number {
  return 1 + varintLength(content) + content;
}

/** Encodes a length-delimited field (number up to 15). */
export function delimited(field: number, content: Uint8Array): Buffer {
  const bytes = Buffer.allocUnsafe(fieldLength(content.length));
  bytes[0] = (field << 3) | 2;
  bytes.set(content, writeVarint(bytes, 1, content.length));
  return bytes;
}

/** Encodes a message of two length-delimited fields, as a length-delimited field itself. */
export function delimitedPair(
  field: number,
  first: readonly [number: number, content: Uint8Array],
  second: readonly [number: number, content: Uint8Array],
): Buffer {
  const inner = fieldLength(first[1].length) + fieldLength(second[1].length);
  const bytes = Buffer.allocUnsafe(fieldLength(inner));
  bytes[0] = (field << 3) | 2;
  let at = writeVarint(bytes, 1, inner);
  for (const [number, content] of [first, second]) {
    bytes[at] = (number << 3) | 2;
    at = writeVarint(bytes, at + 1, content.length);
    bytes.set(content, at);
    at += content.length;
  }
  return bytes;
}

/** Encodes a varint field (number up to 15) with a value of at least 0. */
export function varintField(field: number, value: bigint): Buffer {
  const bytes = [field << 3];
  let rest = value;
  for (; rest >= 0x80n; rest >>= 7n) bytes.push(Number(rest & 0x7fn) | 0x80);
  bytes.push(Number(rest));
  return Buffer.from(bytes);
}
