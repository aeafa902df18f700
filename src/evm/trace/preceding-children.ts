import { sql, where } from '../../access/sql.ts';
import type { Select } from '../../db/connections/select.ts';
import { MAX_AFTER_VALID_START_NS } from '../../kernel/transaction-id.ts';
import { ofTransactionId } from '../../reads/transactions/transaction-id.sql.ts';

/** Children that the network executed before their parent, such as delegations of accounts (EIP-7702). */
export interface PrecedingChildren {
  /** Consensus time of the first one, in nanoseconds. */
  readonly first: bigint;
  /** Packed ids of the entities that they created or changed. */
  readonly entities: readonly bigint[];
}

/** Reads the preceding children of the transaction at a consensus time (nanoseconds); undefined without any. */
export async function selectPrecedingChildren(
  select: Select,
  time: bigint,
): Promise<PrecedingChildren | undefined> {
  const [parent] = await select(
    sql`select payer_account_id, valid_start_ns, nonce, scheduled from transaction where consensus_timestamp = ${time}`,
  );
  if (parent === undefined) return undefined;
  const [payer, validStart, nonce, scheduled] = parent;
  const id = { payer: BigInt(payer ?? 0), validStart: BigInt(validStart ?? 0) };
  // A schedule's creation and its execution have the same id.
  const conditions = [
    ...ofTransactionId(id, 0n, MAX_AFTER_VALID_START_NS),
    sql`consensus_timestamp < ${time}`,
    sql`nonce > ${Number(nonce)}`,
    sql`scheduled = ${scheduled === 't'}`,
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
