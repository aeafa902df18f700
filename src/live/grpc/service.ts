import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { addressOf, type Database, within } from '../../db/connections/database.ts';
import { OutageLog } from '../../db/connections/outage-log.ts';
import { selectOn } from '../../db/connections/select.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { ProbeRound } from '../../kernel/probe-round.ts';
import type { Network } from '../../ledger/network.ts';
import type { VisibleBlocks } from '../../reads/visible-blocks.ts';
import type { Answer } from './call.ts';
import { type CallLimits, type CallOutcome, Calls } from './calls.ts';
import { Health } from './health.ts';
import { type LiveMetrics, liveMetrics } from './metrics.ts';
import { sendNodes } from './nodes.ts';
import { probeOf } from './probe.ts';
import { selectForCalls } from './reads.ts';
import { reflect, SERVICES } from './reflection.ts';
import type { SubscriptionLimits } from './subscription.ts';
import { Topics } from './topics.ts';

export interface GrpcServiceOptions {
  /** Only read from. */
  readonly database: Database;
  readonly blocks: VisibleBlocks;
  readonly network: Network;
  readonly clock: Clock;
  readonly log: Logger;
  readonly registry: Registry;
  readonly callLimits: CallLimits;
  /** Milliseconds that a topic which is not known may take to become visible. */
  readonly topicWait: number;
  readonly subscriptionLimits?: Partial<SubscriptionLimits>;
  /** Called for each call as it ends. */
  readonly onEnd?: (outcome: CallOutcome) => void;
}

/** The gRPC services of a mirror node, to be served by a transport: HTTP/2, or gRPC-web. */
export interface GrpcService {
  readonly calls: Calls;
  readonly metrics: LiveMetrics;
  /** Asks the service itself as clients do, past its transport. Null when the signal ended it. Never throws. */
  readonly probe: (signal: AbortSignal) => Promise<ProbeRound | null>;
}

/** Milliseconds in which a database that is well answers, and for which its answer is believed. */
const ANSWER = 3_000;
const BELIEVED = 1_000;

/** Puts the services together. */
export function makeGrpcService(options: GrpcServiceOptions): GrpcService {
  const { database, blocks, network, clock, log, registry, callLimits, topicWait, onEnd } = options;
  const metrics = liveMetrics(registry, clock);
  const outages = new OutageLog(log, addressOf(database.target));
  const select = selectForCalls(selectOn(database.pool), outages);
  const { subscriptionLimits: limits = {} } = options;
  const topics = new Topics({ blocks, select, clock, topicWait, metrics, limits });
  const health = new Health(SERVICES, wellness(database));
  const nodes: Answer = (call) => sendNodes({ network, select }, call);
  const methods = new Map<string, Answer>([
    ['/com.hedera.mirror.api.proto.ConsensusService/subscribeTopic', (call) => topics.subscribe(call)],
    ['/com.hedera.mirror.api.proto.NetworkService/getNodes', nodes],
    ['/grpc.health.v1.Health/Check', health.check],
    ['/grpc.health.v1.Health/Watch', health.watch],
    ['/grpc.reflection.v1.ServerReflection/ServerReflectionInfo', reflect],
    ['/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo', reflect],
  ]);
  return {
    calls: new Calls(methods, callLimits, metrics, log, onEnd),
    metrics,
    probe: probeOf(nodes, network),
  };
}

/** Whether the database answers; asked once for all who want to know at the same time. */
function wellness({ pool }: Database): () => Promise<boolean> {
  let asked: Promise<boolean> | undefined;
  return () => {
    if (asked === undefined) {
      asked = pool.query(within(ANSWER, 'select 1')).then(
        () => true,
        () => false,
      );
      void asked.finally(() => {
        setTimeout(() => {
          asked = undefined;
        }, BELIEVED).unref();
      });
    }
    return asked;
  };
}
