import { LIVE, NEAR_THE_HEAD } from './bounds.ts';
import type { Mode } from './state.ts';
import { takeBlock } from './take-block.ts';

/**
 * Mode at the head. Each block is stored as soon as it arrives. Jobs and the balance index are handled as in the mode
 * near the head.
 */
export const live: Mode = {
  name: 'live',
  storesImmediately: true,
  finishesJobsFirst: false,
  maintainsBalanceIndex: true,
  next: ['backfilling', 'near the head', 'live', 'draining'],
  after(behind) {
    if (behind < LIVE.leave) return 'live';
    return behind < NEAR_THE_HEAD.leave ? 'near the head' : 'backfilling';
  },
  run: (ingest, reading) => takeBlock(ingest, reading, live),
};
