import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesOfHex, hexOf, utf8Text } from './format.ts';

/** A type of the contract ABI. Source: Solidity's "Contract ABI Specification". */
export type AbiType =
  | {
      readonly kind: 'uint' | 'int' | 'address' | 'bool' | 'string' | 'bytes' | 'fixed';
      readonly bits: number;
    }
  | { readonly kind: 'array'; readonly of: AbiType; readonly length: number | null }
  | { readonly kind: 'tuple'; readonly of: readonly AbiType[] };

export type AbiValue = bigint | boolean | string | readonly AbiValue[];

/** Maximum number of decoded values of an array, because data can claim any length. */
const MAX_ITEMS = 1000;
const MAX_DEPTH = 8;
/**
 * Maximum number of hex digits that are decoded for one digit of the data. Encoders write each value once, but several
 * offsets may point to the same place, at every level of nesting.
 */
const MAX_REUSE = 2;

/** Splits a text at the commas outside of parentheses, brackets and double quotes. */
export function splitList(text: string): string[] {
  const parts: string[] = [];
  let [depth, start, isQuoted] = [0, 0, false];
  for (let at = 0; at < text.length; at++) {
    const letter = text[at] ?? '';
    if (letter === '"') isQuoted = !isQuoted;
    if (isQuoted) {
      if (letter === '\\') at++;
    } else if (letter === ',' && depth === 0) {
      parts.push(text.slice(start, at));
      start = at + 1;
    } else depth += '(['.includes(letter) ? 1 : ')]'.includes(letter) ? -1 : 0;
  }
  return text === '' ? [] : [...parts, text.slice(start)];
}

/** Parses `(uint256,address[])[2]`. Throws `TypeError` for an invalid type. */
export function parseType(text: string): AbiType {
  const array = /^(.*)\[(\d*)\]$/.exec(text);
  if (array !== null) {
    return {
      kind: 'array',
      of: parseType(array[1] ?? ''),
      length: array[2] === '' ? null : Number(array[2]),
    };
  }
  if (text.startsWith('(') && text.endsWith(')')) {
    return { kind: 'tuple', of: splitList(text.slice(1, -1)).map(parseType) };
  }
  // Address and selector of a function.
  if (text === 'function') return { kind: 'fixed', bits: 192 };
  const [, name = '', size = ''] = /^(uint|int|address|bool|string|bytes)(\d*)$/.exec(text) ?? [];
  if (name === '') throw new TypeError(`no ABI type: ${text}`);
  if (name === 'bytes' && size !== '') return { kind: 'fixed', bits: Number(size) * 8 };
  return { kind: name as 'uint', bits: size === '' ? 256 : Number(size) };
}

/**
 * Returns the first four bytes of a call to a function with a signature (`transfer(address,uint256)`), in hex without
 * `0x`.
 */
export function selectorOf(signature: string): string {
  return topicOf(signature).slice(0, 8);
}

/** Returns the first topic of a log of an event with a signature, in hex without `0x`. */
export function topicOf(signature: string): string {
  return hexOf(keccak_256(new TextEncoder().encode(signature)));
}

/**
 * Decodes values of these types. Throws `RangeError` when the data is too short, and when its values overlap so much that
 * they would be far larger than the data.
 */
export function decodeValues(types: readonly AbiType[], hex: string): readonly AbiValue[] {
  return decodeTuple(types, new AbiData(hex.replace(/^0x/, '')), 0, 0);
}

/** Data of a call or log, in hex digits, of which a bounded number is decoded. */
class AbiData {
  readonly #digits: string;
  /** Remaining number of digits that may be decoded. A value without digits counts as one. */
  #left: number;

  constructor(digits: string) {
    this.#digits = digits;
    this.#left = digits.length * MAX_REUSE + MAX_ITEMS;
  }

