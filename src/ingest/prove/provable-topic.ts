import { KIND } from '@tain/verify/block-root';
import { readMessageTrace, readTopics } from '@tain/verify/state-changes';
import { readResult } from '@tain/verify/transaction-result';
import type { ProvableBlock, ProvableItem } from './provable-block.ts';

/** The item with a topic's running hash after a message, or after a later one of the same block. */
export interface TopicItem {
  readonly item: ProvableItem;
  /** Number of the message after which the topic had that running hash. */
  readonly sequenceNumber: bigint;
}

/**
 * Finds the item of a block with the running hash of a topic (`shard.realm.num`) after its message with a number and a
 * consensus time (nanoseconds): the trace of that transaction, else the first state of the topic after it. Returns null
 * when there is none. Throws `MalformedError`.
 */
export function findTopic(
  { items }: ProvableBlock,
  topic: string,
  sequenceNumber: bigint,
  at: bigint,
): TopicItem | null {
  let isOwn = false;
  let state: TopicItem | null = null;
  for (const item of items) {
    if (item.kind === KIND.result) isOwn = readResult(item.content).at === at;
    else if (item.kind === KIND.trace && isOwn) {
      if (readMessageTrace(item.content)?.sequenceNumber === sequenceNumber) return { item, sequenceNumber };
    } else if (item.kind === KIND.stateChanges && state === null) {
      const after = readTopics(item.content).get(topic);
      if (after && after.sequenceNumber >= sequenceNumber)
        state = { item, sequenceNumber: after.sequenceNumber };
    }
  }
  return state;
}
