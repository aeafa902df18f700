import type { SimulatedBlock } from '../../calls/simulation.ts';

/** Reason why blocks are not simulated, with its code in execution-apis (`eth_simulateV1`). */
export class SimulationError extends Error {
  override readonly name = 'SimulationError';
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** Maximum number of blocks after the stored one, as in geth. */
const MAX_BLOCKS = 256n;
/** Seconds from one block to the next: the ledger's own interval. */
const BLOCK_SECONDS = 2n;

const NOTHING: SimulatedBlock = { overrides: [], blockOverrides: {}, calls: [] };

/** A block to be simulated, with its number and time in seconds. */
export interface PlannedBlock extends SimulatedBlock {
  readonly number: bigint;
  readonly time: bigint;
}

/**
 * Gives each block its number and time, and fills gaps between numbers with empty blocks. Throws `SimulationError` for
 * numbers or times that do not increase, and for too many blocks.
 */
export function planBlocks(
  blocks: readonly SimulatedBlock[],
  base: { readonly number: bigint; readonly time: bigint },
): PlannedBlock[] {
  const planned: PlannedBlock[] = [];
  let last = base;
  for (const block of blocks) {
    const { number = last.number + 1n } = block.blockOverrides;
    if (number <= last.number) {
      throw new SimulationError(-38_020, `block numbers must be in order: ${number} <= ${last.number}`);
    }
    if (number - base.number > MAX_BLOCKS) throw new SimulationError(-38_026, 'too many blocks');
    while (last.number + 1n < number) {
      last = { number: last.number + 1n, time: last.time + BLOCK_SECONDS };
      planned.push({ ...NOTHING, ...last });
    }
    const { time = last.time + BLOCK_SECONDS } = block.blockOverrides;
    if (time <= last.time) {
      throw new SimulationError(-38_021, `block timestamps must be in order: ${time} <= ${last.time}`);
    }
    last = { number, time };
    planned.push({ ...block, ...last });
  }
  return planned;
}
