import { Reading } from './reading.ts';
import type { State } from './state.ts';

/** Reads the database's last block, and opens the feed after it. */
export const resuming: State<null> = {
  next: ['backfilling'],
  async run(ingest) {
    return { name: 'backfilling', data: await Reading.open(ingest) };
  },
};
