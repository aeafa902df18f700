import { type Cast, makeCast } from './cast.ts';
import { contractsOfTools } from './contracts.ts';
import { schedulesInEachState } from './schedules.ts';
import type { Stage } from './stage.ts';
import { tokensWithFees } from './tokens.ts';
import { topicsWithFees } from './topics.ts';

/** One thing that a live network shows from its beginning: transactions, one after the other. */
type Act = (stage: Stage, cast: Cast) => Promise<void>;

/**
 * Parts of the showcase that a live demo network has besides its random population, in this order: one act each, in its own
 * file. The histories of tests have none (`NetworkOptions.showcase`).
 */
const ACTS: readonly Act[] = [tokensWithFees, topicsWithFees, schedulesInEachState, contractsOfTools];

export async function playShowcase(stage: Stage): Promise<void> {
  const cast = await makeCast(stage);
  for (const act of ACTS) await act(stage, cast);
}
