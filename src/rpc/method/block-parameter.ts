import type { JsonSchema } from './json-schema.ts';
import type { ParameterType } from './parameter.ts';
import { BLOCK_HASH, BOOLEAN, isObject, objectType } from './parameter-types.ts';

/** A block by its tag or number. All tags but `earliest` mean the newest visible block. */
export type NumberedBlock =
  | { readonly tag: 'earliest' | 'latest' | 'pending' | 'safe' | 'finalized' }
  | { readonly number: bigint };

/** Block that a client names. */
export type NamedBlock =
  | NumberedBlock
  /** Hash of 32 bytes, lower-case hex with `0x`. */
  | { readonly hash: string };

/** Returns the number of a block; `head` is the newest visible one. */
export function blockNumberOf(name: NumberedBlock, head: bigint): bigint {
  if ('number' in name) return name.number;
  return name.tag === 'earliest' ? 0n : head;
}

export const LATEST: NumberedBlock = { tag: 'latest' };

const TAGS = ['earliest', 'latest', 'pending', 'safe', 'finalized'] as const;
const NUMBER = /^0[xX](?:0|[1-9a-fA-F][0-9a-fA-F]{0,13})$/;
const EXPECTED = '0x prefixed hexadecimal block number, or the string "latest", "earliest" or "pending"';

const NUMBER_SCHEMA: JsonSchema = { type: 'string', pattern: '^0[xX](0|[1-9a-fA-F][0-9a-fA-F]{0,13})$' };
const TAG_SCHEMA: JsonSchema = { type: 'string', enum: TAGS };

/** A number or a tag. */
export const BLOCK_NUMBER: ParameterType<NumberedBlock> = {
  expected: `Expected ${EXPECTED}`,
  parse: readNumber,
  schema: { oneOf: [TAG_SCHEMA, NUMBER_SCHEMA] },
};

function readNumber(value: unknown): NumberedBlock | undefined {
  if (typeof value !== 'string') return undefined;
  const tag = TAGS.find((one) => one === value);
  if (tag !== undefined) return { tag };
  if (!NUMBER.test(value) || Number(value) > Number.MAX_SAFE_INTEGER) return undefined;
  return { number: BigInt(value) };
}

const BY_HASH = objectType({
  name: 'BlockHashObject',
  closed: true,
  properties: { blockHash: { type: BLOCK_HASH, required: true }, requireCanonical: { type: BOOLEAN } },
});
const BY_NUMBER = objectType({
  name: 'BlockNumberObject',
  closed: true,
  properties: { blockNumber: { type: BLOCK_NUMBER, required: true }, requireCanonical: { type: BOOLEAN } },
});

/** A hash, or an object of EIP-1898. `requireCanonical` changes nothing, because a ledger has one chain of blocks. */
const HASH_OR_OBJECT: ParameterType<NamedBlock> = {
  expected: BLOCK_HASH.expected,
  parse(value) {
    if (isObject(value)) {
      if (!Object.hasOwn(value, 'blockHash')) return BY_NUMBER.parse(value)?.blockNumber;
      const ofObject = BY_HASH.parse(value)?.blockHash;
      return ofObject === undefined ? undefined : { hash: ofObject };
    }
    const hash = BLOCK_HASH.parse(value);
    return hash === undefined ? undefined : { hash };
  },
  schema: { oneOf: [BLOCK_HASH.schema, BY_HASH.schema, BY_NUMBER.schema] },
};

/** A number, a tag, a hash, or an object of EIP-1898: the block of methods that read the state. */
export const ANY_BLOCK: readonly ParameterType<NamedBlock>[] = [BLOCK_NUMBER, HASH_OR_OBJECT];

/** The block of calls: the values of `ANY_BLOCK`, with the error text of calls. */
export const CALLED_BLOCK: ParameterType<NamedBlock> = {
  expected: `Expected Expected 0x prefixed string representing the hash (32 bytes) in object, ${EXPECTED}`,
  parse: (value) => HASH_OR_OBJECT.parse(value) ?? readNumber(value),
  schema: { oneOf: [TAG_SCHEMA, NUMBER_SCHEMA, BLOCK_HASH.schema, BY_HASH.schema, BY_NUMBER.schema] },
};
