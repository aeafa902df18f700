import { asBuffer } from '@tain/ledger/integer-bytes';
import { type AbiTuple, type AbiType, type AbiValue, headSize, isDynamic, WORD } from './abi-type.ts';

/** Thrown for input that is not an encoding of the requested types. */
export class DecodeError extends Error {
  override readonly name = 'DecodeError';
}

const ADDRESS_BITS = 160;

/**
 * Maximum number of times that the input may be read: offsets may share parts, but the work stays linear in the input.
 */
const READS = 4;

/**
 * Decodes the values in `data` by the rules of the contract ABI. Strict: integers and addresses must be in range,
 * booleans 0 or 1, offsets and lengths within the data; bytes after the last value are ignored. Throws only
 * `DecodeError`.
 */
export function decodeValues(types: AbiTuple, data: Uint8Array): readonly AbiValue[] {
  return new Decoder(data).tuple(types, 0);
}

class Decoder {
  private readonly data: Buffer;
  private budget: number;

  constructor(data: Uint8Array) {
    this.data = asBuffer(data);
    this.budget = READS * (Math.ceil(data.length / WORD) + 1);
  }

  tuple(type: AbiTuple, start: number): AbiValue[] {
    let at = start;
    return type.items.map((item) => {
      const value = this.item(item, start, at);
      at += headSize(item);
      return value;
    });
  }

  /** Returns a value whose head is at `at`; its offset, if it has one, counts from `base`. */
  private item(type: AbiType, base: number, at: number): AbiValue {
    return this.value(type, isDynamic(type) ? base + this.size(at) : at);
  }

  private value(type: AbiType, at: number): AbiValue {
    switch (type.kind) {
      case 'integer':
        return this.integer(type.signed, type.bits, at);
      case 'bool':
        return this.integer(false, 1, at) === 1n;
      case 'address':
        return this.integer(false, ADDRESS_BITS, at).toString(16).padStart(40, '0');
      case 'bytes':
        return this.bytes(at);
      case 'string':
        return this.bytes(at).toString('utf8');
      case 'tuple':
        return this.tuple(type, at);
      case 'array':
        return this.array(type.item, at);
    }
  }

  private array(item: AbiType, at: number): AbiValue[] {
    const length = this.size(at);
    const start = at + WORD;
    const step = headSize(item);
    // A length beyond the rest of the data is refused before anything is allocated for it.
    if (length * step > this.data.length - start) throw new DecodeError('array longer than the data');
    return Array.from({ length }, (_, i) => this.item(item, start, start + i * step));
  }

  private bytes(at: number): Buffer {
    const length = this.size(at);
    const start = at + WORD;
    if (length > this.data.length - start) throw new DecodeError('bytes longer than the data');
    this.spend(Math.ceil(length / WORD));
    return this.data.subarray(start, start + length);
  }

  private integer(signed: boolean, bits: number, at: number): bigint {
    const word = BigInt(`0x${this.word(at).toString('hex')}`);
    const value = signed ? BigInt.asIntN(256, word) : word;
    const inRange = value === (signed ? BigInt.asIntN(bits, value) : BigInt.asUintN(bits, value));
    if (!inRange) throw new DecodeError(`not within ${bits} bits`);
    return value;
  }

  /** Reads an offset or length. */
  private size(at: number): number {
    const value = this.integer(false, 32, at);
    if (value > BigInt(this.data.length)) throw new DecodeError('beyond the data');
    return Number(value);
  }

  private word(at: number): Buffer {
    if (at + WORD > this.data.length) throw new DecodeError('data too short');
    this.spend(1);
    return this.data.subarray(at, at + WORD);
  }

  private spend(words: number): void {
    this.budget -= words;
    if (this.budget < 0) throw new DecodeError('parts read too often');
  }
}
