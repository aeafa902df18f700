import type { ContractCaller } from '../../api/contract-caller.ts';
import type { OpcodeTracer } from '../../api/opcode-tracer.ts';
import { forwardCalls } from '../../evm/pool/forward-calls.ts';
import { forwardTraces } from '../../evm/pool/forward-traces.ts';
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

/** Starts the query service: in this process, or in several of its own behind one port. */
export async function startApiRole(context: RoleContext): Promise<Service> {
  const { config, database, log, registry, services } = context;
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
