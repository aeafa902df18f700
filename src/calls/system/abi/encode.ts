import { type AbiTuple, type AbiType, type AbiValue, headSize, isDynamic, WORD } from './abi-type.ts';

/**
 * Encodes values by the rules of the contract ABI. Integers wider than their type are not truncated (the ledger
 * declares some amounts narrower than they are). Throws `TypeError` when a value is of another type.
 */
export function encodeValues(types: AbiTuple, values: readonly AbiValue[]): Buffer {
  if (values.length !== types.items.length) throw new TypeError('values do not match their types');
  return encodeItems(types.items, values);
}

function encodeItems(types: readonly AbiType[], values: readonly AbiValue[]): Buffer {
  const heads: Buffer[] = [];
  const tails: Buffer[] = [];
  let offset = types.reduce((sum, type) => sum + headSize(type), 0);
  for (const [i, type] of types.entries()) {
    const encoded = encodeValue(type, values[i]);
    if (!isDynamic(type)) {
      heads.push(encoded);
      continue;
    }
    heads.push(word(BigInt(offset)));
    tails.push(encoded);
    offset += encoded.length;
  }
  return Buffer.concat([...heads, ...tails]);
}

function encodeValue(type: AbiType, value: AbiValue | undefined): Buffer {
  if (type.kind === 'integer' && typeof value === 'bigint') return word(value);
  if (type.kind === 'bool' && typeof value === 'boolean') return word(value ? 1n : 0n);
  if (type.kind === 'address' && typeof value === 'string') return word(BigInt(`0x${value}`));
  if (type.kind === 'string' && typeof value === 'string') return encodeBytes(Buffer.from(value, 'utf8'));
  if (type.kind === 'bytes' && value instanceof Uint8Array) return encodeBytes(value);
  if (type.kind === 'tuple' && Array.isArray(value)) return encodeValues(type, value);
  if (type.kind === 'array' && Array.isArray(value)) {
    const items = encodeItems(new Array<AbiType>(value.length).fill(type.item), value);
    return Buffer.concat([word(BigInt(value.length)), items]);
  }
  throw new TypeError(`no value of type ${type.kind}`);
}

function encodeBytes(bytes: Uint8Array): Buffer {
  const padding = (WORD - (bytes.length % WORD)) % WORD;
  return Buffer.concat([word(BigInt(bytes.length)), bytes, Buffer.alloc(padding)]);
}

/** Encodes a number in 32 bytes, two's complement. */
export function word(value: bigint): Buffer {
  return Buffer.from(
    BigInt.asUintN(256, value)
      .toString(16)
      .padStart(2 * WORD, '0'),
    'hex',
  );
}
