import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { TssRefusal } from './refusal.ts';

/** Reads the fields of a layout of fixed length, one after another. Numbers are little-endian. */
export class FieldReader {
  readonly #bytes: Uint8Array;
  readonly #what: string;
  #offset = 0;

  /** Throws `TssRefusal` (`encoding`) when the bytes are not exactly as long as the layout. `what` names them. */
  constructor(what: string, bytes: Uint8Array, length: number) {
    if (bytes.length !== length)
      throw new TssRefusal('encoding', `${what} has ${bytes.length} bytes, not ${length}`);
    this.#what = what;
    this.#bytes = bytes;
  }

  bytes(length: number): Uint8Array {
    const from = this.#offset;
    this.#offset += length;
    if (this.#offset > this.#bytes.length) throw new RangeError(`${this.#what} is read past its end`);
    return this.#bytes.subarray(from, this.#offset);
  }

  /** A number below `order`; throws `TssRefusal` (`encoding`) for another. */
  scalar(name: string, order: bigint): bigint {
    const value = littleEndian(this.bytes(32));
    if (value >= order)
      throw new TssRefusal('encoding', `${name} of ${this.#what} is not below the order of its field`);
    return value;
  }

  u64(): bigint {
    return littleEndian(this.bytes(8));
  }

  /** A count that the layout fixes; throws `TssRefusal` (`encoding`) for another. */
  count(expected: bigint): void {
    const count = this.u64();
    if (count !== expected)
      throw new TssRefusal('encoding', `${this.#what} has a list of ${count} elements, not ${expected}`);
  }

  /** A point in the next bytes. What `read` throws becomes a `TssRefusal` (`encoding`) that names it. */
  point<Point>(name: string, length: number, read: (bytes: Uint8Array) => Point): Point {
    const bytes = this.bytes(length);
    try {
      return read(bytes);
    } catch (cause) {
      throw new TssRefusal('encoding', `${name} of ${this.#what} is not a point of its group`, { cause });
    }
  }
}

export function littleEndian(bytes: Uint8Array): bigint {
  return BigInt(`0x${bytesToHex(Uint8Array.from(bytes).reverse()) || '0'}`);
}

/** The 32 bytes of a number, little-endian. */
export function toLittleEndian(value: bigint): Uint8Array {
  return hexToBytes(value.toString(16).padStart(64, '0')).reverse();
}
