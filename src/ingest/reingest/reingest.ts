import type pg from 'pg';
import { Failure } from '../../kernel/failure.ts';
import { inTransaction } from '../../store/connections/distributed-reading.ts';
import { LOCK_KEYS, takeAdvisoryLock } from '../../store/locks/advisory-lock.ts';
import { BLOCK_CHANNEL } from '../../store/schema/channels.ts';
import { FAMILIES } from '../check/check.ts';
import { type BlockPosition, hashOf } from '../decode/decoded-block.ts';
import { proveStored } from '../load/note-proofs.ts';
import { selectResumePoint } from '../load/resume.ts';
import { selectLastBlock } from '../load/store-batch.ts';
import {
  type RangeLimits,
  type RangeProgress,
  readBlocks,
  readRange,
  type StoredStream,
  type StreamRange,
} from '../range/read-range.ts';
import { deleteRows, replaceRows } from './replace-rows.ts';
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
  if (last)
    await client.query('select pg_notify($1, $2)', [BLOCK_CHANNEL, `${last.number} ${last.consensusEnd}`]);
}
