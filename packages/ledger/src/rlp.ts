/** A decoded RLP item: bytes, or a list of items. */
export type Rlp = Uint8Array | readonly Rlp[];

/** Lists deeper than this are refused; Ethereum's own nest at most four deep. */
const MAX_DEPTH = 8;

/** Input that is not RLP, or not in its only canonical form. */
export class RlpError extends Error {
  override readonly name = 'RlpError';
}

/** Decodes one RLP item that fills `bytes`. Throws `RlpError`. */
export function readRlp(bytes: Uint8Array): Rlp {
  const [item, end] = readItem(bytes, 0, bytes.length, 0);
  if (end !== bytes.length) throw new RlpError(`${bytes.length - end} bytes after the end`);
  return item;
}

function readItem(bytes: Uint8Array, start: number, limit: number, depth: number): [Rlp, number] {
  if (depth > MAX_DEPTH) throw new RlpError('lists within lists too deep');
  const prefix = bytes[start];
  if (prefix === undefined || start >= limit) throw new RlpError('ends too early');
  if (prefix < 0x80) return [bytes.subarray(start, start + 1), start + 1];
  const isList = prefix >= 0xc0;
  const short = isList ? prefix - 0xc0 : prefix - 0x80;
  const [contentStart, length] =
    short <= 55 ? [start + 1, short] : longLength(bytes, start, short - 55, limit);
  const end = contentStart + length;
  if (end > limit) throw new RlpError('an item is longer than its container');
  if (!isList) {
    if (length === 1 && (bytes[contentStart] ?? 0) < 0x80)
      throw new RlpError('a byte with a needless prefix');
    return [bytes.subarray(contentStart, end), end];
  }
  const items: Rlp[] = [];
  for (let position = contentStart; position < end; ) {
    const [item, next] = readItem(bytes, position, end, depth + 1);
    items.push(item);
    position = next;
  }
  return [items, end];
}

function longLength(bytes: Uint8Array, start: number, size: number, limit: number): [number, number] {
  if (size > 4 || start + 1 + size > limit) throw new RlpError('a length out of range');
  let length = 0;
  for (let i = 0; i < size; i += 1) length = length * 256 + (bytes[start + 1 + i] ?? 0);
  if (length <= 55 || bytes[start + 1] === 0) throw new RlpError('a length that is not in its shortest form');
  return [start + 1 + size, length];
}

/** Encodes an item. */
export function rlpBytes(item: Rlp): Uint8Array {
  const bytes = Buffer.allocUnsafe(encodedLength(item));
  writeItem(bytes, 0, item);
  return bytes;
}

function encodedLength(item: Rlp): number {
  const length = payloadLength(item);
  return isOwnEncoding(item) ? 1 : headerLength(length) + length;
}

function payloadLength(item: Rlp): number {
  if (item instanceof Uint8Array) return item.length;
  let length = 0;
  for (const each of item) length += encodedLength(each);
  return length;
}

/** Returns whether an item is a byte that stands for itself, without a header. */
function isOwnEncoding(item: Rlp): boolean {
  return item instanceof Uint8Array && item.length === 1 && (item[0] ?? 0) < 0x80;
}

function headerLength(length: number): number {
  return length <= 55 ? 1 : 1 + bytesOfLength(length);
}

function bytesOfLength(length: number): number {
  let count = 0;
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) count += 1;
  return count;
}

/** Writes an item at a position, and returns the position after it. */
function writeItem(bytes: Buffer, at: number, item: Rlp): number {
  if (item instanceof Uint8Array) {
    const start = isOwnEncoding(item) ? at : writeHeader(bytes, at, 0x80, item.length);
    bytes.set(item, start);
    return start + item.length;
  }
  let position = writeHeader(bytes, at, 0xc0, payloadLength(item));
  for (const each of item) position = writeItem(bytes, position, each);
  return position;
}

function writeHeader(bytes: Buffer, at: number, base: number, length: number): number {
  if (length <= 55) return bytes.writeUInt8(base + length, at);
  const count = bytesOfLength(length);
  bytes.writeUInt8(base + 55 + count, at);
  return bytes.writeUIntBE(length, at + 1, count);
}
