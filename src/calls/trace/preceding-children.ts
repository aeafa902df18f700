import { MAX_AFTER_VALID_START_NS } from '@tain/ledger/transaction-id';
import { sql, where } from '../../store/access/sql.ts';
import type { Select } from '../../store/connections/select.ts';
import { ofTransactionId } from '../../store/reads/transactions/transaction-id.sql.ts';
import type { RecordedTransaction } from './recorded-transaction.ts';

/** Children that the network executed before their parent, such as delegations of accounts (EIP-7702). */
export interface PrecedingChildren {
  /** Consensus time of the first one, in nanoseconds. */
  readonly first: bigint;
  /** Packed ids of the entities that they created or changed. */
  readonly entities: readonly bigint[];
}

/** Reads the preceding children of a transaction; undefined without any, or if the transaction is not retained. */
export async function selectPrecedingChildren(
  select: Select,
  { timestamp, row }: RecordedTransaction,
): Promise<PrecedingChildren | undefined> {
  if (row === undefined) return undefined;
  // A schedule's creation and its execution have the same id.
  const conditions = [
    ...ofTransactionId(row.id, 0n, MAX_AFTER_VALID_START_NS),
    sql`consensus_timestamp < ${timestamp}`,
    sql`nonce > ${row.nonce}`,
    sql`scheduled = ${row.isScheduled}`,
  ];
  const rows = await select(
    sql`select consensus_timestamp, entity_id from transaction${where(conditions)} order by consensus_timestamp`,
  );
  const [first] = rows;
  if (!first?.[0]) return undefined;
  return {
    first: BigInt(first[0]),
    entities: rows.flatMap(([, entity]) => (entity ? [BigInt(entity)] : [])),
  };
}
