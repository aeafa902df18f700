/**
 * How far the ingest is behind the clock decides how it stores blocks:
 *
 * | mode | a batch is stored | derived jobs | balance index |
 * |---|---|---|---|
 * | backfilling | when it is large, or nothing more comes | done before the next batch | not kept |
 * | near the head | when it is large, or nothing more comes | between batches, in chunks | kept |
 * | live | at once | between batches, in chunks | kept |
 */
export type IngestMode = 'backfilling' | 'near the head' | 'live';

export interface ModeRules {
  /** Whether a block is stored as soon as it arrives. */
  readonly storesAtOnce: boolean;
  /** Whether derived-state jobs are finished before the next batch is stored. */
  readonly finishesJobsFirst: boolean;
  readonly keepsBalanceIndex: boolean;
}

export const MODES: Readonly<Record<IngestMode, ModeRules>> = {
  backfilling: { storesAtOnce: false, finishesJobsFirst: true, keepsBalanceIndex: false },
  'near the head': { storesAtOnce: false, finishesJobsFirst: false, keepsBalanceIndex: true },
  live: { storesAtOnce: true, finishesJobsFirst: false, keepsBalanceIndex: true },
};

/** Milliseconds behind the clock below which a mode is entered, and above which it is left: they are apart, so that a
 * stream at the bound does not change with each block. */
const LIVE = { enter: 30_000, leave: 60_000 };
const NEAR = { enter: 300_000, leave: 600_000 };

/** The mode for a block after one of a mode. `consensusEnd`: nanoseconds; `now`: milliseconds. */
export function modeOf(consensusEnd: bigint, now: number, before: IngestMode): IngestMode {
  const behind = now - Number(consensusEnd / 1_000_000n);
  if (behind < (before === 'live' ? LIVE.leave : LIVE.enter)) return 'live';
  return behind < (before === 'backfilling' ? NEAR.enter : NEAR.leave) ? 'near the head' : 'backfilling';
}
