import type { CallLimits, CallWorld } from './call-world.ts';
import { type Call, type CallEnd, executeCall } from './execute-call.ts';

/** Most executions after the first. Source: the public mirror node (`maxGasEstimateRetriesCount`). */
const MOST_PROBES = 20;
/** The search ends when it moves by less than a tenth of the gas used (`estimateGasIterationThresholdPercent`). */
const THRESHOLD_DIVISOR = 10n;

export interface Estimate {
  /** Of the first execution, with all gas. */
  readonly first: CallEnd;
  /** Gas that the call needs; undefined where the first execution failed. */
  readonly gas: bigint | undefined;
}

/**
 * How much gas a call needs: bisected between what it uses and what it was given, exactly as the public mirror node
 * does, since clients expect its margin of 5 to 20 per cent rather than the least that would do.
 */
export async function estimateGas(call: Call, world: CallWorld, limits: CallLimits): Promise<Estimate> {
  const first = await executeCall(call, world, limits);
  if (first.status !== 'SUCCESS') return { first, gas: undefined };
  const { gasUsed } = first;
  if (gasUsed >= call.gas) return { first, gas: gasUsed };
  const threshold = gasUsed / THRESHOLD_DIVISOR;
  let low = gasUsed;
  let high = call.gas;
  let previous = gasUsed;
  for (let probe = 0; probe < MOST_PROBES && low + 1n < high; probe += 1) {
    const middle = (low + high) / 2n;
    const end = await executeCall({ ...call, gas: middle }, world, limits);
    if (end.status !== 'SUCCESS' || end.gasUsed === 0n) {
      low = middle;
    } else {
      high = middle;
      const moved = previous < middle ? middle - previous : previous - middle;
      if (moved < threshold) break;
    }
    previous = middle;
  }
  return { first, gas: high };
}
