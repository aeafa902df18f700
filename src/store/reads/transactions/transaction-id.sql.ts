import type { TransactionId } from '@tain/ledger/transaction-id';
import { type Sql, sql } from '../../access/sql.ts';

/**
 * Conditions on `transaction` that leave the transactions of an id with a consensus time from `before` nanoseconds
 * before the valid start to `after` nanoseconds after it. Without these bounds every partition would be searched.
 */
export function ofTransactionId({ payer, validStart }: TransactionId, before: bigint, after: bigint): Sql[] {
  return [
    sql`payer_account_id = ${payer}`,
    sql`valid_start_ns = ${validStart}`,
    sql`consensus_timestamp >= ${validStart - before}`,
    sql`consensus_timestamp <= ${validStart + after}`,
  ];
}
