import { Failure } from '../kernel/failure.ts';
import { Ingest, Reading } from './ingest.ts';
import { Loader } from './load/loader.ts';
import { selectReferences } from './load/select-references.ts';
import { MODES, type Mode, modeAfter } from './modes.ts';
import type { IngestOptions, IngestSummary } from './options.ts';
import { batchBytes, batchChanges } from './records/batch.ts';
import { partlyStored } from './records/record-filter.ts';
import type { References } from './records/references.ts';
import { notePartialFamilies } from './retention/step.ts';
import type { ProvenBlock } from './verify/proven-block.ts';

/**
 * Stores a feed of proven blocks in the database, from where it left off, each block exactly once and whole, until the
 * feed ends or the signal is aborted. The next batch is built while the previous one is being stored.
 *
 * Throws `Failure` when another ingest writes to the database or when the database refuses a write. Throws any error of
 * the feed, after all blocks before it were stored.
 */
export async function runIngest(options: IngestOptions): Promise<IngestSummary> {
  const { database, log, signal, clock } = options;
  const started = clock();
  const loader = await Loader.open(database.target, log, signal, options);
  const ingest = new Ingest(options, loader);
  try {
    await loader.read((writer) => notePartialFamilies(writer, partlyStored(options.records.filter)), signal);
    await readToEnd(ingest);
  } finally {
    await loader.close();
  }
  const { stored, last } = ingest;
  return {
    blocks: stored.blocks,
    transactions: stored.transactions,
    lastNumber: last?.number ?? null,
    lastConsensusEnd: last?.consensusEnd ?? null,
    milliseconds: clock() - started,
  };
}

/** Stores the feed from the last stored block on, to its end. Throws as `runIngest` does. */
export async function readToEnd(ingest: Ingest): Promise<void> {
  const { snapshots } = ingest.options;
  let mode: Mode | null = MODES.backfilling;
  try {
    for (;;) {
      const reading = await Reading.open(ingest);
      snapshots?.reads({
        loader: ingest.loader,
        signal: ingest.options.signal,
        writes: reading.writes,
        last: () => ingest.last,
        interrupt: () => reading.interrupt(),
      });
      mode = await readUntilInterrupted(ingest, reading, mode);
      if (mode === null) return;
      await snapshots?.interrupted();
    }
  } finally {
    snapshots?.reads(null);
  }
}

/** Stores a feed to its end. Returns the mode if it was interrupted, and must be opened again; else null. */
async function readUntilInterrupted(ingest: Ingest, reading: Reading, begun: Mode): Promise<Mode | null> {
  const { snapshots, signal } = ingest.options;
  let mode = begun;
  let problem: { readonly error: unknown } | null = null;
  try {
    for (;;) {
      const next = await takeBlock(ingest, reading, mode);
      if (next === null) break;
      mode = next;
    }
  } catch (error) {
    problem = { error };
  }
  if (snapshots?.isInterrupting && problem === null && !signal.aborted) {
    await reading.leave();
    if (reading.writes.failure !== null) throw reading.writes.failure.error;
    return mode;
  }
  await drain(ingest, reading, mode, problem);
  return null;
}

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
