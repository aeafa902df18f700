/** Recursive length prefix: the encoding of Ethereum transactions. */
export type Rlp = Uint8Array | readonly Rlp[];

export function rlp(value: Rlp): Buffer {
  if (value instanceof Uint8Array) {
    const first = value[0];
    if (value.length === 1 && first !== undefined && first < 0x80) return Buffer.from(value);
    return Buffer.concat([prefix(0x80, value.length), value]);
  }
  const payload = Buffer.concat(value.map(rlp));
  return Buffer.concat([prefix(0xc0, payload.length), payload]);
}

function prefix(base: number, length: number): Buffer {
  if (length < 56) return Buffer.from([base + length]);
  const bytes = integer(BigInt(length));
  return Buffer.concat([Buffer.from([base + 55 + bytes.length]), bytes]);
}

/** Encodes an integer of at least 0 big-endian without leading zeros; 0 is empty. */
export function integer(value: bigint): Buffer {
  if (value === 0n) return Buffer.alloc(0);
  const hex = value.toString(16);
  return Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex');
}

/** Maximum depth of nested lists: an access list has lists of slots in the entries of a list in a transaction. */
const MAX_DEPTH = 4;
/** Maximum number of entries, more than the largest transaction can have. */
const MAX_ITEMS = 20_000;

/** Parses bytes that are exactly one canonically encoded value; undefined for all others. */
export function parseRlp(bytes: Uint8Array): Rlp | undefined {
  const reader = new RlpReader(bytes);
  const value = reader.value(0, bytes.length, 0);
  return value !== undefined && reader.at === bytes.length ? value : undefined;
}

class RlpReader {
  readonly #bytes: Uint8Array;
  #items = 0;
  /** Offset of the next value. */
  at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  value(start: number, end: number, depth: number): Rlp | undefined {
    const first = this.#bytes[start];
    this.#items += 1;
    if (first === undefined || start >= end || depth > MAX_DEPTH || this.#items > MAX_ITEMS) return undefined;
    if (first < 0x80) {
      this.at = start + 1;
      return this.#bytes.subarray(start, start + 1);
    }
    const isList = first >= 0xc0;
    const content = this.#content(start, end, first - (isList ? 0xc0 : 0x80));
    if (content === undefined) return undefined;
    const [from, to] = content;
    if (isList) return this.#list(from, to, depth);
    this.at = to;
    const isOneByte = to - from === 1 && (this.#bytes[from] ?? 0) < 0x80;
    return isOneByte ? undefined : this.#bytes.subarray(from, to);
  }

  #list(from: number, to: number, depth: number): Rlp | undefined {
    const values: Rlp[] = [];
    for (let at = from; at < to; at = this.at) {
      const value = this.value(at, to, depth + 1);
      if (value === undefined) return undefined;
      values.push(value);
    }
    this.at = to;
    return values;
  }

  /** Returns the start and end of a value's content. */
  #content(start: number, end: number, code: number): readonly [number, number] | undefined {
    let from = start + 1;
    let length = code;
    if (code >= 56) {
      const size = code - 55;
      const digits = this.#bytes.subarray(from, from + size);
      if (size > 4 || digits.length < size || digits[0] === 0) return undefined;
      length = digits.reduce((sum, digit) => sum * 256 + digit, 0);
      if (length < 56) return undefined;
      from += size;
    }
    return from + length <= end ? [from, from + length] : undefined;
  }
}
