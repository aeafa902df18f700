import type { AccessedAddress } from '@tain/ledger/ethereum-signing';
import type { ParameterType } from '../method/parameter.ts';
import { ADDRESS, HEX, HEX_BYTES, isObject, objectType } from '../method/parameter-types.ts';
import { hexBytes } from '../values/hex.ts';

/** A transaction that a client gives to be signed. Amounts are weibars; undefined fields are filled in. */
export interface TransactionRequest {
  readonly from: string;
  readonly to: string | undefined;
  readonly type: 0 | 1 | 2 | undefined;
  readonly nonce: bigint | undefined;
  readonly gas: bigint | undefined;
  readonly gasPrice: bigint | undefined;
  readonly maxFeePerGas: bigint | undefined;
  readonly maxPriorityFeePerGas: bigint | undefined;
  readonly value: bigint | undefined;
  readonly data: Uint8Array;
  readonly accessList: readonly AccessedAddress[] | undefined;
}

/** A transaction as a client gives it. */
export type GivenTransaction = Omit<TransactionRequest, 'from'> & { readonly from: string | undefined };

/** Hex digits of the largest number that a transaction may have. */
const QUANTITY_PATTERN = /^0x[0-9a-f]{1,64}$/;

const QUANTITY: ParameterType<bigint> = {
  expected: HEX.expected,
  parse: (value) => {
    const digits = HEX.parse(value);
    return digits !== undefined && QUANTITY_PATTERN.test(digits) ? BigInt(digits) : undefined;
  },
  schema: HEX.schema,
};

const TYPE: ParameterType<0 | 1 | 2> = {
  expected: 'Expected transaction type 0x0, 0x1 or 0x2',
  parse: (value) => ([0, 1, 2] as const).find((type) => value === `0x${type}`),
  schema: { type: 'string', enum: ['0x0', '0x1', '0x2'] },
};

const WORD = /^0x[0-9a-fA-F]{64}$/;
/** Maximum number of addresses, and of keys of each. */
const MAX_ACCESSES = 1_000;

const ACCESS_LIST: ParameterType<readonly AccessedAddress[]> = {
  expected: 'Expected an array of addresses with storage keys',
  parse(value) {
    if (!Array.isArray(value) || value.length > MAX_ACCESSES) return undefined;
    const entries = value.map(accessOf);
    return entries.every((one) => one !== undefined) ? entries : undefined;
  },
  schema: { type: 'array' },
};

function accessOf(value: unknown): AccessedAddress | undefined {
  if (!isObject(value)) return undefined;
  const address = ADDRESS.parse(value.address);
  const { storageKeys } = value;
  if (address === undefined || !Array.isArray(storageKeys) || storageKeys.length > MAX_ACCESSES) {
    return undefined;
  }
  const isWord = (key: unknown): key is string => typeof key === 'string' && WORD.test(key);
  if (!storageKeys.every(isWord)) return undefined;
  return { address: hexBytes(address), storageKeys: storageKeys.map(hexBytes) };
}

const TRANSACTION_OBJECT = objectType({
  name: 'TransactionObject',
  closed: false,
  properties: {
    from: { type: ADDRESS, nullable: true },
    to: { type: ADDRESS, nullable: true },
    type: { type: TYPE, nullable: true },
    nonce: { type: QUANTITY, nullable: true },
    gas: { type: QUANTITY, nullable: true },
    gasPrice: { type: QUANTITY, nullable: true },
    maxFeePerGas: { type: QUANTITY, nullable: true },
    maxPriorityFeePerGas: { type: QUANTITY, nullable: true },
    value: { type: QUANTITY, nullable: true },
    data: { type: HEX_BYTES, nullable: true },
    input: { type: HEX_BYTES, nullable: true },
    accessList: { type: ACCESS_LIST, nullable: true },
  },
});

/** A transaction to be signed and sent; `input` takes precedence over `data`. */
export const TRANSACTION_REQUEST: ParameterType<GivenTransaction> = {
  expected: TRANSACTION_OBJECT.expected,
  parse(value) {
    const parsed = TRANSACTION_OBJECT.parse(value);
    if (parsed === undefined) return undefined;
    const { from, to, type, nonce, gas, gasPrice, maxFeePerGas, maxPriorityFeePerGas } = parsed;
    const data = hexBytes(parsed.input ?? parsed.data ?? '0x');
    const fees = { gasPrice, maxFeePerGas, maxPriorityFeePerGas };
    return { from, to, type, nonce, gas, ...fees, value: parsed.value, data, accessList: parsed.accessList };
  },
  schema: TRANSACTION_OBJECT.schema,
};
