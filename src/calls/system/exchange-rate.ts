import type { SystemContract } from '@tain/evm/execution';
import { tinybarsOf, tinycentsOf } from '@tain/ledger/exchange-rates';
import { parseTypes } from './abi/abi-type.ts';
import { Arguments } from './abi/arguments.ts';
import { DecodeError, decodeValues } from './abi/decode.ts';
import { word } from './abi/encode.ts';
import { haltResult } from './answer.ts';
import type { SystemEnvironment } from './environment.ts';
import { EXCHANGE_RATE_GAS, gasOfPrice, PRICE, VIEW_GAS } from './gas.ts';
import { SELECTOR, selectorOf } from './selector.ts';

const TO_TINYBARS = selectorOf('tinycentsToTinybars(uint256)');
const TO_TINYCENTS = selectorOf('tinybarsToTinycents(uint256)');
const AMOUNT = parseTypes('(uint256)');
const MAX_WORD = (1n << 256n) - 1n;

/** Converts between tinycents and tinybars at the active rate, rounding down. */
export function exchangeRate({ rate }: SystemEnvironment): SystemContract {
  return async (call) => {
    if (call.value > 0n && !call.isDelegate) return haltResult(call, 'INVALID_CONTRACT_ID');
    if (call.gas < EXCHANGE_RATE_GAS) return haltResult(call, 'INSUFFICIENT_GAS');
    const input = Buffer.from(call.input);
    const selector = input.toString('hex', 0, SELECTOR);
    if (selector !== TO_TINYBARS && selector !== TO_TINYCENTS) return haltResult(call, 'INVALID_OPERATION');
    const amount = amountOf(input.subarray(SELECTOR));
    if (amount === undefined) return haltResult(call, 'INVALID_OPERATION');
    const converted = selector === TO_TINYBARS ? tinybarsOf(amount, rate) : tinycentsOf(amount, rate);
    if (converted === undefined || converted > MAX_WORD) return haltResult(call, 'INVALID_OPERATION');
    return { outcome: { kind: 'success' }, gasUsed: EXCHANGE_RATE_GAS, output: word(converted) };
  };
}

function amountOf(data: Uint8Array): bigint | undefined {
  try {
    return new Arguments(decodeValues(AMOUNT, data)).integer(0);
  } catch (error) {
    if (error instanceof DecodeError) return undefined;
    throw error;
  }
}

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
