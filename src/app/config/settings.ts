import {
  address,
  boolean,
  duration,
  fraction,
  instant,
  integer,
  oneOf,
  optional,
  ports,
  type Reader,
  roles,
  secret,
  text,
  url,
  users,
} from './setting-kinds.ts';

/** One setting: its environment variable, how its text is read, its default as text, one line of help. */
export interface Setting<T> {
  readonly name: string;
  readonly group: string;
  readonly reader: Reader<T>;
  /** Text that is read when the variable is not set. Empty only for optional settings. */
  readonly fallback: string;
  /** How the default is shown, where `fallback` does not say it. */
  readonly fallbackShown?: string;
  readonly help: string;
}

function setting<T>(
  group: string,
  name: string,
  reader: Reader<T>,
  fallback: string,
  help: string,
): Setting<T> {
  return { name, group, reader, fallback, help };
}

function shownAs<T>(original: Setting<T>, fallbackShown: string): Setting<T> {
  return { ...original, fallbackShown };
}

const NETWORKS = ['demo', 'mainnet', 'testnet', 'previewnet', 'other'] as const;
export type NetworkName = (typeof NETWORKS)[number];

/** Every setting there is. `docs/configuration.md` is made from this table. */
export const SETTINGS = {
  network: setting(
    'General',
    'TAIN_NETWORK',
    oneOf(...NETWORKS),
    'demo',
    'Network whose streams are read. `demo` simulates a small one on this machine.',
  ),
  roles: setting(
    'General',
    'TAIN_ROLES',
    roles,
    'api,ingest,status',
    'What this process does, separated by commas. The command-line option `--roles` wins.',
  ),
  dataDir: setting(
    'General',
    'TAIN_DATA_DIR',
    text,
    './data',
    'Folder of the embedded database, the demo network and what else is kept.',
  ),
  databaseUrl: shownAs(
    setting(
      'General',
      'DATABASE_URL',
      optional(url('postgres:', 'postgresql:')),
      '',
      'Your own PostgreSQL, 15 or newer: `postgres://user:password@host/database`. Without it an embedded one runs below `TAIN_DATA_DIR`.',
    ),
    'embedded',
  ),
  openParents: setting(
    'General',
    'TAIN_OPEN_PARENTS',
    boolean,
    'off',
    "Started by root, whether folders above `TAIN_DATA_DIR` that PostgreSQL's own user cannot pass are opened to every user (`chmod o+x`). Else such a folder is refused.",
  ),
  logLevel: setting(
    'General',
    'TAIN_LOG_LEVEL',
    oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
    'info',
    'Least severe message that is logged.',
  ),
  maxConnections: shownAs(
    setting(
      'General',
      'TAIN_MAX_CONNECTIONS',
      optional(integer(16, 1_000_000)),
      '',
      'Most connections of clients, those of both services together (the status service has a quarter). Never more than the process may open files.',
    ),
    'what files the process may open (`ulimit -n`) less a reserve, at most 10,000',
  ),
  maxConnectionsPerClient: shownAs(
    setting(
      'General',
      'TAIN_MAX_CONNECTIONS_PER_CLIENT',
      optional(integer(1, 1_000_000)),
      '',
      'Most of them from one address (of IPv6: one /64), at each service.',
    ),
    "a quarter of the service's; all of them behind a trusted proxy",
  ),
  metricsToken: shownAs(
    setting(
      'General',
      'TAIN_METRICS_TOKEN',
      optional(secret(text)),
      '',
      'Who reads `/metrics` has to send it: `Authorization: Bearer TOKEN`.',
    ),
    'none: whoever reaches them may read them',
  ),
  metricsAddress: shownAs(
    setting(
      'General',
      'TAIN_METRICS_ADDRESS',
      optional(address),
      '',
      'Address of their own at which the metrics of the process are read; the services then have no `/metrics`.',
    ),
    "the services' own",
  ),
  host: setting('Query service', 'TAIN_HOST', text, '127.0.0.1', 'Address that the services listen on.'),
  port: setting('Query service', 'TAIN_PORT', integer(0, 65_535), '5551', 'Port of the query service.'),
  furtherPorts: setting(
    'Query service',
    'TAIN_FURTHER_PORTS',
    ports,
    '',
    'Ports at which the query service is reached, too. `8084,8545` are those at which the SDKs ask a mirror on their own machine for fees and contract calls.',
  ),
  trustProxy: setting(
    'Query service',
    'TAIN_TRUST_PROXY',
    boolean,
    'off',
    'Whether a proxy stands in front whose entry in `X-Forwarded-For`, the last one, says who asks. Else all behind it have the share of one client.',
  ),
  limitDefault: setting(
    'Query service',
    'TAIN_LIMIT_DEFAULT',
    integer(1, 10_000),
    '25',
    'Items on a page when the request does not say.',
  ),
  limitMax: setting('Query service', 'TAIN_LIMIT_MAX', integer(1, 10_000), '100', 'Most items on a page.'),
  tokenBalanceLimitSingle: setting(
    'Query service',
    'TAIN_TOKEN_BALANCE_LIMIT_SINGLE_ACCOUNT',
    integer(1, 100_000),
    '1000',
    'Most token balances inside the answer about one account.',
  ),
  tokenBalanceLimitMultiple: setting(
    'Query service',
    'TAIN_TOKEN_BALANCE_LIMIT_MULTIPLE_ACCOUNTS',
    integer(1, 10_000),
    '50',
    'Most token balances of each account inside a list.',
  ),
  maxRepeatedParameters: setting(
    'Query service',
    'TAIN_MAX_REPEATED_PARAMETERS',
    integer(1, 1000),
    '100',
    'Most values of one query parameter.',
  ),
  delegationAddress: setting(
    'Query service',
    'TAIN_DELEGATION_ADDRESS',
    boolean,
    'true',
    'Whether accounts show `delegation_address` and contract results `authorization_list`.',
  ),
  users: shownAs(
    setting(
      'Query service',
      'TAIN_USERS',
      users,
      '[]',
      'Users with a page limit of their own (basic authentication): JSON list of `{"username", "password", "limit"}`.',
    ),
    'none',
  ),
  cache: setting(
    'Query service',
    'TAIN_CACHE',
    boolean,
    'on',
    'Whether answers are kept until the next block.',
  ),
  statementTimeout: setting(
    'Query service',
    'TAIN_STATEMENT_TIMEOUT',
    duration,
    '10s',
    'Time after which the database gives up a query.',
  ),
  requestTimeout: setting(
    'Query service',
    'TAIN_REQUEST_TIMEOUT',
    duration,
    '15s',
    'Time after which a request is answered with 503.',
  ),
  statusPort: setting(
    'Status service',
    'TAIN_STATUS_PORT',
    integer(0, 65_535),
    '5552',
    'Port of the status service.',
  ),
  statusUrl: shownAs(
    setting(
      'Status service',
      'TAIN_STATUS_URL',
      optional(url('http:', 'https:')),
      '',
      'Where people reach the status page, for links in it; where `tain status` finds it.',
    ),
    '`http://host:port`',
  ),
  statusName: shownAs(
    setting('Status service', 'TAIN_STATUS_NAME', optional(text), '', 'Name of the status page.'),
    "the network's name and Status",
  ),
  statusNetworkName: shownAs(
    setting(
      'Status service',
      'TAIN_STATUS_NETWORK_NAME',
      optional(text),
      '',
      'Name of the network in the names of components.',
    ),
    'by network: `Hedera Mainnet`…',
  ),
  statusKey: shownAs(
    setting(
      'Status service',
      'TAIN_STATUS_KEY',
      optional(secret(text)),
      '',
      'Key to the management API that `tain status` uses (`tain status key create` makes one).',
    ),
    'none',
  ),
  statusIncidents: setting(
    'Status service',
    'TAIN_STATUS_INCIDENTS',
    boolean,
    'on',
    'Whether a long outage opens an incident by itself.',
  ),
  statusMaintenanceValues: setting(
    'Status service',
    'TAIN_STATUS_MAINTENANCE_VALUES',
    boolean,
    'off',
    "Whether Statuspage's further values `under_maintenance` and `maintenance` may occur.",
  ),
  statusWindowFiles: setting(
    'Status service',
    'TAIN_STATUS_WINDOW_FILES',
    integer(1, 10_000),
    '30',
    'How many of the last stream files the health of a node is judged by.',
  ),
  statusLagDegraded: setting(
    'Status service',
    'TAIN_STATUS_LAG_DEGRADED',
    duration,
    '30s',
    'How far the last block may lie back before the stream counts as degraded (4 times: partial, 20 times: major outage).',
  ),
  statusIncidentAfter: setting(
    'Status service',
    'TAIN_STATUS_INCIDENT_AFTER',
    duration,
    '1m',
    'How long an outage lasts before it opens an incident.',
  ),
  statusResolveAfter: setting(
    'Status service',
    'TAIN_STATUS_RESOLVE_AFTER',
    duration,
    '2m',
    'How long all must be well before such an incident is resolved.',
  ),
  statusSmtpUrl: shownAs(
    setting(
      'Status service',
      'TAIN_STATUS_SMTP_URL',
      optional(url('smtp:', 'smtps:')),
      '',
      'Mail server for messages to subscribers. Without it nobody can subscribe by mail.',
    ),
    'none',
  ),
  statusMailFrom: shownAs(
    setting('Status service', 'TAIN_STATUS_MAIL_FROM', optional(text), '', 'Sender of these messages.'),
    'none',
  ),
  statusPublicWebhooks: setting(
    'Status service',
    'TAIN_STATUS_PUBLIC_WEBHOOKS',
    boolean,
    'off',
    'Whether anybody may subscribe a web hook on the page; else only through the management API.',
  ),
  statusPrivateWebhooks: setting(
    'Status service',
    'TAIN_STATUS_PRIVATE_WEBHOOKS',
    boolean,
    'off',
    'Whether web hooks may go to addresses of private networks.',
  ),
  statusTrustProxy: setting(
    'Status service',
    'TAIN_STATUS_TRUST_PROXY',
    boolean,
    'off',
    'Whether a proxy stands in front whose entry in `X-Forwarded-For`, the last one, says who asks.',
  ),
  chainId: shownAs(
    setting(
      'Network',
      'TAIN_CHAIN_ID',
      optional(integer(0, 2 ** 31 - 1)),
      '',
      'Chain id shown in contract results (EIP-155).',
    ),
    'by network: 295 mainnet, 296 testnet, 297 previewnet, 298 others',
  ),
  shard: setting('Network', 'TAIN_SHARD', integer(0, 1023), '0', 'Shard of the network.'),
  realm: setting('Network', 'TAIN_REALM', integer(0, 65_535), '0', 'Realm of the network.'),
  addressBook: shownAs(
    setting(
      'Network',
      'TAIN_ADDRESS_BOOK',
      optional(text),
      '',
      'File with a serialized `NodeAddressBook` to begin with, in place of the one we know. Networks that we do not know: `address_book.bin` in the folder of the stream or beside it, which is warned of.',
    ),
    'by network',
  ),
  consensusRatio: setting(
    'Network',
    'TAIN_CONSENSUS_RATIO',
    fraction,
    '1/3',
    'Share of the weight that must have signed a file. A bare 0: one valid signature is enough (test networks only; warned of, as is less than 1/3).',
  ),
  streams: shownAs(
    setting(
      'Network',
      'TAIN_STREAMS',
      optional(text),
      '',
      'Folder that stream files arrive in: the source that `tain start` follows on networks other than `demo`.',
    ),
    'none',
  ),
  startDate: shownAs(
    setting(
      'Network',
      'TAIN_START_DATE',
      optional(instant),
      '',
      'Instant (ISO 8601) of the first stream file to read into an empty database.',
    ),
    'the first file there is',
  ),
  endDate: shownAs(
    setting(
      'Network',
      'TAIN_END_DATE',
      optional(instant),
      '',
      'Instant (ISO 8601) after which no file is read.',
    ),
    'none',
  ),
  errata: shownAs(
    setting(
      'Network',
      'TAIN_ERRATA',
      optional(text),
      '',
      'Folder with what is known to be wrong in the streams of `mainnet`: `missingtransactions/*.bin` are added, times in `balance-offsets.txt` noted.',
    ),
    'none',
  ),
  demoTps: setting(
    'Demo network',
    'TAIN_DEMO_TPS',
    integer(1, 10_000),
    '10',
    'Transactions a second of the live demo network.',
  ),
  demoSeed: setting(
    'Demo network',
    'TAIN_DEMO_SEED',
    integer(0, 2 ** 31 - 1),
    '7',
    'Seed that determines what the demo network does.',
  ),
} satisfies Record<string, Setting<unknown>>;
