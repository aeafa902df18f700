import type { Ended, State } from './state.ts';
import { storeBatch } from './store.ts';

/**
 * Stores the blocks received before the feed ended, completes the derived state, and closes the feed. Throws the error
 * that ended the feed, or that of the database.
 */
export const draining: State<Ended> = {
  next: [null],
  async run(ingest, { reading, rules, problem }) {
    const { signal } = ingest.options;
    const { writes, batch } = reading;
    await writes.drained();
    // All blocks read before the stream ended are valid, whatever ended it.
    if (!writes.failure && !signal.aborted && batch.isOpen && batch.rows.blocks > 0) {
      await storeBatch(ingest, reading, rules);
    }
    await writes.add('derived', () => ingest.loader.completeDerivedState(signal));
    reading.close();
    const ended = writes.failure ?? problem;
    if (ended === null || signal.aborted) return null;
    throw ended.error;
  },
};
