/** Types of the contract ABI that system contracts use. */
export type AbiType =
  | { readonly kind: 'integer'; readonly signed: boolean; readonly bits: number }
  | { readonly kind: 'bool' | 'address' | 'bytes' | 'string' }
  | { readonly kind: 'array'; readonly item: AbiType }
  | AbiTuple;

export interface AbiTuple {
  readonly kind: 'tuple';
  readonly items: readonly AbiType[];
}

/** A value of such a type. Integers are bigints, addresses 40 hex digits, arrays and tuples lists. */
export type AbiValue = bigint | boolean | string | Uint8Array | readonly AbiValue[];

/** Bytes of a word. */
export const WORD = 32;

const NAMED = new Map<string, AbiType>(
  (['bool', 'address', 'bytes', 'string'] as const).map((kind) => [kind, { kind }]),
);

/** Parses the parameters of a function's signature, or a list of types in parentheses. Throws for an invalid text. */
export function parseTypes(text: string): AbiTuple {
  const start = text.indexOf('(');
  const { type, end } = parseAt(text, start);
  if (start < 0 || type.kind !== 'tuple' || end !== text.length) throw new Error(`no list of types: ${text}`);
  return type;
}

function parseAt(text: string, start: number): { type: AbiType; end: number } {
  let end = start;
  let type: AbiType;
  if (text[start] === '(') {
    const items: AbiType[] = [];
    end += 1;
    while (text[end] !== ')') {
      const item = parseAt(text, end);
      items.push(item.type);
      end = text[item.end] === ',' ? item.end + 1 : item.end;
    }
    end += 1;
    type = { kind: 'tuple', items };
  } else {
    const name = /^[a-z]+\d*/.exec(text.slice(start))?.[0] ?? '';
    end += name.length;
    type = NAMED.get(name) ?? integerType(name);
  }
  for (; text.startsWith('[]', end); end += 2) type = { kind: 'array', item: type };
  return { type, end };
}

function integerType(name: string): AbiType {
  const [, unsigned, bits] = /^(u?)int(\d+)$/.exec(name) ?? [];
  if (unsigned === undefined) throw new Error(`no type of the ABI: ${name}`);
  return { kind: 'integer', signed: unsigned === '', bits: Number(bits) };
}

/** Returns whether a value's head is an offset to the value. */
export function isDynamic(type: AbiType): boolean {
  if (type.kind === 'tuple') return type.items.some(isDynamic);
  return type.kind === 'array' || type.kind === 'bytes' || type.kind === 'string';
}

/** Returns the bytes of a value in the head: a word for an offset. */
export function headSize(type: AbiType): number {
  if (type.kind !== 'tuple' || isDynamic(type)) return WORD;
  return type.items.reduce((sum, item) => sum + headSize(item), 0);
}
