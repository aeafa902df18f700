import { clientShareOf } from '../../kernel/limits/limit.ts';
import {
  defaultsOf,
  type Setting,
  type SettingValues,
  setting,
  shownAs,
} from '../../kernel/settings/setting.ts';
import {
  boolean,
  duration,
  durationOrZero,
  integer,
  parseList,
  type Reader,
} from '../../kernel/settings/setting-kinds.ts';
import { DEFAULT_THRESHOLDS, type Thresholds } from '../../store/access/thresholds.ts';

/** Version of the public mirror's interface that the routes follow: `info.version` of its own description. */
export const INTERFACE_VERSION = '0.160.0-SNAPSHOT';

/** A basic-auth user. */
export interface ApiUser {
  readonly username: string;
  readonly password: string;
  /** Maximum number of items on a page of this user. */
  readonly limit?: number;
}

/** Users as a JSON list. */
const apiUsers: Reader<readonly ApiUser[]> = {
  kind: 'JSON',
  secret: true,
  read(value) {
    const wrong = new Error('a JSON list of {"username", "password", "limit"}');
    const parsed = parseList(value, wrong);
    return parsed.map((entry) => {
      const user = entry as Partial<Record<keyof ApiUser, unknown>> | null;
      const { username, password, limit } = user ?? {};
      const validLimit = limit === undefined || (Number.isInteger(limit) && (limit as number) > 0);
      if (typeof username !== 'string' || typeof password !== 'string' || !validLimit) throw wrong;
      if (username === '' || username.includes(':')) throw wrong;
      return { username, password, ...(limit === undefined ? {} : { limit: limit as number }) };
    });
  },
};

/** Maximum number of rows of a list as CSV. */
export const MAX_CSV_ROWS = 100_000;

/** Bounds of a list as CSV. It ends before the first page beyond one of them. */
export interface CsvBounds {
  readonly rows: number;
  readonly bytes: number;
  /** Time in which its pages are read, below that in which a response has to be sent. */
  readonly milliseconds: number;
}

const GROUP = 'Query service';

/** Settings of the query API. Those described as "of all processes" are divided equally among its processes. */
export const API_SETTINGS = {
  trustProxy: setting(
    GROUP,
    'TAIN_TRUST_PROXY',
    boolean,
    'off',
    'Trusts a proxy in front of the server: the last entry of `X-Forwarded-For` is the client. Without it, all clients behind a proxy count as one.',
  ),
  limitDefault: setting(GROUP, 'TAIN_LIMIT_DEFAULT', integer(1, 10_000), '25', 'Default items on a page.'),
  limitMax: setting(GROUP, 'TAIN_LIMIT_MAX', integer(1, 10_000), '100', 'Maximum items on a page.'),
  tokenBalanceLimitSingle: setting(
    GROUP,
    'TAIN_TOKEN_BALANCE_LIMIT_SINGLE_ACCOUNT',
    integer(1, 100_000),
    '1000',
    'Maximum token balances in the answer about one account.',
  ),
  tokenBalanceLimitMultiple: setting(
    GROUP,
    'TAIN_TOKEN_BALANCE_LIMIT_MULTIPLE_ACCOUNTS',
    integer(1, 10_000),
    '50',
    'Maximum token balances of each account in a list.',
  ),
  maxRepeatedParameters: setting(
    GROUP,
    'TAIN_MAX_REPEATED_PARAMETERS',
    integer(1, 1000),
    '100',
    'Maximum values of one query parameter.',
  ),
  delegationAddress: setting(
    GROUP,
    'TAIN_DELEGATION_ADDRESS',
    boolean,
    'true',
    'Shows `delegation_address` of accounts and `authorization_list` of contract results.',
  ),
  users: shownAs(
    setting(
      GROUP,
      'TAIN_USERS',
      apiUsers,
      '[]',
      'Users with their own page limit (basic authentication): list of `{"username", "password", "limit"}`.',
    ),
    'none',
  ),
  cache: setting(GROUP, 'TAIN_CACHE', boolean, 'on', 'Caches answers until the next block.'),
  replicaMaxLag: setting(
    GROUP,
    'TAIN_REPLICA_MAX_LAG',
    duration,
    '5s',
    'Time for which a replica may lack a block before it is excluded: the maximum lag of answers.',
  ),
  eventStreams: setting(
    GROUP,
    'TAIN_EVENT_STREAMS',
    integer(0, 1_000_000),
    '5000',
    'Open event streams (`/api/v1/…/stream`) of all processes, of which one client may have a tenth; 0: none.',
  ),
  statementTimeoutMs: setting(
    GROUP,
    'TAIN_STATEMENT_TIMEOUT',
    duration,
    '10s',
    'Time after which the database cancels a statement.',
  ),
  requestTimeout: setting(
    GROUP,
    'TAIN_REQUEST_TIMEOUT',
    duration,
    '15s',
    'Time after which a request gets 503.',
  ),
  waitMax: setting(
    GROUP,
    'TAIN_WAIT_MAX',
    durationOrZero,
    '30s',
    'Maximum time that a request with `waitFor` waits (10 s by default, or as requested by `Prefer: wait=5`); 0: never.',
  ),
  maxWaits: setting(
    GROUP,
    'TAIN_WAITING',
    integer(1, 100_000),
    '5000',
    'Waiting requests of all processes; more get 503. One client may have a tenth; more get 429.',
  ),
} satisfies Record<string, Setting<unknown>>;

