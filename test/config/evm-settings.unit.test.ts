import { expect, test } from 'vitest';
import { CONTRACT_CALLS, CONTRACT_GAS } from '../../src/calls/pool/throttle.ts';
import { TRACES } from '../../src/calls/pool/transaction-traces.ts';
import { readConfig } from '../../src/config/config.ts';
import { evmRatesOf } from '../../src/config/evm-settings.ts';

const GAS_UNIT = 10_000;

test.each([
  // Columns: settings; calls, gas and traces a second.
  [{ TAIN_NETWORK: 'testnet' }, CONTRACT_CALLS.max, CONTRACT_GAS.max * GAS_UNIT, TRACES.max],
  [{ TAIN_NETWORK: 'demo' }, 1_000_000, 10_000_000_000_000, 10_000],
  [{ TAIN_NETWORK: 'demo', TAIN_EVM_TRACES_PER_SECOND: '10' }, 1_000_000, 10_000_000_000_000, 10],
  [
    { TAIN_NETWORK: 'mainnet', TAIN_EVM_REQUESTS_PER_SECOND: '7', TAIN_EVM_GAS_PER_SECOND: '21000' },
    7,
    21_000,
    TRACES.max,
  ],
] as [Record<string, string>, number, number, number][])(
  'the rates of contract calls with %o: %d calls, %d gas, %d traces',
  (given, requestsPerSecond, gasPerSecond, tracesPerSecond) => {
    expect(evmRatesOf(readConfig(given))).toEqual({ requestsPerSecond, gasPerSecond, tracesPerSecond });
  },
);
