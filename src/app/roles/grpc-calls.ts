import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { GrpcWeb } from '../../api/route/grpc-web.ts';
import { type ConnectionTarget, Database, warnOfLost } from '../../db/connections/database.ts';
import type { CallOutcome, Calls } from '../../live/grpc/calls.ts';
import { type GrpcService, makeGrpcService } from '../../live/grpc/service.ts';
import { answerWeb, WEB_PATHS } from '../../live/grpc/web.ts';
import type { VisibleBlocks } from '../../reads/visible-blocks.ts';
import type { Config } from '../config/config.ts';

/** Milliseconds after which the database gives up a statement of a call. */
const STATEMENT_TIMEOUT = 10_000;

/** gRPC calls of one process, with connections of their own. */
export interface OpenGrpc extends GrpcService {
  close(): Promise<void>;
}

/** Makes what answers gRPC calls in this process. It is not reached by itself. */
export function openGrpc(
  config: Config,
  target: ConnectionTarget,
  blocks: VisibleBlocks,
  log: Logger,
  registry: Registry,
  onEnd?: (outcome: CallOutcome) => void,
): OpenGrpc {
  const database = new Database(target, {
    applicationName: 'tain grpc',
    maxConnections: config.grpcConnections,
    statementTimeout: STATEMENT_TIMEOUT,
    onError: warnOfLost(log),
  });
  const service = makeGrpcService({
    database,
    blocks,
    network: { shard: BigInt(config.shard), realm: BigInt(config.realm) },
    clock: Date.now,
    log,
    registry,
    callLimits: { most: config.grpcMaxCalls, mostPerClient: config.grpcMaxCallsPerClient },
    topicWait: config.grpcTopicWait,
    ...(onEnd && { onEnd }),
  });
  return {
    ...service,
    async close() {
      service.calls.close();
      await database.end();
    },
  };
}

/** The same calls for browsers, through the query service. */
export function grpcWebOf(calls: Calls, { grpcStallTime }: Config): GrpcWeb {
  return { paths: WEB_PATHS, answer: answerWeb(calls, grpcStallTime), close: () => calls.close() };
}
