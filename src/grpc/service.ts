import type { Network } from '@tain/ledger/network';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { Clock } from '../kernel/clock.ts';
import type { ByteAccount } from '../kernel/limits/byte-account.ts';
import type { ProbeRound } from '../kernel/service.ts';
import type { ReadServers } from '../store/reads/servers/read-servers.ts';
import type { MethodHandler } from './call.ts';
import { Calls, type GrpcCallLimits, type GrpcOutcome } from './calls.ts';
import { Health } from './health.ts';
import { type LiveMetrics, liveMetrics } from './metrics.ts';
import { sendNodes } from './nodes.ts';
import { probeOf } from './probe.ts';
import { CallReads } from './reads.ts';
import { reflect, SERVICES } from './reflection.ts';
import type { SubscriptionLimits } from './subscription.ts';
import { Topics } from './topics.ts';

export interface GrpcServiceOptions {
  /** Servers to read from. */
  readonly servers: ReadServers;
  /** Maximum number of concurrent statements of all calls. */
  readonly connections: number;
  readonly network: Network;
  readonly clock: Clock;
  readonly log: Logger;
  readonly registry: Registry;
  readonly callLimits: GrpcCallLimits;
  /** Account of messages that are not read. */
  readonly bytes: ByteAccount;
  /** Milliseconds that an unknown topic may take to become visible. */
  readonly topicWaitMs: number;
  readonly subscriptionLimits?: Partial<SubscriptionLimits>;
  /** Called when a call ends. */
  readonly onEnd?: (outcome: GrpcOutcome) => void;
}

/** The gRPC services of a mirror node, to be served by a transport: HTTP/2, or gRPC-web. */
export interface GrpcService {
  readonly calls: Calls;
  readonly metrics: LiveMetrics;
  /**
   * Sends the requests of a client to the service itself, without a transport. Returns null when the signal ended them.
   * Never throws.
   */
  readonly probe: (signal: AbortSignal) => Promise<ProbeRound | null>;
}

/** Creates the services. */
export function makeGrpcService(options: GrpcServiceOptions): GrpcService {
  const { servers, connections, network, clock, log, registry, callLimits, topicWaitMs, onEnd } = options;
  const metrics = liveMetrics(registry, clock);
  const reads = new CallReads(servers, connections);
  metrics.watchStatements(reads.statements);
  const { subscriptionLimits: limits = {} } = options;
  const topics = new Topics({ blocks: servers.blocks, reads, clock, topicWaitMs, metrics, limits });
  const health = new Health(SERVICES, () => reads.answers());
  const nodes: MethodHandler = (call) => sendNodes({ network, select: reads.of(call).select }, call);
  const methods = new Map<string, MethodHandler>([
    ['/com.hedera.mirror.api.proto.ConsensusService/subscribeTopic', (call) => topics.subscribe(call)],
    ['/com.hedera.mirror.api.proto.NetworkService/getNodes', nodes],
    ['/grpc.health.v1.Health/Check', health.check],
    ['/grpc.health.v1.Health/Watch', health.watch],
    ['/grpc.reflection.v1.ServerReflection/ServerReflectionInfo', reflect],
    ['/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo', reflect],
  ]);
  return {
    calls: new Calls(methods, callLimits, options.bytes, metrics, log, onEnd),
    metrics,
    probe: probeOf(nodes, network),
  };
}
