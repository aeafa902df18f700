import type { CallLimits, CallWorld } from './call-world.ts';
import { type Call, type CallEnd, executeCall } from './execute-call.ts';

/** Maximum number of executions after the first. Source: the public mirror node (`maxGasEstimateRetriesCount`). */
const MAX_PROBES = 20;
/**
 * An estimate exceeds the needed gas by at most this quotient of the used gas: 4 %. It leaves room for a state that
 * changes until the transaction, and for the network's own figures: for the same calls of system contracts it recorded
 * up to 4 % more (`test/calls/contracts/gas.clients.test.ts`).
 */
const MARGIN_DIVISOR = 25n;
/** Share of the used gas, in per cent, that nearly every call needs at most: a refund is a fifth of the need. */
const USUAL_PERCENT = 130n;

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
 * Searches the gas that a call needs, between what it used and what it was given. It may need more than it used: gas
 * that is refunded, and gas that a call retains for its caller. Nearly every call succeeds with the margin alone, which
 * is therefore tried first: one execution instead of a dozen.
 */
export async function searchGas(
  used: bigint,
  given: bigint,
  succeeds: (gas: bigint) => Promise<boolean>,
): Promise<bigint> {
  const margin = used / MARGIN_DIVISOR;
  const likely = used + margin;
  if (likely >= given) return given;
  if (await succeeds(likely)) return likely;
  let [low, high] = [likely, given];
  const usual = (used * USUAL_PERCENT) / 100n;
  if (usual < given && (await succeeds(usual))) high = usual;
  else if (usual < given) low = usual;
  for (let probe = 2; probe < MAX_PROBES && high - low > margin; probe += 1) {
    const middle = (low + high) / 2n;
    if (await succeeds(middle)) high = middle;
    else low = middle;
  }
  return high;
}
