import type { ProofStep } from '../src/refusal.ts';
import {
  type BlockProof,
  base64,
  type Draft,
  flipped,
  item,
  message,
  RUNNING_HASH,
  receiptsAt,
  topicChange,
} from './own-block.ts';

type Topic = NonNullable<BlockProof['topic']>;

const first = ({ messages }: Topic) => {
  const [one] = messages;
  if (!one) throw new Error('no message');
  return one;
};

export const FORGED_MESSAGES: readonly (readonly [string, ProofStep, (topic: Topic) => void])[] = [
  ['another payer', 'topic', (topic) => void Object.assign(first(topic), { payer: '0.0.3' })],
  ['a payer of another shard', 'topic', (topic) => void Object.assign(first(topic), { payer: '1.0.2' })],
  [
    'another time',
    'topic',
    (topic) => void Object.assign(first(topic), { consensus_timestamp: '1750000000.000000003' }),
  ],
  [
    'another content',
    'topic',
    (topic) => void Object.assign(first(topic), { message: base64(Buffer.from('hullo')) }),
  ],
  ['another topic', 'topic', (topic) => void Object.assign(topic, { topic_id: '0.0.1002' })],
  ['another number', 'topic', (topic) => void Object.assign(topic, { sequence_number: '8' })],
  [
    'another previous running hash',
    'topic',
    (topic) => void Object.assign(topic, { previous_running_hash: flipped(topic.previous_running_hash, 3) }),
  ],
  [
    'an invented message before it',
    'topic',
    (topic) => {
      topic.messages.unshift({ ...first(topic) });
      topic.sequence_number = '6';
    },
  ],
  [
    'a gap',
    'topic',
    (topic) => {
      topic.messages.unshift({ ...first(topic) });
      topic.sequence_number = '5';
    },
  ],
  ['an invented message after it', 'topic', (topic) => void topic.messages.push({ ...first(topic) })],
  ['no message', 'format', (topic) => void topic.messages.splice(0)],
  ['a payer in another notation', 'format', (topic) => void Object.assign(first(topic), { payer: '0.00.2' })],
  ['a topic in another notation', 'format', (topic) => void Object.assign(topic, { topic_id: '0.0.01001' })],
  [
    'a time in another notation',
    'format',
    (topic) => void Object.assign(first(topic), { consensus_timestamp: '1750000000.2' }),
  ],
  ['a number in another notation', 'format', (topic) => void Object.assign(topic, { sequence_number: '07' })],
  [
    'a number of more than 64 bits',
    'format',
    (topic) => void Object.assign(topic, { sequence_number: '9223372036854775808' }),
  ],
  [
    'more messages than the maximum of a proof',
    'format',
    (topic) => void Object.assign(topic, { messages: Array.from({ length: 10_001 }, () => first(topic)) }),
  ],
];

export const FORGED_STATES: readonly (readonly [string, (block: Draft) => void])[] = [
  ['of another topic', ({ trees }) => void trees[7].splice(0, 1, receiptsAt(1, topicChange(1002)))],
  [
    'after another message',
    ({ trees }) => void trees[7].splice(0, 1, receiptsAt(1, topicChange(1001, RUNNING_HASH, 8))),
  ],
  [
    'in a message and not in the state',
    ({ trees }) => void trees[7].splice(0, 1, item(7, message([2, message([1, 22], [7, RUNNING_HASH])]))),
  ],
  ['that the proof omits', ({ shown }) => void shown[7].shift()],
];
