import type { Ledger } from './ledger/ledger.ts';
import type { DemoBlock } from './network.ts';
import { DemoNetwork } from './network.ts';
import type { RunningOptions } from './options.ts';
import { nodeDetails } from './stream/nodes.ts';

export interface SimulationOptions extends RunningOptions {
  readonly blocks: number;
  /** Called after each block, with the ledger at that point. */
  readonly onBlock?: (block: DemoBlock, ledger: Ledger) => void;
}

/**
 * Returns the ledger after `blocks` blocks, without writing files: the oracle of a database. It equals that of `writeDemo`
 * with the same options.
 */
export async function simulate(options: SimulationOptions): Promise<Ledger> {
  const network = new DemoNetwork(options, { addressBook: new Uint8Array(), nodeDetails: nodeDetails() });
  for (let i = 0; i < options.blocks; i++) {
    const block = await network.nextBlock();
    options.onBlock?.(block, network.ledger);
  }
  return network.ledger;
}
