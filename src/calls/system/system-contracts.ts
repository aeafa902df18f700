import type { Address, SystemContract } from '@tain/evm/execution';
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
import { exchangeRate, random } from './exchange-rate.ts';
import { Ledger } from './ledger.ts';
import { METHODS } from './methods/methods.ts';
import { indexMethods, serviceContract } from './service.ts';

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
