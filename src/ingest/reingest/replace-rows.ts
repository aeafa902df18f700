import type pg from 'pg';
import { copyRows } from '../../db/copy/send-copy.ts';
import { ensureTimePartitions } from '../../db/writer/time-partitions.ts';
import { type AppendOnlyTable, appendOnlyTables } from '../../schema/append-only-tables.ts';
import { addLostNfts } from '../load/bulk-updates.ts';
import { noteLedgers } from '../load/ledger-publications.ts';
import { noteProofs } from '../load/note-proofs.ts';
import { selectNftDissociations, unitRows } from '../range/dissociations.ts';
import { timeColumnOf, timeCondition } from '../range/locate-rows.ts';
import type { RangeRows } from '../range/read-range.ts';

const TABLES = Object.keys(appendOnlyTables) as AppendOnlyTable[];

/** Tables of which errata may have added rows at a time that belongs to no transaction of the stream. */
const OF_BLOCKS: ReadonlySet<AppendOnlyTable> = new Set(['record_file', 'sidecar_file']);

/**
 * Replaces the append-only rows of some blocks by those of the stream, on a connection with an open transaction. What
 * errata added stays, and so does what says when and by which number a block was stored.
 */
export async function replaceRows(client: pg.ClientBase, range: RangeRows): Promise<void> {
  await client.query(
    `create temp table tain_kept_blocks on commit drop as
     select consensus_end, index, load_start, load_end from record_file
     where ${timeCondition('record_file', range.after, range.upTo)}`,
  );
  await deleteRows(client, range.after, range.upTo);
  await ensureTimePartitions(client, range.after + 1n, range.upTo);
  const lostNfts = await selectNftDissociations(client, range.dissociations);
  for (const [table, rows] of range.rows) await copyRows(client, table, rows);
  await copyRows(
    client,
    'token_transfer',
    unitRows(range.dissociations.filter((each) => !lostNfts.has(each))),
  );
  for (const dissociation of lostNfts) await addLostNfts(client, dissociation);
  await client.query(
    `update record_file r
     set index = k.index, load_start = k.load_start, load_end = k.load_end
     from tain_kept_blocks k
     where r.consensus_end = k.consensus_end and ${timeCondition('record_file', range.after, range.upTo, 'r')}`,
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

/** Deletes the append-only rows of consensus times, but for what errata added. */
export async function deleteRows(client: pg.ClientBase, after: bigint, upTo: bigint): Promise<void> {
  // Gathered before the transactions go that say so.
  await client.query(
    `create temp table if not exists tain_errata (at bigint primary key) on commit drop;
     truncate tain_errata;
     insert into tain_errata
     select consensus_timestamp from transaction
     where ${timeCondition('transaction', after, upTo)} and errata = 'INSERT'`,
  );
  for (const table of TABLES) {
    const kept = OF_BLOCKS.has(table)
      ? ''
      : ` and not exists (select from tain_errata e where e.at = x.${timeColumnOf(table)})`;
    await client.query(`delete from ${table} x where ${timeCondition(table, after, upTo, 'x')}${kept}`);
  }
}
