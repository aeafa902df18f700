/** JSON Schema (draft 7), with the keywords that parameters and results of methods need. */
export interface JsonSchema {
  readonly title?: string;
  readonly description?: string;
  readonly type?: JsonType | readonly JsonType[];
  readonly const?: string | number | boolean | null;
  readonly enum?: readonly (string | number | boolean | null)[];
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxItems?: number;
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
  readonly oneOf?: readonly JsonSchema[];
  readonly anyOf?: readonly JsonSchema[];
}

type JsonType = 'string' | 'integer' | 'number' | 'boolean' | 'object' | 'array' | 'null';

/** Schema of any value. */
export const ANY: JsonSchema = {};
export const BOOLEAN_SCHEMA: JsonSchema = { type: 'boolean' };
/** Schema of a number as Ethereum writes it: hex without leading zeros. */
export const QUANTITY: JsonSchema = {
  title: 'hex encoded unsigned integer',
  type: 'string',
  pattern: '^0x(0|[1-9a-f][0-9a-f]*)$',
};
export const BYTES: JsonSchema = {
  title: 'hex encoded bytes',
  type: 'string',
  pattern: '^0x([0-9a-f]{2})*$',
};
export const ADDRESS_SCHEMA: JsonSchema = {
  title: 'hex encoded address',
  type: 'string',
  pattern: '^0x[0-9a-f]{40}$',
};
export const HASH: JsonSchema = { title: '32 byte hex value', type: 'string', pattern: '^0x[0-9a-f]{64}$' };
export const BLOOM: JsonSchema = {
  title: '256 hex encoded bytes',
  type: 'string',
  pattern: '^0x[0-9a-f]{512}$',
};

/** Returns a schema of the value or null. */
export function nullable(schema: JsonSchema): JsonSchema {
  return { oneOf: [{ type: 'null' }, schema] };
}

export function arrayOf(items: JsonSchema): JsonSchema {
  return { type: 'array', items };
}

/** Returns a schema of an object with these properties and no other; those named in `optional` may be absent. */
export function closedObject(
  title: string,
  properties: Readonly<Record<string, JsonSchema>>,
  optional: readonly string[] = [],
): JsonSchema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { title, type: 'object', properties, required, additionalProperties: false };
}
