import { availableParallelism } from 'node:os';
import type { ApiSettings } from '../../api/route/settings.ts';
import { DEFAULT_API_SETTINGS } from '../../api/route/settings.ts';
import { type Config, chainIdOf } from './config.ts';

/** More processes than this are not started unless a setting asks for them: PostgreSQL is the bottleneck before. */
const MOST_PROCESSES = 8;
/** Statements at once of a process that gives slow routes and new clients connections of their own. */
const CONNECTIONS_EACH = 5;
/** Of the requests that may wait for what is not visible yet, the share of one client. */
const CLIENT_SHARE = 1 / 10;

/**
 * In how many processes the query service runs: as set, else as many as the machine has cores to spare. An ingest of
 * the same start takes one, and a database on this machine as much as the processes that ask it.
 */
export function apiProcessesOf(config: Config, cores = availableParallelism()): number {
  if (config.apiProcesses !== null) return config.apiProcesses;
  const free = cores - (config.roles.has('ingest') ? 1 : 0);
  const spare = Math.floor(isOnThisMachine(config.databaseUrl) ? free / 2 : free);
  return Math.min(Math.max(spare, 1), MOST_PROCESSES);
}

/** Whether a database URL leads to this machine: the embedded server, a loopback address, or a socket. */
function isOnThisMachine(databaseUrl: string | null): boolean {
  if (databaseUrl === null) return true;
  const { hostname, searchParams } = new URL(databaseUrl);
  const host = searchParams.get('host') ?? decodeURIComponent(hostname);
  return host.startsWith('/') || /^(localhost|127\.[\d.]+|\[::1\])$/.test(host);
}

/** The settings of one of so many processes of the query service: what is for all of them is shared. */
export function apiSettingsOf(config: Config, processes: number): ApiSettings {
  const { maxConnections, maxWaiting, cacheBytes } = DEFAULT_API_SETTINGS;
  const connections = config.apiConnections ?? Math.max(maxConnections, CONNECTIONS_EACH * processes);
  const share = (total: number): number => Math.max(1, Math.floor(total / processes));
  return {
    ...DEFAULT_API_SETTINGS,
    maxConnections: share(connections),
    maxWaiting: share(maxWaiting),
    cacheBytes: share(cacheBytes),
    limitDefault: Math.min(config.limitDefault, config.limitMax),
    limitMax: config.limitMax,
    tokenBalanceLimitSingle: config.tokenBalanceLimitSingle,
    tokenBalanceLimitMultiple: config.tokenBalanceLimitMultiple,
    maxRepeatedParameters: config.maxRepeatedParameters,
    delegationAddress: config.delegationAddress,
    users: config.users,
    cache: config.cache,
    chainId: BigInt(chainIdOf(config)),
    shard: BigInt(config.shard),
    realm: BigInt(config.realm),
    waitDefault: config.waitDefault,
    waitMax: config.waitMax,
    mostInWait: share(config.mostInWait),
    mostInWaitPerClient: share(config.mostInWaitPerClient ?? config.mostInWait * CLIENT_SHARE),
    replicaMaxLag: config.replicaMaxLag,
    streams: {
      most: config.eventStreams === 0 ? 0 : share(config.eventStreams),
      // Connections are dealt out in turn, so a client's are spread as evenly.
      mostPerClient: Math.ceil(config.eventStreamsPerClient / processes),
      heartbeat: config.eventStreamHeartbeat,
      stallTime: config.eventStreamStallTime,
    },
    statementTimeout: config.statementTimeout,
    requestTimeout: config.requestTimeout,
    trustProxy: config.trustProxy,
  };
}
