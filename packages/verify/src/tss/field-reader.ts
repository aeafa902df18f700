import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { TssRefusal } from './refusal.ts';

/** Reads the fields of a layout of fixed length, one after another. Numbers are little-endian. */
export class FieldReader {
  readonly #bytes: Uint8Array;
  readonly #what: string;
  #offset = 0;

  /** `what` names the bytes. Throws `TssRefusal` (`encoding`) when they do not have the length of the layout. */
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

  /** Reads a number below `order`. Throws `TssRefusal` (`encoding`) for a larger one. */
  scalar(name: string, order: bigint): bigint {
    const value = littleEndian(this.bytes(32));
    if (value >= order)
      throw new TssRefusal('encoding', `${name} of ${this.#what} is not below the order of its field`);
    return value;
  }

  u64(): bigint {
    return littleEndian(this.bytes(8));
  }

  /** Reads a count that must be `expected`. Throws `TssRefusal` (`encoding`) otherwise. */
  count(expected: bigint): void {
    const count = this.u64();
    if (count !== expected)
      throw new TssRefusal('encoding', `${this.#what} has a list of ${count} elements, not ${expected}`);
  }

  /** Reads a point. An error of `read` becomes a `TssRefusal` (`encoding`) that names the point. */
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

/** Encodes a number in 32 bytes, little-endian. */
export function toLittleEndian(value: bigint): Uint8Array {
  return hexToBytes(value.toString(16).padStart(64, '0')).reverse();
}
