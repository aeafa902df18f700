import { MAX_INT64 } from '@tain/ledger/timestamp';
import type { Queryable } from '../../store/writer/writer.ts';
import type { BlockPosition } from '../decode/decoded-block.ts';
import type { ResumePoint } from '../feed/feed.ts';
import type { PendingAddressBook } from '../verify/address-books.ts';
import { selectLedgers } from './ledger-publications.ts';
import { selectLastBlock, selectPositionOf } from './store-batch.ts';

/** Numbers of the files that contain address books. */
const ADDRESS_BOOK_FILES = [101, 102];
const FILE_APPEND = 16;

/**
 * Returns the resume point: after the last block, or after the last one that ends at or before a time (nanoseconds).
 */
export async function selectResumePoint(client: Queryable, upTo = MAX_INT64): Promise<ResumePoint> {
  return resumeAfter(client, await selectLastBlock(client, upTo), upTo);
}

/**
 * Returns the resume point after a block of this number, to read the following blocks again; null when the block is not
 * in the database.
 */
export async function selectResumePointAt(client: Queryable, number: bigint): Promise<ResumePoint | null> {
  const block = await selectPositionOf(client, number);
  return block && resumeAfter(client, block, block.consensusEnd);
}

/** Returns the resume point of a block. `end`: rows later than this (nanoseconds) do not count. */
async function resumeAfter(
  client: Queryable,
  lastBlock: BlockPosition | null,
  end: bigint,
): Promise<ResumePoint> {
  // A book is in force from 1 ns after the transaction that completed it.
  const beginsUntil = end === MAX_INT64 ? end : end + 1n;
  const books = await client.query<{ start: string; file: string; data: Buffer }>(
    `select distinct on (file_id) start_consensus_timestamp::text as start, file_id::text as file,
       file_data as data
     from address_book
     where start_consensus_timestamp <= $1
     order by file_id, start_consensus_timestamp desc`,
    [beginsUntil.toString()],
  );
  const stakes = await client.query<{ node: string; stake: string }>(
    `select node_id::text as node, stake::text as stake
     from node_stake
     where consensus_timestamp = (select max(consensus_timestamp) from node_stake where consensus_timestamp <= $1)`,
    [end.toString()],
  );
  return {
    lastBlock,
    addressBooks: books.rows.map(({ start, file, data }) => ({
      startConsensusTimestamp: BigInt(start),
      fileId: BigInt(file),
      fileData: data,
    })),
    pendingAddressBooks: await selectPendingAddressBooks(client, end),
    ledgers: (await selectLedgers(client)).filter(({ from }) => from <= end),
    stakes: stakes.rows.map(({ node, stake }) => ({ nodeId: BigInt(node), stake: BigInt(stake) })),
  };
}

/** Returns the last create or update of each address book's file, and all appends since. */
async function selectPendingAddressBooks(client: Queryable, end: bigint): Promise<PendingAddressBook[]> {
  const pending: PendingAddressBook[] = [];
  const files = await client.query<{ id: string }>(
    `select distinct entity_id::text as id from file_data
     where entity_id & ((1::bigint << 38) - 1) = any($1) and entity_id = any(
       select file_id from address_book union select unnest($1::bigint[]))`,
    [ADDRESS_BOOK_FILES],
  );
  for (const { id } of files.rows) {
    const { rows } = await client.query<{ data: Buffer | null }>(
      `select file_data as data from file_data
       where entity_id = $1 and consensus_timestamp <= $3 and consensus_timestamp >= (
         select max(consensus_timestamp) from file_data
         where entity_id = $1 and consensus_timestamp <= $3
           and transaction_type <> $2 and octet_length(file_data) > 0)
       order by consensus_timestamp`,
      [id, FILE_APPEND, end.toString()],
    );
    // Without a create or update, the content before an append is unknown.
    if (rows.length === 0) continue;
    const content = Buffer.concat(rows.map((row) => row.data ?? Buffer.alloc(0)));
    pending.push({ fileId: BigInt(id), content });
  }
  return pending;
}