  /** Counts digits that are decoded. Throws `RangeError` when they are too many. */
  count(digits: number): void {
    this.#left -= digits;
    if (this.#left < 0) throw new RangeError('the values overlap');
  }

  /** Returns `length` digits. Throws `RangeError` when there are fewer. */
  read(at: number, length: number): string {
    if (at + length > this.#digits.length) throw new RangeError('the data ends too early');
    this.count(length);
    return this.#digits.slice(at, at + length);
  }

  word(at: number): bigint {
    return BigInt(`0x${this.read(at, 64)}`);
  }

  /** Reads an offset or a length, in hex digits. */
  size(at: number): number {
    const value = this.word(at);
    if (value > BigInt(this.#digits.length)) throw new RangeError('the data ends too early');
    return Number(value);
  }
}

/** Returns whether the encoding of a type has no fixed length, and stands behind the others. */
export function isDynamic(type: AbiType): boolean {
  if (type.kind === 'array') return type.length === null || isDynamic(type.of);
  if (type.kind === 'tuple') return type.of.some(isDynamic);
  return type.kind === 'string' || type.kind === 'bytes';
}

/** Number of hex digits of a value, or of its offset, among the others. */
export function headSize(type: AbiType): number {
  if (isDynamic(type)) return 64;
  if (type.kind === 'array') return headSize(type.of) * (type.length ?? 0);
  return type.kind === 'tuple' ? type.of.reduce((sum, each) => sum + headSize(each), 0) : 64;
}

function decodeTuple(
  types: readonly AbiType[],
  data: AbiData,
  base: number,
  depth: number,
): readonly AbiValue[] {
  if (depth > MAX_DEPTH) throw new RangeError('too deep');
  let at = base;
  return types.map((type) => {
    const value = decodeOne(type, data, isDynamic(type) ? base + data.size(at) * 2 : at, depth);
    at += headSize(type);
    return value;
  });
}

function decodeOne(type: AbiType, data: AbiData, at: number, depth: number): AbiValue {
  data.count(1);
  switch (type.kind) {
    case 'tuple':
      return decodeTuple(type.of, data, at, depth + 1);
    case 'array': {
      const length = type.length ?? data.size(at);
      if (length > MAX_ITEMS) throw new RangeError('too many items');
      return decodeTuple(
        Array<AbiType>(length).fill(type.of),
        data,
        type.length === null ? at + 64 : at,
        depth + 1,
      );
    }
    case 'string':
    case 'bytes': {
      const digits = data.read(at + 64, data.size(at) * 2);
      return type.kind === 'bytes' ? `0x${digits}` : (utf8Text(bytesOfHex(digits)) ?? `0x${digits}`);
    }
    case 'address':
      return `0x${data.word(at).toString(16).padStart(64, '0').slice(24)}`;
    case 'bool':
      return data.word(at) !== 0n;
    case 'fixed':
      return `0x${data.read(at, 64).slice(0, type.bits / 4)}`;
    case 'int':
      return BigInt.asIntN(256, data.word(at));
    default:
      return data.word(at);
  }
}

/**
 * Formats a value of a type as text; long-zero addresses are shown as entity ids, but not the zero address. A string is in quotes with escapes, so that
 * it cannot pass for other values or for an address.
 */
export function valueText(value: AbiValue, type: AbiType): string {
  if (typeof value === 'object') {
    const typeAt = (at: number): AbiType =>
      type.kind === 'tuple' ? (type.of[at] ?? type) : type.kind === 'array' ? type.of : type;
    return `[${value.map((each, at) => valueText(each, typeAt(at))).join(', ')}]`;
  }
  if (type.kind === 'string') return JSON.stringify(value);
  const isLongZero = type.kind === 'address' && /^0x0{24}/.test(String(value)) && BigInt(value) > 0n;
  return isLongZero ? `0.0.${BigInt(value)}` : String(value);
}

/** Returns whether a value's text is an entity id or an address, other than the zero address, which names no entity. */
export function namesEntity(text: string): boolean {
  return /^(?:0\.0\.\d+|0x(?!0{40})[0-9a-f]{40})$/.test(text);
}

/** Formats the values of types as a list. */
export function listText(values: readonly AbiValue[], types: readonly AbiType[]): string {
  return valueText(values, { kind: 'tuple', of: types }).slice(1, -1);
}
