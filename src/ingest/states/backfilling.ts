import { LIVE, NEAR_THE_HEAD } from './bounds.ts';
import type { Mode } from './state.ts';
import { takeBlock } from './take-block.ts';

/**
 * Mode far behind. Batches are large, derived-state jobs are finished before the next batch, and no time is spent on a
 * balance index that each block would change. Every reading begins here, and its first block determines the mode.
 */
export const backfilling: Mode = {
  name: 'backfilling',
  storesImmediately: false,
  finishesJobsFirst: true,
  maintainsBalanceIndex: false,
  next: ['backfilling', 'near the head', 'live', 'draining'],
  after(behind) {
    if (behind < LIVE.enter) return 'live';
    return behind < NEAR_THE_HEAD.enter ? 'near the head' : 'backfilling';
  },
  run: (ingest, reading) => takeBlock(ingest, reading, backfilling),
};
