import type { Queryable } from '../../db/writer.ts';
import { printTimestamp } from '../../kernel/timestamp.ts';
import { TYPE } from '../../kernel/transaction-type.ts';
import { type Difference, earliest } from './difference.ts';
import { orphan, withoutRow } from './rows.ts';
import type { StoredSchema } from './stored-schema.ts';

/**
 * Append-only tables without an index on time: each is read once as a whole, and joined with the transactions by a
 * hash of their times.
 */
const TABLES: readonly { readonly name: string; readonly unique: string | null }[] = [
  { name: 'transaction_hash', unique: 'hash, hash_suffix' },
  { name: 'transaction_signature', unique: 'public_key_prefix' },
  { name: 'contract_transaction_hash', unique: 'hash' },
  { name: 'hook_storage_change', unique: null },
  { name: 'topic_message', unique: null },
];

interface Found {
  readonly at: string;
}

function within(alias: string): string {
  return `${alias}.consensus_timestamp > $1 and ${alias}.consensus_timestamp <= $2`;
}

/** Rows without their transaction, rows that are there twice, and hashes that lack their row. */
export async function compareWholeTables(
  client: Queryable,
  schema: StoredSchema,
  after: bigint,
  upTo: bigint,
): Promise<Difference | null> {
  const bounds = [after.toString(), upTo.toString()];
  let first: Difference | null = null;
  for (const { name, unique } of TABLES) {
    if (!schema.hasTable(name)) continue;
    const orphans = await client.query<Found>(
      `select min(x.consensus_timestamp)::text as at
       from ${name} x
       where ${within('x')} and not exists (
         select from transaction t where t.consensus_timestamp = x.consensus_timestamp)
       having count(*) > 0`,
      bounds,
    );
    first = earliest(first, orphan(name, orphans.rows[0]));
    if (unique === null) continue;
    const twice = await client.query<Found & { readonly copies: string }>(
      `select consensus_timestamp::text as at, count(*)::text as copies
       from ${name} x
       where ${within('x')}
       group by consensus_timestamp, ${unique}
       having count(*) > 1
       order by consensus_timestamp limit 1`,
      bounds,
    );
    const [row] = twice.rows;
    if (row) {
      const at = BigInt(row.at);
      const subject = `the count of one row of ${name} of transaction ${printTimestamp(at)}`;
      first = earliest(first, { at, subject, expected: '1', found: row.copies });
    }
  }
  // A public mirror stores hashes of the types that it is told to.
  if (!schema.isOurs) return first;
  for (const { table, statement } of LACKING) {
    const { rows } = await client.query<Found>(statement, bounds);
    first = earliest(first, withoutRow(table, rows[0]));
  }
  return first;
}

const LACKING = [
  {
    table: 'transaction_hash',
    statement: `
      select min(t.consensus_timestamp)::text as at
      from transaction t
      where ${within('t')} and t.type <> ${TYPE.consensusSubmitMessage}
        and length(t.transaction_hash) in (32, 48) and not exists (
          select from transaction_hash h
          where h.consensus_timestamp = t.consensus_timestamp
            and h.hash || coalesce(h.hash_suffix, '') = t.transaction_hash)
      having count(*) > 0`,
  },
  {
    table: 'contract_transaction_hash',
    statement: `
      select min(r.consensus_timestamp)::text as at
      from contract_result r
      where ${within('r')} and not exists (
        select from contract_transaction_hash h where h.consensus_timestamp = r.consensus_timestamp)
      having count(*) > 0`,
  },
] as const;
