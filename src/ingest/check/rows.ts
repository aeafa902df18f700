import { printTimestamp } from '../../kernel/timestamp.ts';
import { TYPE } from '../../kernel/transaction-type.ts';
import type { AppendOnlyTable } from '../../schema/append-only-tables.ts';
import { boundsOf, type Chunk } from './chunk.ts';
import { type Difference, earliest } from './difference.ts';

/**
 * Append-only tables whose rows belong to a transaction of their time. Those without an index on time are compared as
 * a whole (`whole-tables.ts`).
 */
const OF_TRANSACTIONS: readonly AppendOnlyTable[] = [
  'crypto_transfer',
  'token_transfer',
  'staking_reward_transfer',
  'assessed_custom_fee',
  'contract_result',
  'contract_action',
  'contract_log',
  'contract_state_change',
  'contract_transaction',
  'ethereum_transaction',
  'file_data',
  'live_hash',
  'network_freeze',
  'network_stake',
  'node_stake',
  'prng',
];

interface Found {
  readonly at: string;
}

/** Rows without their transaction, and executions without their result. */
export async function compareRows(chunk: Chunk): Promise<Difference | null> {
  const { client, schema } = chunk;
  let first: Difference | null = null;
  for (const table of OF_TRANSACTIONS) {
    if (!schema.hasTable(table)) continue;
    const { rows } = await client.query<Found>(
      `select min(x.consensus_timestamp)::text as at
       from ${table} x
       where x.consensus_timestamp > $1 and x.consensus_timestamp <= $2 and not exists (
         select from transaction t where t.consensus_timestamp = x.consensus_timestamp)
       having count(*) > 0`,
      boundsOf(chunk),
    );
    first = earliest(first, orphan(table, rows[0]));
  }
  const lacking = await client.query<Found>(
    `select min(t.consensus_timestamp)::text as at
     from transaction t
     where t.consensus_timestamp > $1 and t.consensus_timestamp <= $2 and t.errata is null
       and t.type in (${TYPE.contractCall}, ${TYPE.contractCreateInstance}) and not exists (
         select from contract_result r where r.consensus_timestamp = t.consensus_timestamp)
     having count(*) > 0`,
    boundsOf(chunk),
  );
  return earliest(first, withoutRow('contract_result', lacking.rows[0]));
}

/** A row whose transaction is not there. */
export function orphan(table: string, row: Found | undefined): Difference | null {
  if (row === undefined) return null;
  const at = BigInt(row.at);
  return {
    at,
    subject: `the transaction of a row of ${table} at ${printTimestamp(at)}`,
    expected: 'one',
    found: 'none',
  };
}

/** A transaction that lacks a row. */
export function withoutRow(table: string, row: Found | undefined): Difference | null {
  if (row === undefined) return null;
  const at = BigInt(row.at);
  return {
    at,
    subject: `the row of ${table} of transaction ${printTimestamp(at)}`,
    expected: 'one',
    found: 'none',
  };
}
