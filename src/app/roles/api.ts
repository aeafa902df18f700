import type { ContractCaller } from '../../api/contract-caller.ts';
import type { OpcodeTracer } from '../../api/opcode-tracer.ts';
import { startApi } from '../../api/server.ts';
import { Database, warnOfLost } from '../../db/database.ts';
import { forwardCalls } from '../../evm/pool/forward-calls.ts';
import { forwardTraces } from '../../evm/pool/forward-traces.ts';
import { apiSettingsOf } from '../config/api-settings.ts';
import { connectionsOf } from '../config/connection-settings.ts';
import { ApiEvidence, reportApi } from './evidence.ts';
import { metricsAccessOf } from './metrics.ts';
import type { RoleContext } from './role.ts';
import { listenFailure, NEVER, type Service } from './service.ts';

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

/** Starts the query service. */
export async function startApiRole(context: RoleContext): Promise<Service> {
  const { config, database: opened, log, registry, services } = context;
  const settings = apiSettingsOf(config);
  const database = new Database(opened.apiTarget, {
    applicationName: 'tain api',
    // One for what is announced, one for the service's own requests.
    maxConnections: settings.maxConnections + 2,
    statementTimeout: settings.statementTimeout,
    onError: warnOfLost(log),
  });
  const evidence = new ApiEvidence();
  const { host, port } = config;
  const callContract = contractCallerOf(context);
  const traceOpcodes = opcodeTracerOf(context);
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
    ingestProblem: () => services.ingest?.problem() ?? null,
    capabilities: () => ({
      roles: [...config.roles].sort(),
      features: {
        contract_calls: callContract !== undefined,
        opcode_traces: traceOpcodes !== undefined && config.evmTraces,
      },
    }),
    ...(callContract === undefined ? {} : { callContract }),
    ...(traceOpcodes === undefined ? {} : { traceOpcodes }),
    ...(config.statusUrl === null ? {} : { statusUrl: config.statusUrl }),
    ...(config.roles.has('status') ? { statusPort: config.statusPort } : {}),
    onAnswer: (outcome, milliseconds) => evidence.answered(outcome, milliseconds),
  }).catch(async (cause: unknown) => {
    await database.end();
    const { port: taken = port } = cause as { port?: number };
    throw listenFailure(cause, taken === port ? 'TAIN_PORT' : 'TAIN_FURTHER_PORTS', host, taken);
  });
  // A public mirror node's database has no place for evidence.
  const reporter = opened.writable
    ? reportApi(database, evidence, log, (signal) => api.probe(signal))
    : undefined;
  log.info(`Query service at ${api.url}`);
  return {
    ended: NEVER,
    problem: () => null,
    async stop() {
      await reporter?.stop();
      await api.close();
      await database.end();
    },
  };
}
