import { printTimestamp } from '@tain/ledger/timestamp';
import { TYPE } from '@tain/ledger/transaction-type';
import type { AppendOnlyTable } from '../../schema/append-only-tables.ts';
import { type RetentionFamily, TABLE_RETENTION } from '../../schema/kept-tables.ts';
import { boundsOf, type Chunk, retainedPart } from './chunk.ts';
import { type Difference, Differences, LIMIT, TOTAL } from './difference.ts';

/**
 * Append-only tables whose rows belong to a transaction of their time. Tables without an index on time are compared as
 * a whole (`whole-tables.ts`).
 */
const TRANSACTION_TABLES: readonly AppendOnlyTable[] = [
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

/** Time of a finding, and the number of all. */
export interface Found {
  readonly at: string;
  readonly total: string;
}

/** Returns the families that must be retained for a row of a table, and its transaction, to be stored. */
export function familiesOf(table: string): readonly RetentionFamily[] {
  const removal = TABLE_RETENTION[table];
  return removal !== undefined && 'family' in removal ? ['transactions', removal.family] : ['transactions'];
}

/** Finds rows without their transaction. */
export async function compareRows(whole: Chunk): Promise<Differences> {
  const differences = new Differences();
  for (const table of TRANSACTION_TABLES) {
    if (!whole.schema.hasTable(table)) continue;
    const chunk = await retainedPart(whole, ...familiesOf(table));
    if (chunk === null) continue;
    const { rows } = await chunk.client.query<Found>(
      `select x.consensus_timestamp::text as at, ${TOTAL}
       from ${table} x
       where x.consensus_timestamp > $1 and x.consensus_timestamp <= $2 and not exists (
         select from transaction t
         where t.consensus_timestamp = x.consensus_timestamp
           and t.consensus_timestamp > $1 and t.consensus_timestamp <= $2)
       group by x.consensus_timestamp
       order by x.consensus_timestamp ${LIMIT}`,
      boundsOf(chunk),
    );
    differences.addRows(rows, (row) => orphan(table, row));
  }
  return differences;
}

/** Finds executions without their result. */
export async function compareResults(chunk: Chunk): Promise<Differences> {
  const differences = new Differences();
  const { rows } = await chunk.client.query<Found>(
    `select t.consensus_timestamp::text as at, ${TOTAL}
     from transaction t
     where t.consensus_timestamp > $1 and t.consensus_timestamp <= $2 and t.errata is null
       and t.type in (${TYPE.contractCall}, ${TYPE.contractCreateInstance}) and not exists (
         select from contract_result r
         where r.consensus_timestamp = t.consensus_timestamp
           and r.consensus_timestamp > $1 and r.consensus_timestamp <= $2)
     order by t.consensus_timestamp ${LIMIT}`,
    boundsOf(chunk),
  );
  differences.addRows(rows, (row) => withoutRow('contract_result', row));
  return differences;
}

/** Returns the difference of a row whose transaction is missing. */
export function orphan(table: string, { at }: Pick<Found, 'at'>): Difference {
  return lacking(table, at, `the transaction of a row of ${table} at`);
}

/** Returns the difference of a transaction that lacks a row. */
export function withoutRow(table: string, { at }: Pick<Found, 'at'>): Difference {
  return lacking(table, at, `the row of ${table} of transaction`);
}

function lacking(table: string, time: string, what: string): Difference {
  const at = BigInt(time);
  return { at, table, subject: `${what} ${printTimestamp(at)}`, expected: 'one', found: 'none' };
}
