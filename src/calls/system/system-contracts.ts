import type { Address, SystemContract } from '@tain/evm/execution';
import { tinybarsOf, tinycentsOf } from '@tain/ledger/exchange-rates';
import { parseTypes } from './abi/abi-type.ts';
import { Arguments } from './abi/arguments.ts';
import { DecodeError, decodeValues } from './abi/decode.ts';
import { word } from './abi/encode.ts';
import { haltResult } from './answer.ts';
import {
  ACCOUNT_SERVICE,
  EXCHANGE_RATE,
  RANDOM,
  SCHEDULE_SERVICE,
  type SystemEnvironment,
  TOKEN_SERVICE,
  TOKEN_SERVICE_V2,
} from './environment.ts';
import { EXCHANGE_RATE_GAS, gasOfPrice, PRICE, VIEW_GAS } from './gas.ts';
import { Ledger } from './ledger.ts';
import { METHODS } from './methods/methods.ts';
import { SELECTOR, selectorOf } from './selector.ts';
import { indexMethods, serviceContract } from './service.ts';

const TO_TINYBARS = selectorOf('tinycentsToTinybars(uint256)');
const TO_TINYCENTS = selectorOf('tinybarsToTinycents(uint256)');
const AMOUNT = parseTypes('(uint256)');
const MAX_WORD = (1n << 256n) - 1n;

/** Converts between tinycents and tinybars at the active rate, rounding down. */
function exchangeRate({ rate }: SystemEnvironment): SystemContract {
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
const random: SystemContract = async (call) => {
  if (call.value > 0n && !call.isDelegate) return haltResult(call, 'INVALID_CONTRACT_ID');
  const selector = Buffer.from(call.input).toString('hex', 0, SELECTOR);
  if (selector !== SEED) return haltResult(call, 'INVALID_OPERATION');
  const gasUsed = call.isStatic ? VIEW_GAS : GAS;
  if (gasUsed > call.gas) return haltResult(call, 'INSUFFICIENT_GAS');
  return { outcome: { kind: 'success' }, gasUsed, output: Buffer.from(call.block.prevRandao, 'hex') };
};

const TOKENS = indexMethods(METHODS.filter(({ service }) => service === 'HTS'));
const ACCOUNTS = indexMethods(METHODS.filter(({ service }) => service === 'HAS'));
const SCHEDULES = indexMethods(METHODS.filter(({ service }) => service === 'HSS'));

/** Contract at an address of the token service that the network has not enabled. */
const disabled: SystemContract = async (call) => haltResult(call, 'NOT_SUPPORTED');

const ADDRESSES: ReadonlySet<Address> = new Set([
  TOKEN_SERVICE,
  TOKEN_SERVICE_V2,
  EXCHANGE_RATE,
  RANDOM,
  ACCOUNT_SERVICE,
  SCHEDULE_SERVICE,
]);

/**
 * Returns the system contracts of one execution, by address. They are created when the first one is called, because
 * most executions call none.
 */
export function systemContracts(
  environment: SystemEnvironment,
): Pick<ReadonlyMap<Address, SystemContract>, 'has' | 'get'> {
  let made: ReadonlyMap<Address, SystemContract> | undefined;
  return {
    has: (address) => ADDRESSES.has(address),
    get: (address) => {
      made ??= contractsOf(environment);
      return made.get(address);
    },
  };
}

function contractsOf(environment: SystemEnvironment): ReadonlyMap<Address, SystemContract> {
  const ledger = new Ledger(environment);
  const tokens = serviceContract('HTS', TOKENS, ledger);
  return new Map<Address, SystemContract>([
    ...[TOKEN_SERVICE, TOKEN_SERVICE_V2].map(
      (address) => [address, environment.tokenServices.includes(address) ? tokens : disabled] as const,
    ),
    [EXCHANGE_RATE, exchangeRate(environment)],
    [RANDOM, random],
    [ACCOUNT_SERVICE, serviceContract('HAS', ACCOUNTS, ledger)],
    [SCHEDULE_SERVICE, serviceContract('HSS', SCHEDULES, ledger)],
  ]);
}
