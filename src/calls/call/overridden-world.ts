import { NANOS_PER_SECOND } from '@tain/ledger/timestamp';
import type { BlockOverrides } from '../../calls/simulation.ts';
import type { CallWorld } from './call-world.ts';

/** Returns `world` with overrides of its block. */
export function overriddenWorld(world: CallWorld, overrides: BlockOverrides): CallWorld {
  const { number, time, gasLimit, coinbase, prevRandao, baseFee, blobBaseFee } = overrides;
  return {
    ...world,
    now: time === undefined ? world.now : time * NANOS_PER_SECOND,
    environment: {
      ...(number !== undefined && { number }),
      ...(time !== undefined && { timestamp: time }),
      ...(gasLimit !== undefined && { gasLimit }),
      ...(coinbase !== undefined && { coinbase }),
      ...(prevRandao !== undefined && { prevRandao }),
      ...(baseFee !== undefined && { baseFee }),
      ...(blobBaseFee !== undefined && { blobBaseFee }),
    },
  };
}
