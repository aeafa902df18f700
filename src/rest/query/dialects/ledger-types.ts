import { isWholeBase32 } from '@tain/ledger/base32';
import { encodeEntityId, MAX_NUM, MAX_REALM, MAX_SHARD } from '@tain/ledger/entity-id';
import { longZeroNumOfHex } from '@tain/ledger/evm-address';
import { MAX_INT64, MIN_INT64, NANOS_PER_SECOND } from '@tain/ledger/timestamp';
import { parseTransactionId, type TransactionId } from '@tain/ledger/transaction-id';
import type { EntityReference } from '../common-types.ts';
import { type ParameterType, RuleBroken, type ValueContext } from '../parameter.ts';
import { invalidParameter } from '../problem.ts';

/** Parameter types of the ledger dialects. All patterns take time linear in the text's length. */

const DOTTED_ID = /^(?:(\d{1,4})\.)?(\d{1,5})\.(\d{1,12})$/;
const BARE_NUMBER = /^-?\d{1,19}$/;
/** Maximum number of digits of an id's last number. */
const NUM_DIGITS = 12;
const EVM_ADDRESS = /^(?:0x)?([0-9a-fA-F]{40})$/;
const DOTTED_EVM_ADDRESS = /^(?:(\d{1,4})\.)?(\d{1,5})\.([0-9a-fA-F]{40})$/;

const ENTITY_ID_PATTERN = '^((\\d{1,4}\\.)?\\d{1,5}\\.)?\\d{1,12}$';
/** Pattern of an entity id or an EVM address. */
const ADDRESSED_PATTERN =
  '^(((\\d{1,4}\\.)?\\d{1,5}\\.)?\\d{1,12}|(((\\d{1,4}\\.)?\\d{1,5}\\.)|0x)?[A-Fa-f0-9]{40})$';

/** An EVM address in any of its forms: 40 lower-case digits, and the shard and realm before it. */
interface WrittenAddress {
  readonly hex: string;
  readonly shard?: bigint;
  readonly realm?: bigint;
}

function parseAddress(text: string): WrittenAddress | undefined {
  const plain = EVM_ADDRESS.exec(text);
  if (plain?.[1] !== undefined) return { hex: plain[1].toLowerCase() };
  const dotted = DOTTED_EVM_ADDRESS.exec(text);
  if (dotted?.[3] === undefined) return undefined;
  return {
    hex: dotted[3].toLowerCase(),
    ...(dotted[1] === undefined ? {} : { shard: BigInt(dotted[1]) }),
    ...(dotted[2] === undefined ? {} : { realm: BigInt(dotted[2]) }),
  };
}

/** Rule broken by a well-formed id that no entity can have, with its parts as written. */
function invalidEntityId(...parts: readonly (string | bigint)[]): RuleBroken {
  return new RuleBroken(`Invalid entity ID "${parts.join('.')}"`);
}

/** Parses the numeric forms of an id. Returns undefined for another form, `RuleBroken` for a number out of range. */
function parseNumericId(text: string, network: ValueContext): bigint | RuleBroken | undefined {
  const parts = DOTTED_ID.exec(text);
  if (parts === null && !BARE_NUMBER.test(text)) return undefined;
  const [, shard = network.shard, realm = network.realm, num = text] = parts ?? [];
  const [s, r, n] = [BigInt(shard), BigInt(realm), BigInt(num)];
  const isRight = s <= MAX_SHARD && r <= MAX_REALM && n <= MAX_NUM && num.length <= NUM_DIGITS;
  return isRight && !num.startsWith('-') ? encodeEntityId(s, r, n) : invalidEntityId(shard, realm, num);
}

/** Returns whether an address written with a shard and realm names the network's own. */
function isOfNetwork(
  address: Pick<WrittenAddress, 'shard' | 'realm'>,
  { shard, realm }: ValueContext,
): boolean {
  return (address.shard ?? shard) === shard && (address.realm ?? realm) === realm;
}

/** Rule broken by an address with the shard or realm of another network. */
function foreign(text: string, { shard, realm, hex }: WrittenAddress, network: ValueContext): RuleBroken {
  // Messages name a long-zero address by its id.
  if (longZeroNumOfHex(hex) === undefined) return invalidEntityId(text);
  const digits = text.slice(text.lastIndexOf('.') + 1);
  return invalidEntityId(shard ?? network.shard, realm ?? network.realm, digits);
}

