import { MAX_INT64 } from '@tain/ledger/timestamp';
import { MAX_AFTER_VALID_START_NS, type TransactionId } from '@tain/ledger/transaction-id';
import { hashBegins } from '../../access/condition.ts';
import { hasRow } from '../../access/lookup.ts';
import { unionAll } from '../../access/merge.ts';
import { type Sql, sql } from '../../sql.ts';
import { MAX_AFTER_VALID_START_OF_SCHEDULE_NS, MAX_BEFORE_VALID_START_NS } from './by-name.sql.ts';

/**
 * Selects which of several transactions exist, by id or by the first 32 bytes of a hash, as their positions: those of
 * ids from 1, then those of hashes. At least one is given.
 *
 * Required plan: for each one index descent, in the partitions that can hold it.
 */
export function visibleTransactions(ids: readonly TransactionId[], hashes: readonly Buffer[]): Sql {
  // A client may name any start: a sum of a later one does not fit, and would fail the look-ups of all others.
  const start = sql`least(w.start, ${MAX_INT64 - MAX_AFTER_VALID_START_OF_SCHEDULE_NS}::bigint)`;
  const ofId = hasRow(sql`transaction t`, [
    sql`t.valid_start_ns = w.start`,
    sql`t.payer_account_id = w.payer`,
    sql`t.consensus_timestamp between w.start - ${MAX_BEFORE_VALID_START_NS} and ${start} + ${MAX_AFTER_VALID_START_OF_SCHEDULE_NS}`,
    // The later execution of a schedule has the same id.
    sql`(t.consensus_timestamp <= ${start} + ${MAX_AFTER_VALID_START_NS} or not t.scheduled)`,
  ]);
  const ofHash = hasRow(sql`transaction_hash h`, [
    sql`mod(get_byte(h.hash, 0), 32) = mod(get_byte(w.hash, 0), 32)`,
    hashBegins(sql`h.hash`, sql`w.hash`),
  ]);
  const ofContract = hasRow(sql`contract_transaction_hash c`, [sql`c.hash = w.hash`]);
  const parts: Sql[] = [];
  if (ids.length > 0) {
    const payers = ids.map(({ payer }) => payer);
    const starts = ids.map(({ validStart }) => validStart);
    parts.push(sql`
    select w.ordinal
    from unnest(${payers}::bigint[], ${starts}::bigint[]) with ordinality w (payer, start, ordinal)
    where ${ofId}`);
  }
  if (hashes.length > 0) {
    parts.push(sql`
    select ${ids.length}::bigint + w.ordinal
    from unnest(${hashes}::bytea[]) with ordinality w (hash, ordinal)
    where coalesce(${ofHash}, ${ofContract})`);
  }
  return unionAll(parts);
}

/**
 * Selects which of several entities exist, as their positions: those of packed ids from 1, then those of EVM
 * addresses, then those of aliases.
 *
 * Required plan: one index descent for each.
 */
export function visibleEntities(
  ids: readonly bigint[],
  evmAddresses: readonly Uint8Array[],
  aliases: readonly Uint8Array[],
): Sql {
  const buffers = (names: readonly Uint8Array[]) => names.map((bytes) => Buffer.from(bytes));
  const ofId = hasRow(sql`entity e`, [sql`e.id = w.id`]);
  // Paths resolve an address to an entity that is not deleted.
  const ofAddress = hasRow(sql`entity e`, [sql`e.evm_address = w.address`, sql`e.deleted is not true`]);
  const ofAlias = hasRow(sql`entity e`, [sql`e.alias = w.alias`, sql`e.deleted is not true`]);
  return sql`
    select w.ordinal
    from unnest(${ids}::bigint[]) with ordinality w (id, ordinal)
    where ${ofId}
    union all
    select ${ids.length}::bigint + w.ordinal
    from unnest(${buffers(evmAddresses)}::bytea[]) with ordinality w (address, ordinal)
    where ${ofAddress}
    union all
    select ${ids.length + evmAddresses.length}::bigint + w.ordinal
    from unnest(${buffers(aliases)}::bytea[]) with ordinality w (alias, ordinal)
    where ${ofAlias}`;
}
