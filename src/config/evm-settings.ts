import { LEDGER_VERSIONS } from '@tain/evm/profiles';
import { type Setting, type SettingValues, setting, shownAs } from '../kernel/settings/setting.ts';
import { boolean, duration, integer, oneOf, optional, url } from '../kernel/settings/setting-kinds.ts';
import { evmVersions, requestRules } from './evm-kinds.ts';
import type { NetworkName } from './general-settings.ts';

const GROUP = 'Contract calls';

interface EvmRates {
  readonly requestsPerSecond: number;
  readonly gasPerSecond: number;
  readonly tracesPerSecond: number;
}

const RATES: EvmRates = { requestsPerSecond: 500, gasPerSecond: 7_500_000_000, tracesPerSecond: 10 };
/** Maximum values; the default of a local network, whose clients are test suites. The worker threads are shared fairly at any rate. */
const MAX_RATES: EvmRates = {
  requestsPerSecond: 1_000_000,
  gasPerSecond: 10_000_000_000_000,
  tracesPerSecond: 10_000,
};

function rate(name: string, key: keyof EvmRates, min: number, help: string): Setting<number | null> {
  const max = MAX_RATES[key];
  return shownAs(
    setting(GROUP, name, optional(integer(min, max)), '', help),
    `\`${RATES[key]}\`; of network \`demo\` \`${max}\``,
  );
}

/** Time limit of a trace, including its transmission but not the wait for a worker. */
export const TRACE_TIME_LIMIT_MS = 60_000;

/** Settings of the execution of contracts (role `evm`). */
export const EVM_SETTINGS = {
  evmUrl: shownAs(
    setting(
      GROUP,
      'TAIN_EVM_URL',
      optional(url('http:', 'https:')),
      '',
      'Server that executes calls and traces instead, such as a Tain with roles `api,evm`.',
    ),
    'none: this process, with role `evm`',
  ),
  evmWorkers: setting(
    GROUP,
    'TAIN_EVM_WORKERS',
    integer(1, 64),
    '2',
    'Concurrent calls. There are up to twice as many threads plus two, of up to 200 MB each.',
  ),
  evmMaxWaiting: setting(
    GROUP,
    'TAIN_EVM_MAX_WAITING',
    integer(1, 100_000),
    '500',
    'Maximum number of calls that wait for a thread; beyond it the newest call of the client with the most waiting calls is refused (429).',
  ),
  evmTimeLimit: setting(
    GROUP,
    'TAIN_EVM_TIME_LIMIT',
    duration,
    '10s',
    'Time after which a call is ended with 503. Waiting for a thread does not count.',
  ),
  evmMaxGas: setting(
    GROUP,
    'TAIN_EVM_MAX_GAS',
    integer(21_000, 1_000_000_000),
    '15000000',
    'Maximum gas of a call.',
  ),
  evmRequestsPerSecond: rate(
    'TAIN_EVM_REQUESTS_PER_SECOND',
    'requestsPerSecond',
    1,
    'Calls a second, shared equally by competing clients; more get 429.',
  ),
  evmGasPerSecond: rate(
    'TAIN_EVM_GAS_PER_SECOND',
    'gasPerSecond',
    21_000,
    'Gas a second: the gas limits of calls, less their unused gas.',
  ),
  evmRequestRules: setting(
    GROUP,
    'TAIN_EVM_REQUEST_RULES',
    requestRules,
    '[]',
    'Calls to log, reject or throttle: [list of rules](operations.md#rules-for-contract-calls).',
  ),
  validatesPayers: setting(
    GROUP,
    'TAIN_EVM_VALIDATE_PAYER_BALANCE',
    boolean,
    'off',
    'A call with `from` and a `gasPrice` or `value` fails unless the sender can pay for value and gas.',
  ),
  evmTraces: setting(
    GROUP,
    'TAIN_EVM_TRACES',
    boolean,
    'on',
    'Traces recorded transactions; if off, `/contracts/results/{id}/opcodes` returns 404, and `…/prestate` 501.',
  ),
  evmTracesPerSecond: rate(
    'TAIN_EVM_TRACES_PER_SECOND',
    'tracesPerSecond',
    1,
    'Traces and simulations a second, shared equally; more get 429.',
  ),
  evmVersion: setting(
    GROUP,
    'TAIN_EVM_VERSION',
    oneOf('network', ...LEDGER_VERSIONS),
    'network',
    "Version of the ledger's EVM for calls of the newest block; `network`: v0.70 from HAPI 0.77 on, else v0.67.",
  ),
  evmVersions: shownAs(
    setting(
      GROUP,
      'TAIN_EVM_VERSIONS',
      evmVersions,
      '',
      'Versions for calls on past blocks and for traces, each with its first block; the first version also applies to earlier blocks.',
    ),
    "mainnet's; elsewhere the newest",
  ),
  stateOverrides: setting(
    GROUP,
    'TAIN_STATE_OVERRIDES',
    boolean,
    'off',
    "A call may override the ledger's state (`state_overrides`).",
  ),
  tokenServiceV2: setting(
    GROUP,
    'TAIN_EVM_TOKEN_SERVICE_V2',
    boolean,
    'off',
    'Enables the second version of the token service (HIP-1010), at address 0x16c.',
  ),
} satisfies Record<string, Setting<unknown>>;

type RateSettings = Pick<
  SettingValues<typeof EVM_SETTINGS>,
  'evmRequestsPerSecond' | 'evmGasPerSecond' | 'evmTracesPerSecond'
>;

/** Returns the rates of calls and traces: as set, else those of the network. */
export function evmRatesOf(config: RateSettings & { readonly network: NetworkName }): EvmRates {
  const rates = config.network === 'demo' ? MAX_RATES : RATES;
  return {
    requestsPerSecond: config.evmRequestsPerSecond ?? rates.requestsPerSecond,
    gasPerSecond: config.evmGasPerSecond ?? rates.gasPerSecond,
    tracesPerSecond: config.evmTracesPerSecond ?? rates.tracesPerSecond,
  };
}
