import type pg from 'pg';
import { selectOn } from '../../db/select.ts';
import { later } from '../../kernel/timestamp.ts';
import { selectKept, wholeSince } from '../../reads/kept.ts';
import { type CheckOptions, type CheckSummary, checkDatabase, type Finding } from './check-database.ts';
import { checkStream, type StreamCheckOptions } from './check-stream.ts';

/** Families of rows whose absence would show as a difference. */
export const FAMILIES = ['blocks', 'transactions', 'contracts', 'actions', 'topics'] as const;

export interface WholeCheckOptions extends Omit<CheckOptions, 'client'> {
  readonly client: pg.ClientBase;
  /** What to compare with besides the database itself; null: nothing. */
  readonly stream: Pick<StreamCheckOptions, 'records' | 'openFeed'> | null;
}

/** Compares a database with itself, then with the stream. Names the first block that differs. */
export async function check(options: WholeCheckOptions): Promise<CheckSummary> {
  const { stream, client, range } = options;
  const since = wholeSince(await selectKept(selectOn(client)), ...FAMILIES);
  const summary = await checkDatabase(options);
  // What settings leave out may have changed since: the stream gives other rows.
  if (stream === null || since === undefined) return summary;
  // Only what comes before it may still be the first.
  const upTo = summary.finding === null ? range.upTo : await selectEndBefore(client, summary.finding);
  if (upTo <= range.after) return summary;
  const after = await selectWholeAfter(client, range.after, since);
  if (upTo <= after) return summary;
  const compared = await checkStream({ ...options, ...stream, range: { after, upTo } });
  if (compared.finding !== null) return { ...summary, finding: compared.finding };
  const { last } = compared;
  if (last !== null && last.consensusEnd >= upTo) return summary;
  const note =
    last === null
      ? 'The stream has none of these blocks: they were compared with themselves only.'
      : `The stream ends with block ${last.number}: later ones were compared with themselves only.`;
  return { ...summary, notes: [...summary.notes, note] };
}

/** After which block all rows are kept that are compared: `after`, or a later one. */
async function selectWholeAfter(client: pg.ClientBase, after: bigint, since: bigint): Promise<bigint> {
  if (since <= after + 1n) return after;
  const { rows } = await client.query<{ after: string }>(
    `select (consensus_start - 1)::text as after from record_file
     where consensus_end >= $1 and consensus_start >= $1 order by consensus_end limit 1`,
    [since.toString()],
  );
  return later(after, BigInt(rows[0]?.after ?? since));
}

async function selectEndBefore(client: pg.ClientBase, { block }: Finding): Promise<bigint> {
  const { rows } = await client.query<{ at: string | null }>(
    'select max(consensus_end)::text as at from record_file where index < $1',
    [block.toString()],
  );
  return BigInt(rows[0]?.at ?? -1);
}
