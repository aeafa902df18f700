import { LOG_FORMATS } from '../kernel/log.ts';
import { type Setting, setting, shownAs } from '../kernel/settings/setting.ts';
import {
  address,
  boolean,
  databaseUrl,
  integer,
  oneOf,
  optional,
  secret,
  text,
} from '../kernel/settings/setting-kinds.ts';
import { PARTITION_SIZES } from '../store/schema/time-partitions.ts';

const NETWORKS = ['demo', 'mainnet', 'testnet', 'previewnet', 'other'] as const;
export type NetworkName = (typeof NETWORKS)[number];

/** Settings that do not belong to one role. */
export const GENERAL_SETTINGS = {
  network: setting(
    'General',
    'TAIN_NETWORK',
    oneOf(...NETWORKS),
    'demo',
    'Network to mirror; `demo` simulates one.',
  ),
  dataDir: setting('General', 'TAIN_DATA_DIR', text, './data', 'Folder of all data.'),
  databaseUrl: shownAs(
    setting(
      'General',
      'DATABASE_URL',
      optional(databaseUrl),
      '',
      'Your own PostgreSQL, 15 or newer: `postgres://user:password@host/database`. The embedded one is in `TAIN_DATA_DIR`.',
    ),
    'embedded',
  ),
  citusShards: setting(
    'General',
    'TAIN_CITUS_SHARDS',
    integer(1, 1024),
    '32',
    'Shards of each group of tables on Citus, fixed when the tables are created: at least two for each core of the workers.',
  ),
  acceptDataLoss: setting(
    'General',
    'TAIN_ACCEPT_DATA_LOSS',
    boolean,
    'off',
    'Migrates a database also if rows are deleted that the new version has no table for (`--accept-data-loss`). Off: such a migration is refused, with their number.',
  ),
  partitions: setting(
    'General',
    'TAIN_PARTITIONS',
    oneOf('none', ...PARTITION_SIZES),
    'none',
    'Partitions the history tables by consensus time, [for large databases](scaling.md#partitions-by-time). Cannot be undone.',
  ),
  openParents: setting(
    'General',
    'TAIN_OPEN_PARENTS',
    boolean,
    'off',
    "If started by root: opens the folders above `TAIN_DATA_DIR` to PostgreSQL's user (`chmod o+x`). Otherwise [the database is elsewhere](operations.md#closed-parent-folders).",
  ),
  logLevel: setting(
    'General',
    'TAIN_LOG_LEVEL',
    oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
    'info',
    'Least severe message that is logged.',
  ),
  logFormat: setting(
    'General',
    'TAIN_LOG_FORMAT',
    oneOf(...LOG_FORMATS),
    'auto',
    'Lines of the log: `json`, an object each; `text`, for people; `auto`, text on a terminal and JSON otherwise.',
  ),
  maxConnections: shownAs(
    setting(
      'General',
      'TAIN_MAX_CONNECTIONS',
      optional(integer(16, 1_000_000)),
      '',
      'Connections of clients to all services ([shares](security.md#the-query-service)).',
    ),
    'files that may be open (`ulimit -n`) less a reserve, at most 10,000',
  ),
  maxConnectionsPerClient: shownAs(
    setting(
      'General',
      'TAIN_MAX_CONNECTIONS_PER_CLIENT',
      optional(integer(1, 1_000_000)),
      '',
      'Connections from one address (IPv6: a /64), at each service.',
    ),
    "a quarter of the service's; all of them behind a trusted proxy",
  ),
  clientMemory: setting(
    'General',
    'TAIN_CLIENT_MEMORY',
    integer(1, 1_000_000),
    '128',
    'Megabytes that clients may make each process hold: messages, answers, filters ([limit](security.md#limits-that-clients-share)).',
  ),
  metricsToken: shownAs(
    setting(
      'General',
      'TAIN_METRICS_TOKEN',
      optional(secret(text)),
      '',
      'Readers of `/metrics` must send `Authorization: Bearer TOKEN`.',
    ),
    'none: open to all',
  ),
  metricsAddress: shownAs(
    setting(
      'General',
      'TAIN_METRICS_ADDRESS',
      optional(address),
      '',
      'Separate address for `/metrics`; the services then do not serve it.',
    ),
    "the services' own",
  ),
  host: setting('General', 'TAIN_HOST', text, '127.0.0.1', 'Address that the services listen on.'),
  chainId: shownAs(
    setting(
      'Network',
      'TAIN_CHAIN_ID',
      optional(integer(0, 2 ** 31 - 1)),
      '',
      'Chain id (EIP-155) of contract results and JSON-RPC. The local network has it, too.',
    ),
    'by network: 295 mainnet, 296 testnet, 297 previewnet, 298 others',
  ),
  shard: setting('Network', 'TAIN_SHARD', integer(0, 1023), '0', 'Shard of the network.'),
  realm: setting('Network', 'TAIN_REALM', integer(0, 65_535), '0', 'Realm of the network.'),
} satisfies Record<string, Setting<unknown>>;
