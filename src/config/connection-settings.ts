import { readFileSync } from 'node:fs';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { watchFileShortage } from '../kernel/file-shortage.ts';
import { ByteAccount, HELD_BYTES } from '../kernel/limits/byte-account.ts';
import { Metrics } from '../kernel/metrics.ts';
import { type ConnectionLimits, DEFAULT_CONNECTION_LIMITS } from '../net/connection-limits.ts';
import type { Config } from './config.ts';

/** Limit on most systems, used where it cannot be read. */
const USUAL_LIMIT = 1_024;

/** Maximum number of files and sockets that this process may open. Infinity where there is no limit. */
function fileLimit(): number {
  return parseLimit(limitOfLinux() ?? limitOfReport());
}

function limitOfLinux(): string | undefined {
  try {
    return /^Max open files\s+(\S+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
  } catch {
    return undefined;
  }
}

/** Reads the limit from the runtime's report, which takes some milliseconds; only Linux has another source. */
function limitOfReport(): string | undefined {
  const report = process.report?.getReport() as
    | { readonly userLimits?: { readonly open_files?: { readonly soft?: number | string } } }
    | undefined;
  const soft = report?.userLimits?.open_files?.soft;
  return soft === undefined ? undefined : String(soft);
}

function parseLimit(text: string | undefined): number {
  if (text === 'unlimited') return Number.POSITIVE_INFINITY;
  const limit = Number(text ?? Number.NaN);
  return Number.isInteger(limit) && limit > 0 ? limit : USUAL_LIMIT;
}

/** The start warns below this number of files. */
const MIN_FILES = 1_024;
/**
 * Files and sockets reserved for the database, the stream and the runtime: this number, or this share of all if that is
 * more.
 */
const RESERVE = 128;
const RESERVE_SHARE = 0.1;
/** Maximum number of connections of a service: more have no benefit. */
const MAX_CONNECTIONS = DEFAULT_CONNECTION_LIMITS.max;
/** Shares of the status, gRPC and JSON-RPC services when the query service runs in the same process. */
const SHARES = { status: 1 / 4, live: 1 / 8, rpc: 1 / 8 } as const;

const MEGABYTE = 1024 * 1024;

type ServiceName = 'api' | keyof typeof SHARES;
/** One client's share of a service. */
const CLIENT_SHARE = 1 / 4;

/** Returns the connection limits of a service, for a process that may open `files` files. */
function connectionLimitsOf(
  config: Pick<
    Config,
    'roles' | 'maxConnections' | 'maxConnectionsPerClient' | 'trustProxy' | 'statusTrustProxy'
  >,
  service: ServiceName,
  files: number,
  processes: number,
): ConnectionLimits {
  // At most half of the files are reserved, so that clients are served even if the process may open few of them.
  const reserve = Math.min(files / 2, Math.max(RESERVE, files * RESERVE_SHARE));
  const all = Math.min(config.maxConnections ?? MAX_CONNECTIONS, files - reserve);
  const share = shareOf(config.roles, service);
  const max = Math.max(1, Math.floor((all * share) / processes));
  const trusted = service === 'status' ? config.statusTrustProxy : config.trustProxy;
  const byDefault = trusted ? max : Math.ceil(max * CLIENT_SHARE);
  // Connections are distributed round robin, so those of each client are also spread evenly.
  const given = config.maxConnectionsPerClient;
  const maxPerClient = Math.min(max, given === null ? byDefault : Math.ceil(given / processes));
  return { ...DEFAULT_CONNECTION_LIMITS, max, maxPerClient };
}

/** Returns a service's share of all connections, after the shares of the other services in the process. */
function shareOf(roles: Config['roles'], service: ServiceName): number {
  const others = (['live', 'rpc', 'status'] as const).filter((name) => name !== service && roles.has(name));
  const left = others.reduce((rest, name) => rest - SHARES[name], 1);
  return service === 'api' || !roles.has('api') ? left : SHARES[service];
}

/**
 * Returns the limits of a service, or of one of its processes, and the one warning when connections are refused because
 * of them.
 */
export function connectionsOf(
  config: Config,
  service: ServiceName,
  log: Logger,
  processes = 1,
): { readonly connectionLimits: ConnectionLimits; readonly onRefused: () => void } {
  const files = fileLimit();
  const connectionLimits = connectionLimitsOf(config, service, files, processes);
  const { max, maxPerClient } = connectionLimits;
  return {
    connectionLimits,
    onRefused: () =>
      log.warn(
        { max, maxPerClient, files },
        'Connections are refused: a limit is reached (TAIN_MAX_CONNECTIONS, TAIN_MAX_CONNECTIONS_PER_CLIENT, ulimit -n). This is logged once.',
      ),
  };
}

/** Returns an account for the bytes that clients make a process, or a thread with connections of its own, hold. */
export function clientBytes({ clientMemory }: Pick<Config, 'clientMemory'>): ByteAccount {
  return new ByteAccount({ ...HELD_BYTES, max: clientMemory * MEGABYTE });
}

/** Returns the account of what clients make a process hold, with its metrics in `registry`. */
export function clientBytesOf(
  { clientMemory }: Pick<Config, 'clientMemory'>,
  registry: Registry,
): ByteAccount {
  const bytes = clientBytes({ clientMemory });
  const metrics = new Metrics(registry);
  metrics.observedGauge(
    'tain_client_memory_bytes',
    'Memory that clients make the process hold; at most TAIN_CLIENT_MEMORY.',
    () => bytes.held,
  );
  metrics.observedCounter(
    'tain_client_memory_ended_total',
    'Requests, responses, filters and subscriptions that were ended because the memory for clients was used up.',
    () => bytes.ended,
  );
  return bytes;
}

/** Warns when the process may open too few files to serve many clients. */
export function warnOfFewFiles(log: Logger, files = fileLimit()): void {
  if (files >= MIN_FILES) return;
  log.warn({ files }, `This process may open only ${files} files: ulimit -n should be ${MIN_FILES} or more`);
}

/** Logs when work begins to wait for file descriptors, and when it resumes. */
export function warnOfFileShortage(log: Logger): void {
  watchFileShortage((isShort) => {
    if (isShort) log.warn('No further file can be opened (ulimit -n): waiting for one to be closed');
    else log.info('Files can be opened again');
  });
}
