import { type Cast, makeCast } from './cast.ts';
import { contractsOfTools } from './contracts.ts';
import { schedulesInEachState } from './schedules.ts';
import type { Stage } from './stage.ts';
import { tokensWithFees } from './tokens.ts';
import { topicsWithFees } from './topics.ts';

/** Part of the showcase: transactions that are executed one after another. */
type Act = (stage: Stage, cast: Cast) => Promise<void>;

/**
 * Parts of the showcase, in order, each in its own file. A live demo network has them in addition to its random
 * population; the histories of tests have none (`NetworkOptions.showcase`).
 */
const ACTS: readonly Act[] = [tokensWithFees, topicsWithFees, schedulesInEachState, contractsOfTools];

export async function playShowcase(stage: Stage): Promise<void> {
  const cast = await makeCast(stage);
  for (const act of ACTS) await act(stage, cast);
}
