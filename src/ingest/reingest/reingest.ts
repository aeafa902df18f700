import type pg from 'pg';
import { Failure } from '../../kernel/failure.ts';
import { inTransaction } from '../../store/connections/distributed-reading.ts';
import { copyRows } from '../../store/copy/send-copy.ts';
import { LOCK_KEYS, takeAdvisoryLock } from '../../store/locks/advisory-lock.ts';
import { type AppendOnlyTable, appendOnlyTables } from '../../store/schema/append-only-tables.ts';
import { ensureTimePartitions } from '../../store/writer/writer.ts';
import { FAMILIES } from '../check/check.ts';
import { type BlockPosition, hashOf } from '../decode/decoded-block.ts';
import { addLostNfts } from '../load/bulk-updates.ts';
import { noteLedgers } from '../load/ledger-publications.ts';
import { noteProofs, proveStored } from '../load/note-proofs.ts';
import { selectResumePoint } from '../load/resume.ts';
import { notifyBlock, selectLastBlock } from '../load/store-batch.ts';
import { selectLosses } from '../range/dissociations.ts';
import { selectAddedTimes, timeColumnOf, timeCondition } from '../range/locate-rows.ts';
import {
  type RangeLimits,
  type RangeProgress,
  type RangeRows,
  readBlocks,
  readRange,
  type StoredStream,
  type StreamRange,
} from '../range/read-range.ts';
import type { StoredGap } from './stored-gap.ts';

export interface ReingestOptions {
  /** A separate connection for this command. */
  readonly client: pg.ClientBase;
  readonly gap: StoredGap;
  /** Stream of these blocks. It is opened twice. */
  readonly stream: StoredStream;
  readonly signal: AbortSignal;
  /** Called with the progress of each step: all blocks are verified, then stored. */
  readonly onProgress?: (progress: RangeProgress, step: 'verified' | 'stored') => void;
}

export interface ReingestSummary {
  readonly blocks: number;
  readonly transactions: number;
  readonly first: bigint;
  readonly last: bigint;
}

/** Limits of the rows that one transaction replaces. */
const LIMITS: RangeLimits = { maxBytes: 32 * 1024 * 1024, maxBlocks: 2000 };

/**
 * Stores the append-only rows of stored blocks again, from the stream. Each transaction deletes and stores the rows of
 * some blocks. Current state, history and derived rows stay as they are. After a kill at any moment, some blocks have
 * new rows and the others are untouched.
 *
 * Throws `Failure`, having changed nothing, when the stream does not continue the block before the range, or the block
 * after the range does not continue the stream. Throws `StreamFileError` when the proof of a stream file does not hold.
 */
export async function reingest(options: ReingestOptions): Promise<ReingestSummary> {
  const { client, gap, stream, signal } = options;
  if (!(await takeAdvisoryLock(client, LOCK_KEYS.reingest, signal))) {
    throw new Failure('alreadyRunning', 'Another `tain reingest` already runs on this database.');
  }
  const range = { client, stream, after: gap.after, upTo: gap.upTo, signal };
  await verifyEnds(range, gap.following, options.onProgress);
  let first: bigint | null = null;
  let reached: RangeProgress | null = null;
  options.onProgress?.({ blocks: 0, transactions: 0, lastNumber: 0n, lastConsensusEnd: gap.after }, 'stored');
  for await (const batch of readRange(range, LIMITS)) {
    await inTransaction(client, async () => {
      // Retention waits for the end of the transaction, so rows retained now are retained until then.
      if (await isRetained(client, batch.after)) await replaceRows(client, batch);
    });
    first ??= batch.blocks[0]?.number ?? null;
    reached = batch.progress;
    options.onProgress?.(reached, 'stored');
  }
  const stored = reached?.lastConsensusEnd ?? gap.after;
  // There are no rows between the last block and the one after it.
  if (stored < gap.upTo) await inTransaction(client, () => deleteRows(client, stored, gap.upTo));
  await proveStored(client);
  await notify(client);
  const { blocks, transactions, lastNumber } = reached ?? { blocks: 0, transactions: 0, lastNumber: 0n };
  return { blocks, transactions, first: first ?? 0n, last: lastNumber };
}

/** Returns whether all rows after a time are still retained. They stay so until the open transaction ends. */
async function isRetained(client: pg.ClientBase, after: bigint): Promise<boolean> {
  const { rows } = await client.query<{ removed: boolean }>(
    `select kept_from > $1 as removed from tain.kept where family = any($2) for share`,
    [(after + 1n).toString(), FAMILIES],
  );
  return rows.every(({ removed }) => !removed);
}

/** Reads the blocks once without storing them. Throws unless the stored block after them continues their end. */
async function verifyEnds(
  range: StreamRange,
  following: StoredGap['following'],
  onProgress: ReingestOptions['onProgress'],
): Promise<void> {
  const { client, after, upTo } = range;
  let last: BlockPosition | null = null;
  let [blocks, transactions] = [0, 0];
  for await (const { position, number, block } of readBlocks(range, await selectResumePoint(client, after))) {
    last = position;
    blocks += 1;
    transactions += block.items.length;
    const lastConsensusEnd = position.consensusEnd;
    onProgress?.({ blocks, transactions, lastNumber: number, lastConsensusEnd }, 'verified');
  }
  if (last === null) throw new Failure('stream', 'The stream has none of these blocks.');
  if (following === null) {
    const stored = await selectLastBlock(client, upTo);
    if (last.consensusEnd === upTo && stored !== null && hashOf(stored) === hashOf(last)) return;
    throw new Failure(
      'stream',
      `The stream's blocks do not end with the database's last block: block ${last.number} ends at ${last.consensusEnd} with hash ${hashOf(last)}, not at ${upTo} with ${stored ? hashOf(stored) : 'none'}.`,
    );
  }
  if (following.previousHash === hashOf(last)) return;
  throw new Failure(
    'stream',
    `Block ${following.number} of the database does not continue the stream: it names ${following.previousHash} as the previous hash, but block ${last.number} of the stream has ${hashOf(last)}.`,
  );
}

/** Announces the last block again, because cached responses are as old as the last announced block. */
async function notify(client: pg.ClientBase): Promise<void> {
  const last = await selectLastBlock(client);
  if (last) await notifyBlock(client, last);
}

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
async function replaceRows(client: pg.ClientBase, range: RangeRows): Promise<void> {
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
async function deleteRows(client: pg.ClientBase, after: bigint, upTo: bigint): Promise<void> {
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
