import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { Config } from '../../config/config.ts';
import type { GrpcOutcome } from '../../grpc/calls.ts';
import { Http2Connections } from '../../grpc/http2-connections.ts';
import { type GrpcService, makeGrpcService } from '../../grpc/service.ts';
import { SESSION_LIMITS, type SessionLimits } from '../../grpc/sessions.ts';
import { answerWeb, WEB_PATHS } from '../../grpc/web.ts';
import type { ByteAccount } from '../../kernel/limits/byte-account.ts';
import { openLimitsOf } from '../../kernel/limits/limit.ts';
import type { ConnectionLimits } from '../../net/connection-limits.ts';
import type { GrpcOnHttp } from '../../rest/plugins/grpc-web.ts';
import type { ReadServers } from '../../store/reads/servers/read-servers.ts';

/** Time that a subscription waits for an unknown topic, which may have just been created. */
const TOPIC_WAIT_MS = 2_000;

/** Opens the handler of gRPC calls in this process, without a listener. */
export function openGrpc(
  config: Config,
  servers: ReadServers,
  log: Logger,
  registry: Registry,
  bytes: ByteAccount,
  onEnd?: (outcome: GrpcOutcome) => void,
): GrpcService {
  return makeGrpcService({
    servers,
    connections: config.grpcConnections,
    network: { shard: BigInt(config.shard), realm: BigInt(config.realm) },
    clock: Date.now,
    log,
    registry,
    bytes,
    callLimits: openLimitsOf(config.grpcMaxCalls),
    topicWaitMs: TOPIC_WAIT_MS,
    ...(onEnd && { onEnd }),
  });
}

/** Returns the limits of gRPC connections by those of role `live`. */
export function sessionLimitsOf({ max, maxPerClient }: ConnectionLimits): SessionLimits {
  return { ...SESSION_LIMITS, max, perClient: maxPerClient };
}

/**
 * Serves the same calls through the query service: over gRPC-web to browsers, and on connections that speak HTTP/2. Those have
 * `limits` of their own.
 */
export function grpcOnHttp(
  { calls, metrics }: GrpcService,
  { trustProxy }: Pick<Config, 'trustProxy'>,
  limits: ConnectionLimits,
): GrpcOnHttp {
  const connections = new Http2Connections({
    calls,
    metrics,
    trustProxy,
    sessionLimits: sessionLimitsOf(limits),
    // The query service has counted the connection, and reports those that it refuses.
    onRefused: () => undefined,
  });
  return {
    paths: WEB_PATHS,
    answer: answerWeb(calls),
    accept: (socket) => connections.accept(socket),
    async close() {
      calls.close();
      await connections.close();
    },
  };
}
