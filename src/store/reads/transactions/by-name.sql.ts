import { SUCCESS_CODES } from '@tain/ledger/results';
import { NANOS_PER_SECOND, saturated } from '@tain/ledger/timestamp';
import { MAX_AFTER_VALID_START_NS, type TransactionId } from '@tain/ledger/transaction-id';
import { TYPE } from '@tain/ledger/transaction-type';
import { hashBegins, isAmong } from '../../access/condition.ts';
import { joinTable } from '../../access/joined-rows.ts';
import { raw, type Sql, sql, where } from '../../sql.ts';

/** Result codes of success, as the list of an `in`: literals, so that the planner sees them. */
export const SUCCESSES = raw(SUCCESS_CODES.join(', '));

/** Maximum nanoseconds by which the consensus on a transaction precedes its valid start. */
export const MAX_BEFORE_VALID_START_NS = NANOS_PER_SECOND;
/**
 * Maximum nanoseconds from the valid start to the consensus on an execution of a long-term schedule; as
 * `MAX_AFTER_VALID_START_NS` for other transactions.
 */
export const MAX_AFTER_VALID_START_OF_SCHEDULE_NS = 89_285n * 60n * NANOS_PER_SECOND;

/** Filters of the transactions with one id or hash. */
export interface NameFilters {
  readonly nonce: bigint | undefined;
  readonly scheduled: boolean | undefined;
}

function filterConditions({ nonce, scheduled }: NameFilters): Sql[] {
  return [
    ...(nonce === undefined ? [] : [sql`nonce = ${nonce}`]),
    ...(scheduled === undefined ? [] : [sql`scheduled = ${scheduled}`]),
  ];
}

const SCHEDULE_CREATE = raw(String(TYPE.scheduleCreate));
const IS_SCHEDULE_CREATED = sql`type = ${SCHEDULE_CREATE} and result in (${SUCCESSES})`;

/**
 * FROM items with the transactions of an id as `t`, ordered by `ordinal`: those of the id, followed by the inner ones
 * of atomic batches among them. The consensus time is searched within the usual time after the valid start. If a
 * schedule was created and no execution found there (or only executions are requested), it is searched within the
 * maximum delay of a schedule. So is any other transaction of which none was found there: on a local network whose time a test
 * has set ahead, transactions are valid by the clock of the client.
 */
export function transactionsOfId(id: TransactionId, filters: NameFilters): Sql {
  const near = saturated(id.validStart + MAX_AFTER_VALID_START_NS);
  const conditions = filterConditions(filters);
  const own = [
    ...ofTransactionId(id, MAX_BEFORE_VALID_START_NS, MAX_AFTER_VALID_START_OF_SCHEDULE_NS),
    ...conditions,
  ];
  const isNoneNear = sql`not exists (select from candidates where consensus_timestamp <= ${near})`;
  const further =
    filters.scheduled !== undefined
      ? isNoneNear
      : sql`(
          ${isNoneNear} and not scheduled
          or exists (select from candidates where consensus_timestamp <= ${near} and ${IS_SCHEDULE_CREATED})
          and not exists (select from candidates where consensus_timestamp <= ${near} and scheduled)
        )`;
  const inner = [
    sql`i.payer_account_id = p.payer`,
    sql`i.valid_start_ns = p.start`,
    sql`i.consensus_timestamp between p.start - ${MAX_BEFORE_VALID_START_NS} and p.late + ${MAX_AFTER_VALID_START_NS}`,
    ...conditions.map((condition) => sql`i.${condition}`),
  ];
  return sql`(
    with candidates as materialized (
      select *
      from transaction${where(own)}
    ),
    found as (
      select *
      from candidates
      where consensus_timestamp <= ${near} or ${further}
    )
    select *, 0 as ordinal
    from found
    union all
    select i.*, 1
    from found f
    cross join lateral (
      select
        f.inner_transactions[n] as payer,
        f.inner_transactions[n + 1] as start,
        greatest(f.inner_transactions[n + 1], f.consensus_timestamp) as late
      from generate_series(1, cardinality(f.inner_transactions), 2) n
    ) p
    ${joinTable('transaction', 'i', inner)}
    ) t`;
}

/** FROM items with the transactions of a hash as `t`. */
export function transactionsOfHash(hash: Buffer, filters: NameFilters): Sql {
  const conditions = [
    isAmong(
      sql`consensus_timestamp`,
      sql`
      select consensus_timestamp
      from transaction_hash${where(ofTransactionHash(hash))}
    `,
    ),
    ...filterConditions(filters),
  ];
  return sql`(
    select *, 0 as ordinal
    from transaction${where(conditions)}
    ) t`;
}

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
    sql`consensus_timestamp >= ${saturated(validStart - before)}`,
    sql`consensus_timestamp <= ${saturated(validStart + after)}`,
  ];
}
