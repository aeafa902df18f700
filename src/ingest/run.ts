import { Loader } from './load/loader.ts';
import type { IngestOptions, IngestSummary } from './options.ts';
import { partlyStored } from './records/record-filter.ts';
import { notePartialFamilies } from './retention/note-partial-families.ts';
import { Ingest } from './states/ingest.ts';
import type { RunState } from './states/state.ts';
import { runState } from './states/states.ts';

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
    let state: RunState | null = { name: 'resuming', data: null };
    while (state !== null) state = await runState(ingest, state);
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
