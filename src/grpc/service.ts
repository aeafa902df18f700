import { bigIntToLong } from '@tain/ledger/long';
import type { Network } from '@tain/ledger/network';
import { NODE_DETAILS_FILE } from '@tain/ledger/system-files';
import { com } from '@tain/protos/hapi';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { untilAborted } from '../kernel/abort-signal.ts';
import type { Clock } from '../kernel/clock.ts';
import type { ByteAccount } from '../kernel/limits/byte-account.ts';
import { SHARED_CLIENT } from '../kernel/limits/fair-semaphore.ts';
import type { ProbeRound } from '../kernel/service.ts';
import type { ReadServers } from '../store/reads/servers/read-servers.ts';
import { CallError, type MethodHandler } from './call.ts';
import { Calls, type GrpcCallLimits, type GrpcOutcome } from './calls.ts';
import { Health } from './health.ts';
import { type LiveMetrics, liveMetrics } from './metrics.ts';
import { sendNodes } from './nodes.ts';
import { CallReads } from './reads.ts';
import { REFLECTED_SERVICES, reflect } from './reflection.ts';
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
  const health = new Health(REFLECTED_SERVICES, () => reads.answers());
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

/** Timeout of a probe. */
const PROBE_TIMEOUT_MS = 10_000;

/**
 * Creates the probe of the service. It requests the nodes of the network, which is the first request of every SDK and
 * cannot be made to fail by a client.
 */
function probeOf(
  nodes: MethodHandler,
  { shard, realm }: Network,
): (signal: AbortSignal) => Promise<ProbeRound | null> {
  const request = com.hedera.mirror.api.proto.AddressBookQuery.encode({
    fileId: {
      shardNum: bigIntToLong(shard),
      realmNum: bigIntToLong(realm),
      fileNum: bigIntToLong(BigInt(NODE_DETAILS_FILE)),
    },
  }).finish();
  return async (signal) => {
    const begun = performance.now();
    const end = AbortSignal.any([signal, AbortSignal.timeout(PROBE_TIMEOUT_MS)]);
    const call = {
      requests: only(request),
      client: SHARED_CLIENT,
      signal: end,
      begin: () => undefined,
      send: () => Promise.resolve(),
    };
    const isAnswered = await untilAborted(
      nodes(call).then(
        () => true,
        // A network may have no address book yet.
        (error: unknown) => error instanceof CallError && error.code === 'notFound',
      ),
      end,
    );
    if (signal.aborted) return null;
    return { asked: 1, failed: isAnswered ? 0 : 1, slowestMs: performance.now() - begun };
  };
}

async function* only(message: Uint8Array): AsyncGenerator<Uint8Array> {
  yield message;
}
