import type { CurvePoint, HighVolumeRates } from './simple-fee-schedule.ts';

/** A multiplier of 1, in thousandths. */
export const ONE = 1000n;

/** All of the throttle in use, in basis points. */
const FULL = 10_000n;

/**
 * What high volume (HIP-1313) multiplies fees by, in thousandths and never less than 1, at a
 * utilization of the throttle in basis points: the curve's value, or without a curve a straight line
 * from 1 to the maximum.
 */
export function highVolumeMultiplier(rates: HighVolumeRates | undefined, utilization: bigint): bigint {
  if (rates === undefined) return ONE;
  const most = atLeastOne(rates.max);
  const raw =
    rates.curve === undefined || rates.curve.length === 0
      ? ONE + ((most - ONE) * utilization) / FULL
      : onCurve(rates.curve, utilization);
  return raw > most ? most : atLeastOne(raw);
}

function atLeastOne(multiplier: bigint): bigint {
  return multiplier > ONE ? multiplier : ONE;
}

/** Between two points in a straight line, rounded down; beyond the ends their own value. */
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
