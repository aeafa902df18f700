import { availableParallelism } from 'node:os';
import { clientShareOf } from '../kernel/limits/limit.ts';
import { valuesIn } from '../kernel/settings/setting.ts';
import { API_SETTINGS, type ApiSettings, DEFAULT_API_SETTINGS } from '../rest/route/settings.ts';
import { type Config, chainIdOf } from './config.ts';
import { LOCAL_NETWORK_PORTS } from './query-settings.ts';

/** Default maximum number of processes: PostgreSQL becomes the bottleneck before more of them help. */
const MAX_PROCESSES = 8;
/** Concurrent statements of each process: enough to reserve connections for slow routes and for new clients. */
const CONNECTIONS_EACH = 5;

/**
 * Returns the number of processes of the query service: as set, else one for each spare core. An ingest in the same
 * start takes one core, and a database on this machine as much as the processes that query it.
 */
export function apiProcessesOf(config: Config, cores = availableParallelism()): number {
  if (config.apiProcesses !== null) return config.apiProcesses;
  const free = cores - (config.roles.has('ingest') ? 1 : 0);
  const spare = Math.floor(isOnThisMachine(config.databaseUrl) ? free / 2 : free);
  return Math.min(Math.max(spare, 1), MAX_PROCESSES);
}

/** Returns whether a database URL leads to this machine: the embedded server, a loopback address, or a socket. */
function isOnThisMachine(databaseUrl: string | null): boolean {
  if (databaseUrl === null) return true;
  const { hostname, searchParams } = new URL(databaseUrl);
  const host = searchParams.get('host') ?? decodeURIComponent(hostname);
  return host.startsWith('/') || /^(localhost|127\.[\d.]+|\[::1\])$/.test(host);
}

/**
 * Returns the further ports of the query service. `isRequired` is false for the defaults, because some of them may be
 * taken. A port that another setting names is not included.
 */
export function furtherPortsOf(config: Config): {
  readonly ports: readonly number[];
  readonly isRequired: boolean;
} {
  const { furtherPorts, network, port, statusPort, grpcPort, metricsAddress } = config;
  if (furtherPorts !== null) return { ports: furtherPorts, isRequired: true };
  if (network !== 'demo') return { ports: [], isRequired: false };
  if (port === 0) return { ports: LOCAL_NETWORK_PORTS.map(() => 0), isRequired: false };
  const { demoNodePort, demoBlockNodePort } = config;
  const named = [port, statusPort, grpcPort, metricsAddress?.port, demoNodePort, demoBlockNodePort];
  return { ports: LOCAL_NETWORK_PORTS.filter((each) => !named.includes(each)), isRequired: false };
}

/** Returns the number of concurrent statements of all processes of the query service. */
export function apiConnectionsOf(
  { apiConnections }: Pick<Config, 'apiConnections'>,
  processes: number,
): number {
  return apiConnections ?? Math.max(DEFAULT_API_SETTINGS.maxConnections, CONNECTIONS_EACH * processes);
}

/**
 * Settings of one of `processes` processes of the query service: limits of the whole service are divided by their
 * number.
 */
export function apiSettingsOf(config: Config, processes: number): ApiSettings {
  const { maxWaiting, cacheBytes } = DEFAULT_API_SETTINGS;
  const connections = apiConnectionsOf(config, processes);
  const share = (total: number): number => Math.max(1, Math.floor(total / processes));
  return {
    ...DEFAULT_API_SETTINGS,
    ...valuesIn(config, API_SETTINGS),
    limitDefault: Math.min(config.limitDefault, config.limitMax),
    chainId: BigInt(chainIdOf(config)),
    shard: BigInt(config.shard),
    realm: BigInt(config.realm),
    maxConnections: share(connections),
    maxWaiting: share(maxWaiting),
    cacheBytes: share(cacheBytes),
    maxWaits: share(config.maxWaits),
    maxWaitsPerClient: share(clientShareOf(config.maxWaits)),
    eventStreams: config.eventStreams === 0 ? 0 : share(config.eventStreams),
    csvFiles: share(DEFAULT_API_SETTINGS.csvFiles),
    // Connections are distributed round robin, so those of each client are also spread evenly.
    eventStreamsPerClient: Math.ceil(clientShareOf(config.eventStreams) / processes),
    csvFilesPerClient: Math.ceil(DEFAULT_API_SETTINGS.csvFilesPerClient / processes),
  };
}
