import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { startApi } from '../../api/server.ts';
import { Database, warnOfLost } from '../../db/database.ts';
import { apiSettingsOf } from '../config/api-settings.ts';
import type { Config } from '../config/config.ts';
import { connectionsOf } from '../config/connection-settings.ts';
import { type OpenDatabase, placeOf, takeRole } from '../open-database.ts';
import { ApiEvidence, noteApi } from './evidence.ts';
import { metricsAccessOf } from './metrics.ts';
import { listenFailure, type Running } from './service.ts';

/** Starts the query service. */
export async function startApiRole(
  config: Config,
  opened: OpenDatabase,
  log: Logger,
  registry: Registry,
  ingestProblem: () => string | null,
): Promise<Running> {
  const settings = apiSettingsOf(config);
  // On one data folder two query services would only fight for a port; on a shared database many are welcome.
  const leave = opened.embedded ? await takeRole(opened.target, 'api', placeOf(config)) : undefined;
  const database = new Database(opened.apiTarget, {
    applicationName: 'tain api',
    // One for what is announced, one for the service's own requests.
    maxConnections: settings.maxConnections + 2,
    statementTimeout: settings.statementTimeout,
    onError: warnOfLost(log),
  });
  const evidence = new ApiEvidence();
  const { host, port } = config;
  const api = await startApi({
    database,
    settings,
    clock: Date.now,
    log,
    registry,
    host,
    port,
    furtherPorts: config.furtherPorts,
    ...connectionsOf(config, 'api', log),
    metricsAccess: metricsAccessOf(config),
    ingestProblem,
    capabilities: () => ({ roles: [...config.roles].sort(), features: {} }),
    ...(config.statusUrl === null ? {} : { statusUrl: config.statusUrl }),
    ...(config.roles.has('status') ? { statusPort: config.statusPort } : {}),
    onAnswer: (outcome, milliseconds) => evidence.answered(outcome, milliseconds),
  }).catch(async (cause: unknown) => {
    await database.end();
    await leave?.();
    const { port: taken = port } = cause as { port?: number };
    throw listenFailure(cause, taken === port ? 'TAIN_PORT' : 'TAIN_FURTHER_PORTS', host, taken);
  });
  // A public mirror node's database has no place for evidence.
  const notes = opened.writable ? noteApi(database, evidence, log, (signal) => api.probe(signal)) : undefined;
  log.info(`Query service at ${api.url}`);
  return {
    ended: new Promise(() => undefined),
    async stop() {
      await notes?.stop();
      await api.close();
      await database.end();
      await leave?.();
    },
  };
}
