import { LIVE, NEAR_THE_HEAD } from './bounds.ts';
import type { Mode } from './state.ts';
import { takeBlock } from './take-block.ts';

/**
 * Mode some minutes behind. Batches are still large, but no work delays the next batch for long. Jobs run in chunks
 * between batches, and the balance index is built and updated.
 */
export const nearTheHead: Mode = {
  name: 'near the head',
  storesImmediately: false,
  finishesJobsFirst: false,
  maintainsBalanceIndex: true,
  next: ['backfilling', 'near the head', 'live', 'draining'],
  after(behind) {
    if (behind < LIVE.enter) return 'live';
    return behind < NEAR_THE_HEAD.leave ? 'near the head' : 'backfilling';
  },
  run: (ingest, reading) => takeBlock(ingest, reading, nearTheHead),
};
