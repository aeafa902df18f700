import { printTimestamp } from '@tain/ledger/timestamp';
import { TYPE } from '@tain/ledger/transaction-type';
import type { AppendOnlyTable } from '../../store/schema/append-only-tables.ts';
import { type RetentionFamily, TABLE_RETENTION } from '../../store/schema/kept-tables.ts';
import type { Queryable } from '../../store/writer/writer.ts';
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
export async function findOrphanedRows(whole: Chunk): Promise<Differences> {
  const tables: TimesOfTable[] = [];
  for (const name of TRANSACTION_TABLES) {
    const part = whole.schema.hasTable(name) ? await retainedPart(whole, ...familiesOf(name)) : null;
    if (part !== null) tables.push({ name, after: part.after });
  }
  return compareOrphans(whole.client, tables, whole.upTo);
}

/** A table whose rows later than a time (nanoseconds) have transactions. */
export interface TimesOfTable {
  readonly name: string;
  readonly after: bigint;
}

/**
 * Finds rows up to a time without their transaction. One statement reads the times of the transactions for all tables,
 * because reading them takes longer than comparing them.
 */
export async function compareOrphans(
  client: Queryable,
  tables: readonly TimesOfTable[],
  upTo: bigint,
): Promise<Differences> {
  const differences = new Differences();
  if (tables.length === 0) return differences;
  const afters = tables.map(({ after }) => after);
  const first = afters.reduce((least, after) => (after < least ? after : least));
  const times = tables.map(
    ({ name }, i) => `
      select '${name}' as name, consensus_timestamp as time
      from ${name}
      where consensus_timestamp > $${i + 3} and consensus_timestamp <= $2
      group by consensus_timestamp`,
  );
  const { rows } = await client.query<Found & { readonly name: string }>(
    `select x.name, x.time::text as at, ${TOTAL}
     from (${times.join(' union all ')}
     ) x
     where not exists (
       select from transaction t
       where t.consensus_timestamp = x.time and t.consensus_timestamp > $1 and t.consensus_timestamp <= $2)
     order by x.time, x.name ${LIMIT}`,
    [first, upTo, ...afters].map(String),
  );
  differences.addRows(rows, ({ name, at }) => lacking(name, at, `the transaction of a row of ${name} at`));
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

/** Returns the difference of a transaction that lacks a row. */
export function withoutRow(table: string, { at }: Pick<Found, 'at'>): Difference {
  return lacking(table, at, `the row of ${table} of transaction`);
}

function lacking(table: string, time: string, what: string): Difference {
  const at = BigInt(time);
  return { at, table, subject: `${what} ${printTimestamp(at)}`, expected: 'one', found: 'none' };
}
