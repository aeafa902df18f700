import { type Sql, sql } from '../../access/sql.ts';
import type { TransactionId } from '../../kernel/transaction-id.ts';

/**
 * Conditions on `transaction` that leave the transactions of an id whose consensus stands from so many nanoseconds before
 * the valid start until so many after it. Without them every partition would be looked into.
 */
export function ofTransactionId({ payer, validStart }: TransactionId, before: bigint, after: bigint): Sql[] {
  return [
    sql`payer_account_id = ${payer}`,
    sql`valid_start_ns = ${validStart}`,
    sql`consensus_timestamp >= ${validStart - before}`,
    sql`consensus_timestamp <= ${validStart + after}`,
  ];
}
