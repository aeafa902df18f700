import { keccak256 } from '@tain/evm/keccak';
import { isObject } from '../method/parameter-types.ts';
import { SENDING_ERRORS } from './errors.ts';

/** Hashes typed data that a wallet signs (EIP-712, as `eth_signTypedData_v4` does). */

interface Field {
  readonly name: string;
  readonly type: string;
}

type Types = ReadonlyMap<string, readonly Field[]>;

/** State of hashing one message. */
interface Work {
  readonly types: Types;
  /** Number of fields that were hashed or described, and of 32 bytes of their text. */
  fields: number;
  /** Hashes of encoded types, by their names. */
  readonly typeHashes: Map<string, Buffer>;
}

/** Maximum depth of nested types. */
const MAX_DEPTH = 32;
/**
 * Maximum number of fields, with 32 bytes of text each, that are hashed or described. A message of 1 MB may have 17,000 empty
 * values of a type with 17,000 fields, which take ten minutes, or a long text that as many fields share.
 */
const MAX_FIELDS = 50_000;
const WORD_BYTES = 32;

/** Returns the hash of `{types, domain, primaryType, message}`. Throws `RpcError` when these are inconsistent. */
export function typedDataHash(data: unknown): Uint8Array {
  if (!isObject(data)) throw wrong('an object is expected');
  const types = typesOf(data.types);
  const { primaryType, domain, message } = data;
  if (typeof primaryType !== 'string') throw wrong('primaryType is missing');
  const work: Work = { types, fields: 0, typeHashes: new Map() };
  const separator = hashStruct(work, 'EIP712Domain', domain, 0);
  const parts = [Buffer.of(0x19, 0x01), separator];
  if (primaryType !== 'EIP712Domain') parts.push(hashStruct(work, primaryType, message, 0));
  return keccak256(Buffer.concat(parts));
}

function typesOf(given: unknown): Types {
  if (!isObject(given)) throw wrong('types are missing');
  const types = new Map<string, readonly Field[]>();
  for (const [name, fields] of Object.entries(given)) {
    if (!Array.isArray(fields) || !fields.every(isField)) throw wrong(`type ${name} is not a list of fields`);
    types.set(name, fields);
  }
  return types;
}

function isField(value: unknown): value is Field {
  return isObject(value) && typeof value.name === 'string' && typeof value.type === 'string';
}

function hashStruct(work: Work, name: string, value: unknown, depth: number): Buffer {
  const fields = work.types.get(name);
  if (fields === undefined) throw wrong(`type ${name} is not declared`);
  if (!isObject(value)) throw wrong(`${name} is not an object`);
  if (depth > MAX_DEPTH) throw wrong('types are nested too deep');
  count(work, fields.length);
  const words = fields.map((field) => wordOf(work, field.type, value[field.name], depth + 1));
  return keccak(Buffer.concat([typeHash(work, name), ...words]));
}

/** Counts fields before they are hashed or described. */
function count(work: Work, fields: number): void {
  work.fields += fields;
  if (work.fields > MAX_FIELDS) throw wrong(`more than ${MAX_FIELDS} fields`);
}

function typeHash(work: Work, name: string): Buffer {
  const known = work.typeHashes.get(name);
  if (known !== undefined) return known;
  const hash = keccak(Buffer.from(encodedType(work, name)));
  work.typeHashes.set(name, hash);
  return hash;
}

/** Returns a type's text, followed by the types that it refers to in the order of their names. */
function encodedType(work: Work, name: string): string {
  const { types } = work;
  const found = new Set<string>();
  const add = (one: string): void => {
    if (found.has(one)) return;
    found.add(one);
    const fields = types.get(one) ?? [];
    for (const { name, type } of fields) {
      count(work, 1 + (name.length + type.length) / WORD_BYTES);
      const base = type.split('[', 1)[0] ?? type;
      if (types.has(base)) add(base);
    }
  };
  add(name);
  found.delete(name);
  const text = (one: string): string =>
    `${one}(${(types.get(one) ?? []).map((field) => `${field.type} ${field.name}`).join(',')})`;
  return [name, ...[...found].sort()].map(text).join('');
}

function wordOf(work: Work, type: string, value: unknown, depth: number): Buffer {
  // Each value is matched with the text of its type, which a client may make long.
  count(work, Math.floor(type.length / WORD_BYTES));
  if (typeof value === 'string') count(work, value.length / WORD_BYTES);
  const array = /^(.*)\[(\d*)\]$/.exec(type);
  if (array !== null) {
    const [, item = '', length = ''] = array;
    if (!Array.isArray(value) || (length !== '' && value.length !== Number(length))) {
      throw wrong(`no ${type}`);
    }
    if (depth > MAX_DEPTH) throw wrong('types are nested too deep');
    count(work, value.length);
    return keccak(Buffer.concat(value.map((one) => wordOf(work, item, one, depth + 1))));
  }
  if (work.types.has(type)) {
    return value === null || value === undefined
      ? Buffer.alloc(WORD_BYTES)
      : hashStruct(work, type, value, depth);
  }
  if (type === 'string') return keccak(Buffer.from(textOf(type, value)));
  if (type === 'bytes') return keccak(bytesOf(type, value));
  if (type === 'bool') return integerWord(value === true || value === 'true' ? 1n : 0n);
  if (type === 'address') return Buffer.concat([Buffer.alloc(12), bytesOf(type, value, 20)]);
  const fixed = /^bytes(\d{1,2})$/.exec(type);
  if (fixed !== null) {
    const length = Number(fixed[1]);
    if (length < 1 || length > WORD_BYTES) throw wrong(`unknown type ${type}`);
    return Buffer.concat([bytesOf(type, value, length), Buffer.alloc(WORD_BYTES - length)]);
  }
  const integer = /^(u?)int(\d{0,3})$/.exec(type);
  if (integer === null) throw wrong(`unknown type ${type}`);
  return integerWord(integerOf(type, value, integer[1] === '', Number(integer[2] || 256)));
}

function textOf(type: string, value: unknown): string {
  if (typeof value !== 'string') throw wrong(`no ${type}`);
  return value;
}

function bytesOf(type: string, value: unknown, length?: number): Buffer {
  const text = textOf(type, value);
  if (!/^0x([0-9a-fA-F]{2})*$/.test(text)) throw wrong(`no ${type}`);
  const bytes = Buffer.from(text.slice(2), 'hex');
  if (length !== undefined && bytes.length !== length) throw wrong(`no ${type}`);
  return bytes;
}

function integerOf(type: string, value: unknown, isSigned: boolean, bits: number): bigint {
  const isNumber = Number.isSafeInteger(value);
  const isText = typeof value === 'string' && /^(-?\d{1,78}|0x[0-9a-fA-F]{1,64})$/.test(value);
  if (!isNumber && !isText) throw wrong(`no ${type}`);
  const number = BigInt(value as string | number);
  const end = 1n << BigInt(isSigned ? bits - 1 : bits);
  if (number >= end || number < (isSigned ? -end : 0n)) throw wrong(`no ${type}`);
  return number;
}

function integerWord(value: bigint): Buffer {
  return Buffer.from(
    BigInt.asUintN(256, value)
      .toString(16)
      .padStart(2 * WORD_BYTES, '0'),
    'hex',
  );
}

function keccak(bytes: Uint8Array): Buffer {
  return Buffer.from(keccak256(bytes));
}

function wrong(text: string): Error {
  return SENDING_ERRORS.invalidArguments(`typed data: ${text}`);
}
