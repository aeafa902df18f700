import type { JsonSchema } from './json-schema.ts';
import type { ParameterType } from './parameter.ts';
import {
  ADDRESS,
  ANY_ARRAY,
  HEX,
  HEX_256,
  HEX_BYTES,
  HEX_WORD,
  isObject,
  listType,
  type ObjectValues,
  objectType,
} from './parameter-types.ts';
import { ERRORS, shown } from './rpc-error.ts';

/** Maximum number of authorizations of a call, because a signer is recovered from each. */
const MAX_AUTHORIZATIONS = 100;

const AUTHORIZATION_PROPERTIES = {
  address: { type: ADDRESS, required: true },
  chainId: { type: HEX_256, required: true },
  nonce: { type: HEX_256, required: true },
  yParity: { type: HEX_256, nullable: true },
  r: { type: HEX_256, nullable: true },
  s: { type: HEX_256, nullable: true },
} as const;

/** An authorization that a call carries (EIP-7702). */
export type AuthorizationObject = ObjectValues<typeof AUTHORIZATION_PROPERTIES>;

const AUTHORIZATION_LIST = listType(
  objectType({ name: 'AuthorizationObject', closed: false, properties: AUTHORIZATION_PROPERTIES }),
  MAX_AUTHORIZATIONS,
);

const CALL_PROPERTIES = {
  from: { type: ADDRESS },
  to: { type: ADDRESS, nullable: true },
  gas: { type: HEX_256 },
  gasPrice: { type: HEX_256 },
  maxPriorityFeePerGas: { type: HEX_256 },
  maxFeePerGas: { type: HEX_256 },
  value: { type: HEX_256 },
  data: { type: HEX_BYTES, nullable: true },
  type: { type: HEX },
  chainId: { type: HEX },
  nonce: { type: HEX_256 },
  input: { type: HEX },
  accessList: { type: ANY_ARRAY },
  authorizationList: { type: AUTHORIZATION_LIST, nullable: true },
} as const;

/** A call as clients send it; amounts are weibars. */
export type CallObject = ObjectValues<typeof CALL_PROPERTIES>;

/** The transaction that a call or an estimate executes. */
export const CALL_OBJECT: ParameterType<CallObject> = objectType({
  name: 'TransactionObject',
  closed: false,
  properties: CALL_PROPERTIES,
});

const SLOTS = mapOf('slots', HEX_WORD, HEX_WORD);

const OVERRIDE_PROPERTIES = {
  balance: { type: HEX_256 },
  nonce: { type: HEX_256 },
  code: { type: HEX_BYTES },
  state: { type: SLOTS },
  stateDiff: { type: SLOTS },
} as const;

/** State of one address that overrides the ledger's during a call. The balance is in weibars. */
export type AccountOverrideObject = ObjectValues<typeof OVERRIDE_PROPERTIES>;

/** State overrides of a call, by address. */
export const STATE_OVERRIDES = mapOf(
  'StateOverrides',
  ADDRESS,
  objectType({ name: 'AccountOverride', closed: true, properties: OVERRIDE_PROPERTIES }),
);

const BLOCK_OVERRIDE_PROPERTIES = {
  number: { type: HEX },
  time: { type: HEX },
  gasLimit: { type: HEX },
  feeRecipient: { type: ADDRESS },
  prevRandao: { type: HEX_WORD },
  baseFeePerGas: { type: HEX },
  blobBaseFee: { type: HEX },
} as const;

/** Values that override those of the block for the executed code. */
export type BlockOverridesObject = ObjectValues<typeof BLOCK_OVERRIDE_PROPERTIES>;

export const BLOCK_OVERRIDES: ParameterType<BlockOverridesObject> = objectType({
  name: 'BlockOverrides',
  closed: true,
  properties: BLOCK_OVERRIDE_PROPERTIES,
});

/** Declares an object whose keys are also values of a type. Errors name the key. */
function mapOf<T>(
  name: string,
  key: ParameterType<string>,
  value: ParameterType<T>,
): ParameterType<ReadonlyMap<string, T>> {
  const schema: JsonSchema = { title: name, type: 'object', additionalProperties: value.schema };
  return {
    expected: `Expected ${name}`,
    schema,
    parse(given) {
      if (!isObject(given)) return undefined;
      return new Map(
        Object.entries(given).map(([givenKey, givenValue]) => {
          const position = `'${shown(givenKey)}' for ${name}`;
          const parsedKey = key.parse(givenKey);
          if (parsedKey === undefined) throw ERRORS.invalidParameter(position, key.expected);
          const parsed = value.parse(givenValue);
          if (parsed === undefined) {
            throw ERRORS.invalidParameter(position, `${value.expected}, value: ${shown(givenValue)}`);
          }
          return [parsedKey, parsed] as const;
        }),
      );
    },
  };
}