function parseEntity(text: string, context: ValueContext): bigint | RuleBroken | 'no number' | undefined {
  const address = parseAddress(text);
  if (address === undefined) return parseNumericId(text, context);
  if (!isOfNetwork(address, context)) return foreign(text, address, context);
  const num = longZeroNumOfHex(address.hex);
  return num === undefined ? 'no number' : encodeEntityId(context.shard, context.realm, num);
}

/**
 * An entity by its number: the packed id. An EVM address that is not long-zero passes the check of the form and matches
 * nothing: it becomes the minimum or maximum id, so that the comparison excludes every entity.
 */
export const ENTITY: ParameterType<bigint> = {
  parse(text, context, operator) {
    const id = parseEntity(text, context);
    if (id !== 'no number') return id;
    return operator === 'gt' || operator === 'gte' ? MAX_INT64 : MIN_INT64;
  },
  schema: { type: 'string', pattern: ADDRESSED_PATTERN, example: '0.0.1001' },
  compared: true,
};

/** Reads like `ENTITY`, but refuses an address without a number, because tokens have no other addresses. */
export const LONG_ZERO_ENTITY: ParameterType<bigint> = {
  ...ENTITY,
  parse(text, context) {
    const address = parseAddress(text);
    if (address !== undefined && longZeroNumOfHex(address.hex) === undefined) return undefined;
    const id = parseEntity(text, context);
    return id === 'no number' ? undefined : id;
  },
};

/** An entity by its number only, for kinds without addresses (topics, schedules). */
export const NUMERIC_ENTITY: ParameterType<bigint> = {
  ...ENTITY,
  parse: parseNumericId,
  schema: { type: 'string', pattern: ENTITY_ID_PATTERN, example: '0.0.1001' },
};

/** Number or EVM address; addresses only with `eq`. */
export const ENTITY_OR_ADDRESS: ParameterType<EntityReference> = {
  parse(text, context, operator) {
    const address = parseAddress(text);
    if (address === undefined) {
      const id = parseNumericId(text, context);
      return typeof id === 'bigint' ? { id } : id;
    }
    if (!isOfNetwork(address, context)) return foreign(text, address, context);
    const num = longZeroNumOfHex(address.hex);
    if (num !== undefined) return { id: encodeEntityId(context.shard, context.realm, num) };
    return operator === 'eq' ? { evmAddress: address.hex } : undefined;
  },
  schema: {
    type: 'string',
    pattern: ADDRESSED_PATTERN,
    example: '0.0.1001',
  },
  compared: true,
};

const ALIAS = /^(?:(?:(\d{1,4})\.)?(\d{1,5})\.)?([A-Z2-7]{1,128})$/;
const DIGITS = /^\d+$/;

/** Number, EVM address or alias (base32). For paths, where a number out of range is invalid, too. */
export const ENTITY_OR_ALIAS: ParameterType<EntityReference> = {
  parse(text, context, operator) {
    const known = ENTITY_OR_ADDRESS.parse(text, context, operator);
    if (known !== undefined) return known instanceof RuleBroken ? undefined : known;
    if (DIGITS.test(text)) return undefined;
    const parts = ALIAS.exec(text);
    if (parts?.[3] === undefined || !isWholeBase32(parts[3])) return undefined;
    const written = {
      hex: '',
      ...(parts[1] === undefined ? {} : { shard: BigInt(parts[1]) }),
      ...(parts[2] === undefined ? {} : { realm: BigInt(parts[2]) }),
    };
    return isOfNetwork(written, context) ? { alias: parts[3] } : undefined;
  },
  schema: { type: 'string', maxLength: 140, example: '0.0.1001' },
};

/** Makes a type for paths, where a broken rule is an invalid value. */
export function strict<Value>(type: ParameterType<Value>): ParameterType<Value> {
  return {
    ...type,
    parse(text, context, operator) {
      const value = type.parse(text, context, operator);
      return value instanceof RuleBroken ? undefined : value;
    },
  };
}

const TIMESTAMP_FORM = /^(\d{1,10})(?:\.(\d{1,9}))?$/;

