import { parseTransactionId, type TransactionReference } from '@tain/ledger/transaction-id';
import { hexadecimal } from '../query/common-types.ts';
import { LEDGER } from '../query/dialects/ledger.ts';
import { type ParameterType, type PathParameter, RuleBroken } from '../query/parameter.ts';

const { TIMESTAMP, TRANSACTION_ID } = LEDGER.types;

const HASH_32 = hexadecimal(64);

const ID_OR_HASH: ParameterType<TransactionReference> = {
  parse(text, context, operator) {
    const hash = HASH_32.parse(text, context, operator);
    if (typeof hash === 'string') return { hash };
    const id = TRANSACTION_ID.parse(text, context, operator);
    return id === undefined || id instanceof RuleBroken ? id : { id };
  },
  schema: TRANSACTION_ID.schema,
};

/** Returns whether a path names a transaction in a known form. */
export function isTransactionReference(text: string): boolean {
  return /^(?:0x)?[0-9a-fA-F]{64}$/.test(text) || parseTransactionId(text) !== undefined;
}

const MESSAGE =
  'Invalid Transaction id. Please use "shard.realm.num-sss-nnn" format where sss are seconds and nnn are nanoseconds';

/** `{transactionIdOrHash}` of a path. */
export const EXECUTION_PATH: PathParameter<TransactionReference> = {
  type: ID_OR_HASH,
  description:
    'Transaction id as `shard.realm.num-sss-nnn`; or hash of 32 bytes in hex: of the Ethereum transaction, or the first 32 bytes of the transaction hash.',
  message: MESSAGE,
};

/** Pattern of a time: a number with a dot. */
const HAS_FRACTION = /^\d+\.\d+$/;

/** A transaction like `TRANSACTION_PATH`, or a consensus time in nanoseconds. */
export const TRANSACTION_OR_TIME_PATH: PathParameter<TransactionReference | { readonly time: bigint }> = {
  ...EXECUTION_PATH,
  type: {
    ...ID_OR_HASH,
    parse(text, context, operator) {
      const time = HAS_FRACTION.test(text) ? TIMESTAMP.parse(text, context, operator) : undefined;
      return typeof time === 'bigint' ? { time } : ID_OR_HASH.parse(text, context, operator);
    },
  },
  description: `${EXECUTION_PATH.description} Or a consensus time as \`seconds.nanoseconds\`.`,
};
