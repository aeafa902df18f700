/** Staking (HIP-406). A period is a day (UTC); days are counted since 1970. */

export const SECONDS_PER_STAKING_PERIOD = 86_400n;
export const NANOS_PER_STAKING_PERIOD = SECONDS_PER_STAKING_PERIOD * 1_000_000_000n;

/** Number of staking periods for which rewards are retained; earlier rewards are lost. */
export const STAKING_PERIODS_RETAINED = 365;

/** Returns the days since 1970 at a time in nanoseconds. */
export function epochDay(timestamp: bigint): bigint {
  return timestamp / NANOS_PER_STAKING_PERIOD;
}
