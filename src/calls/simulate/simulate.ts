import { refused } from '../../calls/refusal.ts';
import type { BlockReference, SimulationRequest } from '../../calls/simulation.ts';
import type { CallLimits, CallWorld } from '../call/call-world.ts';
import { CallTimeout } from '../call/execute-call.ts';
import { UnknownPast } from '../state/unknown-past.ts';
import type { ChunkWriter } from '../trace/chunk-buffer.ts';
import { simulateBlocks } from './simulate-blocks.ts';
import { traceCall } from './trace-call.ts';

/** Source of the ledger as of a block. */
export interface WorldOfBlock {
  world(block: BlockReference): Promise<CallWorld>;
}

/** Executes a request on the state after a block, and writes the answer as JSON. Throws `CallRefusal`. */
export async function simulate(
  request: SimulationRequest,
  source: WorldOfBlock,
  limits: CallLimits,
  write: ChunkWriter,
): Promise<void> {
  try {
    const world = await source.world(request.block);
    if (request.kind === 'blocks') await simulateBlocks(request, world, limits, write);
    else await traceCall(request, world, limits, write);
  } catch (error) {
    if (error instanceof UnknownPast) throw refused('unknown', error.message);
    if (error instanceof CallTimeout) throw refused('unavailable', 'The execution took too long');
    throw error;
  }
}
