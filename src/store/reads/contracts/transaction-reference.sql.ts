import { saturated } from '@tain/ledger/timestamp';
import {
  MAX_AFTER_VALID_START_NS,
  type TransactionId,
  type TransactionReference,
} from '@tain/ledger/transaction-id';
import { joinTable } from '../../access/joined-rows.ts';
import { as, exists, firstRow, newestRow } from '../../access/lookup.ts';
import { type Sql, sql, where } from '../../sql.ts';
import {
  MAX_AFTER_VALID_START_OF_SCHEDULE_NS,
  ofTransactionHash,
  ofTransactionId,
} from '../transactions/by-name.sql.ts';

/**
 * FROM item with the transactions of an id as `transaction`. If none has consensus within the usual time after the valid start,
 * later ones are searched, as by `transactionsOfId`. Without a nonce, transactions match with any nonce.
 */
function ofReferencedId(id: TransactionId, nonce: bigint | undefined): Sql {
  const near = sql`consensus_timestamp <= ${saturated(id.validStart + MAX_AFTER_VALID_START_NS)}`;
  const conditions = [
    ...ofTransactionId(id, 0n, MAX_AFTER_VALID_START_OF_SCHEDULE_NS),
    ...(nonce === undefined ? [] : [sql`nonce = ${nonce}`]),
  ];
  return sql`(
    with candidates as materialized (
      select consensus_timestamp, payer_account_id, result
      from transaction${where(conditions)}
    )
    select *
    from candidates
    where ${near} or not exists (select from candidates where ${near})
    ) transaction`;
}

/**
 * The transactions that match a reference: `consensus_timestamp`, `payer_account_id`, `entity_id`, by which their
 * contracts are found, and `succeeded`. Without a nonce, transactions of an id match with any nonce; a hash determines
 * the nonce.
 */
function candidates(reference: TransactionReference, nonce: bigint | undefined): Sql {
  if ('hash' in reference) {
    const hash = Buffer.from(reference.hash, 'hex');
    return sql`
    select consensus_timestamp, payer_account_id, entity_id, transaction_result = 22 as succeeded
    from contract_transaction_hash
    where hash = ${hash}`;
  }
  return sql`
    select consensus_timestamp, payer_account_id, payer_account_id as entity_id, result = 22 as succeeded
    from ${ofReferencedId(reference.id, nonce)}`;
}

/** Selects `consensus_timestamp` of each transaction that matches a reference, whether or not it ran a contract. */
export function referencedTimes(reference: TransactionReference, nonce: bigint): Sql {
  const from =
    'hash' in reference
      ? sql`transaction_hash${where(ofTransactionHash(Buffer.from(reference.hash, 'hex')))}`
      : ofReferencedId(reference.id, nonce);
  return sql`
    select consensus_timestamp
    from ${from}`;
}

/** Condition that transaction `t` ran a contract. */
const RAN_CONTRACT = exists(sql`contract_result cr`, [sql`cr.consensus_timestamp = t.consensus_timestamp`]);

/** Descending order of preference: successes before failures, then the newest. */
const BEST_FIRST = [sql`t.succeeded`, sql`t.consensus_timestamp`];

/** The transaction that a reference identifies, with the columns of `candidates`: one that ran a contract, if any. */
export function referencedTransaction(reference: TransactionReference, nonce: bigint): Sql {
  const from = as(candidates(reference, nonce), 't');
  return newestRow({ select: sql`*`, from, where: [], by: [RAN_CONTRACT, ...BEST_FIRST] });
}

/**
 * The row of `contract_transaction` of the transaction that a reference identifies. A transaction without a result
 * does not hide another one with a result: for example, a schedule and its execution share their id.
 */
export function referencedParticipation(reference: TransactionReference, nonce: bigint): Sql {
  const hasResult = exists(sql`contract_result cr`, [
    sql`cr.consensus_timestamp = ct.consensus_timestamp`,
    sql`cr.contract_id = any(ct.contract_ids)`,
  ]);
  return newestRow({
    select: sql`ct.*`,
    from: sql`${as(candidates(reference, nonce), 't')}
    ${joinTable('contract_transaction', 'ct', [
      sql`ct.consensus_timestamp = t.consensus_timestamp`,
      sql`ct.entity_id = t.entity_id`,
    ])}`,
    where: [hasResult],
    by: BEST_FIRST,
  });
}

/**
 * Consensus time of the transaction that a reference identifies, as the column `consensus_timestamp`: the first one
 * that ran a contract, if any. Its children have the same id and come after it.
 */
export function firstReferencedTime(reference: TransactionReference): Sql {
  return firstRow({
    select: sql`t.consensus_timestamp`,
    from: as(candidates(reference, undefined), 't'),
    where: [],
    by: [[RAN_CONTRACT, 'desc'], sql`t.consensus_timestamp`],
    order: 'asc',
  });
}
