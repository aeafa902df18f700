import type { Execution } from '../ledger/execution.ts';
import { longZero } from '../ledger/ids.ts';
import { CENTS_PER_HBAR, tinybarsOf } from '../ledger/prices.ts';
import type { SystemContract } from '../ledger/run-code.ts';
import { word, wordAt } from '../ledger/words.ts';
import { selectorOf } from './abi.ts';
import { ACCOUNT_SERVICE, accountService } from './account-service.ts';
import { SCHEDULE_SERVICE, scheduleService } from './schedule-service.ts';
import { gasForCents, VIEW_GAS } from './service-gas.ts';
import { createsToken, TOKEN_SERVICE, tokenService } from './token-service.ts';

/** Contracts that are part of the ledger, by the numbers of their addresses. */
const EXCHANGE_RATE = 360;
const PSEUDORANDOM = 361;
/** Number of the second token service, which networks implement and this simulator does not. */
const MISSING = 364;

const EXCHANGE_RATE_GAS = 100n;
/** Gas of PRNG calls that are not static: a thousandth of a US dollar. */
const PSEUDORANDOM_GAS = gasForCents(0.1);
const TO_TINYBARS = selectorOf('tinycentsToTinybars(uint256)');
const TO_TINYCENTS = selectorOf('tinybarsToTinycents(uint256)');
const SEED = selectorOf('getPseudorandomSeed()');
const MAX_WORD = (1n << 256n) - 1n;

/** Returns the system contracts that a transaction may call. `random`: seed of the transaction. */
export function systemContracts(x: Execution, random: string): ReadonlyMap<string, SystemContract> {
  return new Map([
    [addressOf(TOKEN_SERVICE), tokenService(x)],
    [addressOf(EXCHANGE_RATE), exchangeRate],
    [addressOf(PSEUDORANDOM), pseudorandom(random)],
    [addressOf(ACCOUNT_SERVICE), accountService(x)],
    [addressOf(SCHEDULE_SERVICE), scheduleService(x)],
    [addressOf(MISSING), unknown],
  ]);
}

/** Returns whether an entity's number is that of a system contract. */
export function isSystemContract(num: number): boolean {
  return num >= TOKEN_SERVICE && num <= MISSING;
}

/** Returns whether a call of a system contract may carry tinybars. */
export function takesValue(address: string, input: Uint8Array): boolean {
  return address === addressOf(TOKEN_SERVICE) && createsToken(input);
}

const unknown: SystemContract = () => undefined;

function addressOf(num: number): string {
  return longZero(num).toString('hex');
}

/** Converts amounts at the demo network's rate (HIP-475). */
const exchangeRate: SystemContract = ({ input }) => {
  const selector = selectorIn(input);
  if (input.length < 4 + 32 || (selector !== TO_TINYBARS && selector !== TO_TINYCENTS)) return undefined;
  const amount = wordAt(input, 4);
  const converted = selector === TO_TINYBARS ? tinybarsOf(amount) : amount * BigInt(CENTS_PER_HBAR);
  return converted > MAX_WORD ? undefined : { output: word(converted), gasUsed: EXCHANGE_RATE_GAS };
};

/** Returns 32 unpredictable bytes (HIP-351). */
function pseudorandom(random: string): SystemContract {
  return ({ input, isStatic }) => {
    if (selectorIn(input) !== SEED) return undefined;
    return {
      output: Buffer.from(random, 'hex'),
      gasUsed: BigInt(isStatic ? VIEW_GAS : PSEUDORANDOM_GAS),
    };
  };
}

function selectorIn(input: Uint8Array): string {
  return Buffer.from(input.subarray(0, 4)).toString('hex');
}
