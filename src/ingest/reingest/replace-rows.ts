import type pg from 'pg';
import { copyRows } from '../../store/copy/send-copy.ts';
import { type AppendOnlyTable, appendOnlyTables } from '../../store/schema/append-only-tables.ts';
import { ensureTimePartitions } from '../../store/writer/time-partitions.ts';
import { addLostNfts } from '../load/bulk-updates.ts';
import { noteLedgers } from '../load/ledger-publications.ts';
import { noteProofs } from '../load/note-proofs.ts';
import { selectLosses } from '../range/dissociations.ts';
import { selectAddedTimes, timeColumnOf, timeCondition } from '../range/locate-rows.ts';
import type { RangeRows } from '../range/read-range.ts';

const TABLES = Object.keys(appendOnlyTables) as AppendOnlyTable[];

/**
 * Columns of a block's row that are retained: the times of its first storing, and its number if its file has none,
 * because later files determined it.
 */
interface RetainedBlock {
  readonly end: string;
  readonly number: string | null;
  readonly loadStart: string | null;
  readonly loadEnd: string | null;
}

/** Tables of blocks, to which errata add no rows: all of their rows are deleted. */
const BLOCK_TABLES: ReadonlySet<AppendOnlyTable> = new Set(['record_file', 'sidecar_file']);

/**
 * Replaces the append-only rows of some blocks by those of the stream, on a connection with an open transaction.
 * Retains rows that errata added, the load times of each block, and the number of a block whose file has none.
 */
export async function replaceRows(client: pg.ClientBase, range: RangeRows): Promise<void> {
  const { rows: blocks } = await client.query<RetainedBlock>(
    `select consensus_end::text as end, index::text as number, load_start::text as "loadStart", load_end::text as "loadEnd"
     from record_file where ${timeCondition('record_file', range.after, range.upTo)}`,
  );
  await deleteRows(client, range.after, range.upTo);
  await ensureTimePartitions(client, range.after + 1n, range.upTo);
  const { nfts, unitRows } = await selectLosses(client, range.dissociations);
  for (const [table, rows] of range.rows) await copyRows(client, table, rows);
  await copyRows(client, 'token_transfer', unitRows);
  for (const dissociation of nfts) await addLostNfts(client, dissociation);
  const numbered = new Set(
    range.blocks.flatMap(({ block }) => (block.number === null ? [] : [String(block.consensusEnd)])),
  );
  const retained = blocks.map((block) => (numbered.has(block.end) ? { ...block, number: null } : block));
  await client.query(
    `update record_file r
     set index = coalesce(k.index, r.index), load_start = k.load_start, load_end = k.load_end
     from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[]) as k (consensus_end, index, load_start, load_end)
     where r.consensus_end = k.consensus_end and ${timeCondition('record_file', range.after, range.upTo, 'r')}`,
    (['end', 'number', 'loadStart', 'loadEnd'] as const).map((name) => retained.map((block) => block[name])),
  );
  await noteLedgers(
    client,
    range.blocks.flatMap(({ ledgers }) => ledgers),
  );
  await noteProofs(
    client,
    range.blocks.map(({ block, proof }) => ({ consensusEnd: block.consensusEnd, kind: proof.kind })),
  );
}

/** Deletes the append-only rows of consensus times, except rows that errata added. */
export async function deleteRows(client: pg.ClientBase, after: bigint, upTo: bigint): Promise<void> {
  // These times are selected before the transactions that mark them are deleted.
  const errata = (await selectAddedTimes(client, after, upTo)).map(String);
  for (const table of TABLES) {
    const isAll = errata.length === 0 || BLOCK_TABLES.has(table);
    const but = isAll ? '' : ` and x.${timeColumnOf(table)} <> all($1::bigint[])`;
    await client.query(
      `delete from ${table} x where ${timeCondition(table, after, upTo, 'x')}${but}`,
      isAll ? [] : [errata],
    );
  }
}
