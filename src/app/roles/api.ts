import type { ContractCaller } from '../../api/route/contract-caller.ts';
import type { OpcodeTracer } from '../../api/route/opcode-tracer.ts';
import { addressOf, type ConnectionTarget, Database } from '../../db/connections/database.ts';
import { Failure } from '../../kernel/failure.ts';
import { type DatabaseIdentity, selectIdentity, whyNoReplica } from '../../reads/database-identity.ts';
import { apiProcessesOf } from '../config/api-settings.ts';
import { startApiService } from './api-service.ts';
import { NO_INGEST } from './capabilities.ts';
import { forwardCalls } from './forward-calls.ts';
import { forwardTraces } from './forward-traces.ts';
import type { RoleContext, RunningRole } from './role.ts';
import { NEVER } from './service.ts';

type ApiContext = RoleContext<'ingestStatus' | 'callContract' | 'traceOpcodes' | 'grpcCalls'>;

/** Who executes calls of contracts: another server, or this process; undefined where nobody does. */
function contractCallerOf({ config, offered }: ApiContext): ContractCaller | undefined {
  const { evmUrl: url, evmTimeLimit: timeLimit } = config;
  return url === null ? offered.callContract : forwardCalls({ url, timeLimit });
}

/** Who traces recorded transactions, as with calls. */
function opcodeTracerOf({ config, offered }: ApiContext): OpcodeTracer | undefined {
  const { evmUrl: url, evmTraceTimeLimit: timeLimit, evmTraces: enabled } = config;
  return url === null ? offered.traceOpcodes : forwardTraces({ url, timeLimit, enabled });
}

/** Milliseconds in which a replica must answer at the start to be looked at then. */
const ANSWER = 3_000;

/**
 * Throws `Failure` when a setting names a server as a replica that is none of the database. One that does not answer is
 * looked at when it does.
 */
async function refuseForeignReplicas({ config, database }: ApiContext): Promise<void> {
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
export async function startApiRole(context: ApiContext): Promise<RunningRole> {
  const { config, database, log, registry, offered } = context;
  await refuseForeignReplicas(context);
  const options = {
    config,
    target: database.apiTarget,
    writable: database.writable,
    log,
    registry,
    ingest: offered.ingestStatus ?? (() => NO_INGEST),
    callContract: contractCallerOf(context),
    traceOpcodes: opcodeTracerOf(context),
  };
  const processes = apiProcessesOf(config);
  if (processes > 1) {
    const { startApiProcesses } = await import('./api-processes/supervisor.ts');
    const supervisor = await startApiProcesses({ ...options, processes });
    return { ended: supervisor.ended, stop: () => supervisor.stop(), offered: {} };
  }
  const { grpcCalls } = offered;
  const api = await startApiService({ ...options, grpcCalls, processes, port: config.port });
  log.info(`Query service at ${api.url}`);
  return { ended: NEVER, stop: () => api.stop(), offered: {} };
}
