import type { SystemContract } from '@tain/evm/execution';
import { haltResult } from './answer.ts';
import { gasOfPrice, PRICE, VIEW_GAS } from './gas.ts';
import { SELECTOR, selectorOf } from './selector.ts';

const SEED = selectorOf('getPseudorandomSeed()');
const GAS = gasOfPrice(PRICE.random);

/** Returns a seed for random numbers: the value of the opcode PREVRANDAO. */
export const random: SystemContract = async (call) => {
  if (call.value > 0n && !call.isDelegate) return haltResult(call, 'INVALID_CONTRACT_ID');
  const selector = Buffer.from(call.input).toString('hex', 0, SELECTOR);
  if (selector !== SEED) return haltResult(call, 'INVALID_OPERATION');
  const gasUsed = call.isStatic ? VIEW_GAS : GAS;
  if (gasUsed > call.gas) return haltResult(call, 'INSUFFICIENT_GAS');
  return { outcome: { kind: 'success' }, gasUsed, output: Buffer.from(call.block.prevRandao, 'hex') };
};
