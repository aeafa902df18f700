import path from 'node:path';
import type { Config } from '../../config/config.ts';
import { connectionsOf } from '../../config/connection-settings.ts';
import type { RoleName } from '../../config/settings.ts';
import { statusPortOf } from '../../config/status-settings.ts';
import { listenFailure, NEVER } from '../../kernel/service.ts';
import { SERVICE_KEYS, type ServiceKey } from '../../status/health/evidence.ts';
import { startStatus } from '../../status/start.ts';
import type { StatusSettings } from '../../status/state/options.ts';
import { Database, warnOfLost } from '../../store/connections/database.ts';
import { metricsAccessOf } from './metrics.ts';
import type { RoleContext, RunningRole } from './role.ts';

/** Factors of the degraded lag for a partial and a major outage. */
const PARTIAL = 4;
const MAJOR = 20;

/** Starts the status service on a database that may be down. */
export async function startStatusRole(context: RoleContext): Promise<RunningRole> {
  const { config, log, registry, bytes } = context;
  const database = new Database(context.database.statusTarget, {
    applicationName: 'tain status',
    maxConnections: 4,
    statementTimeoutMs: 5_000,
    connectTimeoutMs: 3_000,
    responseTimeoutMs: 8_000,
    onError: warnOfLost(log),
  });
  const { host } = config;
  const port = statusPortOf(config);
  const status = await startStatus({
    database,
    settings: statusSettingsOf(config),
    clock: Date.now,
    log,
    registry,
    host,
    port,
    ...connectionsOf(config, 'status', log),
    bytes,
    metricsAccess: metricsAccessOf(config),
    ownKeys: ownKeysOf(config),
    stateFile: path.join(config.dataDir, 'status.json'),
  }).catch(async (cause: unknown) => {
    await database.end();
    throw listenFailure(cause, 'TAIN_STATUS_PORT', host, port);
  });
  return {
    ended: NEVER,
    offered: {},
    addresses: { status: status.url },
    async stop() {
      await status.close();
      await database.end();
    },
  };
}

/** Returns the keys of the components whose roles run in this process and have no other database to read from. */
function ownKeysOf({ roles, readDatabaseUrls }: Config): string[] {
  const services = readDatabaseUrls.length > 0 ? [] : SERVICE_KEYS.filter((key) => roles.has(ROLE_OF[key]));
  return roles.has('ingest') ? ['ingest', ...services] : services;
}

const ROLE_OF: Readonly<Record<ServiceKey, RoleName>> = { api: 'api', contract_calls: 'evm', grpc: 'live' };

/** Settings of the status service and of the command `tain status`. */
export function statusSettingsOf(config: Config): StatusSettings {
  const { statusLagDegraded } = config;
  return {
    network: config.network,
    networkName: config.statusNetworkName ?? undefined,
    pageName: config.statusName ?? undefined,
    publicUrl: config.statusUrl ?? undefined,
    mirrorUrl: config.statusMirrorUrl ?? undefined,
    // Behind a proxy, clients do not see this machine's port.
    mirrorPort: config.roles.has('api') && config.statusUrl === null ? config.port : undefined,
    maintenanceValues: config.statusMaintenanceValues,
    trustProxy: config.statusTrustProxy,
    health: {
      lagDegradedMs: statusLagDegraded,
      lagPartialMs: statusLagDegraded * PARTIAL,
      lagMajorMs: statusLagDegraded * MAJOR,
      isQuiet: config.network === 'demo' && config.demoQuiet,
      incidents: config.statusIncidents,
    },
  };
}
