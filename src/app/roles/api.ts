import type { ContractCaller } from '../../api/route/contract-caller.ts';
import type { OpcodeTracer } from '../../api/route/opcode-tracer.ts';
import { addressOf, type ConnectionTarget, Database } from '../../db/connections/database.ts';
import { forwardCalls } from '../../evm/pool/forward-calls.ts';
import { forwardTraces } from '../../evm/pool/forward-traces.ts';
import { Failure } from '../../kernel/failure.ts';
import { type DatabaseIdentity, selectIdentity, whyNoReplica } from '../../reads/database-identity.ts';
import { apiProcessesOf } from '../config/api-settings.ts';
import { startApiService } from './api-service.ts';
import type { RoleContext } from './role.ts';
import { NEVER, type Service } from './service.ts';

/** Who executes calls of contracts: another server, or this process; undefined where nobody does. */
function contractCallerOf({ config, services }: RoleContext): ContractCaller | undefined {
  const { evmUrl: url, evmTimeLimit: timeLimit } = config;
  return url === null ? services.evm?.callContract : forwardCalls({ url, timeLimit });
}

/** Who traces recorded transactions, as with calls. */
function opcodeTracerOf({ config, services }: RoleContext): OpcodeTracer | undefined {
  const { evmUrl: url, evmTraceTimeLimit: timeLimit, evmTraces: enabled } = config;
  return url === null ? services.evm?.traceOpcodes : forwardTraces({ url, timeLimit, enabled });
}

/** Milliseconds in which a replica must answer at the start to be looked at then. */
const ANSWER = 3_000;

/**
 * Throws `Failure` when a setting names a server as a replica that is none of the database. One that does not answer is
 * looked at when it does.
 */
async function refuseForeignReplicas({ config, database }: RoleContext): Promise<void> {
  if (config.readDatabaseUrls.length === 0) return;
  const primary = await identityOf(database.apiTarget);
  for (const url of config.readDatabaseUrls) {
    const replica = await identityOf({ url });
    const reason = replica && whyNoReplica(replica, primary);
    if (reason === null) continue;
    throw new Failure(
      'usage',
      `TAIN_READ_DATABASE_URLS names a server that is no streaming replica of the database in DATABASE_URL: ${addressOf({ url })} ${reason}.`,
    );
  }
}

/** What the server says of itself; null where it does not answer. */
async function identityOf(target: ConnectionTarget): Promise<DatabaseIdentity | null> {
  const database = new Database(target, {
    applicationName: 'tain api replica',
    maxConnections: 1,
    connectTimeout: ANSWER,
    answerTimeout: ANSWER,
  });
  try {
    return await selectIdentity(database.pool);
  } catch {
    return null;
  } finally {
    await database.end();
  }
}

/** Starts the query service: in this process, or in several of its own behind one port. */
export async function startApiRole(context: RoleContext): Promise<Service> {
  const { config, database, log, registry, services } = context;
  await refuseForeignReplicas(context);
  const options = {
    config,
    target: database.apiTarget,
    writable: database.writable,
    log,
    registry,
    ingest: () => ({
      problem: services.ingest?.problem() ?? null,
      state: services.ingest?.ingestState?.() ?? null,
    }),
    callContract: contractCallerOf(context),
    traceOpcodes: opcodeTracerOf(context),
  };
  const processes = apiProcessesOf(config);
  if (processes > 1) {
    const { startApiProcesses } = await import('./api-processes/supervisor.ts');
    return startApiProcesses({ ...options, processes });
  }
  const api = await startApiService({ ...options, processes, port: config.port });
  log.info(`Query service at ${api.url}`);
  return { ended: NEVER, problem: () => null, stop: () => api.stop() };
}
