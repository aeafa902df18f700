import { BLOCK_NUMBER } from './block-parameter.ts';
import type { ParameterType } from './parameter.ts';
import {
  ADDRESS,
  BLOCK_HASH,
  isObject,
  type ObjectValues,
  objectType,
  TRANSACTION_HASH,
} from './parameter-types.ts';
import { ERRORS } from './rpc-error.ts';

/** Maximum number of addresses of one filter: graph-node requests 2,000 contracts by default. */
const MAX_ADDRESSES = 2_000;
/** Maximum number of alternatives of one topic. */
const MAX_ALTERNATIVES = 100;
/** Maximum number of topics of a log. */
const MAX_TOPICS = 4;

/** One address, or several; an empty list matches any. */
export const ADDRESSES: ParameterType<readonly string[]> = {
  expected: `${ADDRESS.expected} or an array of addresses`,
  parse(value) {
    const list: readonly unknown[] = Array.isArray(value) ? value : [value];
    if (list.length > MAX_ADDRESSES) return undefined;
    return allParsed(list, (one) => ADDRESS.parse(one));
  },
  schema: {
    oneOf: [ADDRESS.schema, { type: 'array', maxItems: MAX_ADDRESSES, items: ADDRESS.schema }],
  },
};

/** Alternatives of each topic by its index; an empty list matches any. */
export type LogTopics = readonly (readonly bigint[])[];

const TOPIC_SCHEMA = { oneOf: [{ type: 'null' }, TRANSACTION_HASH.schema] } as const;

/**
 * Topics by index: a word of 32 bytes, null for any, or a list of alternatives. A list that is empty or contains null
 * matches any.
 */
const TOPICS: ParameterType<LogTopics> = {
  expected:
    'Expected an array or array of arrays containing Expected 0x prefixed string representing the hash (32 bytes) of a topic',
  parse(value) {
    if (!Array.isArray(value) || value.length > MAX_TOPICS) return undefined;
    return allParsed(value, alternativesOf);
  },
  schema: {
    type: 'array',
    maxItems: MAX_TOPICS,
    items: {
      oneOf: [...TOPIC_SCHEMA.oneOf, { type: 'array', maxItems: MAX_ALTERNATIVES, items: TOPIC_SCHEMA }],
    },
  },
};

function alternativesOf(given: unknown): readonly bigint[] | undefined {
  const alternatives: readonly unknown[] = Array.isArray(given) ? given : [given];
  if (alternatives.length > MAX_ALTERNATIVES) return undefined;
  const named = alternatives.filter((one) => one !== null);
  const words = allParsed(named, (one) => TRANSACTION_HASH.parse(one));
  return words === undefined || named.length < alternatives.length ? words && [] : words.map(BigInt);
}

/** Returns the parsed values; undefined when one of them is invalid. */
function allParsed<T>(values: readonly unknown[], parse: (value: unknown) => T | undefined): T[] | undefined {
  const parsed: T[] = [];
  for (const value of values) {
    const one = parse(value);
    if (one === undefined) return undefined;
    parsed.push(one);
  }
  return parsed;
}

const PROPERTIES = {
  blockHash: { type: BLOCK_HASH },
  fromBlock: { type: BLOCK_NUMBER },
  toBlock: { type: BLOCK_NUMBER },
  address: { type: ADDRESSES },
  topics: { type: TOPICS },
} as const;

/** Maximum number of addresses and topics of an installed filter. */
const MAX_INSTALLED_VALUES = 256;

/**
 * Checks the size of a filter that is installed for later blocks. Throws `RpcError` (-32602); `position` is that of
 * the parameter.
 */
export function checkInstalledFilter(
  { address, topics }: Pick<LogFilter, 'address' | 'topics'>,
  position: number,
): void {
  const values = (address?.length ?? 0) + (topics?.flat().length ?? 0);
  if (values > MAX_INSTALLED_VALUES) {
    throw ERRORS.invalidParameter(position, `Expected at most ${MAX_INSTALLED_VALUES} addresses and topics`);
  }
}

/** Approximate size of an installed filter or subscription without values, and of each address or topic, in bytes. */
export const CRITERIA_BYTES = 512;
const VALUE_BYTES = 100;

/** Returns the approximate size of the criteria of an installed filter in bytes. */
export function criteriaBytes({ address, topics }: Pick<LogFilter, 'address' | 'topics'>): number {
  return CRITERIA_BYTES + VALUE_BYTES * ((address?.length ?? 0) + (topics?.flat().length ?? 0));
}

/** Filter object of `eth_subscribe`. */
export const SUBSCRIBED_LOGS = objectType({
  name: 'EthSubscribeLogsParamsObject',
  closed: false,
  properties: { address: PROPERTIES.address, topics: PROPERTIES.topics },
});

const FILTER_OBJECT_NAME = 'FilterObject';
const FILTER_OBJECT = objectType({ name: FILTER_OBJECT_NAME, closed: true, properties: PROPERTIES });

/** Logs that a client requests. */
export type LogFilter = ObjectValues<typeof PROPERTIES>;

/** Filter object of `eth_getLogs` and `eth_newFilter`. */
export const LOG_FILTER: ParameterType<LogFilter> = {
  expected: FILTER_OBJECT.expected,
  parse(value) {
    if (isObject(value) && Array.isArray(value.address) && value.address.length > MAX_ADDRESSES) {
      throw ERRORS.invalidParameter(
        `'address' for ${FILTER_OBJECT_NAME}`,
        `Expected at most ${MAX_ADDRESSES} addresses`,
      );
    }
    if (isObject(value) && value.blockHash && (value.toBlock || value.fromBlock)) {
      throw ERRORS.invalidParameter(0, "Can't use both blockHash and toBlock/fromBlock");
    }
    return FILTER_OBJECT.parse(value);
  },
  schema: FILTER_OBJECT.schema,
};
