import { Ingest } from './ingest.ts';
import { Loader } from './load/loader.ts';
import { MODES, type Mode } from './modes.ts';
import type { IngestOptions, IngestSummary } from './options.ts';
import { Reading } from './reading.ts';
import { partlyStored } from './records/record-filter.ts';
import { notePartialFamilies } from './retention/step.ts';
import { drain, takeBlock } from './take-block.ts';

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
