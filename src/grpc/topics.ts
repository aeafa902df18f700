import { setMaxListeners } from 'node:events';
import { printEntityId } from '@tain/ledger/entity-id';
import { NANOS_PER_MILLISECOND } from '@tain/ledger/timestamp';
import type { Clock } from '../kernel/clock.ts';
import { FairSemaphore } from '../kernel/limits/fair-semaphore.ts';
import type { ConcurrencyLimit } from '../kernel/limits/limit.ts';
import type { Select } from '../store/connections/select.ts';
import { type VisibleBlocks, waitUntil } from '../store/reads/visible-blocks.ts';
import { CallError, firstOf, type GrpcCall } from './call.ts';
import { LiveTopics } from './live-topics.ts';
import type { LiveMetrics } from './metrics.ts';
import type { CallReads } from './reads.ts';
import { SUBSCRIPTION_LIMITS, Subscription, type SubscriptionLimits } from './subscription.ts';
import { parseTopicQuery } from './topic-query.ts';
import { selectEntityType } from './topic-rows.ts';

export interface TopicsOptions {
  readonly blocks: VisibleBlocks;
  readonly reads: Pick<CallReads, 'of'>;
  readonly clock: Clock;
  /** Milliseconds that an unknown topic may take to become visible. */
  readonly topicWaitMs: number;
  readonly metrics: LiveMetrics;
  readonly limits?: Partial<SubscriptionLimits>;
}

/** Semaphore of pages in memory: each has at most 1,000 messages of little more than 1 kB. */
export const GRPC_PAGES: ConcurrencyLimit = {
  name: 'grpc-pages',
  kind: 'concurrency',
  counts: 'pages of topics in memory',
  max: 16,
};
/** Maximum number of cached existing topics. */
const MAX_KNOWN = 50_000;

/** `ConsensusService/subscribeTopic`. */
export class Topics {
  readonly #options: TopicsOptions;
  readonly #live: LiveTopics;
  readonly #pages = new FairSemaphore(GRPC_PAGES);
  readonly #known = new Set<bigint>();
  /** Aborted when the database goes back to an earlier block, with the `CallError` of the calls that this ends. */
  #returning = new AbortController();

  constructor(options: TopicsOptions) {
    this.#options = options;
    const { blocks, reads, metrics } = options;
    this.#live = new LiveTopics({ blocks, read: reads.of().through, onFailure: () => undefined });
    metrics.watchTopics(() => this.#live.size);
    blocks.onReturn(({ end }) => {
      this.#known.clear();
      this.#live.returnTo(end);
      this.#returning.abort(new CallError('unavailable', 'The network returned to an earlier block'));
      this.#returning = new AbortController();
      setMaxListeners(0, this.#returning.signal);
    });
    setMaxListeners(0, this.#returning.signal);
  }

  /** Serves a subscription: checks the request, then the topic, and sends its messages. */
  async subscribe(call: GrpcCall): Promise<void> {
    const { blocks, clock, limits, metrics, reads } = this.#options;
    const request = (await firstOf(call.requests)) ?? new Uint8Array();
    const returning = this.#returning.signal;
    const query = parseTopicQuery(request, BigInt(clock()) * NANOS_PER_MILLISECOND);
    const { select, through } = reads.of(call);
    await this.#requireTopic(query.topic, select, call.signal);
    call.begin();
    const sources = {
      blocks,
      live: this.#live,
      read: through,
      clock,
      pages: this.#pages,
      limits: { ...SUBSCRIPTION_LIMITS, ...limits },
      onSent: metrics.sent,
    };
    const signal = AbortSignal.any([call.signal, returning]);
    const { client } = call;
    await new Subscription(query, sources, { client, signal, send: (messages) => call.send(messages) }).run();
  }

  /**
   * Throws `CallError` (INVALID_ARGUMENT) when the entity is not a topic. Waits for a topic that was created a moment ago.
   */
  async #requireTopic(topic: bigint, select: Select, signal: AbortSignal): Promise<void> {
    if (this.#known.has(topic)) return;
    const { blocks, topicWaitMs } = this.#options;
    const deadline = performance.now() + topicWaitMs;
    for (;;) {
      const seen = blocks.last?.index ?? -1n;
      const type = await selectEntityType(select, topic);
      if (type === 'TOPIC') break;
      if (type !== undefined) throw new CallError('invalidArgument', 'Not a valid topic');
      const left = deadline - performance.now();
      if (left <= 0 || !(await becomesVisible(blocks, seen, left, signal))) {
        throw new CallError('notFound', `${printEntityId(topic)} does not exist`);
      }
    }
    if (this.#known.size >= MAX_KNOWN) this.#known.clear();
    this.#known.add(topic);
  }
}

/** Returns whether a block after number `after` becomes visible within `milliseconds`. Throws the signal's reason. */
async function becomesVisible(
  blocks: VisibleBlocks,
  after: bigint,
  milliseconds: number,
  signal: AbortSignal,
): Promise<boolean> {
  const isVisible = () => (blocks.last?.index ?? -1n) > after;
  const late = AbortSignal.any([signal, AbortSignal.timeout(Math.ceil(milliseconds))]);
  const becameVisible = await waitUntil(blocks, isVisible, late);
  signal.throwIfAborted();
  return becameVisible;
}
