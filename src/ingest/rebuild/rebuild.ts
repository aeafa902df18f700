import { later } from '@tain/ledger/timestamp';
import type pg from 'pg';
import { Failure } from '../../kernel/failure.ts';
import type { Progress } from '../../kernel/progress.ts';
import { LOCK_KEYS, takeAdvisoryLock } from '../../store/locks/advisory-lock.ts';
import { BLOCK_CHANNEL } from '../../store/schema/channels.ts';
import { StateComparison } from '../check/compare-state.ts';
import type { BlockRange } from '../check/range.ts';
import { RetainedSince } from '../check/retained-since.ts';
import { beginReads } from '../check/visible-reads.ts';
import { requireNonePrepared } from '../load/prepared.ts';
import { selectLastBlock } from '../load/store-batch.ts';
import { blockProgress } from '../range/progress.ts';
import { type RangeProgress, readRange, type StoredStream } from '../range/read-range.ts';
import { inSettledTransaction } from './found-rows.ts';
import { type RebuiltRows, rebuildFromRows } from './from-rows.ts';
import { deleteRow, storeKey, storeValue } from './store-versions.ts';

export interface RebuildOptions {
  /** A separate connection for this rebuild. */
  readonly client: pg.ClientBase;
  /** A second connection for a database on several servers: to its API's target, with `JOINING_SETTINGS`. */
  readonly reads?: pg.ClientBase | null;
  /** Blocks whose changes of state are applied again, up to the last block of the database. */
  readonly range: BlockRange;
  /** Stream of the blocks; null: only tables that follow from the stored rows are rebuilt. */
  readonly stream: StoredStream | null;
  readonly signal: AbortSignal;
  /** Called with the progress of each pass over the stream, then of each kind of tables. */
  readonly onProgress?: (progress: Progress) => void;
  /** Called with a sentence for each part that could not be rebuilt, with the reason. */
  readonly onNote: (sentence: string) => void;
}

/**
 * Rebuilds the present state: from the stream, if given, versions of entities, tokens, NFTs and so on; then from the
 * stored rows snapshots, balances, supply, storage and the balance index. No other process may write in the meantime,
 * so it takes the locks of the ingest, of retention and of `reingest`. Each transaction leaves correct rows, so after a
 * kill the same command continues. Returns the number of rebuilt rows by table.
 *
 * Throws `Failure` when another process writes or the stream ends before the database, and `StreamFileError` when the
 * proof of a stream file does not hold.
 */
export async function rebuild(options: RebuildOptions): Promise<RebuiltRows> {
  const { client, reads = null, stream, signal, onNote, onProgress } = options;
  for (const key of [LOCK_KEYS.ingest, LOCK_KEYS.retention, LOCK_KEYS.reingest]) {
    if (await takeAdvisoryLock(client, key, signal)) continue;
    throw new Failure('alreadyRunning', 'Another process writes to this database: stop its ingest first.');
  }
  if (reads !== null) {
    await requireNonePrepared(client);
    await beginReads(reads);
  }
  const last = await selectLastBlock(client);
  if (last === null) throw new Failure('usage', 'The database has no blocks.');
  const rebuilt = stream === null ? new Map<string, number>() : await rebuildFromStream(options, stream);
  for (const [table, count] of await rebuildFromRows(
    { client, reads },
    last.consensusEnd,
    signal,
    onNote,
    onProgress,
  )) {
    rebuilt.set(table, (rebuilt.get(table) ?? 0) + count);
  }
  await client.query('select pg_notify($1, $2)', [BLOCK_CHANNEL, `${last.number} ${last.consensusEnd}`]);
  return rebuilt;
}

/** Maximum number of passes over the stream: more than surplus versions of surplus versions can need. */
const MAX_PASSES = 8;

async function rebuildFromStream(options: RebuildOptions, stream: StoredStream): Promise<RebuiltRows> {
  const { client, reads = null, range, signal, onNote } = options;
  const rebuilt: RebuiltRows = new Map();
  const retainedAfter = await (await RetainedSince.select(client)).after('blocks', 'history');
  if (retainedAfter === null) {
    onNote('Versions were not rebuilt: settings exclude earlier ones (TAIN_KEEP_WITHOUT=history).');
    return rebuilt;
  }
  if (retainedAfter >= range.upTo) {
    onNote('Versions were not rebuilt: retention has removed part of every block.');
    return rebuilt;
  }
  const after = later(retainedAfter, range.after);
  if (after > range.after)
    onNote(`Versions were rebuilt from ${after + 1n} on: older ones are not retained.`);
  const connections = { client, reads };
  const count = (table: string): void => {
    rebuilt.set(table, (rebuilt.get(table) ?? 0) + 1);
  };
  // Versions that follow a surplus one are right only once that is gone.
  for (let pass = 1; pass <= MAX_PASSES; pass += 1) {
    const step = pass === 1 ? 'the stream' : `the stream, pass ${pass}`;
    const state = await replayed({ ...options, range: { ...range, after } }, stream, step, count);
    const surplus = await state.surplus.select(reads ?? client, stream, true, signal);
    await inSettledTransaction(connections, async () => {
      for (const { table, row, column } of surplus) {
        if (column === null) await deleteRow(client, table, row);
        else await storeValue(client, table, row, column, null);
        count(table);
      }
      for (const { table, key, column, value } of surplus.length > 0 ? [] : state.wrongValues()) {
        await storeValue(client, table, key, column, value);
        count(table);
      }
    });
    if (surplus.length === 0) return rebuilt;
  }
  throw new Failure(
    'unexpected',
    `After ${MAX_PASSES} passes there are still rows that the stream does not have.`,
  );
}

/** Returns the number of stored blocks of a range. */
async function selectBlockCount(client: pg.ClientBase, { after, upTo }: BlockRange): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    'select count(*)::int as count from record_file where consensus_end > $1 and consensus_end <= $2',
    [after.toString(), upTo.toString()],
  );
  return rows[0]?.count ?? 0;
}

/** Stores the rows of all keys that differ from the stream, batch by batch. */
async function replayed(
  { client, reads = null, range, signal, onProgress }: RebuildOptions,
  stream: StoredStream,
  step: string,
  count: (table: string) => void,
): Promise<StateComparison> {
  const state = new StateComparison(reads ?? client);
  const total = await selectBlockCount(client, range);
  const report = (progress: RangeProgress): void =>
    onProgress?.(blockProgress(progress, total, 'blocks', step));
  report({ blocks: 0, transactions: 0, lastNumber: 0n, lastConsensusEnd: range.after });
  let reached: RangeProgress | null = null;
  // The rows of a batch are corrected in one transaction.
  for await (const batch of readRange({ client: reads ?? client, stream, ...range, signal })) {
    await inSettledTransaction({ client, reads }, async () => {
      for (const { replayed, isOfNfts } of await state.differingKeys(batch)) {
        await storeKey(client, replayed, batch, isOfNfts);
        state.surplus.replaced(replayed);
        count(replayed.table);
      }
    });
    reached = batch.progress;
    report(reached);
  }
  if (reached?.lastConsensusEnd !== range.upTo) {
    throw new Failure(
      'stream',
      'The stream ends before the database: values without versions are only known at its end.',
    );
  }
  return state;
}
