import { DEFAULT_THRESHOLDS, type Thresholds } from '../../access/thresholds.ts';

/** A basic-auth user and the greatest page this user may ask for. */
export interface ApiUser {
  readonly username: string;
  readonly password: string;
  readonly limit?: number;
}

/** What an operator can set about event streams. Times are milliseconds. */
export interface StreamSettings {
  /** Streams at once; none: there are no streams. */
  readonly most: number;
  readonly mostPerClient: number;
  /** Without an event, after which progress is sent. */
  readonly heartbeat: number;
  /** In which a client must take something of what is sent. */
  readonly stallTime: number;
}

/** What an operator can set about the API. */
export interface ApiSettings {
  readonly limitDefault: number;
  readonly limitMax: number;
  /** Token balances nested in the answer about one account, and about each of several. */
  readonly tokenBalanceLimitSingle: number;
  readonly tokenBalanceLimitMultiple: number;
  /** Most values of one parameter. */
  readonly maxRepeatedParameters: number;
  readonly delegationAddress: boolean;
  readonly users: readonly ApiUser[];
  readonly cache: boolean;
  /** Most bytes of answers kept in memory. */
  readonly cacheBytes: number;
  /** Versions of the fee files stay in memory, since a network's files keep their past; tests replace it. */
  readonly keepFileVersions: boolean;
  readonly chainId: bigint;
  readonly shard: bigint;
  readonly realm: bigint;
  /** Milliseconds after which a statement is cancelled, and a request given up. */
  readonly statementTimeout: number;
  readonly requestTimeout: number;
  /** Whether a proxy stands in front whose entry in `X-Forwarded-For`, the last one, names the client. */
  readonly trustProxy: boolean;
  /** Statements at once, and how many may wait for their turn. */
  readonly maxConnections: number;
  readonly maxWaiting: number;
  /** Milliseconds that a request waits for what it names when it does not say, and at most. */
  readonly waitDefault: number;
  readonly waitMax: number;
  /** Requests that wait so at once, and of one client. */
  readonly mostInWait: number;
  readonly mostInWaitPerClient: number;
  /** Milliseconds that a replica may lag behind the primary and still be asked. */
  readonly replicaMaxLag: number;
  readonly streams: StreamSettings;
  /** Where lists change their way of reading; tests replace them. */
  readonly thresholds: Thresholds;
}

export const DEFAULT_API_SETTINGS: ApiSettings = {
  limitDefault: 25,
  limitMax: 100,
  tokenBalanceLimitSingle: 1000,
  tokenBalanceLimitMultiple: 50,
  maxRepeatedParameters: 100,
  delegationAddress: true,
  users: [],
  cache: true,
  cacheBytes: 64 * 1024 * 1024,
  keepFileVersions: true,
  chainId: 298n,
  shard: 0n,
  realm: 0n,
  statementTimeout: 10_000,
  requestTimeout: 15_000,
  trustProxy: false,
  maxConnections: 10,
  maxWaiting: 500,
  waitDefault: 10_000,
  waitMax: 30_000,
  mostInWait: 5_000,
  mostInWaitPerClient: 500,
  replicaMaxLag: 5_000,
  streams: { most: 5_000, mostPerClient: 500, heartbeat: 10_000, stallTime: 30_000 },
  thresholds: DEFAULT_THRESHOLDS,
};
