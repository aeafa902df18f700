import { MalformedError } from '@tain/ledger/wire-reader';

/** Reads the big-endian fields of record streams v1 to v5, never past the end. Throws `MalformedError`. */
export class ByteReader {
  readonly bytes: Buffer;
  position = 0;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  get remaining(): number {
    return this.bytes.length - this.position;
  }

  /** Returns the next `length` bytes, not copied. */
  take(length: number, what: string): Buffer {
    const start = this.position;
    if (length > this.bytes.length - start) {
      throw new MalformedError(`ends within ${what} (at byte ${this.bytes.length})`);
    }
    this.position = start + length;
    return this.bytes.subarray(start, start + length);
  }

  byte(what: string): number {
    return this.take(1, what).readUInt8(0);
  }

  int32(what: string): number {
    const start = this.position;
    this.take(4, what);
    return this.bytes.readInt32BE(start);
  }

  int64(what: string): bigint {
    const start = this.position;
    this.take(8, what);
    return this.bytes.readBigUInt64BE(start);
  }

  /** Reads a length field, from 1 to `limit`, and that many bytes. */
  counted(limit: number, what: string): Buffer {
    const length = this.int32(`the length of ${what}`);
    if (length < 1 || length > limit) {
      throw new MalformedError(`the length of ${what} is ${length}, not 1 to ${limit}`);
    }
    return this.take(length, what);
  }

  /** Throws unless a field has its only valid value. */
  expect(actual: number | bigint, expected: number | bigint, what: string): void {
    if (actual !== expected) {
      throw new MalformedError(`${what} is ${actual}, not ${expected} (before byte ${this.position})`);
    }
  }

  expectEnd(): void {
    if (this.remaining > 0) throw new MalformedError(`${this.remaining} bytes too many at its end`);
  }
}
