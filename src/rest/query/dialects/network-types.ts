import { encodeEntityId, MAX_NUM, MAX_REALM, MAX_SHARD } from '@tain/ledger/entity-id';
import { MAX_INT64, NANOS_PER_SECOND } from '@tain/ledger/timestamp';
import type { EntityReference } from '../common-types.ts';
import { type ParameterType, RuleBroken } from '../parameter.ts';

/** Parameter types of the network dialects: more lenient in spelling than those of the ledger, stricter in range. */

const DOTTED_ID = /^(?:(?:(\d{1,19})\.)?(\d{1,19})\.)?(\d{1,19})$/;

/** `[[shard.]realm.]num`; a number out of range is a failed conversion. */
export const ENTITY: ParameterType<bigint> = {
  parse(text, { shard, realm }) {
    const parts = DOTTED_ID.exec(text);
    if (parts?.[3] === undefined) return undefined;
    const s = parts[1] === undefined ? shard : BigInt(parts[1]);
    const r = parts[2] === undefined ? realm : BigInt(parts[2]);
    const num = BigInt(parts[3]);
    if (s > MAX_SHARD || r > MAX_REALM || num > MAX_NUM) return undefined;
    return encodeEntityId(s, r, num);
  },
  schema: { type: 'string', pattern: '^((\\d{1,4}\\.)?\\d{1,5}\\.)?\\d{1,12}$', example: '0.0.1001' },
  compared: true,
};

const PATH_NUMBER = /^(?:(?:\d{1,4}\.)?\d{1,5}\.)?\d{1,12}$/;
const PATH_ADDRESS = /^(?:0x|(?:\d{1,4}\.)?\d{1,5}\.)?([0-9a-fA-F]{40})$/;
const PATH_ALIAS = /^(?:(?:\d{1,4}\.)?\d{1,5}\.)?([A-Z2-7]{40,70})$/;

/** A path's `{id}`, only as a number. */
export const ENTITY_IN_PATH: ParameterType<bigint> = {
  ...ENTITY,
  parse: (text, context, operator) =>
    PATH_NUMBER.test(text) ? ENTITY.parse(text, context, operator) : undefined,
};

/** A path's `{id}`: number, EVM address (a long-zero one is not treated as a number), alias. */
export const ACCOUNT_IN_PATH: ParameterType<EntityReference> = {
  parse(text, context, operator) {
    if (PATH_NUMBER.test(text)) {
      const id = ENTITY.parse(text, context, operator);
      return typeof id === 'bigint' ? { id } : undefined;
    }
    const address = PATH_ADDRESS.exec(text)?.[1];
    if (address !== undefined) return { evmAddress: address.toLowerCase() };
    const alias = PATH_ALIAS.exec(text)?.[1];
    return alias === undefined ? undefined : { alias };
  },
  schema: { type: 'string', maxLength: 90, example: '0.0.1001' },
};

const TIMESTAMP_FORM = /^(\d{1,17})(?:\.(\d{1,9}))?$/;

/** Seconds and nanoseconds: the part after the dot is a plain number (1.5 is 1 s and 5 ns). */
export const TIMESTAMP: ParameterType<bigint> = {
  parse(text) {
    const parts = TIMESTAMP_FORM.exec(text);
    if (parts?.[1] === undefined) return undefined;
    const nanos = BigInt(parts[1]) * NANOS_PER_SECOND + BigInt(parts[2] ?? '0');
    return nanos <= MAX_INT64 ? nanos : undefined;
  },
  schema: { type: 'string', pattern: '^\\d{1,17}(\\.\\d{1,9})?$', example: '1234567890.000000001' },
  compared: true,
};

/** A number from 0 to 2^63-1. */
export const INT64: ParameterType<bigint> = {
  parse(text) {
    if (!/^\+?\d{1,19}$/.test(text)) return undefined;
    const value = BigInt(text.startsWith('+') ? text.slice(1) : text);
    return value <= MAX_INT64 ? value : undefined;
  },
  schema: { type: 'integer', format: 'int64', minimum: 0 },
  compared: true,
  form: '\\d{1,19}',
};

const BOOLEAN_WORDS: Readonly<Record<string, boolean>> = {
  true: true,
  on: true,
  yes: true,
  1: true,
  false: false,
  off: false,
  no: false,
  0: false,
};

export const BOOLEAN: ParameterType<boolean> = {
  parse(text) {
    const word = text.toLowerCase();
    return Object.hasOwn(BOOLEAN_WORDS, word) ? BOOLEAN_WORDS[word] : undefined;
  },
  schema: { type: 'boolean' },
};

/** One of several words. Case, and all characters but letters and digits, are ignored. */
export function oneOf<Value>(words: Readonly<Record<string, Value>>): ParameterType<Value> {
  const plain = (text: string) => text.replaceAll(/[^A-Za-z0-9]/g, '').toLowerCase();
  const byWord = new Map(Object.entries(words).map(([word, value]) => [plain(word), value]));
  return {
    parse: (text) => byWord.get(plain(text)),
    schema: { type: 'string', enum: Object.keys(words) },
  };
}

/** `order`, case-insensitive; unlike with `oneOf`, no characters are ignored. */
export const ORDER: ParameterType<'asc' | 'desc'> = {
  parse(text) {
    const word = text.toLowerCase();
    return word === 'asc' || word === 'desc' ? word : undefined;
  },
  schema: { type: 'string', enum: ['asc', 'desc'] },
};

/**
 * A 32-bit integer within bounds that are separate rules; `name` is its name in messages. With `cut`, values above
 * the maximum are reduced to it instead of refused.
 */
export function int32(
  name: string,
  bounds: { readonly min: number; readonly max: number; readonly cut?: boolean; readonly positive?: boolean },
): ParameterType<number> {
  return {
    parse(text) {
      if (!/^[-+]?\d{1,10}$/.test(text)) return undefined;
      const value = Number(text);
      if (value > 0x7fff_ffff || value < -0x8000_0000) return undefined;
      if (value < bounds.min) {
        return new RuleBroken(
          bounds.positive
            ? `${name} must be greater than 0`
            : `${name} must be greater than or equal to ${bounds.min}`,
        );
      }
      if (value <= bounds.max) return value;
      return bounds.cut ? bounds.max : new RuleBroken(`${name} must be less than or equal to ${bounds.max}`);
    },
    schema: { type: 'integer', format: 'int32', minimum: bounds.min, maximum: bounds.max },
  };
}

/** `limit`: 1 to 100; all other values are errors. */
export const LIMIT: ParameterType<number> = int32('limit', { min: 1, max: 100, positive: true });
