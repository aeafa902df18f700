import { hashBegins } from '../../access/condition.ts';
import { raw, type Sql, sql } from '../../access/sql.ts';

/** Bytes that the table of hashes finds a hash by. */
const KEY_BYTES = 32;

/**
 * Conditions on `transaction_hash` that leave the transactions of a hash, of which the first 32 bytes
 * or all 48 are known. Rows hold a hash whole, or in two parts, or its first part alone. The partition
 * is named in the text, so that the others are not even planned.
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
