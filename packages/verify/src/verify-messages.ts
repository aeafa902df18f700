import { KIND, TREE } from './block-root.ts';
import { followBlock, followFile } from './held-step.ts';
import { type Fields, readProof } from './proof-json.ts';
import { decoding, type ProofBlock } from './proven-block.ts';
import { type ProvenMessage, readProvenMessages } from './proven-topic.ts';
import { ProofRefused } from './refusal.ts';
import { blockFacts, fileFacts, type ProvenBlockFacts, type VerifyOptions } from './signed-facts.ts';
import { readMessageTrace, readTopics, type TopicState } from './state-changes.ts';

/** Proven messages of a topic, in order and without a gap. */
export interface ProvenMessages {
  readonly block: ProvenBlockFacts;
  readonly topic_id: string;
  readonly messages: readonly ProvenMessage[];
}

/** The requested messages: topic, and numbers of the first and last one. */
export interface AskedMessages {
  readonly topic?: string;
  readonly from?: bigint | number | string;
  readonly to?: bigint | number | string;
}

/**
 * Verifies the proof of messages of a topic: content, payer, time and number of each, and that none is missing between
 * them. `asked.from` and `to` must be among them; the proof may have others. Throws `ProofRefused`.
 */
export async function verifyMessages(
  proof: unknown,
  options: VerifyOptions & { readonly asked?: AskedMessages },
): Promise<ProvenMessages> {
  const { kind, fields } = readProof(proof);
  const { asked = {}, onStep } = options;
  let shown: readonly TopicState[];
  let block: ProvenBlockFacts;
  if (kind === 'block') {
    const read = followBlock(fields, onStep);
    shown = topicStatesOf(read, fields);
    block = blockFacts(read, fields, options);
  } else {
    const file = followFile(fields, onStep);
    const state = file.item?.record.topic;
    shown = state?.version === 3n && file.item?.record.status === SUCCESS ? [state] : [];
    block = await fileFacts(file, fields, options);
  }
  const { topic, messages } = readProvenMessages(fields.topic, shown);
  const [first, last] = [messages[0]?.sequence_number ?? 0, messages.at(-1)?.sequence_number ?? 0];
  const [from, to] = [wholeNumber(asked.from ?? first), wholeNumber(asked.to ?? last)];
  const isMissing =
    (asked.topic !== undefined && asked.topic !== topic) ||
    from < BigInt(first) ||
    to > BigInt(last) ||
    from > to;
  if (isMissing)
    throw new ProofRefused('question', `The proof is of messages ${first} to ${last} of topic ${topic}.`);
  onStep?.({
    step: 'topic',
    detail: `The running hash of topic ${topic} covers ${first === last ? `message ${first}` : `messages ${first} to ${last}`}: payer, time, number and content.`,
    hashes: [],
  });
  return { block, topic_id: topic, messages };
}

/** Converts to a whole number. Throws `TypeError` for others. */
function wholeNumber(value: bigint | number | string): bigint {
  if (!/^\d+$/.test(String(value)))
    throw new TypeError(`the number of a message is a whole number, not ${value}`);
  return BigInt(value);
}

const SUCCESS = 22;

/** Returns the states of the proof's topic that the items of a block show. */
function topicStatesOf(block: ProofBlock, fields: Fields): readonly TopicState[] {
  const { topic } = fields;
  const name = typeof topic === 'object' && topic !== null ? (topic as Fields).topic_id : null;
  return decoding(() => {
    const states: TopicState[] = [];
    for (const { kind, content } of block.items(TREE.stateChanges).values()) {
      const state =
        kind === KIND.stateChanges && typeof name === 'string' ? readTopics(content).get(name) : null;
      if (state) states.push(state);
    }
    for (const { kind, content } of block.items(TREE.traces).values()) {
      const state = kind === KIND.trace ? readMessageTrace(content) : null;
      if (state) states.push(state);
    }
    return states;
  });
}
