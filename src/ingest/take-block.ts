import { Failure } from '../kernel/failure.ts';
import type { Ingest } from './ingest.ts';
import { selectReferences } from './load/select-references.ts';
import { type Mode, modeAfter } from './modes.ts';
import type { Reading } from './reading.ts';
import { batchBytes, batchChanges } from './records/batch.ts';
import type { References } from './records/references.ts';
import type { ProvenBlock } from './verify/proven-block.ts';

/**
 * Receives one block, and meanwhile stores the batch so far by the rules of a mode. Returns the mode of that block; null
 * when there is none, or when a batch cannot be stored. Throws the error of the feed.
 */
export async function takeBlock(ingest: Ingest, reading: Reading, mode: Mode): Promise<Mode | null> {
  const proven = await waitForBlock(ingest, reading, mode);
  return proven === null ? null : await addBlock(ingest, reading, mode, proven);
}

/**
 * Stores the blocks received before the feed ended, completes the derived state, and closes the feed. Throws `problem`,
 * the error that ended the feed, or that of the database.
 */
export async function drain(
  ingest: Ingest,
  reading: Reading,
  mode: Mode,
  problem: { readonly error: unknown } | null,
): Promise<void> {
  const { signal } = ingest.options;
  const { writes, batch } = reading;
  await writes.drained();
  // All blocks read before the stream ended are valid, whatever ended it.
  if (!writes.failure && !signal.aborted && batch.isOpen && batch.rows.blocks > 0) {
    await storeBatch(ingest, reading, mode);
  }
  await writes.add('derived', () => ingest.loader.completeDerivedState(signal));
  reading.close();
  const ended = writes.failure ?? problem;
  if (ended !== null && !signal.aborted) throw ended.error;
}

/** Queues the batch to be stored, and begins a new one. Resolves when it is stored or the queue has failed. */
async function storeBatch(ingest: Ingest, reading: Reading, mode: Mode): Promise<void> {
  const { loader } = ingest;
  const { signal } = ingest.options;
  const batch = reading.endBatch();
  await reading.writes.add('batch', async () => {
    await loader.store(batch, mode, signal);
    ingest.report(batch.rows);
    if (mode.maintainsBalanceIndex) await loader.beginBalanceIndex(signal);
    // A stream that never pauses would delay all jobs, so a chunk runs here, too.
    if (!mode.finishesJobsFirst) await loader.stepJobs(signal);
  });
}

/** Waits for the next block. Returns null at the end of the feed, and when there is no reason to wait any longer. */
async function waitForBlock(ingest: Ingest, reading: Reading, mode: Mode): Promise<ProvenBlock | null> {
  const { limits, loader } = ingest;
  const { writes } = reading;
  const { snapshots, signal } = ingest.options;
  const arrival = reading.next();
  const since = performance.now();
  for (;;) {
    if (arrival.hasArrived) return writes.failure ? null : arrival.taken();
    if (signal.aborted || writes.failure || snapshots?.isInterrupting) return null;
    if (writes.isIdle) beginWrite(ingest, reading, mode, performance.now() - since >= limits.maxWaitMs);
    const isPatient = writes.isIdle && (reading.batch.rows.blocks > 0 || loader.lacksBalanceIndex);
    await reading.sleep(isPatient ? limits.maxWaitMs : null);
  }
}

/** Begins the write that is due while no block comes. `waited`: whether the maximum wait of a batch has passed. */
function beginWrite(ingest: Ingest, reading: Reading, mode: Mode, waited: boolean): void {
  const { loader, limits } = ingest;
  const { signal } = ingest.options;
  const { blocks, items } = reading.batch.rows;
  const isDue = waited || items >= limits.minItems || mode.storesImmediately;
  if (blocks > 0 && isDue) void storeBatch(ingest, reading, mode);
  else if (loader.hasJobs) void reading.writes.add('derived', () => loader.stepJobs(signal));
  else if (loader.lacksBalanceIndex && waited) {
    void reading.writes.add('derived', () => loader.beginBalanceIndex(signal));
  }
}

/** Adds a block to the batch, or begins a new one with it. Returns null when an earlier batch cannot be stored. */
async function addBlock(
  ingest: Ingest,
  reading: Reading,
  mode: Mode,
  proven: ProvenBlock,
): Promise<Mode | null> {
  const { options, loader } = ingest;
  const { builder, writes } = reading;
  const start = options.clock();
  const references = builder.unresolved(proven.block);
  await endFullBatch(ingest, reading, mode, proven, references);
  if (references.files.length > 0) await writes.drained();
  if (writes.failure) return null;
  const found = await loader.retry(() => selectReferences(options.database.pool, references), options.signal);
  builder.hydrate(references, found);
  const now = (options.streamClock ?? options.clock)();
  const behind = now - Number(proven.block.consensusEnd / 1_000_000n);
  const next = modeAfter(mode, behind);
  if (next !== mode) {
    options.log.info({ block: proven.number.toString(), from: mode.name }, `The ingest is ${next.name}`);
  }
  const { batch } = reading;
  try {
    await builder.add(batch.open(), proven, { start, end: options.clock });
  } catch (error) {
    // The batch contains part of the block. Its complete blocks are read again after a restart.
    const failure = new Failure(
      'unexpected',
      `Block ${proven.number} (${proven.block.name}) cannot be turned into rows.`,
      { cause: error },
    );
    batch.lose(failure);
    throw failure;
  }
  return next;
}

/** Ends the batch before a block, if its limits or the block require it. */
async function endFullBatch(
  ingest: Ingest,
  reading: Reading,
  mode: Mode,
  { numberShift }: ProvenBlock,
  { files }: References,
): Promise<void> {
  const { maxItems, maxChanges, maxBytes } = ingest.limits;
  const { writes } = reading;
  const { rows } = reading.batch;
  const isFull = rows.items >= maxItems || batchChanges(rows) >= maxChanges || batchBytes(rows) >= maxBytes;
  // The numbers of all blocks before this one shift, so these blocks must be stored before it.
  const mustEnd = numberShift !== 0n || rows.due !== null || files.length > 0;
  if (rows.blocks === 0 || !(mustEnd || isFull)) return;
  // At most one batch is stored while the next one is built.
  await writes.without('batch');
  if (!writes.failure) void storeBatch(ingest, reading, mode);
}
