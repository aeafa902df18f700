import { LEDGER_VERSIONS } from '../../evm/engine/profiles.ts';
import { CURRENT_VERSION } from '../../evm/engine/versions.ts';
import { evmVersions, requestRules } from './evm-kinds.ts';
import { type Setting, setting, shownAs } from './setting.ts';
import { boolean, duration, integer, oneOf, optional, url } from './setting-kinds.ts';

const GROUP = 'Contract calls';

/** Settings of the execution of contracts (role `evm`). */
export const EVM_SETTINGS = {
  evmUrl: shownAs(
    setting(
      GROUP,
      'TAIN_EVM_URL',
      optional(url('http:', 'https:')),
      '',
      'Server that executes calls and traces in place of this process: another Tain with the roles `api,evm`, or any that answers `/api/v1/contracts/call` and `…/opcodes`.',
    ),
    'none: this process, with role `evm`',
  ),
  evmWorkers: setting(
    GROUP,
    'TAIN_EVM_WORKERS',
    integer(1, 64),
    '2',
    'Calls that are executed at once. There are at most twice as many threads and two, each with up to 200 MB of memory: in the further ones are calls that gave way to those of other clients.',
  ),
  evmMaxWaiting: setting(
    GROUP,
    'TAIN_EVM_MAX_WAITING',
    integer(1, 100_000),
    '500',
    'Most calls that wait for a thread; of one client half of that.',
  ),
  evmTimeLimit: setting(
    GROUP,
    'TAIN_EVM_TIME_LIMIT',
    duration,
    '10s',
    'Time after which a call is ended and answered with 503. Waiting does not count.',
  ),
  evmWaitLimit: setting(
    GROUP,
    'TAIN_EVM_WAIT_LIMIT',
    duration,
    '30s',
    'Time that a call may wait for a worker, and give way to others, before it is answered with 503.',
  ),
  evmClientBudget: setting(
    GROUP,
    'TAIN_EVM_CLIENT_BUDGET',
    duration,
    '10s',
    'Time of workers that one client may have used lately (a use counts for a third after half a minute). Who used more is answered with 429 as long as others have calls.',
  ),
  evmMaxGas: setting(
    GROUP,
    'TAIN_EVM_MAX_GAS',
    integer(21_000, 1_000_000_000),
    '15000000',
    'Most gas of a call.',
  ),
  evmRequestsPerSecond: setting(
    GROUP,
    'TAIN_EVM_REQUESTS_PER_SECOND',
    integer(1, 1_000_000),
    '500',
    'Most calls a second; more are answered with 429.',
  ),
  evmGasPerSecond: setting(
    GROUP,
    'TAIN_EVM_GAS_PER_SECOND',
    integer(21_000, 10_000_000_000_000),
    '7500000000',
    'Most gas a second that calls ask for, less what they did not use.',
  ),
  evmGasRefundPercent: setting(
    GROUP,
    'TAIN_EVM_GAS_REFUND_PERCENT',
    integer(0, 100),
    '100',
    'Share of its gas that a call gets back at most when it used less.',
  ),
  evmRequestRules: setting(
    GROUP,
    'TAIN_EVM_REQUEST_RULES',
    requestRules,
    '[]',
    'Calls to log, reject or slow down: JSON list of `{"action", "filters", "rate", "limit"}` ([what they mean](operations.md#rules-for-contract-calls)).',
  ),
  validatesPayers: setting(
    GROUP,
    'TAIN_EVM_VALIDATE_PAYER_BALANCE',
    boolean,
    'off',
    'Whether a call with `from` and a `gasPrice` or `value` fails unless the sender can pay for value and gas.',
  ),
  evmTraces: setting(
    GROUP,
    'TAIN_EVM_TRACES',
    boolean,
    'on',
    'Whether recorded transactions are traced (`/contracts/results/{id}/opcodes`); else 404.',
  ),
  evmTracesPerSecond: setting(
    GROUP,
    'TAIN_EVM_TRACES_PER_SECOND',
    integer(1, 10_000),
    '10',
    'Most traces a second; more are answered with 429.',
  ),
  evmTraceTimeLimit: setting(
    GROUP,
    'TAIN_EVM_TRACE_TIME_LIMIT',
    duration,
    '60s',
    'Time after which a trace is ended. Waiting for a worker does not count, sending does.',
  ),
  evmVersion: setting(
    GROUP,
    'TAIN_EVM_VERSION',
    oneOf(...LEDGER_VERSIONS),
    CURRENT_VERSION,
    "Version of the ledger's EVM under whose rules calls of the newest block run.",
  ),
  evmVersions: shownAs(
    setting(
      GROUP,
      'TAIN_EVM_VERSIONS',
      evmVersions,
      '',
      'Versions under whose rules calls of past blocks and traces run: each from a block on, the first one also before.',
    ),
    'those of mainnet, and elsewhere the newest',
  ),
  stateOverrides: setting(
    GROUP,
    'TAIN_STATE_OVERRIDES',
    boolean,
    'off',
    'Whether a call may say what it is to find in place of the ledger (`state_overrides`).',
  ),
  evmCheckInitCode: setting(
    GROUP,
    'TAIN_EVM_CHECK_INIT_CODE',
    boolean,
    'on',
    'Whether a call with a value and without a receiver is refused unless its data looks like init code.',
  ),
  tokenServiceV2: setting(
    GROUP,
    'TAIN_EVM_TOKEN_SERVICE_V2',
    boolean,
    'off',
    'Whether 0x16c answers as the token service, too, as 0x167 does.',
  ),
} satisfies Record<string, Setting<unknown>>;
