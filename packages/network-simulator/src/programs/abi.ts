import { keccak } from '../ledger/keccak.ts';
import { word, wordAt } from '../ledger/words.ts';

/** Encoding of arguments and results by Solidity's ABI, as far as system contracts need it. */

export type AbiValue = bigint | Uint8Array | readonly AbiValue[];

/** A type: a word, bytes of any length (`string` and `bytes`), a list of one type, or a tuple. */
export type AbiType =
  | { readonly kind: 'word'; readonly bits: number; readonly signed: boolean }
  | { readonly kind: 'bytes' }
  | { readonly kind: 'list'; readonly of: AbiType }
  | { readonly kind: 'tuple'; readonly members: readonly AbiType[] };

const WORD = 32;
/**
 * Maximum number of entries of a list, more than any call of a system contract needs; nested lists are bounded by
 * `MAX_VALUES`.
 */
const MAX_ENTRIES = 1_000;
const MAX_VALUES = 20_000;
const WORD_BITS = 256n;

const types = new Map<string, readonly AbiType[]>();

/** Parses the parameter types of a signature such as `f(address,(int64,bytes)[])`. */
export function typesOf(signature: string): readonly AbiType[] {
  const known = types.get(signature);
  if (known !== undefined) return known;
  const [members, end] = membersAt(signature, signature.indexOf('(') + 1);
  if (end !== signature.length) throw new Error(`no signature: ${signature}`);
  types.set(signature, members);
  return members;
}

function membersAt(text: string, start: number): [members: AbiType[], end: number] {
  const members: AbiType[] = [];
  let at = start;
  while (text[at] !== ')') {
    const [type, end] = typeAt(text, at);
    members.push(type);
    at = text[end] === ',' ? end + 1 : end;
  }
  return [members, at + 1];
}

function typeAt(text: string, at: number): [type: AbiType, end: number] {
  let type: AbiType;
  let end: number;
  if (text[at] === '(') {
    const [members, after] = membersAt(text, at + 1);
    [type, end] = [{ kind: 'tuple', members }, after];
  } else {
    const name = /^[a-z]+\d*/.exec(text.slice(at))?.[0] ?? '';
    [type, end] = [simple(name), at + name.length];
  }
  for (; text.startsWith('[]', end); end += 2) type = { kind: 'list', of: type };
  return [type, end];
}

function simple(name: string): AbiType {
  if (name === 'string' || name === 'bytes') return { kind: 'bytes' };
  if (name === 'address') return { kind: 'word', bits: 160, signed: false };
  if (name === 'bool') return { kind: 'word', bits: 1, signed: false };
  const [, sign, bits] = /^(u?)int(\d+)$/.exec(name) ?? [];
  if (bits === undefined) throw new Error(`no type: ${name}`);
  return { kind: 'word', bits: Number(bits), signed: sign === '' };
}

function isDynamic(type: AbiType): boolean {
  return (
    type.kind === 'bytes' || type.kind === 'list' || (type.kind === 'tuple' && type.members.some(isDynamic))
  );
}

/** Returns the size in bytes of a value of the type in the head. */
function headOf(type: AbiType): number {
  if (type.kind !== 'tuple' || isDynamic(type)) return WORD;
  return type.members.reduce((sum, member) => sum + headOf(member), 0);
}

/** Decodes values. Returns undefined if the bytes do not match the types. Bytes after the last value are ignored. */
export function decodeAbi(list: readonly AbiType[], data: Uint8Array): readonly AbiValue[] | undefined {
  try {
    return new Decoder(data).members(list, 0);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

class Decoder {
  readonly #data: Uint8Array;
  #values = 0;

  constructor(data: Uint8Array) {
    this.#data = data;
  }

  members(list: readonly AbiType[], start: number): AbiValue[] {
    let at = start;
    return list.map((type) => {
      const value = isDynamic(type) ? this.#value(type, start + this.#length(at)) : this.#value(type, at);
      at += headOf(type);
      return value;
    });
  }

  #value(type: AbiType, at: number): AbiValue {
    this.#values += 1;
    if (this.#values > MAX_VALUES) throw new RangeError('too many values');
    if (type.kind === 'tuple') return this.members(type.members, at);
    if (type.kind === 'list') {
      const count = this.#length(at);
      if (count > MAX_ENTRIES) throw new RangeError('too many entries');
      return this.members(new Array<AbiType>(count).fill(type.of), at + WORD);
    }
    if (type.kind === 'bytes') {
      const [start, length] = [at + WORD, this.#length(at)];
      if (start + length > this.#data.length) throw new RangeError('bytes beyond the end');
      return this.#data.subarray(start, start + length);
    }
    return this.#word(type, at);
  }

  #word({ bits, signed }: { readonly bits: number; readonly signed: boolean }, at: number): bigint {
    if (at + WORD > this.#data.length) throw new RangeError('a word beyond the end');
    const value = wordAt(this.#data, at);
    if (signed) {
      const number = BigInt.asIntN(Number(WORD_BITS), value);
      if (BigInt.asIntN(bits, number) !== number) throw new RangeError('a number too large');
      return number;
    }
    // The upper bytes of an address are ignored.
    if (bits === 160) return BigInt.asUintN(bits, value);
    if (BigInt.asUintN(bits, value) !== value) throw new RangeError('a number too large');
    return value;
  }

  /** Reads a length or an offset. */
  #length(at: number): number {
    const value = this.#word({ bits: 256, signed: false }, at);
    if (value > BigInt(this.#data.length)) throw new RangeError('an offset beyond the end');
    return Number(value);
  }
}

export function encodeAbi(list: readonly AbiType[], values: readonly AbiValue[]): Buffer {
  const heads: Buffer[] = [];
  const tails: Buffer[] = [];
  let at = list.reduce((sum, type) => sum + headOf(type), 0);
  list.forEach((type, i) => {
    const value = values[i];
    if (value === undefined) throw new Error('a value is missing');
    const bytes = encoded(type, value);
    if (!isDynamic(type)) {
      heads.push(bytes);
      return;
    }
    heads.push(word(BigInt(at)));
    tails.push(bytes);
    at += bytes.length;
  });
  return Buffer.concat([...heads, ...tails]);
}

function encoded(type: AbiType, value: AbiValue): Buffer {
  if (type.kind === 'word') {
    if (typeof value !== 'bigint') throw new Error('no number');
    return word(BigInt.asUintN(Number(WORD_BITS), value));
  }
  if (type.kind === 'bytes') {
    if (!(value instanceof Uint8Array)) throw new Error('no bytes');
    const padded = Buffer.alloc(Math.ceil(value.length / WORD) * WORD);
    padded.set(value);
    return Buffer.concat([word(BigInt(value.length)), padded]);
  }
  if (!Array.isArray(value)) throw new Error('no list');
  const members = value as readonly AbiValue[];
  if (type.kind === 'tuple') return encodeAbi(type.members, members);
  return Buffer.concat([
    word(BigInt(members.length)),
    encodeAbi(new Array<AbiType>(members.length).fill(type.of), members),
  ]);
}

/** Returns the four bytes, as hex, with which a call selects a function. */
export function selectorOf(signature: string): string {
  return keccak(Buffer.from(signature)).toString('hex', 0, 4);
}
