import { as, newestRow } from '../../access/lookup.ts';
import { type Sql, sql, where } from '../../access/sql.ts';
import {
  AFTER_VALID_START,
  parseTransactionId,
  type TransactionId,
  type TransactionReference,
} from '../../kernel/transaction-id.ts';
import { hexadecimal } from '../../query/common-types.ts';
import { LEDGER } from '../../query/dialects/ledger.ts';
import { type ParameterType, RuleBroken } from '../../query/parameter-type.ts';
import type { PathParameter } from '../../query/path-parameter.ts';

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

/** Whether a path names a transaction in a form that is known. */
export function isTransactionReference(text: string): boolean {
  return /^(?:0x)?[0-9a-fA-F]{64}$/.test(text) || parseTransactionId(text) !== undefined;
}

const MESSAGE =
  'Invalid Transaction id. Please use "shard.realm.num-sss-nnn" format where sss are seconds and nnn are nanoseconds';

/** `{transactionIdOrHash}` of a path. */
export const TRANSACTION_PATH: PathParameter<TransactionReference> = {
  type: ID_OR_HASH,
  description:
    'Transaction id as `shard.realm.num-sss-nnn`; or hash of 32 bytes in hex: of the Ethereum transaction, or the first 32 bytes of the transaction hash.',
  message: MESSAGE,
};

/** A number with a dot is a time. */
const HAS_FRACTION = /^\d+\.\d+$/;

/** As `TRANSACTION_PATH`, or a consensus time in nanoseconds. */
export const TRANSACTION_OR_TIME_PATH: PathParameter<TransactionReference | { readonly time: bigint }> = {
  ...TRANSACTION_PATH,
  type: {
    ...ID_OR_HASH,
    parse(text, context, operator) {
      const time = HAS_FRACTION.test(text) ? TIMESTAMP.parse(text, context, operator) : undefined;
      return typeof time === 'bigint' ? { time } : ID_OR_HASH.parse(text, context, operator);
    },
  },
  description: `${TRANSACTION_PATH.description} Or a consensus time as \`seconds.nanoseconds\`.`,
};

/**
 * The transactions that a reference can mean: `consensus_timestamp`, `payer_account_id`, `entity_id`, by
 * which their contracts are found, and `succeeded`.
 */
function candidates(reference: TransactionReference, nonce: bigint): Sql {
  if ('hash' in reference) {
    const hash = Buffer.from(reference.hash, 'hex');
    return sql`
    select consensus_timestamp, payer_account_id, entity_id, transaction_result = 22 as succeeded
    from contract_transaction_hash
    where hash = ${hash}`;
  }
  return sql`
    select consensus_timestamp, payer_account_id, payer_account_id as entity_id, result = 22 as succeeded
    from transaction${where(ofId(reference.id, nonce))}`;
}

function ofId({ payer, validStart }: TransactionId, nonce: bigint): Sql[] {
  return [
    sql`payer_account_id = ${payer}`,
    sql`valid_start_ns = ${validStart}`,
    sql`consensus_timestamp >= ${validStart}`,
    sql`consensus_timestamp <= ${validStart + AFTER_VALID_START}`,
    sql`nonce = ${nonce}`,
  ];
}

/** Of several the newest success, else the newest. */
const BEST_FIRST = [sql`t.succeeded`, sql`t.consensus_timestamp`];

/** The one transaction that a reference means, with the columns of `candidates`: one that ran a contract, if any. */
export function referencedTransaction(reference: TransactionReference, nonce: bigint): Sql {
  const ranContract = sql`exists (
      select
      from contract_result cr
      where cr.consensus_timestamp = t.consensus_timestamp
    )`;
  const from = as(candidates(reference, nonce), 't');
  return newestRow({ select: sql`*`, from, where: [], by: [ranContract, ...BEST_FIRST] });
}

/**
 * The row of `contract_transaction` of the transaction that a reference means. One without a result does
 * not hide another that has one: a schedule and what it executes share their id, for instance.
 */
export function referencedParticipation(reference: TransactionReference, nonce: bigint): Sql {
  const hasResult = sql`exists (
      select
      from contract_result cr
      where cr.consensus_timestamp = ct.consensus_timestamp and cr.contract_id = any(ct.contract_ids)
    )`;
  return newestRow({
    select: sql`ct.*`,
    from: sql`${as(candidates(reference, nonce), 't')}
    join contract_transaction ct
      on ct.consensus_timestamp = t.consensus_timestamp and ct.entity_id = t.entity_id`,
    where: [hasResult],
    by: BEST_FIRST,
  });
}
