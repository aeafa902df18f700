import type pg from 'pg';
import { inTransaction } from '../../db/connections/transaction.ts';
import { takeAdvisoryLock } from '../../db/locks/advisory-lock.ts';
import { LOCK_KEYS } from '../../db/locks/lock-keys.ts';
import { Failure } from '../../kernel/failure.ts';
import { BLOCK_CHANNEL } from '../../schema/channels.ts';
import { FAMILIES } from '../check/check.ts';
import { type BlockPosition, hashOf } from '../decode/decoded-block.ts';
import type { ResumePoint } from '../feed/feed.ts';
import { proveStored } from '../load/note-proofs.ts';
import { selectResumePoint } from '../load/resume.ts';
import { selectLastBlock } from '../load/store-batch.ts';
import { readRange } from '../range/read-range.ts';
import type { RangeProgress } from '../range/read-stream.ts';
import type { RecordOptions } from '../records/context.ts';
import type { ProvenBlock } from '../verify/proven-block.ts';
import { deleteRows, replaceRows } from './replace-rows.ts';
import type { StoredGap } from './stored-gap.ts';

export interface ReingestOptions {
  /** A separate connection. */
  readonly client: pg.ClientBase;
  readonly gap: StoredGap;
  readonly records: RecordOptions;
  /** Opens the proven blocks after a point of the stream. Called twice. */
  readonly openFeed: (resume: ResumePoint) => AsyncIterable<ProvenBlock>;
  readonly signal: AbortSignal;
  readonly onProgress?: (progress: RangeProgress) => void;
}

export interface ReingestSummary {
  readonly blocks: number;
  readonly transactions: number;
  readonly first: bigint;
  readonly last: bigint;
}

/** Approximate maximum bytes of rows, and maximum number of blocks, replaced in one transaction. */
const MAX_BYTES = 32 * 1024 * 1024;
const MAX_BLOCKS = 2000;

/**
 * Stores the append-only rows of stored blocks again, from the stream: deleted and stored in one transaction for some
 * blocks each. Current state, history and derived rows stay as they are. After a kill at any moment, some blocks have
 * new rows and the others are untouched.
 *
 * Throws `Failure`, having changed nothing, when the stream does not continue the block before, or the block after does
 * not continue the stream; and `StreamFileError` when the proof of a stream file does not hold.
 */
export async function reingest(options: ReingestOptions): Promise<ReingestSummary> {
  const { client, gap, signal } = options;
  if (!(await takeAdvisoryLock(client, LOCK_KEYS.reingest, signal))) {
    throw new Failure('alreadyRunning', 'Another process already stores blocks of this database again.');
  }
  const resume = await selectResumePoint(client, gap.after);
  await verifyEnds(options, await selectResumePoint(client, gap.after));
  const counts = { blocks: 0, transactions: 0 };
  let [first, last]: (bigint | null)[] = [null, null];
  let stored = gap.after;
  const batches = readRange({
    client,
    records: options.records,
    blocks: options.openFeed(resume),
    previous: resume.lastBlock,
    upTo: gap.upTo,
    maxBytes: MAX_BYTES,
    maxBlocks: MAX_BLOCKS,
  });
  for await (const batch of batches) {
    signal.throwIfAborted();
    await inTransaction(client, async () => {
      // Retention waits for the end of the transaction, so rows retained now are retained until then.
      if (await isKept(client, batch.after)) await replaceRows(client, batch);
    });
    stored = batch.upTo;
    for (const { number, block } of batch.blocks) {
      counts.blocks += 1;
      counts.transactions += block.items.length;
      first ??= number;
      last = number;
    }
    options.onProgress?.({ ...counts, lastNumber: last ?? 0n, lastConsensusEnd: stored });
  }
  // There are no rows between the last block and the one after it.
  if (stored < gap.upTo) await inTransaction(client, () => deleteRows(client, stored, gap.upTo));
  await proveStored(client);
  await notify(client);
  return { ...counts, first: first ?? 0n, last: last ?? 0n };
}

/** Whether all rows after a time are still retained, and stay so until the open transaction ends. */
async function isKept(client: pg.ClientBase, after: bigint): Promise<boolean> {
  const { rows } = await client.query<{ gone: boolean }>(
    `select kept_from > $1 as gone from tain.kept where family = any($2) for share`,
    [(after + 1n).toString(), FAMILIES],
  );
  return rows.every(({ gone }) => !gone);
}

/** Reads the blocks once without storing them: the stored block after them must continue their end. */
async function verifyEnds(
  { client, openFeed, gap, signal }: ReingestOptions,
  resume: ResumePoint,
): Promise<void> {
  let last: BlockPosition | null = null;
  for await (const { block, position } of openFeed(resume)) {
    signal.throwIfAborted();
    if (block.consensusStart > gap.upTo) break;
    last = position;
    if (block.consensusEnd >= gap.upTo) break;
  }
  if (last === null) throw new Failure('stream', 'The stream has none of these blocks.');
  const { following } = gap;
  if (following === null) {
    const stored = await selectLastBlock(client, gap.upTo);
    if (last.consensusEnd === gap.upTo && stored !== null && hashOf(stored) === hashOf(last)) return;
    throw new Failure(
      'stream',
      `The stream's blocks do not end with the database's last block: block ${last.number} ends at ${last.consensusEnd} with hash ${hashOf(last)}, not at ${gap.upTo} with ${stored ? hashOf(stored) : 'none'}.`,
    );
  }
  if (following.previousHash === hashOf(last)) return;
  throw new Failure(
    'stream',
    `Block ${following.number} of the database does not continue the stream: it names ${following.previousHash} as the previous hash, but block ${last.number} of the stream has ${hashOf(last)}.`,
  );
}

/** Cached responses are as old as the last announced block. */
async function notify(client: pg.ClientBase): Promise<void> {
  const last = await selectLastBlock(client);
  if (last)
    await client.query('select pg_notify($1, $2)', [BLOCK_CHANNEL, `${last.number} ${last.consensusEnd}`]);
}
