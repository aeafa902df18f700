import type { CallLimits, CallWorld } from './call-world.ts';
import { type Call, type CallEnd, executeCall } from './execute-call.ts';

/** Maximum number of executions after the first. Source: the public mirror node (`maxGasEstimateRetriesCount`). */
const MAX_PROBES = 20;
/**
 * Divisor of the gas used. The search ends when a step changes the gas by less than the quotient
 * (`estimateGasIterationThresholdPercent`).
 */
const THRESHOLD_DIVISOR = 10n;

export interface Estimate {
  /** The first execution, with the maximum gas. */
  readonly first: CallEnd;
  /** Gas that the call needs; undefined if the first execution failed. */
  readonly gas: bigint | undefined;
}

/** Estimates the gas of a call by `searchGas`. Throws `CallTimeout`. */
export async function estimateGas(call: Call, world: CallWorld, limits: CallLimits): Promise<Estimate> {
  const first = await executeCall(call, world, limits);
  if (first.status !== 'SUCCESS') return { first, gas: undefined };
  const { gasUsed } = first;
  if (gasUsed >= call.gas) return { first, gas: gasUsed };
  const gas = await searchGas(gasUsed, call.gas, async (probe) => {
    const end = await executeCall({ ...call, gas: probe }, world, limits);
    return end.status === 'SUCCESS' && end.gasUsed > 0n;
  });
  return { first, gas };
}

/**
 * Bisects the gas between what a call used and what it was given, exactly as the public mirror node does: clients
 * expect its margin of 5 to 20 per cent rather than the minimum. Most calls succeed with every gas that is probed, so
 * the gas with which the search would then end is tried first: one execution instead of a dozen.
 */
export async function searchGas(
  used: bigint,
  given: bigint,
  succeeds: (gas: bigint) => Promise<boolean>,
): Promise<bigint> {
  const likely = await bisect(used, given, async () => true);
  return (await succeeds(likely)) ? likely : bisect(used, given, succeeds);
}

async function bisect(
  used: bigint,
  given: bigint,
  succeeds: (gas: bigint) => Promise<boolean>,
): Promise<bigint> {
  const threshold = used / THRESHOLD_DIVISOR;
  let low = used;
  let high = given;
  let previous = used;
  for (let probe = 0; probe < MAX_PROBES && low + 1n < high; probe += 1) {
    const middle = (low + high) / 2n;
    if (await succeeds(middle)) {
      high = middle;
      const moved = previous < middle ? middle - previous : previous - middle;
      if (moved < threshold) break;
    } else {
      low = middle;
    }
    previous = middle;
  }
  return high;
}
