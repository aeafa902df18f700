import { Failure } from '../kernel/failure.ts';
import { type Setting, type SettingValues, setting, shownAs } from '../kernel/settings/setting.ts';
import { integer, oneOf, optional, type Reader, text } from '../kernel/settings/setting-kinds.ts';
import { entityId } from './keep-kinds.ts';

const GROUP = 'JSON-RPC';
/** Total supply of hbars. */
const MAX_HBARS = 50_000_000_000;

/** Origins of web pages, separated by commas. */
const origins: Reader<ReadonlySet<string>> = {
  kind: 'list of origins',
  read(value) {
    const parts = value === '' ? [] : value.split(',').map((part) => part.trim().toLowerCase());
    const found = parts.map((part) => (/^[a-z][a-z\d+.-]*:\/\/[^\s/?#@]+$/.test(part) ? originOf(part) : ''));
    if (found.includes('')) throw new Error('a list of origins such as https://remix.ethereum.org');
    return new Set(found);
  },
};

/** Returns an origin as browsers send it, without a default port; an empty text for no URL. */
function originOf(text: string): string {
  if (!URL.canParse(text)) return '';
  const { origin } = new URL(text);
  return origin === 'null' ? text : origin;
}

/** Settings of the JSON-RPC service (role `rpc`). */
export const RPC_SETTINGS = {
  rpcPort: shownAs(
    setting(
      GROUP,
      'TAIN_RPC_PORT',
      optional(integer(0, 65_535)),
      '',
      'Port of JSON-RPC over HTTP and WebSocket; 0: any free one. A set port must be free; if the default is taken, JSON-RPC is off and a warning is logged.',
    ),
    '`7546`; with `TAIN_PORT=0` any free one',
  ),
  rpcWsPort: shownAs(
    setting(
      GROUP,
      'TAIN_RPC_WS_PORT',
      optional(integer(0, 65_535)),
      '',
      'Second port of JSON-RPC, for clients that expect WebSocket on a separate port; 0: none.',
    ),
    '`8546`; with another `TAIN_RPC_PORT` none, with `TAIN_PORT=0` any free one',
  ),
  rpcErrorStatus: setting(
    GROUP,
    'TAIN_RPC_ERROR_STATUS',
    oneOf('200', '400'),
    '200',
    'HTTP status of JSON-RPC errors of valid requests: 200 as in Ethereum clients, 400 as in the relay.',
  ),
  rpcMaxBatch: setting(
    GROUP,
    'TAIN_RPC_MAX_BATCH',
    integer(1, 1_000),
    '100',
    'Requests in one batch; longer batches are refused.',
  ),
  rpcMaxLogs: setting(
    GROUP,
    'TAIN_RPC_MAX_LOGS',
    integer(1, 1_000_000),
    '50000',
    'Logs in one answer; `eth_getLogs` refuses a range with more.',
  ),
  rpcConnections: setting(
    GROUP,
    'TAIN_RPC_CONNECTIONS',
    integer(1, 100),
    '4',
    'Concurrent statements of JSON-RPC requests.',
  ),
  rpcMaxWebsockets: setting(
    GROUP,
    'TAIN_RPC_MAX_WEBSOCKETS',
    integer(1, 1_000_000),
    '2000',
    'Open WebSocket connections; more are closed with code 4003. One client address may have a tenth; more are closed with code 4001.',
  ),
  rpcControlOrigins: shownAs(
    setting(
      GROUP,
      'TAIN_RPC_CONTROL_ORIGINS',
      origins,
      '',
      'Origins of web pages that may control a local network (`https://remix.ethereum.org`), comma-separated, in addition to loopback names and browser extensions.',
    ),
    'none: no others',
  ),
  rpcOperatorId: shownAs(
    setting(
      GROUP,
      'TAIN_RPC_OPERATOR_ID',
      optional(entityId),
      '',
      'Account that pays for transactions of clients on a network other than the local one. Needs the three settings below.',
    ),
    'none: nothing is sent',
  ),
  rpcOperatorKeyFile: setting(
    GROUP,
    'TAIN_RPC_OPERATOR_KEY_FILE',
    optional(text),
    '',
    "File with that account's private key (Ed25519 or ECDSA secp256k1, as PEM or as DER in hex), which other users must not be able to read.",
  ),
  rpcBudget: setting(
    GROUP,
    'TAIN_RPC_BUDGET',
    optional(integer(1, MAX_HBARS)),
    '',
    'Hbars that the account may pay in a day (UTC) for all clients. A pending transaction counts with its maximum fee, about 13 hbars.',
  ),
  rpcBudgetPerClient: setting(
    GROUP,
    'TAIN_RPC_BUDGET_PER_CLIENT',
    optional(integer(1, MAX_HBARS)),
    '',
    'The same for one client address.',
  ),
} satisfies Record<string, Setting<unknown>>;

type OperatorSettings = Pick<
  SettingValues<typeof RPC_SETTINGS>,
  'rpcOperatorId' | 'rpcOperatorKeyFile' | 'rpcBudget' | 'rpcBudgetPerClient'
>;
type NonNullableValues<Values> = { readonly [Key in keyof Values]: NonNullable<Values[Key]> };

/**
 * Returns the settings of sending to a network; null when none is set. Throws `Failure` that names the missing ones
 * when only some are set.
 */
export function operatorSettingsOf(config: OperatorSettings): NonNullableValues<OperatorSettings> | null {
  const { rpcOperatorId, rpcOperatorKeyFile, rpcBudget, rpcBudgetPerClient } = config;
  const values = { rpcOperatorId, rpcOperatorKeyFile, rpcBudget, rpcBudgetPerClient };
  const names = (isSet: boolean): string[] =>
    Object.entries(values)
      .filter(([, value]) => (value !== null) === isSet)
      .map(([key]) => RPC_SETTINGS[key as keyof OperatorSettings].name);
  const given = names(true);
  if (given.length === 0) return null;
  if (
    rpcOperatorId === null ||
    rpcOperatorKeyFile === null ||
    rpcBudget === null ||
    rpcBudgetPerClient === null
  ) {
    throw new Failure('usage', `Setting ${names(false).join(', ')} must be given with ${given.join(', ')}.`);
  }
  return { rpcOperatorId, rpcOperatorKeyFile, rpcBudget, rpcBudgetPerClient };
}

/** Ports at which Ethereum tools expect a Hedera relay: HTTP, and WebSocket on its own port. */
const DEFAULT_PORT = 7_546;
const DEFAULT_WS_PORT = 8_546;

/**
 * Ports of JSON-RPC (0: any free one): the first, and the second one, for WebSocket, if any. `port` is that of the query
 * service.
 */
export function rpcPortsOf({
  rpcPort,
  rpcWsPort,
  port,
}: Readonly<Record<'rpcPort' | 'rpcWsPort', number | null>> & {
  readonly port: number;
}): { readonly port: number; readonly furtherPorts: readonly number[] } {
  const [first, second] = port === 0 ? [0, 0] : [DEFAULT_PORT, DEFAULT_WS_PORT];
  const ports = { port: rpcPort ?? first };
  if (rpcWsPort === null) return { ...ports, furtherPorts: rpcPort === null ? [second] : [] };
  // A set 0 means that there is no second port.
  return { ...ports, furtherPorts: rpcWsPort === 0 ? [] : [rpcWsPort] };
}
