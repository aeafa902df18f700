/** Thrown for bytes that do not match their format. The reader of a file adds the file's name. */
export class MalformedError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'MalformedError';
  }
}

const START_GROUP = 3;
const END_GROUP = 4;
/** Maximum depth of nested groups, as in the generated decoders. */
const MAX_GROUP_DEPTH = 64;

/**
 * Iterates over the fields of one protobuf message without decoding them. Hashes and stored bytes need the
 * exact bytes of a sub-message as it came over the wire, which a decoded message no longer has. Throws
 * `MalformedError`.
 */
export class WireReader<Bytes extends Uint8Array> {
  readonly bytes: Bytes;
  position: number;
  /** Field number and wire type of the field that `next` found. */
  field = 0;
  wireType = 0;

  constructor(bytes: Bytes, start = 0) {
    this.bytes = bytes;
    this.position = start;
  }

  /** Reads the next field's tag; false at the end of the message. */
  next(): boolean {
    if (this.position >= this.bytes.length) return false;
    const tag = this.uint32();
    this.field = tag >>> 3;
    this.wireType = tag & 7;
    if (this.field === 0) throw new MalformedError(`field number 0 before byte ${this.position}`);
    return true;
  }

  /** The content of a length-delimited field, not copied. */
  content(what: string): Bytes {
    if (this.wireType !== 2) throw new MalformedError(`${what} has wire type ${this.wireType}, not 2`);
    const length = this.uint32();
    const start = this.position;
    if (length > this.bytes.length - start) throw new MalformedError(`${what} is longer than its container`);
    this.position = start + length;
    // A `subarray` of a `Buffer` is a `Buffer`.
    return this.bytes.subarray(start, this.position) as Bytes;
  }

  /** A varint field as a signed 64-bit integer. */
  int64(what: string): bigint {
    if (this.wireType !== 0) throw new MalformedError(`${what} has wire type ${this.wireType}, not 0`);
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = this.nextByte();
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return BigInt.asIntN(64, value);
    }
    throw new MalformedError(`${what} is a varint of more than 10 bytes`);
  }

  /** Skips the field's value. No known field is a group, but a later one may be. */
  skip(): void {
    switch (this.wireType) {
      case 0: {
        let count = 1;
        while (this.nextByte() >= 0x80) {
          if (++count > 10) throw new MalformedError('a varint of more than 10 bytes');
        }
        break;
      }
      case 1:
        this.advance(8);
        break;
      case 2:
        this.advance(this.uint32());
        break;
      case START_GROUP:
        this.#skipGroup();
        break;
      case 5:
        this.advance(4);
        break;
      default:
        throw new MalformedError(`wire type ${this.wireType} before byte ${this.position}`);
    }
  }

  #skipGroup(): void {
    const groups = [this.field];
    while (groups.length > 0) {
      if (!this.next()) throw new MalformedError('ends within a group');
      if (this.wireType === START_GROUP) groups.push(this.field);
      else if (this.wireType !== END_GROUP) this.skip();
      else if (groups.pop() !== this.field) throw new MalformedError('a group ends as another one');
      if (groups.length > MAX_GROUP_DEPTH) throw new MalformedError('groups are nested too deeply');
    }
  }

  private uint32(): number {
    let byte = this.nextByte();
    let value = byte & 0x7f;
    for (let shift = 7; byte >= 0x80; shift += 7) {
      if (shift > 28) throw new MalformedError(`a tag or length out of range before byte ${this.position}`);
      byte = this.nextByte();
      if (shift === 28 && byte > 0x0f) {
        throw new MalformedError(`a tag or length out of range before byte ${this.position}`);
      }
      value |= (byte & 0x7f) << shift;
    }
    return value >>> 0;
  }

  private nextByte(): number {
    const byte = this.bytes[this.position];
    if (byte === undefined) throw new MalformedError(`ends within a field (at byte ${this.bytes.length})`);
    this.position += 1;
    return byte;
  }

  private advance(length: number): void {
    if (length > this.bytes.length - this.position) {
      throw new MalformedError('a field is longer than its container');
    }
    this.position += length;
  }
}
