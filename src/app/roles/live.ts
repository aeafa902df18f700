import { readFile } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';
import type { Config } from '../../config/config.ts';
import { connectionsOf } from '../../config/connection-settings.ts';
import { grpcPortOf } from '../../config/live-settings.ts';
import type { GrpcOutcome } from '../../grpc/calls.ts';
import { type GrpcServer, type ServerTls, startGrpcServer } from '../../grpc/http2-server.ts';
import { Failure } from '../../kernel/failure.ts';
import { hostAndPort } from '../../kernel/http-url.ts';
import { listenFailure, NEVER } from '../../kernel/service.ts';
import { Database } from '../../store/connections/database.ts';
import { ApiEvidence, reportService } from './evidence.ts';
import { refuseForeignReplicas } from './foreign-replicas.ts';
import { openGrpc, sessionLimitsOf } from './grpc-calls.ts';
import type { RoleContext, RunningRole } from './role.ts';

/** Starts the gRPC service; the query service of the process serves it to browsers. */
export async function startLiveRole(context: RoleContext): Promise<RunningRole<'grpc'>> {
  const { config, database: opened, log, registry } = context;
  // With role `api` in the process, the query service checks the replicas.
  if (!config.roles.has('api')) await refuseForeignReplicas(config, opened.apiTarget);
  const tls = await readTls(config);
  const evidence = new ApiEvidence();
  // The duration of a call is no evidence, because the client chooses it.
  const onEnd = (outcome: GrpcOutcome) => evidence.answered(outcome, 0);
  const servers = await context.readServers.open();
  const grpc = openGrpc(config, servers, log, registry, context.bytes, onEnd);
  const { calls, metrics } = grpc;
  const { host, trustProxy } = config;
  const port = grpcPortOf(config);
  const { connectionLimits, onRefused } = connectionsOf(config, 'live', log);
  let lacks: string | undefined;
  const server = await startGrpcServer({
    calls,
    metrics,
    host,
    port,
    ...(tls && { tls }),
    trustProxy,
    sessionLimits: sessionLimitsOf(connectionLimits),
    onRefused,
  }).catch(async (cause: unknown): Promise<GrpcServer | undefined> => {
    const failure = listenFailure(cause, 'TAIN_GRPC_PORT', host, port);
    if (config.grpcPort === null && failure instanceof Failure) {
      lacks = `${failure.message} gRPC is not served; set TAIN_GRPC_PORT`;
      log.warn(lacks);
      return undefined;
    }
    throw failure;
  });
  const address = server && hostAndPort(host, server.port);
  if (address !== undefined) log.info(`gRPC service at ${address}${tls ? ' (TLS)' : ''}`);
  const reports = new Database(opened.apiTarget, {
    applicationName: 'tain grpc reports',
    maxConnections: 1,
    onError: () => undefined,
  });
  // A public mirror node's database has no tables for evidence; without a port there are no clients.
  const isReported = opened.writable && server !== undefined;
  const reporter = isReported ? reportService('grpc', reports, evidence, log, grpc.probe) : undefined;
  return {
    ended: NEVER,
    offered: { grpc },
    ...(lacks !== undefined && { lacks }),
    ...(address !== undefined && { addresses: { grpc: address } }),
    async stop() {
      await reporter?.stop();
      await server?.close();
      calls.close();
      await reports.end();
    },
  };
}

/** Reads the configured certificate and key. Throws `Failure` when they cannot be read or used. */
async function readTls({ grpcCertificate, grpcKey }: Config): Promise<ServerTls | undefined> {
  if (grpcCertificate === null || grpcKey === null) return undefined;
  const read = (file: string, setting: string): Promise<Buffer> =>
    readFile(file).catch((cause: unknown) => {
      throw new Failure('usage', `The file ${file} (${setting}) cannot be read.`, { cause });
    });
  const [certificate, key] = await Promise.all([
    read(grpcCertificate, 'TAIN_GRPC_TLS_CERT'),
    read(grpcKey, 'TAIN_GRPC_TLS_KEY'),
  ]);
  try {
    createSecureContext({ cert: certificate, key });
  } catch (cause) {
    throw new Failure(
      'usage',
      `The certificate in ${grpcCertificate} (TAIN_GRPC_TLS_CERT) and the key in ${grpcKey} (TAIN_GRPC_TLS_KEY) cannot be used.`,
      { cause },
    );
  }
  return { certificate, key };
}
