import { apiProcessesOf } from '../../config/api-settings.ts';
import { NEVER } from '../../kernel/service.ts';
import type { ServiceAddresses } from '../../local-network/folder/network-file.ts';
import { portOf } from '../../local-network/kept-ports.ts';
import { type ApiServiceOptions, startApiService } from './api-service.ts';
import { NO_INGEST } from './capabilities.ts';
import { refuseForeignReplicas } from './foreign-replicas.ts';
import { contractCallerOf } from './forward-calls.ts';
import { transactionTracerOf } from './forward-traces.ts';
import type { RoleContext, RunningRole } from './role.ts';

type ApiContext = RoleContext<'ingestStatus' | 'callContract' | 'traceTransaction' | 'grpc'>;

/** Starts the query service: in this process, or in several separate processes behind one port. */
export async function startApiRole(context: ApiContext): Promise<RunningRole> {
  const { config, database, log, registry, offered } = context;
  await refuseForeignReplicas(config, database.apiTarget);
  const options = {
    config,
    target: database.apiTarget,
    writable: database.writable,
    log,
    registry,
    ingest: offered.ingestStatus ?? (() => NO_INGEST),
    callContract: contractCallerOf(config, offered.callContract),
    traceTransaction: transactionTracerOf(config, offered.traceTransaction),
    ...linkedPorts(context.addresses()),
    // The service answers only once it is ready itself.
    readiness: () => {
      const { isReady, roles } = context.readiness();
      return { isReady, roles: { ...roles, api: 'ready' } };
    },
  };
  const processes = apiProcessesOf(config);
  if (processes > 1) {
    const { startApiProcesses } = await import('./api-processes/supervisor.ts');
    const supervisor = await startApiProcesses({ ...options, processes });
    const { addresses } = supervisor;
    return { ended: supervisor.ended, stop: () => supervisor.stop(), offered: {}, addresses };
  }
  const servers = await context.readServers.open();
  const api = await startApiService({
    ...options,
    bytes: context.bytes,
    servers,
    grpc: offered.grpc,
    processes,
    port: config.port,
  });
  log.info(`Query service at ${api.url}`);
  const addresses = { rest: api.url, furtherPorts: api.furtherPorts };
  return { ended: NEVER, stop: () => api.stop(), offered: {}, addresses };
}

/** Returns the ports of other services of this process, which the query service links to. */
function linkedPorts({
  status,
  jsonRpc,
}: ServiceAddresses): Pick<ApiServiceOptions, 'statusPort' | 'rpcPort'> {
  return { statusPort: portOf(status), rpcPort: portOf(jsonRpc) };
}
