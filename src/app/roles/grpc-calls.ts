import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { Config } from '../../config/config.ts';
import type { Calls, GrpcOutcome } from '../../grpc/calls.ts';
import { type GrpcService, makeGrpcService } from '../../grpc/service.ts';
import { answerWeb, WEB_PATHS } from '../../grpc/web.ts';
import type { ByteAccount } from '../../kernel/limits/byte-account.ts';
import { openLimitsOf } from '../../kernel/limits/limit.ts';
import type { GrpcWeb } from '../../rest/plugins/grpc-web.ts';
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

/** Serves the same calls to browsers, through the query service. */
export function grpcWebOf(calls: Calls): GrpcWeb {
  return { paths: WEB_PATHS, answer: answerWeb(calls), close: () => calls.close() };
}