/** Settings of the API in one process. Times are milliseconds. */
export interface ApiSettings extends SettingValues<typeof API_SETTINGS> {
  /** Maximum number of event streams and waiting requests of one client. */
  readonly eventStreamsPerClient: number;
  readonly maxWaitsPerClient: number;
  readonly chainId: bigint;
  readonly shard: bigint;
  readonly realm: bigint;
  /** Maximum number of concurrent statements, and of queued ones. */
  readonly maxConnections: number;
  readonly maxWaiting: number;
  /** Maximum bytes of answers cached in memory. */
  readonly cacheBytes: number;
  /**
   * Whether versions of the fee files are cached in memory. On a network, past versions of a file never change; tests
   * change them.
   */
  readonly cachesFileVersions: boolean;
  /**
   * Milliseconds without events after which a stream sends its progress; tests replace it. Below the 45 s after which `tain/client`
   * ends a silent stream, and below the idle timeouts of proxies.
   */
  readonly eventStreamHeartbeatMs: number;
  /** Milliseconds without any byte read by the client before its event stream is closed; tests replace it. */
  readonly eventStreamStallTimeoutMs: number;
  /** Maximum number of lists that are sent as CSV, in all and to one client. */
  readonly csvFiles: number;
  readonly csvFilesPerClient: number;
  /** Bounds of a list as CSV; tests replace them. */
  readonly csvBounds: CsvBounds;
  /** Numbers of rows at which lists change their plan; tests replace them. */
  readonly thresholds: Thresholds;
}

const DEFAULTS = defaultsOf(API_SETTINGS);

export const DEFAULT_API_SETTINGS: ApiSettings = {
  ...DEFAULTS,
  eventStreamsPerClient: clientShareOf(DEFAULTS.eventStreams),
  maxWaitsPerClient: clientShareOf(DEFAULTS.maxWaits),
  chainId: 298n,
  shard: 0n,
  realm: 0n,
  maxConnections: 10,
  maxWaiting: 500,
  cacheBytes: 64 * 1024 * 1024,
  cachesFileVersions: true,
  eventStreamHeartbeatMs: 10_000,
  eventStreamStallTimeoutMs: 30_000,
  csvFiles: 50,
  csvFilesPerClient: clientShareOf(50),
  csvBounds: { rows: MAX_CSV_ROWS, bytes: 100 * 1024 * 1024, milliseconds: 240_000 },
  thresholds: DEFAULT_THRESHOLDS,
};
