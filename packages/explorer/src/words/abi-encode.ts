import { type AbiType, headSize, isDynamic, splitList } from './abi.ts';
import { hexOf } from './format.ts';

const wordOf = (value: bigint | number): string => BigInt(value).toString(16).padStart(64, '0');

/**
 * Encodes values that a user wrote as text, in hex without `0x`. A list or tuple is `[1, 2]` or `(1, 2)`; in it a text
 * with commas or brackets stands in double quotes. An address may be an entity id, of which `addressOf` returns the
 * address. Throws `TypeError` for a text that is no value of its type.
 */
export function encodeValues(
  types: readonly AbiType[],
  texts: readonly string[],
  addressOf: (id: string) => string,
): string {
  if (texts.length !== types.length) {
    throw new TypeError(`${types.length} values are needed, not ${texts.length}`);
  }
  let offset = types.reduce((sum, type) => sum + headSize(type), 0) / 2;
  const [heads, tails] = [[] as string[], [] as string[]];
  types.forEach((type, at) => {
    const encoded = encodeOne(type, texts[at] ?? '', addressOf);
    heads.push(isDynamic(type) ? wordOf(offset) : encoded);
    if (!isDynamic(type)) return;
    tails.push(encoded);
    offset += encoded.length / 2;
  });
  return [...heads, ...tails].join('');
}

function encodeOne(type: AbiType, given: string, addressOf: (id: string) => string): string {
  const text = given.trim();
  switch (type.kind) {
    case 'tuple':
      return encodeValues(type.of, itemsOf(text), addressOf);
    case 'array': {
      const items = itemsOf(text);
      if (items.length !== (type.length ?? items.length)) {
        throw new TypeError(`${type.length} values are needed, not ${items.length}`);
      }
      const values = encodeValues(Array<AbiType>(items.length).fill(type.of), items, addressOf);
      return type.length === null ? wordOf(items.length) + values : values;
    }
    case 'string':
      return sized(hexOf(new TextEncoder().encode(given)));
    case 'bytes':
      return sized(bytesOf(text));
    case 'fixed': {
      const digits = bytesOf(text);
      if (digits.length > type.bits / 4) throw new TypeError(`more than ${type.bits / 8} bytes: ${text}`);
      return digits.padEnd(64, '0');
    }
    case 'bool':
      if (text !== 'true' && text !== 'false') throw new TypeError(`neither true nor false: ${text}`);
      return wordOf(text === 'true' ? 1 : 0);
    case 'address': {
      const address = /^\d+\.\d+\.\d+$/.test(text) ? addressOf(text) : text;
      if (!/^(?:0x)?[0-9a-f]{40}$/i.test(address)) throw new TypeError(`no address: ${text}`);
      return address.slice(-40).toLowerCase().padStart(64, '0');
    }
    default: {
      if (!/^(?:-?\d+|0x[0-9a-f]+)$/i.test(text)) throw new TypeError(`no integer: ${text}`);
      const value = BigInt(text);
      const fitted =
        type.kind === 'uint' ? BigInt.asUintN(type.bits, value) : BigInt.asIntN(type.bits, value);
      if (fitted !== value) throw new TypeError(`does not fit ${type.kind}${type.bits}: ${text}`);
      return wordOf(BigInt.asUintN(256, value));
    }
  }
}

/** Returns the digits of bytes behind their length. */
function sized(digits: string): string {
  return wordOf(digits.length / 2) + digits.padEnd(Math.ceil(digits.length / 64) * 64, '0');
}

function bytesOf(text: string): string {
  const digits = /^0x((?:[0-9a-f]{2})*)$/i.exec(text)?.[1];
  if (digits === undefined) throw new TypeError(`no bytes in hex: ${text}`);
  return digits.toLowerCase();
}

/** Splits the text of a list or tuple into its items, of which quoted ones are unquoted. */
function itemsOf(text: string): readonly string[] {
  const inner = /^\[(.*)\]$|^\((.*)\)$/s.exec(text);
  if (inner === null) throw new TypeError(`no list such as [1, 2]: ${text}`);
  const list = (inner[1] ?? inner[2] ?? '').trim();
  return splitList(list).map((item) => {
    const own = item.trim();
    if (!own.startsWith('"')) return own;
    try {
      return String(JSON.parse(own));
    } catch {
      throw new TypeError(`no text in quotes: ${own}`);
    }
  });
}
