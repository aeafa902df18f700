import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { CallContract, TraceTransaction } from '../../calls/contract-call.ts';
import { apiSettingsOf, furtherPortsOf } from '../../config/api-settings.ts';
import type { Config } from '../../config/config.ts';
import { connectionsOf } from '../../config/connection-settings.ts';
import type { GrpcService } from '../../grpc/service.ts';
import { messageOf } from '../../kernel/failure.ts';
import type { ByteAccount } from '../../kernel/limits/byte-account.ts';
import type { ProcessReadiness } from '../../kernel/process-readiness.ts';
import { listenFailure } from '../../kernel/service.ts';
import { startApi } from '../../rest/server.ts';
import { type ConnectionTarget, Database } from '../../store/connections/database.ts';
import { selectOn } from '../../store/connections/select.ts';
import type { ReadServers } from '../../store/reads/servers/read-servers.ts';
import { rawStreams } from '../streams/raw-streams.ts';
import type { IngestStatus } from './capabilities.ts';
import { ApiEvidence, reportService } from './evidence.ts';
import { grpcOnHttp, openGrpc } from './grpc-calls.ts';
import { metricsAccessOf } from './metrics.ts';

/** Options of a query service, in the first process or in a separate one. */
export interface ApiServiceOptions {
  readonly config: Config;
  readonly target: ConnectionTarget;
  /** Servers to read from; the caller closes them. */
  readonly servers: ReadServers;
  /** Account of what clients make this process hold. */
  readonly bytes: ByteAccount;
  /** Whether the database may be written: false for a public mirror node's, which has no tables for evidence. */
  readonly writable: boolean;
  readonly log: Logger;
  readonly registry: Registry;
  /** Number of processes that share the limits of the query service. */
  readonly processes: number;
  /** Number of this process, from 1, the default. Only the first reports a further port that is taken. */
  readonly number?: number;
  readonly port: number;
  /** Ports of the status service and of JSON-RPC in the first process; undefined without them. */
  readonly statusPort?: number | undefined;
  readonly rpcPort?: number | undefined;
  readonly ingest: () => IngestStatus;
  /** Readiness of the roles of the first process. */
  readonly readiness: () => ProcessReadiness;
  readonly callContract: CallContract | undefined;
  readonly traceTransaction: TraceTransaction | undefined;
  /** gRPC services of this process; without them new ones are opened for role `live`. */
  readonly grpc?: GrpcService | undefined;
}

/** A query service that listens. */
export interface ApiService {
  readonly url: string;
  /** Further ports that are open. */
  readonly furtherPorts: readonly number[];
  stop(): Promise<void>;
}

/** Starts one query service in this process. Throws `Failure` when it cannot listen. */
export async function startApiService(options: ApiServiceOptions): Promise<ApiService> {
  const { config, target, servers, log, registry, processes, port, callContract, traceTransaction } = options;
  const settings = apiSettingsOf(config, processes);
  // Evidence is written over its own connection.
  const reports = new Database(target, {
    applicationName: 'tain api reports',
    maxConnections: 1,
    onError: () => undefined,
  });
  // With several processes, the calls of the first one are not available here.
  const own =
    config.roles.has('live') && options.grpc === undefined
      ? openGrpc(config, servers, log, registry, options.bytes)
      : undefined;
  const grpc = options.grpc ?? own;
  const end = async (): Promise<void> => {
    own?.calls.close();
    await raw?.close();
    await reports.end();
  };
  const raw = rawStreams(config, log, {
    registry,
    select: selectOn(servers.primary.database.pool),
  });
  const evidence = new ApiEvidence();
  const { host } = config;
  const onLackingPort = (error: { readonly port?: number }): void => {
    const failure = listenFailure(error, 'TAIN_FURTHER_PORTS', host, error.port ?? 0);
    if (options.number === undefined || options.number === 1) {
      log.warn(`${messageOf(failure)} Requests from SDKs to that port do not reach this mirror`);
    }
  };
  const further = furtherPortsOf(config);
  // Connections of gRPC are never displaced as idle ones, so that others must remain for REST.
  const { connectionLimits: ofGrpc } = connectionsOf(config, 'live', log, processes);
  const api = await startApi({
    database: servers.primary.database,
    servers,
    settings,
    clock: Date.now,
    log,
    registry,
    host,
    port,
    furtherPorts: further.ports,
    ...(further.isRequired ? {} : { onLackingPort }),
    ...connectionsOf(config, 'api', log, processes),
    bytes: options.bytes,
    metricsAccess: metricsAccessOf(config),
    ingestProblem: () => options.ingest().problem,
    ingestState: () => options.ingest().state,
    processReadiness: options.readiness,
    capabilities: () => ({
      roles: [...config.roles].sort(),
      features: {
        contract_calls: callContract !== undefined,
        opcode_traces: traceTransaction !== undefined && config.evmTraces,
        event_streams: config.eventStreams > 0,
        proofs: raw !== null,
        grpc: config.roles.has('live'),
      },
    }),
    ...(callContract === undefined ? {} : { callContract }),
    ...(traceTransaction === undefined ? {} : { traceTransaction }),
    ...(raw === null ? {} : { prover: raw.prover }),
    ...(grpc && { grpc: grpcOnHttp(grpc, config, ofGrpc) }),
    ...(config.statusUrl === null ? {} : { statusUrl: config.statusUrl }),
    ...(config.sourcifyUrl !== null && { sourcifyUrl: config.sourcifyUrl }),
    ...(options.statusPort !== undefined && { statusPort: options.statusPort }),
    ...(options.rpcPort !== undefined && { rpcPort: options.rpcPort }),
    onAnswer: (outcome, milliseconds) => evidence.answered(outcome, milliseconds),
  }).catch(async (cause: unknown) => {
    await end();
    const { port: taken = port } = cause as { port?: number };
    throw listenFailure(cause, taken === port ? 'TAIN_PORT' : 'TAIN_FURTHER_PORTS', host, taken);
  });
  const reporter = options.writable
    ? reportService('api', reports, evidence, log, (signal) => api.probe(signal))
    : undefined;
  return {
    url: api.url,
    furtherPorts: api.furtherPorts,
    async stop() {
      await reporter?.stop();
      await api.close();
      await end();
    },
  };
}
