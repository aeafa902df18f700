import { beforeAll, describe, expect, it } from 'vitest';
import type { ProofStep } from '../../src/proof/refusal.ts';
import { verifyMessages } from '../../src/proof/verify-messages.ts';
import {
  type BlockProof,
  base64,
  type Draft,
  flipped,
  item,
  message,
  OwnNetwork,
  RUNNING_HASH,
  receiptsAt,
  stepOf,
  topicChange,
} from './own-block.ts';

type Topic = NonNullable<BlockProof['topic']>;

const first = ({ messages }: Topic) => {
  const [one] = messages;
  if (!one) throw new Error('no message');
  return one;
};

const FORGERIES: readonly (readonly [string, ProofStep, (topic: Topic) => void])[] = [
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
    'another hash before',
    'topic',
    (topic) => void Object.assign(topic, { previous_running_hash: flipped(topic.previous_running_hash, 3) }),
  ],
  ['a message behind the last', 'topic', (topic) => void topic.messages.push({ ...first(topic) })],
  ['no message', 'format', (topic) => void topic.messages.splice(0)],
  [
    'a payer written in another way',
    'format',
    (topic) => void Object.assign(first(topic), { payer: '0.00.2' }),
  ],
  [
    'a time written in another way',
    'format',
    (topic) => void Object.assign(first(topic), { consensus_timestamp: '1750000000.2' }),
  ],
  [
    'a number written in another way',
    'format',
    (topic) => void Object.assign(topic, { sequence_number: '07' }),
  ],
  [
    'a number of more than 64 bits',
    'format',
    (topic) => void Object.assign(topic, { sequence_number: '9223372036854775808' }),
  ],
  [
    'more messages than a proof has',
    'format',
    (topic) => void Object.assign(topic, { messages: Array.from({ length: 10_001 }, () => first(topic)) }),
  ],
];

const SHOWN: readonly (readonly [string, (block: Draft) => void])[] = [
  ['of another topic', ({ trees }) => void trees[7].splice(0, 1, receiptsAt(1, topicChange(1002)))],
  [
    'after another message',
    ({ trees }) => void trees[7].splice(0, 1, receiptsAt(1, topicChange(1001, RUNNING_HASH, 8))),
  ],
  [
    'in a message and not in the state',
    ({ trees }) => void trees[7].splice(0, 1, item(7, message([2, message([1, 22], [7, RUNNING_HASH])]))),
  ],
  ['that is not shown', ({ shown }) => void shown[7].shift()],
];

describe('a proof of a message', () => {
  let network: OwnNetwork;
  let whole: BlockProof;
  const verify = (proof: unknown, asked = {}) => verifyMessages(proof, { ledgerId: network.ledgerId, asked });

  beforeAll(async () => {
    network = await OwnNetwork.open();
    whole = network.proof();
  });

  it.each(FORGERIES)('is refused with %s (%s)', async (_, step, forge) => {
    const proof = structuredClone(whole);
    if (proof.topic) forge(proof.topic);
    expect(await stepOf(verify(proof))).toBe(step);
  });

  it.each(SHOWN)('is refused where the running hash is one %s, although signed', async (_, change) => {
    expect(await stepOf(verify(network.proof('direct', change)))).toBe('topic');
  });

  it('is refused as the answer to another question', async () => {
    expect((await verify(whole, { topic: '0.0.1001', from: 7, to: 7 })).messages).toHaveLength(1);
    for (const asked of [
      { topic: '0.0.1002' },
      { from: 6 },
      { to: 8 },
      { from: 8 },
      { to: 6 },
      { from: 7, to: 6 },
    ])
      expect(await stepOf(verify(whole, asked))).toBe('question');
  });
});
