import type { StoringRules } from './load/loader.ts';

/** Modes of an ingest, by the lag of the stream behind the clock. */
export type ModeName = 'live' | 'near the head' | 'backfilling';

/** Rules by which blocks are stored in a mode. */
export interface Mode extends StoringRules {
  readonly name: ModeName;
  /** Whether a block is stored as soon as it arrives. Else batches are large. */
  readonly storesImmediately: boolean;
  /**
   * Lag in milliseconds below which the mode is entered, and above which it is left. The two differ so that a stream near
   * the bound does not change its mode with each block.
   */
  readonly enter: number;
  readonly leave: number;
}

/**
 * The modes, the nearest to the head first. Near the head no work delays the next batch for long: derived-state jobs run in
 * chunks between batches. Far behind they are finished before the next batch, and no time is spent on a balance index that
 * each block would change.
 */
export const MODES: Readonly<Record<ModeName, Mode>> = {
  live: {
    name: 'live',
    storesImmediately: true,
    finishesJobsFirst: false,
    maintainsBalanceIndex: true,
    enter: 30_000,
    leave: 60_000,
  },
  'near the head': {
    name: 'near the head',
    storesImmediately: false,
    finishesJobsFirst: false,
    maintainsBalanceIndex: true,
    enter: 300_000,
    leave: 600_000,
  },
  backfilling: {
    name: 'backfilling',
    storesImmediately: false,
    finishesJobsFirst: true,
    maintainsBalanceIndex: false,
    enter: Number.POSITIVE_INFINITY,
    leave: Number.POSITIVE_INFINITY,
  },
};

/** Returns the mode for a block that is `behind` milliseconds behind the clock, after one in another mode. */
export function modeAfter(before: Mode, behind: number): Mode {
  // A mode is entered from one farther behind, and left from within it or from one nearer to the head.
  let bound: 'enter' | 'leave' = 'enter';
  for (const mode of Object.values(MODES)) {
    if (mode === before) bound = 'leave';
    if (behind < mode[bound]) return mode;
  }
  return MODES.backfilling;
}