/** Seconds with an optional decimal fraction (1.5 is one and a half), in nanoseconds. */
export const TIMESTAMP: ParameterType<bigint> = {
  parse(text) {
    const parts = TIMESTAMP_FORM.exec(text);
    if (parts?.[1] === undefined) return undefined;
    return BigInt(parts[1]) * NANOS_PER_SECOND + BigInt((parts[2] ?? '').padEnd(9, '0'));
  },
  schema: { type: 'string', pattern: '^\\d{1,10}(\\.\\d{1,9})?$', example: '1234567890.000000001' },
  compared: true,
};

/** A decimal integer of at most 19 digits. */
export function integer(
  minimum: bigint,
  maximum: bigint = MAX_INT64,
  hexadecimal = false,
): ParameterType<bigint> {
  return {
    parse(text) {
      const decimal = /^\d{1,19}$/.test(text);
      if (!decimal && !(hexadecimal && /^0x[0-9a-fA-F]+$/.test(text))) return undefined;
      const value = BigInt(text);
      return value >= minimum && value <= maximum ? value : undefined;
    },
    schema: { type: 'integer', format: 'int64', minimum: Number(minimum), ...upper(maximum) },
    compared: true,
    form: hexadecimal ? '\\d{1,19}|0x[0-9A-Fa-f]+' : '\\d{1,19}',
  };
}

function upper(maximum: bigint): { maximum?: number } {
  return maximum <= BigInt(Number.MAX_SAFE_INTEGER) ? { maximum: Number(maximum) } : {};
}

/** One of several words, case-insensitive, each with its value. */
export function oneOf<Value>(words: Readonly<Record<string, Value>>): ParameterType<Value> {
  const byWord = new Map(Object.entries(words).map(([word, value]) => [word.toLowerCase(), value]));
  return {
    parse: (text) => byWord.get(text.toLowerCase()),
    schema: { type: 'string', enum: Object.keys(words) },
  };
}

export const BOOLEAN: ParameterType<boolean> = {
  parse(text) {
    const word = text.toLowerCase();
    return word === 'true' ? true : word === 'false' ? false : undefined;
  },
  schema: { type: 'boolean' },
};

const PAYER = /^(\d+)\.(\d+)\.(\d+)-\d{1,19}-\d{1,9}$/;

/** A transaction id as `shard.realm.num-seconds-nanos`. */
export const TRANSACTION_ID: ParameterType<TransactionId> = {
  parse(text, context) {
    const id = parseTransactionId(text);
    if (id !== undefined) return id;
    const parts = PAYER.exec(text);
    const payer = parts === null ? undefined : parseNumericId(parts.slice(1).join('.'), context);
    // The payer is valid even if the time is not.
    return parts === null || typeof payer === 'bigint' ? undefined : invalidEntityId(...parts.slice(1));
  },
  schema: { type: 'string', example: '0.0.8-1234567890-000000006' },
};

/** Makes a type whose broken rules are reported under a parameter's name. */
export function reportedAs<Value>(name: string, type: ParameterType<Value>): ParameterType<Value> {
  return {
    ...type,
    parse(text, context, operator) {
      const value = type.parse(text, context, operator);
      return value instanceof RuleBroken ? new RuleBroken(invalidParameter(name)) : value;
    },
  };
}

/** Makes a type for numbers in paths that ignores a `0x` before the number. */
export function afterPrefix<Value>(type: ParameterType<Value>): ParameterType<Value> {
  return {
    ...type,
    parse(text, context, operator) {
      const plain = text.startsWith('0x') ? text.slice(2) : text;
      return plain.startsWith('0x') ? undefined : type.parse(plain, context, operator);
    },
  };
}

/** Page size: at least 1; more than the client's maximum is cut to it. */
export const LIMIT: ParameterType<number> = {
  parse(value, { maxLimit }) {
    if (!/^\d{1,19}$/.test(value)) return undefined;
    const limit = BigInt(value);
    if (limit < 1n || limit > MAX_INT64) return undefined;
    return limit > BigInt(maxLimit) ? maxLimit : Number(limit);
  },
  schema: { type: 'integer', minimum: 1, maximum: 100, default: 25 },
};

export const ORDER: ParameterType<'asc' | 'desc'> = oneOf({ asc: 'asc', desc: 'desc' });
