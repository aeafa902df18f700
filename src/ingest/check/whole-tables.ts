import { later, printTimestamp } from '@tain/ledger/timestamp';
import { TYPE } from '@tain/ledger/transaction-type';
import type pg from 'pg';
import { Differences, LIMIT, TOTAL } from './difference.ts';
import type { RetainedSince } from './retained-since.ts';
import { compareOrphans, type Found, familiesOf, type TimesOfTable, withoutRow } from './rows.ts';
import type { StoredSchema } from './stored-schema.ts';

/**
 * Append-only tables without an index on time: each is read once as a whole, and joined with the transactions by a hash
 * of their times.
 */
export const WHOLE_TABLES: readonly { readonly name: string; readonly unique: string | null }[] = [
  { name: 'transaction_hash', unique: 'hash, hash_suffix' },
  { name: 'transaction_signature', unique: 'public_key_prefix' },
  { name: 'contract_transaction_hash', unique: 'hash' },
  { name: 'hook_storage_change', unique: null },
  { name: 'topic_message', unique: null },
];

export interface WholeTableOptions {
  readonly client: pg.ClientBase;
  readonly schema: StoredSchema;
  readonly retained: RetainedSince;
  /** Consensus times (nanoseconds) of the compared rows: later than `after`, up to `upTo`. */
  readonly after: bigint;
  readonly upTo: bigint;
}

function within(alias: string): string {
  return `${alias}.consensus_timestamp > $1 and ${alias}.consensus_timestamp <= $2`;
}

/** Finds rows of all of these tables without their transaction. */
export async function compareWholeOrphans({
  client,
  schema,
  retained,
  after,
  upTo,
}: WholeTableOptions): Promise<Differences> {
  const tables: TimesOfTable[] = [];
  for (const { name } of WHOLE_TABLES) {
    const since = await retained.after(...familiesOf(name));
    if (since === null || since >= upTo || !schema.hasTable(name)) continue;
    tables.push({ name, after: later(after, since) });
  }
  return compareOrphans(client, tables, upTo);
}

/** Finds duplicate rows of a table, and transactions that lack their row. */
export async function compareWholeTable(
  { name, unique }: (typeof WHOLE_TABLES)[number],
  { client, schema, retained, after, upTo }: WholeTableOptions,
): Promise<Differences> {
  const differences = new Differences();
  const since = await retained.after(...familiesOf(name));
  if (since === null || since >= upTo || !schema.hasTable(name)) return differences;
  const bounds = [later(after, since), upTo].map(String);
  if (unique !== null) {
    const twice = await client.query<Found & { readonly copies: string }>(
      `select consensus_timestamp::text as at, count(*)::text as copies, ${TOTAL}
       from ${name} x
       where ${within('x')}
       group by consensus_timestamp, ${unique}
       having count(*) > 1
       order by consensus_timestamp ${LIMIT}`,
      bounds,
    );
    differences.addRows(twice.rows, (row) => {
      const at = BigInt(row.at);
      const subject = `the count of one row of ${name} of transaction ${printTimestamp(at)}`;
      return { at, table: name, subject, expected: '1', found: row.copies };
    });
  }
  // A public mirror stores hashes of configured types only.
  const lacking = schema.isOurs ? LACKING[name] : undefined;
  if (lacking === undefined) return differences;
  const { rows } = await client.query<Found>(`${lacking} order by 1 ${LIMIT}`, bounds);
  differences.addRows(rows, (row) => withoutRow(name, row));
  return differences;
}

const LACKING: Readonly<Record<string, string>> = {
  transaction_hash: `
    select t.consensus_timestamp::text as at, ${TOTAL}
    from transaction t
    where ${within('t')} and t.type <> ${TYPE.consensusSubmitMessage}
      and length(t.transaction_hash) in (32, 48) and not exists (
        select from transaction_hash h
        where h.consensus_timestamp = t.consensus_timestamp and ${within('h')}
          and h.hash || coalesce(h.hash_suffix, '') = t.transaction_hash)`,
  contract_transaction_hash: `
    select r.consensus_timestamp::text as at, ${TOTAL}
    from contract_result r
    where ${within('r')} and not exists (
      select from contract_transaction_hash h
      where h.consensus_timestamp = r.consensus_timestamp and ${within('h')})`,
};
