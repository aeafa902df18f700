import type { CurvePoint, HighVolumeRates } from './simple-fee-schedule.ts';

/** Multiplier of 1, in thousandths. */
export const ONE = 1000n;

/** Full utilization of the throttle, in basis points. */
const FULL = 10_000n;

/**
 * Multiplier of fees at high volume (HIP-1313), in thousandths and at least 1,000, at a utilization of the throttle in basis
 * points: the curve's value, or without a curve a straight line from 1 to the maximum.
 */
export function highVolumeMultiplier(rates: HighVolumeRates | undefined, utilization: bigint): bigint {
  if (rates === undefined) return ONE;
  const max = atLeastOne(rates.max);
  const raw =
    rates.curve === undefined || rates.curve.length === 0
      ? ONE + ((max - ONE) * utilization) / FULL
      : onCurve(rates.curve, utilization);
  return raw > max ? max : atLeastOne(raw);
}

function atLeastOne(multiplier: bigint): bigint {
  return multiplier > ONE ? multiplier : ONE;
}

/** Interpolates linearly between two points, rounded down; beyond the ends it returns the end's value. */
function onCurve(points: readonly CurvePoint[], utilization: bigint): bigint {
  let before: CurvePoint | undefined;
  for (const point of points) {
    if (utilization < point.utilization) {
      if (before === undefined) return atLeastOne(point.multiplier);
      const from = atLeastOne(before.multiplier);
      const span = point.utilization - before.utilization;
      return from + ((atLeastOne(point.multiplier) - from) * (utilization - before.utilization)) / span;
    }
    before = point;
  }
  return atLeastOne(before?.multiplier ?? ONE);
}
