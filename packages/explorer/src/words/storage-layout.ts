import { keccak_256 } from '@noble/hashes/sha3.js';
import { type Json, memberOf, objectOf, textOf } from './compiler-files.ts';
import { bytesOfHex, hexOf, utf8Text } from './format.ts';

/** A variable in a storage slot. */
export interface StoredVariable {
  /** Name such as `limit.largest` or `members[2]`. */
  readonly name: string;
  /** Type as in the source. */
  readonly type: string;
  /** Returns the variable's value in a word (hex) of the slot. */
  readonly read: (word: string) => string;
}

/** Maximum number of variables of a layout, with the members of structs and the items of arrays. */
const MAX_VARIABLES = 5_000;
const MAX_DEPTH = 8;
/** Maximum number of items of an array that are named. */
const MAX_ITEMS = 1_000_000n;
const WORD_BYTES = 32;

/** Names the variables in a contract's storage, by the layout that its compiler wrote. */
export class StorageLayout {
  readonly #types: unknown;
  readonly #bySlot = new Map<string, StoredVariable[]>();
  /** Arrays of variable length: the slot of their first item, which is a hash. */
  readonly #arrays: { readonly first: bigint; readonly name: string; readonly of: string }[] = [];
  #left = MAX_VARIABLES;

  constructor(layout: Json) {
    this.#types = layout.types;
    const storage = Array.isArray(layout.storage) ? (layout.storage as readonly unknown[]) : [];
    for (const each of storage) {
      const { label, offset, slot, type } = objectOf(each);
      this.#add(textOf(label), textOf(type), slotOf(slot), Number(offset), 0);
    }
  }

  /** Returns the variables in a slot (hex): several small ones share a slot, and an unknown slot has none. */
  at(slot: string): readonly StoredVariable[] {
    const number = BigInt(slot);
    const known = this.#bySlot.get(String(number));
    if (known !== undefined) return known;
    for (const { first, name, of } of this.#arrays) {
      const distance = number - first;
      const { bytes, label, encoding, isWhole } = this.#typeOf(of);
      if (distance < 0n || distance >= MAX_ITEMS || encoding !== 'inplace' || !isWhole) continue;
      const perSlot = Math.floor(WORD_BYTES / bytes);
      return Array.from({ length: perSlot }, (_, at) => ({
        name: `${name}[${distance * BigInt(perSlot) + BigInt(at)}]`,
        type: label,
        read: reader(label, at * bytes, bytes),
      }));
    }
    return [];
  }

  #typeOf(type: string) {
    const found = objectOf(memberOf(this.#types, type));
    const bytes = Number(textOf(found.numberOfBytes));
    return {
      encoding: textOf(found.encoding),
      label: textOf(found.label),
      bytes,
      base: textOf(found.base),
      members: Array.isArray(found.members) ? (found.members as readonly unknown[]) : [],
      /** Whether a value is in one slot, or in hashed slots that it leads to. */
      isWhole:
        bytes >= 1 &&
        bytes <= WORD_BYTES &&
        (found.encoding !== 'inplace' || (found.members === undefined && found.base === undefined)),
    };
  }

  #add(name: string, type: string, slot: bigint | null, offset: number, depth: number): void {
    this.#left -= 1;
    if (this.#left < 0 || depth > MAX_DEPTH || slot === null) return;
    const { encoding, label, bytes, base, members, isWhole } = this.#typeOf(type);
    if (encoding === 'inplace' && members.length > 0) {
      for (const each of members) {
        const member = objectOf(each);
        const own = slotOf(member.slot);
        const at = own === null ? null : slot + own;
        this.#add(
          `${name}.${textOf(member.label)}`,
          textOf(member.type),
          at,
          Number(member.offset),
          depth + 1,
        );
      }
      return;
    }
    if (encoding === 'inplace' && base !== '') {
      this.#addItems(name, base, slot, bytes, label, depth);
      return;
    }
    const isInSlot = isWhole && Number.isInteger(offset) && offset >= 0 && offset + bytes <= WORD_BYTES;
    if (!isInSlot) return;
    if (encoding === 'dynamic_array') {
      this.#arrays.push({ first: hashOf(slot), name, of: base });
      this.#put(slot, {
        name: `${name}.length`,
        type: label,
        read: (word) => String(BigInt(`0x${wordOf(word)}`)),
      });
    } else {
      const read = encoding === 'bytes' ? readShort : reader(label, offset, bytes);
      this.#put(slot, { name, type: label, read: encoding === 'mapping' ? () => '' : read });
    }
  }

  /** Adds the items of an array of fixed length. */
  #addItems(name: string, base: string, slot: bigint, bytes: number, label: string, depth: number): void {
    const item = this.#typeOf(base);
    const length = Number(/\[(\d+)\]$/.exec(label)?.[1] ?? 0);
    if (!(item.bytes > 0) || !(bytes > 0)) return;
    const perSlot = item.isWhole ? Math.floor(WORD_BYTES / item.bytes) : 1;
    const slots = BigInt(Math.ceil(item.bytes / WORD_BYTES));
    for (let at = 0; at < length && this.#left > 0; at++) {
      const own = slot + BigInt(Math.floor(at / perSlot)) * slots;
      this.#add(`${name}[${at}]`, base, own, (at % perSlot) * item.bytes, depth + 1);
    }
  }

  #put(slot: bigint, variable: StoredVariable): void {
    const all = this.#bySlot.get(String(slot)) ?? [];
    all.push(variable);
    this.#bySlot.set(String(slot), all);
  }
}

function slotOf(value: unknown): bigint | null {
  return typeof value === 'string' && /^\d{1,78}$/.test(value) ? BigInt(value) : null;
}

const wordOf = (hex: string): string => hex.replace(/^0x/, '').padStart(64, '0');

/** Slot of the first item of an array of variable length at a slot. */
function hashOf(slot: bigint): bigint {
  return BigInt(`0x${hexOf(keccak_256(bytesOfHex(wordOf(slot.toString(16)))))}`);
}

/** Returns how a value of a type is read from the bytes of a word that begin `offset` bytes before its end. */
function reader(type: string, offset: number, bytes: number): (word: string) => string {
  return (word) => {
    const digits = wordOf(word);
    const end = 64 - offset * 2;
    const own = digits.slice(end - bytes * 2, end);
    const value = BigInt(`0x${own}`);
    if (type === 'bool') return String(value !== 0n);
    if (/^uint|^enum /.test(type)) return String(value);
    if (/^int/.test(type)) return String(BigInt.asIntN(bytes * 8, value));
    return /^(?:address|contract )/.test(type) && /^0{24}/.test(own) && value > 0n
      ? `0.0.${value}`
      : `0x${own}`;
  };
}

/** Reads a text or bytes of at most 31 bytes, which are in the slot itself; of longer ones the length. */
function readShort(word: string): string {
  const digits = wordOf(word);
  const last = Number.parseInt(digits.slice(62), 16);
  if (last % 2 === 1) return `${(BigInt(`0x${digits}`) - 1n) / 2n} bytes`;
  const own = digits.slice(0, last);
  const text = utf8Text(bytesOfHex(own));
  return text === null ? `0x${own}` : `"${text}"`;
}
