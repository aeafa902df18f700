import { Reading } from './reading.ts';
import type { Lost, State } from './state.ts';

/**
 * Opens the feed again after rows that were sent ahead were lost with their transaction. Up to the last block that was
 * taken, rows are kept in memory until they are stored: a fault then costs another attempt, not another reading.
 */
export const rereading: State<Lost> = {
  next: ['backfilling'],
  async run(ingest, { upTo, reason }) {
    ingest.options.log.warn({ reason }, 'Blocks that were not stored yet are read again');
    return { name: 'backfilling', data: await Reading.open(ingest, upTo) };
  },
};
