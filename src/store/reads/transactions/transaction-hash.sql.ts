import type { TransactionId } from '@tain/ledger/transaction-id';
import { hashBegins } from '../../access/condition.ts';
import { raw, type Sql, sql } from '../../sql.ts';

/** Number of leading bytes that are the key of the table of hashes. */
const KEY_BYTES = 32;

/**
 * Conditions on `transaction_hash` that leave the transactions of a hash, given as its first 32 bytes or all 48. Rows
 * store the whole hash, or two parts of it, or only its first part. The statement's text names the partition, so that
 * the others are not even planned.
 */
export function ofTransactionHash(hash: Buffer): Sql[] {
  const key = hash.subarray(0, KEY_BYTES);
  return [
    sql`mod(get_byte(hash, 0), 32) = ${raw(String((hash[0] ?? 0) % 32))}`,
    hashBegins(sql`hash`, sql`${key}`),
    ...(hash.length === KEY_BYTES
      ? []
      : [
          sql`(hash = ${hash} or hash = ${key} and (hash_suffix is null or hash_suffix = ${hash.subarray(KEY_BYTES)}))`,
        ]),
  ];
}

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
