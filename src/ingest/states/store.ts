import type { StoringRules } from '../load/loader.ts';
import type { Ingest } from './ingest.ts';
import type { Reading } from './reading.ts';

/** Rules by which a mode stores blocks. */
export interface ModeRules extends StoringRules {
  /** Whether a block is stored as soon as it arrives. */
  readonly storesImmediately: boolean;
}

/** Queues the batch to be stored, and begins a new one. Resolves when it is stored or the queue has failed. */
export async function storeBatch(ingest: Ingest, reading: Reading, rules: ModeRules): Promise<void> {
  const { loader } = ingest;
  const { signal } = ingest.options;
  const batch = reading.endBatch();
  await reading.writes.add('batch', async () => {
    await loader.store(batch, rules, signal);
    ingest.report(batch.rows);
    if (rules.maintainsBalanceIndex) await loader.beginBalanceIndex(signal);
    // A stream that never pauses would delay all jobs, so a chunk runs here, too.
    if (!rules.finishesJobsFirst) await loader.stepJobs(signal);
  });
}
