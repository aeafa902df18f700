import { NANOS_PER_SECOND } from '../../kernel/timestamp.ts';
import { parseTransactionId, type TransactionId } from '../../kernel/transaction-id.ts';
import type { Kind } from '../../query/kind.ts';
import { hexadecimal, TIMESTAMP } from '../../query/kinds.ts';
import { type Sql, sql } from '../../query/sql.ts';
import type { PathParameter } from '../route.ts';

/** A transaction by its id or by its hash of 32 bytes. */
export type TransactionReference =
  | { readonly id: TransactionId }
  /** 64 lower-case hex digits. */
  | { readonly hash: string };

const HASH_32 = hexadecimal(64);

const ID_OR_HASH: Kind<TransactionReference> = {
  parse(text, context, operator) {
    const hash = HASH_32.parse(text, context, operator);
    if (typeof hash === 'string') return { hash };
    const id = parseTransactionId(text);
    return id === undefined ? undefined : { id };
  },
  schema: { type: 'string', example: '0.0.8-1234567890-000000006' },
};

const MESSAGE =
  'Invalid Transaction id. Please use "shard.realm.num-sss-nnn" format where sss are seconds and nnn are nanoseconds';

/** `{transactionIdOrHash}` of a path. */
export const TRANSACTION_PATH: PathParameter<TransactionReference> = {
  kind: ID_OR_HASH,
  description:
    'Transaction id as `shard.realm.num-sss-nnn`; or hash of 32 bytes in hex: of the Ethereum transaction, or the first 32 bytes of the transaction hash.',
  message: MESSAGE,
};

/** A number with a dot is a time. */
const HAS_FRACTION = /^\d+\.\d+$/;

/** As `TRANSACTION_PATH`, or a consensus time in nanoseconds. */
export const TRANSACTION_OR_TIME_PATH: PathParameter<TransactionReference | { readonly time: bigint }> = {
  ...TRANSACTION_PATH,
  kind: {
    ...ID_OR_HASH,
    parse(text, context, operator) {
      const time = HAS_FRACTION.test(text) ? TIMESTAMP.parse(text, context, operator) : undefined;
      return typeof time === 'bigint' ? { time } : ID_OR_HASH.parse(text, context, operator);
    },
  },
  description: `${TRANSACTION_PATH.description} Or a consensus time as \`seconds.nanoseconds\`.`,
};

/** Where consensus on a transaction may stand after its valid start. */
const AFTER_VALID_START = 35n * 60n * NANOS_PER_SECOND;

/**
 * The one transaction that a reference means: `consensus_timestamp`, `payer_account_id`, and
 * `entity_id`, by which its contracts are found. Of several the newest success, else the newest.
 */
export function referencedTransaction(reference: TransactionReference, nonce: bigint): Sql {
  if ('hash' in reference) {
    const hash = Buffer.from(reference.hash, 'hex');
    return sql`select consensus_timestamp, payer_account_id, entity_id from contract_transaction_hash where hash = ${hash} order by (transaction_result = 22) desc, consensus_timestamp desc limit 1`;
  }
  const { payer, validStart } = reference.id;
  return sql`select consensus_timestamp, payer_account_id, payer_account_id as entity_id from transaction where payer_account_id = ${payer} and valid_start_ns = ${validStart} and consensus_timestamp >= ${validStart} and consensus_timestamp <= ${validStart + AFTER_VALID_START} and nonce = ${nonce} order by (result = 22) desc, consensus_timestamp desc limit 1`;
}
